"""Functions applied along axes and to parts of arrays."""
import numpy
import pytest

import cupy
from cupy import testing

CALLS = {
    "along": lambda xp, a: xp.apply_along_axis(lambda v: v * 2, 1, a),
    "along reduce": lambda xp, a: xp.apply_along_axis(lambda v: v.sum(), 0, a),
    "along grow": lambda xp, a: xp.apply_along_axis(lambda v: xp.stack([v, v, v]), 1, a),
    "along arguments": lambda xp, a: xp.apply_along_axis(lambda v, k, m: v[k] + m, -1, a, 1, m=2),
    "over": lambda xp, a: xp.apply_over_axes(xp.sum, a, [0, 2]),
    "over one": lambda xp, a: xp.apply_over_axes(xp.sum, a, -1),
    "piecewise": lambda xp, a: xp.piecewise(a, [a < 5, a > 10], [-1, 1]),
    "piecewise default": lambda xp, a: xp.piecewise(a, [a < 5, a > 10], [-1, 1, 7]),
    "piecewise functions": lambda xp, a: xp.piecewise(
        a, [a < 5, a >= 5], [lambda v: v * 2, lambda v, k=1: v + k]),
    "piecewise arguments": lambda xp, a: xp.piecewise(a, [a < 5], [lambda v, k: v * k, 0], 3),
    "piecewise one": lambda xp, a: xp.piecewise(a[0, 0], a[0, 0] > 2, [1]),
    "piecewise both": lambda xp, a: xp.piecewise(a, [a > 5, a > 10], [1, 2]),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.for_dtypes("ifd")
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, dtype, call):
    return call(xp, testing.shaped_arange((2, 3, 4), xp, dtype))


def test_errors():
    for xp in (numpy, cupy):
        a = xp.zeros((2, 0, 3))
        with pytest.raises(ValueError):
            xp.apply_along_axis(lambda v: v, 0, a)
        with pytest.raises(ValueError):
            xp.piecewise(xp.zeros(3), [xp.zeros(3, bool)], [1, 2, 3])
        with pytest.raises(ValueError):
            xp.apply_over_axes(lambda x, axis: x.sum(), xp.zeros((2, 2, 2)), [0])
        with pytest.raises(numpy.exceptions.AxisError):
            xp.apply_along_axis(lambda v: v, 3, a)


@testing.numpy_cupy_array_equal()
def test_piecewise_of_one_number(xp):
    x = xp.asarray(3)
    return xp.piecewise(x, x > 3, [4, 0]), xp.piecewise(x, [x > 2], [4, 0]), xp.piecewise(x, x < 0, [lambda v: -v])
