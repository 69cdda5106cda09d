"""ReductionKernel: arguments, positions and sizes in its code, nothing to reduce."""
import numpy as np
import pytest

import cupy

X = np.arange(24, dtype="f").reshape(2, 3, 4)


@pytest.fixture(scope="module")
def x():
    return cupy.asarray(X)


@pytest.fixture(scope="module")
def norm():
    return cupy.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm")


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), ()])
@pytest.mark.parametrize("keepdims", [False, True])
def test_axes(x, norm, axis, keepdims):
    expected = np.sqrt((X * X).sum(axis, keepdims=keepdims))
    np.testing.assert_allclose(cupy.asnumpy(norm(x, axis=axis, keepdims=keepdims)), expected, rtol=1e-6)


def test_out(x, norm):
    expected = np.sqrt((X * X).sum(1))
    for call in (lambda out: norm(x, axis=1, out=out), lambda out: norm(x, out, axis=1)):
        out = cupy.empty((2, 4), "f")
        assert call(out) is out
        np.testing.assert_allclose(cupy.asnumpy(out), expected, rtol=1e-6)
    with pytest.raises(ValueError, match="both"):
        norm(x, out, out=out, axis=1)
    with pytest.raises(ValueError):
        norm(x, axis=1, out=cupy.empty((2, 3), "f"))


@pytest.mark.parametrize("args", [(), (1, 2, 3)])
def test_wrong_number_of_arguments(norm, args):
    with pytest.raises(TypeError, match="Wrong number of arguments for 'l2norm'. It must be either 1 or 2"):
        norm(*args)


@pytest.mark.parametrize("arg", [np.ones(3), [1.0], None, "x"])
def test_arguments_that_are_not_on_the_device(norm, arg):
    with pytest.raises(TypeError, match="Unsupported type"):
        norm(arg)


def test_options_are_checked():
    with pytest.raises(TypeError, match="tuple of str"):
        cupy.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", options="-DN")


@pytest.mark.parametrize("name", ["", "1a", "a-b"])
def test_bad_names(name):
    with pytest.raises(ValueError, match="Invalid kernel name"):
        cupy.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", name)


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 3)])
def test_nothing_is_the_last_step_of_the_identity(shape):
    kernel = cupy.ReductionKernel("T x", "T y", "x", "a * b", "y = a * 2", "1", "product")
    out = kernel(cupy.empty(shape, "f"), axis=-1)
    assert out.tolist() == np.full(shape[:-1], 2.0).tolist()
    assert kernel(cupy.empty(shape), keepdims=True).shape == (1,) * len(shape)


def test_nothing_without_identity():
    kernel = cupy.ReductionKernel("T x", "T y", "x", "max(a, b)", "y = a", None, "largest")
    with pytest.raises(ValueError):
        kernel(cupy.empty(0))
    assert kernel(cupy.empty((0, 3)), axis=1).shape == (0,)
    assert kernel(cupy.asarray([3.0, 7.0, 5.0])).item() == 7


@pytest.mark.parametrize("axis", [None, 0, 1, (0, 2)])
def test_sizes_in_the_last_step(x, axis):
    mean = cupy.ReductionKernel("T x", "T y", "x", "a + b", "y = a / (_in_ind.size() / _out_ind.size())", "0", "mean")
    np.testing.assert_allclose(cupy.asnumpy(mean(x, axis=axis)), X.mean(axis))


LARGEST = """
struct Place {
    float value; long long index;
    __device__ Place() : value(0), index(-1) {}
    __device__ Place(float v, long long i) : value(v), index(i) {}
};
__device__ Place larger(const Place &a, const Place &b) {
    if (a.index < 0 || b.index < 0) return a.index < 0 ? b : a;
    if (a.value == b.value) return a.index < b.index ? a : b;
    return a.value < b.value ? b : a;
}
"""


@pytest.mark.parametrize("axis", [None, 0, 1, 2])
def test_position_of_an_item(x, axis):
    kernel = cupy.ReductionKernel("float32 x", "int64 y", "Place(x, _J)", "larger(a, b)", "y = a.index", "Place()",
                                  "place", reduce_type="Place", preamble=LARGEST)
    items = (x * 7) % 11
    np.testing.assert_array_equal(cupy.asnumpy(kernel(items, axis=axis)), (X * 7 % 11).argmax(axis))


@pytest.mark.parametrize("axis", [None, 0, 1, (0, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_position_in_a_raw_array(x, axis, keepdims):
    dot = cupy.ReductionKernel("T x, raw T w", "T y", "x * w[_j]", "a + b", "y = a", "0", "weighted")
    axes = tuple(range(3)) if axis is None else np.atleast_1d(axis)
    count = np.prod([X.shape[k] for k in axes])
    w = np.arange(1, count + 1, dtype="f")
    shape = [n if k in axes else 1 for k, n in enumerate(X.shape)]
    expected = (X * w.reshape(shape)).sum(axis, keepdims=keepdims)
    np.testing.assert_allclose(cupy.asnumpy(dot(x, cupy.asarray(w), axis=axis, keepdims=keepdims)), expected)


def test_broadcast_inputs_and_scalars(x):
    dot = cupy.ReductionKernel("T x, U y", "float64 z", "x * y", "a + b", "z = a", "0", "dot")
    np.testing.assert_allclose(cupy.asnumpy(dot(x, cupy.arange(4), axis=2)), X @ np.arange(4))
    assert dot(x, 2).item() == X.sum() * 2


def test_public_attributes(norm):
    assert (norm.name, norm.nin, norm.nout, norm.nargs, norm.identity) == ("l2norm", 1, 1, 2, "0")
    assert (norm.map_expr, norm.reduce_expr, norm.post_map_expr) == ("x * x", "a + b", "y = sqrt(a)")
    assert norm.params == norm.in_params + norm.out_params
    for name in ("options", "preamble", "reduce_dims", "reduce_type"):
        assert hasattr(type(norm), name)
