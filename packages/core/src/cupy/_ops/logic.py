"""Ufuncs of logic: comparisons, which order complex numbers by real, then imaginary part, and truth values."""
from cupy._ops._doc import binary, unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import Row, each, loop

__all__ = [
    "equal", "greater", "greater_equal", "less", "less_equal", "logical_and", "logical_not", "logical_or",
    "logical_xor", "not_equal",
]

_INTEGERS = "?bBhHiIlL"
_INEXACT = "eEfdFD"
_REAL = "eEfd"


def _complex(a: str, b: str, last: str) -> Row:
    """Loops that compare complex numbers as NumPy does, without a branch; false when a part that decides is NaN."""
    return each("FD", f"out0 = (({a}.re < {b}.re) & ({a}.im == {a}.im) & ({b}.im == {b}.im))"
                      f" | (({a}.re == {b}.re) & ({a}.im {last} {b}.im))", out="?")


equal = ufunc("equal", 2, 1, [
    each(_INTEGERS, "out0 = in0 == in1", out="?"),
    loop("lL->?", "out0 = in0 >= 0 && (unsigned long long)in0 == in1"),
    loop("Ll->?", "out0 = in1 >= 0 && in0 == (unsigned long long)in1"),
    each(_INEXACT, "out0 = in0 == in1", out="?"),
], doc=binary(
    "Whether the arguments are equal, element by element.",
    "cupy.equal(cupy.arange(3), 1)", "array([False,  True, False])"))

not_equal = ufunc("not_equal", 2, 1, [
    each(_INTEGERS, "out0 = in0 != in1", out="?"),
    loop("lL->?", "out0 = in0 < 0 || (unsigned long long)in0 != in1"),
    loop("Ll->?", "out0 = in1 < 0 || in0 != (unsigned long long)in1"),
    each(_INEXACT, "out0 = in0 != in1", out="?"),
], doc=binary(
    "Whether the arguments differ, element by element.",
    "cupy.not_equal(cupy.arange(3), 1)", "array([ True, False,  True])"))

less = ufunc("less", 2, 1, [
    each(_INTEGERS, "out0 = in0 < in1", out="?"),
    loop("lL->?", "out0 = in0 < 0 || (unsigned long long)in0 < in1"),
    loop("Ll->?", "out0 = in1 >= 0 && in0 < (unsigned long long)in1"),
    each(_REAL, "out0 = in0 < in1", out="?"), _complex("in0", "in1", "<"),
], doc=binary(
    "Whether the first argument is less than the second.",
    "cupy.less(cupy.arange(3), 1)", "array([ True, False, False])"))

less_equal = ufunc("less_equal", 2, 1, [
    each(_INTEGERS, "out0 = in0 <= in1", out="?"),
    loop("lL->?", "out0 = in0 < 0 || (unsigned long long)in0 <= in1"),
    loop("Ll->?", "out0 = in1 >= 0 && in0 <= (unsigned long long)in1"),
    each(_REAL, "out0 = in0 <= in1", out="?"), _complex("in0", "in1", "<="),
], doc=binary(
    "Whether the first argument is less than or equal to the second.",
    "cupy.less_equal(cupy.arange(3), 1)", "array([ True,  True, False])"))

greater = ufunc("greater", 2, 1, [
    each(_INTEGERS, "out0 = in0 > in1", out="?"),
    loop("lL->?", "out0 = in0 >= 0 && (unsigned long long)in0 > in1"),
    loop("Ll->?", "out0 = in1 < 0 || in0 > (unsigned long long)in1"),
    each(_REAL, "out0 = in0 > in1", out="?"), _complex("in1", "in0", "<"),
], doc=binary(
    "Whether the first argument is greater than the second.",
    "cupy.greater(cupy.arange(3), 1)", "array([False, False,  True])"))

greater_equal = ufunc("greater_equal", 2, 1, [
    each(_INTEGERS, "out0 = in0 >= in1", out="?"),
    loop("lL->?", "out0 = in0 >= 0 && (unsigned long long)in0 >= in1"),
    loop("Ll->?", "out0 = in1 < 0 || in0 >= (unsigned long long)in1"),
    each(_REAL, "out0 = in0 >= in1", out="?"), _complex("in1", "in0", "<="),
], doc=binary(
    "Whether the first argument is greater than or equal to the second.",
    "cupy.greater_equal(cupy.arange(3), 1)", "array([False,  True,  True])"))

logical_and = ufunc("logical_and", 2, 1, [
    each(_INTEGERS + _INEXACT, "out0 = bool(in0) && bool(in1)", out="?"),
], identity=True, doc=binary(
    "Whether both arguments are true.",
    "cupy.logical_and(cupy.arange(3), [1, 1, 0])", "array([False,  True, False])"),
    associative=True, reduces_as="all", logical=True)

logical_or = ufunc("logical_or", 2, 1, [
    each(_INTEGERS + _INEXACT, "out0 = bool(in0) || bool(in1)", out="?"),
], identity=False, doc=binary(
    "Whether one of the arguments is true.",
    "cupy.logical_or(cupy.arange(3), [0, 1, 0])", "array([False,  True,  True])"),
    associative=True, reduces_as="any", logical=True)

logical_xor = ufunc("logical_xor", 2, 1, [
    each(_INTEGERS + _INEXACT, "out0 = bool(in0) != bool(in1)", out="?"),
], identity=False, doc=binary(
    "Whether exactly one of the arguments is true.",
    "cupy.logical_xor(cupy.arange(3), [1, 1, 0])", "array([ True, False,  True])"), associative=True, logical=True)

logical_not = ufunc("logical_not", 1, 1, [
    each(_INTEGERS + _INEXACT, "out0 = !bool(in0)", out="?"),
], doc=unary(
    "Whether the argument is false.",
    "cupy.logical_not(cupy.arange(3))", "array([ True, False, False])"), logical=True)
