"""Sum along a diagonal."""
from cupy._core.subclass import drops_class
from cupy._indexing.diagonal import diagonal

__all__ = ["trace"]


@drops_class
def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """Sum along the diagonals of the planes of two axes.

    Parameters
    ----------
    a : array_like
        Input of at least two dimensions.
    offset : int, optional
        Which diagonal; positive ones lie above the main one.
    axis1, axis2 : int, optional
        The axes.
    dtype : data-type, optional
        Type in which to add up.
    out : ndarray, optional
        Where to put the result.

    Returns
    -------
    ndarray
        The sums.

    Raises
    ------
    ValueError
        If `a` has too few axes or the axes are the same.

    Examples
    --------
    >>> import cupy
    >>> cupy.trace(cupy.eye(3))
    array(3.)
    """
    return diagonal(a, offset, axis1, axis2).sum(-1, dtype, out)
