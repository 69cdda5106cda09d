"""Pickling, copying, and the protocols by which other libraries see arrays."""
import copy
import pickle

import numpy
import pytest

import cupy
from cupy import testing


class TestPickle:
    @pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
    @testing.for_all_dtypes()
    def test_round_trip(self, dtype, protocol):
        a = testing.shaped_random((3, 4), cupy, dtype)
        back = pickle.loads(pickle.dumps(a, protocol))
        assert isinstance(back, cupy.ndarray) and back.dtype == a.dtype
        testing.assert_array_equal(a, back)

    @pytest.mark.parametrize("view", [
        lambda a: a.T, lambda a: a[::2], lambda a: a[:0], lambda a: a[1, 1], lambda a: a[:, ::-1]])
    def test_views(self, view):
        a = view(testing.shaped_arange((3, 4)))
        testing.assert_array_equal(a, pickle.loads(pickle.dumps(a)))

    def test_holds_host_data_only(self):
        text = pickle.dumps(cupy.arange(3))
        assert b"host" not in text and b"cuda" not in text

    def test_ufuncs_and_dtypes(self):
        for function in (cupy.add, cupy.matmul, cupy.vecdot, cupy.matvec, cupy.vecmat):
            assert pickle.loads(pickle.dumps(function)) is function

    @pytest.mark.parametrize("again", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy])
    def test_kernels(self, again):
        x = cupy.arange(4.0)
        kernel = again(cupy.ElementwiseKernel(
            "T x, raw int32 y", "T z", "z = shifted(x) + y[0] + s", "shift", preamble="#define shifted(x) x + ONE",
            options=("-DONE=1",), loop_prep="T s = 2;", return_tuple=True))
        kernel(x, cupy.array([3], "i"))
        kernel = again(kernel)                      # one that has been called, too
        assert kernel(x, cupy.array([3], "i"))[0].get().tolist() == [6, 7, 8, 9]
        reduction = again(cupy.ReductionKernel(
            "T x, T y", "T z", "x * y * TWO", "a + b", "z = a", "0", "dot", options=("-DTWO=2",)))
        reduction(x, x)
        assert float(again(reduction)(x, x)) == 28


class TestCopy:
    @pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy])
    def test_is_independent(self, copier):
        a = cupy.arange(3)
        b = copier(a)
        b += 1
        assert a.get().tolist() == [0, 1, 2] and b.get().tolist() == [1, 2, 3]


class TestArrayUfunc:
    def test_numpys_function_on_our_array(self):
        result = numpy.sin(cupy.ones(3))
        assert isinstance(result, cupy.ndarray)
        testing.assert_allclose(result, numpy.sin(numpy.ones(3)))

    def test_methods(self):
        a = cupy.arange(6).reshape(2, 3)
        testing.assert_array_equal(numpy.add.reduce(a, axis=1), [3, 12])
        testing.assert_array_equal(numpy.multiply.outer(a[0], a[0]), [[0, 0, 0], [0, 1, 2], [0, 2, 4]])

    def test_out(self):
        out = cupy.zeros(3)
        assert numpy.add(cupy.ones(3), 1, out=out) is out
        assert out.get().tolist() == [2, 2, 2]

    @pytest.mark.parametrize("call", [
        lambda: numpy.add(cupy.ones(3), numpy.ones(3)), lambda: numpy.ones(3) + cupy.ones(3),
        lambda: numpy.add(cupy.ones(3), 1, out=numpy.zeros(3))])
    def test_mixing_is_refused(self, call):
        with pytest.raises(TypeError):
            call()

    def test_numpy_scalars_mix(self):
        result = numpy.float32(2) * cupy.ones(3, "f4")
        assert isinstance(result, cupy.ndarray) and result.dtype == numpy.float32


class TestArrayFunction:
    @pytest.mark.parametrize("call", [
        lambda xp, a: numpy.sum(a, axis=0), lambda xp, a: numpy.concatenate([a, a]),
        lambda xp, a: numpy.where(a > 2, a, 0), lambda xp, a: numpy.transpose(a),
        lambda xp, a: numpy.zeros_like(a), lambda xp, a: numpy.mean(a), lambda xp, a: numpy.stack([a])])
    @testing.numpy_cupy_array_equal()
    def test_numpys_functions(self, xp, call):
        return call(xp, testing.shaped_arange((2, 3), xp))

    def test_shape_functions_answer(self):
        assert numpy.shape(cupy.zeros((2, 3))) == (2, 3) and numpy.ndim(cupy.zeros(3)) == 1


class TestDlpack:
    @testing.for_all_dtypes()
    def test_round_trip_shares_memory(self, dtype):
        a = testing.shaped_arange((3, 4), cupy, dtype)
        b = cupy.from_dlpack(a)
        assert b.data.ptr == a.data.ptr and b.dtype == a.dtype and b.shape == a.shape
        b[0, 0] = 0
        testing.assert_array_equal(a, b)

    @pytest.mark.parametrize("view", [lambda a: a.T, lambda a: a[::2, ::-1], lambda a: a[1:1]])
    def test_views(self, view):
        a = view(testing.shaped_arange((3, 4)))
        b = cupy.from_dlpack(a)
        testing.assert_array_equal(a, b)
        if a.size:
            assert a.strides == b.strides

    def test_keeps_memory_alive(self):
        b = cupy.from_dlpack(cupy.arange(1000))
        for _ in range(10):
            cupy.zeros(1000, "i8")
        assert int(b.sum()) == 499500

    def test_device_and_versions(self):
        a = cupy.zeros(3)
        kind, number = a.__dlpack_device__()
        assert number == a.device.id
        assert "dltensor_versioned" in repr(a.__dlpack__(max_version=(1, 0)))
        assert "dltensor" in repr(a.__dlpack__())

    def test_copy_on_request(self):
        a = cupy.zeros(3)
        assert cupy.from_dlpack(a, copy=True).data.ptr != a.data.ptr

    def test_from_numpy(self):
        assert cupy.from_dlpack(numpy.arange(3)).get().tolist() == [0, 1, 2]

    def test_capsule_is_used_once(self):
        capsule = cupy.zeros(3).__dlpack__()

        class Holder:
            def __dlpack__(self, **options):
                return capsule

            def __dlpack_device__(self):
                return cupy.zeros(1).__dlpack_device__()

        cupy.from_dlpack(Holder())
        with pytest.raises((ValueError, BufferError, TypeError)):
            cupy.from_dlpack(Holder())


class TestNamespace:
    def test_array_namespace(self):
        a = cupy.zeros(3)
        assert a.__array_namespace__() is cupy
        assert a.__array_namespace__(api_version="2024.12") is cupy
        with pytest.raises(ValueError):
            a.__array_namespace__(api_version="1999.01")

    def test_info(self):
        info = cupy.__array_namespace_info__()
        assert info.capabilities()["boolean indexing"]
        assert info.default_dtypes()["real floating"] == numpy.float64
        assert set(info.dtypes(kind="bool")) == {"bool"}
        assert info.default_device() in info.devices()

    def test_devices(self):
        a = cupy.zeros(3, device=cupy.cuda.Device(0))
        assert a.to_device(a.device) is a or a.to_device(a.device).device == a.device
        assert cupy.asarray([1], device=cupy.cuda.Device(0)).device == cupy.cuda.Device(0)

    def test_priority(self):
        class Mine:
            __array_priority__ = 1000

            def __rmul__(self, other):
                return "mine"

        assert cupy.ones(3) * Mine() == "mine"
