"""Result dtypes: every pair of dtypes, every dtype with every kind of scalar, as NumPy 2."""
import operator

import numpy
import pytest

import cupy
from cupy import testing
from cupy_testing._dtypes import all_dtypes

DTYPES = [numpy.dtype(t) for t in all_dtypes()]
BINARY = ["add", "multiply", "divide", "floor_divide", "power", "arctan2", "equal", "less",
          "logical_and", "bitwise_or", "left_shift", "maximum", "copysign", "hypot", "remainder"]
UNARY = ["negative", "absolute", "sqrt", "sin", "floor", "invert", "logical_not", "isnan",
         "conjugate", "square", "sign", "exp2", "rint"]
SCALARS = [True, 3, -1, 2.5, 1j, numpy.bool_(True), numpy.int8(3), numpy.uint8(3), numpy.int64(3),
           numpy.uint64(3), numpy.float16(1.5), numpy.float32(1.5), numpy.float64(1.5),
           numpy.complex64(1j)]


def outcome(function, *arguments):
    """The result's dtype, or the kind of error."""
    with numpy.errstate(all="ignore"):
        try:
            return numpy.dtype(function(*arguments).dtype)
        except (OverflowError, TypeError, ValueError) as error:
            return next(k for k in (OverflowError, TypeError, ValueError) if isinstance(error, k))


def check(name, *arguments):
    """Compare a ufunc on dtypes, which stand for arrays, and scalars."""
    ours, theirs = (
        outcome(getattr(xp, name), *(xp.ones(2, a) if isinstance(a, numpy.dtype) else a
                                     for a in arguments))
        for xp in (cupy, numpy))
    assert ours == theirs, f"{name}{arguments}: {ours}, NumPy: {theirs}"


@pytest.mark.parametrize("name", BINARY)
def test_pairs(name):
    for a in DTYPES:
        for b in DTYPES:
            check(name, a, b)


@pytest.mark.parametrize("name", UNARY)
def test_single(name):
    for a in DTYPES:
        check(name, a)


@pytest.mark.parametrize("scalar", SCALARS, ids=lambda s: f"{type(s).__name__}-{s}")
@pytest.mark.parametrize("name", ["add", "divide", "power", "less", "bitwise_and", "left_shift"])
def test_scalars(name, scalar):
    for a in DTYPES:
        check(name, a, scalar)
        check(name, scalar, a)


@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul, operator.truediv,
                                operator.floordiv, operator.mod, operator.lt, operator.and_])
@testing.for_all_dtypes_combination(names=("a", "b"), full=True)
@testing.numpy_cupy_array_equal(accept_error=TypeError)
def test_operators(xp, op, a, b):
    x, y = xp.asarray([1, 2, 3]).astype(a), xp.asarray([3, 2, 1]).astype(b)
    return op(x, y)


@pytest.mark.parametrize("value", [300, -1, 1 << 70])
@testing.for_unsigned_dtypes()
@testing.numpy_cupy_array_equal(accept_error=OverflowError)
def test_integers_that_do_not_fit(xp, dtype, value):
    return xp.ones(2, dtype) + value


@pytest.mark.parametrize("value", [300, -300, 1 << 70])
@testing.for_signed_dtypes()
@testing.numpy_cupy_array_equal()
def test_comparison_with_integers_that_do_not_fit(xp, dtype, value):
    return [xp.ones(2, dtype) < value, xp.ones(2, dtype) == value, xp.ones(2, dtype) > value]


def test_zero_dimensions_are_strong():
    assert (cupy.ones(2, "f4") + cupy.asarray(1.0)).dtype == numpy.float64
    assert (cupy.ones(2, "i1") + cupy.asarray(1)).dtype == numpy.int64


@testing.for_all_dtypes_combination(names=("a", "b"), full=True)
def test_result_type_and_promote_types(a, b):
    try:
        wanted = numpy.promote_types(a, b)
    except TypeError:
        with pytest.raises(TypeError):
            cupy.promote_types(a, b)
        return
    assert cupy.promote_types(a, b) == wanted
    assert cupy.result_type(cupy.ones(1, a), b) == wanted
    assert cupy.result_type(cupy.ones(1, a), 1.0) == numpy.result_type(numpy.ones(1, a), 1.0)
    for casting in ("no", "safe", "same_kind", "unsafe"):
        assert cupy.can_cast(a, b, casting) == numpy.can_cast(a, b, casting)
