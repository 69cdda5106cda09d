"""Index arrays with values outside their axis: never foreign memory; the host raises, devices take them modulo."""
import warnings
from inspect import signature

import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy
from cupy._ext import set_index_action, synchronous
from cupy.exceptions import IndexWarning


@pytest.fixture(autouse=True)
def default():
    old = set_index_action(None)
    yield
    set_index_action(old)


def index(*values, dtype="i8"):
    return cupy.asarray(values, dtype)


def strays(change, wanted, said):
    """The host refuses; a device gives `wanted` and a warning with each of `said` that points to this file."""
    if synchronous():
        with pytest.raises(IndexError, match="out of bounds"):
            change()
        return
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        got = change().get()
    assert_array_equal(got, wanted)
    assert caught and all(issubclass(w.category, IndexWarning) and w.filename == __file__ for w in caught)
    text = str(caught[0].message)
    assert all(word in text for word in said), text
    cupy.cuda.Device().synchronize()        # and it is said once


def grid():
    return cupy.arange(12).reshape(3, 4)


@pytest.mark.parametrize("dtype", ["i4", "i8", "u1", "i2"])
@pytest.mark.parametrize("width", ["i1", "i2", "f4", "f8", "D"])
def test_reading(width, dtype):
    arena = cupy.arange(300).astype(width)
    a = arena[100:160]
    strays(lambda: a[index(100, dtype=dtype)], [numpy.asarray(140).astype(width)],
           ["a[index]", "index 100", "axis 0", "size 60", "CUPY_BOUNDS_CHECK"])


@pytest.mark.parametrize("width", ["i1", "f8", "D", "S3"])
def test_writing_leaves_the_neighbours_alone(width):
    arena = cupy.zeros(300, width)
    a = arena[100:160]

    def change():
        a[index(100)] = numpy.ones(1, width)[0] if width != "S3" else b"x"
        return (arena != cupy.zeros((), width)).nonzero()[0]
    strays(change, [140], ["= value", "index 100", "axis 0", "size 60"])


def test_several_axes():
    a = grid()
    strays(lambda: a[index(7, -9), index(1, 9)], [5, 1], ["a[index]"])
    strays(lambda: a[:, index(7, -9)], [[3, 3], [7, 7], [11, 11]], ["axis 1", "size 4"])


def test_adding():
    def one():
        a = cupy.zeros(4, "i4")
        cupy.add.at(a, index(7, -9), 5)
        return a
    strays(one, [0, 0, 0, 10], ["updating", "size 4"])

    def two():
        a = cupy.zeros((3, 4))
        cupy.multiply.at(a, (index(1, 1), index(2, 6)), 3)
        cupy.add.at(a, (index(1, 1), index(2, 6)), 5)
        return a
    wanted = numpy.zeros((3, 4))
    wanted[1, 2] = 10
    strays(two, wanted, ["axis 1"])


def test_many_additions():
    values, numbers = cupy.ones(1 << 18, "f4"), cupy.arange(1 << 18, dtype="i4") % 40

    def change():
        a = cupy.zeros(30, "f4")
        cupy.add.at(a, numbers, values)
        return a
    strays(change, numpy.bincount((numpy.arange(1 << 18) % 40) % 30), ["size 30"])


def test_flat():
    def change():
        a = cupy.zeros((2, 3))
        a.flat[index(7)] = 1
        return a
    strays(change, [[0, 1, 0], [0, 0, 0]], ["size 6"])


def test_along_axis():
    strays(lambda: cupy.take_along_axis(grid(), index(5, 1, 0).reshape(3, 1), 1), [[1], [5], [8]], ["axis 1"])


def test_take():
    strays(lambda: cupy.take(grid(), index(50), axis=1), [[2], [6], [10]], ["take", "index 50", "axis 1", "size 4"])
    strays(lambda: grid().take(index(-100)), [8], ["take", "size 12"])


@pytest.mark.parametrize("function, error", [
    (lambda: cupy.take(grid(), index(50), axis=1, mode="raise"), IndexError),
    (lambda: grid().take(index(-13), mode="raise"), IndexError),
    (lambda: cupy.put(grid(), index(12), 1, mode="raise"), IndexError),
    (lambda: cupy.choose(index(0, 2), [1, 2], mode="raise"), ValueError),
    (lambda: cupy.unravel_index(index(12), (3, 4)), ValueError),
    (lambda: cupy.unravel_index(index(-1), (3, 4)), ValueError),
    (lambda: cupy.ravel_multi_index((index(3), index(0)), (3, 4), mode="raise"), ValueError),
    (lambda: cupy.zeros(0)[index(0)], IndexError),
    (lambda: cupy.zeros((0, 3))[index(0), index(0)], IndexError),
    (lambda: cupy.zeros(0).__setitem__(index(0), 1), IndexError),
    (lambda: cupy.zeros((3, 0)).__setitem__((slice(None), index(0)), 1), IndexError),
    (lambda: cupy.add.at(cupy.zeros(0), index(0), 1), IndexError),
    (lambda: cupy.put(cupy.zeros(0), index(0), 1), IndexError),
    (lambda: cupy.repeat(cupy.arange(3), index(1, -1, 3)), ValueError),
])
def test_refused_everywhere(function, error):
    with pytest.raises(error):
        function()


def test_modes():
    a = cupy.zeros(4, "i4")
    cupy.put(a, index(5, -7), 1)
    assert a.tolist() == [0, 2 - 1, 0, 0] and signature(cupy.put).parameters["mode"].default == "wrap"
    cupy.put(a, index(50), 3, mode="clip")
    assert a.tolist() == [0, 1, 0, 3]
    assert cupy.take(grid(), index(50, -50), mode="wrap").tolist() == [2, 10]
    assert cupy.take(grid(), index(50, -50), mode="clip").tolist() == [11, 0]
    assert cupy.ravel_multi_index((index(4), index(-1)), (3, 4)).tolist() == [7]


def test_raise_and_ignore():
    a = cupy.arange(5)
    set_index_action("raise")
    with pytest.raises(IndexError, match="index 8 is out of bounds for axis 0 with size 5"):
        a[index(8)]
    set_index_action("ignore")
    if not synchronous():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert a[index(8)].tolist() == [3]


def test_ellipsis_of_no_axis_parts_index_arrays():
    host = numpy.arange(60).reshape(5, 3, 4)
    a = cupy.asarray(host)
    for key in [(slice(None), [0, 1], ..., 0), (slice(None), 0, ..., [0, 1]), (..., slice(None), [0, 1], 0),
                (slice(None), [0, 1], 0, ...), (slice(None), [0, 1], ..., [2, 3])]:
        assert_array_equal(a[key].get(), host[key])
        b, wanted = a.copy(), host.copy()
        b[key], wanted[key] = 7, 7
        assert_array_equal(b.get(), wanted)
