"""cupyx.cusolver and cupyx.lapack against NumPy."""
import numpy
import pytest

import cupy
from cupyx import cusolver, lapack

RNG = numpy.random.default_rng(3)


def data(shape, dtype="d"):
    x = RNG.standard_normal(shape)
    return (x + 1j * RNG.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


def adjoint(x):
    return x.swapaxes(-1, -2).conj()


@pytest.mark.parametrize("dtype", "fD")
@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (2, 4, 4)])
def test_gesvdj(shape, dtype):
    a = data(shape, dtype)
    for full in (False, True):
        u, s, v = (x.get() for x in cusolver.gesvdj(cupy.asarray(a), full_matrices=full))
        k = s.shape[-1]
        numpy.testing.assert_allclose(u[..., :k] * s[..., None, :] @ adjoint(v)[..., :k, :], a, atol=1e-5)
    numpy.testing.assert_allclose(cusolver.gesvdj(cupy.asarray(a), compute_uv=False).get(),
                                  numpy.linalg.svd(a, compute_uv=False), rtol=1e-4)


def test_gesvda():
    a = data((2, 5, 3))
    u, s, v = (x.get() for x in cusolver.gesvda(cupy.asarray(a)))
    numpy.testing.assert_allclose(u * s[:, None] @ adjoint(v), a, atol=1e-10)
    with pytest.raises(ValueError, match="rows as columns"):
        cusolver.gesvda(cupy.ones((2, 3)))


@pytest.mark.parametrize("triangle", "LU")
def test_syevj(triangle):
    a = data((2, 4, 4), "D")
    w, v = cusolver.syevj(cupy.asarray(a + adjoint(a)), triangle)
    numpy.testing.assert_allclose((a + adjoint(a)) @ v.get(), v.get() * w.get()[:, None], atol=1e-10)
    numpy.testing.assert_allclose(cusolver.syevj(cupy.asarray(a + adjoint(a)), triangle, False).get(), w.get())


@pytest.mark.parametrize("columns", [(), (2,)])
def test_equations(columns):
    a, b = data((4, 4), "D"), data((4, *columns), "D")
    expected = numpy.linalg.solve(a, b)
    numpy.testing.assert_allclose(cusolver.gesv(cupy.asarray(a), cupy.asarray(b)).get(), expected, atol=1e-9)
    x = cupy.asarray(b, order="F")
    lapack.gesv(cupy.asarray(a), x)
    numpy.testing.assert_allclose(x.get(), expected, atol=1e-9)
    definite = a @ adjoint(a) + numpy.eye(4)
    numpy.testing.assert_allclose(lapack.posv(cupy.asarray(definite), cupy.asarray(b)).get(),
                                  numpy.linalg.solve(definite, b), atol=1e-9)
    factor = numpy.linalg.cholesky(definite)
    for lower, given in ((True, factor), (False, adjoint(factor) + numpy.tril(a, -1))):
        numpy.testing.assert_allclose(lapack.potrs(cupy.asarray(given), cupy.asarray(b), lower).get(),
                                      numpy.linalg.solve(definite, b), atol=1e-9)
    for shape in ((6, 4), (4, 6)):
        a, b = data(shape, "D"), data((shape[0], *columns), "D")
        numpy.testing.assert_allclose(cusolver.gels(cupy.asarray(a), cupy.asarray(b)).get(),
                                      numpy.linalg.lstsq(a, b)[0], atol=1e-9)


def test_availability():
    assert cusolver.check_availability("gesvdj")
    with pytest.raises(ValueError, match="nothing"):
        cusolver.check_availability("nothing")


@pytest.mark.parametrize("call", [
    lambda: cusolver.gesv(cupy.ones((2, 3)), cupy.ones(2)), lambda: cusolver.gels(cupy.ones((2, 3)), cupy.ones(3)),
    lambda: lapack.gesv(cupy.eye(2), cupy.ones((2, 2))), lambda: lapack.gesv(cupy.eye(2), cupy.ones(3)),
    lambda: lapack.posv(cupy.ones((2, 3)), cupy.ones(2)), lambda: lapack.posv(cupy.eye(2), cupy.ones(3))])
def test_shapes(call):
    with pytest.raises(ValueError):
        call()


def test_types():
    with pytest.raises(TypeError):
        lapack.gesv(cupy.eye(2), cupy.ones(2, "f"))
    with pytest.raises(TypeError):
        lapack.gesv(cupy.eye(2, dtype="i"), cupy.ones(2, "i"))
