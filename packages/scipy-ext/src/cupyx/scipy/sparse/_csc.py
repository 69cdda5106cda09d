"""Compressed sparse columns."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupyx.scipy.sparse._base import sparray, spmatrix
from cupyx.scipy.sparse._in_host_memory import scipy_in_host_memory
from cupyx.scipy.sparse._index import Indexing

if TYPE_CHECKING:
    from cupy import ndarray

__all__ = ["csc_array", "csc_matrix", "isspmatrix_csc"]


class CSC(Indexing):
    """Columns one after the other."""

    format = "csc"
    _flip = True

    def tocsc(self, copy: bool = False) -> CSC:
        """The matrix itself, or a copy."""
        return self.copy() if copy else self

    def tocsr(self, copy: bool = False) -> Indexing:
        """The matrix as CSR."""
        return self._other(copy)

    @scipy_in_host_memory(always=True)
    def nonzero(self) -> tuple[ndarray, ndarray]:
        """Coordinates of values that are not zero, by rows."""
        return self.tocsr().nonzero()


class csc_matrix(spmatrix, CSC):
    """Matrix of compressed sparse columns.

    Parameters
    ----------
    arg1 : array, sparse matrix, or tuple
        As for `csr_matrix`, but ``(data, indices, indptr)`` are those of columns.
    shape : tuple of int, optional
        The shape, if `arg1` does not tell it.
    dtype : dtype, optional
        Type of the values.
    copy : bool, optional
        Whether to copy arrays that could be shared.
    maxprint : int, optional
        Most elements that the text of the matrix shows.

    Notes
    -----
    Differs from SciPy as `csr_matrix` does.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.csc_matrix(cupy.asarray([[0., 2.], [3., 0.]])).indptr
    array([0, 1, 2], dtype=int32)
    """


class csc_array(sparray, CSC):
    """Array of compressed sparse columns; the parameters are those of `csc_matrix`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.csc_array(cupy.asarray([[0., 2.], [3., 0.]])).sum(axis=0)
    array([3., 2.])
    """


def isspmatrix_csc(x: object) -> bool:
    """Whether `x` is a `csc_matrix`.

    Parameters
    ----------
    x : object
        What to look at.

    Returns
    -------
    bool
        Whether it is.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.isspmatrix_csc(sparse.csr_matrix((2, 3)))
    False
    """
    return isinstance(x, csc_matrix)
