"""multi_dot, matrix_power, and the array API's spellings in `cupy.linalg`."""
import pytest

import cupy
from cupy import testing
from cupy.testing import shaped_random


@pytest.mark.parametrize("shapes", [[(2, 3), (3, 4)], [(2, 3), (3, 4), (4, 5)], [(3,), (3, 4), (4, 2), (2,)],
                                    [(3,), (3, 4), (4, 2)], [(2, 3), (3, 4), (4,)],
                                    [(10, 2), (2, 30), (30, 3), (3, 4)]])
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_multi_dot(xp, shapes):
    return xp.asarray(xp.linalg.multi_dot([shaped_random(s, xp, "d", seed=k) for k, s in enumerate(shapes)]))


def test_multi_dot_out():
    a = cupy.ones((2, 2))
    out = cupy.empty((2, 2))
    assert cupy.linalg.multi_dot([a, a, a], out=out) is out
    assert (out == 4).all()


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 10])
@testing.for_dtypes("lfD")
@testing.numpy_cupy_allclose(rtol=1e-4)
def test_matrix_power(xp, dtype, n):
    return xp.linalg.matrix_power(shaped_random((2, 3, 3), xp, dtype, scale=2), n)


@testing.numpy_cupy_allclose(rtol=1e-6)
def test_negative_power(xp):
    return xp.linalg.matrix_power(shaped_random((3, 3), xp, "d") + 10 * xp.eye(3), -2)


@pytest.mark.parametrize("call", [
    lambda xp: xp.linalg.matrix_power(xp.ones((2, 3)), 2), lambda xp: xp.linalg.matrix_power(xp.ones((2, 2)), 1.5),
    lambda xp: xp.linalg.matrix_power(xp.ones(3), 2), lambda xp: xp.linalg.multi_dot([xp.ones((2, 2))]),
    lambda xp: xp.linalg.multi_dot([xp.ones((2, 2)), xp.ones((2, 2, 2)), xp.ones((2, 2))]),
    lambda xp: xp.linalg.multi_dot([xp.ones((2, 2)), xp.ones((3, 2)), xp.ones((2, 2))]),
    lambda xp: xp.linalg.cross(xp.ones(2), xp.ones(2)), lambda xp: xp.linalg.outer(xp.ones((2, 2)), xp.ones(2)),
])
@testing.numpy_cupy_raises(accept_error=(TypeError, ValueError))
def test_errors(xp, call):
    call(xp)


@pytest.mark.parametrize("call", [
    lambda xp, a: xp.linalg.cross(a, a[::-1]), lambda xp, a: xp.linalg.outer(a[0], a[1]),
    lambda xp, a: xp.linalg.diagonal(a, offset=1), lambda xp, a: xp.linalg.trace(a, offset=-1),
    lambda xp, a: xp.linalg.trace(a[None] * 2, dtype="f"), lambda xp, a: xp.linalg.vecdot(a, a, axis=0),
    lambda xp, a: xp.linalg.matmul(a, a), lambda xp, a: xp.linalg.tensordot(a, a, axes=1),
    lambda xp, a: xp.linalg.matrix_transpose(a[None])])
@testing.numpy_cupy_allclose(rtol=1e-5, atol=1e-12)     # a cross product that is 0 but for rounding
def test_standard(xp, call):
    return xp.asarray(call(xp, shaped_random((3, 3), xp, "d")))


def test_compute_mode():
    a = cupy.ones((100, 100), "f")
    with cupy.linalg.compute_mode("tf32"):
        assert (a @ a == 100).all()
    with pytest.raises(ValueError, match="mode must be one of"), cupy.linalg.compute_mode("int8"):
        pass
