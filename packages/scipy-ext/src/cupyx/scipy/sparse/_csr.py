"""Compressed sparse rows."""
from __future__ import annotations

from cupyx.scipy.sparse._base import sparray, spmatrix
from cupyx.scipy.sparse._index import Indexing

__all__ = ["csr_array", "csr_matrix", "isspmatrix_csr"]


class CSR(Indexing):
    """Rows one after the other."""

    format = "csr"

    def tocsr(self, copy: bool = False) -> CSR:
        """The matrix itself, or a copy."""
        return self.copy() if copy else self

    def tocsc(self, copy: bool = False) -> Indexing:
        """The matrix as CSC."""
        if self.ndim != 2:
            raise ValueError(f"Cannot convert a {self.ndim}d sparse array to csc format")
        return self._other(copy)


class csr_matrix(spmatrix, CSR):
    """Matrix of compressed sparse rows.

    Parameters
    ----------
    arg1 : array, sparse matrix, or tuple
        A dense array of the device or the host; a sparse matrix of this library or SciPy's; a shape; ``(data, (row,
        col))``; or ``(data, indices, indptr)``.
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
    Arrays that are given are checked by one launch, which is waited for: indices outside of the matrix and row starts
    that descend are a ValueError, room behind the last row is left out. Dense results are arrays, never
    ``numpy.matrix``.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> a = sparse.csr_matrix(cupy.asarray([[0., 2.], [3., 0.]]))
    >>> a @ cupy.asarray([1., 10.])
    array([20.,  3.])
    """


class csr_array(sparray, CSR):
    """Array of compressed sparse rows; the parameters are those of `csr_matrix`, and a shape may have one axis.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> a = sparse.csr_array(cupy.asarray([[0., 2.], [3., 0.]]))
    >>> (a * a).toarray()
    array([[0., 4.],
           [9., 0.]])
    """

    _dimensions = (1, 2)


def isspmatrix_csr(x: object) -> bool:
    """Whether `x` is a `csr_matrix`.

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
    >>> sparse.isspmatrix_csr(sparse.csr_matrix((2, 3)))
    True
    """
    return isinstance(x, csr_matrix)
