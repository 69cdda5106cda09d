"""Ufuncs on the bits of integers."""
from cupy._ops._doc import binary, unary
from cupy._ops._spec import ufunc
from cupy._specs.spec import each

__all__ = [
    "bitwise_and", "bitwise_count", "bitwise_invert", "bitwise_left_shift", "bitwise_not",
    "bitwise_or", "bitwise_right_shift", "bitwise_xor", "invert", "left_shift", "right_shift",
]

bitwise_and = ufunc("bitwise_and", 2, 1, [
    each("?bBhHiIlL", "out0 = in0 & in1"),
], identity=-1, doc=binary(
    "Bits set in both arguments.",
    "cupy.bitwise_and(cupy.arange(5), 6)", "array([0, 0, 2, 2, 4])"), associative=True, keeps_bool=True)

bitwise_or = ufunc("bitwise_or", 2, 1, [
    each("?bBhHiIlL", "out0 = in0 | in1"),
], identity=0, doc=binary(
    "Bits set in one of the arguments.",
    "cupy.bitwise_or(cupy.arange(5), 1)", "array([1, 1, 3, 3, 5])"), associative=True, keeps_bool=True)

bitwise_xor = ufunc("bitwise_xor", 2, 1, [
    each("?bBhHiIlL", "out0 = in0 ^ in1"),
], identity=0, doc=binary(
    "Bits set in exactly one of the arguments.",
    "cupy.bitwise_xor(cupy.arange(5), 1)", "array([1, 0, 3, 2, 5])"), associative=True, keeps_bool=True)

invert = ufunc("invert", 1, 1, [
    each("?", "out0 = !in0"),
    each("bBhHiIlL", "out0 = ~in0"),
], doc=unary(
    "All bits of the argument turned over; logical not of bool.",
    "cupy.invert(cupy.arange(3))", "array([-1, -2, -3])"), keeps_bool=True)

left_shift = ufunc("left_shift", 2, 1, [
    each("bBhHiIlL", "out0 = left_shift(in0, in1)"),
], test={"domain": (0, 7)}, doc=binary(
    "Bits moved to the left; zero when all are moved out.",
    "cupy.left_shift(1, cupy.arange(4))", "array([1, 2, 4, 8])"), any_order=True)

right_shift = ufunc("right_shift", 2, 1, [
    each("bBhHiIlL", "out0 = right_shift(in0, in1)"),
], test={"domain": (0, 7)}, doc=binary(
    "Bits moved to the right; the sign is kept.",
    "cupy.right_shift(cupy.array([16, -16]), 2)", "array([ 4, -4])"), any_order=True)

bitwise_count = ufunc("bitwise_count", 1, 1, [
    each("bBhHiIlL", "out0 = popcount(in0 < 0 ? -in0 : in0)", out="B"),
], doc=unary(
    "Number of bits set in the magnitude of the argument, as uint8.",
    "cupy.bitwise_count(cupy.array([0, 3, -7]))", "array([0, 2, 3], dtype=uint8)"))

bitwise_invert = invert
bitwise_not = invert
bitwise_left_shift = left_shift
bitwise_right_shift = right_shift
