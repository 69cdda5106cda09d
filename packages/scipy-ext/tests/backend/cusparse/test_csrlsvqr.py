"""Sparse systems by csrlsvqr against NumPy."""
import numpy
import pytest

import cupy
from cupyx import _csrlsvqr, cusolver
from cupyx.scipy import sparse

RTOL = {"f": 1e-3, "F": 1e-3, "d": 1e-10, "D": 1e-10}


def system(dense, n, dtype):
    """A well-conditioned matrix."""
    return dense((n, n), dtype, density=0.4) / n + 2 * numpy.eye(n, dtype=dtype)


@pytest.mark.parametrize("dtype", "fdFD")
def test_csrlsvqr(dense, dtype):
    for n, reorder, index in ((1, 1, "i"), (12, 0, "i"), (60, 1, "l"), (60, 3, "i")):
        host, b = system(dense, n, dtype), dense(n, dtype, 2)
        a = sparse.csr_matrix(cupy.asarray(host))
        a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)
        found = cusolver.csrlsvqr(a, cupy.asarray(b), reorder=reorder)
        assert found.dtype == dtype
        numpy.testing.assert_allclose(found.get(), numpy.linalg.solve(host, b), RTOL[dtype], RTOL[dtype])
    assert cusolver.check_availability("csrlsvqr")


def test_csrlsvqr_of_a_singular_matrix():
    for rows, tol in (([[1.0, 2], [2, 4]], 1e-12), ([[1.0, 0], [1, 0]], 0)):
        with pytest.warns(RuntimeWarning, match="singular"):
            assert cusolver.csrlsvqr(sparse.csr_matrix(cupy.array(rows)), cupy.ones(2), tol).shape == (2,)


def test_csrlsvqr_adds_duplicates():
    a = sparse.csr_matrix((cupy.array([1.0, 1, 4]), cupy.array([0, 0, 1]), cupy.array([0, 2, 3])), shape=(2, 2))
    numpy.testing.assert_allclose(cusolver.csrlsvqr(a, cupy.array([2.0, 2])).get(), [1, 0.5])
    assert a.nnz == 3


def test_errors_of_csrlsvqr():
    a = sparse.csr_matrix(cupy.eye(3))
    with pytest.raises(TypeError, match="csr_matrix"):
        cusolver.csrlsvqr(sparse.csc_matrix(cupy.eye(3)), cupy.ones(3))
    with pytest.raises(ValueError, match="square"):
        cusolver.csrlsvqr(sparse.csr_matrix(cupy.ones((3, 2))), cupy.ones(3))
    with pytest.raises(ValueError, match="shape"):
        cusolver.csrlsvqr(a, cupy.ones(2))
    with pytest.raises(TypeError, match="dtype"):
        cusolver.csrlsvqr(sparse.csr_matrix(cupy.eye(3, dtype=bool)), cupy.ones(3))


@pytest.mark.parametrize("dtype", "fD")
def test_dense_factors_where_no_library_is(dense, dtype):
    host, b = system(dense, 12, dtype), dense(12, dtype, 2)
    x, singular = _csrlsvqr._dense(sparse.csr_matrix(cupy.asarray(host)), cupy.asarray(b), 0)
    assert not singular and x.dtype == dtype
    numpy.testing.assert_allclose(x.get(), numpy.linalg.solve(host, b), RTOL[dtype], RTOL[dtype])
    _, singular = _csrlsvqr._dense(sparse.csr_matrix(cupy.diag(cupy.array([1, 0, 2], dtype))), cupy.ones(3, dtype), 0)
    assert singular
