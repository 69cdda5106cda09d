"""Callbacks: on CUDA inside the transform, elsewhere a clear error."""
import numpy
import pytest

import cupy
from cupy._runtime import driver

LOAD = """
__device__ cufftComplex twice(void *data, size_t i, void *info, void *shared) {
    cufftComplex x = ((cufftComplex *)data)[i];
    x.x *= 2;
    x.y *= 2;
    return x;
}
__device__ cufftCallbackLoadC d_loadCallbackPtr = twice;
"""
STORE = """
__device__ void shifted(void *data, size_t i, cufftComplex x, void *info, void *shared) {
    x.x += ((float *)info)[0];
    ((cufftComplex *)data)[i] = x;
}
"""


def test_no_callbacks_without_a_library_that_has_them():
    if driver.backend().name == "cuda":
        pytest.skip("cuFFT has callbacks")
    a = cupy.ones(8, "F")
    with cupy.fft.config.set_cufft_callbacks(cb_load=LOAD), pytest.raises(RuntimeError, match="callbacks"):
        cupy.fft.fft(a)
    numpy.testing.assert_allclose(cupy.fft.fft(a).get()[0], 8)


def test_callbacks_are_applied():
    if driver.backend().name != "cuda":
        pytest.skip("needs cuFFT")
    x = numpy.random.default_rng(0).random((4, 64)).astype("F")
    a, shift = cupy.asarray(x), cupy.array([3], "f")
    with cupy.fft.config.set_cufft_callbacks(cb_load=LOAD) as manager:
        assert cupy.fft.config.get_current_callback_manager() is manager
        numpy.testing.assert_allclose(cupy.fft.fft(a).get(), numpy.fft.fft(2 * x), rtol=1e-4, atol=1e-4)
        numpy.testing.assert_allclose(cupy.fft.ifft(a).get(), numpy.fft.ifft(2 * x), rtol=1e-4, atol=1e-4)
    with cupy.fft.config.set_cufft_callbacks(LOAD, STORE, cb_store_data=shift):
        numpy.testing.assert_allclose(cupy.fft.fft2(a).get(), numpy.fft.fft2(2 * x) + 3, rtol=1e-4, atol=1e-3)
    numpy.testing.assert_allclose(cupy.fft.fft(a).get(), numpy.fft.fft(x), rtol=1e-4, atol=1e-4)


def test_bad_arguments():
    make = cupy.fft.config.set_cufft_callbacks
    with pytest.raises(ValueError, match="must be given"):
        make()
    with pytest.raises(TypeError, match="cb_load_data"):
        make(LOAD, cb_load_data=numpy.ones(1))
    with pytest.raises(ValueError, match="without its callback"):
        make(LOAD, cb_store_data=cupy.ones(1))
    with pytest.raises(ValueError, match="cb_ver"):
        make(LOAD, cb_ver="legacy")
    assert cupy.fft.config.get_current_callback_manager() is None
