"""Ufuncs of exponents, logarithms and roots."""
from cupy._ops._doc import binary, unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = [
    "cbrt", "exp", "exp2", "expm1", "log", "log10", "log1p", "log2", "logaddexp", "logaddexp2",
    "sqrt",
]

exp = ufunc("exp", 1, 1, [
    each("eEfdFD", "out0 = exp(in0)"),
], test={"domain": (-8, 8), "ulp": 4}, doc=unary(
    "e raised to the argument.",
    "cupy.exp(cupy.arange(3))", "array([1.        , 2.71828183, 7.3890561 ])"))

exp2 = ufunc("exp2", 1, 1, [
    each("eEfdFD", "out0 = exp2(in0)"),
], test={"domain": (-8, 8), "ulp": 4}, doc=unary(
    "2 raised to the argument.",
    "cupy.exp2(cupy.arange(4))", "array([1., 2., 4., 8.])"))

expm1 = ufunc("expm1", 1, 1, [
    each("eEfdFD", "out0 = expm1(in0)"),
], test={"domain": (-1, 8), "ulp": 4}, doc=unary(
    "``exp(x) - 1``, exact for small arguments.",
    "cupy.expm1(cupy.array([0.0, 1e-20]))", "array([0.e+00, 1.e-20])"))

log = ufunc("log", 1, 1, [
    each("eEfdFD", "out0 = log(in0)"),
], test={"domain": (1e-3, 1e3), "ulp": 4}, doc=unary(
    "Natural logarithm.",
    "cupy.log(cupy.array([1.0, 10.0]))", "array([0.        , 2.30258509])"))

log2 = ufunc("log2", 1, 1, [
    each("eEfdFD", "out0 = log2(in0)"),
], test={"domain": (1e-3, 1e3), "ulp": 4}, doc=unary(
    "Logarithm to base 2.",
    "cupy.log2(cupy.array([1.0, 8.0]))", "array([0., 3.])"))

log10 = ufunc("log10", 1, 1, [
    each("eEfdFD", "out0 = log10(in0)"),
], test={"domain": (1e-3, 1e3), "ulp": 4}, doc=unary(
    "Logarithm to base 10.",
    "cupy.log10(cupy.array([1.0, 100.0]))", "array([0., 2.])"))

log1p = ufunc("log1p", 1, 1, [
    each("eEfdFD", "out0 = log1p(in0)"),
], test={"domain": (-0.9, 1e3), "ulp": 4}, doc=unary(
    "``log(1 + x)``, exact for small arguments.",
    "cupy.log1p(cupy.array([0.0, 1e-20]))", "array([0.e+00, 1.e-20])"))

logaddexp = ufunc("logaddexp", 2, 1, [
    each("eEfd", "out0 = logaddexp(in0, in1)"),
], identity=-float("inf"), test={"domain": (-8, 8), "ulp": 8, "relative_to": "operands"}, doc=binary(
    "``log(exp(x1) + exp(x2))`` without overflow.",
    "cupy.logaddexp(cupy.array([0.0, 1000.0]), 1000.0)", "array([1000.        , 1000.69314718])"), associative=True)

logaddexp2 = ufunc("logaddexp2", 2, 1, [
    each("eEfd", "out0 = logaddexp2(in0, in1)"),
], identity=-float("inf"), test={"domain": (-8, 8), "ulp": 8, "relative_to": "operands"}, doc=binary(
    "``log2(2**x1 + 2**x2)`` without overflow.",
    "cupy.logaddexp2(cupy.array([3.0, 5.0]), [3.0, 5.0])", "array([4., 6.])"), associative=True)

sqrt = ufunc("sqrt", 1, 1, [
    each("eEfdFD", "out0 = sqrt(in0)"),
], test={"domain": (0, 1e3), "ulp": 1}, doc=unary(
    "Square root; NaN of a negative real number.",
    "cupy.sqrt(cupy.array([4, 9]))", "array([2., 3.])"))

cbrt = ufunc("cbrt", 1, 1, [
    each("eEfd", "out0 = cbrt(in0)"),
], test={"domain": (-1e3, 1e3), "ulp": 4}, doc=unary(
    "Cube root.",
    "cupy.cbrt(cupy.array([-8.0, 27.0]))", "array([-2.,  3.])"))
