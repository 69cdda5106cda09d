"""Few items in the host's memory are transformed by SciPy: the engine's own transforms give the same."""
import cupy
import numpy
import pytest
import scipy.fft
from cupy._ext import OfFew
from cupyx.scipy import fft
from cupyx.scipy.fft import _on_host

REAL = ("rfft", "ihfft", "rfft2", "rfftn", "ihfftn")
NAMES = ("fft", "ifft", "irfft", "hfft", "fft2", "ifft2", "irfft2", "hfft2", "fftn", "ifftn", "irfftn", "hfftn", *REAL)


@pytest.fixture(params=["SciPy's of few", "SciPy's of many", "ours"])
def road(request, monkeypatch):
    if request.param != "SciPy's of few":
        monkeypatch.setattr(_on_host, "_few", OfFew(None, most=0))
    if request.param == "ours":
        monkeypatch.setattr(_on_host, "host_memory", lambda: False)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D", "i"])
def test_as_scipy(road, name, dtype):
    rng = numpy.random.default_rng(len(name))
    several = name.endswith(("n", "2"))
    for shape in ((1,), (2,), (7,), (8,), (3, 4), (2, 3, 5)):
        x = (rng.standard_normal(shape) * 9 + (1j * rng.standard_normal(shape) if dtype in "FD" else 0)).astype(dtype)
        for norm in (None, "ortho", "forward"):
            for given in ({}, {"s": (4,) * min(2, len(shape))} if several else {"n": 5, "axis": 0}):
                if "s" in given and name.endswith("2") and len(shape) < 2:
                    continue
                if shape == (1,) and name in ("irfftn", "hfftn") and not given:     # of length 0: SciPy takes it for 1
                    continue
                try:
                    want = getattr(scipy.fft, name)(x, norm=norm, **given)
                except (ValueError, TypeError, IndexError):
                    with pytest.raises((ValueError, TypeError, IndexError)):
                        getattr(fft, name)(cupy.asarray(x), norm=norm, **given)
                    continue
                got = getattr(fft, name)(cupy.asarray(x), norm=norm, **given)
                assert got.dtype == want.dtype
                numpy.testing.assert_allclose(got.get(), want, rtol=1e-4 if dtype in "fF" else 1e-10,
                                              atol=1e-4 if dtype in "fF" else 1e-10)


def test_work_of_a_capture_is_recorded():
    """What a stream records is done when its graph is launched."""
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        x = cupy.zeros(8)
        stream.begin_capture()
        y = fft.rfft(x)
        graph = stream.end_capture()
        x[...] = 1
        graph.launch()
        stream.synchronize()
    assert float(y[0].real) == 8


@pytest.mark.parametrize("name", ["fft", "irfft", "rfftn", "ifft2", "dctn"])
def test_many_items_are_shared_between_threads(road, name):
    rng = numpy.random.default_rng(2)
    for shape in ((4, 20_000), (200, 300)):
        x = rng.standard_normal(shape)
        numpy.testing.assert_allclose(getattr(fft, name)(cupy.asarray(x)).get(), getattr(scipy.fft, name)(x), rtol=1e-9,
                                      atol=1e-9)
