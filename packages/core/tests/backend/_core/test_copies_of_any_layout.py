"""Copies and operations of arrays whose rows are short, turned, broadcast or far apart."""
import numpy
import pytest

import cupy

SHAPES = [(9, 7, 2), (40, 5, 3), (3, 31, 9), (5, 130, 47), (2, 17, 215), (3, 20, 1024), (1, 700, 512), (2, 3, 5000)]
VIEWS = {
    "whole": lambda x: x, "turned": lambda x: x.transpose(2, 0, 1), "mirrored": lambda x: x.transpose(2, 1, 0),
    "backwards": lambda x: x[:, ::-1, ::-1], "inner": lambda x: x[:, 1:, 1:], "stepped": lambda x: x[..., ::2],
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("shape", SHAPES)
def test_copies(view, dtype, shape):
    host = numpy.random.default_rng(2).integers(0, 100, shape).astype(dtype)
    x, y = VIEWS[view](host), VIEWS[view](cupy.asarray(host))
    for order in "CF":
        numpy.testing.assert_array_equal(cupy.array(y, order=order).get(), x)
    apart = cupy.zeros((*x.shape[:-1], 2 * x.shape[-1]), dtype)
    apart[..., ::2] = y
    numpy.testing.assert_array_equal(apart.get()[..., ::2], x)
    assert not apart.get()[..., 1::2].any()
    same = numpy.broadcast_to(x[..., :1], x.shape)
    ours = cupy.broadcast_to(y[..., :1], x.shape)
    numpy.testing.assert_array_equal(cupy.array(ours, order="C").get(), same)
    numpy.testing.assert_array_equal((ours + y).get(), same + x)
    numpy.testing.assert_array_equal(ours.astype("c16").get(), same.astype("c16"))
