"""The shortest way of few samples, and the one of many."""
import inspect

import pytest

from cupy._ext import OfFew
from cupyx.scipy import signal
from cupyx.scipy.signal._convolution import plane
from cupyx.scipy.signal._peaks import _search, peaks
from cupyx.scipy.signal._recurrence import lfilter

#: Functions that are SciPy's of few samples.
OF_FEW = ["convolve2d", "correlate2d", "cspline2d", "czt", "fftconvolve", "filtfilt", "find_peaks", "medfilt2d",
          "qspline2d", "resample", "sosfiltfilt", "symiirorder1", "symiirorder2", "upfirdn", "zoom_fft"]


@pytest.fixture(params=["as it is", "own steps"])
def way(request, monkeypatch):
    if request.param == "own steps":
        none = OfFew(None, most=0)
        for module in (lfilter, peaks, plane):
            monkeypatch.setattr(module, "_few", none)
        monkeypatch.setattr(_search, "_apart", none)
        for name in OF_FEW:
            monkeypatch.setattr(signal, name, inspect.unwrap(getattr(signal, name)))
