"""Items picked from arrays."""
import warnings

import numpy
import pytest

import cupy
from cupy import testing

CALLS = {
    "take": lambda xp, a: xp.take(a, [0, -1, 5]),
    "take axis": lambda xp, a: xp.take(a, xp.asarray([[2, 0], [1, -1]]), axis=1),
    "take scalar": lambda xp, a: xp.take(a, 1, axis=0),
    "take wrap": lambda xp, a: xp.take(a, [7, -7, 30], axis=2, mode="wrap"),
    "take clip": lambda xp, a: xp.take(a, xp.asarray([7, -7, 30]), axis=2, mode="clip"),
    "take empty": lambda xp, a: xp.take(a, [], axis=1),
    "take method": lambda xp, a: a.take([0, 2]),
    "take_along_axis": lambda xp, a: xp.take_along_axis(a, xp.asarray([[[1, 0, 3]]]), axis=-1),
    "take_along_axis None": lambda xp, a: xp.take_along_axis(a, xp.asarray([7, 0]), axis=None),
    "take_along_axis 0": lambda xp, a: xp.take_along_axis(a, xp.asarray([[[1] * 4] * 3]), axis=0),
    "where": lambda xp, a: xp.where(a > 5, a, -a if a.dtype != bool else a),
    "where broadcast": lambda xp, a: xp.where(a[0] > 5, a[:, :1], a[..., :1]),
    "where scalars": lambda xp, a: xp.where(a > 5, 1, 2.5),
    "where weak": lambda xp, a: xp.where(a > 5, a, 1),
    "where numbers": lambda xp, a: xp.where(a, 1, 0),
    "where lists": lambda xp, a: xp.where([True, False], [1, 2], [3, 4]),
    "where one": lambda xp, a: xp.where(a > 5),
    "choose": lambda xp, a: xp.choose(xp.asarray([2, 0, 1, 1]), [a[0], a[1], 7]),
    "choose wrap": lambda xp, a: xp.choose(xp.asarray([5, -1]), [a[0, :, :2], a[1, :, :2]], mode="wrap"),
    "choose clip": lambda xp, a: xp.choose(xp.asarray([5, -1]), [a[0, :, :2], a[1, :, :2]], mode="clip"),
    "choose method": lambda xp, a: xp.asarray([1, 0]).choose([a[0, 0, :2], a[0, 1, :2]]),
    "compress": lambda xp, a: xp.compress([True, False, True], a, axis=1),
    "compress flat": lambda xp, a: xp.compress([0, 1, 1], a),
    "compress method": lambda xp, a: a.compress(xp.asarray([False, True]), axis=0),
    "extract": lambda xp, a: xp.extract(a % 3 == 0 if a.dtype.kind in "bif" else a, a),
    "diagonal": lambda xp, a: xp.diagonal(a),
    "diagonal above": lambda xp, a: xp.diagonal(a, 1, 1, 2),
    "diagonal below": lambda xp, a: xp.diagonal(a, -2, 1, 0),
    "diagonal far": lambda xp, a: xp.diagonal(a[0], 9),
    "diagonal method": lambda xp, a: a.diagonal(axis1=-1, axis2=0),
    "select": lambda xp, a: xp.select([a < 3, a > 7], [a, 2 * a], 42),
    "select broadcast": lambda xp, a: xp.select([a[0] < 3, a > 7], [a[:, :1], 9]),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.for_dtypes("bifd")
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, dtype, call):
    return call(xp, testing.shaped_arange((2, 3, 4), xp, dtype))


@testing.for_all_dtypes_combination(names=("x", "y"))
@testing.numpy_cupy_array_equal()
def test_where_types(xp, x, y):
    return xp.where(xp.asarray([True, False, True]), testing.shaped_arange((3,), xp, x),
                    testing.shaped_reverse_arange((3,), xp, y))


@testing.for_all_dtypes()
@testing.numpy_cupy_array_equal()
def test_where_any_condition(xp, dtype):
    return xp.where(xp.asarray([0, 1, 0]).astype(dtype), 5, xp.arange(3))


@testing.numpy_cupy_array_equal()
def test_out(xp):
    a, out = testing.shaped_arange((2, 3), xp), xp.zeros(2, "f")
    return [xp.take(a, [0, 1], out=out), xp.compress([1, 0, 1], a[0], out=out), out]


def test_diagonal_is_a_view():
    a = cupy.zeros((2, 3))
    cupy.diagonal(a, 1)[...] = 5
    assert a.get().tolist() == [[0, 5, 0], [0, 0, 5]]


ERRORS = {
    "take far": (lambda xp, a: xp.take(a, [9], axis=0), IndexError),
    "take float": (lambda xp, a: xp.take(a, xp.asarray([1.5])), (TypeError, IndexError)),
    "take mode": (lambda xp, a: xp.take(a, 0, mode="no"), ValueError),
    "take axis": (lambda xp, a: xp.take(a, 0, axis=3), numpy.exceptions.AxisError),
    "take_along_axis": (lambda xp, a: xp.take_along_axis(a, xp.asarray([0.5]), None), IndexError),
    "take_along_axis dims": (lambda xp, a: xp.take_along_axis(a, xp.asarray([0]), 0), ValueError),
    "where": (lambda xp, a: xp.where(a, a), ValueError),
    "where of no axes": (lambda xp, a: xp.where(xp.asarray(1)), ValueError),
    "where shapes": (lambda xp, a: xp.where(a > 1, xp.ones(5), 0), ValueError),
    "choose": (lambda xp, a: xp.choose(xp.asarray([2]), [a, a]), ValueError),
    "compress": (lambda xp, a: xp.compress([[True]], a), ValueError),
    "diagonal": (lambda xp, a: xp.diagonal(a[0, 0]), ValueError),
    "diagonal axes": (lambda xp, a: xp.diagonal(a, 0, 1, 1), ValueError),
    "select": (lambda xp, a: xp.select([a > 1], []), ValueError),
    "select none": (lambda xp, a: xp.select([], []), ValueError),
    "select int": (lambda xp, a: xp.select([xp.asarray([1])], [a]), TypeError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp, testing.shaped_arange((2, 3, 4), xp))


@pytest.mark.parametrize("count", [1, 2, 3, 15, 16, 17, 40])
@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
def test_few_columns_of_many_rows(count, dtype):
    rng = numpy.random.default_rng(count)
    for shape in ((5000, 7), (3, 41, 19), (1, 4), (700, 1)):
        x = rng.integers(0, 99, shape).astype(dtype)
        index = rng.integers(-shape[-1], shape[-1], count).astype(rng.choice(["i4", "i8"]))
        for view in (x, x[::-1, ..., ::-1]):
            given, places = cupy.asarray(view), cupy.asarray(index)
            numpy.testing.assert_array_equal(cupy.take(given, places, -1).get(), numpy.take(view, index, -1))
            numpy.testing.assert_array_equal(given[..., places].get(), view[..., index])


@pytest.mark.parametrize("name", ["take", "compress"])
@pytest.mark.parametrize("chars", ["bh", "hb", "df", "fd", "di", "i?", "?i", "Fd", "fF", "Bb"])
def test_outputs_of_other_dtypes(name, chars):
    """They are filled, warned of or refused as by the NumPy that is installed."""
    found = []
    for xp in (numpy, cupy):
        a, out = xp.ones((2, 3), chars[0]), xp.zeros((1, 3), chars[1])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                result = xp.take(a, [1], 0, out) if name == "take" else xp.compress([True, False], a, 0, out)
                found.append((result is out, out.tolist(), any(x.category is DeprecationWarning for x in caught)))
            except TypeError:
                found.append("TypeError")
    assert found[1] == found[0]


@pytest.mark.parametrize("place", [3, -1, 0])
def test_one_place_of_many_items(place):
    x = numpy.arange(20_000.0).reshape(100, 200)
    a = cupy.asarray(x)
    for axis in (None, 0):
        found = cupy.take(a, place, axis)
        cupy.testing.assert_array_equal(found, numpy.take(x, place, axis))
        found[...] = -5
        assert not cupy.may_share_memory(found, a)
    cupy.testing.assert_array_equal(a, x)
    with pytest.raises(IndexError):
        cupy.take(a, 20_000, mode="raise")
