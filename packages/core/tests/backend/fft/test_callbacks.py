"""Callbacks: on GPUs inside the transform, on the host a clear error."""
import os

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


#: cuFFT takes pointers to functions, which is how hipFFT has callbacks, only when it is linked statically.
pointers_over_cufft = os.environ.get("CUPY_HIP_SHIM") == "cuda"


def test_no_callbacks_without_a_library_that_has_them():
    if driver.backend().name != "host" and not pointers_over_cufft:
        pytest.skip("the library has callbacks")
    a = cupy.ones(8, "F")
    with cupy.fft.config.set_cufft_callbacks(cb_load=LOAD), pytest.raises(RuntimeError, match="(?i)callback"):
        cupy.fft.fft(a)
    numpy.testing.assert_allclose(cupy.fft.fft(a).get()[0], 8)


@pytest.mark.skipif(pointers_over_cufft, reason="cuFFT takes no pointers to callbacks")
def test_callbacks_are_applied():
    if driver.backend().name == "host":
        pytest.skip("the host's transforms have no callbacks")
    x = numpy.random.default_rng(0).random((4, 64)).astype("F")
    a, shift = cupy.asarray(x), cupy.array([3], "f")
    with cupy.fft.config.set_cufft_callbacks(cb_load=LOAD) as manager:
        assert cupy.fft.config.get_current_callback_manager() is manager
        numpy.testing.assert_allclose(cupy.fft.fft(a).get(), numpy.fft.fft(2 * x), rtol=1e-4, atol=1e-4)
        numpy.testing.assert_allclose(cupy.fft.ifft(a).get(), numpy.fft.ifft(2 * x), rtol=1e-4, atol=1e-4)
    with cupy.fft.config.set_cufft_callbacks(LOAD, STORE, cb_store_data=shift):
        numpy.testing.assert_allclose(cupy.fft.fft2(a).get(), numpy.fft.fft2(2 * x) + 3, rtol=1e-4, atol=1e-3)
    numpy.testing.assert_allclose(cupy.fft.fft(a).get(), numpy.fft.fft(x), rtol=1e-4, atol=1e-4)


@pytest.mark.skipif(pointers_over_cufft, reason="cuFFT takes no pointers to callbacks")
def test_callbacks_of_real_transforms():
    if driver.backend().name == "host":
        pytest.skip("the host's transforms have no callbacks")
    load = """
__device__ cufftDoubleReal negated(void *data, size_t i, void *info, void *shared) {
    return -((cufftDoubleReal *)data)[i];
}
"""
    x = numpy.random.default_rng(0).random((3, 10))
    with cupy.fft.config.set_cufft_callbacks(cb_load=load):
        numpy.testing.assert_allclose(cupy.fft.rfft(cupy.asarray(x)).get(), numpy.fft.rfft(-x), atol=1e-12)


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
