"""Ufuncs that belong to no other family."""
from cupy._ops._doc import binary, ternary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = ["heaviside"]

heaviside = ufunc("heaviside", 2, 1, [
    each("eEfd", "out0 = heaviside(in0, in1)"),
], doc=binary(
    "0 below zero, 1 above, the second argument at zero.",
    "cupy.heaviside(cupy.array([-1.5, 0.0, 2.0]), 0.5)", "array([0. , 0.5, 1. ])"))

clip = ufunc("clip", 3, 1, [
    each("?", "out0 = (in0 || in1) && in2"),
    each("bBhHiIlLeEfdFD", "out0 = minimum(maximum(in0, in1), in2)"),
], doc=ternary(
    "The first argument, raised to the second and lowered to the third.",
    "cupy.clip(cupy.arange(5), 1, 3)", "array([1, 1, 2, 3, 3])"))
