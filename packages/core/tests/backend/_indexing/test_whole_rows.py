"""Rows of any length, taken and assigned at indices."""
import numpy
import pytest

import cupy

SHAPES = [(5, 3), (7, 2, 33), (2, 70001), (3, 40, 129), (2, 3, 20000), (1, 4, 1029), (300, 12)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("axis", [0, 1])
def test_rows(shape, dtype, axis):
    source = numpy.random.default_rng(3)
    x = source.integers(0, 100, shape).astype(dtype)
    for kind, count in (("i4", shape[axis]), ("i8", 2 * shape[axis] if x.size < 50000 else 3)):
        index = source.integers(-shape[axis], shape[axis], count).astype(kind)
        key = (slice(None),) * axis + (index,)
        on_device = (slice(None),) * axis + (cupy.asarray(index),)
        assert (cupy.take(cupy.asarray(x), on_device[-1], axis).get() == numpy.take(x, index, axis)).all()
        # Each place once: of several that come to one, a GPU may keep any.
        once = key[:-1] + (numpy.unique(index % shape[axis])[::-1],)
        values = source.integers(0, 100, x[once].shape).astype(dtype)
        expected, found = x.copy(), cupy.asarray(x)
        expected[once] = values
        found[(*once[:-1], cupy.asarray(once[-1].astype(kind)))] = cupy.asarray(values)
        assert (found.get() == expected).all()
