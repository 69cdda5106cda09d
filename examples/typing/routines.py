"""What type checkers know about routines: results of each kind, and arguments as NumPy takes them."""
from pathlib import Path
from typing import assert_type

import numpy

import cupy
from cupy.typing import NDArray

a = cupy.arange(12, dtype=numpy.float32).reshape(3, 4)

# Manipulation: sequences of arrays, lists of views.
assert_type(cupy.concatenate([a, a], axis=1), cupy.ndarray)
assert_type(cupy.concatenate([a, a], dtype=numpy.float64), NDArray[numpy.float64])
assert_type(cupy.split(a, 2, axis=1), list[cupy.ndarray])
assert_type(cupy.pad(a, ((1, 2), (0, 1)), mode="edge"), cupy.ndarray)
assert_type(cupy.broadcast_shapes((3, 1), (1, 4)), tuple[int, ...])

values, step = cupy.linspace(0, 1, 5, retstep=True)
assert_type(values, cupy.ndarray)
assert_type(cupy.linspace(0, 1, 5, dtype=numpy.float32), NDArray[numpy.float32])

# Indexing: positions come as tuples, writing gives nothing.
assert_type(cupy.nonzero(a), tuple[cupy.ndarray, ...])
assert_type(cupy.where(a > 3, a, 0), cupy.ndarray)
assert_type(cupy.where(a > 3), tuple[cupy.ndarray, ...])
assert_type(cupy.take(cupy.zeros(3, "f4"), [0, 2], mode="wrap"), NDArray[numpy.float32])
cupy.put(a, [0, 1], 7.0)
cupy.copyto(a, 1, where=a > 3)
cupy.fill_diagonal(a, 0)

# Statistics and logic.
assert_type(cupy.histogram(a, bins=4, range=(0.0, 1.0)), tuple[cupy.ndarray, cupy.ndarray])
assert_type(cupy.mean(a, axis=(0, 1), keepdims=True), cupy.ndarray)
assert_type(cupy.average(a, weights=a, returned=True), tuple[cupy.ndarray, cupy.ndarray])
assert_type(cupy.array_equal(a, a), cupy.ndarray)
assert_type(cupy.issubdtype(a.dtype, numpy.floating), bool)
assert_type(cupy.result_type(a, 1.0).itemsize, int)

# Files and the host.
cupy.save(Path("a.npy"), a)
cupy.savetxt("a.txt", a, delimiter=",")
assert_type(cupy.asnumpy(a).ndim, int)

# Random numbers: parameters are arrays, a type in `dtype` is that of the items.
rng = cupy.random.default_rng(1)
assert_type(rng.gamma([1.0, 2.0], size=(3, 2)), cupy.ndarray)
assert_type(rng.spawn(2)[0], cupy.random.Generator)
assert_type(cupy.random.normal(0.0, 1.0, 3, dtype=numpy.float32), NDArray[numpy.float32])
