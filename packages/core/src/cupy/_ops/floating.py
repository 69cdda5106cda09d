"""Ufuncs on the make-up of floating-point numbers."""
from cupy._ops._doc import binary, unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each, loop

__all__ = [
    "copysign", "frexp", "isfinite", "isinf", "isnan", "ldexp", "modf", "nextafter", "signbit",
    "spacing",
]

_INTEGERS = "?bBhHiIlL"
_INEXACT = "eEfdFD"

isnan = ufunc("isnan", 1, 1, [
    each(_INTEGERS, "out0 = false", out="?"),
    each(_INEXACT, "out0 = isnan(in0)", out="?"),
], doc=unary(
    "Whether the argument is not a number.",
    "cupy.isnan(cupy.array([1.0, cupy.nan]))", "array([False,  True])"))

isinf = ufunc("isinf", 1, 1, [
    each(_INTEGERS, "out0 = false", out="?"),
    each(_INEXACT, "out0 = isinf(in0)", out="?"),
], doc=unary(
    "Whether the argument is infinite.",
    "cupy.isinf(cupy.array([1.0, -cupy.inf]))", "array([False,  True])"))

isfinite = ufunc("isfinite", 1, 1, [
    each(_INTEGERS, "out0 = true", out="?"),
    each(_INEXACT, "out0 = isfinite(in0)", out="?"),
], doc=unary(
    "Whether the argument is neither infinite nor NaN.",
    "cupy.isfinite(cupy.array([1.0, cupy.nan]))", "array([ True, False])"))

signbit = ufunc("signbit", 1, 1, [
    each("eEfd", "out0 = signbit(in0)", out="?"),
], doc=unary(
    "Whether the sign bit is set; it is for -0.0.",
    "cupy.signbit(cupy.array([1.0, -0.0]))", "array([False,  True])"))

copysign = ufunc("copysign", 2, 1, [
    each("eEfd", "out0 = copysign(in0, in1)"),
], doc=binary(
    "Magnitude of the first argument with the sign of the second.",
    "cupy.copysign(cupy.array([1.0, 2.0]), -0.0)", "array([-1., -2.])"))

nextafter = ufunc("nextafter", 2, 1, [
    each("eEfd", "out0 = nextafter(in0, in1)"),
], doc=binary(
    "Next number after the first argument towards the second.",
    "cupy.nextafter(cupy.array([1.0]), 2.0) - 1", "array([2.22044605e-16])"))

spacing = ufunc("spacing", 1, 1, [
    each("eEfd", "out0 = spacing(in0)"),
], doc=unary(
    "Distance to the next number away from zero, with the sign of the argument.",
    "cupy.spacing(cupy.array([1.0]))", "array([2.22044605e-16])"))

ldexp = ufunc("ldexp", 2, 1, [
    loop("ei->e", "out0 = ldexp(in0, in1)"),
    loop("Ei->E", "out0 = ldexp(in0, in1)"),
    loop("fi->f", "out0 = ldexp(in0, in1)"),
    loop("el->e", "out0 = ldexp(in0, in1)"),
    loop("El->E", "out0 = ldexp(in0, in1)"),
    loop("fl->f", "out0 = ldexp(in0, in1)"),
    loop("di->d", "out0 = ldexp(in0, in1)"),
    loop("dl->d", "out0 = ldexp(in0, in1)"),
], test={"domain": (-8, 8)}, doc=binary(
    "``x1 * 2**x2``.",
    "cupy.ldexp(5.0, cupy.arange(3))", "array([ 5., 10., 20.])"))

frexp = ufunc("frexp", 1, 2, [
    loop("e->ei", "out0 = frexp(in0, &out1)"),
    loop("E->Ei", "out0 = frexp(in0, &out1)"),
    loop("f->fi", "out0 = frexp(in0, &out1)"),
    loop("d->di", "out0 = frexp(in0, &out1)"),
], doc=unary(
    "Mantissa in [0.5, 1) and exponent of 2.",
    "cupy.frexp(cupy.array([1.0, 6.0]))", "(array([0.5 , 0.75]), array([1, 3], dtype=int32))",
    returns="tuple of ndarray\n    The mantissa and the exponent."))

modf = ufunc("modf", 1, 2, [
    each("eEfd", "out0 = modf(in0, &out1)"),
], doc=unary(
    "Fraction and integral part, both with the sign of the argument.",
    "cupy.modf(cupy.array([1.5, -0.25]))", "(array([ 0.5 , -0.25]), array([ 1., -0.]))",
    returns="tuple of ndarray\n    The fraction and the integral part."))
