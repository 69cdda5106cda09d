"""Sparse systems solved by a backend's direct solver: a stand-in, which NumPy makes, takes the library's place."""
import cupy
import numpy
import pytest
import scipy.sparse
from cupyx.scipy import sparse
from cupyx.scipy.sparse import linalg
from cupyx.scipy.sparse.linalg._direct import _library


def array(address, shape, char):
    """An array over memory that somebody else holds."""
    size = numpy.dtype(char).itemsize * int(numpy.prod(shape))
    memory = cupy.cuda.UnownedMemory(address, size, None)
    return cupy.ndarray(shape, char, cupy.cuda.MemoryPointer(memory, 0), order="F")


class Library:
    """Solves with the arrays at the addresses that it is given."""

    def __init__(self, exact=True):
        self.exact, self.solved = exact, []

    def factorize(self, device, char, n, nnz, indptr, indices, data, stream):
        library, exact = self, self.exact

        class Factors:
            def __init__(self):
                self.exact = exact

            def solve(self, x, b, columns, stream):
                parts = [array(address, (size,), kind).get() for address, size, kind in
                         ((data, nnz, char), (indices, nnz, "i"), (indptr, n + 1, "i"))]
                A = scipy.sparse.csr_array(tuple(parts), shape=(n, n)).toarray()
                solution = numpy.linalg.solve(A, array(b, (n, columns), char).get())
                array(x, (n, columns), char)[...] = cupy.asarray(solution)
                library.solved.append((char, columns))

        return Factors()


@pytest.fixture
def use(monkeypatch):
    def use(library):
        monkeypatch.setattr(_library, "backend_service", {"direct": library}.get)
        return library
    return use


def system(dtype, n=20):
    rng = numpy.random.default_rng(0)
    A = scipy.sparse.random_array((n, n), density=0.2, rng=rng) * 8 + 20 * scipy.sparse.eye_array(n)
    if numpy.dtype(dtype).kind == "c":
        A = A + 1j * scipy.sparse.random_array((n, n), density=0.1, rng=rng)
    return A.tocsr().astype(dtype), rng.standard_normal((n, 3))


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D", "i"])
@pytest.mark.parametrize("form", ["csr_array", "csc_matrix"])
def test_spsolve(use, form, dtype):
    library, (A, b) = use(Library()), system(dtype)
    for rhs in (b[:, 0], b[:, :1], b, b[::-1], b.astype("F")):
        x = linalg.spsolve(getattr(sparse, form)(A), cupy.asarray(rhs))
        expected = numpy.linalg.solve(A.toarray(), rhs)
        assert x.dtype == numpy.result_type(A.dtype, rhs.dtype)
        cupy.testing.assert_allclose(x, expected if rhs.shape[1:] != (1,) else expected[:, 0], rtol=1e-5, atol=1e-6)
    assert [columns for _, columns in library.solved] == [1, 1, 3, 3, 3]


def test_duplicates_are_added_up(use):
    library = use(Library())
    A = sparse.csr_matrix((cupy.asarray([1.0, 3, 2]), cupy.asarray([0, 0, 1]), cupy.asarray([0, 2, 3])), shape=(2, 2))
    cupy.testing.assert_allclose(linalg.spsolve(A, cupy.asarray([4.0, 4.0])), [1, 2])
    assert library.solved


def test_factorized(use):
    library, (A, b) = use(Library()), system("d")
    solve = linalg.factorized(sparse.csc_matrix(A))
    for rhs in (b[:, 0], b, b[:, 0] + 1j * b[:, 1], b[:, :0]):
        cupy.testing.assert_allclose(solve(cupy.asarray(rhs)), numpy.linalg.solve(A.toarray(), rhs), rtol=1e-10)
    assert library.solved == [("d", 1), ("d", 3), ("d", 1), ("d", 1)]
    with pytest.raises(ValueError, match="incompatible size"):
        solve(cupy.ones(3))


def test_what_superlu_solves(use):
    library, (A, b) = use(Library()), system("d")
    a, rhs = sparse.csc_matrix(A), cupy.asarray(b[:, 0])
    expected = numpy.linalg.solve(A.toarray(), b[:, 0])
    cupy.testing.assert_allclose(linalg.spsolve(a, rhs, permc_spec="NATURAL"), expected, rtol=1e-10)
    cupy.testing.assert_allclose(linalg.spsolve(a, sparse.csc_matrix(b)).toarray(), numpy.linalg.solve(A.toarray(), b),
                                 rtol=1e-10)
    use(Library(exact=False))
    cupy.testing.assert_allclose(linalg.spsolve(a, rhs), expected, rtol=1e-10)
    cupy.testing.assert_allclose(linalg.factorized(a)(rhs), expected, rtol=1e-10)
    with pytest.warns(scipy.sparse.linalg.MatrixRankWarning):
        assert bool(cupy.isnan(linalg.spsolve(sparse.csr_matrix(cupy.ones((2, 2))), cupy.ones(2))).all())
    assert not library.solved
