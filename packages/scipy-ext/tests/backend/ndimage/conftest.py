"""Comparison with SciPy on arrays of random numbers."""
import numpy
import pytest
import scipy.ndimage

import cupy
from cupy._ext import OfFew
from cupyx.scipy import ndimage
from cupyx.scipy.ndimage._measurements import _groups, comprehension, objects, statistics
from cupyx.scipy.ndimage._morphology import binary

#: Functions that are SciPy's of few pixels.
OF_FEW = ["distance_transform_cdt", "distance_transform_edt", "label"]


def on_device(value):
    return cupy.asarray(value) if isinstance(value, numpy.ndarray) else value


def on_host(value):
    if isinstance(value, (list, tuple)):
        return type(value)(on_host(item) for item in value)
    return value.get() if isinstance(value, cupy.ndarray) else value


@pytest.fixture
def same():
    """``same(name, x, *arguments, rtol=…, atol=…, **keywords)``: our function gives what SciPy's does."""
    def check(name, x, *arguments, rtol=1e-11, atol=1e-9, **keywords):
        wanted = getattr(scipy.ndimage, name)(x, *arguments, **keywords)
        found = getattr(ndimage, name)(on_device(x), *map(on_device, arguments),
                                       **{key: on_device(value) for key, value in keywords.items()})
        several = isinstance(wanted, tuple)
        for a, b in zip(found, wanted, strict=True) if several else [(found, wanted)]:
            a, b = on_host(a), numpy.asarray(b)
            assert numpy.asarray(a).dtype == b.dtype or numpy.isscalar(a), (name, numpy.asarray(a).dtype, b.dtype)
            if b.dtype.kind in "biu":
                numpy.testing.assert_array_equal(a, b)
            else:
                numpy.testing.assert_allclose(a, b, rtol=rtol, atol=atol)
        return found

    return check


@pytest.fixture
def image():
    """``image(shape, dtype)``: random numbers below 100, the same for equal arguments."""
    def make(shape, dtype="d", seed=0):
        x = numpy.random.default_rng(seed).random(shape) * 100
        if numpy.dtype(dtype).kind == "c":
            x = x + 1j * x[::-1]
        return x > 50 if dtype in ("?", bool) else x.astype(dtype)

    return make


@pytest.fixture(params=["as it is", "own steps"])
def way(request, monkeypatch):
    """The shortest way of few pixels, and the one of many."""
    if request.param == "own steps":
        for module in (_groups, binary, comprehension, objects, statistics):
            monkeypatch.setattr(module, "_few", OfFew(None, most=0))
        for name in OF_FEW:
            monkeypatch.setattr(ndimage, name, getattr(ndimage, name).__wrapped__)
