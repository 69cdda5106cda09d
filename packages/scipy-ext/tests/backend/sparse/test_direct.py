"""Direct solvers, factors, norms and bandwidths against SciPy's."""
import warnings

import cupy
import numpy
import pytest
import scipy.sparse
import scipy.sparse.linalg as expected
from cupyx.scipy import sparse
from cupyx.scipy.sparse import linalg


def system(n=40, dtype="d", seed=0):
    rng = numpy.random.default_rng(seed)
    A = scipy.sparse.random_array((n, n), density=0.1, rng=rng).astype(dtype)
    if numpy.dtype(dtype).kind == "c":
        A = A + 1j * scipy.sparse.random_array((n, n), density=0.1, rng=rng)
    A = (A + scipy.sparse.diags_array(numpy.linspace(2, 4, n))).astype(dtype).tocsc()
    b = rng.standard_normal((n, 3)).astype(dtype)
    return A, b


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
@pytest.mark.parametrize("trans", ["N", "T", "H"])
@pytest.mark.parametrize("way", ["solve", "_solve_on_device"])
def test_splu(dtype, trans, way):
    A, b = system(dtype=dtype)
    lu = linalg.splu(sparse.csc_matrix(A))
    x = expected.splu(A).solve(b, trans)
    tolerance = 1e-4 if dtype in "fF" else 1e-10
    for columns in (b, b[:, 0]):
        y = getattr(lu, way)(cupy.asarray(columns), trans)
        assert y.dtype == dtype and y.shape == columns.shape
        numpy.testing.assert_allclose(y.get().reshape(len(b), -1), x[:, :columns.ndim * 2 - 1], rtol=tolerance,
                                      atol=tolerance)
    product = (lu.L @ lu.U).toarray().get()
    numpy.testing.assert_allclose(product[lu.perm_r.get()][:, lu.perm_c.get()], A.toarray(), rtol=tolerance,
                                  atol=tolerance)
    assert lu.shape == A.shape and lu.nnz == expected.splu(A).nnz


def test_splu_mixed_types_and_errors():
    A, b = system()
    lu = linalg.splu(sparse.csc_matrix(A))
    z = b[:, 0] + 1j * b[:, 1]
    numpy.testing.assert_allclose(lu.solve(cupy.asarray(z)).get(), numpy.linalg.solve(A.toarray(), z), rtol=1e-10)
    with pytest.raises(ValueError):
        lu.solve(cupy.ones(3))
    with pytest.raises(ValueError):
        lu.solve(cupy.ones(40), "X")
    with pytest.raises(ValueError):
        linalg.splu(sparse.csc_matrix((3, 4)))
    with pytest.raises(RuntimeError, match="singular"):
        linalg.splu(sparse.csc_matrix(cupy.asarray([[1.0, 1], [1, 1]])))
    with pytest.warns(sparse.SparseEfficiencyWarning):
        linalg.splu(sparse.csr_matrix(A))
    with pytest.raises(TypeError):
        linalg.SuperLU(object())
    x = linalg.factorized(sparse.csc_matrix(A))(cupy.asarray(b))
    numpy.testing.assert_allclose(A @ x.get(), b, atol=1e-10)


def test_spilu():
    A, b = system()
    x = expected.spilu(A, drop_tol=1e-3).solve(b[:, 0])
    y = linalg.spilu(sparse.csc_matrix(A), drop_tol=1e-3).solve(cupy.asarray(b[:, 0]))
    numpy.testing.assert_allclose(y.get(), x, rtol=1e-10)
    ilu = linalg.spilu(sparse.csc_matrix(A), fill_factor=1)
    inside = A.toarray() != 0
    product = (ilu.L @ ilu.U).toarray().get()
    numpy.testing.assert_allclose(product[inside], A.toarray()[inside], rtol=1e-10)
    for trans, matrix in (("N", product), ("T", product.T)):
        numpy.testing.assert_allclose(matrix @ ilu.solve(cupy.asarray(b), trans).get(), b, atol=1e-8)


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
@pytest.mark.parametrize("dtype", ["f", "d", "D", "i"])
def test_spsolve(format, dtype):
    A, b = system(dtype="d" if dtype == "i" else dtype)
    if dtype == "i":
        A = (A * 10).astype("i")
    given = sparse.csr_matrix(A).asformat(format)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", scipy.sparse.SparseEfficiencyWarning)
        for columns in (b, b[:, 0], b[:, :1]):
            x = expected.spsolve(A, columns)
            y = linalg.spsolve(given, cupy.asarray(columns))
            assert y.dtype == x.dtype and y.shape == x.shape
            numpy.testing.assert_allclose(y.get(), x, rtol=1e-4 if dtype == "f" else 1e-9, atol=1e-6)
        x = linalg.spsolve(given, sparse.csc_matrix(b))
    assert sparse.issparse(x)
    numpy.testing.assert_allclose(A @ x.toarray().get(), b, atol=1e-4)


def test_spsolve_bad_input():
    with pytest.raises(ValueError):
        linalg.spsolve(sparse.csr_matrix((3, 4)), cupy.ones(3))
    with pytest.raises(ValueError):
        linalg.spsolve(sparse.identity(3, format="csr"), cupy.ones(4))
    with pytest.warns(linalg.MatrixRankWarning):
        x = linalg.spsolve(sparse.csr_matrix(cupy.asarray([[1.0, 1], [1, 1]])), cupy.ones(2))
    assert bool(cupy.isnan(x).all())
    linalg.use_solver(useUmfpack=False)
    with pytest.raises(TypeError):
        linalg.use_solver(other=1)


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize("format", ["csr", "csc"])
def test_spsolve_triangular(dtype, lower, unit, format):
    A, b = system(dtype=dtype)
    A = (scipy.sparse.tril if lower else scipy.sparse.triu)(A).asformat(format)
    for columns in (b, b[:, 0]):
        x = expected.spsolve_triangular(A, columns, lower, unit_diagonal=unit)
        y = linalg.spsolve_triangular(sparse.csr_matrix(A).asformat(format), cupy.asarray(columns), lower,
                                      unit_diagonal=unit)
        assert y.dtype == x.dtype
        size = abs(x).max()
        numpy.testing.assert_allclose(y.get() / size, x / size, rtol=1e-3, atol=1e-4 if dtype in "fF" else 1e-10)


def test_spsolve_triangular_bad_input():
    A = sparse.csr_matrix(cupy.asarray([[1.0, 0], [1, 0]]))
    with pytest.raises(numpy.linalg.LinAlgError):
        linalg.spsolve_triangular(A, cupy.ones(2))
    with pytest.raises(ValueError):
        linalg.spsolve_triangular(sparse.csr_matrix((2, 3)), cupy.ones(2))
    for b in (cupy.ones(3), cupy.ones((2, 1, 1))):
        with pytest.raises(ValueError):
            linalg.spsolve_triangular(sparse.identity(2, format="csr"), b)
    with pytest.warns(sparse.SparseEfficiencyWarning):
        linalg.spsolve_triangular(sparse.identity(2, format="coo"), cupy.ones(2))


@pytest.mark.parametrize("dtype", ["f", "d", "D", "i"])
@pytest.mark.parametrize("ord", [None, "fro", 1, -1, 2, numpy.inf, -numpy.inf])
def test_norm_of_matrices(dtype, ord):
    A = (system(dtype="d" if dtype == "i" else dtype)[0] * 10).astype(dtype)
    if dtype == "i" and ord == 2:
        A = A.astype("d")
    x = expected.norm(A, ord)
    for given in (sparse.csr_matrix(A), sparse.coo_matrix(A)):
        numpy.testing.assert_allclose(float(linalg.norm(given, ord)), x, rtol=1e-5)


@pytest.mark.parametrize("axis", [0, 1, -1, (1,)])
@pytest.mark.parametrize("ord", [None, 0, 1, 2, 3, numpy.inf, -numpy.inf])
def test_norm_of_rows(axis, ord):
    A = system()[0]
    numpy.testing.assert_allclose(linalg.norm(sparse.csr_matrix(A), ord, axis).get(), expected.norm(A, ord, axis),
                                  rtol=1e-10)


def test_norm_bad_input():
    a = sparse.identity(3, format="csr")
    with pytest.raises(TypeError):
        linalg.norm(cupy.eye(3))
    with pytest.raises(TypeError):
        linalg.norm(a, axis=[0])
    for ord, axis in ((None, 2), (None, (0, 0)), (None, (0, 1, 2)), ("bad", None), ("bad", 0)):
        with pytest.raises(ValueError):
            linalg.norm(a, ord, axis)
    with pytest.raises(NotImplementedError):
        linalg.norm(a, -2)


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
def test_bandwidths(format):
    for offsets in ([0], [-2, 0], [0, 1], [-1, 3], [2]):
        A = scipy.sparse.diags_array([1.0] * len(offsets), offsets=offsets, shape=(6, 6))
        given = sparse.csr_matrix(A).asformat(format)
        assert linalg.spbandwidth(given) == expected.spbandwidth(A.tocsr())
        assert linalg.is_sptriangular(given) == tuple(map(bool, expected.is_sptriangular(A.tocsr())))
    assert linalg.spbandwidth(sparse.csr_matrix((3, 3))) == (0, 0)


def test_inv():
    A = system()[0]
    x = linalg.inv(sparse.csc_matrix(A))
    assert x.format == "csc"
    numpy.testing.assert_allclose(x.toarray().get(), numpy.linalg.inv(A.toarray()), rtol=1e-8, atol=1e-10)
    with pytest.raises(TypeError):
        linalg.inv(cupy.eye(3))
