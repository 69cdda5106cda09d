"""Sparse matrices in files."""
from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

from cupyx.scipy.sparse._base import from_host, issparse

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix

__all__ = ["load_npz", "save_npz"]


def save_npz(file: str | IO[Any], matrix: spmatrix | sparray | ArrayLike, compressed: bool = True) -> None:
    """Write a sparse matrix to a file of NumPy's format ``.npz``, which SciPy reads too.

    Parameters
    ----------
    file : str or file-like object
        The file; ``.npz`` is appended to a name without it.
    matrix : sparse matrix or array
        Of the formats CSC, CSR, BSR, DIA or COO.
    compressed : bool, optional
        Whether the file is compressed.

    Raises
    ------
    NotImplementedError
        For other formats.

    Examples
    --------
    >>> import io
    >>> from cupyx.scipy import sparse
    >>> file = io.BytesIO()
    >>> sparse.save_npz(file, sparse.eye(3, format="csr"))
    >>> _ = file.seek(0)
    >>> sparse.load_npz(file).nnz
    3
    """
    import scipy.sparse

    scipy.sparse.save_npz(file, matrix.get() if issparse(matrix) else matrix, compressed)


def load_npz(file: str | IO[Any]) -> spmatrix | sparray | ndarray:
    """Read a sparse matrix from a file that `save_npz`, or SciPy's function, wrote.

    Parameters
    ----------
    file : str or file-like object
        The file.

    Returns
    -------
    sparse matrix or array
        Of the format and the family that was written.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it holds something else.

    Examples
    --------
    >>> import io
    >>> import scipy.sparse
    >>> from cupyx.scipy import sparse
    >>> file = io.BytesIO()
    >>> scipy.sparse.save_npz(file, scipy.sparse.coo_array([[0, 7]]))
    >>> _ = file.seek(0)
    >>> sparse.load_npz(file).toarray()
    array([[0, 7]])
    """
    import scipy.sparse

    return from_host(scipy.sparse.load_npz(file))
