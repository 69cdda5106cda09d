"""Ufuncs of hyperbolic functions."""
from cupy._ops._doc import unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = [
    "acosh", "arccosh", "arcsinh", "arctanh", "asinh", "atanh", "cosh", "sinh", "tanh",
]

sinh = ufunc("sinh", 1, 1, [
    each("eEfdFD", "out0 = sinh(in0)"),
], test={"domain": (-4, 4), "ulp": 4}, doc=unary(
    "Hyperbolic sine.",
    "cupy.sinh(cupy.array([0.0, 1.0]))", "array([0.        , 1.17520119])"))

cosh = ufunc("cosh", 1, 1, [
    each("eEfdFD", "out0 = cosh(in0)"),
], test={"domain": (-4, 4), "ulp": 4}, doc=unary(
    "Hyperbolic cosine.",
    "cupy.cosh(cupy.array([0.0, 1.0]))", "array([1.        , 1.54308063])"))

tanh = ufunc("tanh", 1, 1, [
    each("eEfdFD", "out0 = tanh(in0)"),
], test={"domain": (-4, 4), "ulp": 4}, doc=unary(
    "Hyperbolic tangent.",
    "cupy.tanh(cupy.array([0.0, 1.0]))", "array([0.        , 0.76159416])"))

arcsinh = ufunc("arcsinh", 1, 1, [
    each("eEfdFD", "out0 = asinh(in0)"),
], test={"domain": (-10, 10), "ulp": 4}, doc=unary(
    "Inverse of the hyperbolic sine.",
    "cupy.arcsinh(cupy.array([0.0, 1.0]))", "array([0.        , 0.88137359])"))

arccosh = ufunc("arccosh", 1, 1, [
    each("eEfdFD", "out0 = acosh(in0)"),
], test={"domain": (1, 10), "ulp": 4}, doc=unary(
    "Inverse of the hyperbolic cosine; NaN below 1.",
    "cupy.arccosh(cupy.array([1.0, 2.0]))", "array([0.        , 1.3169579])"))

arctanh = ufunc("arctanh", 1, 1, [
    each("eEfdFD", "out0 = atanh(in0)"),
], test={"domain": (-0.9, 0.9), "ulp": 4}, doc=unary(
    "Inverse of the hyperbolic tangent; NaN outside [-1, 1].",
    "cupy.arctanh(cupy.array([0.0, 0.5]))", "array([0.        , 0.54930614])"))

acosh = arccosh
asinh = arcsinh
atanh = arctanh
