"""What type checkers know about arrays: `assert_type` fails when they know something else."""
from typing import assert_type

import numpy

import cupy
from cupy.typing import ArrayLike, NDArray

Floats = NDArray[numpy.float32]


def normalised(x: Floats) -> Floats:
    """`x` with mean 0 and deviation 1."""
    centred = x - x.mean()
    return (centred / centred.std()).astype(numpy.float32)


def distances(points: ArrayLike, centres: ArrayLike) -> cupy.ndarray:
    """Distance of every point from every centre."""
    difference = cupy.asarray(points)[:, None, :] - cupy.asarray(centres)
    return cupy.sqrt((difference * difference).sum(axis=-1))


zeros = cupy.zeros((2, 3), numpy.float32)
assert_type(zeros, NDArray[numpy.float32])
assert_type(zeros.dtype, "numpy.dtype[numpy.float32]")
assert_type(zeros.shape, tuple[int, ...])
assert_type(zeros.T, NDArray[numpy.float32])
assert_type(zeros.reshape(-1), NDArray[numpy.float32])
assert_type(zeros.astype(numpy.int8), NDArray[numpy.int8])
assert_type(zeros > 0, NDArray[numpy.bool])
assert_type(zeros.argmax(), NDArray[numpy.int64])
assert_type(zeros.get().dtype, "numpy.dtype[numpy.float32]")
assert_type(cupy.arange(5, dtype=numpy.int16), NDArray[numpy.int16])
assert_type(cupy.add(zeros, 1), cupy.ndarray)
assert_type(cupy.divmod(zeros, 2), tuple[cupy.ndarray, cupy.ndarray])
assert_type(normalised(zeros), NDArray[numpy.float32])
assert_type(cupy.can_cast(numpy.int8, numpy.int16), bool)
print(distances([[0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]))
