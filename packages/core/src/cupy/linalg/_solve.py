"""Linear equations, inverses and least squares."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy
from numpy.linalg import LinAlgError

from cupy._core.axes import normalize_axis_index
from cupy._core.constructors import empty
from cupy._core.from_data import asarray
from cupy._core.subclass import keeps_class
from cupy._linalg import decompose as solver
from cupy._core.arguments import as_array
from cupy._math.reduce import no_value
from cupy.linalg._arguments import (
    as_matrices, as_squares, as_batch, computed_dtype, empty_result, unbatched)
from cupy.linalg._factorize import svd

if TYPE_CHECKING:
    from cupy._core.options import Int
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["inv", "lstsq", "pinv", "solve", "tensorinv", "tensorsolve"]


@keeps_class
def solve(a: ArrayLike, b: ArrayLike) -> ndarray:
    """Solve ``a @ x = b``.

    Parameters
    ----------
    a : (..., M, M) array_like
        Coefficients.
    b : (M,) or (..., M, K) array_like
        Right-hand sides: one vector, or the columns of matrices.

    Returns
    -------
    (..., M) or (..., M, K) ndarray

    Raises
    ------
    LinAlgError
        If a matrix is singular: on a GPU when results are next brought to the host, see
        ``cupyx.errstate(linalg=...)``.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.solve(cupy.array([[1.0, 2.0], [3.0, 5.0]]), cupy.array([1.0, 2.0]))
    array([-1.,  1.])
    """
    a, b = as_squares(a), as_array(b, "b")
    dtype = computed_dtype(a, b)
    vector = b.ndim == 1
    if b.ndim == 0 or b.shape[-1 if vector else -2] != a.shape[-1]:
        raise ValueError(f"solve: b of shape {b.shape} does not fit a of shape {a.shape}: the axis of equations "
                         f"must have length {a.shape[-1]}")
    columns = b[:, None] if vector else b
    shape = a.shape[:-2]
    if columns.shape[:-2] != shape:
        shape = numpy.broadcast_shapes(shape, columns.shape[:-2])
    if a.size == 0 or b.size == 0:
        return empty_result(numpy.linalg.solve, a.astype(dtype), b.astype(dtype))
    a, columns = _broadcast(a, shape), _broadcast(columns, shape)
    x = unbatched(solver.implementation().solve(as_batch(a, dtype), as_batch(columns, dtype)), shape)
    return x[..., 0] if vector else x


def _broadcast(a: ndarray, shape: tuple[int, ...]) -> ndarray:
    if a.shape[:-2] == shape:
        return a
    from cupy._core.broadcast import broadcast_to

    return broadcast_to(a, (*shape, *a.shape[-2:]))


@keeps_class
def inv(a: ArrayLike) -> ndarray:
    """Inverses of square matrices.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrices.

    Returns
    -------
    (..., M, M) ndarray

    Raises
    ------
    LinAlgError
        If a matrix is singular; when, see `solve`.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.inv(cupy.array([[1.0, 2.0], [3.0, 5.0]]))
    array([[-5.,  2.],
           [ 3., -1.]])
    """
    a = as_squares(a)
    dtype = computed_dtype(a)
    if a.size == 0:
        return empty_result(numpy.linalg.inv, a.astype(dtype))
    return unbatched(solver.implementation().inv(as_batch(a, dtype)), a.shape[:-2])


@keeps_class
def tensorsolve(a: ArrayLike, b: ArrayLike, axes: Sequence[SupportsIndex] | None = None) -> ndarray:
    """Solve ``tensordot(a, x, x.ndim) = b``.

    Parameters
    ----------
    a : array_like
        Coefficients, of shape ``b.shape + x.shape``.
    b : array_like
        Right-hand side.
    axes : sequence of int, optional
        Axes of `a` to move to its end first.

    Returns
    -------
    ndarray

    Raises
    ------
    LinAlgError
        If `a` cannot be seen as a square matrix, or is singular.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.eye(6).reshape(2, 3, 6)
    >>> cupy.linalg.tensorsolve(a, cupy.arange(6.0).reshape(2, 3))
    array([0., 1., 2., 3., 4., 5.])
    """
    a, b = as_array(a), as_array(b, "b")
    if axes is not None:
        last = [normalize_axis_index(axis, a.ndim) for axis in axes]
        a = a.transpose(*[k for k in range(a.ndim) if k not in last], *last)
    shape = a.shape[b.ndim - a.ndim:] if a.ndim > b.ndim else ()
    size = math.prod(shape)
    if a.size != size ** 2 or size != b.size:
        raise LinAlgError("Input arrays must satisfy the requirement             "
                          "prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
    return solve(a.reshape(size, size), b.reshape(size)).reshape(shape)


@keeps_class
def tensorinv(a: ArrayLike, ind: Int = 2) -> ndarray:
    """The inverse under `tensordot`.

    Parameters
    ----------
    a : array_like
        Whose first `ind` axes have as many elements together as the others.
    ind : int, optional
        How many axes belong to the first side.

    Returns
    -------
    ndarray
        Of shape ``a.shape[ind:] + a.shape[:ind]``.

    Raises
    ------
    ValueError
        If `ind` is not positive.
    LinAlgError
        If the sides do not fit, or `a` is singular.

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.tensorinv(cupy.eye(6).reshape(2, 3, 6)).shape
    (6, 2, 3)
    """
    a = as_array(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    rows = math.prod(a.shape[ind:])
    return inv(a.reshape(rows, -1)).reshape(*a.shape[ind:], *a.shape[:ind])


@keeps_class
def pinv(a: ArrayLike, rcond: ArrayLike | None = None, hermitian: bool = False, *,
         rtol: ArrayLike | None = no_value) -> ndarray:
    """Moore-Penrose inverses.

    Parameters
    ----------
    a : (..., M, N) array_like
        The matrices.
    rcond : float or array_like, optional
        Singular values below `rcond` times the largest count as zero; 1e-15 if not given.
    hermitian : bool, optional
        Whether the matrices are Hermitian, which is faster.
    rtol : float or array_like, optional
        The same as `rcond`, and only one of both may be given; None stands for ``max(M, N) * eps``.

    Returns
    -------
    (..., N, M) ndarray

    Examples
    --------
    >>> import cupy
    >>> cupy.linalg.pinv(cupy.array([[2.0, 0.0], [0.0, 0.0]]))
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    from cupy import matmul, where

    a = as_matrices(a)
    if rcond is not None and rtol is not no_value:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    if 0 in a.shape[-2:]:
        return empty((*a.shape[:-2], a.shape[-1], a.shape[-2]), a.dtype)
    dtype = computed_dtype(a)
    limit = 1e-15 if rcond is None else rcond
    if rtol is not no_value:
        limit = max(a.shape[-2:]) * numpy.finfo(dtype).eps if rtol is None else rtol
    u, s, vh = svd(a.astype(dtype, copy=False).conj(), full_matrices=False, hermitian=hermitian)
    limit = as_array(limit, "rcond")[..., None] * s.max(axis=-1, keepdims=True)
    s = where(s > limit, 1 / s, s.dtype.type(0))
    return matmul(vh.swapaxes(-1, -2), s[..., None] * u.swapaxes(-1, -2)).astype(dtype, copy=False)


@keeps_class(plain=(3,))
def lstsq(a: ArrayLike, b: ArrayLike, rcond: float | None = None) -> tuple[ndarray, ndarray, Any, ndarray]:
    """Least squares: the shortest x that minimises ``|b - a @ x|``.

    Parameters
    ----------
    a : (M, N) array_like
        Coefficients.
    b : (M,) or (M, K) array_like
        Right-hand sides.
    rcond : float, optional
        Singular values below `rcond` times the largest count as zero; ``eps * max(M, N)`` if None, eps if -1.

    Returns
    -------
    x : (N,) or (N, K) ndarray
    residuals : (K,), (1,) or (0,) ndarray
        Squared lengths of what is left; empty when the rank is below N, or M <= N.
    rank : numpy.int32
        The rank of `a`.
    s : (min(M, N),) ndarray
        Singular values.

    Raises
    ------
    LinAlgError
        If the shapes do not fit.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.array([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
    >>> cupy.linalg.lstsq(a, cupy.array([1.0, 3.0, 5.0]))[0].round(6)
    array([2., 1.])
    """
    a, b = as_array(a), as_array(b, "b")
    if a.ndim != 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be two-dimensional")
    if b.ndim not in (1, 2):
        raise LinAlgError(f"{b.ndim}-dimensional array given. Array must be two-dimensional")
    m, n = a.shape
    if b.shape[0] != m:
        raise LinAlgError("Incompatible dimensions")
    dtype = computed_dtype(a, b)
    a, b = a.astype(dtype, copy=False), b.astype(dtype, copy=False)
    eps = numpy.finfo(dtype).eps
    limit: Any = eps * max(m, n) if rcond is None else eps if rcond == -1 else rcond
    if a.size == 0:
        x, residuals, rank, s = numpy.linalg.lstsq(numpy.zeros(a.shape, dtype), numpy.zeros(b.shape, dtype), limit)
        residuals = (abs(b) ** 2).sum(axis=0).reshape(-1) if n == 0 and residuals.size else asarray(residuals)
        return asarray(x), residuals, rank, asarray(s)
    decompositions = solver.implementation()
    if hasattr(decompositions, "lstsq"):
        return decompositions.lstsq(a, b, limit)
    from cupy import matmul, where

    columns = b[:, None] if b.ndim == 1 else b
    u, s, vh = svd(a, full_matrices=False)
    s = s + 0 * abs(a).max()        # NaN of what is not finite, whatever the library made of it
    large = s > limit * s[0]
    inverse = where(large, 1 / s, 0 * s)
    x = matmul(vh.swapaxes(-1, -2).conj(), inverse[:, None] * matmul(u.swapaxes(-1, -2).conj(), columns))
    rank = numpy.int32(large.sum().get())
    left = columns - matmul(a, x)
    residuals = (left.real ** 2 + left.imag ** 2 if dtype.kind == "c" else left ** 2).sum(axis=0)
    if rank < n or m <= n:
        residuals = residuals[:0]
    return (x[:, 0] if b.ndim == 1 else x), residuals, rank, s
