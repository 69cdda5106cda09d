"""Slices whose bounds are arrays of one number."""
import numpy as np
import pytest

import cupy


@pytest.mark.parametrize("bound", [2, -3, np.int16(4)])
def test_bounds_that_are_arrays(bound):
    x = np.arange(10)
    a = cupy.asarray(x)
    for dtype in ("i8", "f4", "f8"):
        at = cupy.asarray(bound, dtype)
        np.testing.assert_array_equal(a[at:].get(), x[bound:])
        np.testing.assert_array_equal(a[:at:2].get(), x[:bound:2])


@pytest.mark.parametrize("bound", [1.5, np.nan, np.inf])
def test_bounds_that_are_no_whole_numbers(bound):
    with pytest.raises(TypeError):
        cupy.arange(5)[cupy.asarray(bound):]
    with pytest.raises(TypeError):
        cupy.arange(5)[1.0:]
