"""Ufuncs of trigonometric and hyperbolic functions."""
from cupy._ops._doc import binary, unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = [
    "acos", "acosh", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "asin", "asinh",
    "atan", "atan2", "atanh", "cos", "cosh", "deg2rad", "degrees", "hypot", "rad2deg", "radians", "sin", "sinh",
    "tan", "tanh",
]

sin = ufunc("sin", 1, 1, [
    each("eEfdFD", "out0 = sin(in0)"),
], test={"domain": (-10, 10), "ulp": 4}, doc=unary(
    "Sine of an angle in radians.",
    "cupy.sin(cupy.array([0.0, 1.0]))", "array([0.        , 0.84147098])"))

cos = ufunc("cos", 1, 1, [
    each("eEfdFD", "out0 = cos(in0)"),
], test={"domain": (-10, 10), "ulp": 4}, doc=unary(
    "Cosine of an angle in radians.",
    "cupy.cos(cupy.array([0.0, 1.0]))", "array([1.        , 0.54030231])"))

tan = ufunc("tan", 1, 1, [
    each("eEfdFD", "out0 = tan(in0)"),
], test={"domain": (-1.5, 1.5), "ulp": 4}, doc=unary(
    "Tangent of an angle in radians.",
    "cupy.tan(cupy.array([0.0, 1.0]))", "array([0.        , 1.55740772])"))

arcsin = ufunc("arcsin", 1, 1, [
    each("eEfdFD", "out0 = asin(in0)"),
], test={"domain": (-1, 1), "ulp": 4}, doc=unary(
    "Angle in radians whose sine is the argument.",
    "cupy.arcsin(cupy.array([0.0, 1.0]))", "array([0.        , 1.57079633])"))

arccos = ufunc("arccos", 1, 1, [
    each("eEfdFD", "out0 = acos(in0)"),
], test={"domain": (-1, 1), "ulp": 4}, doc=unary(
    "Angle in radians whose cosine is the argument.",
    "cupy.arccos(cupy.array([0.0, 1.0]))", "array([1.57079633, 0.        ])"))

arctan = ufunc("arctan", 1, 1, [
    each("eEfdFD", "out0 = atan(in0)"),
], test={"domain": (-10, 10), "ulp": 4}, doc=unary(
    "Angle in radians whose tangent is the argument.",
    "cupy.arctan(cupy.array([0.0, 1.0]))", "array([0.        , 0.78539816])"))

arctan2 = ufunc("arctan2", 2, 1, [
    each("eEfd", "out0 = atan2(in0, in1)"),
], test={"domain": (-10, 10), "ulp": 4}, doc=binary(
    "Angle in radians of the point (x2, x1), in the right quadrant.",
    "cupy.arctan2(cupy.array([1.0, -1.0]), -1.0)", "array([ 2.35619449, -2.35619449])"))

hypot = ufunc("hypot", 2, 1, [
    each("eEfd", "out0 = hypot(in0, in1)"),
], identity=0, test={"ulp": 2}, doc=binary(
    "Length of the hypotenuse, without overflow.",
    "cupy.hypot(cupy.array([3.0, 5.0]), [4.0, 12.0])", "array([ 5., 13.])"), associative=True)

degrees = ufunc("degrees", 1, 1, [
    each("eEf", "out0 = out0_type((float)in0 * 57.29577951308232f)"),
    each("d", "out0 = in0 * 57.29577951308232"),
], test={"ulp": 2}, doc=unary(
    "Radians as degrees.",
    "cupy.degrees(cupy.array([0.0, cupy.pi]))", "array([  0., 180.])"))

radians = ufunc("radians", 1, 1, [
    each("eEf", "out0 = out0_type((float)in0 * 0.017453292519943295f)"),
    each("d", "out0 = in0 * 0.017453292519943295"),
], test={"ulp": 2}, doc=unary(
    "Degrees as radians.",
    "cupy.radians(cupy.array([0.0, 180.0]))", "array([0.        , 3.14159265])"))

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

acos = arccos
acosh = arccosh
asin = arcsin
asinh = arcsinh
atan = arctan
atan2 = arctan2
atanh = arctanh
deg2rad = radians
rad2deg = degrees
