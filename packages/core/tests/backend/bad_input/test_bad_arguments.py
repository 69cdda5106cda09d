"""Wrong arguments raise what NumPy raises, with a message that names them."""
import numpy
import pytest

import cupy
from cupy import testing


@pytest.mark.parametrize("call", [
    lambda xp: xp.zeros(3, "no such dtype"), lambda xp: xp.asarray([1]).astype("?x"),
    lambda xp: xp.arange(3).view("Q9")])
@testing.numpy_cupy_raises(accept_error=TypeError)
def test_unknown_dtypes(xp, call):
    call(xp)


@pytest.mark.parametrize("call", [
    lambda: cupy.zeros(3, object), lambda: cupy.array([object()]), lambda: cupy.ones(3).astype("O"),
    lambda: cupy.asarray(numpy.array([None, 1], object)), lambda: cupy.zeros(3, numpy.longdouble)])
def test_dtypes_that_no_device_holds(call):
    with pytest.raises((TypeError, ValueError), match="(?i)dtype|object|longdouble|float128|unsupported"):
        call()


@pytest.mark.parametrize("call", [
    lambda xp, a: a.sum(axis=2), lambda xp, a: xp.concatenate([a, a], axis=5),
    lambda xp, a: xp.stack([a, a], axis=4), lambda xp, a: xp.expand_dims(a, 7),
    lambda xp, a: xp.take(a, 0, axis=3), lambda xp, a: xp.moveaxis(a, 0, 9),
    lambda xp, a: a.swapaxes(0, 2), lambda xp, a: xp.cumsum(a, axis=-3), lambda xp, a: a.argmax(4),
    lambda xp, a: a.squeeze(8), lambda xp, a: xp.count_nonzero(a, axis=2)])
@testing.numpy_cupy_raises(accept_error=numpy.exceptions.AxisError)
def test_axes(xp, call):
    call(xp, xp.ones((2, 3)))


@pytest.mark.parametrize("call", [
    lambda xp, a: a.sum(axis=True), lambda xp, a: xp.max(a, axis=(True, False)), lambda xp, a: xp.var(a, axis=False),
    lambda xp, a: a.argmax(True), lambda xp, a: xp.cumsum(a, axis=True), lambda xp, a: a.argsort(axis=True),
    lambda xp, a: xp.take(a, 0, axis=True), lambda xp, a: xp.repeat(a, 2, True), lambda xp, a: a.squeeze(True),
    lambda xp, a: xp.compress([1], a, True), lambda xp, a: xp.concatenate([a, a], axis=False)])
@testing.numpy_cupy_raises(accept_error=TypeError)
def test_bools_are_no_axes(xp, call):
    call(xp, xp.ones((2, 3)))


@pytest.mark.parametrize("call", [
    lambda xp, a: a + xp.ones(4), lambda xp, a: a.__iadd__(xp.ones((4, 2, 3))),
    lambda xp, a: xp.where(a > 0, a, xp.ones(5)), lambda xp, a: xp.add(a, a, out=xp.ones((3, 3))),
    lambda xp, a: xp.copyto(a, xp.ones(7)), lambda xp, a: a.reshape(7),
    lambda xp, a: a.sum(axis=0, out=xp.ones(2)), lambda xp, a: xp.broadcast_to(a, (3, 2))])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_shapes(xp, call):
    call(xp, xp.ones((2, 3)))


@pytest.mark.parametrize("value", [256, -1, 1 << 64])
@pytest.mark.parametrize("call", [
    lambda a, v: a + v, lambda a, v: a.fill(v), lambda a, v: a.__setitem__(0, v),
    lambda a, v: a.__imul__(v)])
@testing.numpy_cupy_raises(accept_error=OverflowError)
def test_integers_out_of_range(xp, call, value):
    call(xp.zeros(2, "u1"), value)


@pytest.mark.parametrize("call", [
    lambda xp: xp.zeros((1,) * 65), lambda xp: xp.zeros((1,) * 64)[None],
    lambda xp: xp.ones(1).reshape((1,) * 65), lambda xp: xp.broadcast_to(xp.ones(1), (1,) * 65)])
@testing.numpy_cupy_raises(accept_error=(ValueError, IndexError))
def test_too_many_dimensions(xp, call):
    call(xp)


@testing.numpy_cupy_array_equal()
def test_as_many_dimensions_as_numpy(xp):
    a = xp.arange(6).reshape((1,) * 31 + (2,) + (1,) * 31 + (3,))
    return [a + 1, a.sum(axis=(31, 63)), a.T[..., 0]]


@pytest.mark.parametrize("shape", [-1, (3, -2)])
@pytest.mark.parametrize("name", ["zeros", "ones", "empty"])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_negative_dimensions(xp, name, shape):
    getattr(xp, name)(shape)


@testing.numpy_cupy_raises(accept_error=(ValueError, MemoryError))
def test_sizes_that_overflow(xp):
    xp.zeros((1 << 40, 1 << 40))


def test_read_only_host_array_is_no_target():
    out = numpy.zeros(3)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="(?i)read-only|writ"):
        cupy.ones(3).get(out=out)


@pytest.mark.parametrize("call", [
    lambda xp, a: a.astype("i4", casting="safe"), lambda xp, a: xp.add(a, 1, dtype="?"),
    lambda xp, a: a.__ilshift__(2), lambda xp, a: xp.bitwise_or(a, a), lambda xp, a: ~a])
@testing.numpy_cupy_raises(accept_error=TypeError)
def test_types(xp, call):
    call(xp, xp.ones(3))


@pytest.mark.parametrize("order", ["X", "CF", 3])
@testing.numpy_cupy_raises(accept_error=(TypeError, ValueError))
def test_orders(xp, order):
    xp.zeros(3, order=order)


@testing.multi_gpu(2)
def test_arrays_of_two_devices():
    a = cupy.ones(3)
    with cupy.cuda.Device(1):
        b = cupy.ones(3)
        with pytest.raises(ValueError, match="(?i)device"):
            cupy.add(a, b)


def test_device_that_does_not_exist():
    with pytest.raises(cupy.cuda.runtime.CUDARuntimeError, match="1000"):
        cupy.cuda.Device(1000).use()


@pytest.mark.parametrize("indices", [[5], [-6], [0, 1, 99]])
@pytest.mark.parametrize("use", [
    lambda a, i: a[i], lambda a, i: a.take(i), lambda a, i: a.__setitem__(i, 0),
    lambda a, i: cupy.add.at(a, i, 1)])
def test_host_indices_out_of_range(indices, use):
    with pytest.raises(IndexError, match="out of bounds"):
        use(cupy.zeros(5), numpy.asarray(indices))
