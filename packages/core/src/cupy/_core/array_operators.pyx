# Operators of ndarray; what they do is filled in by the ufunc module when it loads.

from libc.string cimport memset

from cupy._core.array_methods cimport ArrayMethods
from cupy._core.deferred cimport deferred

cdef OperatorHooks operator_hooks
memset(&operator_hooks, 0, sizeof(OperatorHooks))


cdef inline bint _is_no_number(object x):
    return x is None or type(x) is str or type(x) is bytes


cdef class ArrayOperators(ArrayMethods):
    """Base of ``ndarray``: unary, binary, in-place and comparison operators."""

    def __neg__(self):
        return operator_hooks.operate(NEGATIVE, self, None)

    def __pos__(self):
        return operator_hooks.operate(POSITIVE, self, None)

    def __abs__(self):
        return operator_hooks.operate(ABSOLUTE, self, None)

    def __invert__(self):
        return operator_hooks.operate(INVERT, self, None)

    def __add__(self, other):
        return operator_hooks.operate(ADD, self, other)

    def __radd__(self, other):
        return operator_hooks.operate(ADD, other, self)

    def __iadd__(self, other):
        return operator_hooks.operate_into(ADD, self, other)

    def __sub__(self, other):
        return operator_hooks.operate(SUBTRACT, self, other)

    def __rsub__(self, other):
        return operator_hooks.operate(SUBTRACT, other, self)

    def __isub__(self, other):
        return operator_hooks.operate_into(SUBTRACT, self, other)

    def __mul__(self, other):
        return operator_hooks.operate(MULTIPLY, self, other)

    def __rmul__(self, other):
        return operator_hooks.operate(MULTIPLY, other, self)

    def __imul__(self, other):
        return operator_hooks.operate_into(MULTIPLY, self, other)

    def __truediv__(self, other):
        return operator_hooks.operate(TRUE_DIVIDE, self, other)

    def __rtruediv__(self, other):
        return operator_hooks.operate(TRUE_DIVIDE, other, self)

    def __itruediv__(self, other):
        return operator_hooks.operate_into(TRUE_DIVIDE, self, other)

    def __floordiv__(self, other):
        return operator_hooks.operate(FLOOR_DIVIDE, self, other)

    def __rfloordiv__(self, other):
        return operator_hooks.operate(FLOOR_DIVIDE, other, self)

    def __ifloordiv__(self, other):
        return operator_hooks.operate_into(FLOOR_DIVIDE, self, other)

    def __mod__(self, other):
        return operator_hooks.operate(REMAINDER, self, other)

    def __rmod__(self, other):
        return operator_hooks.operate(REMAINDER, other, self)

    def __imod__(self, other):
        return operator_hooks.operate_into(REMAINDER, self, other)

    def __pow__(self, other, modulo):
        return NotImplemented if modulo is not None else operator_hooks.operate(POWER, self, other)

    def __rpow__(self, other, modulo):
        return NotImplemented if modulo is not None else operator_hooks.operate(POWER, other, self)

    def __ipow__(self, other):
        return operator_hooks.operate_into(POWER, self, other)

    def __lshift__(self, other):
        return operator_hooks.operate(LEFT_SHIFT, self, other)

    def __rlshift__(self, other):
        return operator_hooks.operate(LEFT_SHIFT, other, self)

    def __ilshift__(self, other):
        return operator_hooks.operate_into(LEFT_SHIFT, self, other)

    def __rshift__(self, other):
        return operator_hooks.operate(RIGHT_SHIFT, self, other)

    def __rrshift__(self, other):
        return operator_hooks.operate(RIGHT_SHIFT, other, self)

    def __irshift__(self, other):
        return operator_hooks.operate_into(RIGHT_SHIFT, self, other)

    def __and__(self, other):
        return operator_hooks.operate(AND, self, other)

    def __rand__(self, other):
        return operator_hooks.operate(AND, other, self)

    def __iand__(self, other):
        return operator_hooks.operate_into(AND, self, other)

    def __or__(self, other):
        return operator_hooks.operate(OR, self, other)

    def __ror__(self, other):
        return operator_hooks.operate(OR, other, self)

    def __ior__(self, other):
        return operator_hooks.operate_into(OR, self, other)

    def __xor__(self, other):
        return operator_hooks.operate(XOR, self, other)

    def __rxor__(self, other):
        return operator_hooks.operate(XOR, other, self)

    def __ixor__(self, other):
        return operator_hooks.operate_into(XOR, self, other)

    def __matmul__(self, other):
        return operator_hooks.operate(MATMUL, self, other)

    def __rmatmul__(self, other):
        return operator_hooks.operate(MATMUL, other, self)

    def __imatmul__(self, other):
        return operator_hooks.operate_into(MATMUL, self, other)

    def __divmod__(self, other):
        return operator_hooks.operate(DIVMOD, self, other)

    def __rdivmod__(self, other):
        return operator_hooks.operate(DIVMOD, other, self)

    def __lt__(self, other):
        return operator_hooks.operate(LESS, self, other)

    def __le__(self, other):
        return operator_hooks.operate(LESS_EQUAL, self, other)

    def __eq__(self, other):
        if _is_no_number(other):
            return deferred("times_and_text.differs")(self, other, False)
        found = operator_hooks.operate(EQUAL, self, other)
        return deferred("times_and_text.differs_from")(self, other, False) if found is NotImplemented else found

    def __ne__(self, other):
        if _is_no_number(other):
            return deferred("times_and_text.differs")(self, other, True)
        found = operator_hooks.operate(NOT_EQUAL, self, other)
        return deferred("times_and_text.differs_from")(self, other, True) if found is NotImplemented else found

    def __gt__(self, other):
        return operator_hooks.operate(GREATER, self, other)

    def __ge__(self, other):
        return operator_hooks.operate(GREATER_EQUAL, self, other)
