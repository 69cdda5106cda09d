"""Masks and odd items inside longer keys: their shapes are checked wherever they stand."""
import numpy
import pytest

import cupy

BASE = numpy.arange(60).reshape(3, 4, 5)

GOOD = {
    "mask after ellipsis": (Ellipsis, numpy.arange(5) % 2 == 0),
    "plane after ellipsis": (Ellipsis, numpy.arange(20).reshape(4, 5) % 3 == 0),
    "mask before ellipsis": (numpy.array([True, False, True]), Ellipsis),
    "mask between": (slice(None), numpy.array([True, False, True, True]), slice(1, 3)),
    "mask, new axis, ellipsis": (numpy.array([True, False, True]), None, Ellipsis),
    "mask and integers": (numpy.array([True, False, True]), Ellipsis, numpy.array([0, 4])),
    "true": (True, Ellipsis),
    "false": (Ellipsis, False),
    "0-d mask": (numpy.array(True), 1),
    "range": (slice(None), range(2)),
    "lists": ([0, 2], slice(None), [[1], [3]]),
}

BAD = {
    "too short after ellipsis": (Ellipsis, numpy.ones(4, bool)),
    "too short before ellipsis": (numpy.ones(2, bool), Ellipsis),
    "plane after ellipsis": (Ellipsis, numpy.ones((3, 4), bool)),
    "too many axes": (numpy.ones((3, 4), bool), slice(None), slice(None)),
    "two ellipses": (Ellipsis, numpy.ones(3, bool), Ellipsis),
    "text": (numpy.ones(3, bool), "x"),
    "floating": numpy.array([0.0]),
    "huge integer": 2**70,
}


def on_device(key):
    if isinstance(key, tuple):
        return tuple(on_device(item) for item in key)
    return cupy.asarray(key) if isinstance(key, numpy.ndarray) else key


@pytest.mark.parametrize("name", GOOD)
def test_get(name):
    result = cupy.asarray(BASE)[on_device(GOOD[name])]
    numpy.testing.assert_array_equal(result.get(), BASE[GOOD[name]])


@pytest.mark.parametrize("name", GOOD)
def test_set(name):
    want = BASE.copy()
    part = -want[GOOD[name]]
    want[GOOD[name]] = part
    have = cupy.asarray(BASE)
    have[on_device(GOOD[name])] = cupy.asarray(part)
    numpy.testing.assert_array_equal(have.get(), want)


@pytest.mark.parametrize("name", BAD)
def test_errors(name):
    for xp, key in ((numpy, BAD[name]), (cupy, on_device(BAD[name]))):
        a = xp.asarray(BASE)
        with pytest.raises(IndexError):
            a[key]
        with pytest.raises(IndexError):
            a[key] = 0
        numpy.testing.assert_array_equal(cupy.asnumpy(a), BASE)
