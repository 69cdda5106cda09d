"""Ufuncs that round to an integral value; integers stay what they are."""
from cupy._ops._doc import unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = ["ceil", "floor", "rint", "trunc"]

_INTEGERS = "?bBhHiIlL"

floor = ufunc("floor", 1, 1, [
    each(_INTEGERS, "out0 = in0"),
    each("eEfd", "out0 = floor(in0)"),
], doc=unary(
    "Largest integral value that is not above the argument.",
    "cupy.floor(cupy.array([-1.5, 1.5]))", "array([-2.,  1.])"))

ceil = ufunc("ceil", 1, 1, [
    each(_INTEGERS, "out0 = in0"),
    each("eEfd", "out0 = ceil(in0)"),
], doc=unary(
    "Smallest integral value that is not below the argument.",
    "cupy.ceil(cupy.array([-1.5, 1.5]))", "array([-1.,  2.])"))

trunc = ufunc("trunc", 1, 1, [
    each(_INTEGERS, "out0 = in0"),
    each("eEfd", "out0 = trunc(in0)"),
], doc=unary(
    "The argument without its fraction.",
    "cupy.trunc(cupy.array([-1.5, 1.5]))", "array([-1.,  1.])"))

rint = ufunc("rint", 1, 1, [
    each("eEfd", "out0 = rint(in0)"),
    each("FD", "out0 = out0_type(rint(in0.re), rint(in0.im))"),
], doc=unary(
    "Nearest integral value; halves go to the even one.",
    "cupy.rint(cupy.array([0.5, 1.5, 2.6]))", "array([0., 2., 3.])"))
