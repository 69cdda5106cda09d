"""Items deleted, inserted, trimmed and copied."""
import numpy
import pytest

import cupy
from cupy import testing

CALLS = {
    "delete": lambda xp, a: xp.delete(a, 1),
    "delete axis": lambda xp, a: xp.delete(a, -1, axis=1),
    "delete list": lambda xp, a: xp.delete(a, [0, 2], axis=1),
    "delete twice": lambda xp, a: xp.delete(a, [1, 1, -2], axis=1),
    "delete slice": lambda xp, a: xp.delete(a, slice(None, None, 2), axis=1),
    "delete mask": lambda xp, a: xp.delete(a, [True, False, True, False], axis=1),
    "delete nothing": lambda xp, a: xp.delete(a, [], axis=0),
    "delete all": lambda xp, a: xp.delete(a, slice(None), axis=0),
    "delete many": lambda xp, a: xp.delete(xp.arange(100), range(1, 99, 3)),
    "delete array": lambda xp, a: xp.delete(a, xp.asarray([0, 1]), axis=1),
    "insert": lambda xp, a: xp.insert(a, 1, 5),
    "insert many": lambda xp, a: xp.insert(a, 1, [5, 6]),
    "insert axis": lambda xp, a: xp.insert(a, 1, 5, axis=1),
    "insert row": lambda xp, a: xp.insert(a, 1, [1, 2, 3, 4], axis=0),
    "insert column": lambda xp, a: xp.insert(a, 1, [1, 2, 3], axis=1),
    "insert columns": lambda xp, a: xp.insert(a, [1], [[1], [2], [3]], axis=1),
    "insert places": lambda xp, a: xp.insert(a, [0, 2], 9, axis=1),
    "insert same": lambda xp, a: xp.insert(a, [2, 2], [8, 9], axis=1),
    "insert unordered": lambda xp, a: xp.insert(a, [3, 1, -1], [7, 8, 9], axis=1),
    "insert end": lambda xp, a: xp.insert(a, 3, 1, axis=0),
    "insert slice": lambda xp, a: xp.insert(a, slice(0, 3), 1, axis=0),
    "insert mask": lambda xp, a: xp.insert(a[0], xp.asarray([True, False, True, False]), [1, 2]),
    "insert nothing": lambda xp, a: xp.insert(a[0], [], []),
    "resize": lambda xp, a: xp.resize(a, (5, 5)),
    "resize smaller": lambda xp, a: xp.resize(a, 7),
    "resize empty": lambda xp, a: xp.resize(a[:0], (2, 2)),
    "resize to nothing": lambda xp, a: xp.resize(a, (0, 3)),
    "trim": lambda xp, a: xp.trim_zeros(xp.asarray([0, 0, 3, 0, 1, 0])),
    "trim front": lambda xp, a: xp.trim_zeros(xp.asarray([0, 0, 3, 0, 1, 0]), "f"),
    "trim back": lambda xp, a: xp.trim_zeros(xp.asarray([0, 0, 3, 0, 1, 0]), "B"),
    "trim all": lambda xp, a: xp.trim_zeros(xp.zeros(3)),
    "trim none": lambda xp, a: xp.trim_zeros(a[0]),
    "trim plane": lambda xp, a: xp.trim_zeros(xp.asarray([[0, 0, 0], [0, 3, 0], [0, 0, 0]])),
    "trim axis": lambda xp, a: xp.trim_zeros(xp.asarray([[0, 0, 0], [0, 3, 0]]), axis=1),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.for_dtypes("bfD")
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, dtype, call):
    return call(xp, testing.shaped_arange((3, 4), xp, dtype))


ERRORS = {
    "delete far": (lambda xp, a: xp.delete(a, 9), IndexError),
    "delete mask": (lambda xp, a: xp.delete(a, [True, False]), ValueError),
    "delete float": (lambda xp, a: xp.delete(a, 1.5), IndexError),
    "insert far": (lambda xp, a: xp.insert(a, 9, 1), IndexError),
    "insert planes": (lambda xp, a: xp.insert(a, [[1]], 1), ValueError),
    "insert shape": (lambda xp, a: xp.insert(a, [0, 1], [1, 2, 3]), ValueError),
    "resize": (lambda xp, a: xp.resize(a, -3), ValueError),
    "trim": (lambda xp, a: xp.trim_zeros(a, "x"), ValueError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp, testing.shaped_arange((5,), xp))


class TestCopyto:
    @pytest.mark.parametrize("source", [5, 2.5, [1, 2, 3], [[7], [8]]], ids=str)
    @testing.for_dtypes("bfD")
    @testing.numpy_cupy_array_equal()
    def test_all(self, xp, source, dtype):
        a = xp.zeros((2, 3), dtype)
        xp.copyto(a, source if numpy.isscalar(source) else xp.asarray(source), casting="unsafe")
        return a

    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_where(self, xp, dtype):
        a = testing.shaped_arange((3, 4), xp, dtype)
        xp.copyto(a, testing.shaped_reverse_arange((4,), xp, "b"), casting="unsafe",
                  where=xp.asarray([[True], [False], [True]]))
        return a

    @testing.numpy_cupy_array_equal()
    def test_where_scalar_and_strided(self, xp):
        a = testing.shaped_arange((4, 6), xp)
        xp.copyto(a.T[::2], -1.0, where=xp.asarray([True, False, True, False]))
        return a

    @testing.numpy_cupy_array_equal()
    def test_where_records(self, xp):
        a = xp.asarray(numpy.zeros(3, [("x", "i4"), ("y", "i2")]))
        b = numpy.zeros(3, [("x", "i4"), ("y", "i2")])
        b["x"], b["y"] = [1, 2, 3], [4, 5, 6]
        xp.copyto(a, xp.asarray(b), where=xp.asarray([True, False, True]))
        return [a["x"], a["y"]]

    @pytest.mark.parametrize("source, casting", [(1.5, "same_kind"), ("f", "safe"), ("D", "same_kind")])
    def test_casting_errors(self, source, casting):
        for xp in (numpy, cupy):
            with pytest.raises(TypeError):
                xp.copyto(xp.zeros(3, "i4"), xp.ones(3, source) if isinstance(source, str) else source,
                          casting)

    def test_mask_must_be_bool(self):
        for xp in (numpy, cupy):
            with pytest.raises(TypeError):
                xp.copyto(xp.zeros(3), 1.0, where=xp.asarray([1, 0, 1]))


@pytest.mark.parametrize("obj", [
    2, -1, numpy.array(3), [1], [-7], [], slice(2, 5), slice(5, 2), slice(None, None, -1), slice(6, 1, -1),
    slice(0, 7, 3), slice(None), slice(3, 4, 5), [0, 6, 3], [5, 5, -2], [True, False] * 3 + [True], [False] * 7,
    slice(-1, None, -2),
])
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_delete_of_every_kind(obj, axis):
    x = numpy.arange(49).reshape(7, 7)
    if axis is None and isinstance(obj, list) and obj and isinstance(obj[0], bool):
        obj = obj * 7
    for given in (x, x.T, x[::-1]):
        numpy.testing.assert_array_equal(cupy.delete(cupy.asarray(given), obj, axis).get(),
                                         numpy.delete(given, obj, axis))
