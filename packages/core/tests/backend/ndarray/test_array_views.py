"""Views and copies: reshape, transpose, ravel, squeeze, view, astype, fill, diagonal."""
import operator

import numpy
import pytest

import cupy
from cupy import testing


class TestReshape:
    @pytest.mark.parametrize("shape", [(24,), (-1,), (4, 6), (6, -1), (2, 3, 4), (1, 24, 1), 24, -1,
                                       (2, -1, 2, 3)])
    @testing.for_orders("CFA")
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_shapes(self, xp, shape, order):
        a = testing.shaped_arange((2, 3, 4), xp)
        return [a.reshape(shape, order=order), a.T.reshape(shape, order=order)]

    @pytest.mark.parametrize("index", [numpy.s_[:], numpy.s_[:, ::2], numpy.s_[::-1], numpy.s_[:, :, 1:]])
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_of_views(self, xp, index):
        a = testing.shaped_arange((4, 6, 2), xp)[index]
        return [a.reshape(2, -1), a.reshape(-1), a.reshape(*a.shape, 1)]

    def test_shares_memory_when_it_can(self):
        a = cupy.zeros((4, 6))
        a.reshape(2, 12)[0, 0] = 1
        assert float(a.sum()) == 1
        a.T.reshape(24)[5] = 1
        assert float(a.sum()) == 1

    @pytest.mark.parametrize("shape", [(5,), (-1, -1), (-1, 5), (7, 0)])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_wrong(self, xp, shape):
        xp.zeros((4, 6)).reshape(shape)

    @testing.numpy_cupy_array_equal()
    def test_of_nothing(self, xp):
        a = xp.zeros((0, 3))
        return [a.reshape(3, 0), a.reshape(0), a.reshape(-1, 3), a.T]


class TestAxes:
    @pytest.mark.parametrize("axes", [(), (None,), (2, 0, 1), ((1, 2, 0),), (-1, 0, 1)])
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_transpose(self, xp, axes):
        return testing.shaped_arange((2, 3, 4), xp).transpose(*axes)

    @pytest.mark.parametrize("axes", [(0, 1), (0, 0, 1), (0, 1, 3)])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_wrong_transpose(self, xp, axes):
        xp.zeros((2, 3, 4)).transpose(axes)

    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_swapaxes_and_mt(self, xp):
        a = testing.shaped_arange((2, 3, 4), xp)
        return [a.swapaxes(0, 2), a.swapaxes(-1, 1), a.mT]

    @pytest.mark.parametrize("axis", [None, 0, -1, (0, 2)])
    @testing.numpy_cupy_array_equal()
    def test_squeeze(self, xp, axis):
        return testing.shaped_arange((1, 3, 1), xp).squeeze(axis)

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_squeeze_of_a_long_axis(self, xp):
        xp.zeros((1, 3)).squeeze(1)

    @pytest.mark.parametrize("offset, axes", [(0, (0, 1)), (1, (1, 2)), (-1, (0, 2)), (9, (0, 1))])
    @testing.numpy_cupy_array_equal()
    def test_diagonal(self, xp, offset, axes):
        return testing.shaped_arange((3, 4, 5), xp).diagonal(offset, *axes)


class TestRavel:
    @testing.for_orders("CFAK")
    @testing.numpy_cupy_array_equal()
    def test_orders(self, xp, order):
        a = testing.shaped_arange((2, 3, 4), xp).transpose(2, 0, 1)
        return [a.ravel(order), a.flatten(order)]

    def test_sharing(self):
        a = cupy.zeros((2, 3))
        assert a.ravel().base is a and a.flatten().base is None


class TestDtype:
    @testing.for_all_dtypes_combination(names=("a", "b"), full=True)
    @testing.numpy_cupy_array_equal()
    def test_astype(self, xp, a, b):
        return testing.shaped_arange((3, 4), xp, a).astype(b)

    @testing.for_orders("CFAK")
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_astype_order(self, xp, order):
        a = testing.shaped_arange((2, 3, 4), xp).transpose(1, 0, 2)
        return [a.astype("f8", order=order), a.astype("f4", order=order)]

    def test_astype_without_copy(self):
        a = cupy.zeros(3, "f4")
        assert a.astype("f4", copy=False) is a and a.astype("f4") is not a

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_astype_casting(self, xp):
        xp.ones(2).astype("i4", casting="safe")

    @testing.for_dtypes(["f8", "i8", "i4", "u2", "c8", "f2", "?"])
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_view(self, xp, dtype):
        if dtype is numpy.bool_:
            return xp.asarray([[0, 1], [1, 0]], "i1").view(dtype)
        return xp.zeros((3, 4), "f4").view(dtype)

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_view_that_does_not_divide(self, xp):
        xp.zeros((3, 3), "f4").view("f8")

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_view_of_a_strided_axis(self, xp):
        xp.zeros((3, 4), "f4").T.view("f8")


class TestContents:
    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_fill(self, xp, dtype):
        a = xp.zeros((3, 4), dtype)
        a[:, 1::2].fill(1)
        return a

    @pytest.mark.parametrize("value", [300, -1])
    @testing.numpy_cupy_raises(accept_error=OverflowError)
    def test_fill_that_does_not_fit(self, xp, value):
        xp.zeros(2, "u1").fill(value)

    @testing.numpy_cupy_array_equal()
    def test_round_clip_conj(self, xp):
        a = testing.shaped_random((3, 4), xp, "f8")
        return [a.round(1), a.clip(2, 7), (a + 1j).conj(), a.clip(None, 3),
                a.round()]

    @testing.numpy_cupy_array_equal()
    def test_take_put_choose_compress_repeat(self, xp):
        a = testing.shaped_arange((3, 4), xp)
        b = a.copy()
        b.put(xp.asarray([0, 5]), xp.asarray([-1, -2]))
        return [a.take(xp.asarray([1, 0, 2]), axis=0), b, a.repeat(2, axis=1),
                a.compress(xp.asarray([True, False, True]), axis=0),
                xp.asarray([0, 1, 0]).choose([xp.asarray([1, 2, 3]), xp.asarray([4, 5, 6])])]

    @testing.numpy_cupy_array_equal()
    def test_reductions_as_methods(self, xp):
        a = testing.shaped_arange((3, 4), xp, "i4")
        return [a.sum(0), a.prod(1), a.max(), a.min(1), a.any(), a.all(0), a.argmax(1), a.argmin(),
                a.cumsum(1), a.cumprod(0), a.nonzero()[0]]


class TestOperators:
    @pytest.mark.parametrize("call", [
        operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod,
        divmod, operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge,
        lambda a, b: a ** 2, lambda a, b: -a, lambda a, b: +a, lambda a, b: abs(a),
        lambda a, b: 3 - a, lambda a, b: 3 / b, lambda a, b: 7 // b, lambda a, b: 7 % b,
        lambda a, b: 2 ** a, lambda a, b: divmod(7, b)])
    @testing.for_dtypes("ilfd")
    @testing.numpy_cupy_allclose(rtol=1e-6)
    def test_arithmetic(self, xp, call, dtype):
        a, b = testing.shaped_arange((2, 3), xp, dtype), testing.shaped_reverse_arange((2, 3), xp, dtype)
        return call(a, b)

    @pytest.mark.parametrize("call", [
        operator.and_, operator.or_, operator.xor, lambda a, b: ~a, lambda a, b: a << 1,
        lambda a, b: a >> 1, lambda a, b: 1 << a, lambda a, b: 5 & a, lambda a, b: 5 | a,
        lambda a, b: 5 ^ a])
    @testing.for_int_dtypes(no_bool=True)
    @testing.numpy_cupy_array_equal()
    def test_bitwise(self, xp, call, dtype):
        a, b = testing.shaped_arange((2, 3), xp, dtype), testing.shaped_reverse_arange((2, 3), xp, dtype)
        return call(a, b)

    @pytest.mark.parametrize("call", [
        operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv,
        operator.imod, operator.ipow])
    @testing.numpy_cupy_array_equal()
    def test_in_place(self, xp, call):
        a = testing.shaped_arange((2, 3), xp, "f8")
        assert call(a, xp.asarray([1.0, 2, 4])) is a
        return a

    @pytest.mark.parametrize("call", [
        lambda xp, a: operator.iadd(a, 1.5), lambda xp, a: operator.itruediv(a, 2),
        lambda xp, a: operator.iadd(a, xp.ones((2, 2, 3), "i4"))])
    @testing.numpy_cupy_raises(accept_error=(TypeError, ValueError))
    def test_in_place_that_does_not_fit(self, xp, call):
        call(xp, xp.ones((2, 3), "i4"))

    def test_other_objects_get_their_turn(self):
        class Other:
            __array_ufunc__ = None

            def __radd__(self, other):
                return "mine"

        assert cupy.ones(2) + Other() == "mine"
