"""Reductions of what lies in short rows, turned about or apart, and of arrays that are broadcast."""
import numpy
import pytest

import cupy

NAMES = ["sum", "max", "argmin", "any", "var"]


def layouts(x):
    """Views whose last axis is short, strided, turned about or broadcast; each with an axis to reduce."""
    yield x[:, :, 1:3], 0
    yield x[:, ::-1, 4:0:-1], 0
    yield x[..., ::2], 1
    yield numpy.lib.stride_tricks.as_strided(x, (*x.shape[:2], 7), (*x.strides[:2], 0)), 0
    yield numpy.lib.stride_tricks.as_strided(x[:, 0], (x.shape[0], 1300), (x.strides[0], 0)), 0
    yield numpy.lib.stride_tricks.as_strided(x, (x.shape[0], 1, x.shape[1], 3), (x.strides[0], 0, x.strides[1], 0)), 0
    yield x[:, None, :, :3], 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", ["u1", "i4", "f4", "f8"])
@pytest.mark.parametrize("rows", [3, 1700])
def test_against_numpy(name, dtype, rows):
    x = numpy.random.default_rng(6).integers(0, 9, (5, rows, 6)).astype(dtype)
    whole = cupy.asarray(x)
    for view, axis in layouts(x):
        at = view.__array_interface__["data"][0] - x.__array_interface__["data"][0]
        flat = whole.reshape(-1)[at // x.itemsize:]
        same = cupy.lib.stride_tricks.as_strided(flat, view.shape, view.strides)
        expected = getattr(view.astype("f8") if name == "var" else view, name)(axis)
        found = getattr(same, name)(axis).get()
        numpy.testing.assert_allclose(found, expected, rtol=1e-5)
