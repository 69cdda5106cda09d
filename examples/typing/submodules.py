"""What type checkers know about the submodules of cupy: linalg, fft, random, polynomial and cuda."""
from typing import assert_type

import numpy

import cupy
from cupy.typing import NDArray

Array = cupy.ndarray

# Linear algebra: results with names, and what a flag decides.
a = cupy.eye(3, dtype="f4")
assert_type(a, NDArray[numpy.float32])
decomposed = cupy.linalg.svd(a)
assert_type(decomposed.S, Array)
assert_type(cupy.linalg.svd(a, compute_uv=False), Array)
q, r = cupy.linalg.qr(a)
assert_type(cupy.linalg.qr(a, "r"), Array)
values, vectors = cupy.linalg.eigh(a)
assert_type(vectors, Array)
assert_type(cupy.linalg.solve(a, [1.0, 2.0, 3.0]), Array)
assert_type(cupy.linalg.slogdet(a).sign, Array)
solution, residuals, rank, singular = cupy.linalg.lstsq(a, cupy.ones(3))
assert_type(singular, Array)

# Transforms.
assert_type(cupy.fft.rfft(a, axis=0, norm="ortho"), Array)
assert_type(cupy.fft.fftfreq(8, d=0.1), Array)
assert_type(cupy.fft.fftshift(a), Array)

# Random numbers.
rng = cupy.random.default_rng(0)
assert_type(rng.normal(size=(2, 3)), Array)
assert_type(cupy.random.rand(2, 3, dtype=numpy.float32), NDArray[numpy.float32])
cupy.random.seed(3)

# Polynomials.
line = cupy.polynomial.Polynomial([1.0, 2.0])
assert_type(line.degree(), int)
assert_type(cupy.polynomial.chebyshev.chebval(a, [1, 2]), Array)
assert_type(cupy.polynomial.polyutils.getdomain(a), Array)

# Devices, streams, memory.
with cupy.cuda.Device(0) as device, cupy.cuda.Stream(non_blocking=True) as stream:
    assert_type(device.id, int)
    stream.synchronize()
pool = cupy.get_default_memory_pool()
assert_type(pool.used_bytes(), int)
event = cupy.cuda.Event()
event.record()
assert_type(cupy.cuda.runtime.getDeviceCount(), int)

# dtypes: of what callers write, of operators, of reductions.
x = cupy.zeros(3, "f4")
assert_type(x, NDArray[numpy.float32])
assert_type(cupy.zeros(3), NDArray[numpy.float64])
assert_type(cupy.arange(3, dtype=int), NDArray[numpy.int64])
assert_type(x + 1, NDArray[numpy.float32])
assert_type(2.5 * x, NDArray[numpy.float32])
assert_type(x @ x, NDArray[numpy.float32])
assert_type(x.sum(), NDArray[numpy.float32])
assert_type(x.sum(dtype=numpy.float64), NDArray[numpy.float64])
assert_type((x > 0) & (x < 1), NDArray[numpy.bool])
assert_type(x.astype("complex64"), NDArray[numpy.complex64])
assert_type(x.astype(bool).sum(), NDArray[numpy.int64])
assert_type(cupy.arange(3, dtype="i2") / 2, NDArray[numpy.float64])
assert_type(cupy.sort(x), NDArray[numpy.float32])
assert_type(cupy.unique(x), NDArray[numpy.float32])
assert_type(cupy.unique(x, return_index=True, return_counts=True), tuple[Array, Array, Array])
