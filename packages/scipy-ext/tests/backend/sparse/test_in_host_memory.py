"""Iterative solvers where arrays lie in the host's memory: SciPy's results for all kinds of operands."""
import warnings

import cupy
import numpy
import pytest
import scipy.sparse
import scipy.sparse.linalg as expected
from cupyx.scipy import sparse
from cupyx.scipy.sparse import linalg
from cupyx.scipy.sparse.linalg import _in_host_memory

N = 24
KRYLOV = ["cg", "bicg", "bicgstab", "cgs", "gmres", "minres", "qmr", "tfqmr", "lgmres", "gcrotmk", "lsqr", "lsmr"]


@pytest.fixture(autouse=True)
def host(monkeypatch):
    monkeypatch.setattr(_in_host_memory, "host_memory", lambda: True)


@pytest.fixture(params=["csr", "csc", "coo", "array", "dense", "operator"])
def matrix(request):
    """A matrix as an operand of ours, and SciPy's."""
    rng = numpy.random.default_rng(4)
    A = scipy.sparse.random_array((N, N), density=0.2, rng=rng)
    A = (A + A.T + 8 * scipy.sparse.eye_array(N)).tocsr()
    given = sparse.csr_matrix(A)
    kind = request.param
    makers = {"array": lambda: sparse.csr_array(A), "dense": given.toarray,
              "operator": lambda: linalg.aslinearoperator(given)}
    return makers.get(kind, lambda: given.asformat(kind))(), A


def same(found, wanted):
    if isinstance(wanted, tuple):
        assert len(found) == len(wanted)
        for a, b in zip(found, wanted, strict=True):
            same(a, b)
    elif isinstance(wanted, numpy.ndarray):
        assert isinstance(found, cupy.ndarray) and found.dtype == wanted.dtype
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-10, atol=1e-10)
    else:
        assert type(found) is type(wanted) and numpy.isclose(found, wanted)


@pytest.mark.parametrize("name", KRYLOV)
def test_solutions(name, matrix):
    A, known = matrix
    b = numpy.random.default_rng(5).standard_normal(N)
    same(getattr(linalg, name)(A, cupy.asarray(b)), getattr(expected, name)(known, b))


def test_arguments(matrix):
    A, known = matrix
    b, x0 = numpy.random.default_rng(6).standard_normal((2, N))
    weights = cupy.asarray(1 / known.diagonal())
    seen, wanted = [], []
    M = linalg.LinearOperator((N, N), lambda v: weights * v)
    found = linalg.cg(A, cupy.asarray(b), cupy.asarray(x0), 1e-9, 30, M, lambda x: seen.append(x), None)
    same(found, expected.cg(known, b, x0, rtol=1e-9, maxiter=30, callback=wanted.append,
                            M=expected.LinearOperator((N, N), lambda v: v / known.diagonal())))
    assert len(seen) == len(wanted) and all(isinstance(x, cupy.ndarray) for x in seen)


def test_eigenvalues(matrix):
    A, known = matrix
    v0 = numpy.ones(N)
    for name in ("eigsh", "eigs", "svds"):
        found, wanted = getattr(linalg, name)(A, k=3, v0=cupy.asarray(v0)), getattr(expected, name)(known, k=3, v0=v0)
        for a, b in zip(found, wanted, strict=True):        # signs of vectors are anyone's
            same(abs(a), abs(b))
    if not isinstance(A, linalg.LinearOperator):
        same(linalg.eigsh(A, 3, sigma=1, v0=cupy.asarray(v0))[0], expected.eigsh(known, 3, sigma=1, v0=v0)[0])
    X = numpy.random.default_rng(7).standard_normal((N, 3))
    given = cupy.asarray(X)
    same(linalg.lobpcg(A, given, maxiter=30)[0], expected.lobpcg(known, X.copy(), maxiter=30)[0])
    assert (given.get() == X).all()


def test_what_functions_change():
    """Vectors that `lgmres` keeps for the next call stay on the device."""
    outer = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        x, info = linalg.lgmres(sparse.diags(cupy.arange(1.0, 9.0)).tocsr(), cupy.ones(8), outer_v=outer)
    assert info == 0 and outer and isinstance(outer[0][0], cupy.ndarray)


def test_structures_that_lie():
    A = sparse.csr_matrix(cupy.eye(4))
    A.indices[2] = 1 << 20
    with pytest.raises(ValueError):
        linalg.cg(A, cupy.ones(4))


def test_errors():
    A = sparse.csr_matrix(cupy.eye(4))
    for call in (lambda: linalg.cg(A, cupy.ones(5)), lambda: linalg.eigsh(A, 0),
                 lambda: linalg.eigsh(A, 2, which="XX"), lambda: linalg.eigsh(A, 2, v0=cupy.ones(3)),
                 lambda: linalg.eigs(A, 2, v0=cupy.ones(0)), lambda: linalg.svds(A, 2, v0=cupy.ones(5))):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        linalg.cg(A)


@pytest.mark.parametrize("arguments, options, message", [
    (1, {}, "required"), (2, {"b": 1}, "multiple values"), (2, {"unknown": 1}, "unexpected"), (13, {}, "positional")])
def test_arguments_that_do_not_fit(arguments, options, message):
    A, b = sparse.identity(3, format="csr"), cupy.ones(3)
    with pytest.raises(TypeError, match=message):
        linalg.cg(*([A] + [b] * 12)[:arguments], **options)
