"""Sparse systems on the host, by SciPy's SuperLU."""
import numpy
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu


def solve(data, indices, indptr, b, tol):
    """Solve a system whose rows are given, all arrays NumPy's.

    Returns
    -------
    x : numpy.ndarray
        The solution, NaN where there is none.
    singular : bool
        Whether a pivot's magnitude is at most `tol`.
    """
    columns = csc_array((data, indices.astype("i"), indptr.astype("i")), shape=(b.size, b.size))
    try:
        factors = splu(columns)
    except RuntimeError:        # a pivot is exactly zero
        return numpy.full_like(b, numpy.nan), True
    return factors.solve(b, "T"), bool((abs(factors.U.diagonal()) <= tol).any())
