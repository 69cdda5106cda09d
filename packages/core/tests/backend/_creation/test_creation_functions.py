"""Creation of arrays: filled, ranged, like others, from Python and host data."""
import numpy
import pytest

import cupy
from cupy import testing

SHAPES = [(), 3, (0,), (2, 3), (2, 0, 3), [2, 3], numpy.int64(4), (numpy.int32(2), 3)]


class TestFilled:
    @pytest.mark.parametrize("shape", SHAPES, ids=repr)
    @pytest.mark.parametrize("order", ["C", "F"])
    @testing.for_all_dtypes()
    @testing.numpy_cupy_allclose()
    def test_zeros_ones_full(self, xp, shape, order, dtype):
        return [xp.zeros(shape, dtype, order), xp.ones(shape, dtype, order=order),
                xp.full(shape, 7, dtype, order=order)]

    @pytest.mark.parametrize("shape", SHAPES, ids=repr)
    @testing.numpy_cupy_equal()
    def test_empty(self, xp, shape):
        a = xp.empty(shape, "f4")
        return a.shape, a.dtype, a.size, a.flags.c_contiguous

    @pytest.mark.parametrize("value", [1, 1.5, 1j, True, numpy.int8(3)])
    @testing.numpy_cupy_array_equal()
    def test_full_takes_the_values_dtype(self, xp, value):
        return xp.full((2, 3), value)

    @testing.numpy_cupy_array_equal()
    def test_full_with_an_array(self, xp):
        return xp.full((2, 3), xp.asarray([1, 2, 3]))

    @testing.numpy_cupy_array_equal()
    def test_full_with_an_array_of_numpy(self, xp):
        x = numpy.asarray([1.5, 2, 3])
        return [xp.full((2, 3), x), xp.full((2, 3), x, "i4"), xp.full_like(xp.ones((2, 3), "f4"), x)]

    @pytest.mark.parametrize("name", ["zeros_like", "ones_like", "empty_like"])
    @pytest.mark.parametrize("options", [{}, {"dtype": "f8"}, {"order": "F"}, {"order": "C"},
                                         {"shape": (5,)}, {"shape": (4, 3, 2)}], ids=repr)
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_like(self, xp, name, options):
        a = getattr(xp, name)(testing.shaped_arange((2, 3, 4), xp).transpose(2, 0, 1), **options)
        return xp.zeros_like(a)

    @testing.numpy_cupy_array_equal()
    def test_full_like(self, xp):
        return [xp.full_like(xp.ones((2, 3), "i2"), 5), xp.full_like(xp.ones(2), 5, dtype="i1")]

    @pytest.mark.parametrize("arguments", [(3,), (3, 4), (3, 4, 1), (4, 3, -1), (0,), (2, 5, 9)])
    @testing.for_dtypes("?ifF")
    @testing.numpy_cupy_array_equal()
    def test_eye(self, xp, arguments, dtype):
        return xp.eye(*arguments, dtype=dtype)

    @testing.numpy_cupy_array_equal()
    def test_identity(self, xp):
        return xp.identity(4, "i4")

    @pytest.mark.parametrize("shape", [-1, (2, -3)])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_negative_dimensions(self, xp, shape):
        xp.zeros(shape)

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_shape_that_is_none(self, xp):
        xp.zeros(2.5)


class TestRanges:
    @pytest.mark.parametrize("arguments", [
        (5,), (2, 9), (2, 9, 3), (9, 2, -2), (5, 2), (0,), (-3,), (0.5, 3), (0, 1, 0.1), (3, 0, -0.5),
        (1, 2.5), (numpy.int8(5),), (2.5,)])
    @testing.numpy_cupy_allclose(rtol=1e-12)
    def test_arange(self, xp, arguments):
        return xp.arange(*arguments)

    @testing.for_all_dtypes(no_bool=True)
    @testing.numpy_cupy_array_equal()
    def test_arange_dtype(self, xp, dtype):
        return xp.arange(1, 10, 2, dtype=dtype)

    @testing.numpy_cupy_raises(accept_error=ZeroDivisionError)
    def test_arange_without_a_step(self, xp):
        xp.arange(1, 5, 0)

    @pytest.mark.parametrize("arguments", [(0, 10), (0, 10, 5), (1, 3, 1), (2, 2, 0), (5, -5, 7), (0, 1j, 4)])
    @pytest.mark.parametrize("endpoint", [True, False])
    @testing.numpy_cupy_allclose(rtol=1e-12, atol=1e-15)
    def test_linspace(self, xp, arguments, endpoint):
        return xp.linspace(*arguments, endpoint=endpoint)

    @testing.numpy_cupy_allclose(rtol=1e-6)
    def test_linspace_step_and_dtype(self, xp):
        a, step = xp.linspace(0, 7, 8, retstep=True)
        return [a, step, xp.linspace(0, 7, 8, dtype="i4"), xp.linspace(0, 7, 8, dtype="f4")]

    @testing.numpy_cupy_allclose(rtol=1e-12)
    def test_linspace_of_arrays(self, xp):
        return xp.linspace(xp.asarray([0.0, 1.0]), xp.asarray([4.0, 9.0]), 5, axis=1)

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_linspace_of_a_negative_number(self, xp):
        xp.linspace(0, 1, -1)


class TestFromData:
    @pytest.mark.parametrize("data", [
        1, 2.5, True, 1j, [], [[]], [1, 2], [1, 2.5], [True, 2], [[1, 2], [3, 4]], (1, (2)), range(4),
        [numpy.float32(1), 2], numpy.arange(3), [[1], [2j]], [numpy.arange(2), [3, 4]]], ids=repr)
    @testing.numpy_cupy_array_equal()
    def test_array(self, xp, data):
        return [xp.array(data), xp.asarray(data)]

    def test_nested_arrays_of_ours(self):
        a = cupy.array([[0, 1, cupy.cos(cupy.asarray(0.0))], cupy.arange(3.0)])
        assert a.get().tolist() == [[0, 1, 1], [0, 1, 2]]
        assert cupy.stack([cupy.ones(2), cupy.zeros(2)]).shape == (2, 2)

    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_dtype(self, xp, dtype):
        return xp.array([[0, 1], [2, 3]], dtype)

    @pytest.mark.parametrize("ndmin", range(5))
    @testing.numpy_cupy_array_equal()
    def test_ndmin(self, xp, ndmin):
        return xp.array([[1, 2]], ndmin=ndmin)

    @pytest.mark.parametrize("order", ["C", "F", "A", "K"])
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_order(self, xp, order):
        a = testing.shaped_arange((2, 3, 4), xp).transpose(1, 2, 0)
        return [xp.array(a, order=order), xp.asarray(a, order=order)]

    def test_copy_argument(self):
        a = cupy.arange(3)
        assert cupy.array(a) is not a and cupy.asarray(a) is a
        assert cupy.array(a, copy=False) is a and cupy.array(a, copy=None) is a
        assert cupy.asarray(a, copy=True).data.ptr != a.data.ptr
        with pytest.raises(ValueError):
            cupy.array(a, dtype="f4", copy=False)
        with pytest.raises(ValueError):
            cupy.array([1, 2], copy=False)

    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_contiguous(self, xp):
        a = testing.shaped_arange((2, 3), xp)
        return [xp.ascontiguousarray(a.T), xp.asfortranarray(a)]

    @pytest.mark.parametrize("data", [[[1, 2], [3]], [1, [2]]])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_ragged(self, xp, data):
        xp.array(data)

    @pytest.mark.parametrize("data", [None, [None], [object()], {1: 2}, [{}]])
    def test_objects_are_refused(self, data):
        with pytest.raises((TypeError, ValueError)):
            cupy.array(data)

    @testing.numpy_cupy_array_equal()
    def test_non_native_and_unaligned_host_data(self, xp):
        packed = numpy.zeros(4, [("a", "u1"), ("b", ">f8")])
        packed["b"] = [1, 2, 3, 4]
        return [xp.asarray(numpy.arange(3).astype(">i4").astype("<i4")),
                xp.asarray(packed["b"]).astype("f8")]

    @testing.numpy_cupy_array_equal()
    def test_integers_beyond_int64(self, xp):
        return xp.array([2 ** 63, 2 ** 64 - 1])


class TestJoining:
    @pytest.mark.parametrize("axis", [0, 1, -1, None])
    @testing.for_all_dtypes_combination(names=("a", "b"))
    @testing.numpy_cupy_array_equal()
    def test_concatenate(self, xp, a, b, axis):
        return xp.concatenate([testing.shaped_arange((3, 4), xp, a), xp.ones((3, 4), b),
                               xp.zeros((3, 4), a).T.reshape(3, 4)], axis=axis)

    @pytest.mark.parametrize("axis", [0, 1, 2, -1])
    @testing.numpy_cupy_array_equal()
    def test_stack(self, xp, axis):
        return xp.stack([testing.shaped_arange((3, 4), xp), xp.ones((3, 4))], axis=axis)

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_shapes_that_differ(self, xp):
        xp.concatenate([xp.ones((2, 3)), xp.ones((2, 4))])

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_nothing_to_join(self, xp):
        xp.concatenate([])

    @testing.numpy_cupy_array_equal()
    def test_broadcasting_functions(self, xp):
        a, b = xp.arange(3)[:, None], xp.arange(4)
        return [*xp.broadcast_arrays(a, b), xp.broadcast_to(b, (2, 4)), xp.where(a > b, a, b)]

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_broadcast_that_fails(self, xp):
        xp.broadcast_to(xp.arange(3), (2, 4))


@pytest.mark.parametrize("stop", [1, -1, 5e-324, 0, 1j, 1 + 1j])
@pytest.mark.parametrize("step", [numpy.inf, -numpy.inf, 1e308, -1e308, 3])
@testing.numpy_cupy_array_equal()
def test_arange_of_steps_beyond_the_end(xp, stop, step):
    return xp.arange(0, stop, step)


@pytest.mark.parametrize("make", [
    lambda xp: xp.zeros(3, xp.zeros(2, int)), lambda xp: xp.ones(3).astype(xp.ones(2)),
    lambda xp: xp.sum(xp.ones(3), 0, xp.ones(3)),
])
def test_an_array_is_no_dtype(make):
    for xp in (numpy, cupy):
        with pytest.raises(TypeError, match="Cannot construct a dtype from an array"):
            make(xp)


@pytest.mark.parametrize("shape", [2**70, (2, 2**70), (-2**70,), (2**40, 2**40)], ids=str)
@pytest.mark.parametrize("make", [
    lambda xp, shape: xp.zeros(shape), lambda xp, shape: xp.full(shape, 1),
    lambda xp, shape: xp.empty_like(1, shape=shape),
    lambda xp, shape: xp.arange(6).reshape(shape), lambda xp, shape: xp.broadcast_to(1, shape),
])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_shapes_beyond_an_index(xp, make, shape):
    make(xp, shape)


@pytest.mark.parametrize("arguments", [(2**64,), (0, 2**70), (-2**63, 2**63), (1e300,)])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_ranges_beyond_an_index(xp, arguments):
    xp.arange(*arguments)


def test_a_word_for_copy_is_refused():
    with pytest.raises(ValueError, match="strings are not allowed"):
        cupy.array([1], copy="never")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("value", [numpy.inf, -numpy.inf, numpy.nan, 300.0, 2 + 1j], ids=str)
@testing.for_dtypes("?il")
def test_full_of_a_number_that_does_not_fit(value, dtype):
    for function in (lambda xp: xp.full(3, value, dtype), lambda xp: xp.full_like(xp.zeros(3, dtype), value)):
        testing.assert_array_equal(function(cupy), function(numpy), strict=True)


@pytest.mark.parametrize("name", ["empty_like", "zeros_like"])
@pytest.mark.parametrize("dtype", [str, bytes])
def test_like_with_strings_of_no_length(name, dtype):
    results = [getattr(xp, name)(xp.arange(16).reshape(2, 8)[:, ::2], dtype=dtype) for xp in (numpy, cupy)]
    assert results[0].dtype == results[1].dtype
    assert results[0].strides == results[1].strides
