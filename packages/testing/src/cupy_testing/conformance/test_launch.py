"""Launches: geometry, arguments of every kind, barriers, shuffles, atomics, streams."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy
import pytest

import cupy
from cupy_testing.conformance._device import parameters

if TYPE_CHECKING:
    from cupy_testing.conformance._device import Device

GEOMETRY = r"""
extern "C" __global__ void geometry(int *out) {
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int size = blockDim.x * blockDim.y * blockDim.z;
    out[block * size + thread] = block * 1000 + thread;
}
"""

ARGUMENTS = r"""
struct pair { double first; char second; };
extern "C" __global__ void arguments(double *out, bool b, signed char c, short s, int i, long long l,
                                     float f, double d, float2 z, pair p) {
    double values[] = {double(b), double(c), double(s), double(i), double(l), f, d, z.x, z.y,
                       p.first, double(p.second)};
    for (int k = 0; k < 11; k++) out[k] = values[k];
}
"""

REVERSE = r"""
extern "C" __global__ void reverse(int *x) {
    extern __shared__ int buffer[];
    int *mine = x + blockIdx.x * blockDim.x;
    buffer[threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    mine[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}
"""

WARP = r"""
extern "C" __global__ void warp(int *sums, unsigned long long *votes, int *neighbours) {
    int lane = threadIdx.x % warpSize;
    int v = threadIdx.x;
    for (int step = warpSize / 2; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
    sums[threadIdx.x] = v;
    votes[threadIdx.x] = __ballot_sync(~0u, lane % 2);
    neighbours[threadIdx.x] = __shfl_down_sync(~0u, (int)threadIdx.x, 1);
}
"""

ATOMICS = r"""
extern "C" __global__ void atomics(int *i, unsigned long long *u, float *f, double *d, int *top) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(i, 1);
    atomicAdd(u, 1ull);
    atomicAdd(f, 1.0f);
    atomicAdd(d, 0.5);
    atomicMax(top, n);
    if (atomicCAS(i + 1, 0, 1) == 0) atomicExch(i + 2, 77);
}
"""


@pytest.mark.parametrize("grid, block", [
    ((1,), (1,)), ((5,), (33,)), ((2, 3), (4, 5)), ((2, 3, 4), (2, 3, 4)), ((1, 1, 7), (1, 64)),
    ((300,), (256,))])
def test_geometry(grid: Any, block: Any) -> None:
    blocks, threads = int(numpy.prod(grid)), int(numpy.prod(block))
    out = cupy.full(blocks * threads, -1, "i4")
    cupy.RawKernel(GEOMETRY, "geometry")(grid, block, (out,))
    expected = numpy.arange(blocks)[:, None] * 1000 + numpy.arange(threads)
    numpy.testing.assert_array_equal(out.get(), expected.ravel())


def test_launch_of_the_contract(device: Device) -> None:
    kernel = cupy.RawKernel(GEOMETRY, "geometry")
    kernel.compile()
    with device.memory(4 * 64) as pointer, device.stream() as stream:
        packed = parameters(ctypes.c_void_p(pointer))
        device.check("launch", kernel.kernel.ptr, 2, 1, 1, 32, 1, 1, 0, stream, packed)
        device.check("stream_synchronize", stream)
        found = device.download(pointer, 64, "i4")
    numpy.testing.assert_array_equal(found, [*range(32), *range(1000, 1032)])


@pytest.mark.parametrize("grid, block", [((0,), (1,)), ((1,), (1 << 20,))])
def test_impossible_geometry(device: Device, grid: Any, block: Any) -> None:
    kernel = cupy.RawKernel(GEOMETRY, "geometry")
    kernel.compile()
    packed = parameters(ctypes.c_void_p(0))
    assert device.status("launch", kernel.kernel.ptr, *grid, 1, 1, *block, 1, 1, 0, None, packed)
    device.check("device_synchronize")


def test_arguments() -> None:
    out = cupy.zeros(11)
    record = numpy.zeros((), [("first", "f8"), ("second", "i1"), ("pad", "V7")])
    record["first"], record["second"] = 2.5, -3
    cupy.RawKernel(ARGUMENTS, "arguments")((1,), (1,), (
        out, True, numpy.int8(-1), numpy.int16(-300), numpy.int32(70000), numpy.int64(1 << 40),
        numpy.float32(0.25), 1e300, numpy.complex64(1 + 2j), record))
    assert out.get().tolist() == [1, -1, -300, 70000, 1 << 40, 0.25, 1e300, 1, 2, 2.5, -3]


@pytest.mark.parametrize("block", [1, 7, 32, 64, 256, 1024])
def test_barrier_and_dynamic_shared_memory(block: Any) -> None:
    x = cupy.arange(3 * block, dtype="i4")
    cupy.RawKernel(REVERSE, "reverse")((3,), (block,), (x,), shared_mem=4 * block)
    expected = numpy.arange(3 * block).reshape(3, block)[:, ::-1].ravel()
    numpy.testing.assert_array_equal(x.get(), expected)


def test_warp_functions(device: Device) -> None:
    width = max(32, device.number_of("device_attribute", 0, 3))
    threads = 2 * width
    sums, neighbours = cupy.zeros(threads, "i4"), cupy.zeros(threads, "i4")
    votes = cupy.zeros(threads, "u8")
    cupy.RawKernel(WARP, "warp")((1,), (threads,), (sums, votes, neighbours))
    lanes = numpy.arange(threads).reshape(2, width)
    numpy.testing.assert_array_equal(sums.get().reshape(2, width).T, [lanes.sum(axis=1)] * width)
    assert set(votes.get().tolist()) == {sum(1 << i for i in range(1, width, 2))}
    down = numpy.minimum(lanes + 1, lanes[:, -1:])
    numpy.testing.assert_array_equal(neighbours.get().reshape(2, width), down)


def test_atomics() -> None:
    i, u, f, d = (cupy.zeros(3, t) for t in ("i4", "u8", "f4", "f8"))
    top = cupy.zeros(1, "i4")
    cupy.RawKernel(ATOMICS, "atomics")((20,), (128,), (i, u, f, d, top))
    assert i.get().tolist() == [2560, 1, 77]
    assert (int(u[0]), float(f[0]), float(d[0]), int(top[0])) == (2560, 2560, 1280, 2559)


def test_launches_of_one_stream_are_in_order() -> None:
    code = 'extern "C" __global__ void step(int *x, int k) { x[threadIdx.x] = x[threadIdx.x] * 3 + k; }'
    kernel, x = cupy.RawKernel(code, "step"), cupy.zeros(64, "i4")
    expected = 0
    with cupy.cuda.Stream(non_blocking=True) as stream:
        for k in range(10):
            kernel((1,), (64,), (x, numpy.int32(k)))
            expected = expected * 3 + k
        stream.synchronize()
    assert x.get().tolist() == [expected] * 64


def test_cooperative_launch(device: Device) -> None:
    if not device.number_of("device_attribute", 0, 11):
        pytest.skip("the device has no cooperative launch")
    kernel = cupy.RawKernel(GEOMETRY, "geometry")
    kernel.compile()
    with device.memory(4 * 64) as pointer:
        packed = parameters(ctypes.c_void_p(pointer))
        device.check("launch_cooperative", kernel.kernel.ptr, 2, 1, 1, 32, 1, 1, 0, None, packed)
        device.check("device_synchronize")
        found = device.download(pointer, 64, "i4")
    numpy.testing.assert_array_equal(found, [*range(32), *range(1000, 1032)])
