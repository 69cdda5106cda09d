"""Writing with every kind of index, drawn at random, against NumPy."""
import hypothesis.strategies as st
import numpy
import pytest
from hypothesis import given, settings

import cupy
from cupy import testing
from cupy_testing import strategies

quick = settings(max_examples=120, deadline=None)


def to_device(index):
    """The index with its arrays on the device."""
    if isinstance(index, tuple):
        return tuple(map(to_device, index))
    return cupy.asarray(index) if isinstance(index, numpy.ndarray) else index


def no_duplicates(host, index):
    """Whether no element is chosen twice: the order of such writes is not defined."""
    places = numpy.arange(host.size).reshape(host.shape)[index]
    return numpy.unique(places).size == places.size


@given(st.data())
@quick
def test_basic(data):
    host = data.draw(strategies.host_arrays(dtype="i4"))
    index = data.draw(strategies.basic_indices(host.shape))
    value = data.draw(strategies.host_arrays(dtype=data.draw(strategies.dtypes(
        no_float16=True, no_complex=True)), shape=host[index].shape, finite=True))
    device = cupy.asarray(host)
    with numpy.errstate(invalid="ignore"):
        host[index] = value
    device[index] = cupy.asarray(value)
    numpy.testing.assert_array_equal(device.get(), host)


@given(st.data(), st.sampled_from([7, 2.5, True, numpy.float32(3)]))
@quick
def test_scalar(data, value):
    host = data.draw(strategies.host_arrays(dtype=data.draw(strategies.dtypes())))
    index = data.draw(strategies.basic_indices(host.shape))
    device = cupy.asarray(host)
    host[index] = value
    device[index] = value
    numpy.testing.assert_array_equal(device.get(), host)


@given(st.data())
@quick
def test_advanced(data):
    host = data.draw(strategies.host_arrays(dtype="i4"))
    index = data.draw(strategies.advanced_indices(host.shape))
    try:
        shape = host[index].shape
    except IndexError:
        with pytest.raises(IndexError):
            cupy.asarray(host)[to_device(index)] = 0
        return
    device = cupy.asarray(host)
    value = data.draw(strategies.host_arrays(dtype="i2", shape=shape))
    if no_duplicates(host, index):
        host[index] = value
        device[to_device(index)] = cupy.asarray(value)
    else:
        host[index] = 5
        device[to_device(index)] = 5
    numpy.testing.assert_array_equal(device.get(), host)


@given(st.data())
@quick
def test_mask(data):
    host = data.draw(strategies.host_arrays(dtype="f4"))
    mask = data.draw(strategies.host_arrays(dtype=bool, shape=host.shape))
    view = data.draw(st.sampled_from(["whole", "transposed"]))
    value = numpy.arange(mask.sum(), dtype="f4")
    device = cupy.asarray(host)
    if view == "transposed":
        host.T[mask.T] = value
        device.T[cupy.asarray(mask).T] = cupy.asarray(value)
    else:
        host[mask] = value
        device[cupy.asarray(mask)] = cupy.asarray(value)
    numpy.testing.assert_array_equal(device.get(), host)


@testing.for_all_dtypes()
@testing.numpy_cupy_array_equal()
def test_mask_with_scalar(xp, dtype):
    a = testing.shaped_arange((30, 40), xp, dtype)
    a[a == a[2, 3]] = 1
    a[:, xp.arange(40) % 3 == 0] = 0
    return a


@testing.numpy_cupy_array_equal()
def test_broadcast_values(xp):
    a = xp.zeros((3, 4, 5))
    a[1:, :, 2] = xp.asarray([1, 2, 3, 4])
    a[:, xp.asarray([0, 2])] = xp.arange(5)
    a[xp.asarray([[0], [1]]), xp.asarray([1, 3])] = xp.asarray([[[1]], [[2]]])
    return a


@testing.numpy_cupy_array_equal()
def test_values_in_lists(xp):
    a = xp.zeros((3, 4))
    a[:, 0] = [7, 8, 9]
    a[1] = (1, 2, 3, 4)
    return a


def test_numpy_values_are_not_moved_in_silence():
    with pytest.raises(TypeError, match="asarray|set"):
        cupy.zeros(4)[:] = numpy.arange(4)


@pytest.mark.parametrize("index, shape", [
    (numpy.s_[:2], (3,)), (numpy.s_[0], (3,)), (numpy.s_[:, :2], (4, 2)), (numpy.s_[[0, 1]], (3, 4))])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_values_of_a_wrong_shape(xp, index, shape):
    xp.zeros((3, 4))[index] = xp.ones(shape)


@testing.numpy_cupy_raises(accept_error=ValueError)
def test_mask_with_too_few_values(xp):
    a = xp.zeros(5)
    a[xp.asarray([True, True, True, False, False])] = xp.ones(2)


@pytest.mark.parametrize("index", [5, -6, [5], ([0], 1)])
@testing.numpy_cupy_raises(accept_error=IndexError)
def test_out_of_range(xp, index):
    xp.zeros(5)[index] = 1


@testing.numpy_cupy_array_equal()
def test_duplicates_of_one_value(xp):
    a = xp.zeros(5)
    a[xp.asarray([1, 1, 3, 1])] = 7
    return a


@testing.numpy_cupy_array_equal()
def test_ellipsis_and_no_dimensions(xp):
    a, b = xp.zeros(()), xp.zeros((2, 3))
    a[...] = 3
    a[()] += 1
    b[..., 1] = xp.asarray(5)
    return [a, b]


@testing.numpy_cupy_array_equal()
def test_in_place_through_an_index(xp):
    a = testing.shaped_arange((4, 5), xp)
    a[1:3] *= 2
    a[xp.asarray([0, 3])] += 100
    a[a > 100] -= 50
    return a


@pytest.mark.parametrize("shape", [(1, 4), (4, 1), (2, 2), (1, 1), (1, 1, 1), (2, 3)])
@pytest.mark.parametrize("key", [lambda a: a > 0, lambda a: a > 5, lambda a: (a > 0,)])
def test_a_mask_takes_a_row_of_values(key, shape):
    """One mask of all axes takes no values of several, not even where they would fit; several keys do."""
    for xp in (numpy, cupy):
        a = xp.ones((2, 2), "i")
        for values in (xp.ones(shape, "i"), numpy.ones(shape, "i").tolist()):
            with pytest.raises(TypeError, match=f"0 or 1-dimensional input, input has {len(shape)} dimensions"):
                a[key(a)] = values
    a = cupy.zeros((2, 2), "i")
    a[a == 0, ...] = cupy.arange(4).reshape(1, 4)
    assert a.tolist() == [[0, 1], [2, 3]]


@testing.numpy_cupy_array_equal()
def test_put_place_putmask_copyto(xp):
    a = testing.shaped_arange((3, 4), xp)
    xp.put(a, xp.asarray([0, -1]), xp.asarray([50, 60]))
    xp.putmask(a, a == 6, 0)
    xp.copyto(a, xp.asarray([-1, -2, -3, -4]), where=a > 10)
    b = testing.shaped_arange((3, 4), xp)
    xp.place(b, b > 3, xp.asarray([9, 8], "f4"))
    return [a, b]


@pytest.mark.parametrize("key", [lambda a: a[:-2], lambda a: (None, a[:-2]), lambda a: [a[0], a[1]]])
@testing.numpy_cupy_array_equal()
def test_an_index_in_the_memory_that_is_written(xp, key):
    a = xp.arange(5)
    a[2:][key(a)] = 3
    return a


def test_a_mask_in_the_memory_that_is_written():
    a = cupy.arange(8) % 3 == 0
    a[1:][a[:-1]] = cupy.asarray([True, False, True])
    assert a.tolist() == [True, True, False, True, False, False, True, True]


@testing.numpy_cupy_array_equal()
def test_at_an_index_in_the_memory_that_is_written(xp):
    a = xp.arange(5)
    xp.add.at(a[2:], a[:-2], 3)
    return a
