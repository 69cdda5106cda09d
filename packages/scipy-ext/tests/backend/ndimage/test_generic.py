"""Filters by the user's functions and kernels; filters of Fourier transforms."""
import numpy
import pytest

import cupy
import scipy.ndimage
from cupyx.scipy import ndimage

MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]


@pytest.mark.parametrize("mode", MODES)
def test_python_functions(same, image, mode):
    x = image((12, 13))
    for function in (numpy.ptp, numpy.median, lambda v: v[0] + 2 * v[-1]):
        same("generic_filter", x, function, size=(3, 4), mode=mode, origin=-1, cval=2)

        same("generic_filter", (x * 9).astype(int), function, size=3, mode=mode, cval=2.5)

    def sums(line, out, factor=1):
        out[...] = (line[:-4] + factor * line[4:])[:out.size]

    for axis in (0, 1):
        same("generic_filter1d", x, sums, 5, axis, mode=mode, extra_arguments=(3,), origin=1)
    for settings in ({"size": (3, 4), "origin": -1}, {"size": 3, "axes": 0}, {"size": (2, 5), "batch_memory": 4000}):
        wanted = scipy.ndimage.vectorized_filter(x, numpy.mean, mode=mode, **settings)
        found = ndimage.vectorized_filter(cupy.asarray(x), cupy.mean, mode=mode, **settings)
        numpy.testing.assert_allclose(found.get(), wanted)


def test_vectorized_filters_without_a_limit_or_axes():
    x = numpy.arange(49.0)
    wanted = scipy.ndimage.vectorized_filter(x, numpy.sum, size=3, batch_memory=numpy.inf)
    numpy.testing.assert_array_equal(
        ndimage.vectorized_filter(cupy.asarray(x), cupy.sum, size=3, batch_memory=numpy.inf).get(), wanted)
    one = cupy.asarray(2.5)
    assert ndimage.vectorized_filter(one, cupy.mean, size=()).tolist() == 2.5
    assert ndimage.vectorized_filter(one, cupy.mean, footprint=True).tolist() == [2.5]
    assert ndimage.vectorized_filter(one, cupy.mean, footprint=False).tolist() == []


def test_footprints(same, image):
    x, footprint = image((5, 6, 7)), numpy.array([[1, 0], [1, 1]])
    same("generic_filter", x, numpy.max, footprint=footprint, axes=(0, 2))
    wanted = scipy.ndimage.vectorized_filter(x, numpy.mean, footprint=footprint, axes=(0, 2))
    found = ndimage.vectorized_filter(cupy.asarray(x), cupy.mean, footprint=footprint, axes=(0, 2))
    numpy.testing.assert_allclose(found.get(), wanted)


def test_kernels(image):
    x = image((12, 13))
    a = cupy.asarray(x)
    raw = cupy.RawKernel(r"""
        extern "C" __global__ void range(const double *w, int n, double *r) {
            double low = w[0], high = low;
            for (int i = 0; i < n; ++i) { low = w[i] < low ? w[i] : low; high = w[i] > high ? w[i] : high; }
            *r = high - low;
        }""", "range")
    wanted = scipy.ndimage.generic_filter(x, numpy.ptp, size=3)
    numpy.testing.assert_allclose(ndimage.generic_filter(a, raw, size=3).get(), wanted)
    raw = cupy.RawKernel(r"""
        extern "C" __global__ void ends(const double *w, ptrdiff_t n, double *r, ptrdiff_t m) {
            for (int i = 0; i < m; ++i) r[i] = w[i] + w[i + n - m];
        }""", "ends")
    wanted = scipy.ndimage.correlate1d(x, [1, 0, 1])
    numpy.testing.assert_allclose(ndimage.generic_filter1d(a, raw, 3).get(), wanted)
    length = cupy.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "length")
    wanted = scipy.ndimage.generic_filter(x, lambda v: numpy.sqrt((v * v).sum()), size=3)
    numpy.testing.assert_allclose(ndimage.generic_filter(a, length, size=3).get(), wanted)


@pytest.mark.parametrize("call, error", [
    (lambda a: ndimage.generic_filter(a, numpy.max), RuntimeError),
    (lambda a: ndimage.generic_filter(a, 3, size=3), TypeError),
    (lambda a: ndimage.generic_filter1d(a, None, 0), RuntimeError),
    (lambda a: ndimage.vectorized_filter(a, cupy.mean), ValueError),
    (lambda a: ndimage.vectorized_filter(a, cupy.mean, size=0), ValueError),
    (lambda a: ndimage.vectorized_filter(a, cupy.mean, size=3, cval=1), ValueError),
    (lambda a: ndimage.vectorized_filter(a, cupy.mean, size=3, batch_memory=1), ValueError)])
def test_bad_arguments(call, error):
    with pytest.raises(error):
        call(cupy.zeros((4, 5)))


@pytest.mark.parametrize("dtype", "fdFDi")
@pytest.mark.parametrize("kind", ["gaussian", "uniform", "shift", "ellipsoid"])
def test_fourier(same, image, kind, dtype):
    for shape in ((20, 33), (7, 8, 9), (30,), (5, 1)):
        for n, axis in ((-1, -1), (shape[0] * 2 - 1, 0)):
            same("fourier_" + kind, image(shape, dtype), 2.3, n, axis, rtol=1e-5, atol=1e-4)
