"""Functions of sparse matrices against SciPy's."""
import cupy
import numpy
import pytest
import scipy.linalg
import scipy.sparse
import scipy.sparse.linalg as expected
from cupyx.scipy import sparse
from cupyx.scipy.sparse import linalg


def matrix(n=30, dtype="d", scale=1.0, seed=0):
    rng = numpy.random.default_rng(seed)
    A = scipy.sparse.random_array((n, n), density=0.2, rng=rng, data_sampler=lambda size: rng.standard_normal(size))
    return (A * scale * (1 + 0.5j if dtype in "FD" else 1)).astype(dtype).tocsc()


@pytest.mark.parametrize("scale", [1e-4, 0.02, 0.1, 0.5, 1, 10])
@pytest.mark.parametrize("dtype", ["d", "D"])
def test_expm(scale, dtype):
    A = matrix(dtype=dtype, scale=scale)
    x = scipy.linalg.expm(A.toarray())
    for y in (linalg.expm(sparse.csc_matrix(A)).toarray(), linalg.expm(cupy.asarray(A.toarray()))):
        numpy.testing.assert_allclose(y.get(), x, rtol=1e-9, atol=1e-12 * abs(x).max())


def test_expm_edges():
    assert linalg.expm(sparse.csr_matrix((0, 0))).shape == (0, 0)
    y = linalg.expm(sparse.csr_matrix(cupy.asarray([[2]])))
    assert type(y) is sparse.csr_matrix and abs(float(y.toarray()[0, 0]) - numpy.exp(2)) < 1e-13
    nilpotent = numpy.triu(numpy.ones((6, 6)), 1)
    numpy.testing.assert_allclose(linalg.expm(cupy.asarray(nilpotent)).get(), scipy.linalg.expm(nilpotent), rtol=1e-12,
                                  atol=1e-14)
    assert bool((linalg.expm(sparse.csr_matrix((3, 3))).toarray() == cupy.eye(3)).all())
    with pytest.raises(ValueError):
        linalg.expm(sparse.csr_matrix((2, 3)))


@pytest.mark.parametrize("columns", [None, 1, 4])
@pytest.mark.parametrize("scale", [0.01, 1, 8])
@pytest.mark.parametrize("dtype", ["d", "D"])
def test_expm_multiply(columns, scale, dtype):
    A = matrix(dtype=dtype, scale=scale)
    B = numpy.random.default_rng(0).standard_normal((30, columns) if columns else 30)
    x = scipy.linalg.expm(A.toarray()) @ B
    for given in (sparse.csr_matrix(A), cupy.asarray(A.toarray())):
        y = linalg.expm_multiply(given, cupy.asarray(B))
        numpy.testing.assert_allclose(y.get(), x, rtol=1e-8, atol=1e-9 * abs(x).max())
    with pytest.warns(UserWarning, match="Trace"):
        y = linalg.expm_multiply(linalg.aslinearoperator(sparse.csr_matrix(A)), cupy.asarray(B))
    numpy.testing.assert_allclose(y.get(), x, rtol=1e-8, atol=1e-9 * abs(x).max())


def test_expm_multiply_in_time():
    A, B = matrix(), numpy.ones(30)
    for options in ({"start": 0, "stop": 1, "num": 5}, {"start": 0.5, "stop": 2, "num": 4, "endpoint": False}):
        x = expected.expm_multiply(A, B, **options)
        y = linalg.expm_multiply(sparse.csc_matrix(A), cupy.asarray(B), **options)
        numpy.testing.assert_allclose(y.get(), x, rtol=1e-9, atol=1e-10 * abs(x).max())
    for bad in ({"B": cupy.ones(3)}, {"B": cupy.ones((30, 1, 1))}, {"start": 0, "stop": 1, "num": 1}):
        with pytest.raises(ValueError):
            linalg.expm_multiply(**{"A": sparse.csc_matrix(A), "B": cupy.asarray(B), **bad})


@pytest.mark.parametrize("n", [1, 2, 3, 20, 50])
@pytest.mark.parametrize("dtype", ["d", "D"])
def test_onenormest(n, dtype):
    A = matrix(n, dtype)
    norm = abs(A.toarray()).sum(axis=0).max()
    est, v, w = linalg.onenormest(sparse.csr_matrix(A), compute_v=True, compute_w=True)
    assert 0.5 * norm <= est <= norm * (1 + 1e-12)
    numpy.testing.assert_allclose(w.get(), A @ v.get(), rtol=1e-12)
    numpy.testing.assert_allclose(abs(w.get()).sum(), est, rtol=1e-12)
    assert linalg.onenormest(abs(sparse.csr_matrix(A)), t=3) == pytest.approx(abs(A.toarray()).sum(axis=0).max())
    with pytest.raises(ValueError):
        linalg.onenormest(sparse.csr_matrix((2, 3)))
    if n > 3:
        with pytest.raises(ValueError):
            linalg.onenormest(sparse.csr_matrix(A), itmax=1)


@pytest.mark.parametrize("kind", ["general", "hermitian"])
@pytest.mark.parametrize("m", [None, 5])
def test_funm_multiply_krylov(kind, m):
    A = matrix(scale=0.3)
    if kind == "hermitian":
        A = (A + A.T).tocsc()
    b = numpy.ones(30)
    y = linalg.funm_multiply_krylov(linalg.expm, sparse.csc_array(A), cupy.asarray(b), assume_a=kind, t=0.5, rtol=1e-9,
                                    restart_every_m=m)
    numpy.testing.assert_allclose(y.get(), scipy.linalg.expm(0.5 * A.toarray()) @ b, rtol=1e-6, atol=1e-8)
    assert not linalg.funm_multiply_krylov(linalg.expm, sparse.csc_array(A), cupy.zeros(30)).any()
    for bad in ({"assume_a": "none"}, {"restart_every_m": 0}, {"max_restarts": 0}, {"atol": -1}):
        with pytest.raises(ValueError):
            linalg.funm_multiply_krylov(linalg.expm, sparse.csc_array(A), cupy.asarray(b), **bad)
    with pytest.raises(ValueError):
        linalg.funm_multiply_krylov(linalg.expm, sparse.csc_array(A), cupy.ones((30, 1)))


def test_matrix_power():
    A = (matrix() * 10).astype("l")
    for power in (0, 1, 2, 5, 8):
        x = expected.matrix_power(A, power).toarray()
        numpy.testing.assert_array_equal(linalg.matrix_power(sparse.csr_array(A), power).toarray().get(), x)
    with pytest.raises(ValueError):
        linalg.matrix_power(sparse.csr_array(A), -1)
    with pytest.raises(ValueError):
        linalg.matrix_power(sparse.csr_array(A), 1.5)
    with pytest.raises(TypeError):
        linalg.matrix_power(sparse.csr_array((2, 3)), 2)


@pytest.mark.parametrize("char", "fF")
def test_expm_multiply_over_a_span_is_in_double_precision(char):
    a = numpy.array([[0.5, 1], [0, 0.25]], char)
    for span in ((), (0, 1, 3)):
        wanted = scipy.sparse.linalg.expm_multiply(a, numpy.ones(2, char), *span)
        found = linalg.expm_multiply(cupy.asarray(a), cupy.ones(2, char), *span)
        assert found.dtype == wanted.dtype
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-5)
