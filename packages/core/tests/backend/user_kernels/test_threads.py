"""Threads and blocks in element-wise and reducing kernels: programs for CUDA name them, and count with atomics."""
import numpy as np
import pytest

import cupy
from cupy._runtime import driver

on_host = pytest.mark.skipif(driver.backend().name != "host", reason="on a GPU threads take several elements each")
TOGETHER = ["__syncthreads()", "__syncwarp()", "y = __shfl_xor_sync(0xffffffff, x, 1)", "__shared__ T both[32]",
            "y = __ballot_sync(0xffffffff, x > 0)"]


@on_host
@pytest.mark.parametrize("shape", [(1,), (127,), (128,), (1000,), (3, 77), (4, 5, 60)])
def test_places_of_elements(shape):
    kernel = cupy.ElementwiseKernel(
        "T x", "int64 element, int64 grid, bool right",
        "element = blockIdx.x * blockDim.x + threadIdx.x; grid = gridDim.x * blockDim.x;"
        "right = element == i && n <= grid && threadIdx.x < blockDim.x && blockIdx.x < gridDim.x && "
        "threadIdx.y == 0 && blockIdx.z == 0 && blockDim.y == 1 && gridDim.z == 1", "places")
    for x in (cupy.zeros(shape), cupy.zeros(shape).T, cupy.zeros((*shape, 2))[..., 0]):
        element, grid, right = kernel(x)
        assert right.all() and (grid >= x.size).all()
        np.testing.assert_array_equal(element.get(), np.arange(x.size).reshape(x.shape))


@on_host
@pytest.mark.parametrize("header", ["", "#include <cooperative_groups.h>\n"])
def test_places_in_functions(header):
    kernel = cupy.ElementwiseKernel(
        "T x", "T y", "y = x + place() + warpSize; __threadfence()", "placed",
        loop_prep="const uint3 where = threadIdx; if (where.x >= blockDim.x) __trap();",
        preamble=f"{header}__device__ int place() {{ return threadIdx.x + 128 * blockIdx.x; }}")
    np.testing.assert_array_equal(kernel(cupy.arange(300.0)).get(), 2 * np.arange(300.0) + 32)


@on_host
@pytest.mark.parametrize("operation", TOGETHER)
def test_what_threads_do_together_is_refused(operation):
    word = operation[operation.index("__"):].partition(" ")[0].partition("(")[0]
    for header in ("", "#include <cooperative_groups.h>\n"):
        kernel = cupy.ElementwiseKernel("T x", "T y", f"{operation}; y = x", "together", preamble=header)
        with pytest.raises(cupy.cuda.compiler.CompileException, match=f"{word} is for threads .* RawKernel"):
            kernel(cupy.arange(3.0))
    last = operation.replace("x > 0", "true")
    kernel = cupy.ReductionKernel("T x", "T y", "x", "a + b", f"{last}; y = a", "0", "joint")
    with pytest.raises(cupy.cuda.compiler.CompileException):
        kernel(cupy.arange(3.0))


@pytest.mark.parametrize("dtype", ["i", "I", "f", "d"])
def test_atomics_of_elements(dtype):
    x = cupy.arange(1000) % 7
    count = cupy.ElementwiseKernel("int64 x", "raw T found", "atomicAdd(&found[x], T(1)); atomicMax(&found[7], T(x))",
                                   "count")
    found = cupy.zeros(8, dtype)
    count(x, found)
    np.testing.assert_array_equal(found.get(), [*np.bincount(np.arange(1000) % 7), 6])


@on_host        # GPUs have no atomics on what is a thread's own
def test_atomics_of_a_reduction():
    """In a function that it calls; one that names threads as well."""
    log = cupy.ReductionKernel(
        "T x", "T y", "noted(x, i)", "a + b", "y = a", "0", "noted_sum",
        preamble="template <class T> __device__ T noted(T x, long i) {"
                 "    T last = 0; atomicAdd(&last, x); return threadIdx.x < blockDim.x ? last : T(0); }")
    np.testing.assert_array_equal(log(cupy.arange(100.0)).get(), 4950)
