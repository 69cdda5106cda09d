"""cupyx.scipy.fftpack against SciPy."""
import math

import numpy
import pytest
import scipy.fftpack

import cupy
from cupyx.scipy import fftpack


def sample(shape, dtype):
    rng = numpy.random.default_rng(7)
    values = rng.standard_normal(shape) * 3
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def same(name, x, *arguments, **options):
    expected = getattr(scipy.fftpack, name)(x, *arguments, **options)
    found = getattr(fftpack, name)(cupy.asarray(x), *arguments, **options)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    digits = 3e-5 if expected.dtype.char in "fF" else 1e-11
    numpy.testing.assert_allclose(found.get(), expected, rtol=0, atol=digits * max(1, abs(expected).max(initial=0)))


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft"])
@pytest.mark.parametrize("dtype", "hfdFD")
def test_one_axis(name, dtype):
    if dtype in "FD" and name in ("rfft", "irfft"):
        with pytest.raises(TypeError):
            getattr(fftpack, name)(cupy.asarray(sample(4, dtype)))
        return
    for shape in ((3, 6), (4, 5)):
        for n, axis in ((None, -1), (7, 0), (8, 1), (2, 1), (1, 0)):
            same(name, sample(shape, dtype), n, axis)
    with pytest.raises(ValueError):
        getattr(fftpack, name)(cupy.ones(4), 0)


@pytest.mark.parametrize("name", ["fft2", "ifft2", "fftn", "ifftn"])
def test_several_axes(name):
    for options in ({}, {"axes": (0, 1)}, {"shape": (3, 6), "axes": (2, 0)}):
        same(name, sample((3, 4, 5), "D"), **options)


@pytest.mark.parametrize("name", ["dct", "dst", "idct", "idst", "dctn", "dstn", "idctn", "idstn"])
@pytest.mark.parametrize("kind", [1, 2, 3, 4])
def test_cosine_and_sine(name, kind):
    for norm in (None, "ortho"):
        same(name, sample((4, 5), "d"), kind, norm=norm)
    with pytest.raises(ValueError, match="norm"):
        getattr(fftpack, name)(cupy.ones(4), kind, norm="forward")


@pytest.mark.parametrize("dtype", "dfi")
@pytest.mark.parametrize("n", [7, 8])
def test_operators(n, dtype):
    x = sample(n, dtype)
    for order in (1, 2, 3, 4):
        same("diff", x, order)
    same("diff", x - x.mean(), -1)
    same("diff", x, 1, 3.0)
    same("diff", sample(n, "D"))
    for period in (None, 5.0):
        same("tilbert", x, 0.7, period)
        same("itilbert", x, 0.7, period)
        same("shift", x, 0.3, period)
        for name in ("cs_diff", "sc_diff", "ss_diff", "cc_diff"):
            same(name, x, 0.3, 0.8, period)
    same("hilbert", x)
    same("ihilbert", x)


def test_helpers():
    for n in (1, 4, 5):
        numpy.testing.assert_allclose(fftpack.rfftfreq(n, 0.2).get(), scipy.fftpack.rfftfreq(n, 0.2))
    assert fftpack.next_fast_len(97) == 100
    a = cupy.asarray(sample((4, 6), "D"))
    with fftpack.get_fft_plan(a, axes=1) as plan:
        numpy.testing.assert_allclose(fftpack.fft(a).get(), scipy.fftpack.fft(a.get()), atol=1e-12)
    numpy.testing.assert_allclose(fftpack.fft(a, plan=plan).get(), scipy.fftpack.fft(a.get()), atol=1e-12)
    assert math.isclose(float(fftpack.shift(cupy.ones(4), 1.0)[0]), 1)


@pytest.mark.parametrize("name", ["fftn", "ifftn", "dctn", "idctn", "dstn", "idstn"])
@pytest.mark.parametrize("options", [{"shape": 4}, {"shape": (3, 4, 5)}, {"shape": 4, "axes": (0, 1)},
                                     {"shape": (3, 4), "axes": 0}])
def test_lengths_that_do_not_fit_the_axes(name, options):
    with pytest.raises(ValueError, match="have to be of the same length"):
        getattr(fftpack, name)(cupy.ones((3, 4)), **options)
