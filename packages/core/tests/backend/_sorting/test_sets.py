"""Arrays as sets of integers."""
import numpy
import pytest

import cupy


@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize("dtype", "bBhilLIQ")
def test_isin_of_integers_close_together(dtype, invert):
    info = numpy.iinfo(dtype)
    rng = numpy.random.default_rng(0)
    for other in "bBil":
        a, b = rng.integers(0, 100, 500).astype(dtype), rng.integers(20, 60, 30).astype(other)
        assert_same(a, b, invert)
    ends = numpy.array([info.min, info.max, info.min + 4, info.max - 3, 5], dtype)
    for b in (ends[:1], ends[1:2], ends[[0, 2]], ends[[1, 3]], ends):
        assert_same(ends, b, invert)
    every = numpy.arange(-128, 128).astype(dtype)
    assert_same(every, numpy.array([-128, 71, 3]).astype(dtype), invert)


def assert_same(a, b, invert):
    found = cupy.isin(cupy.asarray(a), cupy.asarray(b), invert=invert)
    numpy.testing.assert_array_equal(found.get(), numpy.isin(a, b, invert=invert))
