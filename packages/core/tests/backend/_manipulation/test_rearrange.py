"""Items flipped, rolled, rotated and repeated."""
import numpy
import pytest

import cupy
from cupy import testing

CALLS = {
    "flip": lambda xp, a: xp.flip(a),
    "flip 1": lambda xp, a: xp.flip(a, 1),
    "flip many": lambda xp, a: xp.flip(a, (0, -1)),
    "fliplr": lambda xp, a: xp.fliplr(a),
    "flipud": lambda xp, a: xp.flipud(a),
    "roll": lambda xp, a: xp.roll(a, 5),
    "roll back": lambda xp, a: xp.roll(a, -1, 0),
    "roll far": lambda xp, a: xp.roll(a, 101, -1),
    "roll none": lambda xp, a: xp.roll(a, 4, 2),
    "roll axes": lambda xp, a: xp.roll(a, (1, -1), (0, 2)),
    "roll one by many": lambda xp, a: xp.roll(a, 1, (0, 1, 2)),
    "roll many by one": lambda xp, a: xp.roll(a, (1, 2), 2),
    "roll twice": lambda xp, a: xp.roll(a, (1, 1), (2, 2)),
    "roll empty": lambda xp, a: xp.roll(a[:0], 1),
    "roll strided": lambda xp, a: xp.roll(a.transpose(2, 0, 1)[::-1], 1, 0),
    "rot90": lambda xp, a: xp.rot90(a),
    "rot90 2": lambda xp, a: xp.rot90(a, 2),
    "rot90 3": lambda xp, a: xp.rot90(a, -1, (1, 2)),
    "rot90 0": lambda xp, a: xp.rot90(a, 4, (2, 0)),
    "tile": lambda xp, a: xp.tile(a, 2),
    "tile axes": lambda xp, a: xp.tile(a, (2, 1, 3)),
    "tile more": lambda xp, a: xp.tile(a, (2, 1, 1, 2)),
    "tile none": lambda xp, a: xp.tile(a, (1, 0, 1)),
    "tile ones": lambda xp, a: xp.tile(a[0], (1, 1, 1)),
    "repeat": lambda xp, a: xp.repeat(a, 2),
    "repeat axis": lambda xp, a: xp.repeat(a, 3, axis=1),
    "repeat none": lambda xp, a: xp.repeat(a, 0, axis=-1),
    "repeat list": lambda xp, a: xp.repeat(a, [2, 0, 1], axis=1),
    "repeat array": lambda xp, a: xp.repeat(a, xp.asarray([1, 2, 0, 3]), axis=2),
    "repeat one": lambda xp, a: xp.repeat(a, [2], axis=0),
    "repeat float": lambda xp, a: xp.repeat(a, 2.0),
    "repeat scalar": lambda xp, a: xp.repeat(a[0, 0, 0], 3),
    "method": lambda xp, a: a.repeat(2, 0),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.for_dtypes("?bhfD")
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, dtype, call):
    return call(xp, testing.shaped_arange((2, 3, 4), xp, dtype))


def test_flip_is_a_view():
    a = cupy.zeros(3)
    cupy.flip(a)[0] = 1
    assert a.get().tolist() == [0, 0, 1]


def test_roll_by_a_device_array():
    assert cupy.roll(cupy.arange(4), cupy.asarray(1)).get().tolist() == [3, 0, 1, 2]


ERRORS = {
    "fliplr": (lambda xp, a: xp.fliplr(a[0, 0]), ValueError),
    "flipud": (lambda xp, a: xp.flipud(a[0, 0, 0]), ValueError),
    "flip": (lambda xp, a: xp.flip(a, 3), numpy.exceptions.AxisError),
    "roll": (lambda xp, a: xp.roll(a, (1, 2, 3), (0, 1)), ValueError),
    "rot90 one": (lambda xp, a: xp.rot90(a, axes=(0,)), ValueError),
    "rot90 same": (lambda xp, a: xp.rot90(a, axes=(0, 0)), ValueError),
    "rot90 far": (lambda xp, a: xp.rot90(a, axes=(0, 5)), ValueError),
    "repeat negative": (lambda xp, a: xp.repeat(a, -1), ValueError),
    "repeat length": (lambda xp, a: xp.repeat(a, [1, 2], axis=2), ValueError),
    "repeat floats": (lambda xp, a: xp.repeat(a, xp.asarray([1.5])), TypeError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp, testing.shaped_arange((2, 3, 4), xp))


@pytest.mark.parametrize("dtype", ["?", "i2", "f4", "f8", "c16", "S3"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 8, 9])
def test_items_repeated_any_number_of_times(dtype, count):
    x = numpy.random.default_rng(count).integers(0, 2, 2 * 31 * 5).astype(dtype).reshape(2, 31, 5)
    for view in (x, x[:, ::-1, ::2], x[..., 1:]):
        for axis in (0, 1, 2, None):
            numpy.testing.assert_array_equal(cupy.repeat(cupy.asarray(view), count, axis).get(),
                                             numpy.repeat(view, count, axis))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 16, 17, 300])
@pytest.mark.parametrize("size", [1, 15, 1000, 5003])
def test_bytes_repeated_from_anywhere(count, size):
    given = numpy.random.default_rng(size).integers(0, 255, size + 16).astype("u1")
    whole = cupy.asarray(given)
    for first in (0, 1, 7, 16):
        a, b = given[first:first + size], whole[first:first + size]
        numpy.testing.assert_array_equal(cupy.repeat(b, count).get(), numpy.repeat(a, count))


@pytest.mark.parametrize(("dtype", "shape", "axis", "count"), [
    ("e", (9200, 2, 38), 1, 3), ("B", (9200, 123), 0, 4), ("d", (7200, 19), 0, 4), ("S3", (4000, 40), 0, 9)], ids=str)
def test_large_arrays_of_runs_that_are_no_vectors(dtype, shape, axis, count):
    nbytes = int(numpy.prod(shape)) * numpy.dtype(dtype).itemsize
    values = numpy.random.default_rng(0).integers(1, 60, nbytes, "B").view(dtype).reshape(shape)
    mine = cupy.asarray(values)
    numpy.testing.assert_array_equal(cupy.repeat(mine, count, axis).get(), numpy.repeat(values, count, axis))
    numpy.testing.assert_array_equal(cupy.tile(mine, count).get(), numpy.tile(values, count))
