"""Lists of rows."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from cupyx.scipy.sparse._base import sparray, spmatrix
from cupyx.scipy.sparse._host_formats import HostFormat

if TYPE_CHECKING:
    from typing import Self

    import numpy

__all__ = ["isspmatrix_lil", "lil_array", "lil_matrix"]


class LIL(HostFormat):
    """A list of columns and one of values for each row."""

    format = "lil"

    @property
    def rows(self) -> Any:
        """For each row the list of its columns, an array of the host."""
        return self._host.rows

    @property
    def data(self) -> numpy.ndarray[Any, Any]:
        """For each row the list of its values, an array of the host."""
        return self._host.data

    def getrow(self, i: SupportsIndex) -> HostFormat:
        """A copy of a row.

        Parameters
        ----------
        i : int
            Which row.
        """
        return self._of(self._host.getrow(i))

    def getrowview(self, i: SupportsIndex) -> HostFormat:
        """A row that shares its lists with the matrix.

        Parameters
        ----------
        i : int
            Which row.
        """
        return self._of(self._host.getrowview(i))

    def __iadd__(self, other: Any) -> Self:
        self[:, :] = self + other
        return self

    def __isub__(self, other: Any) -> Self:
        self[:, :] = self - other
        return self


class lil_matrix(spmatrix, LIL):
    """Matrix of lists of rows, in host memory: for building a matrix element by element.

    Parameters
    ----------
    arg1 : array, sparse matrix, or tuple
        A dense array of the device or the host; a sparse matrix of this library or SciPy's; or a shape.
    shape : tuple of int, optional
        The shape, if `arg1` does not tell it.
    dtype : dtype, optional
        Type of the values.
    copy : bool, optional
        Whether to copy lists that could be shared.
    maxprint : int, optional
        Most elements that the text of the matrix shows.

    Notes
    -----
    Elements and lists are the host's; products and other calculations bring the matrix to the device as CSR.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> a = sparse.lil_matrix((2, 2))
    >>> a[0, 1] = 5
    >>> a.tocsr().toarray()
    array([[0., 5.],
           [0., 0.]])
    """


class lil_array(sparray, LIL):
    """Array of lists of rows, in host memory; the parameters are those of `lil_matrix`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> a = sparse.lil_array((2, 2))
    >>> a[0] = [1, 2]
    >>> a @ cupy.ones(2)
    array([3., 0.])
    """


def isspmatrix_lil(x: object) -> bool:
    """Whether `x` is a `lil_matrix`.

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
    >>> sparse.isspmatrix_lil(sparse.lil_matrix((2, 3)))
    True
    """
    return isinstance(x, lil_matrix)
