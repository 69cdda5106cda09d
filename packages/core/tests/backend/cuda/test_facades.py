"""Modules of cupy.cuda that stand for libraries which are not needed: cub, thrust, jitify; tools and small classes."""
import pickle

import numpy as np
import pytest

import cupy
from cupy.cuda import cub, device, function, memory, runtime, thrust


@pytest.mark.parametrize(("op", "name"), [
    (cub.CUPY_CUB_SUM, "sum"), (cub.CUPY_CUB_MIN, "min"), (cub.CUPY_CUB_MAX, "max"), (cub.CUPY_CUB_PROD, "prod"),
    (cub.CUPY_CUB_ARGMIN, "argmin"), (cub.CUPY_CUB_ARGMAX, "argmax")])
def test_cub_reductions(op, name):
    x = np.arange(24).reshape(2, 3, 4) % 7 + 1.0
    a = cupy.asarray(x)
    np.testing.assert_array_equal(cupy.asnumpy(cub.device_reduce(a, op)), getattr(x, name)())
    axis = 2 if name.startswith("arg") else (1, 2)
    out = cub.cub_reduction(a, op, axis, keepdims=True)
    np.testing.assert_array_equal(cupy.asnumpy(out), getattr(x, name)(axis, keepdims=True))


def test_cub_scans_are_in_place():
    a = cupy.arange(1, 6)
    assert cub.device_scan(a, cub.CUPY_CUB_CUMPROD) is a
    assert a.tolist() == [1, 2, 6, 24, 120]
    with pytest.raises(ValueError, match="not one of"):
        cub.device_scan(a, cub.CUPY_CUB_SUM)


def test_cub_histogram_leaves_out_the_last_edge():
    out = cub.device_histogram(cupy.asarray([0., 1, 1.5, 2, 3, 4, -1]), cupy.asarray([0., 1, 3, 4]), cupy.zeros(3, "l"))
    assert out.tolist() == [1, 3, 1]


@pytest.mark.parametrize("dtype", ["f", "l"])
def test_thrust_sorts(dtype):
    x = np.random.default_rng(0).integers(0, 9, (3, 50)).astype(dtype)
    a, order = cupy.asarray(x), cupy.empty((3, 50), "l")
    thrust.argsort(a.dtype, order.data.ptr, a.data.ptr, 0, a.shape)
    np.testing.assert_array_equal(cupy.asnumpy(order), np.argsort(x, -1, "stable"))
    keys = cupy.empty(50, "l")
    thrust.lexsort(a.dtype, keys.data.ptr, a.data.ptr, 3, 50)
    np.testing.assert_array_equal(cupy.asnumpy(keys), np.lexsort(x))
    thrust.sort(a.dtype, a.data.ptr, 0, a.shape)
    np.testing.assert_array_equal(cupy.asnumpy(a), np.sort(x, -1))


def test_pool_of_one_device():
    pool = memory.SingleDeviceMemoryPool()
    p = pool.malloc(1000)
    assert (pool.used_bytes(), pool.get_limit(), p.mem.pool().used_bytes()) == (1024, 0, 1024)
    del p
    assert pool.used_bytes() == 0
    assert pool.free_bytes() == pool.total_bytes() > 0
    assert pool.n_free_blocks() == 1
    pool.free_all_blocks()
    assert pool.total_bytes() == 0
    pool.set_limit(size=1024)
    with pytest.raises(memory.OutOfMemoryError):
        pool.malloc(10**8)


def test_pool_of_memory_that_outlives_it():
    pool = cupy.cuda.MemoryPool()
    p = pool.malloc(100)
    assert p.mem.pool() is pool
    del pool
    assert p.mem.pool() is None


def test_handle_is_destroyed_with_its_object():
    ended = []
    handle = device.Handle(7, ended.append)
    assert handle.handle == 7
    del handle
    assert ended == [7]


def test_device_of_an_address():
    assert device.from_pointer(cupy.zeros(3).data.ptr) == cupy.cuda.Device()


def test_arguments_have_addresses():
    from ctypes import c_int64
    assert c_int64.from_address(function.CIntptr(-5).ptr).value == -5
    holder = function.CNumpyArray([1, 2])
    assert c_int64.from_address(holder.ptr + 8).value == 2


def test_error_from_a_status_alone():
    error = runtime.CUDARuntimeError(1)
    again = pickle.loads(pickle.dumps(error))
    assert error.status == again.status == 1
    assert error.args == again.args
    assert "INVALID_VALUE" in str(error).upper().replace("INVALIDVALUE", "INVALID_VALUE")


@pytest.mark.parametrize(("flags", "priority"), [(runtime.streamDefault, 0), (runtime.streamNonBlocking, -1)])
def test_flags_and_priority_of_a_stream(flags, priority):
    stream = runtime.streamCreateWithPriority(flags, priority)
    assert (runtime.streamGetFlags(stream), runtime.streamGetPriority(stream)) == (flags, priority)
    external = cupy.cuda.ExternalStream(stream)
    assert (external.is_non_blocking, external.priority) == (bool(flags), priority)
    runtime.streamDestroy(stream)


def test_host_functions_of_a_graph():
    stream = cupy.cuda.Stream(non_blocking=True)
    out = []
    stream.begin_capture()
    stream.launch_host_func(out.append, 3)
    graph = stream.end_capture()
    assert graph.host_funcargs == [(out.append, 3)]
    assert graph.graph
    assert graph.graphExec
    graph.launch(stream)
    stream.synchronize()
    assert out == [3]


def test_paths_of_toolkits(tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "nvcc"
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setenv("CUDA_PATH", str(tmp_path))
    monkeypatch.delenv("NVCC", raising=False)
    assert cupy.cuda.get_cuda_path() == str(tmp_path)
    assert cupy.cuda.get_nvcc_path() == str(program)
    monkeypatch.setenv("NVCC", "no-such-program")
    assert cupy.cuda.get_nvcc_path() is None
    monkeypatch.setenv("ROCM_HOME", str(tmp_path))
    assert cupy.cuda.get_rocm_path() == str(tmp_path)
    assert cupy.cuda.get_hipcc_path() is None


@pytest.mark.parametrize("joined", [True, False])
def test_capture_of_two_streams(joined):
    first, second = (cupy.cuda.Stream(non_blocking=True) for _ in range(2))
    fork, join = cupy.cuda.Event(), cupy.cuda.Event()
    a = cupy.arange(10.0)
    (a + 3) * 100
    cupy.cuda.Device().synchronize()
    with first:
        first.begin_capture()
        b = a + 3
        fork.record(first)
        second.wait_event(fork)
        with second:
            c = a * 100
            join.record(second)
        if not joined:
            with pytest.raises(runtime.CUDARuntimeError, match=r"(?i)capture"):
                first.end_capture()
            assert not first.is_capturing()
            return
        first.wait_event(join)
        d = b + c
        graph = first.end_capture()
        a[...] = 2
        graph.launch()
        first.synchronize()
    assert d.tolist() == [205] * 10
