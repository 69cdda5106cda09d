"""Names in generated text: element types, functions, variants."""

__all__ = ["COMMON", "LETTERS", "VARIANTS", "ctype", "function_name", "identifier", "stored"]

#: Letters of the element types, by type code.
LETTERS = "?bBhHiIlLeEfdFD"

#: Types whose kernels are compiled in advance for GPUs; others are when first used.
COMMON = frozenset("?bBilefdFD")

#: Variants of an elementwise kernel, by number.
VARIANTS = ("flat", "rows", "tile", "strided")

_CTYPES = dict(zip(LETTERS, (
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16",
    "bfloat16", "float", "double", "complex<float>", "complex<double>")))


def ctype(letter):
    """The C++ type of an element type's letter.

    Examples
    --------
    >>> ctype("F")
    'complex<float>'
    """
    return _CTYPES[letter]


def stored(letter):
    """The C++ type of an element that lies in memory: bools there may have any byte.

    Examples
    --------
    >>> stored("?"), stored("f")
    ('boolean', 'float')
    """
    return "boolean" if letter == "?" else ctype(letter)


def identifier(letters):
    """The letters as part of a C++ name: ``?`` becomes ``o``.

    Examples
    --------
    >>> identifier("f?")
    'fo'
    """
    return letters.replace("?", "o")


def function_name(name, ins, outs, variant):
    """Name of the kernel of one loop, as ``"less_ff_o_strided"``.

    Parameters
    ----------
    name : str
        Name of the operation.
    ins, outs : str
        Letters of the loop's inputs and outputs.
    variant : int
        0 flat, 1 rows, 2 tile, 3 strided.

    Examples
    --------
    >>> function_name("less", "ff", "?", 3)
    'less_ff_o_strided'
    """
    return f"{name}_{identifier(ins)}_{identifier(outs)}_{VARIANTS[variant]}"
