"""Items without repetition, and arrays as sets."""
import itertools

import numpy
import pytest

import cupy
from cupy import testing
from cupy_testing.samples import values_with_ties


WANTED = list(itertools.product([False, True], repeat=3))


@pytest.mark.parametrize("wanted", WANTED)
@testing.for_dtypes("?hLefD")
@testing.numpy_cupy_array_equal()
def test_unique(xp, dtype, wanted):
    a = values_with_ties(xp, dtype, (30, 50))
    return xp.unique(a, *wanted), xp.unique(a[:0], *wanted), xp.unique(a[3, 4], *wanted)


@pytest.mark.parametrize("spread", [2, 1000, 300_000, 3_000_000, 1 << 62])
@testing.for_dtypes("?bHil")
def test_many_integers(dtype, spread):
    a = numpy.random.default_rng(0).integers(-spread // 2, spread // 2, (1 << 20) + 77).astype(dtype)
    results = cupy.unique(cupy.asarray(a), True, True, True)
    for result, expected in zip(results, numpy.unique(a, True, True, True), strict=True):
        testing.assert_array_equal(result, expected, strict=True)
    testing.assert_array_equal(cupy.unique(cupy.asarray(a)), results[0])


@testing.for_dtypes("efD")
@testing.numpy_cupy_array_equal()
def test_every_nan(xp, dtype):
    a = values_with_ties(xp, dtype, (30, 50))
    return xp.unique(a, True, True, True, equal_nan=False), xp.unique(a, equal_nan=False)


@pytest.mark.parametrize("axis", [0, 1, -1])
@testing.for_dtypes("bfF")
@testing.numpy_cupy_array_equal()
def test_slices(xp, dtype, axis):
    a = xp.asarray(numpy.random.default_rng(2).integers(0, 2, (6, 4, 2)).astype(dtype))
    return xp.unique(a, True, True, True, axis=axis), xp.unique(a[::-1, ::2], axis=axis)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0), (1, 1)])
@pytest.mark.parametrize("axis", [0, 1, None])
@testing.numpy_cupy_array_equal()
def test_few_items(xp, shape, axis):
    return xp.unique(xp.zeros(shape), True, True, True, axis=axis)


@testing.numpy_cupy_array_equal()
def test_nan_slices(xp):
    return xp.unique(xp.asarray([[1, numpy.nan], [1, numpy.nan], [0, 2], [0, 2]]), True, True, True, axis=0)


@testing.numpy_cupy_array_equal()
def test_array_api(xp):
    a = xp.asarray([[1.0, numpy.nan], [numpy.nan, 1]])
    return (*xp.unique_all(a), *xp.unique_counts(a), *xp.unique_inverse(a), xp.unique_values(a[0]))


def test_names_of_results():
    a = cupy.asarray([1, 1, 2])
    assert cupy.unique_all(a)._fields == ("values", "indices", "inverse_indices", "counts")
    assert cupy.unique_counts(a)._fields == ("values", "counts")
    assert cupy.unique_inverse(a)._fields == ("values", "inverse_indices")


@pytest.mark.parametrize("unique", [True, False])
@testing.for_dtypes("bfD")
@testing.numpy_cupy_array_equal()
def test_sets(xp, dtype, unique):
    a, b = values_with_ties(xp, dtype, 50), values_with_ties(xp, dtype, 60, 1)
    if unique:
        a, b = xp.unique(a), xp.unique(b)
    return (*xp.intersect1d(a, b, unique, True), xp.intersect1d(a, b, unique), xp.setdiff1d(a, b, unique),
            xp.setxor1d(a, b, unique), xp.union1d(a, b.reshape(1, -1)))


@testing.for_all_dtypes(no_bool=True)
@testing.numpy_cupy_array_equal()
def test_sets_with_a_number_of_python(xp, dtype):
    a = xp.asarray([3, 1, 7], dtype)
    return xp.union1d(a, 5), xp.union1d(2, a), xp.setxor1d(a, 3, assume_unique=True)


@testing.for_dtypes("?bLefdFD")
@testing.numpy_cupy_array_equal()
def test_isin(xp, dtype):
    a, b = values_with_ties(xp, dtype, (30, 50)), values_with_ties(xp, dtype, (4, 5), 1)
    return (xp.isin(a, b), xp.isin(a, b, invert=True), xp.isin(a[::2, ::-3], b[0]), xp.isin(a, b[:0]),
            xp.isin(a, b[:0], invert=True), xp.isin(a[0, 0], b), xp.isin(a, 3))


@testing.numpy_cupy_array_equal()
def test_mixed_types(xp):
    return (xp.isin(xp.array([3, 4.5]), xp.array([3])), xp.isin(xp.array([1, 2]), [2, 5], kind="sort"),
            xp.intersect1d(xp.array([1, 2], "b"), xp.array([2.0])), xp.setxor1d(xp.zeros(0), xp.zeros(0)),
            xp.setdiff1d(xp.array([3, 1, 3]), xp.zeros(0)), xp.isin(xp.array([1, 2]), xp.array([1]), kind="table"))


def test_in1d():
    numpy.testing.assert_array_equal(cupy.in1d(cupy.array([[1, 2], [3, 4]]), cupy.array([2, 3])).get(),
                                     [False, True, True, False])


@pytest.mark.parametrize("size", [20_000, 100_000])
@testing.for_dtypes("ildD")
@testing.numpy_cupy_array_equal()
def test_many_test_elements(xp, dtype, size):
    a, b = values_with_ties(xp, dtype, (30, 500)), values_with_ties(xp, dtype, size, 1)
    return xp.isin(a, b), xp.isin(a, b, invert=True), xp.isin(b[::-3], a)


@testing.numpy_cupy_array_equal()
def test_many_elements(xp):
    random = numpy.random.default_rng(0)
    a, b = random.integers(0, 1 << 20, (1 << 20) + 5), random.integers(0, 1 << 20, 3000)
    return xp.isin(xp.asarray(a.astype("i")), xp.asarray(b.astype("i")))


BAD = [lambda xp: xp.unique(xp.zeros(3), axis=1), lambda xp: xp.isin(xp.zeros(3), xp.zeros(2), kind="x"),
       lambda xp: xp.isin(xp.zeros(3), xp.zeros(2), kind="table")]


@pytest.mark.parametrize("call", BAD)
@testing.numpy_cupy_raises()
def test_errors(xp, call):
    call(xp)
