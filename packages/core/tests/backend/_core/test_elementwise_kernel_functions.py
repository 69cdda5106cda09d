"""ElementwiseKernel: atomic functions and printf in its code, names and options that it refuses."""
import numpy as np
import pytest

import cupy


@pytest.mark.parametrize("char", "iIlLfde")
def test_atomic_add(char):
    count = cupy.ElementwiseKernel("int64 v", "raw T x", "atomicAdd(&x[v % 3], T(1))", "count")
    size = 3000 if char == "e" else 30000
    out = count(cupy.arange(size), cupy.zeros(3, char))
    assert out.tolist() == [size / 3] * 3


def test_atomic_functions_return_what_was_there():
    kernel = cupy.ElementwiseKernel(
        "int64 v", "raw float32 x, int32 y",
        "atomicMax(&x[0], v); atomicMin(&x[1], -float(v)); y = atomicExch(&x[2], 1) == 0", "extremes")
    x, first = kernel(cupy.arange(1000), cupy.zeros(3, "f"), cupy.zeros(1000, "i"))
    assert x.tolist() == [999, -999, 1]
    assert int(first.sum()) == 1


def test_printf(capfd):
    kernel = cupy.ElementwiseKernel("int64 v", "int64 x", r'if (v == 1) printf("item %lld\n", (long long)v); x = v',
                                    "say")
    assert kernel(cupy.arange(3)).tolist() == [0, 1, 2]
    cupy.cuda.Device().synchronize()


def test_position_is_a_reserved_name():
    with pytest.raises(ValueError, match="'i'"):
        cupy.ElementwiseKernel("T i", "T x", "x = i", "k")


def test_options_are_checked():
    with pytest.raises(TypeError, match="tuple of str"):
        cupy.ElementwiseKernel("T v", "T x", "x = v", "k", options="-DN=1")


def test_indices_of_a_raw_array():
    x = np.arange(24, dtype="i").reshape(2, 3, 4)
    code = "ptrdiff_t at[] = {i / 12, i / 4 % 3, i % 4}; y = x[at]"
    kernel = cupy.ElementwiseKernel("raw int32 x", "int32 y", code, "walk")
    for order in "CF":
        np.testing.assert_array_equal(cupy.asnumpy(kernel(cupy.asarray(x, order=order), size=24)), x.ravel())
