"""Arrays taken apart."""
import numpy
import pytest

import cupy
from cupy import testing

CALLS = {
    "split": lambda xp, a: xp.split(a, 2),
    "split axis": lambda xp, a: xp.split(a, 3, axis=1),
    "split indices": lambda xp, a: xp.split(a, [1, 3], axis=-1),
    "split far": lambda xp, a: xp.split(a, [2, 9], axis=1),
    "split backwards": lambda xp, a: xp.split(a, [3, 1, -1], axis=2),
    "array_split": lambda xp, a: xp.array_split(a, 3, axis=2),
    "array_split many": lambda xp, a: xp.array_split(a, 7, axis=1),
    "hsplit": lambda xp, a: xp.hsplit(a, 3),
    "hsplit vector": lambda xp, a: xp.hsplit(a[0, 0], [1]),
    "vsplit": lambda xp, a: xp.vsplit(a, 2),
    "dsplit": lambda xp, a: xp.dsplit(a, 4),
    "unstack": lambda xp, a: xp.unstack(a),
    "unstack axis": lambda xp, a: xp.unstack(a, axis=-2),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, call):
    return call(xp, testing.shaped_arange((2, 3, 4), xp))


def test_parts_are_views():
    a = cupy.zeros(4)
    cupy.split(a, 2)[1][...] = 1
    assert a.get().tolist() == [0, 0, 1, 1]


ERRORS = {
    "unequal": lambda xp, a: xp.split(a, 2, axis=1),
    "no parts": lambda xp, a: xp.array_split(a, 0),
    "hsplit": lambda xp, a: xp.hsplit(a[0, 0, 0], 1),
    "vsplit": lambda xp, a: xp.vsplit(a[0, 0], 1),
    "dsplit": lambda xp, a: xp.dsplit(a[0], 1),
    "unstack": lambda xp, a: xp.unstack(a[0, 0, 0]),
    "axis": lambda xp, a: xp.split(a, 1, axis=3),
}


@pytest.mark.parametrize("call", ERRORS.values(), ids=ERRORS)
def test_errors(call):
    for xp in (numpy, cupy):
        with pytest.raises((ValueError, IndexError)):
            call(xp, testing.shaped_arange((2, 3, 4), xp))
