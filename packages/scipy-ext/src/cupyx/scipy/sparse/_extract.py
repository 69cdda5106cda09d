"""Parts of matrices: triangles, items that are not zero; axes in another order."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupyx.scipy.sparse._combine import sparse_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._coo_many import coo_array
    from cupyx.scipy.sparse._data import Data

__all__ = ["expand_dims", "find", "matrix_transpose", "permute_dims", "safely_cast_index_arrays", "swapaxes", "tril",
           "triu"]


def find(A: spmatrix | sparray | ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """Rows, columns and values of the elements that are not zero.

    Parameters
    ----------
    A : sparse matrix or array
        Where to look.

    Returns
    -------
    tuple of cupy.ndarray
        Rows, columns, values, by rows; values of the same place are added up.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.find(sparse.csr_matrix(cupy.asarray([[0., 7.]])))
    (array([0], dtype=int32), array([1], dtype=int32), array([7.]))
    """
    from cupyx.scipy.sparse._coo_many import coo_array

    a = coo_array(sparse_of(A), copy=True)
    a.has_canonical_format = False      # that of a CSC matrix is by columns
    a.sum_duplicates()
    kept = cupy.flatnonzero(a.data)
    return a.row[kept], a.col[kept], a.data[kept]


def _kept(A: Data | spmatrix | sparray | ArrayLike, format: str | None, keep: Callable[..., Any]) -> Data:
    a = sparse_of(A).tocoo(copy=False)
    kept = cupy.flatnonzero(keep(a.row, a.col))
    return a._make(a.data[kept], [c[kept] for c in a.coords], a.shape, a.has_canonical_format).asformat(format)


def tril(A: Any, k: SupportsIndex = 0, format: str | None = None) -> Any:
    """The elements on and below a diagonal.

    Parameters
    ----------
    A : sparse matrix or array
        The matrix.
    k : int, optional
        How far the diagonal lies above the main one.
    format : str, optional
        Format; ``"coo"`` if not given.

    Returns
    -------
    sparse matrix
        The lower triangle.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.tril(cupy.asarray([[1., 2.], [3., 4.]])).toarray()
    array([[1., 0.],
           [3., 4.]])
    """
    return _kept(A, format, lambda row, col: row + k >= col)


def triu(A: Any, k: SupportsIndex = 0, format: str | None = None) -> Any:
    """The elements on and above a diagonal.

    Parameters
    ----------
    A : sparse matrix or array
        The matrix.
    k : int, optional
        How far the diagonal lies above the main one.
    format : str, optional
        Format; ``"coo"`` if not given.

    Returns
    -------
    sparse matrix
        The upper triangle.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.triu(cupy.asarray([[1., 2.], [3., 4.]])).toarray()
    array([[1., 2.],
           [0., 4.]])
    """
    return _kept(A, format, lambda row, col: row + k <= col)


def permute_dims(A: spmatrix | sparray, axes: Sequence[int] | None = None, copy: bool = False) -> spmatrix | sparray:
    """The axes in another order, in COO.

    Parameters
    ----------
    A : sparse matrix
        The matrix.
    axes : sequence of int, optional
        The order; reversed if not given.
    copy : bool, optional
        Whether to copy the values.

    Returns
    -------
    sparse matrix
        The matrix or its transpose.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.permute_dims(sparse.eye(2, 3), (1, 0)).shape
    (3, 2)
    """
    axes = tuple(range(A.ndim))[::-1] if axes is None else tuple(axes)
    if len(axes) != A.ndim:
        raise ValueError(f"axes {axes} do not match the {A.ndim} axes of the array")
    order = numpy.lib.array_utils.normalize_axis_tuple(axes, A.ndim)
    if order == tuple(range(A.ndim)):
        return A.copy() if copy else A
    a = A.tocoo(copy=copy)
    return a.transpose() if A.ndim <= 2 else a.transpose(order)


def swapaxes(A: spmatrix | sparray, axis1: int, axis2: int) -> Any:
    """Two axes in each other's place, in COO.

    Parameters
    ----------
    A : sparse matrix
        The matrix.
    axis1, axis2 : int
        The axes.

    Returns
    -------
    sparse matrix
        The matrix or its transpose.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.swapaxes(sparse.eye(2, 3), 0, 1).shape
    (3, 2)
    """
    axes = list(range(A.ndim))
    one, other = numpy.lib.array_utils.normalize_axis_tuple((axis1, axis2), A.ndim, allow_duplicate=True)
    axes[one], axes[other] = axes[other], axes[one]
    return permute_dims(A, axes)


def expand_dims(A: coo_array, /, *, axis: Int = 0) -> coo_array:
    """A new axis of length one, in COO.

    Parameters
    ----------
    A : sparse array
        The array.
    axis : int, optional
        Where the axis shall be.

    Returns
    -------
    sparse array
        With one axis more.

    Raises
    ------
    ValueError
        If `axis` is out of range.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.expand_dims(sparse.eye_array(2, 3), axis=1).shape
    (2, 1, 3)
    """
    if not -A.ndim - 1 <= axis <= A.ndim:
        raise ValueError(f"Invalid axis {axis} for an array with {A.ndim} axes")
    axis %= A.ndim + 1
    return A.tocoo(copy=False).reshape(*A.shape[:axis], 1, *A.shape[axis:])


def matrix_transpose(A: spmatrix | sparray) -> spmatrix | sparray:
    """The transpose.

    Parameters
    ----------
    A : sparse matrix
        The matrix.

    Returns
    -------
    sparse matrix
        Its transpose.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.matrix_transpose(sparse.eye(2, 3)).shape
    (3, 2)
    """
    return A.mT


def safely_cast_index_arrays(A: Any, idx_dtype: Any = numpy.int32, msg: str = "") -> tuple[cupy.ndarray, ...]:
    """The index arrays of a matrix as another dtype.

    Parameters
    ----------
    A : sparse matrix
        The matrix.
    idx_dtype : dtype, optional
        The dtype.
    msg : str, optional
        What the error says about the use of the indices.

    Returns
    -------
    tuple of cupy.ndarray
        ``indices, indptr``, ``coords`` or ``offsets``.

    Raises
    ------
    ValueError
        If the shape or the number of elements does not fit the dtype.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.safely_cast_index_arrays(sparse.csr_matrix((1, 2)), "l")
    (array([], dtype=int64), array([0, 0]))
    """
    most = numpy.iinfo(idx_dtype).max
    if max(A.shape) > most or A.format in ("csr", "csc") and A.data.size > most:
        raise ValueError(f"{msg or 'the matrix'} needs indices of a wider dtype than {numpy.dtype(idx_dtype)}")
    if A.format in ("csr", "csc", "bsr"):
        return A.indices.astype(idx_dtype, copy=False), A.indptr.astype(idx_dtype, copy=False)
    if A.format == "coo":
        return tuple(c.astype(idx_dtype, copy=False) for c in A.coords)
    if A.format != "dia":
        raise TypeError(f"Format {A.format} is not associated with index arrays. DOK and LIL have dict and list, "
                        "not array.")
    return A.offsets.astype(idx_dtype, copy=False)
