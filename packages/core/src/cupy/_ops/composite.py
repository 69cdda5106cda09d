"""Operations behind routines: each is one kernel where NumPy chains several.

They are not public; the routine that a user calls stands in its own family, and the
arithmetic in ``_kernels/math/routines.hpp``.
"""
from cupy._ops._spec import stated, ufunc
from cupy._specs import engine
from cupy._specs.spec import each, loop

__all__ = []

_ALL = "?bBhHiIlLeEfdFD"
_INTEGERS = "?bBhHiIlL"
_REAL = "eEfd"
_INEXACT = "eEfdFD"
_HEADERS = ("math/routines.hpp",)

select = stated(engine.select)

isclose = ufunc("isclose", 4, 1, [
    loop(f"{t}{t}dd->?", "out0 = close_to(in0, in1, in2, in3)") for t in _INEXACT
], headers=_HEADERS)

isclose_nan = ufunc("isclose_nan", 4, 1, [
    loop(f"{t}{t}dd->?",
         "out0 = close_to(in0, in1, in2, in3) || (isnan(in0) && isnan(in1))") for t in _INEXACT
], headers=_HEADERS)

equal_or_nan = ufunc("equal_or_nan", 2, 1, [
    each(_INEXACT, "out0 = in0 == in1 || (isnan(in0) && isnan(in1))", out="?"),
])

isposinf = ufunc("isposinf", 1, 1, [
    each(_INTEGERS, "out0 = false", out="?"),
    each(_REAL, "out0 = in0 > limits<in0_type>::max()", out="?"),
])

isneginf = ufunc("isneginf", 1, 1, [
    each(_INTEGERS, "out0 = false", out="?"),
    each(_REAL, "out0 = in0 < limits<in0_type>::lowest()", out="?"),
])

# x, and what stands for NaN, +infinity and -infinity
nan_to_num = ufunc("nan_to_num", 4, 1, [
    each(_REAL, "out0 = finite_or(in0, in1, in2, in3)"),
    loop("Ffff->F", "out0 = complex64(finite_or(in0.re, in1, in2, in3), "
                    "finite_or(in0.im, in1, in2, in3))"),
    loop("Dddd->D", "out0 = complex128(finite_or(in0.re, in1, in2, in3), "
                    "finite_or(in0.im, in1, in2, in3))"),
], headers=_HEADERS)

angle = ufunc("angle", 1, 1, [
    loop("?->d", "out0 = atan2(0.0, (double)in0)"),
    each("eEf", "out0 = out0_type(atan2(0.0f, (float)in0))"),
    loop("d->d", "out0 = atan2(0.0, in0)"),
    loop("F->f", "out0 = atan2(in0.im, in0.re)"),
    loop("D->d", "out0 = atan2(in0.im, in0.re)"),
], test={"ulp": 4})

sinc = ufunc("sinc", 1, 1, [
    each(_INTEGERS, "out0 = sinc((double)in0)", out="d"),
    each(_INEXACT, "out0 = sinc(in0)"),
], headers=_HEADERS, test={"domain": (-10, 10), "ulp": 16})

i0 = ufunc("i0", 1, 1, [
    each(_INTEGERS, "out0 = bessel_i0((double)in0)", out="d"),
    each("eE", "out0 = out0_type(bessel_i0((float)in0))"),
    each("fd", "out0 = bessel_i0(in0)"),
], headers=("math/bessel_i0.hpp",), test={"domain": (-20, 20), "ulp": 16})

# x and 10**decimals
round_up = ufunc("round_up", 2, 1, [
    each(_REAL, "out0 = rint(in0 * in1) / in1"),
    loop("Ff->F", "out0 = complex64(rint(in0.re * in1) / in1, rint(in0.im * in1) / in1)"),
    loop("Dd->D", "out0 = complex128(rint(in0.re * in1) / in1, rint(in0.im * in1) / in1)"),
])

# x and 10**-decimals
round_down = ufunc("round_down", 2, 1, [
    each("bBhHiIlL", "out0 = round_to_multiple(in0, in1)"),
    each(_REAL, "out0 = rint(in0 / in1) * in1"),
    loop("Ff->F", "out0 = complex64(rint(in0.re / in1) * in1, rint(in0.im / in1) * in1)"),
    loop("Dd->D", "out0 = complex128(rint(in0.re / in1) * in1, rint(in0.im / in1) * in1)"),
], headers=_HEADERS)

# The sum of the samples inside, the first and the last one, and their distance.
trapezoid_area = ufunc("trapezoid_area", 4, 1, [
    each(_INEXACT, "out0 = (in0 + (in1 + in2) / in0_type(2)) * in3"),
])

difference_quotient = ufunc("difference_quotient", 3, 1, [
    each(_INEXACT, "out0 = (in0 - in1) / in2"),
])

# a*b + c*d + e*f
three_products = ufunc("three_products", 6, 1, [
    each(_INEXACT, "out0 = in0 * in1 + in2 * in3 + in4 * in5"),
])

cross_term = ufunc("cross_term", 4, 1, [
    each("bBhHiIlLeEfdFD", "out0 = in0 * in1 - in2 * in3"),
])

# item, rows, columns, diagonal
tril_items = ufunc("tril_items", 4, 1, [
    loop(f"{t}lll->{t}", "out0 = diagonal_of(i, in1, in2) <= in3 ? in0 : out0_type(0)")
    for t in _ALL
], indexed=True, headers=_HEADERS)

triu_items = ufunc("triu_items", 4, 1, [
    loop(f"{t}lll->{t}", "out0 = diagonal_of(i, in1, in2) >= in3 ? in0 : out0_type(0)")
    for t in _ALL
], indexed=True, headers=_HEADERS)

unpack_bit = ufunc("unpack_bit", 2, 1, [
    loop("BB->B", "out0 = in0 >> in1 & 1"),
])

# Eight bytes as one word, and whether the first is the highest bit.
pack_words = ufunc("pack_words", 2, 1, [
    loop("L?->B", "out0 = pack_word(in0, in1)"),
], headers=_HEADERS)

unpack_words = ufunc("unpack_words", 2, 1, [
    loop("B?->L", "out0 = unpack_word(in0, in1)"),
], headers=_HEADERS)

pack_bits = ufunc("pack_bits", 8, 1, [
    each(_INTEGERS, "out0 = " + " | ".join(f"(in{k} != 0) << {7 - k}" for k in range(8)), out="B"),
])

# Complex numbers as unsigned integers that sort as they do.
complex64_key = ufunc("complex64_key", 1, 1, [loop("F->L", "out0 = complex_key(in0)")], headers=("math/sort_keys.hpp",))

# The second part decides where the first is the same.
complex128_key = ufunc("complex128_key", 1, 2, [
    loop("D->LL", "uint64 high, low; complex_key(in0, high, low); out0 = high; out1 = low")
], headers=("math/sort_keys.hpp",))

# Whether an item of a sorted array is another than the one before it.
differs = ufunc("differs", 2, 1, [each(_ALL, "out0 = in0 != in1", out="?")])

differs_or_nan = ufunc("differs_or_nan", 2, 1, [
    each(_INEXACT, "out0 = in0 != in1 && !(isnan(in0) && isnan(in1))", out="?")
])

# On the line from one item to the next, exactly at its ends; the last inputs are the weights of the second and first.
between = ufunc("between", 4, 1, [
    each(_REAL, "out0_type step = in1 - in0; out0 = in2 >= out0_type(0.5f) ? "
                 "in1 - step * in3 : in0 + step * in2")
])

# What came of some items, or NaN if the last of them is one.
or_nan = ufunc("or_nan", 2, 1, [each(_INEXACT, "out0 = isnan(in1) ? in1 : in0")])
