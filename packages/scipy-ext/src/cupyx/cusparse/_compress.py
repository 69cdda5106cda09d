"""Smaller CSR matrices."""
from cupy._ext import sparse
from cupyx.cusparse._arguments import compressed, matrix

__all__ = ["csr2csr_compress"]


def csr2csr_compress(x, tol):
    """A CSR matrix without its small items.

    Parameters
    ----------
    x : csr_matrix
        The matrix.
    tol : scalar
        Items of at most this magnitude are left out.

    Returns
    -------
    csr_matrix
        A new matrix.

    Raises
    ------
    TypeError
        If `x` has another format.

    Examples
    --------
    >>> import cupy, cupyx.cusparse
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> cupyx.cusparse.csr2csr_compress(csr_matrix(cupy.array([[1e-9, 2.0]])), 1e-6).nnz
    1
    """
    matrix(x, "x", "csr")
    parts = sparse.csr_keep((x.data, x.indices, x.indptr), abs(x.data) > abs(tol))
    if parts[0] is x.data:
        return x.copy()
    return compressed("csr", parts, x.shape)
