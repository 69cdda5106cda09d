"""Linear operators against matrices."""
import cupy
import numpy
import pytest
import scipy.sparse
import scipy.sparse.linalg
from cupyx.scipy import sparse
from cupyx.scipy.sparse.linalg import LinearOperator, aslinearoperator


def kinds(dtype):
    rng = numpy.random.default_rng(0)
    A = rng.standard_normal((3, 4)).astype(dtype)
    if numpy.dtype(dtype).kind == "c":
        A = A + 1j * rng.standard_normal((3, 4)).astype(dtype)
    a = cupy.asarray(A)

    class Rows(LinearOperator):
        def _matvec(self, x):
            return a @ x

        def _rmatvec(self, x):
            return a.conj().T @ x

    class Columns(LinearOperator):
        def _matmat(self, x):
            return a @ x

        def _adjoint(self):
            return aslinearoperator(a.conj().T)

    class Thing:
        shape, dtype = A.shape, A.dtype
        matvec = staticmethod(lambda x: a @ x)
        rmatvec = staticmethod(lambda x: a.conj().T @ x)

    return A, [aslinearoperator(a), aslinearoperator(sparse.csr_matrix(A)), aslinearoperator(scipy.sparse.coo_array(A)),
               aslinearoperator(A), Rows(A.dtype, A.shape), Columns(A.dtype, A.shape), aslinearoperator(Thing()),
               LinearOperator(A.shape, matvec=lambda x: a @ x, rmatvec=lambda x: a.conj().T @ x),
               LinearOperator(A.shape, lambda x: a @ x, lambda x: a.conj().T @ x, lambda x: a @ x, A.dtype,
                              lambda x: a.conj().T @ x)]


@pytest.mark.parametrize("dtype", ["f", "d", "D"])
@pytest.mark.parametrize("which", range(9))
def test_products(dtype, which):
    A, operators = kinds(dtype)
    op = operators[which]
    rng = numpy.random.default_rng(1)
    x, y, X, Y = (rng.standard_normal(shape).astype(dtype) for shape in (4, 3, (4, 2), (3, 2)))

    def same(ours, theirs):
        assert ours.shape == theirs.shape
        numpy.testing.assert_allclose(ours.get(), theirs, rtol=1e-5, atol=1e-5)

    g = cupy.asarray
    H = A.conj().T
    same(op.matvec(g(x)), A @ x)
    same(op.matvec(g(x)[:, None]), (A @ x)[:, None])
    same(op.rmatvec(g(y)), H @ y)
    same(op.matmat(g(X)), A @ X)
    same(op.rmatmat(g(Y)), H @ Y)
    same(op @ g(x), A @ x)
    same(op * g(X), A @ X)
    same(op(g(x)), A @ x)
    same(op.dot(g(X)), A @ X)
    same(op.H @ g(y), H @ y)
    same(op.T @ g(Y), A.T @ Y)
    same(op.adjoint() @ g(Y), H @ Y)
    same(op.transpose().T @ g(x), A @ x)
    same(g(y) @ op, y @ A)
    same(g(Y).T @ op, Y.T @ A)
    same((2 * op) @ g(x), 2 * A @ x)
    same((op * 3j) @ g(x), 3j * A @ x)
    same((op / 2) @ g(x), A @ x / 2)
    same((-op) @ g(X), -A @ X)
    same((op + op) @ g(x), 2 * A @ x)
    same((op - 3 * op) @ g(X), -2 * A @ X)
    same((op.H @ op) @ g(x), H @ (A @ x))
    same((op.H @ op) ** 2 @ g(x), H @ (A @ (H @ (A @ x))))
    same((op @ op.H + op @ op.H).H @ g(Y), 2 * A @ (H @ Y))
    same((2j * op).H @ g(y), -2j * H @ y)
    assert op.shape == (3, 4) and op.ndim == 2 and op.dtype == dtype
    assert repr(op).startswith("<3x4 ") and f"dtype={op.dtype}" in repr(op)


def test_bad_input():
    op = aslinearoperator(cupy.ones((3, 4)))
    for call in (lambda: op.matvec(cupy.ones(3)), lambda: op.matmat(cupy.ones((3, 2))), lambda: op.matmat(cupy.ones(4)),
                 lambda: op + op.H, lambda: op @ op, lambda: op ** 2, lambda: (op.H @ op) ** -1, lambda: op @ 2,
                 lambda: 2 @ op, lambda: op.dot(cupy.ones((4, 1, 1))), lambda: op / op,
                 lambda: LinearOperator((3,), matvec=len), lambda: aslinearoperator(cupy.ones((1, 1, 1))),
                 lambda: LinearOperator((3, 3), matvec=lambda x: x[:2], dtype="d").matvec(cupy.ones(3))):
        with pytest.raises(ValueError):
            call()
    for call in (lambda: op + 1, lambda: aslinearoperator("a"), lambda: op ** op):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(NotImplementedError):
        LinearOperator((3, 3), matvec=lambda x: x).rmatvec(cupy.ones(3))
    with pytest.warns(RuntimeWarning):
        type("Empty", (LinearOperator,), {})("d", (2, 2))


@pytest.mark.parametrize("make", [
    lambda op: op, lambda op: op.T, lambda op: 2 * op, lambda op: op + op, lambda op: op @ op, lambda op: op ** 2])
def test_texts_are_those_of_scipy(make):
    ones = numpy.ones((2, 2))
    found, wanted = make(aslinearoperator(cupy.asarray(ones))), make(scipy.sparse.linalg.aslinearoperator(ones))
    assert repr(found) == repr(wanted)


def test_rdot_is_the_product_from_the_right():
    A = numpy.arange(6.0).reshape(2, 3)
    op = aslinearoperator(cupy.asarray(A))
    same = numpy.testing.assert_allclose
    same(op.rdot(cupy.ones(2)).get(), numpy.ones(2) @ A)
    same(op.rdot(cupy.ones((4, 2))).get(), numpy.ones((4, 2)) @ A)
    same((op.rdot(3) @ cupy.ones(3)).get(), 3 * A @ numpy.ones(3))
    same((op.rdot(op.H) @ cupy.ones(3)).get(), A.T @ (A @ numpy.ones(3)))
