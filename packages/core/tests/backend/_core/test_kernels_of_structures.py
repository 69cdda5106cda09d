"""User kernels of arrays of structures, and what `_ind` tells."""
import numpy as np
import pytest

import cupy
from cupy import ElementwiseKernel, ReductionKernel

ALIGNED = np.dtype([("x", "f4"), ("n", "i8"), ("flag", "?")], align=True)
PACKED = np.dtype([("flag", "?"), ("x", "f8"), ("n", "i2")])
NESTED = np.dtype([("point", [("x", "f4"), ("y", "f4")]), ("weights", "f8", (2, 2)), ("name", "S5")])


def random(dtype, shape, seed=0):
    rng = np.random.default_rng(seed)
    x = np.zeros(shape, dtype)
    for name in dtype.names:
        if dtype[name].names is None and dtype[name].kind in "fib":
            x[name] = rng.integers(0, 9, shape)
    return x


@pytest.mark.parametrize("dtype", [ALIGNED, PACKED])
def test_fields_are_members(dtype):
    x = random(dtype, (4, 5))
    kernel = ElementwiseKernel("T p, U s", "float64 y", "y = p.flag ? p.x * p.n + s : -1.0", "members")
    want = np.where(x["flag"], x["x"].astype("d") * x["n"] + 2, -1)
    np.testing.assert_array_equal(kernel(cupy.asarray(x), 2).get(), want)
    np.testing.assert_array_equal(kernel(cupy.asarray(x)[::-1, 1::2], cupy.full(2, 2)).get(), want[::-1, 1::2])


def test_structures_are_broadcast():
    x = random(ALIGNED, (1, 5))
    kernel = ElementwiseKernel("T p, float64 s", "float64 y", "y = p.n + s", "broadcast_members")
    s = np.arange(3.0).reshape(3, 1)
    np.testing.assert_array_equal(kernel(cupy.asarray(x), cupy.asarray(s)).get(), x["n"] + s)


def test_structures_are_written():
    x = random(PACKED, 6)
    kernel = ElementwiseKernel("T p", "T q", "q = p; q.n = p.n + i; q.x = -p.x", "write_members")
    want = x.copy()
    want["n"] += np.arange(6, dtype="h")
    want["x"] *= -1
    assert kernel(cupy.asarray(x)).get().tobytes() == want.tobytes()
    out = cupy.zeros(12, PACKED)[::2]
    kernel(cupy.asarray(x), out)
    np.testing.assert_array_equal(out.get(), want)


def test_structures_in_structures_and_arrays_in_them():
    x = np.zeros(3, NESTED)
    x["point"]["y"], x["weights"], x["name"] = [1, 2, 3], np.arange(12).reshape(3, 2, 2), [b"abc", b"z", b"q"]
    kernel = ElementwiseKernel("T p", "float64 y, int8 c", "y = p.point.y + p.weights[1][0]; c = p.name[0]", "nested")
    y, c = kernel(cupy.asarray(x))
    np.testing.assert_array_equal(y.get(), x["point"]["y"] + x["weights"][:, 1, 0])
    assert c.get().tobytes() == b"azq"


def test_raw_structures():
    x = random(ALIGNED, 5)
    kernel = ElementwiseKernel("raw T p", "int64 y", "y = p[n - 1 - i].n + p.size() - 5", "raw_members")
    np.testing.assert_array_equal(kernel(cupy.asarray(x), size=5).get(), x["n"][::-1])
    raw = ElementwiseKernel("int64 k", "raw T p", "p[i].n = k; p[i].x = 1", "raw_written", no_return=True)
    y = cupy.zeros(4, ALIGNED)
    raw(cupy.arange(4), y)
    np.testing.assert_array_equal(y.get()["n"], np.arange(4))


def test_one_structure():
    x = np.array((2.5, 3, True), ALIGNED)
    kernel = ElementwiseKernel("T p, float64 s", "float64 y", "y = p.x + s", "one")
    np.testing.assert_array_equal(kernel(x[()], cupy.arange(3.0)).get(), [2.5, 3.5, 4.5])


def test_reductions_of_structures():
    x = random(ALIGNED, (3, 4))
    total = ReductionKernel("T p", "float64 y", "p.x * p.n", "a + b", "y = a", "0", "total_of_members")
    np.testing.assert_allclose(total(cupy.asarray(x), axis=1).get(), (x["x"].astype("d") * x["n"]).sum(1))


@pytest.mark.parametrize("dtype", [np.dtype([("two words", "f4")]), np.dtype([("class", "f4")]),
                                   np.dtype([("s", "U3")])])
def test_fields_that_have_no_name_or_type(dtype):
    kernel = ElementwiseKernel("T p", "int32 y", "y = 1", "refused_members")
    with pytest.raises(TypeError):
        kernel(cupy.zeros(3, dtype))


def test_types_that_do_not_fit():
    with pytest.raises(TypeError, match="mismatched"):
        ElementwiseKernel("float32 p", "int32 y", "y = 1", "not_members")(cupy.zeros(3, ALIGNED))
    with pytest.raises(TypeError, match="mismatched"):
        ElementwiseKernel("T p, T q", "int32 y", "y = 1", "two_types")(cupy.zeros(3, ALIGNED), cupy.zeros(3, PACKED))
    with pytest.raises(ValueError, match="broadcast|shape"):
        ElementwiseKernel("T p, T q", "int32 y", "y = 1", "shapes")(cupy.zeros(3, ALIGNED), cupy.zeros(2, ALIGNED))


@pytest.mark.parametrize("shape", [(), (4,), (2, 3), (2, 1, 3, 2)])
def test_indices_along_axes(shape):
    d = len(shape)
    kernel = ElementwiseKernel(
        "T x", "int64 y", "y = _ind.ndim; for (int k = 0; k < _ind.ndim; ++k) "
        "y = y * 10 + _ind.get()[k] * 7 + _ind.shape()[k]", "indices", reduce_dims=False)
    want = np.full(shape, d)
    for k, index in enumerate(np.indices(shape)):
        want = want * 10 + index * 7 + shape[k]
    x = cupy.zeros(shape)
    np.testing.assert_array_equal(kernel(x).get(), want)
    np.testing.assert_array_equal(kernel(cupy.zeros((*shape, 2))[..., 1]).get(), want)
    np.testing.assert_array_equal(kernel(cupy.zeros(shape[::-1]).T).get(), want)


def test_indices_of_broadcast_and_raw_arrays():
    x = np.arange(6.0).reshape(2, 3)
    kernel = ElementwiseKernel("T row, raw T x", "T y", "ptrdiff_t at[] = {_ind.get()[0], 2 - _ind.get()[1]}; "
                               "y = row + x[at] + 0 * x[_ind.get()]", "reversed")
    row = np.array([[10.0], [20.0]])
    got = kernel(cupy.broadcast_to(cupy.asarray(row), (2, 3)), cupy.asarray(x.T).T)
    np.testing.assert_array_equal(got.get(), row + x[:, ::-1])
    only = ElementwiseKernel("", "int64 y", "y = _ind.get()[0] * 10 + _ind.shape()[0]", "only_size")
    np.testing.assert_array_equal(only(size=3).get(), [3, 13, 23])
