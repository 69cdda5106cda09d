"""Weighted means of whole arrays, small and large."""
import numpy
import pytest

import cupy
from cupy import testing


@pytest.mark.parametrize("size", [1, 5, 1000, 200003])
@testing.for_dtypes("efdFD")
def test_average_of_a_vector(size, dtype):
    rng = numpy.random.default_rng(size)
    x, w = rng.random(size).astype(dtype), (rng.random(size) + 0.1).astype(dtype)
    wide = "D" if numpy.dtype(dtype).kind == "c" else "d"
    want = numpy.average(x.astype(wide), weights=w.astype(wide))
    have, total = cupy.average(cupy.asarray(x), weights=cupy.asarray(w), returned=True)
    assert have.dtype == total.dtype == dtype and have.shape == total.shape == ()
    if dtype != numpy.float16 or size <= 1000:
        rtol = {"e": 2e-2, "f": 1e-4, "F": 1e-4}.get(numpy.dtype(dtype).char, 1e-10)
        numpy.testing.assert_allclose(have.get(), want, rtol=rtol)
        numpy.testing.assert_allclose(total.get(), w.astype(wide).sum(), rtol=rtol)


@testing.numpy_cupy_allclose(rtol=1e-6)
def test_average_of_a_matrix(xp):
    a = testing.shaped_random((70, 90), xp, "d")
    return xp.average(a, weights=a * a + 1)


@testing.numpy_cupy_allclose(rtol=1e-6)
def test_average_of_mixed_types(xp):
    return xp.average(xp.arange(5000), weights=xp.linspace(1, 2, 5000))


@testing.numpy_cupy_allclose(rtol=1e-6)
def test_average_keeps_axes(xp):
    a = testing.shaped_random((70, 90), xp, "d")
    return xp.average(a, weights=a * a + 1, keepdims=True)


@pytest.mark.parametrize("axis", [[0], [-1, 0], True, False])
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_average_over_axes_of_any_form(xp, axis):
    a = testing.shaped_random((3, 4, 5), xp, "d")
    return xp.average(a, axis), *xp.average(a, axis, weights=a * a + 1, returned=True)


def test_weights_that_sum_to_zero():
    with pytest.raises(ZeroDivisionError):
        cupy.average(cupy.ones(4), weights=cupy.asarray([1.0, -1, 2, -2]))
