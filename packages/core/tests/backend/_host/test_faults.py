"""A faulty kernel is an error that names it, and the host device stays usable."""
import pytest

import cupy
from cupy._runtime import driver
from cupy._runtime.errors import BackendError

if driver.backend().name != "host":
    pytest.skip("a fault ends a GPU's context", allow_module_level=True)

FAULTS = {
    "address": ("x[1ll << 40] = 1;", "ILLEGAL_ADDRESS"),
    "address_of_a_fiber": ("if (threadIdx.x == 3) x[1ll << 40] = 1; __syncthreads(); x[0] = 1;", "ILLEGAL_ADDRESS"),
    "null": ("*(int *)0 = x[0];", "ILLEGAL_ADDRESS"),
    "division": ("x[0] = 5 / x[1];", "DIVISION_BY_ZERO"),
    "assertion": ("assert(x[0] == 5);", "TRAP"),
    "deadlock": ("if (threadIdx.x < 16) __shfl_sync(~0u, 1, 0); else __syncthreads();", "DEADLOCK"),
    "stack": ("volatile char a[1 << 20]; a[0] = a[100] = 1; __syncthreads(); x[0] = a[0];", "ILLEGAL_ADDRESS"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_kernel_is_named_and_the_next_one_runs(kind):
    body, name = FAULTS[kind]
    code = f'#include <assert.h>\nextern "C" __global__ void faulty(int *x) {{ {body} }}'
    x = cupy.zeros(64, "i4")
    for _ in range(2):
        with pytest.raises(BackendError, match=f"faulty.*{name}"):
            cupy.RawKernel(code, "faulty")((3,), (64,), (x,))
    good = cupy.RawKernel(
        'extern "C" __global__ void good(int *x) { int v = x[63 - threadIdx.x]; __syncthreads(); x[threadIdx.x] = v; }',
        "good")
    x = cupy.arange(64, dtype="i4")
    good((1,), (64,), (x,))
    assert x.get().tolist() == list(range(64))[::-1]


def test_range_kernel():
    kernel = cupy.ElementwiseKernel("raw T x, int64 far", "T y", "y = x[i + far]", "far_away")
    with pytest.raises(BackendError, match="far_away.*ILLEGAL_ADDRESS"):
        kernel(cupy.zeros(4), 1 << 40, size=4)


@pytest.mark.parametrize("block, shared", [((2048,), 0), ((32, 64), 0), ((0,), 0), ((1,), 1 << 20)])
def test_impossible_launch(block, shared):
    kernel = cupy.RawKernel('extern "C" __global__ void k() {}', "k")
    with pytest.raises(BackendError, match="INVALID_VALUE"):
        kernel((1,), block, (), shared_mem=shared)
