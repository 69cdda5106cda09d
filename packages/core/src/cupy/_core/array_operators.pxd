# Operators of ndarray, and the table that the ufunc module fills.

from cupy._core.array_methods cimport ArrayMethods

cdef enum Operator:
    ADD, SUBTRACT, MULTIPLY, TRUE_DIVIDE, FLOOR_DIVIDE, REMAINDER, POWER, LEFT_SHIFT, RIGHT_SHIFT,
    AND, OR, XOR, LESS, LESS_EQUAL, EQUAL, NOT_EQUAL, GREATER, GREATER_EQUAL, DIVMOD, MATMUL,
    NEGATIVE, POSITIVE, ABSOLUTE, INVERT,
    SQUARE, SQUARE_ROOT, RECIPROCAL     # powers with a name of their own

cdef struct OperatorHooks:
    object (*operate)(int op, object x, object y)           # y is None for unary operators
    object (*operate_into)(int op, object x, object y)      # x op= y

cdef OperatorHooks operator_hooks

cdef class ArrayOperators(ArrayMethods):
    pass
