"""Ufuncs that compare; complex numbers are ordered by real part, then imaginary part."""
from cupy._ops._doc import binary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each, loop

__all__ = ["equal", "greater", "greater_equal", "less", "less_equal", "not_equal"]

_INTEGERS = "?bBhHiIlL"
_INEXACT = "eEfdFD"

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
    each(_INEXACT, "out0 = in0 < in1", out="?"),
], doc=binary(
    "Whether the first argument is less than the second.",
    "cupy.less(cupy.arange(3), 1)", "array([ True, False, False])"))

less_equal = ufunc("less_equal", 2, 1, [
    each(_INTEGERS, "out0 = in0 <= in1", out="?"),
    loop("lL->?", "out0 = in0 < 0 || (unsigned long long)in0 <= in1"),
    loop("Ll->?", "out0 = in1 >= 0 && in0 <= (unsigned long long)in1"),
    each(_INEXACT, "out0 = in0 <= in1", out="?"),
], doc=binary(
    "Whether the first argument is less than or equal to the second.",
    "cupy.less_equal(cupy.arange(3), 1)", "array([ True,  True, False])"))

greater = ufunc("greater", 2, 1, [
    each(_INTEGERS, "out0 = in0 > in1", out="?"),
    loop("lL->?", "out0 = in0 >= 0 && (unsigned long long)in0 > in1"),
    loop("Ll->?", "out0 = in1 < 0 || in0 > (unsigned long long)in1"),
    each(_INEXACT, "out0 = in0 > in1", out="?"),
], doc=binary(
    "Whether the first argument is greater than the second.",
    "cupy.greater(cupy.arange(3), 1)", "array([False, False,  True])"))

greater_equal = ufunc("greater_equal", 2, 1, [
    each(_INTEGERS, "out0 = in0 >= in1", out="?"),
    loop("lL->?", "out0 = in0 >= 0 && (unsigned long long)in0 >= in1"),
    loop("Ll->?", "out0 = in1 < 0 || in0 >= (unsigned long long)in1"),
    each(_INEXACT, "out0 = in0 >= in1", out="?"),
], doc=binary(
    "Whether the first argument is greater than or equal to the second.",
    "cupy.greater_equal(cupy.arange(3), 1)", "array([False,  True,  True])"))
