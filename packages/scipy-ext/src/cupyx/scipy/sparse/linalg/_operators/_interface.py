"""Linear operators, by functions or by a matrix."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

import numpy

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._base import from_host, issparse

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._data import Data

__all__ = ["LinearOperator", "aslinearoperator"]


class LinearOperator:
    """A matrix that is known by what it does to vectors.

    Parameters
    ----------
    shape : tuple of int
        Numbers of rows and columns, ``(M, N)``.
    matvec : callable
        ``matvec(v)`` is ``A @ v`` for an array of shape ``(N,)`` or ``(N, 1)``.
    rmatvec : callable, optional
        ``rmatvec(v)`` is ``A.conj().T @ v``.
    matmat : callable, optional
        ``matmat(V)`` is ``A @ V`` for an array of shape ``(N, K)``; one column after another if not given.
    dtype : dtype, optional
        Type of the matrix; that of ``matvec`` of a vector of small integers if not given.
    rmatmat : callable, optional
        ``rmatmat(V)`` is ``A.conj().T @ V``.

    Notes
    -----
    Subclasses have a method ``_matvec`` or ``_matmat``, and ``_rmatvec`` or ``_adjoint`` if the adjoint is needed, and
    call ``super().__init__(dtype, shape)``.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import LinearOperator
    >>> double = LinearOperator((2, 2), matvec=lambda v: 2 * v)
    >>> (double @ double + double) @ cupy.ones(2)
    array([6., 6.])
    """

    __array_priority__ = 120            # above arrays and sparse matrices
    __array_ufunc__ = None
    ndim = 2
    shape: tuple[int, int]
    dtype: Any = None                   # a numpy.dtype once `matvec` has told it

    def __new__(cls, *arguments: Any, **options: Any) -> Any:
        if cls is LinearOperator:
            return object.__new__(_CustomLinearOperator)
        self = super().__new__(cls)
        if cls._matvec is LinearOperator._matvec and cls._matmat is LinearOperator._matmat:
            import warnings

            warnings.warn("LinearOperator subclass should implement at least one of _matvec and _matmat.",
                          category=RuntimeWarning, stacklevel=2)
        return self

    def __init__(self, dtype: DTypeLike | None, shape: Any) -> None:
        self.dtype = None if dtype is None else numpy.dtype(dtype)
        shape = tuple(shape)
        if len(shape) != 2 or not all(_arguments.is_integer(n) for n in shape):
            raise ValueError(f"invalid shape {shape!r} (must be 2-d)")
        self.shape = shape

    def _init_dtype(self) -> None:
        if self.dtype is None:
            self.dtype = self.matvec(cupy.zeros(self.shape[1], numpy.int8)).dtype

    # what subclasses replace

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.matmat(x.reshape(-1, 1))

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        if not X.shape[1]:
            return cupy.zeros((self.shape[0], 0), self.dtype)
        return cupy.hstack([self.matvec(column.reshape(-1, 1)) for column in X.T])

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        if type(self)._adjoint is LinearOperator._adjoint:
            if type(self)._rmatmat is not LinearOperator._rmatmat:
                return self._rmatmat(x.reshape(-1, 1)).reshape(-1)
            raise NotImplementedError("rmatvec is not defined")
        return self.H.matvec(x)

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        if type(self)._adjoint is LinearOperator._adjoint:
            if not X.shape[1]:
                return cupy.zeros((self.shape[1], 0), self.dtype)
            return cupy.hstack([self.rmatvec(column.reshape(-1, 1)) for column in X.T])
        return self.H.matmat(X)

    def _adjoint(self) -> LinearOperator:
        return _AdjointOperator(self)

    def _transpose(self) -> LinearOperator:
        return _TransposedLinearOperator(self)

    # products

    def matvec(self, x: Any) -> cupy.ndarray:
        """``A @ x`` for an array of shape ``(N,)`` or ``(N, 1)``."""
        return self._vector(x, self._matvec, self.shape)

    def rmatvec(self, x: spmatrix | sparray | ArrayLike) -> cupy.ndarray:
        """``A.conj().T @ x`` for an array of shape ``(M,)`` or ``(M, 1)``."""
        return self._vector(x, self._rmatvec, self.shape[::-1])

    def matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        """``A @ X`` for an array of shape ``(N, K)``."""
        return self._columns(X, self._matmat, self.shape[1])

    def rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        """``A.conj().T @ X`` for an array of shape ``(M, K)``."""
        return self._columns(X, self._rmatmat, self.shape[0])

    def _vector(self, x: Any, function: Callable[..., Any], shape: tuple[int, ...]) -> cupy.ndarray:
        m, n = shape
        x = cupy.asarray(x)
        if x.shape != (n,) and x.shape != (n, 1):
            raise ValueError(f"dimension mismatch: {x.shape} for {shape}")
        y = function(x)
        if y.size != m:
            raise ValueError(f"invalid shape returned by user-defined matvec(): {y.shape}")
        return y.reshape(m) if x.ndim == 1 else y.reshape(m, 1)

    def _columns(self, X: cupy.ndarray, function: Callable[..., Any], n: int) -> cupy.ndarray:
        X = from_host(X)
        if not issparse(X):
            X = cupy.asarray(X)
        if X.ndim != 2:
            raise ValueError(f"expected 2-d ndarray or matrix, not {X.ndim}-d")
        if X.shape[0] != n:
            raise ValueError(f"dimension mismatch: {self.shape}, {X.shape}")
        try:
            return function(X)
        except Exception as error:
            if issparse(X):
                raise TypeError("Unable to multiply a LinearOperator with a sparse matrix. Wrap the matrix in "
                                "aslinearoperator first.") from error
            raise

    @overload
    def dot(self, x: cupy.ndarray) -> cupy.ndarray: ...
    @overload
    def dot(self, x: LinearOperator | float) -> LinearOperator: ...
    def dot(self, x: Any) -> cupy.ndarray | LinearOperator:
        """The product with a number, an operator, a vector or a matrix."""
        if isinstance(x, LinearOperator):
            return _ProductLinearOperator(self, x)
        if _arguments.is_scalar(x):
            return _ScaledLinearOperator(self, x)
        x = from_host(x)
        if not issparse(x):
            x = cupy.asarray(x)
        if x.ndim == 1 or x.ndim == 2 and x.shape[1] == 1 and not issparse(x):
            return self.matvec(x)
        if x.ndim == 2:
            return self.matmat(x)
        raise ValueError(f"expected 1-d or 2-d array or matrix, got {x!r:.60}")

    def __call__(self, x: cupy.ndarray) -> cupy.ndarray | LinearOperator:
        return self @ x if not _arguments.is_scalar(x) else self * x

    @overload
    def __mul__(self, x: cupy.ndarray, /) -> cupy.ndarray: ...
    @overload
    def __mul__(self, x: LinearOperator | float, /) -> LinearOperator: ...
    def __mul__(self, x: cupy.ndarray | LinearOperator | float) -> cupy.ndarray | LinearOperator:
        return self.dot(x)

    def __matmul__(self, other: Any) -> Any:
        if _arguments.is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.dot(other)

    def __rmatmul__(self, other: ArrayLike) -> LinearOperator | cupy.ndarray:
        if _arguments.is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.rdot(other)

    def __rmul__(self, x: spmatrix | sparray | ArrayLike) -> LinearOperator | cupy.ndarray:
        return self.rdot(x)

    def rdot(self, x: Any) -> _ScaledLinearOperator | cupy.ndarray:
        """``x`` times the operator: rows of numbers, an operator, or a scalar."""
        if _arguments.is_scalar(x):
            return _ScaledLinearOperator(self, x)
        if isinstance(x, LinearOperator):
            return _ProductLinearOperator(x, self)
        x = from_host(x)
        if not issparse(x):
            x = cupy.asarray(x)
        if x.ndim == 1:
            return self.T.matvec(x)
        if x.ndim == 2:
            return self.T.matmat(x.T).T
        raise ValueError(f"expected 1-d or 2-d array or matrix, got {x!r:.60}")

    def __truediv__(self, other: Any) -> LinearOperator:
        if not _arguments.is_scalar(other):
            raise ValueError("Can only divide a linear operator by a scalar.")
        return _ScaledLinearOperator(self, 1.0 / other)

    def __pow__(self, p: Any) -> LinearOperator:
        return _PowerLinearOperator(self, p) if _arguments.is_scalar(p) else NotImplemented

    def __add__(self, x: LinearOperator) -> LinearOperator:
        return _SumLinearOperator(self, x) if isinstance(x, LinearOperator) else NotImplemented

    def __sub__(self, x: LinearOperator) -> LinearOperator:
        return _SumLinearOperator(self, -x) if isinstance(x, LinearOperator) else NotImplemented

    def __neg__(self) -> LinearOperator:
        return _ScaledLinearOperator(self, -1)

    def __repr__(self) -> str:
        kind = "unspecified dtype" if self.dtype is None else f"dtype={self.dtype}"
        return f"<{self.shape[0]}x{self.shape[1]} {type(self).__name__} with {kind}>"

    def adjoint(self) -> LinearOperator:
        """The conjugate transpose, an operator."""
        return self._adjoint()

    def transpose(self) -> LinearOperator:
        """The transpose, an operator."""
        return self._transpose()

    @property
    def H(self) -> LinearOperator:
        """The conjugate transpose."""
        return self.adjoint()

    @property
    def T(self) -> LinearOperator:
        """The transpose."""
        return self.transpose()


class _CustomLinearOperator(LinearOperator):
    """An operator of functions that the user gave."""

    def __init__(self, shape: tuple[int, ...], matvec: Callable[..., Any], rmatvec: Callable[..., Any] | None = None,
                 matmat: Callable[..., Any] | None = None, dtype: DTypeLike | None = None,
                 rmatmat: Callable[..., Any] | None = None) -> None:
        super().__init__(dtype, shape)
        self._functions = matvec, rmatvec, matmat, rmatmat
        self._init_dtype()

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self._functions[0](x)

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        function = self._functions[1]
        if function is None:
            raise NotImplementedError("rmatvec is not defined")
        return function(x)

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self._functions[2](X) if self._functions[2] is not None else super()._matmat(X)

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        function = self._functions[3]
        if function is not None:
            return function(X)
        return cupy.hstack([self.rmatvec(column.reshape(-1, 1)) for column in X.T])

    def _adjoint(self) -> _CustomLinearOperator:
        matvec, rmatvec, matmat, rmatmat = self._functions
        return _CustomLinearOperator(self.shape[::-1], rmatvec, matvec, rmatmat, self.dtype, matmat)


class _AdjointOperator(LinearOperator):
    """The conjugate transpose of an operator."""

    def __init__(self, A: LinearOperator) -> None:
        super().__init__(A.dtype, A.shape[::-1])
        self.A = A

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.A._rmatvec(x)

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.A._matvec(x)

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self.A._rmatmat(X)

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self.A._matmat(X)

    def _adjoint(self) -> LinearOperator:
        return self.A


class _TransposedLinearOperator(LinearOperator):
    """The transpose of an operator."""

    def __init__(self, A: LinearOperator) -> None:
        super().__init__(A.dtype, A.shape[::-1])
        self.A = A

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return cupy.conj(self.A._rmatvec(cupy.conj(x)))

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return cupy.conj(self.A._matvec(cupy.conj(x)))

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return cupy.conj(self.A._rmatmat(cupy.conj(X)))

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return cupy.conj(self.A._matmat(cupy.conj(X)))

    def _transpose(self) -> LinearOperator:
        return self.A


def _result_type(*operators: Any) -> numpy.dtype[Any]:
    return numpy.result_type(*[x.dtype if isinstance(x, LinearOperator) else x for x in operators
                               if not isinstance(x, LinearOperator) or x.dtype is not None])


class _SumLinearOperator(LinearOperator):
    """The sum of two operators."""

    def __init__(self, A: LinearOperator, B: LinearOperator) -> None:
        if A.shape != B.shape:
            raise ValueError(f"cannot add {A} and {B}: shape mismatch")
        super().__init__(_result_type(A, B), A.shape)
        self.args = A, B

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.args[0].matvec(x) + self.args[1].matvec(x)

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.args[0].rmatvec(x) + self.args[1].rmatvec(x)

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self.args[0].matmat(X) + self.args[1].matmat(X)

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self.args[0].rmatmat(X) + self.args[1].rmatmat(X)

    def _adjoint(self) -> LinearOperator:
        return self.args[0].H + self.args[1].H


class _ProductLinearOperator(LinearOperator):
    """One operator after another."""

    def __init__(self, A: LinearOperator, B: LinearOperator) -> None:
        if A.shape[1] != B.shape[0]:
            raise ValueError(f"cannot multiply {A} and {B}: shape mismatch")
        super().__init__(_result_type(A, B), (A.shape[0], B.shape[1]))
        self.args = A, B

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.args[0].matvec(self.args[1].matvec(x))

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.args[1].rmatvec(self.args[0].rmatvec(x))

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self.args[0].matmat(self.args[1].matmat(X))

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self.args[1].rmatmat(self.args[0].rmatmat(X))

    def _adjoint(self) -> _ProductLinearOperator:
        return self.args[1].H @ self.args[0].H


class _ScaledLinearOperator(LinearOperator):
    """A number times an operator."""

    def __init__(self, A: LinearOperator, alpha: complex) -> None:
        if isinstance(A, _ScaledLinearOperator):
            A, alpha = A.args[0], alpha * A.args[1]
        super().__init__(numpy.result_type(_result_type(A), alpha if not hasattr(alpha, "dtype") else alpha.dtype),
                         A.shape)
        self.args = A, alpha

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.args[1] * self.args[0].matvec(x)

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return numpy.conj(self.args[1]) * self.args[0].rmatvec(x)

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self.args[1] * self.args[0].matmat(X)

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return numpy.conj(self.args[1]) * self.args[0].rmatmat(X)

    def _adjoint(self) -> _ScaledLinearOperator:
        return self.args[0].H * numpy.conj(self.args[1])


class _PowerLinearOperator(LinearOperator):
    """An operator several times."""

    def __init__(self, A: LinearOperator, p: int) -> None:
        if A.shape[0] != A.shape[1]:
            raise ValueError(f"square LinearOperator expected, got {A!r}")
        if not _arguments.is_integer(p) or p < 0:
            raise ValueError("non-negative integer expected as p")
        super().__init__(A.dtype, A.shape)
        self.args = A, p

    def _power(self, function: Callable[..., Any], x: cupy.ndarray) -> cupy.ndarray:
        x = cupy.array(x)
        for _ in range(self.args[1]):
            x = function(x)
        return x

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self._power(self.args[0].matvec, x)

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self._power(self.args[0].rmatvec, x)

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self._power(self.args[0].matmat, X)

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self._power(self.args[0].rmatmat, X)

    def _adjoint(self) -> LinearOperator:
        return self.args[0].H ** self.args[1]


class MatrixLinearOperator(LinearOperator):
    """An operator of a matrix of this library, dense or sparse."""

    def __init__(self, A: cupy.ndarray | Data) -> None:
        super().__init__(A.dtype, A.shape)
        self.A = A
        self._conjugate = None

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self.A @ x

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self.A @ X

    def _rmatvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return self._adjoint().A @ x

    def _rmatmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self._adjoint().A @ X

    def _adjoint(self) -> MatrixLinearOperator:
        if self._conjugate is None:
            transposed = self.A.T
            self._conjugate = MatrixLinearOperator(transposed.conj() if self.A.dtype.kind == "c" else transposed)
            self._conjugate._conjugate = self
        return self._conjugate


class IdentityOperator(LinearOperator):
    """The operator that changes nothing."""

    def __init__(self, shape: Any, dtype: DTypeLike | None = None) -> None:
        super().__init__(dtype, shape)

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        return x

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return X

    _rmatvec, _rmatmat = _matvec, _matmat

    def _adjoint(self) -> IdentityOperator:
        return self


def aslinearoperator(A: Any) -> LinearOperator:
    """An operator of a matrix, or of any object with ``shape`` and ``matvec``.

    Parameters
    ----------
    A : array, sparse matrix, LinearOperator or object
        Arrays of the device or the host, sparse matrices of this library or SciPy's; an object may have ``rmatvec``,
        ``rmatmat`` and ``dtype`` too.

    Returns
    -------
    LinearOperator
        `A` itself if it is one.

    Raises
    ------
    ValueError
        For an array with more than two axes.
    TypeError
        For anything else.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import aslinearoperator
    >>> aslinearoperator(cupy.asarray([[1., 2.], [3., 4.]])).rmatvec(cupy.asarray([1., 0.]))
    array([1., 2.])
    """
    A = from_host(A)
    if isinstance(A, LinearOperator):
        return A
    if issparse(A):
        return MatrixLinearOperator(A)
    if _arguments.is_dense(A):
        if A.ndim > 2:
            raise ValueError("array must have ndim <= 2")
        return MatrixLinearOperator(cupy.atleast_2d(cupy.asarray(A)))
    if hasattr(A, "shape") and hasattr(A, "matvec"):
        return _CustomLinearOperator(A.shape, A.matvec, getattr(A, "rmatvec", None), None, getattr(A, "dtype", None),
                                 getattr(A, "rmatmat", None))
    raise TypeError("type not understood")
