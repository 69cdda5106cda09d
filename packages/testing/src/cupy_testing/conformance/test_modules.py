"""Modules: kernels and globals by name, attributes, occupancy, name expressions, compile errors."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy
import pytest

import cupy

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.conformance._device import Device

NOT_FOUND = 500

SOURCE = r"""
__device__ int counter = 7;
__constant__ float table[4];

extern "C" __global__ void fill(int *out, int value, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = value;
}

extern "C" __global__ void look_up(float *out) { out[threadIdx.x] = table[threadIdx.x]; }

extern "C" __global__ void with_shared(int *out) {
    __shared__ int values[256];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}
"""

TEMPLATE = r"""
template <typename T, int N> __global__ void scale(T *x) { x[threadIdx.x] *= N; }
"""


@pytest.fixture(scope="module")
def module() -> Any:
    module = cupy.RawModule(code=SOURCE)
    module.compile()
    return module


def test_function(module: ModuleType) -> None:
    out = cupy.zeros(100, "i4")
    module.get_function("fill")((4,), (32,), (out, numpy.int32(9), numpy.int32(90)))
    assert out.get().tolist() == [9] * 90 + [0] * 10


def test_unknown_function(module: Any) -> None:
    with pytest.raises((AttributeError, cupy.cuda.driver.CUDADriverError), match="no_such"):
        module.get_function("no_such")


def test_status_of_unknown_names(module: ModuleType, device: Device) -> None:
    handle, size = ctypes.c_void_p(), ctypes.c_size_t()
    loaded = module.module.ptr
    assert device.status("module_function", handle, loaded, b"no_such") == NOT_FOUND
    assert device.status("module_global", handle, size, loaded, b"no_such") == NOT_FOUND


def test_global(module: ModuleType, device: Device) -> None:
    address, size = ctypes.c_void_p(), ctypes.c_size_t()
    device.check("module_global", address, size, module.module.ptr, b"counter")
    assert size.value == 4
    assert device.download(address.value, 1, "i4").tolist() == [7]


def test_constant_memory(module: ModuleType, device: Device) -> None:
    pointer, out = module.get_global("table"), cupy.zeros(4, "f4")
    device.upload(pointer.ptr, numpy.arange(4, dtype="f4"))
    module.get_function("look_up")((1,), (4,), (out,))
    assert out.get().tolist() == [0, 1, 2, 3]


def test_attributes(module: ModuleType) -> None:
    kernel = module.get_function("with_shared")
    assert kernel.shared_size_bytes >= 1024
    assert kernel.max_threads_per_block >= 256
    assert kernel.local_size_bytes >= 0 and kernel.num_regs >= 0
    assert kernel.binary_version >= 0 and kernel.ptx_version >= 0
    kernel.max_dynamic_shared_size_bytes = 2048
    assert kernel.max_dynamic_shared_size_bytes >= 2048


def test_occupancy(module: ModuleType, device: Device) -> None:
    function = module.get_function("fill").kernel
    blocks, grid, block = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    device.check("occupancy_blocks", blocks, function.ptr, 128, 0)
    assert blocks.value >= 1
    device.check("occupancy_block_size", grid, block, function.ptr, 0, 0)
    assert grid.value >= 1 and 1 <= block.value <= 1024


def test_name_expressions() -> None:
    module = cupy.RawModule(code=TEMPLATE, options=("-std=c++17",),
                            name_expressions=["scale<float, 3>", "scale<double, 5>"])
    for dtype, name, factor in (("f4", "scale<float, 3>", 3), ("f8", "scale<double, 5>", 5)):
        x = cupy.ones(8, dtype)
        module.get_function(name)((1,), (8,), (x,))
        assert x.get().tolist() == [factor] * 8


def test_compile_error_shows_source_and_log() -> None:
    bad = 'extern "C" __global__ void bad(int *x) {\n    x[0] = no_such_name;\n}'
    with pytest.raises(cupy.cuda.compiler.CompileException) as caught:
        cupy.RawKernel(bad, "bad").compile()
    text = str(caught.value)
    assert "no_such_name" in caught.value.get_message()
    assert "2 |     x[0] = no_such_name;" in text


def test_compiler_returns_image_log_and_names(backend: ModuleType) -> None:
    compiler = backend.compiler()
    done = compiler.compile('extern "C" const int answer = 42;' if backend.name == "host" else
                            'extern "C" __device__ int answer = 42;',
                            name="answer", target=compiler.target(0))
    assert isinstance(done.image, bytes) and done.image
    assert isinstance(done.log, str) and isinstance(done.lowered, dict)


def test_compilers_own_error(backend: ModuleType) -> None:
    compiler = backend.compiler()
    with pytest.raises(backend.CompileError) as caught:
        compiler.compile("this is no program", name="broken", target=compiler.target(0))
    assert caught.value.log and "this is no program" in caught.value.source
    assert "broken" in caught.value.name


def test_garbage_is_no_module(device: Device) -> None:
    handle = ctypes.c_void_p()
    assert device.status("module_load", handle, b"this is no image\0", 17) != 0
    device.check("device_synchronize")


def test_unload_and_load_again() -> None:
    import gc

    for value in range(3):
        kernel = cupy.RawKernel(
            f'extern "C" __global__ void put(int *x) {{ *x = {value}; }}', "put")
        x = cupy.zeros(1, "i4")
        kernel((1,), (1,), (x,))
        assert x.get().tolist() == [value]
        del kernel
        gc.collect()
