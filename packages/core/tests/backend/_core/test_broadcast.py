"""Broadcasting functions and the class `broadcast`."""
import numpy
import pytest

import cupy
from cupy import testing


@pytest.mark.parametrize("shape, target", [
    ((3,), (2, 3)), ((), (2, 2)), ((2, 1), (2, 4)), ((1,), 5), ((2, 3), (2, 3)),
    ((4, 1, 1), (4, 2, 3))])
@testing.numpy_cupy_array_equal(strides_check=True)
def test_broadcast_to(xp, shape, target):
    return xp.broadcast_to(testing.shaped_arange(shape, xp), target)


@pytest.mark.parametrize("shape, target", [((3,), (2, 4)), ((2, 3), (3,)), ((2,), (-1, 2))])
def test_broadcast_to_errors(shape, target):
    for xp in (numpy, cupy):
        with pytest.raises(ValueError):
            xp.broadcast_to(xp.zeros(shape), target)


@testing.numpy_cupy_array_equal()
def test_broadcast_arrays(xp):
    return xp.broadcast_arrays(xp.arange(3), [[1], [2]], 5)


def test_broadcast_arrays_returns_a_tuple():
    assert isinstance(cupy.broadcast_arrays(cupy.arange(3)), tuple)


def test_broadcast_shapes():
    assert cupy.broadcast_shapes((2, 1), 3, (1, 1)) == (2, 3)
    with pytest.raises(ValueError):
        cupy.broadcast_shapes((2,), (3,))


def test_broadcast_class():
    b = cupy.broadcast(cupy.zeros((2, 1)), cupy.ones(3), 7)
    assert (b.shape, b.nd, b.ndim, b.size, b.numiter, b.index) == ((2, 3), 2, 2, 6, 3, 0)
    assert [v.shape for v in b.values[:2]] == [(2, 3), (2, 3)] and b.values[2] == 7
    items = [tuple(float(x) for x in row) for row in b]
    assert items == [(0.0, 1.0, 7.0)] * 6
    assert b.index == 6
    b.reset()
    assert b.index == 0 and len(list(b)) == 6


def test_broadcast_class_needs_shapes_that_fit():
    with pytest.raises(ValueError):
        cupy.broadcast(cupy.zeros(2), cupy.zeros(3))
