"""Bits packed and unpacked."""
import numpy
import pytest

import cupy
from cupy import testing


@pytest.mark.parametrize("shape", [(0,), (1,), (8,), (13,), (3, 9), (2, 3, 16)])
@pytest.mark.parametrize("axis", [None, 0, -1])
@pytest.mark.parametrize("bitorder", ["big", "little"])
@testing.for_dtypes("?bBil")
@testing.numpy_cupy_array_equal()
def test_packbits(xp, shape, axis, bitorder, dtype):
    return xp.packbits(testing.shaped_random(shape, xp, dtype, scale=2), axis, bitorder)


@pytest.mark.parametrize("shape", [(0,), (1,), (5,), (2, 3), (2, 1, 3)])
@pytest.mark.parametrize("axis", [None, 0, -1])
@pytest.mark.parametrize("count", [None, 0, 3, 8, 100, -1])
@pytest.mark.parametrize("bitorder", ["big", "little"])
@testing.numpy_cupy_array_equal()
def test_unpackbits(xp, shape, axis, count, bitorder):
    if shape == (0,):
        count = None  # NumPy leaves the items beyond the end of an empty array unset
    return xp.unpackbits(testing.shaped_random(shape, xp, "B", scale=256), axis, count, bitorder)


@testing.numpy_cupy_array_equal()
def test_strided(xp):
    a = testing.shaped_random((20, 6), xp, bool)
    return [xp.packbits(a.T, axis=1), xp.packbits(a[::2, ::-1], axis=0),
            xp.unpackbits(testing.shaped_arange((4, 6), xp, "B").T[::-1], axis=0)]


def test_round_trip():
    a = testing.shaped_random((5, 17), cupy, bool)
    bits = cupy.unpackbits(cupy.packbits(a, axis=1), axis=1, count=17)
    assert (bits == a).get().all()


def test_errors():
    for xp in (numpy, cupy):
        with pytest.raises(TypeError):
            xp.packbits(xp.zeros(3))
        with pytest.raises(TypeError):
            xp.unpackbits(xp.zeros(3, "i4"))
        with pytest.raises(ValueError):
            xp.packbits(xp.zeros(3, "B"), bitorder="no")
        with pytest.raises(ValueError):
            xp.unpackbits(xp.zeros(1, "B"), count=-9)
