"""Operations behind the routines that sort: keys of complex numbers."""
from cupy._ops._spec import ufunc
from cupy._specs.spec import each, loop

__all__ = []

_HEADERS = ("math/sort_keys.hpp",)

complex64_key = ufunc("complex64_key", 1, 1, [loop("F->L", "out0 = complex_key(in0)")], headers=_HEADERS)

# The second part decides where the first is the same.
complex128_key = ufunc("complex128_key", 1, 2, [
    loop("D->LL", "uint64 high, low; complex_key(in0, high, low); out0 = high; out1 = low")
], headers=_HEADERS)

# Whether an item of a sorted array is another than the one before it.
differs = ufunc("differs", 2, 1, [each("?bBhHiIlLeEfdFD", "out0 = in0 != in1", out="?")])

differs_or_nan = ufunc("differs_or_nan", 2, 1, [
    each("eEfdFD", "out0 = in0 != in1 && !(isnan(in0) && isnan(in1))", out="?")
])

# On the line from one item to the next, exactly at its ends; the last input is the weight of the second.
between = ufunc("between", 3, 1, [
    each("eEfd", "out0_type step = in1 - in0; out0 = in2 >= out0_type(0.5f) ? "
                 "in1 - step * (out0_type(1.0f) - in2) : in0 + step * in2")
])

# What came of some items, or NaN if the last of them is one.
or_nan = ufunc("or_nan", 2, 1, [each("eEfdFD", "out0 = isnan(in1) ? in1 : in0")])
