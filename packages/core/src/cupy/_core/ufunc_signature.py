"""How ufuncs are called: the signature that tools see, and the types that a call asks for."""
from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.dtypes import normalize_dtype
from cupy._core.ufunc_errors import refused_input
from cupy._runtime import public_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from cupy._core.options import Casting
    from cupy.typing import DTypeLike

__all__ = []

_OPTIONS = {"casting": "same_kind", "order": "K", "dtype": None, "subok": True, "signature": None}


#: Kinds of dtypes in the order in which they take numbers ("V" is bfloat16), and the first that takes each of Python's.
_KINDS, _LEAST = "biufVc", {int: 1, float: 3, complex: 5}

#: The dtypes that they have by themselves.
_OWN = {int: numpy.dtype("i8"), float: numpy.dtype("f8"), complex: numpy.dtype("c16")}

_DESCRIBED = re.compile(r"^([a-z]\w*(?:, \w+)*) : array_like", re.MULTILINE)


def call_signature(nin: int, nout: int, doc: str = "", **options: Any) -> inspect.Signature:
    """The `inspect.Signature` of a ufunc with so many operands, which have the names of its docstring.

    `options` are those beyond what all ufuncs have.
    """
    p = inspect.Parameter
    names = ", ".join(_DESCRIBED.findall(doc)).split(", ")[:nin]
    if len(names) != nin or not all(names):
        names = ["x"] if nin == 1 else [f"x{k + 1}" for k in range(nin)]
    inputs = [p(name, p.POSITIONAL_ONLY) for name in names]
    out = p("out", p.POSITIONAL_OR_KEYWORD, default=None if nout == 1 else (None,) * nout)
    options = options or {"where": True}
    return inspect.Signature([*inputs, out, *(p(name, p.KEYWORD_ONLY, default=value)
                                              for name, value in (options | _OPTIONS).items())])


def wanted_types(name: str, nin: int, nout: int, dtype: DTypeLike | None,
                 signature: Any) -> Any:
    """The dtype asked for of each operand, None where any will do; None if nothing is asked for.

    Raises
    ------
    TypeError, ValueError
        As NumPy's ufuncs raise them.
    """
    if signature is None:
        return None if dtype is None else (None,) * nin + (normalize_dtype(dtype),) * nout
    if dtype is not None:
        raise TypeError("cannot specify both 'signature' and 'dtype'")
    if isinstance(signature, str):
        wanted = _from_text(name, nin, nout, signature)
    elif isinstance(signature, tuple):
        wanted = signature
    else:
        raise TypeError("the signature object to ufunc must be a string or a tuple.")
    if len(wanted) == 1 < nin + nout and wanted[0] is not None:
        raise TypeError("The use of a length 1 tuple for the ufunc `signature` is not supported. Use `dtype` or  fill "
                        "the tuple with more than one 'None'.")
    if len(wanted) != nin + nout:
        raise ValueError(f"a type-tuple must be specified of length {nin + nout} for ufunc '{name}'")
    return tuple([None if x is None else normalize_dtype(x) for x in wanted])


def _from_text(name: str, nin: int, nout: int, text: str) -> tuple[numpy.dtype, ...]:
    ins, arrow, outs = text.partition("->")
    if len(text) == 1:
        return (numpy.dtype(text),)
    if not arrow or len(ins) != nin or len(outs) != nout:
        raise ValueError(f"a type-string for {name}, {nin} typecode(s) before and {nout} after the -> sign")
    return tuple(map(numpy.dtype, ins + outs))


def loop_of(ufunc: Any, loops: Any, given: Any, numbers: Any, wanted: tuple[Any, ...]) -> int:
    """Number of the loop that computes in the dtypes asked for: NumPy's, of a ufunc that is one of its own.

    Others are looked for as NumPy looks for those of a ufunc without rules of its own.

    Parameters
    ----------
    loops : list of tuple of dtype
        Of inputs and outputs; None for a dtype that is not installed.
    given : list of dtype
        Of the inputs.
    numbers : list of type or None
        For each input that is a Python number its class.
    wanted : tuple of dtype or None
        Of inputs and outputs; None where any will do.
    """
    nin, theirs = len(given), numpys_own(ufunc)
    if theirs is not None and all(x is None or x.kind in "biufc" for x in (*given, *wanted)):
        asked = [numbers[k] if numbers[k] and nin > 1 else given[k] for k in range(nin)]
        types = theirs.resolve_dtypes((*asked, *[None] * theirs.nout), signature=wanted, casting="unsafe")
        # NumPy takes None for float64 where dtypes are compared.
        return next(number for number, kinds in enumerate(loops)
                    if all(x is not None and x == y for x, y in zip(kinds, types, strict=True)))
    free = [k for k in range(nin) if wanted[k] is None]
    fitting = [number for number, types in enumerate(loops) if all(
        kind is not None and (asked is None or asked == kind) for kind, asked in zip(types, wanted, strict=True))]
    result = wanted[nin] if len(set(wanted[nin:])) == 1 else None
    if not ufunc.spec.logical and all(types[nin] == "?" for types in loops):        # an answer says nothing of them
        result = None
    found = first_fitting([loops[number] for number in fitting], free, given, numbers)
    found = None if found < 0 else fitting[found]
    if found is None and result is not None:        # a result's dtype is that of all operands that have a choice
        free = [k for k in free if len({types[k] for types in loops}) > 1]
        found = next((number for number in fitting if all(loops[number][k] == result for k in free)), None)
    if found is None:
        raise TypeError(f"No loop matching the specified signature and casting was found for ufunc {ufunc.name}")
    return found


def first_fitting(loops: Sequence[Sequence[Any]], free: Iterable[int], given: Sequence[Any],
                  numbers: Sequence[type[Any] | None]) -> int:
    """Number of the loop of exactly the given dtypes, or of the first that takes all of them safely; -1 if none does.

    `free` are the inputs that are looked at. Python numbers, whose classes are in `numbers`, have no exact type.
    """
    places = list(free)
    installed = [k for k, types in enumerate(loops) if all(x is not None for x in types)]
    exact = () if any(numbers[k] for k in places) else installed
    return next((n for n in exact if all(loops[n][k] == given[k] for k in places)), next(
        (n for n in installed if all(_takes(loops[n][k], given[k], numbers[k]) for k in places)), -1))


def numpys_own(ufunc: Any) -> numpy.ufunc | None:
    """NumPy's ufunc of which this is ours, or None: users' may have its name."""
    found = getattr(numpy, ufunc.name, None)
    return found if isinstance(found, numpy.ufunc) and public_names.find(ufunc.name) is ufunc else None


def _takes(dtype: Any, given: Any, number: Any) -> bool:
    """Whether an input can be cast safely; numbers take part with their kind only."""
    if number is not None:
        return _KINDS.index(dtype.kind) >= _LEAST[number]
    return numpy.can_cast(given, dtype, "safe")


def settle(ufunc: Any, inputs: list[Any], types: Sequence[numpy.dtype], casting: Casting,
           wanted: Sequence[numpy.dtype | None] | None) -> None:
    """Check a loop's inputs by a casting rule; Python numbers become such items as are asked of them.

    Raises
    ------
    TypeError, OverflowError
        In NumPy's order: what numbers cannot be comes first.
    """
    nin, result = ufunc.nin, types[ufunc.nin]
    truths = ufunc.spec.logical and nin > 1 and (wanted is None or types[0].kind == "b")
    if types[0].kind in "biu" and result.kind == "f":       # true division of integers casts as it reads them
        types = [result] * nin
    wishes, sources = wanted or (None,) * nin, []
    # Whole numbers are compared with integers, but not with bools, as they are.
    compares = result.kind == "b" and not ufunc.spec.logical and not any(
        asked is None and getattr(x, "dtype", None) == "?" for x, asked in zip(inputs, wishes, strict=False))
    for value, target, asked in zip(inputs, types, wishes, strict=False):
        number = _OWN.get(type(value)) if nin > 1 else None
        if number is None:
            sources.append(getattr(value, "dtype", None) or numpy.asarray(value).dtype)
            continue
        own = asked is None and (truths or not _takes(target, number, type(value)))
        sources.append(number if own else target)
        if compares and asked is None and number.kind == "i" and target.kind in "iu":
            continue
        if casting == "equiv" and sources[-1] != number:
            raise TypeError(f"cannot cast Python {type(value).__name__} to {target} under the casting rule 'equiv'")
        if number.kind == "i" and sources[-1].kind in "iu":
            bounds = numpy.iinfo(sources[-1])
            if not bounds.min <= value <= bounds.max:
                raise OverflowError(f"Python integer {value} out of bounds for {sources[-1]}")
    for k, (value, source, target) in enumerate(zip(inputs, sources, types, strict=False)):
        if not truths and not numpy.can_cast(source, target, casting):
            refused_input(ufunc, k, source, target, casting)
        if type(value) in _OWN and wishes[k] is not None and not _takes(target, source, type(value)):
            inputs[k] = as_number(value, target.kind)


def as_number(value: Any, kind: Any) -> Any:
    """A Python number as one of a kind of dtype; what it cannot be raises as Python does."""
    return (bool if kind == "b" else int if kind in "iu" else float)(value)
