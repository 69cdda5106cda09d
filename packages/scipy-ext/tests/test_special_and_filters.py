"""Separable filters against SciPy, scatters and pinned arrays."""
import numpy
import pytest
import scipy.ndimage

import cupy
import cupyx
from cupyx.scipy import ndimage


@pytest.mark.parametrize("mode", ["reflect", "constant", "nearest", "mirror", "wrap"])
@pytest.mark.parametrize("dtype", ["f4", "f8", "i4"])
def test_filters(mode, dtype):
    x = (numpy.random.default_rng(0).random((37, 20)) * 100).astype(dtype)
    a = cupy.asarray(x)
    tolerance = 1e-4 if dtype == "f4" else 1e-9
    numpy.testing.assert_allclose(ndimage.gaussian_filter(a, 2, mode=mode).get(),
                                  scipy.ndimage.gaussian_filter(x, 2, mode=mode), rtol=tolerance)
    found = ndimage.uniform_filter(a, (3, 4), mode=mode).get()
    wanted = scipy.ndimage.uniform_filter(x, (3, 4), mode=mode)
    assert numpy.abs(found - wanted).max() <= (1 if dtype == "i4" else 1e-4)


def test_scatter_and_rsqrt():
    a = cupy.zeros(3)
    cupyx.scatter_add(a, cupy.array([0, 2, 0]), 1)
    assert a.get().tolist() == [2, 0, 1]
    assert cupyx.rsqrt(cupy.array([4.0])).get().tolist() == [0.5]


def test_pinned():
    assert cupyx.zeros_pinned((2, 3), "i4").tolist() == [[0] * 3] * 2
