"""Flat iterators, enumeration, and views with strides of one's own."""
import numpy
import pytest

import cupy
from cupy import testing
from cupy.lib.stride_tricks import as_strided, sliding_window_view


class TestFlat:
    @pytest.mark.parametrize("key", [0, -1, slice(1, 5), slice(None, None, 2), [0, 3], Ellipsis],
                             ids=str)
    @testing.numpy_cupy_array_equal()
    def test_get(self, xp, key):
        a = testing.shaped_arange((2, 3), xp)
        return [a.flat[key], a.T.flat[key]]

    @pytest.mark.parametrize("key", [0, -1, slice(1, 5), [0, 3], slice(None)], ids=str)
    @pytest.mark.parametrize("value", [9, [7, 8]], ids=str)
    @testing.numpy_cupy_array_equal()
    def test_set(self, xp, key, value):
        a, b = testing.shaped_arange((2, 3), xp), testing.shaped_arange((3, 2), xp)
        if isinstance(key, int):
            value = 9
        a.flat[key] = value
        b.T.flat[key] = value
        return [a, b]

    @testing.numpy_cupy_array_equal()
    def test_mask(self, xp):
        a = testing.shaped_arange((2, 3), xp)
        a.flat[xp.asarray([True, False] * 3)] = 0
        return a

    def test_walk(self):
        a = cupy.arange(6).reshape(2, 3)
        flat = a.flat
        assert len(flat) == 6 and flat.base is a and flat.index == 0
        assert int(next(flat)) == 0 and flat.index == 1 and flat.coords == (0, 1)
        assert [int(x) for x in flat] == [1, 2, 3, 4, 5]
        assert flat.copy().get().tolist() == list(range(6))

    @pytest.mark.parametrize("key", [6, -7, (0, 1)])
    def test_far(self, key):
        a = cupy.zeros((2, 3))
        with pytest.raises(IndexError):
            a.flat[key]
        with pytest.raises(IndexError):
            a.flat[key] = 1

    def test_compare(self):
        a = cupy.arange(3)
        assert (a.flat == a).get().all() and not (a.flat < a.flat).get().any()


def test_ndenumerate():
    a = cupy.arange(4).reshape(2, 2)
    assert [(i, int(x)) for i, x in cupy.ndenumerate(a)] == [
        ((0, 0), 0), ((0, 1), 1), ((1, 0), 2), ((1, 1), 3)]


def test_ndindex():
    assert list(cupy.ndindex(1, 2)) == [(0, 0), (0, 1)]


def test_as_strided():
    a = cupy.arange(5)
    view = as_strided(a, (3, 3), (8, 8))
    assert view.get().tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
    view[0] = 9
    assert a.get().tolist() == [9, 9, 9, 3, 4]


@pytest.mark.parametrize("window, axis", [
    (2, 0), ((2, 2), None), ((2,), 1), ((2, 3), (1, 0)), ((2, 2), (1, 1)), (4, 1)])
def test_sliding_window_view(window, axis):
    a = numpy.arange(12.0).reshape(3, 4)
    wanted = numpy.lib.stride_tricks.sliding_window_view(a, window, axis)
    got = sliding_window_view(cupy.asarray(a), window, axis)
    numpy.testing.assert_array_equal(got.get(), wanted)


@pytest.mark.parametrize("window, axis", [(5, 1), (-1, 0), ((1, 1), 0), (1, None)])
def test_sliding_window_errors(window, axis):
    for view, xp in ((sliding_window_view, cupy), (numpy.lib.stride_tricks.sliding_window_view, numpy)):
        with pytest.raises(ValueError):
            view(xp.zeros((3, 4)), window, axis)
