"""What is NumPy's own object here too: scalar types, constants, exceptions, printing, index helpers."""
from numpy import (
    False_, ScalarType, True_, base_repr, binary_repr, bool, bool_, byte,
    cdouble, character, clongdouble, complex64, complex128, complexfloating, csingle, double, dtype, e,
    euler_gamma, flexible, float16, float32, float64, floating, format_float_positional,
    format_float_scientific, generic, get_printoptions, half, index_exp, inexact, inf, int8, int16,
    int32, int64, int_, intc, integer, intp, little_endian, long, longdouble, longlong, nan, ndindex,
    newaxis, number, pi, printoptions, s_, sctypeDict, set_printoptions, short, signedinteger, single,
    typecodes, ubyte, uint, uint8, uint16, uint32, uint64, uintc, uintp, ulong, ulonglong,
    unsignedinteger, ushort, void)
from numpy.exceptions import AxisError, ComplexWarning

cfloat = complex_ = complex128
float_ = float64
singlecomplex = complex64
Inf = Infinity = PINF = infty = inf
NAN = NaN = nan
NINF = -inf
PZERO, NZERO = 0.0, -0.0

__all__ = [
    "AxisError", "ComplexWarning", "False_", "Inf", "Infinity", "NAN", "NINF", "NZERO", "NaN", "PINF",
    "PZERO", "ScalarType", "True_", "base_repr", "binary_repr", "bool", "bool_",
    "byte", "cdouble", "cfloat", "character", "clongdouble", "complex128", "complex64", "complex_",
    "complexfloating", "csingle", "double", "dtype", "e", "euler_gamma", "flexible", "float16", "float32",
    "float64", "float_", "floating", "format_float_positional", "format_float_scientific", "generic",
    "get_printoptions", "half", "index_exp", "inexact", "inf", "infty", "int16", "int32", "int64", "int8",
    "int_", "intc", "integer", "intp", "little_endian", "long", "longdouble", "longlong", "nan", "ndindex",
    "newaxis", "number", "pi", "printoptions", "s_", "sctypeDict", "set_printoptions", "short",
    "signedinteger", "single", "singlecomplex", "typecodes", "ubyte", "uint", "uint16", "uint32", "uint64",
    "uint8", "uintc", "uintp", "ulong", "ulonglong", "unsignedinteger", "ushort", "void",
]
