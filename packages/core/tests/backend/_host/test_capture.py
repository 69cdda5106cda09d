"""Graphs of the host: parameters are copied when a launch is recorded, streams join through events."""
import numpy as np

import cupy

SCALE = 'extern "C" __global__ void scale(float *x, float by) { x[threadIdx.x] *= by; }'


def test_parameters_are_those_of_the_capture():
    kernel, x = cupy.RawKernel(SCALE, "scale"), cupy.ones(32, "f4")
    kernel.compile()
    by = np.array(2, "f4")
    with cupy.cuda.Stream(non_blocking=True) as stream:
        stream.begin_capture()
        kernel((1,), (32,), (x, by[()]))
        by[...] = 100
        kernel((1,), (32,), (x, np.float32(3)))
        graph = stream.end_capture()
        assert x.get(stream=stream).tolist() == [1] * 32     # nothing has run yet
        graph.launch(stream)
        graph.launch(stream)
        stream.synchronize()
    assert x.get().tolist() == [36] * 32


def test_another_stream_joins_and_leaves():
    kernel, x = cupy.RawKernel(SCALE, "scale"), cupy.ones(32, "f4")
    kernel.compile()
    first, second = (cupy.cuda.Stream(non_blocking=True) for _ in range(2))
    fork, join = (cupy.cuda.Event(disable_timing=True) for _ in range(2))
    with first:
        first.begin_capture()
        fork.record(first)
        second.wait_event(fork)
        with second:
            kernel((1,), (32,), (x, np.float32(5)))
            join.record(second)
        first.wait_event(join)
        graph = first.end_capture()
    assert x.get().tolist() == [1] * 32
    graph.launch(first)
    first.synchronize()
    assert x.get().tolist() == [5] * 32
    with second:        # no longer part of a capture
        kernel((1,), (32,), (x, np.float32(2)))
        second.synchronize()
    assert x.get().tolist() == [10] * 32
