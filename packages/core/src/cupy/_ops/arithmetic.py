"""Ufuncs of arithmetic, of divisors and of conjugates."""
from cupy._ops._doc import binary, unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each, loop

__all__ = [
    "abs", "absolute", "add", "conj", "conjugate", "divide", "divmod", "fabs", "float_power", "floor_divide",
    "fmod", "gcd", "heaviside", "lcm", "mod", "multiply", "negative", "positive", "pow", "power", "reciprocal",
    "remainder", "sign", "square", "subtract", "true_divide",
]

_NO_BOOL = "ufunc '{}' did not contain a loop with signature matching type bool"

add = ufunc("add", 2, 1, [
    each("?", "out0 = in0 || in1"),
    each("bBhHiIlLeEfdFD", "out0 = in0 + in1"),
], identity=0, doc=binary(
    "Sum of the arguments, element by element.",
    "cupy.add(cupy.arange(3), 10)", "array([10, 11, 12])"),
    associative=True, reduces_as="sum", accumulates_as="cumsum", widens=True)

subtract = ufunc("subtract", 2, 1, [
    each("bBhHiIlLeEfdFD", "out0 = in0 - in1"),
], refuse={"??": "boolean subtract, the `-` operator, is not supported, use the bitwise_xor, "
                 "the `^` operator, or the logical_xor function instead."}, doc=binary(
    "Difference of the arguments, element by element.",
    "cupy.subtract(cupy.arange(3), 10)", "array([-10,  -9,  -8])"), any_order=True)

multiply = ufunc("multiply", 2, 1, [
    each("?", "out0 = in0 && in1"),
    each("bBhHiIlLeEfdFD", "out0 = in0 * in1"),
], identity=1, doc=binary(
    "Product of the arguments, element by element.",
    "cupy.multiply(cupy.arange(3), 10)", "array([ 0, 10, 20])"),
    associative=True, reduces_as="prod", accumulates_as="cumprod", widens=True)

divide = ufunc("divide", 2, 1, [
    each("bBhHiIlL", "out0 = double(in0) / double(in1)", out="d"),
    each("eEfdFD", "out0 = in0 / in1"),
], doc=binary(
    "True quotient of the arguments; integers give float64.",
    "cupy.divide(cupy.arange(3), 2)", "array([0. , 0.5, 1. ])"), any_order=True)

floor_divide = ufunc("floor_divide", 2, 1, [
    each("bBhHiIlLeEfd", "out0 = floor_divide(in0, in1)"),
], doc=binary(
    "Largest integer not above the quotient; integer division by zero gives 0.",
    "cupy.floor_divide(cupy.arange(-2, 3), 2)", "array([-1, -1,  0,  0,  1])"))

remainder = ufunc("remainder", 2, 1, [
    each("bBhHiIlLeEfd", "out0 = remainder(in0, in1)"),
], doc=binary(
    "Remainder of floor division, with the sign of the divisor.",
    "cupy.remainder(cupy.arange(-2, 3), 3)", "array([1, 2, 0, 1, 2])"))

fmod = ufunc("fmod", 2, 1, [
    each("bBhHiIlLeEfd", "out0 = fmod(in0, in1)"),
], doc=binary(
    "Remainder of truncated division, with the sign of the dividend.",
    "cupy.fmod(cupy.arange(-2, 3), 2)", "array([ 0, -1,  0,  1,  0])"))

divmod = ufunc("divmod", 2, 2, [
    each("bBhHiIlLeEfd", "out0 = floor_divide(in0, in1); out1 = remainder(in0, in1)"),
], doc=binary(
    "Quotient and remainder of floor division, in one pass.",
    "cupy.divmod(cupy.arange(4), 3)", "(array([0, 0, 0, 1]), array([0, 1, 2, 0]))",
    returns="tuple of ndarray\n    The quotient and the remainder."))

power = ufunc("power", 2, 1, [
    each("bBhHiIlLeEfdFD", "out0 = power(in0, in1)"),
], test={"domain": (0, 4), "ulp": 8}, doc=binary(
    "First argument raised to the second, element by element.",
    "cupy.power(cupy.arange(5), 3)", "array([ 0,  1,  8, 27, 64])"), is_power=True)

float_power = ufunc("float_power", 2, 1, [
    each("dD", "out0 = power(in0, in1)"),
], test={"domain": (0, 4), "ulp": 8}, doc=binary(
    "First argument raised to the second, in double precision at least.",
    "cupy.float_power(cupy.arange(4), -1.0)[1:]",
    "array([1.        , 0.5       , 0.33333333])"), is_power=True)

negative = ufunc("negative", 1, 1, [
    each("bBhHiIlLeEfdFD", "out0 = -in0"),
], refuse={"?": "The boolean negative, the `-` operator, is not supported, use the `~` operator "
                "or the logical_not function instead."}, doc=unary(
    "The argument with its sign changed.",
    "cupy.negative(cupy.arange(3.0))", "array([-0., -1., -2.])"))

positive = ufunc("positive", 1, 1, [
    each("bBhHiIlLeEfdFD", "out0 = in0"),
], refuse={"?": _NO_BOOL.format("positive")}, doc=unary(
    "A copy of the argument.",
    "cupy.positive(cupy.arange(3))", "array([0, 1, 2])"))

absolute = ufunc("absolute", 1, 1, [
    each("?BHIL", "out0 = in0"),
    each("bhil", "out0 = in0 < 0 ? -in0 : in0"),
    each("eEfd", "out0 = fabs(in0)"),
    loop("F->f", "out0 = abs(in0)"),
    loop("D->d", "out0 = abs(in0)"),
], test={"ulp": 2}, doc=unary(
    "Magnitude of the argument; of a complex number it is real.",
    "cupy.absolute(cupy.array([-1.5, 2.0]))", "array([1.5, 2. ])"))

fabs = ufunc("fabs", 1, 1, [
    each("eEfd", "out0 = fabs(in0)"),
], doc=unary(
    "Magnitude of a real argument, as a floating-point number.",
    "cupy.fabs(cupy.arange(-1, 2))", "array([1., 0., 1.])"))

sign = ufunc("sign", 1, 1, [
    each("bBhHiIlLeEfdFD", "out0 = sign(in0)"),
], refuse={"?": _NO_BOOL.format("sign")}, test={"ulp": 2}, doc=unary(
    "-1, 0 or 1 by the sign of the argument; x/abs(x) of a complex number.",
    "cupy.sign(cupy.arange(-2, 3))", "array([-1, -1,  0,  1,  1])"))

square = ufunc("square", 1, 1, [
    each("bBhHiIlLeEfdFD", "out0 = in0 * in0"),
], doc=unary(
    "The argument times itself.",
    "cupy.square(cupy.arange(4))", "array([0, 1, 4, 9])"))

reciprocal = ufunc("reciprocal", 1, 1, [
    each("bBhHiIlLeEfdFD", "out0 = reciprocal(in0)"),
], test={"ulp": 2}, doc=unary(
    "One divided by the argument; integers give integers.",
    "cupy.reciprocal(cupy.array([0.5, 4.0]))", "array([2.  , 0.25])"))

abs = absolute
mod = remainder
pow = power
true_divide = divide

heaviside = ufunc("heaviside", 2, 1, [
    each("eEfd", "out0 = heaviside(in0, in1)"),
], doc=binary(
    "0 below zero, 1 above, the second argument at zero.",
    "cupy.heaviside(cupy.array([-1.5, 0.0, 2.0]), 0.5)", "array([0. , 0.5, 1. ])"))

gcd = ufunc("gcd", 2, 1, [
    each("bBhHiIlL", "out0 = gcd(in0, in1)"),
], identity=0, refuse={"??": "ufunc 'gcd' did not contain a loop with signature matching bool"},
    doc=binary(
    "Greatest common divisor of the magnitudes.",
    "cupy.gcd(cupy.array([12, 20]), 8)", "array([4, 4])"), associative=True)

lcm = ufunc("lcm", 2, 1, [
    each("bBhHiIlL", "out0 = lcm(in0, in1)"),
], refuse={"??": "ufunc 'lcm' did not contain a loop with signature matching bool"}, doc=binary(
    "Least common multiple of the magnitudes.",
    "cupy.lcm(cupy.array([12, 20]), 8)", "array([24, 40])"), associative=True, one_axis=True)

conjugate = ufunc("conjugate", 1, 1, [
    each("bBhHiIlLeEfd", "out0 = in0"),
    each("FD", "out0 = conj(in0)"),
], doc=unary(
    "The argument with the sign of its imaginary part changed.",
    "cupy.conjugate(cupy.array([1 + 2j]))", "array([1.-2.j])"))

conj = conjugate
