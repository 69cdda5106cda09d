"""Eigenvalues and singular values against SciPy's."""
import warnings

import cupy
import numpy
import pytest
import scipy.sparse
import scipy.sparse.linalg as expected
from cupyx.scipy import sparse
from cupyx.scipy.sparse import linalg
from cupyx.scipy.sparse.linalg import _in_host_memory


@pytest.fixture(autouse=True)
def our_iterations(monkeypatch):
    """Not SciPy's, which are used where arrays lie in the host's memory."""
    monkeypatch.setattr(_in_host_memory, "host_memory", lambda: False)


def general(n=60, dtype="d", seed=0):
    rng = numpy.random.default_rng(seed)
    A = scipy.sparse.random_array((n, n), density=0.15, rng=rng, data_sampler=lambda size: rng.standard_normal(size))
    if numpy.dtype(dtype).kind == "c":
        A = A + 1j * scipy.sparse.random_array((n, n), density=0.15, rng=rng)
    return A.astype(dtype).tocsr()


def hermitian(n=60, dtype="d"):
    A = general(n, dtype)
    return (A + A.conj().T).tocsr()


def positive(n=60, dtype="d"):
    A = general(n, dtype)
    return (A @ A.conj().T + scipy.sparse.eye_array(n)).astype(dtype).tocsc()


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
@pytest.mark.parametrize("which", ["LM", "LA", "SA"])
@pytest.mark.parametrize("kind", ["csr", "dense", "operator"])
def test_eigsh(dtype, which, kind):
    A = hermitian(dtype=dtype)
    given = {"csr": sparse.csr_matrix, "dense": lambda a: cupy.asarray(a.toarray()),
             "operator": lambda a: linalg.aslinearoperator(sparse.csr_matrix(a))}[kind](A)
    w, v = linalg.eigsh(given, 4, which=which)
    values = numpy.linalg.eigvalsh(A.toarray())
    order = {"LM": numpy.argsort(-abs(values)), "LA": numpy.argsort(-values), "SA": numpy.argsort(values)}[which]
    tolerance = 2e-4 if dtype in "fF" else 1e-10
    numpy.testing.assert_allclose(w.get(), numpy.sort(values[order[:4]]), rtol=tolerance)
    w, v = w.get(), v.get()
    assert v.dtype == dtype and w.dtype == v.real.dtype
    assert abs(A @ v - v * w).max() <= tolerance * abs(values).max()
    numpy.testing.assert_allclose(v.conj().T @ v, numpy.eye(4), atol=tolerance)
    alone = linalg.eigsh(given, 4, which=which, return_eigenvectors=False)
    numpy.testing.assert_allclose(alone.get(), w, rtol=10 * tolerance)


@pytest.mark.parametrize("which", ["BE", "SM"])
def test_eigsh_ends(which):
    A = positive(30)
    values = numpy.linalg.eigvalsh(A.toarray())
    w = linalg.eigsh(sparse.csr_matrix(A), 5, which=which, return_eigenvectors=False).get()
    wanted = values[:5] if which == "SM" else numpy.r_[values[:2], values[-3:]]
    numpy.testing.assert_allclose(w, wanted, rtol=1e-8)


@pytest.mark.parametrize("mode", ["normal", "cayley", "buckling"])
@pytest.mark.parametrize("dtype", ["d", "D"])
def test_eigsh_shifted(mode, dtype):
    A, M = positive(dtype=dtype), scipy.sparse.diags_array(numpy.linspace(1, 2, 60)).astype(dtype).tocsc()
    w, v = linalg.eigsh(sparse.csc_matrix(A), 3, M=sparse.csc_matrix(M), sigma=3.3, mode=mode)
    values = scipy.linalg.eigvalsh(A.toarray(), M.toarray())
    near = numpy.sort(expected.eigsh(A.real if dtype == "d" else A, 3, M=M, sigma=3.3, mode="normal",
                                     return_eigenvectors=False))
    if mode != "buckling":
        numpy.testing.assert_allclose(w.get(), near, rtol=1e-8)
    for value in w.get():
        assert abs(values - value).min() <= 1e-8 * value
    assert abs(A @ v.get() - M @ v.get() * w.get()).max() <= 1e-8


def test_eigsh_generalised():
    A, M = hermitian(), positive()
    w, v = linalg.eigsh(sparse.csr_matrix(A), 4, M=sparse.csc_matrix(M))
    theirs = expected.eigsh(A, 4, M=M, return_eigenvectors=False)
    numpy.testing.assert_allclose(w.get(), numpy.sort(theirs), rtol=1e-8)
    numpy.testing.assert_allclose(v.get().T @ M @ v.get(), numpy.eye(4), atol=1e-9)


def test_eigsh_of_few_different_values():
    """The Krylov space ends early, and others follow."""
    w, v = linalg.eigsh(sparse.identity(30, format="csr"), 3)
    numpy.testing.assert_allclose(w.get(), 1, rtol=1e-12)
    numpy.testing.assert_allclose((v.T @ v).get(), numpy.eye(3), atol=1e-12)
    d = numpy.repeat([1.0, 2, 5], 10)
    w = linalg.eigsh(sparse.diags(d), 4, return_eigenvectors=False)
    numpy.testing.assert_allclose(w.get(), 5, rtol=1e-10)
    assert not linalg.eigsh(sparse.csr_matrix((20, 20)), 2, return_eigenvectors=False).any()


def test_eigsh_bad_input():
    a = sparse.identity(10, format="csr")
    for bad in ({"k": 0}, {"which": "XX"}, {"ncv": 3, "k": 3}, {"ncv": 11}, {"maxiter": 0},
                {"v0": cupy.ones(3)}, {"M": sparse.identity(3)}, {"mode": "cayley"}):
        with pytest.raises(ValueError):
            linalg.eigsh(a, **bad)
    with pytest.raises(TypeError):
        linalg.eigsh(a.astype("i"))
    with pytest.raises(ValueError):
        linalg.eigsh(sparse.csr_matrix((3, 4)))
    with pytest.raises(linalg.ArpackNoConvergence):
        linalg.eigsh(sparse.diags(numpy.linspace(1, 1.001, 400)), 6, maxiter=1, ncv=8)


@pytest.mark.parametrize("dtype", ["f", "d", "D"])
@pytest.mark.parametrize("which", ["LM", "LR", "SR", "LI"])
def test_eigs(dtype, which):
    A = general(dtype=dtype)
    w, v = linalg.eigs(sparse.csr_matrix(A), 5, which=which)
    values = numpy.linalg.eigvals(A.toarray())
    part = {"M": abs, "R": numpy.real, "I": numpy.imag if dtype == "D" else lambda z: abs(z.imag)}[which[1]]
    sign = 1 if which[0] == "L" else -1
    tolerance = 1e-3 if dtype == "f" else 1e-9
    wanted = numpy.sort(sign * part(values))[::-1][:5]
    numpy.testing.assert_allclose(numpy.sort(sign * part(w.get()))[::-1], wanted, rtol=tolerance, atol=tolerance)
    assert abs(A @ v.get() - v.get() * w.get()).max() <= tolerance * abs(values).max()
    assert w.dtype == ("F" if dtype == "f" else "D")


def test_eigs_shifted_and_generalised():
    A, M = general(), positive()
    for sigma in (0.4, 0.3 + 0.2j):
        w, v = linalg.eigs(sparse.csr_matrix(A), 4, sigma=sigma)
        values = numpy.linalg.eigvals(A.toarray())
        near = values[numpy.argsort(abs(values - sigma))[:4]]
        numpy.testing.assert_allclose(numpy.sort(abs(w.get() - sigma)), numpy.sort(abs(near - sigma)), rtol=1e-7)
        assert abs(A @ v.get() - v.get() * w.get()).max() <= 1e-8
    w, v = linalg.eigs(sparse.csr_matrix(A), 3, M=sparse.csc_matrix(M))
    assert abs(A @ v.get() - M @ v.get() * w.get()).max() <= 1e-8
    cycle = numpy.roll(numpy.eye(12), 1, axis=0)         # all magnitudes are one
    w, v = linalg.eigs(cupy.asarray(cycle), 3)
    assert abs(cycle @ v.get() - v.get() * w.get()).max() <= 1e-8
    with pytest.raises(TypeError):
        linalg.eigs(sparse.csr_matrix(A), 59)


@pytest.mark.parametrize("dtype", ["f", "d", "D"])
@pytest.mark.parametrize("shape", [(50, 30), (30, 50)])
def test_svds(dtype, shape):
    rng = numpy.random.default_rng(0)
    A = scipy.sparse.random_array(shape, density=0.3, rng=rng).astype(dtype).tocsr()
    if dtype == "D":
        A = A * (1 + 1j) + A * 0.5
    u, s, vh = linalg.svds(sparse.csr_matrix(A), 4)
    _, values, _ = numpy.linalg.svd(A.toarray())
    tolerance = 1e-4 if dtype == "f" else 1e-10
    numpy.testing.assert_allclose(s.get()[::-1], values[:4], rtol=tolerance)
    assert u.shape == (shape[0], 4) and vh.shape == (4, shape[1])
    assert abs(A @ vh.get().conj().T - u.get() * s.get()).max() <= tolerance * values[0]
    numpy.testing.assert_allclose(linalg.svds(sparse.csr_matrix(A), 4, return_singular_vectors=False).get(), s.get(),
                                  rtol=10 * tolerance)
    left, _, none = linalg.svds(cupy.asarray(A.toarray()), 4, return_singular_vectors="u")
    assert none is None and left.shape == u.shape
    assert linalg.svds(A, 4, return_singular_vectors="vh")[0] is None


def test_svds_least_and_bad_input():
    A = numpy.diag([5.0, 4, 3, 2, 1, 1, 1, 1])
    s = linalg.svds(cupy.asarray(numpy.diag([5.0, 4, 3, 2.5, 2, 1.5, 1, 0.5])), 2, which="SM",
                    return_singular_vectors=False)
    numpy.testing.assert_allclose(s.get(), [0.5, 1], rtol=1e-8)
    for bad in ({"k": 0}, {"k": 8}, {"which": "XX"}, {"solver": "none"}):
        with pytest.raises(ValueError):
            linalg.svds(cupy.asarray(A), **bad)
    with pytest.raises(TypeError):
        linalg.svds(cupy.asarray(A).astype("i"))


@pytest.mark.parametrize("dtype", ["f", "d", "D"])
@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("generalised", [False, True])
def test_lobpcg(dtype, largest, generalised):
    A, M = positive(dtype=dtype), scipy.sparse.diags_array(numpy.linspace(1, 2, 60)).astype(dtype).tocsr()
    X = numpy.random.default_rng(0).standard_normal((60, 3)).astype(dtype)
    tolerance = 0.1 if dtype == "f" else 1e-6
    w, v = linalg.lobpcg(sparse.csr_matrix(A), cupy.asarray(X), B=sparse.csr_matrix(M) if generalised else None,
                         largest=largest, maxiter=300, tol=tolerance)
    values = scipy.linalg.eigvalsh(A.toarray(), M.toarray() if generalised else None)
    numpy.testing.assert_allclose(w.get(), values[::-1][:3] if largest else values[:3],
                               rtol=0.15 if dtype == "f" else 1e-6)
    v, w = v.get(), w.get()
    weighted = M @ v if generalised else v
    assert numpy.linalg.norm(A @ v - weighted * w, axis=0).max() <= 2 * tolerance
    numpy.testing.assert_allclose(v.conj().T @ weighted, numpy.eye(3), atol=1e-4)


def test_lobpcg_with_preconditioner_constraints_and_histories():
    A = scipy.sparse.diags_array(numpy.arange(1.0, 101))
    X = cupy.asarray(numpy.random.default_rng(0).standard_normal((100, 2)))
    M = linalg.LinearOperator((100, 100), matvec=lambda v: v, matmat=lambda v: v / cupy.arange(1.0, 101)[:, None],
                              dtype="d")
    Y = cupy.eye(100)[:, :2]
    w, v, lambdas, norms = linalg.lobpcg(sparse.csr_matrix(A), X, M=M, Y=Y, largest=False, tol=1e-8, maxiter=50,
                                         retLambdaHistory=True, retResidualNormsHistory=True)
    numpy.testing.assert_allclose(w.get(), [3, 4], rtol=1e-10)
    assert abs(v[:2]).max() < 1e-10
    assert len(lambdas) == len(norms) < 30 and norms[-1].max() <= 1e-8
    assert linalg.lobpcg(lambda x: A @ x if isinstance(x, numpy.ndarray) else cupy.arange(1.0, 101)[:, None] * x, X,
                         tol=1e-6, maxiter=200)[0].round(3).get().tolist() == [100, 99]


def test_lobpcg_small_and_bad_input():
    A = sparse.diags(numpy.arange(1.0, 9))
    X = cupy.ones((8, 2))
    with pytest.warns(UserWarning, match="dense eigensolver"):
        assert linalg.lobpcg(A, X)[0].get().tolist() == [8, 7]
    with pytest.warns(UserWarning, match="dense"):
        w, _ = linalg.lobpcg(A, X, B=sparse.identity(8) * 2, largest=False)
    numpy.testing.assert_allclose(w.get(), [0.5, 1])
    with pytest.raises(ValueError):
        linalg.lobpcg(A, cupy.ones(8))
    with pytest.raises(ValueError, match="dependent"):
        linalg.lobpcg(sparse.identity(50), cupy.ones((50, 2)))
    with pytest.raises(ValueError, match="dependent"), warnings.catch_warnings():
        linalg.lobpcg(sparse.identity(50), cupy.eye(50)[:, :2], Y=cupy.ones((50, 2)))


@pytest.mark.parametrize("conditions", ["neumann", "dirichlet", "periodic"])
@pytest.mark.parametrize("shape", [(6,), (3, 4), (2, 3, 4)])
def test_laplacian(shape, conditions):
    theirs = expected.LaplacianNd(shape, boundary_conditions=conditions)
    ours = linalg.LaplacianNd(shape, boundary_conditions=conditions)
    numpy.testing.assert_array_equal(ours.toarray().get(), theirs.toarray())
    x = numpy.random.default_rng(0).standard_normal((theirs.shape[0], 2))
    numpy.testing.assert_allclose(ours.matmat(cupy.asarray(x)).get(), theirs.toarray() @ x, rtol=1e-12)
    numpy.testing.assert_allclose((ours @ cupy.asarray(x[:, 0])).get(), theirs.toarray() @ x[:, 0], rtol=1e-12)
    numpy.testing.assert_allclose(ours.eigenvalues(3).get(), theirs.eigenvalues(3))
    numpy.testing.assert_allclose(ours.eigenvectors(2).get(), theirs.eigenvectors(2))
    with pytest.raises(ValueError):
        linalg.LaplacianNd(shape, boundary_conditions="none")


@pytest.mark.parametrize("name, n, k", [("eigs", 6, 5), ("eigs", 2, 1), ("eigsh", 6, 6)])
def test_all_eigenvalues_are_of_arrays_alone(name, n, k):
    A = hermitian(n) + scipy.sparse.diags_array(numpy.arange(1.0, n + 1))
    call, M = getattr(linalg, name), cupy.asarray(2 * numpy.eye(n))
    for given in (sparse.csr_matrix(A), linalg.aslinearoperator(cupy.asarray(A.toarray()))):
        with pytest.raises(TypeError, match="reduce k"):
            call(given, k)
    with pytest.warns(RuntimeWarning, match="is used"):
        w, v = call(cupy.asarray(A.toarray()), k)
    with pytest.warns(RuntimeWarning, match="is used"):
        half = call(cupy.asarray(A.toarray()), k, M, return_eigenvectors=False)
    assert w.shape == half.shape == (n,)
    w, v = w.get(), v.get()
    numpy.testing.assert_allclose(A @ v, v * w, atol=1e-12)
    numpy.testing.assert_allclose(numpy.sort(half.get().real) * 2, numpy.sort(w.real), atol=1e-12)
