"""Streams, memory and modules of cupy.cuda as programs of CuPy use them."""
import numpy as np
import pytest

import cupy
from cupy import cuda


def test_default_streams_are_one_object():
    assert cuda.Stream.null is cuda.Stream.null and cuda.Stream.ptds is cuda.Stream.ptds
    assert cuda.get_current_stream() == cuda.Stream.null and cuda.Stream.null.ptr == 0
    with cuda.Stream(non_blocking=True):
        assert cuda.get_current_stream() != cuda.Stream.null


def test_memory_of_a_derived_class():
    class Bytes(cuda.memory.BaseMemory):
        def __init__(self, source):
            self.source = source
            self.ptr, self.size, self.device_id = source.data.ptr, source.nbytes, source.device.id

    source = cupy.arange(4.0)
    pointer = cuda.MemoryPointer(Bytes(source), 8)
    view = cupy.ndarray((3,), "f8", memptr=pointer)
    view += 1
    assert pointer.ptr == source.data.ptr + 8 and view.data.mem.size == 32
    np.testing.assert_array_equal(source.get(), [0, 2, 3, 4])


@pytest.mark.parametrize("name", [
    "nccl", "cublas", "cusolver", "cusparse", "cusparselt", "cutensor", "curand", "cufft", "thrust", "cub", "jitify",
    "nvtx", "texture", "no_such_library"])
def test_asking_for_a_library_never_raises(name):
    assert hasattr(cuda, name) in (True, False)
    assert getattr(getattr(cuda, name, None), "available", False) in (True, False)
    assert not hasattr(getattr(cuda, name, None), "no_such_function")


def test_nccl_says_why_it_is_missing():
    from cupy.cuda import nccl

    assert issubclass(nccl.NcclError, Exception)
    if nccl.available:
        assert nccl.get_version() > 20000
    else:
        with pytest.raises(ImportError):
            nccl.get_unique_id()


def test_attributes_of_the_device():
    found = cuda.Device().attributes
    assert found["MaxThreadsPerBlock"] >= 1024 and found["MaxBlockDimZ"] == 64 and found["WarpSize"] in (32, 64)
    assert found["MaxGridDimX"] == 2**31 - 1 and found["MultiProcessorCount"] >= 1
    assert int(cuda.Device().compute_capability) >= 50


def test_properties_of_the_device():
    found = cuda.runtime.getDeviceProperties(0)
    assert isinstance(found["name"], bytes) and found["name"]
    assert found["major"] * 10 + found["minor"] == int(cuda.Device(0).compute_capability)
    assert found["totalGlobalMem"] == cuda.Device(0).mem_info[1] > 0
    assert found["maxThreadsDim"] == (1024, 1024, 64) and found["maxGridSize"] == (2**31 - 1, 65535, 65535)
    for name in ("sharedMemPerBlock", "regsPerBlock", "warpSize", "clockRate", "totalConstMem", "textureAlignment",
                 "multiProcessorCount", "integrated", "computeMode", "concurrentKernels", "pciBusID", "l2CacheSize",
                 "maxThreadsPerMultiProcessor", "managedMemory", "cooperativeLaunch", "uuid"):
        assert name in found
    with pytest.raises(cuda.runtime.CUDARuntimeError):
        cuda.runtime.getDeviceProperties(1000)
    with pytest.raises(cuda.runtime.CUDARuntimeError):
        cuda.runtime.deviceGetAttribute(12345, 0)


def test_numbers_of_nccl_are_there_without_the_library():
    from cupy.cuda import nccl
    assert (nccl.NCCL_FLOAT64, nccl.NCCL_BFLOAT16, nccl.NCCL_SUM, nccl.NCCL_AVG) == (8, 9, 0, 4)
    assert "NCCL_INT8" in nccl.__all__ and nccl.NcclConfig().split_share == 0
    assert nccl.NcclCommunicator.comm == 0
