"""Views whose axes are exchanged and turned, copied and combined with others."""
import numpy
import pytest

import cupy

VIEWS = [lambda a: a[::-1].swapaxes(0, -1), lambda a: a.swapaxes(0, -1)[::-1], lambda a: a[..., ::-1].swapaxes(0, -1),
         lambda a: a[::-1, ..., ::-1].swapaxes(0, -1), lambda a: a.swapaxes(0, 1)[::-1, ::-1]]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("dtype", ["u1", "f4", "f8", "c16", "i2"])
@pytest.mark.parametrize("shape", [(70, 90), (33, 64), (5, 40, 60), (17, 100), (3, 17, 4, 33)])
def test_copies_and_sums(view, dtype, shape):
    host = numpy.random.default_rng(0).integers(0, 99, shape).astype(dtype)
    x = cupy.asarray(host)
    turned = view(host)
    numpy.testing.assert_array_equal(cupy.ascontiguousarray(view(x)).get(), turned)
    plain = numpy.ascontiguousarray(turned)
    numpy.testing.assert_array_equal((view(x) + cupy.asarray(plain)).get(), turned + plain)
    numpy.testing.assert_array_equal((view(x) * view(x)).get(), turned * turned)
