"""cupyx.scipy.fft against SciPy."""
import warnings

import numpy
import pytest
import scipy.fft

import cupy
from cupy._ext import OfFew
from cupyx.scipy import fft
from cupyx.scipy.fft import _fftlog, _on_host, _real_steps

ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
MANY = ("fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2", "fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn")
REAL_INPUT = ("rfft", "ihfft", "rfft2", "ihfft2", "rfftn", "ihfftn")
REAL = ("dct", "dst", "idct", "idst")
REAL_MANY = ("dctn", "dstn", "idctn", "idstn")
NORMS = (None, "backward", "ortho", "forward")


def sample(shape, dtype):
    rng = numpy.random.default_rng(5)
    values = rng.standard_normal(shape) * 5
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def same(name, x, *arguments, **options):
    expected = getattr(scipy.fft, name)(x, *arguments, **options)
    found = getattr(fft, name)(cupy.asarray(x), *arguments, **options)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    digits = 3e-5 if expected.dtype.char in "fF" else 1e-11
    numpy.testing.assert_allclose(found.get(), expected, rtol=0, atol=digits * max(1, abs(expected).max(initial=0)))


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("dtype", "?hLefdFD")
def test_one_axis(name, dtype):
    if dtype in "FD" and name in REAL_INPUT:
        with pytest.raises(TypeError):
            getattr(fft, name)(cupy.asarray(sample((3, 4), dtype)))
        return
    for norm in NORMS:
        for n, axis in ((None, -1), (7, 0), (2, 1)):
            same(name, sample((3, 4), dtype), n, axis, norm=norm)


@pytest.mark.parametrize("name", MANY)
def test_several_axes(name):
    x = sample((3, 4, 5), "f" if name in REAL_INPUT else "D")
    for options in ({}, {"axes": (0, 2)}, {"s": (3, 6), "axes": (2, 0)}, {"norm": "ortho"}, {"norm": "forward"},
                    {"s": (2, 3)} if name.endswith("n") else {}):
        same(name, x, **options)
    with pytest.raises(ValueError, match="unique"):
        getattr(fft, name)(cupy.asarray(x), axes=(1, 1))
    with pytest.raises(ValueError):
        getattr(fft, name)(cupy.asarray(x), s=(0, 2), axes=(0, 1))
    with pytest.raises(ValueError, match="norm"):
        getattr(fft, name)(cupy.asarray(x), norm="other")


@pytest.fixture(params=[False, True])
def by_fourier(request, monkeypatch):
    """Cosine and sine transforms as on a GPU, and as the backend does them."""
    if request.param:
        monkeypatch.setattr(_real_steps, "host_memory", lambda: False)
        monkeypatch.setattr(_on_host, "_few", OfFew(None, most=0))


@pytest.mark.usefixtures("by_fourier")
@pytest.mark.parametrize("kind", [1, 2, 3, 4])
@pytest.mark.parametrize("name", REAL)
def test_cosine_and_sine(name, kind):
    for dtype in "ihefdFD" if kind == 2 else "fD":
        for norm in NORMS:
            for n, axis in ((None, -1), (7, 0), (6, 1)):
                same(name, sample((4, 5), dtype), kind, n, axis, norm=norm)
    for n in range(2 if kind == 1 else 1, 6):
        same(name, sample(n, "d"), kind)
    for orthogonalize in (True, False):
        same(name, sample((4, 5), "d"), kind, norm="ortho", orthogonalize=orthogonalize)
        same(name, sample((4, 5), "d"), kind, orthogonalize=orthogonalize)


@pytest.mark.usefixtures("by_fourier")
@pytest.mark.parametrize("name", REAL_MANY)
def test_cosine_and_sine_of_several_axes(name):
    x = sample((3, 4, 5), "d")
    for options in ({}, {"axes": (0, 2)}, {"s": (3, 6), "axes": (2, 0)}, {"norm": "ortho"}, {"type": 4},
                    {"s": (2, 3)}, {"axes": 1}, {"type": 3, "norm": "forward"}, {"axes": ()}):
        same(name, x, **options)
    same(name, sample((3, 4), "F"))


@pytest.mark.usefixtures("by_fourier")
def test_bad_types_and_lengths():
    a = cupy.ones(4)
    for name in (*REAL, *REAL_MANY):
        with pytest.raises(ValueError, match="type"):
            getattr(fft, name)(a, 5)
        with pytest.raises(ValueError, match="norm"):
            getattr(fft, name)(a, norm="other")
    with pytest.raises(ValueError):
        fft.dct(a, 1, n=1)
    with pytest.raises(ValueError):
        fft.dct(a, n=0)
    with pytest.raises(TypeError):
        fft.fft(numpy.ones(4))


@pytest.fixture(params=["of few", "of many"])
def hankel(request, monkeypatch):
    """Factors of few frequencies in the host's memory are SciPy's, others are found on the device."""
    monkeypatch.setattr(_fftlog, "_FEW", 1 << 12 if request.param == "of few" else -1)


@pytest.mark.parametrize("bias", [0, 0.3, -0.4])
@pytest.mark.parametrize("n", [1, 8, 9])
def test_hankel(n, bias, hankel):
    x = sample((2, n), "d")
    offset = scipy.fft.fhtoffset(0.1, 0.5, bias=bias)
    for name in ("fht", "ifht"):
        same(name, x, 0.1, 0.5, offset, bias)
        same(name, x, 0.1, 2.5, 0.2, bias)
        same(name, x.astype("f"), 0.1, 0.5, 0.2)


@pytest.mark.parametrize(("name", "mu", "bias"), [("fht", -0.5, -0.5), ("ifht", -0.5, 0.5), ("fht", 0, 1.0),
                                                  ("fht", -1.5, -0.5), ("ifht", -1.5, 0.5)])
def test_singular_hankel(name, mu, bias, hankel):
    a = numpy.arange(1.0, 9)
    found = []
    for module, x in ((fft, cupy.asarray(a)), (scipy.fft, a)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found.append((cupy.asnumpy(getattr(module, name)(x, 0.1, mu, bias=bias)),
                          [w.filename for w in caught if "singular" in str(w.message)]))
    numpy.testing.assert_allclose(found[0][0], found[1][0], rtol=1e-9)
    assert found[0][1] == [__file__] * len(found[1][1])


def test_plans():
    x = sample((4, 6), "D")
    a = cupy.asarray(x)
    plan = fft.get_fft_plan(a, axes=1)
    numpy.testing.assert_allclose(fft.fft(a, plan=plan).get(), scipy.fft.fft(x), atol=1e-12)
    numpy.testing.assert_allclose(fft.fft2(a, plan=fft.get_fft_plan(a)).get(), scipy.fft.fft2(x), atol=1e-12)
    with plan:
        numpy.testing.assert_allclose(fft.ifft(a).get(), scipy.fft.ifft(x), atol=1e-12)
        with pytest.raises(RuntimeError, match="not both"):
            fft.fft(a, plan=plan)
    with pytest.raises(ValueError, match="the plan"):
        fft.fft(a, axis=0, plan=plan)
    with pytest.raises(TypeError):
        fft.fft(a, plan="plan")


def test_as_a_backend_of_scipy():
    x = sample((4, 6), "D")
    a = cupy.asarray(x)
    for name in ("fft", "ifftn", "dct"):
        expected = getattr(scipy.fft, name)(x)
        with scipy.fft.set_backend(fft):
            found = getattr(scipy.fft, name)(a)
        assert isinstance(found, cupy.ndarray)
        numpy.testing.assert_allclose(found.get(), expected, atol=1e-12)


def test_lengths_shifts_and_frequencies():
    assert [fft.next_fast_len(n) for n in (7, 13, 97)] == [scipy.fft.next_fast_len(n) for n in (7, 13, 97)]
    assert fft.next_fast_len(13, real=True) == scipy.fft.next_fast_len(13, real=True)
    numpy.testing.assert_allclose(fft.fftfreq(5, 0.1).get(), scipy.fft.fftfreq(5, 0.1))
    assert fft.fftshift(cupy.arange(5)).get().tolist() == [3, 4, 0, 1, 2]
