"""Every reduction and scan over dtypes, axes, layouts and awkward shapes, against NumPy."""
import numpy
import pytest

import cupy
from cupy import testing
from cupy_testing.layouts import LAYOUTS

REDUCTIONS = ["sum", "prod", "min", "max", "mean", "var", "std", "any", "all", "ptp",
              "count_nonzero", "nansum", "nanprod", "nanmin", "nanmax", "nanmean", "nanvar", "nanstd"]
ARGUMENTS = ["argmin", "argmax", "nanargmin", "nanargmax"]
SCANS = ["cumsum", "cumprod"]

#: (shape, axis): rows, columns, middles, several axes, short and long ones
CASES = [
    ((), None), ((1,), None), ((7,), 0), ((1000,), None), ((65,), -1), ((3, 5), None),
    ((3, 5), 0), ((3, 5), 1), ((200, 3), 0), ((3, 200), 1), ((2, 3, 4), (0, 2)),
    ((2, 3, 4), (1, 2)), ((2, 3, 4), (0, 1, 2)), ((4, 1, 6), 1), ((1, 5, 1), (0, 2)),
    ((2, 3, 4, 5), (1, 3)), ((3, 4), ()),
]

NEEDS_ORDER = {"min", "max", "ptp", "nanmin", "nanmax", *ARGUMENTS}
TOLERANCE = {numpy.float16: 5e-3, numpy.float32: 2e-6, numpy.complex64: 2e-6, "default": 1e-12}


def values(xp, shape, dtype, layout="contiguous", seed=0):
    """Small values with ties; NaN now and then for floats."""
    source = numpy.random.RandomState(seed)
    host = numpy.asarray(source.randint(-3, 4, size=shape)).astype(dtype)
    if numpy.dtype(dtype).kind == "u":
        host = abs(numpy.asarray(source.randint(0, 4, size=shape))).astype(dtype)
    if numpy.dtype(dtype).kind == "c":
        host = host + numpy.asarray(source.randint(-3, 4, size=shape)).astype(dtype) * dtype(1j)
    return LAYOUTS[layout](xp, host.astype(dtype))


def factors(xp, shape, dtype, layout="contiguous"):
    """Units, and one other number: a product that neither overflows nor vanishes."""
    source = numpy.random.RandomState(0)
    unit = [1, -1, 1j, -1j] if numpy.dtype(dtype).kind == "c" else [1, -1]
    host = numpy.asarray(source.choice(unit, size=shape)).astype(dtype)
    if host.size:
        host.flat[host.size // 2] *= dtype(3)
    return LAYOUTS[layout](xp, abs(host).astype(dtype) if numpy.dtype(dtype).kind == "u" else host)


def operand(name):
    """What makes operands of a reduction."""
    return factors if "prod" in name else values


def skip_complex_order(name, dtype):
    if name in NEEDS_ORDER and numpy.dtype(dtype).kind == "c":
        pytest.skip("complex order has a test of its own")
    if name == "ptp" and dtype is numpy.bool_:
        pytest.skip("NumPy refuses to subtract booleans")


@pytest.mark.parametrize("shape, axis", CASES)
@pytest.mark.parametrize("name", REDUCTIONS)
@testing.for_all_dtypes()
@testing.numpy_cupy_allclose(rtol=TOLERANCE, atol={numpy.float16: 5e-3, "default": 1e-5},
                             contiguous_check=False)
def test_reduction(xp, name, shape, axis, dtype):
    skip_complex_order(name, dtype)
    return getattr(xp, name)(operand(name)(xp, shape, dtype), axis=axis)


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "contiguous"])
@pytest.mark.parametrize("name", REDUCTIONS)
@testing.for_dtypes("?bLefD")
@testing.numpy_cupy_allclose(rtol=TOLERANCE, atol={numpy.float16: 5e-3, "default": 1e-5},
                             contiguous_check=False)
def test_layouts(xp, name, layout, dtype):
    skip_complex_order(name, dtype)
    a = operand(name)(xp, (6, 7, 8), dtype, layout)
    return [getattr(xp, name)(a, axis=axis, keepdims=True) for axis in (None, 0, 1, 2, (0, 2))]


@pytest.mark.parametrize("name", ARGUMENTS)
@pytest.mark.parametrize("shape, axis", [(s, a) for s, a in CASES if not isinstance(a, tuple)])
@testing.for_all_dtypes(no_complex=True)
@testing.numpy_cupy_array_equal()
def test_arguments(xp, name, shape, axis, dtype):
    return getattr(xp, name)(values(xp, shape, dtype), axis=axis)


@pytest.mark.parametrize("name", [*ARGUMENTS, "min", "max", "nanmin", "nanmax", "ptp"])
@testing.for_float_dtypes()
@testing.numpy_cupy_array_equal()
def test_nan_rules(xp, name, dtype):
    a = values(xp, (5, 40), dtype)
    a[1, 7] = a[1, 30] = a[3, 0] = numpy.nan
    return [getattr(xp, name)(a, axis=1), getattr(xp, name)(a), getattr(xp, name)(a[2])]


@pytest.mark.parametrize("name", ["argmin", "argmax", "min", "max"])
@testing.for_float_dtypes()
@testing.numpy_cupy_array_equal()
def test_infinities(xp, name, dtype):
    a = xp.asarray([[numpy.inf, 1, numpy.inf], [-numpy.inf, -numpy.inf, 0], [numpy.inf] * 3], dtype)
    return getattr(xp, name)(a, axis=1)


@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin"])
@testing.for_complex_dtypes()
@testing.numpy_cupy_array_equal()
def test_complex_order(xp, name, dtype):
    return getattr(xp, name)(values(xp, (4, 30), dtype), axis=1)


@pytest.mark.parametrize("name", SCANS)
@pytest.mark.parametrize("shape, axis", [
    ((0,), 0), ((1,), 0), ((5,), 0), ((3000,), 0), ((3, 5), None), ((3, 5), 0), ((3, 5), 1),
    ((300, 3), 0), ((3, 300), -1), ((2, 3, 4), 1)])
@testing.for_all_dtypes()
@testing.numpy_cupy_allclose(rtol={numpy.float16: 2e-2, numpy.float32: 1e-4,
                                   numpy.complex64: 1e-4, "default": 1e-10},
                             atol={numpy.float16: 1, "default": 1e-4}, contiguous_check=False)
def test_scan(xp, name, shape, axis, dtype):
    return getattr(xp, name)(operand(name)(xp, shape, dtype), axis=axis)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "cumsum"])
@pytest.mark.parametrize("target", ["i1", "u2", "i8", "f4", "f8", "c16"])
@testing.for_dtypes("bIfd")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_dtype(xp, name, target, dtype):
    return getattr(xp, name)(abs(values(xp, (4, 6), dtype)), axis=1, dtype=target)


@pytest.mark.parametrize("name", ["sum", "max", "mean", "any", "argmax", "var", "cumsum"])
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_out(xp, name):
    a = values(xp, (4, 6), numpy.float64)
    kind = {"any": bool, "argmax": numpy.intp}.get(name, numpy.float64)
    out = xp.zeros((4, 6) if name == "cumsum" else (4,), kind)
    assert getattr(xp, name)(a, axis=1, out=out) is out
    return out


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_initial_and_where(xp, name):
    a = values(xp, (4, 6), numpy.float64)
    return getattr(xp, name)(a, axis=0, initial=2.0, where=a > 0)


@pytest.mark.parametrize("name", ["mean", "var", "std", "any", "all"])
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_where(xp, name):
    a = values(xp, (4, 6), numpy.float64)
    return getattr(xp, name)(a, axis=0, where=xp.arange(4)[:, None] < 3)


@pytest.mark.parametrize("ddof", [0, 1, 2])
@pytest.mark.parametrize("name", ["var", "std", "nanvar"])
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_ddof(xp, name, ddof):
    return getattr(xp, name)(values(xp, (4, 6), numpy.float32), axis=1, ddof=ddof)


@pytest.mark.parametrize("name", ["sum", "prod", "any", "all", "count_nonzero", "nansum"])
@pytest.mark.parametrize("shape, axis", [((0,), None), ((0, 3), 0), ((3, 0), 0), ((2, 0, 3), (0, 1))])
@testing.for_dtypes("?bdF")
@testing.numpy_cupy_array_equal()
def test_of_nothing(xp, name, shape, axis, dtype):
    return getattr(xp, name)(xp.zeros(shape, dtype), axis=axis)


@pytest.mark.parametrize("name", ["min", "max", "argmin", "argmax", "ptp"])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_of_nothing_without_identity(xp, name):
    getattr(xp, name)(xp.zeros((3, 0)), axis=1)


@pytest.mark.parametrize("name", ["sum", "max", "argmax", "mean", "cumsum", "var"])
@pytest.mark.parametrize("axis", [2, -3])
@testing.numpy_cupy_raises(accept_error=numpy.exceptions.AxisError)
def test_bad_axis(xp, name, axis):
    getattr(xp, name)(xp.zeros((3, 4)), axis=axis)


@pytest.mark.parametrize("name", ["sum", "max", "mean"])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_axis_twice(xp, name):
    getattr(xp, name)(xp.zeros((3, 4)), axis=(0, -2))


def test_large_float_sums_are_accurate():
    a = cupy.ones(1 << 24, "f4") * cupy.float32(0.1)
    assert abs(float(a.sum()) / (0.1 * (1 << 24)) - 1) < 1e-6
    assert abs(float(a.mean()) / 0.1 - 1) < 1e-6


def test_half_sums_do_not_overflow_on_the_way():
    a = cupy.full((2, 70_000), 1, "f2")
    assert cupy.mean(a, axis=1).get().tolist() == [1, 1]
    assert float(cupy.sum(a, dtype="f4")) == 140_000


def test_small_integers_are_summed_wide():
    a = cupy.full(100_000, 100, "i1")
    assert a.sum().dtype == numpy.int64 and int(a.sum()) == 10_000_000
    assert cupy.full(10, 200, "u1").sum().dtype == numpy.uint64


@testing.numpy_cupy_allclose(rtol=1e-6)
def test_average(xp):
    a, w = testing.shaped_random((3, 4), xp, "f4"), testing.shaped_random((4,), xp, "f4", seed=2)
    return [xp.average(a), xp.average(a, axis=1, weights=w), xp.average(a, axis=0)]


@pytest.mark.parametrize("char", "?bhilefdFD")
@pytest.mark.parametrize("size", [255, 256, 1000, 70_000])
def test_places_in_long_rows(char, size):
    host = numpy.tile(numpy.array([3, 1, 2, 7, 7, 1], char), size // 6 + 1)[:size]
    for find in ("argmax", "argmin"):
        assert int(getattr(cupy.asarray(host), find)()) == getattr(host, find)()
    if char in "efdFD":
        host[size // 2:: 50] = numpy.nan
        for find in ("argmax", "argmin"):
            assert int(getattr(cupy.asarray(host), find)()) == getattr(host, find)()


@pytest.mark.parametrize("dtype", "?bBhilLfdF")
@pytest.mark.parametrize("shape", [(100, 3), (33, 700), (1, 600), (5, 4, 300)])
def test_first_best_of_columns(dtype, shape):
    rng = numpy.random.default_rng(3)
    x = rng.integers(0, 9, shape).astype(dtype)
    if x.dtype.kind in "fc":
        x[rng.random(shape) < 0.02] = numpy.nan
    for axis in range(x.ndim):
        for name in ("argmax", "argmin"):
            numpy.testing.assert_array_equal(getattr(cupy, name)(cupy.asarray(x), axis=axis).get(),
                                             getattr(numpy, name)(x, axis=axis))


@pytest.mark.parametrize("dtype", "?bHlLefdF")
@pytest.mark.parametrize("length", [1, 2, 15, 16, 17, 31, 33, 40, 63, 64, 65, 300, 2047, 2100, 5000])
def test_first_best_of_rows(dtype, length):
    rng = numpy.random.default_rng(length)
    x = (rng.integers(0, 9, (57, length)) if dtype != "?" else rng.random((57, length)) < rng.random((57, 1)) ** 9)
    x = x.astype(dtype)
    if x.dtype.kind in "fc":
        x[rng.random(x.shape) < 0.05] = numpy.nan
    for name in ("argmax", "argmin"):
        numpy.testing.assert_array_equal(getattr(cupy, name)(cupy.asarray(x), axis=1).get(),
                                         getattr(numpy, name)(x, axis=1))


@pytest.mark.parametrize("dtype", "?bBi")
@pytest.mark.parametrize("size", [1, 63, 64, 511, 513, 3000, 100_000])
def test_numbers_of_truths(dtype, size):
    x = numpy.random.default_rng(size).integers(0, 3, size).astype(dtype)
    x[:: 7] = 0 if dtype in "?B" else -128
    for y in (x, x[::-1], x[:: 3], x.reshape(-1, 1), numpy.broadcast_to(x, (3, size))):
        for axis in (None, 0, -1):
            expected = numpy.count_nonzero(y, axis)
            counted = cupy.count_nonzero(cupy.asarray(y), axis)
            assert counted.dtype == numpy.int64
            numpy.testing.assert_array_equal(counted.get(), expected)
