"""
How long things take
====================

Small arrays cost what a call costs, large ones what memory costs: `benchmark` shows where the one ends and the other
begins, and why one fused kernel is worth more than several.
"""
import cupy
import matplotlib.pyplot as plt
import numpy
from cupyx.profiler import benchmark

# %%
# The same expression as NumPy writes it, and as one kernel.
fused = cupy.ElementwiseKernel("float32 x, float32 y", "float32 z", "z = sqrtf(x * x + y * y) + 1", "length")


def plain(x, y):
    return cupy.sqrt(x * x + y * y) + 1


sizes = 2 ** numpy.arange(8, 22, 2)
times = {"four kernels": [], "one kernel": []}
for size in sizes:
    x, y = cupy.random.default_rng(1).random((2, int(size)), dtype="f")
    for name, function in zip(times, (plain, fused), strict=True):
        times[name].append(benchmark(function, (x, y), n_repeat=30, n_warmup=3).gpu_times.min())
    assert cupy.allclose(plain(x, y), fused(x, y))

# %%
# Where the curves are flat, fewer calls help; where they rise, fewer bytes do.
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
for name, seconds in times.items():
    left.loglog(sizes, numpy.array(seconds) * 1e6, "o-", label=name)
left.set(xlabel="items", ylabel="microseconds a call")
left.legend()
right.semilogx(sizes, numpy.array(times["four kernels"]) / numpy.array(times["one kernel"]), "o-", color="C2")
right.axhline(1, color="0.7", zorder=0)
right.set(xlabel="items", ylabel="four kernels / one kernel", ylim=(0, None))
plt.show()
