"""Attributes of arrays, and conversions to Python."""
import math
import operator

import numpy
import pytest

import cupy
from cupy import testing

SHAPES = [(), (0,), (3,), (2, 3), (2, 0, 3), (1, 2, 1, 4)]


class TestAttributes:
    @pytest.mark.parametrize("shape", SHAPES)
    @testing.for_all_dtypes()
    @testing.numpy_cupy_equal()
    def test_of_a_new_array(self, xp, shape, dtype):
        a = xp.zeros(shape, dtype)
        return (a.shape, a.strides if a.size else None, a.ndim, a.size, a.itemsize, a.nbytes, a.dtype,
                a.flags.c_contiguous, a.flags.f_contiguous, a.flags.owndata)

    @testing.numpy_cupy_equal()
    def test_of_views(self, xp):
        a = testing.shaped_arange((4, 6), xp, "f4")
        views = [a.T, a[1:], a[:, 1:3], a[::-1], a[:, ::-2], a[None], a.reshape(2, -1), a[2], a[:0]]
        return [(v.shape, v.strides, v.flags.c_contiguous, v.flags.f_contiguous, v.flags.owndata)
                for v in views]

    @pytest.mark.parametrize("order", "CF")
    @pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (1, 3)])
    def test_flags_are_numpys(self, shape, order):
        ours, theirs = cupy.zeros(shape, order=order).flags, numpy.zeros(shape, order=order).flags
        for name in ("contiguous", "fortran", "fnc", "forc", "behaved", "carray", "farray", "aligned", "owndata"):
            assert getattr(ours, name) == getattr(theirs, name), name
        for name in ("C", "CONTIGUOUS", "F", "FORTRAN", "B", "BEHAVED", "CA", "CARRAY", "FA", "FARRAY", "FORC"):
            assert ours[name] == theirs[name], name

    def test_flags_by_name(self):
        flags = cupy.zeros((2, 3)).flags
        assert flags["C_CONTIGUOUS"] and not flags["F_CONTIGUOUS"] and flags["OWNDATA"]

    def test_base(self):
        a = cupy.zeros((2, 3))
        assert a.base is None and a.T.base is a and a[1:].T.base is a

    def test_device_and_data(self):
        a = cupy.zeros((2, 3))
        assert a.device == cupy.cuda.Device()
        assert a[1].data.ptr == a.data.ptr + 24
        assert a.data.mem.size >= 48

    @testing.for_complex_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_parts(self, xp, dtype):
        a = testing.shaped_random((3, 4), xp, dtype)
        a.real[0] = 5
        a.imag[:, 1] = -1
        return [a, a.real, a.imag, a.real.T]

    @testing.numpy_cupy_array_equal()
    def test_parts_of_real_arrays(self, xp):
        a = testing.shaped_arange((3,), xp)
        return [a.real, a.imag]

    @testing.numpy_cupy_array_equal()
    def test_flat(self, xp):
        a = testing.shaped_arange((3, 4), xp)
        a.flat[2] = 10
        return [a, a.T.flat[1:5], xp.asarray(len(a.flat))]

    @testing.numpy_cupy_array_equal()
    def test_setting_shape(self, xp):
        a = testing.shaped_arange((3, 4), xp)
        a.shape = (2, 6)
        return a

    def test_setting_dtype_is_gone_or_works(self):
        a = cupy.zeros(4, "f4")
        assert a.view("i4").dtype == numpy.int32


class TestPython:
    @testing.for_all_dtypes()
    @testing.numpy_cupy_equal()
    def test_item_and_tolist(self, xp, dtype):
        a = testing.shaped_arange((2, 3), xp, dtype)
        return a.tolist(), a.item(4), a.item(1, 2), a[:1, :1].item(), type(a.item(0))

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_item_of_many(self, xp):
        xp.ones(2).item()

    @testing.numpy_cupy_raises(accept_error=IndexError)
    def test_item_out_of_range(self, xp):
        xp.ones(2).item(2)

    @pytest.mark.parametrize("convert", [int, float, complex, bool, operator.index, math.sqrt])
    @testing.numpy_cupy_equal()
    def test_conversion(self, xp, convert):
        return convert(xp.asarray(3)), type(convert(xp.asarray(3)))

    def test_index(self):
        assert range(10)[cupy.asarray(3)] == 3
        with pytest.raises(TypeError):
            operator.index(cupy.asarray(3.0))
        with pytest.raises(TypeError):
            operator.index(cupy.asarray([3, 4]))

    @pytest.mark.parametrize("convert", [int, float, bool])
    def test_many_elements_have_no_value(self, convert):
        with pytest.raises((TypeError, ValueError)):
            convert(cupy.ones(2))

    @testing.numpy_cupy_equal()
    def test_len_iter_contains(self, xp):
        a = testing.shaped_arange((3, 2), xp, "i4")
        return len(a), [row.tolist() for row in a], 4 in a, 99 in a

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_len_of_no_dimensions(self, xp):
        len(xp.asarray(1))

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_iter_of_no_dimensions(self, xp):
        iter(xp.asarray(1))

    @pytest.mark.parametrize("shape", SHAPES)
    @testing.numpy_cupy_equal()
    def test_repr_and_str(self, xp, shape):
        a = testing.shaped_arange(shape, xp, "f4")
        return repr(a), str(a)

    def test_format(self):
        assert f"{cupy.asarray(1.5):.3f}" == "1.500"

    def test_is_not_hashable(self):
        with pytest.raises(TypeError):
            hash(cupy.ones(2))


class TestTransfers:
    def test_numpy_is_never_filled_in_silence(self):
        with pytest.raises(TypeError) as caught:
            numpy.asarray(cupy.ones(2))
        assert "get" in str(caught.value) or "asnumpy" in str(caught.value)
        assert type(caught.value).__name__ == "ImplicitTransferError"

    @pytest.mark.parametrize("order", ["C", "F", "A"])
    def test_get(self, order):
        host = numpy.arange(6.0).reshape(2, 3)
        found = cupy.asarray(host).T.get(order=order)
        numpy.testing.assert_array_equal(found, host.T)
        assert found.flags.f_contiguous == (order != "C")

    def test_get_into(self):
        out = numpy.zeros((2, 3))
        back = cupy.ones((2, 3)).get(out=out)
        assert back is out and (out == 1).all()
        with pytest.raises((ValueError, TypeError)):
            cupy.ones((2, 3)).get(out=numpy.zeros((3, 2)))

    @testing.for_all_dtypes()
    def test_set(self, dtype):
        a = cupy.zeros((2, 3), dtype)
        a.set(numpy.ones((2, 3), dtype))
        assert (a.get() == 1).all()
        with pytest.raises(ValueError):
            a.set(numpy.ones((3, 2), dtype))

    def test_set_of_a_view(self):
        a = cupy.zeros((2, 3))
        a.T.set(numpy.arange(6.0).reshape(3, 2))
        assert a.get().tolist() == [[0, 2, 4], [1, 3, 5]]

    def test_asnumpy(self):
        assert type(cupy.asnumpy(cupy.ones(2))) is numpy.ndarray
        assert cupy.asnumpy([1, 2]).tolist() == [1, 2]

    def test_read_only_host_array(self):
        host = numpy.arange(3)
        host.flags.writeable = False
        a = cupy.asarray(host)
        a += 1
        assert host.tolist() == [0, 1, 2] and a.get().tolist() == [1, 2, 3]
