"""Whether a sparse matrix is triangular or banded."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cupy
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse._dia import DIA

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix

__all__ = ["is_sptriangular", "spbandwidth"]


def _extent(A: Any) -> tuple[int, ...]:
    """The lowest and the highest diagonal with a stored item, at least the main one."""
    A = from_host(A)
    if not issparse(A):
        from cupyx.scipy.sparse._csr import csr_array
        A = csr_array(cupy.asarray(A))
    if isinstance(A, DIA):
        above = A.offsets
    else:
        a = A.tocoo(copy=False)
        above = a.col.astype("l") - a.row
    if not above.size:
        return 0, 0
    low, high = cupy.stack([above.min(), above.max()]).get().tolist()
    return min(low, 0), max(high, 0)


def is_sptriangular(A: spmatrix | sparray | ArrayLike) -> tuple[bool, bool]:
    """Whether a sparse matrix is lower and upper triangular; stored zeros count.

    Parameters
    ----------
    A : sparse matrix or array
        With two axes.

    Returns
    -------
    lower, upper : bool
        Whether nothing is stored above, or below, the diagonal.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import is_sptriangular
    >>> is_sptriangular(sparse.csr_array(cupy.asarray([[2, 0], [1, 4]])))
    (True, False)
    """
    low, high = _extent(A)
    return high <= 0, low >= 0


def spbandwidth(A: spmatrix | sparray | ArrayLike) -> tuple[int, int]:
    """How many diagonals below and above the main one hold elements; stored zeros count.

    Parameters
    ----------
    A : sparse matrix or array
        With two axes.

    Returns
    -------
    below, above : int
        The bandwidths.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import spbandwidth
    >>> spbandwidth(sparse.csr_array(cupy.asarray([[2, 0, 0], [1, 4, 0], [5, 0, 1]])))
    (2, 0)
    """
    low, high = _extent(A)
    return -low, high
