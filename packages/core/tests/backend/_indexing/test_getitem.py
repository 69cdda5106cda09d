"""Reading with every kind of index, drawn at random, against NumPy; slices whose bounds are arrays of one number."""
import hypothesis.strategies as st
import numpy
import pytest
from hypothesis import given, settings

import cupy
from cupy import testing
from cupy_testing import strategies

quick = settings(max_examples=150, deadline=None)


def to_device(index):
    """The index with its arrays on the device."""
    if isinstance(index, tuple):
        return tuple(map(to_device, index))
    return cupy.asarray(index) if isinstance(index, numpy.ndarray) else index


def outcome(call):
    """The result on the host, or the type of the error."""
    try:
        return cupy.asnumpy(call())
    except (IndexError, ValueError) as error:
        return IndexError if isinstance(error, IndexError) else ValueError


def compare(ours, theirs):
    ours, theirs = outcome(ours), outcome(theirs)
    if isinstance(theirs, type):
        assert ours is theirs
    else:
        numpy.testing.assert_array_equal(ours, theirs, strict=True)


@given(st.data())
@quick
def test_basic(data):
    host = data.draw(strategies.host_arrays())
    index = data.draw(strategies.basic_indices(host.shape))
    device = cupy.asarray(host)
    ours, theirs = device[index], host[index]
    assert isinstance(ours, cupy.ndarray)
    numpy.testing.assert_array_equal(ours.get(), theirs, strict=True)
    if theirs.size and theirs.ndim:
        assert ours.strides == theirs.strides and ours.base is device


@given(st.data())
@quick
def test_advanced(data):
    host = data.draw(strategies.host_arrays())
    index = data.draw(strategies.advanced_indices(host.shape))
    device = cupy.asarray(host)
    compare(lambda: device[to_device(index)], lambda: host[index])


@given(st.data())
@quick
def test_advanced_with_host_indices(data):
    host = data.draw(strategies.host_arrays(dtype="i4"))
    index = data.draw(strategies.advanced_indices(host.shape))
    device = cupy.asarray(host)
    compare(lambda: device[index], lambda: host[index])


@given(st.data())
@quick
def test_advanced_of_a_view(data):
    host = data.draw(strategies.host_arrays(dtype="f4"))
    view = data.draw(strategies.views(host.shape))
    ours, theirs = view(cupy, cupy.asarray(host)), view(numpy, host)
    index = data.draw(strategies.advanced_indices(theirs.shape))
    compare(lambda: ours[to_device(index)], lambda: theirs[index])


@given(st.data())
@quick
def test_mask_of_all_axes(data):
    host = data.draw(strategies.host_arrays())
    mask = data.draw(strategies.host_arrays(dtype=bool, shape=host.shape))
    numpy.testing.assert_array_equal(
        cupy.asarray(host)[cupy.asarray(mask)].get(), host[mask], strict=True)


@given(st.data(), st.sampled_from(["raise", "wrap", "clip"]))
@quick
def test_take(data, mode):
    host = data.draw(strategies.host_arrays(shape=data.draw(
        strategies.shapes(min_dims=1, min_side=1))))
    axis = data.draw(st.sampled_from([None, *range(-host.ndim, host.ndim)]))
    size = host.size if axis is None else host.shape[axis]
    index = data.draw(strategies.index_arrays(size))
    if mode != "raise":
        index = index.astype("i8") * 3
    compare(lambda: cupy.take(cupy.asarray(host), cupy.asarray(index), axis=axis, mode=mode),
            lambda: numpy.take(host, index, axis=axis, mode=mode))


@pytest.mark.parametrize("index", [
    True, False, None, (True, None), (Ellipsis, True), [], [[]], [0, 1], [[0], [1]], [True, False, True],
    ([0, 1], [1, 2]), (slice(None), [0, 2]), ([0, 2], slice(None), None), (1, [0, 1]), ((0, 1),)])
@testing.numpy_cupy_array_equal()
def test_literal_indices(xp, index):
    return testing.shaped_arange((3, 4), xp)[index]


@pytest.mark.parametrize("index", [3, -4, (0, 4), (0, 0, 0), [3], [-4], ([0], [4]), "a", 1.5, (0, 1.0),
                                   [1.5], [True] * 2, [True] * 4, (Ellipsis, Ellipsis), {1: 2}])
@testing.numpy_cupy_raises(accept_error=(IndexError, TypeError))
def test_wrong_indices(xp, index):
    testing.shaped_arange((3, 4), xp)[index]


@pytest.mark.parametrize("index", [[0, 3], [-4, 0]])
@testing.numpy_cupy_raises(accept_error=IndexError)
def test_index_arrays_out_of_range(xp, index):
    result = testing.shaped_arange((3, 4), xp)[numpy.asarray(index)]
    result.sum()


def test_zero_dimensional_index():
    a = cupy.arange(12).reshape(3, 4)
    assert a[cupy.asarray(1)].get().tolist() == [4, 5, 6, 7]
    assert int(a[cupy.asarray(1), cupy.asarray(2)]) == 6


@testing.for_int_dtypes(no_bool=True)
@testing.numpy_cupy_array_equal()
def test_dtypes_of_indices(xp, dtype):
    return testing.shaped_arange((5, 4), xp)[xp.asarray([0, 4, 2], dtype)]


@testing.numpy_cupy_array_equal()
def test_nonzero_and_where(xp):
    a = testing.shaped_arange((4, 5), xp, "i4") % 3
    return [*xp.nonzero(a), *xp.where(a), xp.flatnonzero(a), xp.argwhere(a)]


def test_large_gather():
    host = numpy.random.RandomState(0).rand(1 << 16)
    index = numpy.random.RandomState(1).randint(-(1 << 16), 1 << 16, 300_000)
    numpy.testing.assert_array_equal(cupy.asarray(host)[cupy.asarray(index)].get(), host[index])


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("share", [0, 0.01, 0.3, 0.97, 1])
def test_masks_of_any_density(dtype, share):
    source = numpy.random.default_rng(4)
    x = source.integers(0, 100, 20011).astype(dtype)
    flags = ((source.random(x.size) < share) * source.integers(1, 256, x.size)).astype("u1")     # any byte is true
    for first in (0, 3):
        mask = cupy.asarray(flags)[first:].view("?")
        assert (cupy.asarray(x)[first:][mask].get() == x[first:][flags[first:] != 0]).all()
        assert (cupy.flatnonzero(mask).get() == numpy.flatnonzero(flags[first:])).all()


def test_large_mask():
    host = numpy.random.RandomState(0).rand(300, 1001)
    numpy.testing.assert_array_equal(
        cupy.asarray(host)[cupy.asarray(host > 0.3)].get(), host[host > 0.3])


@pytest.mark.parametrize("bound", [2, -3, numpy.int16(4)])
def test_bounds_that_are_arrays(bound):
    x = numpy.arange(10)
    a = cupy.asarray(x)
    for dtype in ("i8", "f4", "f8"):
        at = cupy.asarray(bound, dtype)
        numpy.testing.assert_array_equal(a[at:].get(), x[bound:])
        numpy.testing.assert_array_equal(a[:at:2].get(), x[:bound:2])


@pytest.mark.parametrize("bound", [1.5, numpy.nan, numpy.inf])
def test_bounds_that_are_no_whole_numbers(bound):
    with pytest.raises(TypeError):
        cupy.arange(5)[cupy.asarray(bound):]
    with pytest.raises(TypeError):
        cupy.arange(5)[1.0:]


@pytest.mark.parametrize("dtype", ["S3", "U5", "i1,f4", "c16", "i2"])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("key", [
    (numpy.array(1),), (numpy.array(-1), [[0, 2]]), ([0, 3], [[1], [2]], -1), (slice(None), [0, 2], [1, 1]),
    (0, slice(None), [1, 3, 3]), (slice(None), 1, [0, 3]), ([1, 0], slice(None, None, -1), 2), (..., [2, 0], [1, 3]),
    ([3, 1], None, [0, 2], ...), (slice(1, None), [[0], [2]], [3, 0, 1]), (numpy.array([True, False, True, True]), 1),
    ([[3, 3], [0, -4]], [2, -3], [-1, 0]),
])
def test_several_arrays_for_items_of_any_size(key, dtype, order):
    """Arrays of neighbouring axes become one where they lie in memory as one axis does."""
    dtype = numpy.dtype(dtype)
    raw = numpy.random.default_rng(3).integers(65, 90, 48 * dtype.itemsize, "u1").tobytes()
    if dtype.kind == "U":
        raw = numpy.array([chr(c) for c in raw], "U1").tobytes()[:48 * dtype.itemsize]
    x = numpy.asarray(numpy.frombuffer(raw, dtype).reshape(4, 3, 4), order=order)
    for view in (x, x[::-1, :, ::-1]):
        found = cupy.asarray(view)[key].get()
        assert found.shape == view[key].shape and found.tobytes() == view[key].tobytes()


def test_few_items_of_what_is_not_contiguous():
    """They are read where they lie: a copy of all of it would not fit."""
    x = cupy.broadcast_to(cupy.arange(5), (1 << 20, 1 << 20, 5))
    rows = cupy.array([0, (1 << 20) - 1, 7])
    assert x[rows, rows, cupy.array([1, 2, 4])].tolist() == [1, 2, 4]
    assert x[rows, 3, 1:3].tolist() == [[1, 2]] * 3
    assert x[5, rows, 4].tolist() == [4] * 3
