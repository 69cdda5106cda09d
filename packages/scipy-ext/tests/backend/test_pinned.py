"""NumPy arrays in pinned memory: strides as NumPy gives them, owners that tell where the bytes are."""
import numpy as np
import pytest

import cupy
import cupyx

BASE = np.arange(60.0).reshape(3, 4, 5)


@pytest.mark.parametrize("order", "CFAK")
@pytest.mark.parametrize("view", [lambda x: x, lambda x: x.transpose(1, 0, 2), lambda x: x.T, lambda x: x[:, ::-1, ::2],
                                  lambda x: x[:1], lambda x: x[1, 2, 3], lambda x: x[:, :0]])
def test_strides_are_those_of_numpy(order, view):
    a = view(BASE)
    for dtype in (None, "f4"):
        want = np.empty_like(a, dtype, order)
        got = cupyx.zeros_like_pinned(a, dtype, order)
        assert (got.shape, got.dtype) == (want.shape, want.dtype) and not got.any()
        if a.size > 1 and min(a.shape) > 1:
            assert got.strides == want.strides
        assert isinstance(got.base, cupy.cuda.PinnedMemoryPointer)


def test_of_an_array_on_the_device():
    x = cupy.asarray(np.asfortranarray(BASE))
    y = cupyx.empty_like_pinned(x)
    assert y.flags.f_contiguous
    y[...] = x.get()
    np.testing.assert_array_equal(y, BASE)
    assert cupyx.empty_like_pinned(x, shape=(2, 3)).shape == (2, 3)


def test_bad_arguments():
    with pytest.raises(ValueError, match="order"):
        cupyx.empty_like_pinned(BASE, order="X")
    with pytest.raises(ValueError, match="negative"):
        cupyx.empty_pinned((-1,))
