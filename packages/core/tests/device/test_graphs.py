"""Graphs beyond replay: conditions, updates, parameters of kernels, memory."""
import os

import numpy as np
import pytest

import cupy
from cupy._runtime.services import graphs


@pytest.fixture(autouse=True)
def service():
    try:
        graphs.adapter()
    except ImportError as error:
        pytest.skip(str(error))


@pytest.fixture
def stream():
    with cupy.cuda.Stream(non_blocking=True) as made:
        yield made


@pytest.fixture
def conditions(stream):
    """Skips, after a look at the error, where no part of a graph can depend on values of the device."""
    if not graphs.adapter().HAS_CONDITIONS:
        stream.begin_capture()
        with pytest.raises(RuntimeError, match="conditional nodes"):
            stream.capture_if(cupy.asarray(True))
        stream.end_capture()
        pytest.skip("no conditional nodes")


own_hip = pytest.mark.skipif("CUPY_HIP_SHIM" in os.environ, reason="the tests' own HIP does not look into graphs")


def recorded(stream, work):
    """The graph of a function's work, after a call that compiles what it needs."""
    work()
    stream.synchronize()
    stream.begin_capture()
    work()
    return stream.end_capture()


def test_a_part_runs_if_the_condition_holds(stream, conditions):
    x, flag = cupy.zeros(3), cupy.asarray(False)

    def work():
        cupy.add(x, 1, out=x)
    work()
    stream.synchronize()
    x[...] = 0
    stream.begin_capture()
    with stream.capture_if(flag) as within:
        assert within == stream or within.is_capturing()
        work()
    cupy.multiply(x, 2, out=x)
    graph = stream.end_capture()
    for value, want in ((False, 0), (True, 2), (True, 6), (False, 12)):
        flag[...] = value
        graph.launch()
        assert x.get().tolist() == [want] * 3


def test_a_part_runs_while_the_condition_holds(stream, conditions):
    n, steps, go = (cupy.zeros((), "l") for _ in range(3))
    go = cupy.zeros((), "?")

    def step():
        odd = n % 2
        cupy.copyto(n, cupy.where(odd, 3 * n + 1, n // 2))
        cupy.add(steps, 1, out=steps)
        cupy.not_equal(n, 1, out=go)
    step()
    stream.synchronize()
    stream.begin_capture()
    cupy.not_equal(n, 1, out=go)
    with stream.capture_while(go):
        step()
    graph = stream.end_capture()
    for start, want in ((27, 111), (1, 0), (6, 8)):
        n[...], steps[...] = start, 0
        graph.launch()
        assert (int(n), int(steps)) == (1, want)


def test_conditions_in_bodies(stream, conditions):
    x, outer, inner = cupy.zeros(2), cupy.asarray(True), cupy.asarray(True)
    cupy.add(x, 1, out=x)
    stream.synchronize()
    x[...] = 0
    stream.begin_capture()
    with stream.capture_if(outer) as body:
        cupy.add(x, 1, out=x)
        with body.capture_if(inner):
            cupy.add(x, 10, out=x)
    graph = stream.end_capture()
    for a, b, want in ((1, 1, 11), (1, 0, 12), (0, 1, 12)):
        outer[...], inner[...] = a, b
        graph.launch()
        assert x.get().tolist() == [want] * 2


def test_conditions_that_are_none(stream):
    flag = cupy.asarray(True)
    with pytest.raises(RuntimeError, match="begin_capture"):
        stream.capture_if(flag)
    stream.begin_capture()
    for condition, error in ((True, TypeError), (np.ones(1), TypeError), (cupy.zeros(0), ValueError),
                             (cupy.broadcast_to(flag, (2, 2)), ValueError)):
        with pytest.raises(error):
            stream.capture_while(condition)
    stream.end_capture()


def test_a_capture_does_not_end_within_a_body(stream, conditions):
    x, flag = cupy.zeros(2), cupy.asarray(True)
    cupy.add(x, 0, out=x)
    stream.synchronize()
    stream.begin_capture()
    with stream.capture_if(flag) as body:
        with pytest.raises(RuntimeError, match="with"):
            stream.end_capture()
        if body != stream:
            with pytest.raises(RuntimeError, match="use the stream"):
                stream.capture_if(flag)
        cupy.add(x, 1, out=x)
        assert body.is_capturing()
    graph = stream.end_capture()
    assert not stream.is_capturing()
    graph.launch()
    assert x.get().tolist() == [1, 1]


def test_parts_belong_to_their_capture(stream, conditions):
    flag = cupy.asarray(True)
    stream.begin_capture()
    part, late = stream.capture_if(flag), stream.capture_if(flag)
    with part:
        pass
    with pytest.raises(RuntimeError, match="before"):
        part.__enter__()
    stream.end_capture()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="ended"):
            late.__enter__()
        if not stream.is_capturing():
            stream.begin_capture()
    stream.end_capture()


@pytest.mark.parametrize("dtype", ["?", "b", "I", "q"])
def test_one_of_several_parts(stream, dtype, conditions):
    x, index = cupy.zeros(2), cupy.zeros((), dtype)
    cupy.add(x, 1, out=x)
    stream.synchronize()
    x[...] = 0
    stream.begin_capture()
    parts = stream.capture_switch(index, 2 if dtype == "?" else 3)
    for k in reversed(range(len(parts))):       # in any order
        with parts[k]:
            cupy.add(x, 10 ** k, out=x)
    cupy.multiply(x, 2, out=x)
    graph = stream.end_capture()
    want = 0
    for choice in (0, 1, 2, 0, 3, -1):
        if choice not in (0, 1) and dtype == "?" or choice < 0 and dtype == "I":
            continue
        index[...] = choice
        graph.launch()
        want = 2 * (want + (10 ** choice if 0 <= choice < len(parts) else 0))
        assert x.get().tolist() == [want] * 2


def test_indices_that_choose_nothing(stream):
    stream.begin_capture()
    for index, count, error in ((cupy.zeros(2, "i"), 2, TypeError), (cupy.zeros(()), 2, TypeError), (1, 2, TypeError),
                                (cupy.zeros((), "i"), 0, ValueError), (cupy.zeros((), "i"), 128, ValueError)):
        with pytest.raises(error):
            stream.capture_switch(index, count)
    stream.end_capture()


def test_memory_of_bodies(stream, conditions):
    """Temporaries of bodies, and arrays that pass their borders, when all is freed and streams are used again."""
    x, flag = cupy.arange(1000.0), cupy.asarray(True)

    def work():
        y = x * 2 + 1
        return (y - x).sum()
    work()
    stream.synchronize()
    for _ in range(3):
        total = cupy.zeros(())
        stream.begin_capture()
        before = x + 1
        with stream.capture_if(flag):
            inner = before * work()
            total += inner.sum()
        after = inner * 2
        del before, inner
        with stream.capture_while(flag):
            work()
            flag[...] = False
        graph = stream.end_capture()
        flag[...] = True
        graph.launch()
        stream.synchronize()
        assert float(total) == 500500.0 ** 2 and float(after[0]) == 2 * 500500
        del graph, after, total
    x += 1
    assert float(x[0]) == 1
    x -= 1


@own_hip
def test_update(stream):
    x, y = cupy.arange(4.0), cupy.zeros(4)
    first = recorded(stream, lambda: cupy.add(x, 1, out=y))
    second = recorded(stream, lambda: cupy.add(x, 10, out=y))
    other = recorded(stream, lambda: (cupy.add(x, 1, out=y), cupy.add(x, 2, out=y)))
    first.launch()
    assert y.get().tolist() == [1, 2, 3, 4]
    first.update(second)
    del second
    first.launch()
    assert y.get().tolist() == [10, 11, 12, 13]
    with pytest.raises(ValueError, match="cannot take the place"):
        first.update(other)
    first.launch()
    assert y.get().tolist() == [10, 11, 12, 13]


SCALE = r"""extern "C" __global__ void scale(float *out, const float *x, float factor, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) out[k] = x[k] * factor;
}"""


@own_hip
def test_parameters_of_kernels(stream):
    kernel = cupy.RawKernel(SCALE, "scale")
    x, out, other = cupy.arange(8, dtype="f"), cupy.zeros(8, "f"), cupy.full(8, 5, "f")
    graph = recorded(stream, lambda: kernel((1,), (4,), (out, x, np.float32(2), np.int32(8))))
    (node,) = graph.kernels
    assert (node.name, node.grid, node.block, node.shared_mem) == ("scale", (1, 1, 1), (4, 1, 1), 0)
    if node.args is None:
        pytest.skip("the platform does not tell arguments")
    assert [len(a) for a in node.args] == [8, 8, 4, 4]
    assert np.frombuffer(node.args[2], "f")[0] == 2 and int.from_bytes(node.args[0], "little") == out.data.ptr
    out[...] = 0
    graph.launch()
    assert out.get().tolist() == [0, 2, 4, 6, 0, 0, 0, 0]
    node.set((2,), args=(None, other, 3.0, None))
    assert (node.grid, node.block) == ((2, 1, 1), (4, 1, 1))
    graph.launch()
    assert out.get().tolist() == [15] * 8
    node.set(args=(None, None, None, 2))
    out[...] = 0
    graph.launch()
    assert out.get().tolist() == [15, 15, 0, 0, 0, 0, 0, 0]
    for args in ((out, x), (out, x, np.float64(1), 8), (out, x, "2", 8)):
        with pytest.raises(TypeError):
            node.set(args=args)
    with pytest.raises(ValueError):
        node.set((1, 1, 1, 1))


def test_memory_of_a_graph(stream):
    from cupy.cuda import runtime
    x, out = cupy.arange(4.0), cupy.zeros(4)
    cupy.add(x, 1, out=out)
    stream.begin_capture()
    address = runtime.mallocAsync(x.nbytes, stream.ptr)
    scratch = cupy.ndarray(4, memptr=cupy.cuda.MemoryPointer(cupy.cuda.UnownedMemory(address, x.nbytes, None), 0))
    cupy.add(x, 1, out=scratch)
    cupy.multiply(scratch, 3, out=out)
    runtime.freeAsync(address, stream.ptr)
    graph = stream.end_capture()
    for start in (0, 5):
        x[...] = start
        graph.launch()
        assert out.get().tolist() == [3 * (start + 1)] * 4


def test_memory_that_outlives_the_launch(stream):
    from cupy.cuda import runtime
    x = cupy.arange(4.0)
    cupy.add(x, 1)
    stream.begin_capture()
    address = runtime.mallocAsync(x.nbytes, stream.ptr)
    found = cupy.ndarray(4, memptr=cupy.cuda.MemoryPointer(cupy.cuda.UnownedMemory(address, x.nbytes, None), 0))
    cupy.add(x, 1, out=found)
    graph = stream.end_capture()
    graph.launch()
    assert found.get().tolist() == [1, 2, 3, 4]
    with pytest.raises(runtime.CUDARuntimeError):
        graph.launch()          # its memory is still in use
        stream.synchronize()
    runtime.freeAsync(address, stream.ptr)
    graph.launch()
    assert found.get().tolist() == [1, 2, 3, 4]
    runtime.freeAsync(address, stream.ptr)
    stream.synchronize()


def test_graphs_that_draw_are_no_part_of_others(stream):
    rng = cupy.random.Generator(cupy.random.XORWOW(1))
    rng.random(4)
    stream.synchronize()
    stream.begin_capture()
    rng.random(4)
    inner = stream.end_capture()
    stream.begin_capture()
    with pytest.raises(RuntimeError, match="random"):
        inner.launch()
    stream.end_capture()


def test_a_part_keeps_its_graph_alive(stream):
    x = cupy.zeros(3)

    def work():
        x[...] = x * 2 + 1
    inner = recorded(stream, work)
    x[...] = 0
    stream.begin_capture()
    for _ in range(3):
        inner.launch()
    outer = stream.end_capture()
    del inner
    outer.launch()
    assert x.get().tolist() == [7] * 3
