"""Conversion to arrays and out of them: memory order, keywords, scalars and their errors."""
import numpy
import pytest

import cupy
from cupy import testing


@pytest.mark.parametrize("order", ["C", "F", "A", "K"])
@pytest.mark.parametrize("make", [
    lambda xp: [[xp.array(1), 2], [3, xp.array(4, "i2")]],
    lambda xp: [xp.arange(3), xp.arange(3.0)],
    lambda xp: [[xp.arange(2), [5, 6]], [xp.arange(2), xp.arange(2)]],
])
def test_nested_arrays(make, order):
    want, have = (xp.array(make(xp), order=order) for xp in (numpy, cupy))
    numpy.testing.assert_array_equal(have.get(), want, strict=True)
    assert have.strides == want.strides


def test_unknown_order():
    for xp in (numpy, cupy):
        with pytest.raises(ValueError, match="order"):
            xp.array([xp.arange(3)], order="X")


@testing.numpy_cupy_array_equal()
def test_ravel_of_a_broadcast_view(xp):
    return xp.broadcast_to(xp.arange(3), (2, 3)).ravel("K")


@testing.numpy_cupy_array_equal()
def test_arange_by_keyword(xp):
    return xp.arange(stop=4, step=2)


def test_arange_needs_a_stop():
    for xp in (numpy, cupy):
        with pytest.raises(TypeError):
            xp.arange()


@pytest.mark.parametrize("name", ["linspace", "logspace"])
def test_axis_of_numbers_between_scalars(name):
    for xp in (numpy, cupy):
        assert getattr(xp, name)(1, 2, 3, axis=-1).shape == (3,)
        with pytest.raises(numpy.exceptions.AxisError):
            getattr(xp, name)(1, 2, 3, axis=1)


@pytest.mark.parametrize("args", [(0,), ((0,),), (0, 0), (5,)])
@pytest.mark.parametrize("shape", [(), (3,)])
def test_item(shape, args):
    def outcome(xp):
        try:
            return xp.ones(shape).item(*args)
        except (IndexError, ValueError) as error:
            return type(error)
    assert outcome(cupy) == outcome(numpy)


@pytest.mark.parametrize("axis", [0, -1, None])
@pytest.mark.parametrize("name", ["sum", "max", "all", "argmin", "squeeze"])
def test_a_number_along_its_first_axis(name, axis):
    want, have = (getattr(xp, name)(xp.asarray(3.5), axis=axis) for xp in (numpy, cupy))
    assert have.shape == () and have.item() == want


def test_axis_of_a_number_out_of_range():
    for xp in (numpy, cupy):
        with pytest.raises(numpy.exceptions.AxisError):
            xp.sum(xp.asarray(3.5), axis=1)


def test_power_with_modulus():
    for xp in (numpy, cupy):
        with pytest.raises(TypeError):
            pow(xp.arange(3), 2, 3)


@testing.for_dtypes("?bhifF")
@testing.numpy_cupy_allclose(rtol=1e-3)
def test_angle_of_every_type(xp, dtype):
    return xp.angle(xp.asarray([0, 1]).astype(dtype))


def test_imaginary_part_of_real_items():
    want, have = (xp.ones((2, 3, 4)).transpose(1, 0, 2).imag for xp in (numpy, cupy))
    assert have.strides == want.strides


@pytest.mark.parametrize("start", [0, 1, 16])
def test_sizes_that_come_with_a_launch_and_larger_ones(start):
    items = numpy.random.default_rng(0).integers(0, 256, 9000).astype("u1")
    for size in (1, 3, 15, 16, 17, 31, 240, 255, 256, 4000, 4063, 4064, 4065, 4080, 4096, 4100, 8192):
        source = items[start:start + size]
        numpy.testing.assert_array_equal(cupy.asarray(source).get(), source)
        around = cupy.zeros(9100, "u1")
        around[start:start + size].set(source)
        want = numpy.zeros(9100, "u1")
        want[start:start + size] = source
        numpy.testing.assert_array_equal(around.get(), want)
