"""Powers of sparse matrices."""
from cupyx.scipy.sparse import _power
from cupyx.scipy.sparse._base import from_host

__all__ = ["matrix_power"]


def matrix_power(A, power):
    """A sparse matrix times itself.

    Parameters
    ----------
    A : sparse matrix or array
        Square.
    power : int
        How many factors; not negative.

    Returns
    -------
    sparse matrix
        The product; the identity for 0.

    Raises
    ------
    TypeError
        If the matrix is not square.
    ValueError
        If `power` is no integer, or negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import matrix_power
    >>> matrix_power(sparse.csr_array(cupy.asarray([[0, 1], [1, 1]])), 10).toarray()
    array([[34, 55],
           [55, 89]])
    """
    return _power.matrix_power(from_host(A), power)
