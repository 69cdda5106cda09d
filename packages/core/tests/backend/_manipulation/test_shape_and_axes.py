"""Shapes and orders of axes changed without touching the items."""
import numpy
import pytest
from numpy.exceptions import AxisError

import cupy
from cupy import testing

CALLS = {
    "reshape": lambda xp, a: xp.reshape(a, (4, -1)),
    "reshape F": lambda xp, a: xp.reshape(a, (4, 6), order="F"),
    "reshape A": lambda xp, a: xp.reshape(a.T, (4, 6), order="A"),
    "reshape copy": lambda xp, a: xp.reshape(a, -1, copy=True),
    "ravel": lambda xp, a: xp.ravel(a),
    "ravel F": lambda xp, a: xp.ravel(a, "F"),
    "ravel K": lambda xp, a: xp.ravel(a.transpose(1, 0, 2), "K"),
    "squeeze": lambda xp, a: xp.squeeze(a[:1, :, None]),
    "squeeze axis": lambda xp, a: xp.squeeze(a[:1, :, None], axis=(0, 2)),
    "expand_dims": lambda xp, a: xp.expand_dims(a, 1),
    "expand_dims many": lambda xp, a: xp.expand_dims(a, (0, -1)),
    "atleast_1d": lambda xp, a: xp.atleast_1d(a[0, 0, 0]),
    "atleast_2d": lambda xp, a: xp.atleast_2d(a[0, 0], a[0, 0, 0], a),
    "atleast_3d": lambda xp, a: xp.atleast_3d(a[0, 0, 0], a[0, 0], a[0], a),
    "transpose": lambda xp, a: xp.transpose(a),
    "transpose axes": lambda xp, a: xp.transpose(a, (1, -1, 0)),
    "permute_dims": lambda xp, a: xp.permute_dims(a, (2, 0, 1)),
    "matrix_transpose": lambda xp, a: xp.matrix_transpose(a),
    "swapaxes": lambda xp, a: xp.swapaxes(a, 0, -1),
    "moveaxis": lambda xp, a: xp.moveaxis(a, 0, -1),
    "moveaxis many": lambda xp, a: xp.moveaxis(a, [0, -1], [-1, 0]),
    "rollaxis": lambda xp, a: xp.rollaxis(a, 2),
    "rollaxis start": lambda xp, a: xp.rollaxis(a, 0, 3),
    "rollaxis negative": lambda xp, a: xp.rollaxis(a, -1, -2),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.for_dtypes("?bfD")
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, dtype, call):
    return call(xp, testing.shaped_arange((2, 3, 4), xp, dtype))


@pytest.mark.parametrize("name", ["transpose", "squeeze", "ravel", "atleast_2d"])
def test_views_share_memory(name):
    a = cupy.arange(6).reshape(2, 3)
    view = getattr(cupy, name)(a)
    view[...] = 0
    assert not a.get().any()


def test_reshape_without_copy_is_refused_when_it_must_copy():
    with pytest.raises(ValueError):
        cupy.reshape(cupy.arange(6).reshape(2, 3).T, 6, copy=False)


ERRORS = {
    "squeeze": (lambda xp, a: xp.squeeze(a, axis=1), ValueError),
    "expand_dims twice": (lambda xp, a: xp.expand_dims(a, (0, 0)), ValueError),
    "expand_dims far": (lambda xp, a: xp.expand_dims(a, 7), AxisError),
    "moveaxis lengths": (lambda xp, a: xp.moveaxis(a, (0, 1), 2), ValueError),
    "moveaxis twice": (lambda xp, a: xp.moveaxis(a, (0, 0), (1, 2)), ValueError),
    "swapaxes": (lambda xp, a: xp.swapaxes(a, 0, 3), AxisError),
    "rollaxis": (lambda xp, a: xp.rollaxis(a, 0, 4), AxisError),
    "matrix_transpose": (lambda xp, a: xp.matrix_transpose(a[0, 0]), ValueError),
    "transpose": (lambda xp, a: xp.transpose(a, (0, 0, 1)), ValueError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp, testing.shaped_arange((2, 3, 4), xp))


@testing.numpy_cupy_equal()
def test_ndim_shape_size(xp):
    a = xp.zeros((2, 3))
    return [xp.ndim(a), xp.ndim([[1]]), xp.shape(a), xp.shape([[1, 2]]), xp.size(a),
            xp.size(a, 1), xp.size([[1, 2]], 0), xp.ndim(3.0)]


def test_numpy_arrays_are_not_transferred():
    with pytest.raises(TypeError, match="never transferred implicitly"):
        cupy.transpose(numpy.ones((2, 2)))


def test_axes_given_as_an_array():
    x = numpy.arange(24).reshape(2, 3, 4)
    for axes in (numpy.array([2, 0, 1]), numpy.argsort([1, 2, 0])):
        assert numpy.array_equal(cupy.asarray(x).transpose(axes).get(), x.transpose(axes))
        assert numpy.array_equal(cupy.transpose(cupy.asarray(x), axes).get(), numpy.transpose(x, axes))


@pytest.mark.parametrize("name, args", [("tile", ((2, 3),)), ("diagflat", (1,)), ("diag", ())])
def test_arrays_of_numpy(name, args):
    x = numpy.arange(4.0)
    got = getattr(cupy, name)(x, *args)
    assert isinstance(got, cupy.ndarray)
    numpy.testing.assert_array_equal(got.get(), getattr(numpy, name)(x, *args))
