"""Ufuncs that choose the larger or smaller argument."""
from cupy._ops._doc import binary, ternary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = ["fmax", "fmin", "maximum", "minimum"]

maximum = ufunc("maximum", 2, 1, [
    each("?", "out0 = in0 || in1"),
    each("bBhHiIlLeEfdFD", "out0 = maximum(in0, in1)"),
], doc=binary(
    "Larger of the arguments; NaN if one of them is.",
    "cupy.maximum(cupy.arange(4), 2)", "array([2, 2, 2, 3])"),
    associative=True, reduces_as="max", accumulates_as="cummax")

minimum = ufunc("minimum", 2, 1, [
    each("?", "out0 = in0 && in1"),
    each("bBhHiIlLeEfdFD", "out0 = minimum(in0, in1)"),
], doc=binary(
    "Smaller of the arguments; NaN if one of them is.",
    "cupy.minimum(cupy.arange(4), 2)", "array([0, 1, 2, 2])"),
    associative=True, reduces_as="min", accumulates_as="cummin")

fmax = ufunc("fmax", 2, 1, [
    each("?", "out0 = in0 || in1"),
    each("bBhHiIlLeEfdFD", "out0 = fmax(in0, in1)"),
], doc=binary(
    "Larger of the arguments; NaN only if both are.",
    "cupy.fmax(cupy.array([1.0, cupy.nan]), 2.0)", "array([2., 2.])"), associative=True)

fmin = ufunc("fmin", 2, 1, [
    each("?", "out0 = in0 && in1"),
    each("bBhHiIlLeEfdFD", "out0 = fmin(in0, in1)"),
], doc=binary(
    "Smaller of the arguments; NaN only if both are.",
    "cupy.fmin(cupy.array([1.0, cupy.nan]), 2.0)", "array([1., 2.])"), associative=True)

clip = ufunc("clip", 3, 1, [
    each("?", "out0 = (in0 || in1) && in2"),
    each("bBhHiIlLeEfdFD", "out0 = minimum(maximum(in0, in1), in2)"),
], doc=ternary(
    "The first argument, raised to the second and lowered to the third.",
    "cupy.clip(cupy.arange(5), 1, 3)", "array([1, 1, 2, 3, 3])"))
