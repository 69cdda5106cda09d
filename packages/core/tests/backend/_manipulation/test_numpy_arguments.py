"""Functions that take NumPy's arrays, because programs of CuPy pass them."""
import numpy as np
import pytest

import cupy


@pytest.mark.parametrize("name, args", [("tile", ((2, 3),)), ("diagflat", (1,)), ("diag", ())])
def test_arrays_of_numpy(name, args):
    x = np.arange(4.0)
    got = getattr(cupy, name)(x, *args)
    assert isinstance(got, cupy.ndarray)
    np.testing.assert_array_equal(got.get(), getattr(np, name)(x, *args))
