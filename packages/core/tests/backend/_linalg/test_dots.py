"""dot, vdot, inner, outer, tensordot, kron against NumPy."""
import numpy
import pytest

import cupy
from cupy import testing

SHAPES = [((), ()), ((), (3,)), ((3,), ()), ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)),
          ((5, 2, 3), (4, 3, 6)), ((0,), (0,)), ((2, 0), (0, 3)), ((0, 3), (3, 2))]


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@testing.for_dtypes("?bilfdD")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_dot(xp, dtype, shapes):
    a, b = (testing.shaped_arange(shape, xp, dtype) for shape in shapes)
    return xp.dot(a, b)


@testing.for_dtypes("ifD")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_dot_transposed(xp, dtype):
    a = testing.shaped_arange((2, 3, 4), xp, dtype).transpose(1, 0, 2)
    return a.dot(testing.shaped_arange((4, 2), xp, dtype)[:, ::-1])


def test_dot_out():
    a = cupy.ones((2, 3))
    out = cupy.empty((2, 2))
    assert cupy.dot(a, a.T, out=out) is out
    assert (out == 3).all()
    for bad in (cupy.empty((2, 2), "f"), cupy.empty((2, 3)), cupy.empty((2, 2), order="F")):
        with pytest.raises(ValueError, match="output array is not acceptable"):
            cupy.dot(a, a.T, out=bad)


@testing.for_dtypes("ifD")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_vdot(xp, dtype):
    a = testing.shaped_arange((2, 3), xp, dtype)
    b = testing.shaped_reverse_arange((3, 2), xp, dtype)
    return xp.vdot(a * 1j if a.dtype.kind == "c" else a, b)


@pytest.mark.parametrize("shapes", [((), (2,)), ((3,), (3,)), ((2, 3), (3,)), ((2, 3), (4, 5, 3)), ((0,), (0,))],
                         ids=str)
@testing.for_dtypes("?ifD")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_inner(xp, dtype, shapes):
    a, b = (testing.shaped_arange(shape, xp, dtype) for shape in shapes)
    return xp.inner(a, b)


@testing.for_dtypes("?ifD")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_outer(xp, dtype):
    a = testing.shaped_arange((2, 3), xp, dtype)
    return xp.outer(a, a[0], out=None)


@pytest.mark.parametrize("axes", [0, 1, 2, 3, ([0, 1], [0, 1]), ([2, 0], [2, 0]), (0, 0), ([-1], [2]), ([], [])],
                         ids=str)
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_tensordot(xp, axes):
    a = testing.shaped_arange((3, 3, 3), xp, "f")
    return xp.tensordot(a, a.transpose(1, 2, 0), axes=axes)


@pytest.mark.parametrize("shapes", [((), (2,)), ((2,), (3,)), ((2, 3), (4, 1)), ((2, 2), (2, 3, 2)), ((0, 2), (3, 1))],
                         ids=str)
@testing.for_dtypes("?ifD")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_kron(xp, dtype, shapes):
    a, b = (testing.shaped_arange(shape, xp, dtype) for shape in shapes)
    return xp.kron(a, b)


@pytest.mark.parametrize("call", [
    lambda xp: xp.dot(xp.ones((2, 3)), xp.ones((2, 3))),
    lambda xp: xp.dot(xp.ones(3), xp.ones(2)),
    lambda xp: xp.inner(xp.ones((2, 3)), xp.ones((2, 2))),
    lambda xp: xp.vdot(xp.ones(3), xp.ones(2)),
    lambda xp: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3)), axes=1),
    lambda xp: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3)), axes=([0], [0, 1])),
    lambda xp: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3)), axes=([2], [0])),
])
def test_errors(call):
    with pytest.raises((ValueError, IndexError)):
        call(numpy)
    with pytest.raises((ValueError, IndexError)):
        call(cupy)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shapes", [((5000,), (5000,)), ((90, 80), (80,)), ((70,), (70, 90)), ((50, 60), (60, 70))])
@pytest.mark.filterwarnings("error")
def test_layouts_and_overflow(shapes, dtype):
    """Products of a few thousand items, transposed and stepped, which may be infinite without a word."""
    rng = numpy.random.default_rng(7)
    a, b = ((rng.random(shape) + (1j if dtype in "FD" else 0)).astype(dtype) for shape in shapes)
    for x, y in ((a, b), (a[..., ::-1], b[::-1]), (numpy.asfortranarray(a), numpy.asfortranarray(b))):
        ours = cupy.dot(cupy.asarray(x), cupy.asarray(y))
        numpy.testing.assert_allclose(ours.get(), numpy.dot(x, y), rtol=1e-4 if dtype in "fF" else 1e-12)
    if dtype in "fd":
        huge = cupy.full(shapes[0], numpy.finfo(dtype).max, dtype)
        assert cupy.isinf(cupy.dot(huge, cupy.full(shapes[1], 4, dtype))).all()


@pytest.mark.parametrize("name", ["inner", "vdot"])
def test_vectors(name):
    rng = numpy.random.default_rng(8)
    for dtype in "idFD":
        a, b = ((rng.random(5000) * (9 + (3j if dtype in "FD" else 0))).astype(dtype) for _ in range(2))
        ours, theirs = getattr(cupy, name)(cupy.asarray(a), cupy.asarray(b)), getattr(numpy, name)(a, b)
        assert ours.shape == () and ours.dtype == theirs.dtype
        numpy.testing.assert_allclose(ours.get(), theirs, rtol=1e-4)
    with pytest.raises(ValueError, match="5000"):
        getattr(cupy, name)(cupy.asarray(a), cupy.asarray(a[1:]))
