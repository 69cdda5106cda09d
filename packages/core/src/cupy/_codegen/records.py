"""C++ structs of structured dtypes: fields by name at NumPy's offsets."""
import hashlib

import numpy

from cupy._codegen.naming import ctype

__all__ = ["definition", "item_type", "struct_name"]

_CHARS = {"q": "l", "Q": "L", "M": "l", "m": "l"}
_KEYWORDS = frozenset(
    "alignas and asm auto bool break case catch char class const continue default delete do double else enum explicit "
    "export extern false float for friend goto if inline int long mutable namespace new not operator or private "
    "protected public register return short signed sizeof static struct switch template this throw true try typedef "
    "typename union unsigned using virtual void volatile while xor".split())


def struct_name(dtype: numpy.dtype) -> str:
    """A name that is the same for equal dtypes."""
    text = repr((dtype.descr if dtype.names is None else dtype.fields, dtype.names, dtype.itemsize))
    return f"record_{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def definition(dtype: numpy.dtype) -> dict[str, str]:
    """The definitions of a structured dtype's struct and of those in it, each once if they are put together.

    Parameters
    ----------
    dtype : numpy.dtype
        Of fields that are numbers, bytes, such structures, or arrays of these.

    Returns
    -------
    dict
        Name of a struct → its text, inner ones first; the last one is that of `dtype`.

    Raises
    ------
    TypeError
        A field has no type in C++, or its name is none there.

    Examples
    --------
    >>> print(*definition(numpy.dtype([("x", "f"), ("n", "i")])).values())  # doctest: +ELLIPSIS
    struct record_... { float x; int32 n; };
    """
    found, members, at = {}, [], 0
    names, fields = dtype.names or (), dtype.fields or {}
    aligned = all(offset % _alignment(field) == 0 for field, offset, *_ in fields.values())
    aligned = aligned and dtype.itemsize % max(map(_alignment, (f[0] for f in fields.values())), default=1) == 0
    for name, (field, offset, *_) in sorted(fields.items(), key=lambda item: item[1][1]):
        if name not in names:
            continue        # a title
        if not name.isidentifier() or not name.isascii() or name in _KEYWORDS:
            raise TypeError(f"the field {name!r} of {dtype} cannot be named in a kernel")
        if offset < at:
            raise TypeError(f"the field {name!r} of {dtype} overlaps another one")
        if offset > at:
            members.append(f"char padding_{at}_[{offset - at}];")
        members.append(_member(name, field, found))
        at = offset + field.itemsize
    if dtype.itemsize > at:
        members.append(f"char padding_{at}_[{dtype.itemsize - at}];")
    own = struct_name(dtype)
    # As they are, or each at the byte where it stands.
    found[own] = f"struct {'' if aligned else '__attribute__((packed)) '}{own} {{ {' '.join(members)} }};\n"
    return found


def item_type(dtype: numpy.dtype) -> str:
    """The C++ type of numbers, dates and durations."""
    char = "E" if dtype.name == "bfloat16" else _CHARS.get(dtype.char, dtype.char)
    if char not in "?bBhHiIlLeEfdFD" or not dtype.isnative:
        raise TypeError(f"kernels know no type for {dtype}")
    return ctype(char)


def _alignment(dtype: numpy.dtype) -> int:
    base = dtype.base
    if base.fields is not None:
        return max(map(_alignment, (f[0] for f in base.fields.values())), default=1)
    return base.alignment if base.kind in "biufcmM" else 1


def _member(name: str, dtype: numpy.dtype, found: dict[str, str]) -> str:
    base, shape = (dtype.base, dtype.shape)
    extents = "".join(f"[{n}]" for n in shape)
    if base.names is not None:
        found.update(definition(base))
        return f"{struct_name(base)} {name}{extents};"
    if base.kind in "SV" and base.itemsize:
        return f"char {name}{extents}[{base.itemsize}];"
    return f"{item_type(base)} {name}{extents};"
