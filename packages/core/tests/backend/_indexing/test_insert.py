"""Items written into arrays."""
import numpy
import pytest

import cupy
from cupy import testing


def _fill(xp, shape, *args, **kwargs):
    a = xp.zeros(shape)
    xp.fill_diagonal(a, *args, **kwargs)
    return a


CALLS = {
    "place": lambda xp, a: xp.place(a, a % 2 == 0, [5, 6, 7]),
    "place all": lambda xp, a: xp.place(a, xp.ones(a.shape, bool), 3),
    "place none": lambda xp, a: xp.place(a, xp.zeros(a.shape, bool), []),
    "place view": lambda xp, a: xp.place(a.T, a.T > 4, [-1, -2]),
    "put": lambda xp, a: xp.put(a, [0, -1, 4], [7, 8]),
    "put scalar": lambda xp, a: xp.put(a, [0, 5], 9),
    "put wrap": lambda xp, a: xp.put(a, [13, -14], [7, 8], mode="wrap"),
    "put clip": lambda xp, a: xp.put(a, [100, -100], [7, 8], mode="clip"),
    "put view": lambda xp, a: xp.put(a.T, xp.asarray([1, 5]), [7, 8]),
    "put method": lambda xp, a: a.put(3, 7),
    "putmask": lambda xp, a: xp.putmask(a, a > 3, a ** 2),
    "putmask few": lambda xp, a: xp.putmask(a, a > 3, [-1, -2, -3, -4, -5]),
    "putmask scalar": lambda xp, a: xp.putmask(a, a > 3, 0),
    "along": lambda xp, a: xp.put_along_axis(a, xp.asarray([[1], [0], [2]]), 9, axis=1),
    "along 0": lambda xp, a: xp.put_along_axis(a, xp.asarray([[1, 0, 2, 1]]), [[7, 8, 9, 6]], axis=0),
    "along None": lambda xp, a: xp.put_along_axis(a, xp.asarray([1, -1]), [7, 8], axis=None),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.for_dtypes("ild")
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, dtype, call):
    a = testing.shaped_arange((3, 4), xp, dtype)
    call(xp, a)
    return a


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (4, 2), (9, 2), (3, 3, 3), (0, 2)])
@pytest.mark.parametrize("value", [5, [1, 2], [1, 2, 3, 4, 5, 6, 7, 8]], ids=str)
@pytest.mark.parametrize("wrap", [False, True])
@testing.numpy_cupy_array_equal()
def test_fill_diagonal(xp, shape, value, wrap):
    return _fill(xp, shape, value, wrap)


@testing.numpy_cupy_array_equal()
def test_fill_diagonal_of_a_view(xp):
    a = xp.zeros((4, 6))
    xp.fill_diagonal(a[:, ::2].T, [1, 2, 3])
    return a


ERRORS = {
    "place size": (lambda xp, a: xp.place(a, [True], 1), ValueError),
    "place empty": (lambda xp, a: xp.place(a, a > 0, []), ValueError),
    "place target": (lambda xp, a: xp.place([1], [True], 1), TypeError),
    "put far": (lambda xp, a: xp.put(a, [99], 1, mode="raise"), IndexError),
    "put mode": (lambda xp, a: xp.put(a, [0], 1, mode="no"), ValueError),
    "putmask size": (lambda xp, a: xp.putmask(a, [True], 1), ValueError),
    "fill one": (lambda xp, a: xp.fill_diagonal(a[0], 1), ValueError),
    "fill unequal": (lambda xp, a: xp.fill_diagonal(a[None], 1), ValueError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp, testing.shaped_arange((3, 4), xp))
