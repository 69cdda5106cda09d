"""Powers of square matrices."""
from __future__ import annotations

import operator
from typing import Any, SupportsIndex

from cupyx.scipy.sparse._base import from_host

__all__ = ["matrix_power"]


def matrix_power(A: Any, power: SupportsIndex) -> Any:
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
    from cupyx.scipy.sparse._construct import eye_like

    A = from_host(A)
    if A.shape[0] != A.shape[1]:
        raise TypeError("sparse matrix is not square")
    try:
        power = operator.index(power)
    except TypeError as error:
        raise ValueError("exponent must be an integer") from error
    if power < 0:
        raise ValueError("exponent must be >= 0")
    if power == 0:
        return eye_like(A)
    if power == 1:
        return A.copy()
    result = None
    while True:
        power, odd = divmod(power, 2)
        if odd:
            result = A if result is None else result @ A
        if not power:
            return result
        A = A @ A
