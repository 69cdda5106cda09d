"""Ufuncs of whole-number divisors."""
from cupy._ops._doc import binary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = ["gcd", "lcm"]

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
