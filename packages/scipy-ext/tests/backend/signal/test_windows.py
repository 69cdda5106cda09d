"""Windows beside SciPy's."""

import numpy
import pytest
import scipy.signal

import cupy
from cupyx.scipy import signal
from cupyx.scipy.signal import windows

PLAIN = [
    "barthann",
    "bartlett",
    "blackman",
    "blackmanharris",
    "bohman",
    "boxcar",
    "cosine",
    "flattop",
    "hamming",
    "hann",
    "lanczos",
    "nuttall",
    "parzen",
    "triang",
]
WITH = [
    ("kaiser", 8.6),
    ("kaiser", 0),
    ("gaussian", 1000.0),
    ("gaussian", 7),
    ("general_gaussian", 1.5, 900.0),
    ("general_cosine", [0.3, 0.4, 0.2, 0.1]),
    ("general_hamming", 0.7),
    ("tukey", 0.25),
    ("tukey", 0),
    ("tukey", 2),
    ("taylor",),
    ("taylor", 6, 40, False),
    ("exponential", None, 700.0),
    ("exponential",),
]


@pytest.mark.parametrize("length", [0, 1, 2, 7, 8, 16384, 16385])
@pytest.mark.parametrize("sym", [True, False])
@pytest.mark.parametrize("window", [(name,) for name in PLAIN] + WITH, ids=str)
def test_samples(window, length, sym):
    name, *args = window
    found, wanted = [getattr(module, name)(length, *args, sym=sym) for module in (windows, scipy.signal.windows)]
    assert isinstance(found, cupy.ndarray)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, atol=1e-14, rtol=1e-11)


@pytest.mark.parametrize("length", [2, 3, 4, 9, 10, 1000, 1001])
@pytest.mark.parametrize("sym", [True, False])
@pytest.mark.parametrize(
    "window",
    [(name,) for name in PLAIN]
    + [*WITH, ("kaiser", 45.0), ("kaiser", 49.0), ("kaiser", 300.0), ("kaiser", -8.6)],
    ids=str,
)
def test_formulas(window, length, sym, monkeypatch):
    monkeypatch.setattr("cupyx.scipy.signal.windows._windows.to_device", None)      # what SciPy makes goes through it
    name, *args = window
    found, wanted = [getattr(module, name)(length, *args, sym=sym) for module in (windows, scipy.signal.windows)]
    numpy.testing.assert_allclose(found.get(), wanted, atol=1e-14, rtol=1e-11)
    given = name if not args else (name, *args)
    if name not in ("general_cosine", "taylor"):
        numpy.testing.assert_array_equal(signal.get_window(given, length, not sym).get(), found.get())


@pytest.mark.parametrize("name, args", [("chebwin", (100,)), ("dpss", (2.5,)), ("kaiser_bessel_derived", (5,))])
def test_only_scipys(name, args):
    found, wanted = [getattr(module, name)(32, *args) for module in (windows, scipy.signal.windows)]
    numpy.testing.assert_array_equal(found.get(), wanted)
    tapers, ratios = windows.dpss(32, 3, 4, return_ratios=True)
    assert tapers.shape == (4, 32) and ratios.shape == (4,)


@pytest.mark.parametrize("length", [9, 20001])
@pytest.mark.parametrize(
    "window",
    [
        "hann",
        "ham",
        "tri",
        ("tukey", 0.3),
        8.6,
        "hann_symmetric",
        ("ksr", 3.0),
        "sinc_periodic",
        ("gss", 44.0),
        ("exponential", None, 5.0),
        "boxcar",
    ],
    ids=str,
)
@pytest.mark.parametrize("fftbins", [True, False])
def test_get_window(window, length, fftbins):
    arguments = window, length, fftbins
    numpy.testing.assert_allclose(signal.get_window(*arguments).get(), scipy.signal.get_window(*arguments), atol=1e-10)


@pytest.mark.parametrize("length", [8, 20000])
@pytest.mark.parametrize("window", ["none such", "kaiser", ("hann", 3), (3, "hann"), None])
def test_bad_windows(window, length):
    with pytest.raises(ValueError):
        signal.get_window(window, length)


def test_bad_lengths():
    for function in (windows.hann, windows.tukey):
        with pytest.raises(ValueError):
            function(-1)
        with pytest.raises(ValueError):
            function(3.5)
    with pytest.raises(ValueError):
        windows.exponential(20000, 3.0, sym=True)


def test_what_was_given_is_not_shared():
    windows.hann(5)[...] = 3
    signal.get_window("hann", 5)[...] = 3
    assert float(signal.get_window("hann", 5)[0]) == 0
