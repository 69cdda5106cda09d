# What the operators of arrays do: each is a ufunc, but the product of matrices.

import numpy

from cupy._core cimport dtypes
from cupy._core.deferred cimport deferred, public
from cupy._core.array_operators cimport (
    ABSOLUTE, ADD, AND, DIVMOD, EQUAL, FLOOR_DIVIDE, GREATER, GREATER_EQUAL, INVERT, LEFT_SHIFT, LESS, LESS_EQUAL,
    MATMUL, MULTIPLY, NEGATIVE, NOT_EQUAL, OR, POSITIVE, POWER, REMAINDER, RECIPROCAL, RIGHT_SHIFT, SQUARE,
    SQUARE_ROOT, SUBTRACT, TRUE_DIVIDE, XOR, operator_hooks)
from cupy._core.ndarray cimport ndarray
from cupy._core.operands cimport as_operand
from cupy._core.ufunc cimport ufunc
from cupy._core.override import ask_overrides

cdef object _numpy_array = numpy.ndarray

_NAMES = {
    ADD: "add", SUBTRACT: "subtract", MULTIPLY: "multiply", TRUE_DIVIDE: "true_divide",
    FLOOR_DIVIDE: "floor_divide", REMAINDER: "remainder", POWER: "power", LEFT_SHIFT: "left_shift",
    RIGHT_SHIFT: "right_shift", AND: "bitwise_and", OR: "bitwise_or", XOR: "bitwise_xor", LESS: "less",
    LESS_EQUAL: "less_equal", EQUAL: "equal", NOT_EQUAL: "not_equal", GREATER: "greater",
    GREATER_EQUAL: "greater_equal", DIVMOD: "divmod", NEGATIVE: "negative", POSITIVE: "positive",
    ABSOLUTE: "absolute", INVERT: "invert", SQUARE: "square", SQUARE_ROOT: "sqrt", RECIPROCAL: "reciprocal",
}
cdef list _operators = [None] * 32


cdef ufunc _operator(int op):
    found = _operators[op]
    if found is None:
        found = _operators[op] = public(_NAMES[op])
    return <ufunc>found


cdef object _operate(int op, object x, object y):
    if op == MATMUL:
        if not (type(x) is ndarray and type(y) is ndarray):
            if _other_handles(x, y):
                return NotImplemented
            if as_operand(y if isinstance(x, ndarray) else x) is NotImplemented:
                return ask_overrides(public("matmul"), "__call__", (x, y), {})
        return public("matmul")(x, y)
    if op == POWER and (type(y) is int or type(y) is float):
        op = _cheaper_power(x, y)
    cdef ufunc uf = _operator(op)
    if uf.nin == 1:
        return uf.on_inputs(x, None, None)
    if not (type(x) is ndarray and type(y) is ndarray) and _other_handles(x, y):
        return NotImplemented
    if (op == EQUAL or op == NOT_EQUAL) and (_has_no_loops(x) or _has_no_loops(y)):
        return deferred("times_and_text.equal_or_never")(uf, x, y, op == NOT_EQUAL)
    return uf.on_inputs(x, y, None)


# NumPy's operator, too, knows these exponents; its function power does not.
cdef int _cheaper_power(object x, object exponent) except -1:
    if not isinstance(x, ndarray):
        return POWER
    inexact = dtypes.FLOAT16 <= (<ndarray>x).code < dtypes.OTHER
    if exponent == 2 and (inexact or type(exponent) is int):
        return SQUARE
    if inexact and exponent == 0.5:
        return SQUARE_ROOT
    if inexact and exponent == -1:
        return RECIPROCAL
    if inexact and exponent == 1:
        return POSITIVE
    return POWER


cdef inline bint _has_no_loops(object x):
    return isinstance(x, ndarray) and (<ndarray>x).code == dtypes.OTHER


cdef bint _other_handles(object x, object y) except -1:
    other = y if isinstance(x, ndarray) else x
    if isinstance(other, (ndarray, int, float, complex, numpy.generic)):
        return False
    if isinstance(other, _numpy_array):
        return False
    if getattr(other, "__array_ufunc__", 0) is None:
        return True
    return getattr(other, "__array_priority__", 0) > 100


cdef object _operate_into(int op, object x, object y):
    if op == MATMUL:
        if type(y) is not ndarray and _other_handles(x, y):
            return NotImplemented
        return public("matmul")(x, y, x)
    if type(y) is not ndarray and _other_handles(x, y):
        return NotImplemented
    return _operator(op).on_inputs(x, y, x)


operator_hooks.operate = _operate
operator_hooks.operate_into = _operate_into
