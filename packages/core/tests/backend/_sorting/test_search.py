"""Places in sorted arrays."""
import numpy
import pytest

import cupy
from cupy import testing
from cupy._core.target import host_memory
from cupy_testing.samples import values_with_ties


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("size", [0, 1, 5, 1000, 40_000])
@testing.for_dtypes("?bHiLefdFD")
@testing.numpy_cupy_array_equal()
def test_searchsorted(xp, dtype, size, side):
    # NumPy's other sort of float16 leaves some small items out of order.
    sorted_values = xp.sort(values_with_ties(xp, dtype, size), kind="stable")
    return xp.searchsorted(sorted_values, values_with_ties(xp, dtype, (30, 50), 1), side)


@pytest.mark.parametrize("side", ["left", "right"])
@testing.for_dtypes("HildD")
@testing.numpy_cupy_array_equal()
def test_more_than_shared_memory_holds(xp, dtype, side):
    a, v = values_with_ties(xp, dtype, 100_003), values_with_ties(xp, dtype, 7000, 1)
    order = xp.argsort(a, kind="stable")
    return xp.searchsorted(a[order], v, side), xp.searchsorted(a, v, side, order)


@testing.for_dtypes("bHlfD", name="a_dtype")
@testing.for_dtypes("?Lefd", name="v_dtype")
@testing.numpy_cupy_array_equal()
def test_types(xp, a_dtype, v_dtype):
    return xp.searchsorted(xp.sort(values_with_ties(xp, a_dtype, 30)), values_with_ties(xp, v_dtype, 40))


@testing.numpy_cupy_array_equal()
def test_sorter(xp):
    a, v = values_with_ties(xp, "f", 500), values_with_ties(xp, "f", 100, 1)
    order = xp.argsort(a)
    return (xp.searchsorted(a, v, "right", order), a.searchsorted(v, sorter=order.astype("h")),
            xp.array([3, 1, 2]).searchsorted(xp.array([[1, 2], [3, 0]]).T, sorter=xp.array([1, 2, 0])[::1]))


@testing.numpy_cupy_array_equal()
def test_scalars(xp):
    a = xp.array([1, 2, 3], "b")
    return (xp.searchsorted(a, 2.5), xp.searchsorted(a, 300), xp.searchsorted(a, xp.array(2)),
            xp.searchsorted(xp.array([1, 2.1, 3], "f"), 2.1), xp.searchsorted(a[::-1][::-1], [2, 3]))


BINS = ([1, 2, 4], [4, 2, 1], [1, 1, 1], [], [2], [3, 3, 1, 1], [1, 2, numpy.nan], [1.5, 2.5])


@pytest.mark.parametrize("bins", BINS, ids=str)
@pytest.mark.parametrize("right", [False, True])
@testing.numpy_cupy_array_equal()
def test_digitize(xp, bins, right):
    x = xp.asarray([[0, 1, 2.5], [4, 5, numpy.nan]])
    return xp.digitize(x, xp.asarray(bins), right), xp.digitize(xp.array(2), xp.asarray(bins), right=right)


BAD = [
    lambda xp: xp.searchsorted(xp.array(1), 2), lambda xp: xp.searchsorted(xp.zeros((2, 2)), 2),
    lambda xp: xp.searchsorted(xp.zeros(2), 2, side="x"), lambda xp: xp.searchsorted(xp.zeros(2), 2, side="r"),
    lambda xp: xp.searchsorted(xp.zeros(2), 2, sorter=xp.zeros(2)),
    lambda xp: xp.searchsorted(xp.zeros(2), 2, sorter=xp.zeros(3, "l")),
    lambda xp: xp.searchsorted(xp.zeros(2), 2, sorter=xp.zeros((2, 1), "l")),
    lambda xp: xp.digitize(xp.asarray([1j]), xp.asarray([1.0])), lambda xp: xp.digitize(xp.zeros(1), xp.zeros((1, 1))),
    lambda xp: xp.digitize(xp.zeros(1), xp.array(1)), lambda xp: xp.digitize(xp.zeros(1), xp.asarray([1j])),
    lambda xp: xp.digitize(xp.zeros(1), xp.asarray([1, 3, 2])),
]


@pytest.mark.parametrize("call", BAD)
@testing.numpy_cupy_raises()
def test_errors(xp, call):
    call(xp)


@pytest.mark.parametrize("name", ["argmax", "argmin", "nanargmax", "nanargmin"])
def test_the_output_may_be_the_third_argument_as_in_numpy(name):
    a, out = testing.shaped_random((2, 3), cupy, "d"), cupy.full(2, -1)
    assert getattr(cupy, name)(a, 1, out) is out
    assert out.get().tolist() == getattr(numpy, name)(a.get(), 1).tolist()
    assert getattr(cupy, name)(a, 1, "i").dtype == "i"


@pytest.mark.skipif(not host_memory(), reason="devices search each value by itself")
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "u4", "i1", "c16"])
def test_places_in_an_array_that_is_not_sorted(dtype):
    """They follow from the places before, as NumPy's do."""
    rng = numpy.random.default_rng(5)
    for size, count in ((40, 5000), (1, 5000), (300, 120_000)):
        a, values = rng.integers(0, 12, size).astype(dtype), rng.integers(0, 14, count).astype(dtype)
        if a.dtype.kind in "fc":
            a[rng.random(size) < 0.1], values[rng.random(count) < 0.1] = numpy.nan, numpy.nan
        for kept in (values, numpy.sort(values)):
            for options in ({}, {"side": "right"}, {"sorter": rng.integers(0, size, size)}):
                ours = {key: x if isinstance(x, str) else cupy.asarray(x) for key, x in options.items()}
                numpy.testing.assert_array_equal(cupy.searchsorted(cupy.asarray(a), cupy.asarray(kept), **ours).get(),
                                                 numpy.searchsorted(a, kept, **options))


@pytest.mark.parametrize("name", ["nanargmax", "nanargmin"])
@testing.numpy_cupy_array_equal()
def test_places_of_extremes_among_nans(xp, name):
    some = numpy.random.default_rng(2).integers(0, 9, 50).astype(float)
    spoiled = some.copy()
    spoiled[[0, 20]] = numpy.nan
    function = getattr(xp, name)
    return [function(xp.asarray(x), keepdims=keepdims) for x in (some, spoiled) for keepdims in (False, True)]
