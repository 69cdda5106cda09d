"""Whether all items are finite, in one pass: what extensions ask with check_finite."""
import numpy
import pytest

import cupy
from cupy._ext import all_finite


@pytest.mark.parametrize("dtype", "efdFD")
@pytest.mark.parametrize("shape", [(), (0,), (1,), (3, 5), (1003,), (7, 100_003)])
def test_one_bad_item_anywhere_is_found(dtype, shape):
    rng = numpy.random.default_rng(20)
    a = rng.standard_normal(shape).astype(dtype)
    assert bool(all_finite(cupy.asarray(a)))
    for bad in (numpy.nan, numpy.inf, -numpy.inf, *([complex(0, numpy.inf)] if dtype in "FD" else [])):
        if a.size:
            spoilt = a.copy()
            spoilt.flat[rng.integers(a.size)] = bad
            assert not bool(all_finite(cupy.asarray(spoilt)))


@pytest.mark.parametrize("dtype", "efdFD")
def test_axes_and_layouts_are_those_of_isfinite_and_all(dtype):
    a = numpy.random.default_rng(21).standard_normal((6, 7, 40)).astype(dtype)
    a[1, 2, 3] = a[4, :, 5] = numpy.nan
    for view in (lambda x: x, lambda x: x[:, ::-1, ::2], lambda x: x.T, lambda x: x[2]):
        for axis in (None, 0, -1):
            numpy.testing.assert_array_equal(
                all_finite(view(cupy.asarray(a)), axis=axis).get(), numpy.isfinite(view(a)).all(axis=axis))
