"""One small kernel of each class: the same points, rotated and measured, seven times.

    python examples/kernels/every_class.py
"""
import math

import cupy
import cupyx
from cupyx import jit

ANGLE = 0.3


def expected(x, y):
    """With arrays alone: an array for every operation."""
    return x * math.cos(ANGLE) - y * math.sin(ANGLE)


@jit.rawkernel()
def in_python(x, y, out, cosine, sine):
    i = jit.grid(1)
    if i < x.size:
        out[i] = x[i] * cosine - y[i] * sine


elementwise = cupy.ElementwiseKernel(
    "T x, T y, float64 angle", "T z", "z = x * cos(angle) - y * sin(angle)", "rotate_elementwise")

length = cupy.ReductionKernel("T x, T y", "T z", "x * x + y * y", "a + b", "z = sqrt(a)", "0", "length")

raw = cupy.RawModule(code=r"""
template <class T> __global__ void rotate(const T *x, const T *y, T *z, T cosine, T sine, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i] * cosine - y[i] * sine;
}""", name_expressions=["rotate<double>"])


@cupy.fuse
def fused(x, y):
    return x * math.cos(ANGLE) - y * math.sin(ANGLE)


@cupy.vectorize
def vectorized(x, y):
    return x * math.cos(0.3) - y * math.sin(0.3)


inner = cupyx.GeneralizedUFunc(lambda x, y: (x * y).sum(), "(n),(n)->()")


def results():
    """Name of the class → what it computed."""
    rng = cupy.random.default_rng(0)
    x, y = rng.random(1000), rng.random(1000)
    found = {"arrays": expected(x, y)}
    out = cupy.empty_like(x)
    cosine, sine = cupy.float64(math.cos(ANGLE)), cupy.float64(math.sin(ANGLE))
    in_python[8, 128](x, y, out, cosine, sine)
    found["jit.rawkernel"] = out
    found["ElementwiseKernel"] = elementwise(x, y, ANGLE)
    out = cupy.empty_like(x)
    raw.get_function("rotate<double>")((8,), (128,), (x, y, out, cosine, sine, 1000))
    found["RawModule"] = out
    found["fuse"], found["vectorize"] = fused(x, y), vectorized(x, y)
    turned = expected(y, -x)
    found["ReductionKernel"] = length(found["arrays"], turned) - length(x, y)        # a rotation keeps lengths
    found["GeneralizedUFunc"] = inner(x, y) - (x * y).sum()
    return found


if __name__ == "__main__":
    found = results()
    for name, value in found.items():
        error = float(abs(value - (found["arrays"] if value.ndim else 0)).max())
        print(f"{name:20} {'ok' if error < 1e-10 else error}")
