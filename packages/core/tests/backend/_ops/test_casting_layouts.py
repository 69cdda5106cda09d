"""Ufuncs of one operand that is cast as it is read, in every layout: rows and columns of stride 0 too."""
import numpy
import pytest

import cupy

#: Types that are not those of the loop that takes them: small ones reach the loop of half precision.
CAST = "?bBhHiIlL"

_EVERY = sorted(name for name in dir(cupy) if isinstance(getattr(cupy, name), cupy.ufunc) and isinstance(
    getattr(numpy, name, None), numpy.ufunc) and getattr(numpy, name).nin == 1)
NAMES = [name for name in _EVERY if any(loop.startswith("e->") for loop in getattr(cupy, name).types)]

#: Name → view of memory, done alike to arrays of both libraries; the shape is that of a table, not a line.
LAYOUTS = {
    "C": lambda xp, x: xp.asarray(x),
    "F": lambda xp, x: xp.asarray(numpy.ascontiguousarray(x.T)).T,
    "broadcast rows": lambda xp, x: xp.broadcast_to(xp.asarray(x[:1]), x.shape),
    "broadcast columns": lambda xp, x: xp.broadcast_to(xp.asarray(x[:, :1]), x.shape),
    "one item": lambda xp, x: xp.broadcast_to(xp.asarray(x[:1, :1]), x.shape),
    "negative": lambda xp, x: xp.asarray(x)[::-1, ::-1],
    "stepped": lambda xp, x: xp.asarray(numpy.repeat(numpy.repeat(x, 2, 0), 3, 1))[::2, 1::3],
    "rows apart": lambda xp, x: xp.asarray(numpy.pad(x, ((0, 0), (0, 3))))[:, :x.shape[1]],
    "broadcast pages": lambda xp, x: xp.broadcast_to(xp.asarray(x)[:, None], (x.shape[0], 3, x.shape[1])),
}


def _values(dtype, shape):
    low = 0 if numpy.dtype(dtype).kind in "bu" else -5
    return numpy.random.default_rng(5).integers(low, 2 if dtype == "?" else 6, shape).astype(dtype)


def _outcome(name, xp, a):
    """Results on the host, or the class of what is raised."""
    with numpy.errstate(all="ignore"):
        try:
            found = getattr(xp, name)(a)
        except TypeError:
            return TypeError
    return [x if xp is numpy else x.get() for x in (found if isinstance(found, tuple) else (found,))]


def test_half_precision_is_reached():
    assert {"fabs", "sqrt", "floor", "isfinite"} <= set(NAMES)
    assert cupy.fabs(cupy.zeros(2, "b")).dtype == "e"


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", NAMES)
def test_layouts_of_what_is_cast(name, layout):
    for dtype in CAST:
        for shape in ((5, 7), (3, 130), (130, 3)):
            x = _values(dtype, shape)
            wanted, got = (_outcome(name, xp, LAYOUTS[layout](xp, x)) for xp in (numpy, cupy))
            if wanted is TypeError or got is TypeError:
                assert wanted is got, (dtype, wanted, got)
                continue
            for one, other in zip(got, wanted, strict=True):
                assert one.dtype == other.dtype, dtype
                bound = {"e": 2e-3, "f": 1e-6, "d": 1e-14}.get(one.dtype.char, 0)
                numpy.testing.assert_allclose(one, other, rtol=bound, atol=bound, err_msg=f"{dtype} {shape}")
