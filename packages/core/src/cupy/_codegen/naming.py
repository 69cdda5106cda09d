"""Names in generated text: element types, functions, variants."""
import functools

import numpy

__all__ = ["COMMON", "CHARS", "VARIANTS", "char_of", "ctype", "function_name", "identifier", "stored"]

#: Dtype chars of the element types, by type code.
CHARS = "?bBhHiIlLeEfdFD"

#: Types whose kernels are compiled in advance for GPUs; others are when first used.
COMMON = frozenset("?bBilefdFD")

#: Variants of an elementwise kernel, by number.
VARIANTS = ("flat", "rows", "tile", "strided")

_CTYPES = dict(zip(CHARS, (
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16",
    "bfloat16", "float", "double", "complex<float>", "complex<double>")))


@functools.cache
def char_of(dtype: numpy.dtype) -> str:
    """NumPy's dtype char of an element type, one for each size.

    Examples
    --------
    >>> char_of(numpy.dtype("longlong"))
    'l'
    """
    return "E" if dtype.name == "bfloat16" else {"q": "l", "Q": "L"}.get(dtype.char, dtype.char)


def ctype(char: str) -> str:
    """The C++ type of an element type's dtype char.

    Examples
    --------
    >>> ctype("F")
    'complex<float>'
    """
    if char not in _CTYPES:
        raise TypeError(f"kernels have no type for items of kind {char!r}")
    return _CTYPES[char]


def stored(char: str) -> str:
    """The C++ type of an element that lies in memory: bools there may have any byte.

    Examples
    --------
    >>> stored("?"), stored("f")
    ('boolean', 'float')
    """
    return "boolean" if char == "?" else ctype(char)


def identifier(chars: str) -> str:
    """The dtype chars as part of a C++ name: ``?`` becomes ``o``.

    Examples
    --------
    >>> identifier("f?")
    'fo'
    """
    return chars.replace("?", "o")


def function_name(name: str, ins: str, outs: str, variant: int) -> str:
    """Name of the kernel of one loop, as ``"less_ff_o_strided"``.

    Parameters
    ----------
    name : str
        Name of the operation.
    ins, outs : str
        Dtype chars of the loop's inputs and outputs.
    variant : int
        0 flat, 1 rows, 2 tile, 3 strided.

    Examples
    --------
    >>> function_name("less", "ff", "?", 3)
    'less_ff_o_strided'
    """
    return f"{name}_{identifier(ins)}_{identifier(outs)}_{VARIANTS[variant]}"
