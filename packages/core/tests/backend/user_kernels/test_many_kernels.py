"""Many kernels of a user: what nobody has any more is unloaded."""
import pytest

import cupy
from cupy._runtime import driver, kernel_cache


def mappings():
    """Code that is mapped; elsewhere than on the host the modules that are loaded."""
    if not driver.backend().synchronous:
        return len(kernel_cache.loaded())
    with open("/proc/self/maps") as file:
        return sum("memfd" in line for line in file)


@pytest.fixture
def few(monkeypatch):
    kernel_cache._forget_oldest()
    monkeypatch.setattr(kernel_cache, "_MOST", len(kernel_cache._modules) + 6)


def test_elementwise_kernels(few):
    x = cupy.arange(3)
    held = cupy.ElementwiseKernel("int64 x", "int64 y", "y = x * 1000", "held")
    assert held(x).tolist() == [0, 1000, 2000]
    counts = []
    for k in range(24):
        kernel = cupy.ElementwiseKernel("int64 x", "int64 y", f"y = x + {k}", "many")
        assert kernel(x).tolist() == [k, k + 1, k + 2]
        del kernel
        counts.append(mappings())
    assert max(counts[12:]) <= max(counts[:12])
    assert held(x).tolist() == [0, 1000, 2000]


def test_raw_kernels(few):
    x = cupy.zeros(1, "i")
    source = 'extern "C" __global__ void f(int *x) {{ *x += {}; }}'
    held = cupy.RawKernel(source.format(100), "f")
    held((1,), (1,), (x,))
    for k in range(20):
        cupy.RawKernel(source.format(k), "f")((1,), (1,), (x,))
    held((1,), (1,), (x,))
    assert int(x[0]) == 200 + sum(range(20))


def test_kernels_in_graphs(few):
    x = cupy.zeros(3)
    stream = cupy.cuda.Stream()
    with stream:
        kernel = cupy.ElementwiseKernel("", "float64 y", "y += 1", "counts")
        kernel(x)
        stream.begin_capture()
        kernel(x)
        graph = stream.end_capture()
        del kernel
        for k in range(20):
            cupy.ElementwiseKernel("int64 x", "int64 y", f"y = x - {k}", "others")(cupy.arange(2))
        graph.launch()
        assert x.get().tolist() == [2, 2, 2]
