"""Kernels written in Python: control flow, types, shared memory, atomics, warps, groups."""
import math

import numpy
import pytest

import cupy
from cupyx import jit

FACTOR = 3


@jit.rawkernel(device=True)
def affine(a, b=2):
    if a > 2:
        return a * FACTOR + b
    return a


@jit.rawkernel()
def grid_stride(x, y, size):
    """Each thread takes every so many items."""
    tid = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    ntid = jit.gridDim.x * jit.blockDim.x
    for i in range(tid, size, ntid):
        y[i] = affine(x[i])


@pytest.mark.parametrize("dtype", ["i", "q", "f", "d", "e", "B"])
def test_device_functions_and_ways_to_launch(dtype):
    x = cupy.arange(50).astype(dtype)
    wanted = numpy.where(x.get() > 2, x.get() * FACTOR + 2, x.get()).astype(dtype)
    for launch in (lambda y: grid_stride((2,), (16,), (x, y, numpy.uint32(50))),
                   lambda y: grid_stride[2, 16](x, y, 50),
                   lambda y: grid_stride[(2,), (16,)](x[::1], y, numpy.int64(50)),
                   lambda y: grid_stride((2,), (16,), (x, y, 50), stream=cupy.cuda.Stream())):
        y = cupy.zeros_like(x)
        launch(y)
        cupy.cuda.Device().synchronize()
        assert numpy.array_equal(y.get(), wanted)


def test_several_axes_and_layouts():
    @jit.rawkernel()
    def transpose(x, y):
        i, j = jit.grid(2)
        rows, columns = x.shape
        if i < rows and j < columns:
            y[j, i] = x[i, j] + len(x) + x.ndim

    a = numpy.arange(42.0).reshape(6, 7)
    for x in (cupy.asarray(a), cupy.asarray(a.T).T, cupy.asarray(a)[::-1, ::2]):
        y = cupy.empty(x.shape[::-1])
        transpose((1, 1), (8, 8), (x, y))
        assert numpy.array_equal(y.get(), x.get().T + 8)


def test_shared_memory_and_loops():
    @jit.rawkernel()
    def total(x, y, size):
        tid = jit.threadIdx.x
        value = cupy.float32(0)
        for i in range(tid, size, jit.blockDim.x):
            value += x[i]
        smem = jit.shared_memory(cupy.float32, 64)
        smem[tid] = value
        jit.syncthreads()
        step = jit.blockDim.x // 2
        while step > 0:
            if tid < step:
                smem[tid] += smem[tid + step]
            jit.syncthreads()
            step //= 2
        if tid == 0:
            y[0] = smem[0]

    @jit.rawkernel()
    def reversed_by_dynamic(x, y):
        tid = jit.threadIdx.x
        smem = jit.shared_memory(numpy.float64, None)
        smem[tid] = x[tid]
        jit.syncthreads()
        y[tid] = smem[jit.blockDim.x - tid - 1]

    x = cupy.arange(1000, dtype="f")
    y = cupy.zeros(1, "f")
    total[1, 64](x, y, numpy.int32(1000))
    assert float(y[0]) == 499500
    a, b = cupy.arange(32.0), cupy.zeros(32)
    reversed_by_dynamic((1,), (32,), (a, b), shared_mem=256)
    assert numpy.array_equal(b.get(), numpy.arange(32.0)[::-1])


def test_two_dimensional_shared_and_local_memory():
    @jit.rawkernel()
    def tile(x, y):
        i, j = jit.threadIdx.x, jit.threadIdx.y
        smem = jit.shared_memory("f", (8, 9))
        sums = jit.local_array("f", 4)
        for k in jit.range(4, unroll=True):
            sums[k] = x[i, j] * k
        smem[i, j] = sums[0] + sums[1] + sums[2] + sums[3]
        jit.syncthreads()
        y[i, j] = smem[j, i]

    x = cupy.random.rand(8, 8, dtype="f")
    y = cupy.empty_like(x)
    tile[1, (8, 8)](x, y)
    numpy.testing.assert_allclose(y.get(), x.get().T * 6, rtol=1e-6)


def test_numbers():
    @jit.rawkernel()
    def compute(x, y):
        i = jit.grid(1)
        if i >= x.size:
            return
        v = x[i]
        a = math.sqrt(v) + cupy.sin(v) ** 2 if v > 1 and not v == 3 else abs(-v)
        y[i] = max(a, min(v, 2)) + float(i % 3) + int(v // 2) - (i << 1)
        for k in (1, 2, 3):
            y[i] += k
        if FACTOR == 3:
            y[i] *= True
        assert v >= 0

    x = cupy.arange(10.0)
    y = cupy.empty_like(x)
    compute[1, 16](x, y)
    v, i = x.get(), numpy.arange(10)
    a = numpy.where((v > 1) & (v != 3), numpy.sqrt(v) + numpy.sin(v) ** 2, abs(v))
    numpy.testing.assert_allclose(y.get(), numpy.maximum(a, numpy.minimum(v, 2)) + i % 3 + v // 2 - 2 * i + 6)


def test_complex_and_half():
    @jit.rawkernel()
    def square(x, y, z):
        i = jit.grid(1)
        y[i] = x[i] * x[i].conj() + 1j
        z[i] = x[i].real

    x = (cupy.arange(6) + 1j * cupy.arange(6)[::-1]).astype("F")
    y, z = cupy.empty_like(x), cupy.empty(6, "e")
    square[1, 6](x, y, z)
    numpy.testing.assert_allclose(y.get(), x.get() * x.get().conj() + 1j)
    assert numpy.array_equal(z.get(), x.get().real.astype("e"))


@pytest.mark.parametrize("dtype", ["i", "I", "q", "Q", "f", "d", "e"])
def test_atomics(dtype):
    @jit.rawkernel()
    def count(out, old):
        i = jit.grid(1)
        jit.atomic_add(out, 0, 1)
        jit.atomic_sub(out, 1, 2)
        jit.atomic_max(out, 2, i)
        jit.atomic_min(out, 3, i)
        old[i] = jit.atomic_exch(out, 4, i)

    out, old = cupy.array([0, 200, 0, 100, 77, 5], dtype), cupy.zeros(64, dtype)
    count[2, 32](out, old)
    found = out.get().tolist()
    assert found[:4] == [64, 72, 63, 0]
    assert sorted([*old.get().tolist(), found[4]]) == sorted([77, *range(64)])


@pytest.mark.parametrize("dtype", ["i", "I", "q", "Q"])
def test_atomics_of_bits(dtype):
    @jit.rawkernel()
    def bits(out):
        i = jit.grid(1)
        jit.atomic_or(out, (0, 0), 1 << (i % 8))
        jit.atomic_and(out, (0, 1), ~(1 << (i % 8)))
        jit.atomic_xor(out, (1, 0), i)
        seen = out[1, 1]
        while jit.atomic_cas(out, (1, 1), seen, seen + 2) != seen:
            seen = out[1, 1] + 0

    out = cupy.array([[0, 0xfff], [0, 3]], dtype)
    bits[1, 32](out)
    assert out.get().tolist() == [[255, 0xf00], [0, 67]]


def test_types_of_atomics_are_checked():
    @jit.rawkernel()
    def wrong(x):
        jit.atomic_xor(x, 0, 1)

    with pytest.raises(TypeError, match="atomic_xor"):
        wrong[1, 1](cupy.zeros(3, "f"))


@pytest.mark.parametrize("dtype", ["i", "d", "F", "e", "B"])
def test_warps(dtype):
    @jit.rawkernel()
    def shuffle(x, up, down, other, one):
        i = jit.threadIdx.x
        up[i] = jit.shfl_up_sync(0xffffffff, x[i], 1)
        down[i] = jit.shfl_down_sync(0xffffffff, x[i], 2, width=16)
        other[i] = jit.shfl_xor_sync(0xffffffff, x[i], 3)
        one[i] = jit.shfl_sync(0xffffffff, x[i], jit.laneid() // 2)
        jit.syncwarp()

    x = cupy.arange(32).astype(dtype)
    outs = [cupy.zeros_like(x) for _ in range(4)]
    shuffle[1, 32](x, *outs)
    i = numpy.arange(32)
    places = [numpy.maximum(i - 1, 0), numpy.where(i % 16 < 14, i + 2, i), i ^ 3, i // 2]
    for out, place in zip(outs, places, strict=True):
        assert numpy.array_equal(out.get(), x.get()[place])


def test_cub():
    @jit.rawkernel()
    def reduce(x, warp_sums, block_sums, block_max):
        BlockReduce = jit.cub.BlockReduce[cupy.int32, 64]
        WarpReduce = jit.cub.WarpReduce[cupy.int32]
        temp = jit.shared_memory(dtype=BlockReduce.TempStorage, size=1)
        small = jit.shared_memory(dtype=WarpReduce.TempStorage, size=2)
        i, j = jit.blockIdx.x, jit.threadIdx.x
        value = x[i, j]
        aggregator = WarpReduce(small[j // 32])
        part = aggregator.Sum(value)
        if j % 32 == 0:
            warp_sums[i, j // 32] = part
        whole = BlockReduce(temp[0]).Reduce(value, jit.cub.Sum())
        jit.syncthreads()
        most = BlockReduce(temp[0]).Reduce(value, jit.cub.Max())
        if j == 0:
            block_sums[i] = whole
            block_max[i] = most

    x = cupy.random.randint(0, 1000, (3, 64)).astype("i")
    warps, sums, most = cupy.zeros((3, 2), "i"), cupy.zeros(3, "i"), cupy.zeros(3, "i")
    reduce[3, 64](x, warps, sums, most)
    assert numpy.array_equal(warps.get(), x.get().reshape(3, 2, 32).sum(2))
    assert numpy.array_equal(sums.get(), x.get().sum(1))
    assert numpy.array_equal(most.get(), x.get().max(1))


def test_groups():
    @jit.rawkernel()
    def copy(x, y):
        block = jit.cg.this_thread_block()
        smem = jit.shared_memory("i", 32)
        jit.cg.memcpy_async(block, smem, 0, x, block.group_index().x * 32, 128)
        jit.cg.wait(block)
        i = block.thread_rank()
        y[jit.blockIdx.x * 32 + i] = smem[31 - i]
        block.sync()

    x, y = cupy.arange(64, dtype="i"), cupy.zeros(64, "i")
    copy[2, 32](x, y)
    assert numpy.array_equal(y.get(), numpy.arange(64).reshape(2, 32)[:, ::-1].ravel())


def test_grid_waits_for_all_blocks():
    @jit.rawkernel()
    def turn(x, y):
        grid = jit.cg.this_grid()
        i = grid.thread_rank()
        x[i] = i
        grid.sync()
        y[i] = x[grid.size() - 1 - i]

    x, y = cupy.zeros(64, "q"), cupy.zeros(64, "q")
    turn[4, 16](x, y)
    assert numpy.array_equal(y.get(), numpy.arange(64)[::-1])


def test_nested_functions_closures_and_plain_python():
    scale = 4

    def plain(v):
        return v + scale

    @jit.rawkernel()
    def kernel(x, y):
        def twice(v):
            return v * 2
        i = jit.grid(1)
        y[i] = twice(plain(x[i]))

    x = cupy.arange(5, dtype="q")
    y = cupy.zeros_like(x)
    kernel[1, 5](x, y)
    assert y.get().tolist() == [8, 10, 12, 14, 16]


def test_cached_code():
    assert isinstance(grid_stride.cached_codes, dict)

    @jit.rawkernel()
    def once(x):
        x[0] = 1

    once[1, 1](cupy.zeros(1, "f"))
    first = once.cached_code
    assert "once" in first
    once[1, 1](cupy.zeros(1, "d"))
    assert len(once.cached_codes) == 2 and once.cached_code == first


def _changes_type(x):
    a = 1
    a = x[0]
    x[0] = a


def _unknown(x):
    x[0] = no_such_name  # noqa: F821


def _too_many(x):
    x[0, 1] = 1


def _returns(x):
    return x[0]


def _float_range(x):
    for i in range(1.5):
        x[0] = i


def _unpacks(x):
    a, b = 1, 2, 3
    x[0] = a + b


def _lossy(x):
    i = jit.grid(1)
    i += 1.5
    x[0] = i


@pytest.mark.parametrize("function, error, text, line", [
    (_changes_type, TypeError, "mismatch of variable: `a`", "a = x[0]"),
    (_unknown, NameError, "Unbound name: no_such_name", "x[0] = no_such_name"),
    (_too_many, IndexError, "1 axes", "x[0, 1] = 1"), (_returns, TypeError, "returns a value", "return x[0]"),
    (_float_range, TypeError, "integer", "for i in range(1.5):"),
    (_unpacks, ValueError, "cannot be assigned", "a, b = 1, 2, 3"), (_lossy, TypeError, "cast", "i += 1.5")])
def test_errors_show_the_line(function, error, text, line):
    with pytest.raises(error, match=text) as found:
        jit.rawkernel()(function)[1, 1](cupy.zeros(3, "f"))
    message = str(found.value)
    marked = [shown for shown in message.splitlines() if shown.startswith("> ")]
    assert len(marked) == 1 and marked[0][2:].strip().startswith(line)
    assert f"  def {function.__name__}(x):" in message and "x: jit::array<float, 1, true>" in message


def test_bad_launches():
    with pytest.raises(TypeError, match="grid_stride.*missing"):
        grid_stride[1, 1](cupy.zeros(3))
    with pytest.raises(TypeError, match="not supported"):
        grid_stride[1, 1](cupy.zeros(3), "text", 3)
    with pytest.raises(RuntimeError, match="device function"):
        affine[1, 1](3)
    with pytest.raises(RuntimeError, match="kernel"):
        jit.syncthreads()
    with pytest.raises(ValueError, match="mode"):
        jit.rawkernel(mode="c")


@jit.rawkernel(device=True)
def scaled(x, by=3):
    return x * by


def test_device_functions_in_vectorize():
    made = cupy.vectorize(lambda x, y: scaled(x) + scaled(y, 2))
    numpy.testing.assert_array_equal(made(cupy.arange(4.0), 5).get(), numpy.arange(4) * 3 + 10)


def test_arguments_by_name():
    @jit.rawkernel()
    def fill(x, value, by=2):
        x[jit.grid(1)] = value * by

    x = cupy.zeros(4)
    fill[2, 2](value=numpy.float64(1.5), x=x)
    assert x.tolist() == [3] * 4
    fill[2, 2](x, 2, by=5, stream=cupy.cuda.Stream.null)
    assert x.tolist() == [10] * 4
    fill((2,), (2,), (x, 4))
    assert x.tolist() == [8] * 4
    with pytest.raises(TypeError, match="value"):
        fill[2, 2](x)
    with pytest.raises(TypeError, match="other"):
        fill[2, 2](x, 1, other=3)
