"""Sorting a matrix's items, in place."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cupy._ext import sparse
from cupyx.cusparse._arguments import matrix

if TYPE_CHECKING:
    from cupyx.scipy.sparse._coo_many import coo_matrix
    from cupyx.scipy.sparse._csc import csc_matrix
    from cupyx.scipy.sparse._csr import csr_matrix

__all__ = ["coosort", "cscsort", "csrsort"]

_MAJORS = {"r": "row", "rc": "row", "c": "col", "cr": "col"}


def csrsort(x: csr_matrix) -> None:
    """Sort each row of a CSR matrix by columns, in place.

    Parameters
    ----------
    x : csr_matrix
        The matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> x = csr_matrix((cupy.array([1.0, 2.0]), cupy.array([1, 0]), cupy.array([0, 2])))
    >>> cupyx.cusparse.csrsort(x)
    >>> x.data
    array([2., 1.])
    """
    matrix(x, "x", "csr")
    _sort(x, x.shape)


def cscsort(x: csc_matrix) -> None:
    """Sort each column of a CSC matrix by rows, in place.

    Parameters
    ----------
    x : csc_matrix
        The matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csc_matrix
    >>> x = csc_matrix((cupy.array([1.0, 2.0]), cupy.array([1, 0]), cupy.array([0, 2])))
    >>> cupyx.cusparse.cscsort(x)
    >>> x.data
    array([2., 1.])
    """
    matrix(x, "x", "csc")
    _sort(x, x.shape[::-1])


def _sort(x: Any, shape: tuple[int, ...]) -> None:
    data, indices, _ = sparse.csr_sort_indices((x.data, x.indices, x.indptr), shape)
    x.data[...], x.indices[...] = data, indices
    x.has_sorted_indices = True


def coosort(x: coo_matrix, sort_by: Literal["r", "c"] = "r") -> None:
    """Sort the elements of a COO matrix, in place.

    Parameters
    ----------
    x : coo_matrix
        The matrix.
    sort_by : {'r', 'c'}, optional
        By rows, and by columns within them; or by columns, and by rows within them.

    Raises
    ------
    TypeError
        If `x` has another format.
    ValueError
        If there is no such order.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import coo_matrix
    >>> x = coo_matrix((cupy.array([1.0, 2.0]), (cupy.array([1, 0]), cupy.array([0, 1]))))
    >>> cupyx.cusparse.coosort(x)
    >>> x.data
    array([2., 1.])
    """
    matrix(x, "x", "coo")
    if sort_by not in _MAJORS:
        raise ValueError(f"sort_by must be 'r' or 'c', not {sort_by!r}")
    order = sparse.coo_order(x.row, x.col, x.shape, _MAJORS[sort_by])
    x.row[...], x.col[...], x.data[...] = x.row[order], x.col[order], x.data[order]
