"""Norms of matrices and vectors."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import cupy
from cupy import linalg

from cupyx.scipy.linalg._arguments import finite

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["norm"]


def norm(a: ArrayLike, ord: Any = None, axis: Any = None, keepdims: bool = False,
         check_finite: bool = True) -> cupy.ndarray:
    """Norm of a matrix or of a vector.

    Parameters
    ----------
    a : array_like
        The elements; one or two axes unless `axis` or no `ord` is given.
    ord : {int, float, inf, -inf, 'fro', 'nuc'}, optional
        Which norm, see `numpy.linalg.norm`; the root of the sum of squares if not given.
    axis : int or 2-tuple of ints, optional
        The axis of vectors, or the two of matrices.
    keepdims : bool, optional
        Keep the axes, with length one.
    check_finite : bool, optional
        Whether infinities and NaNs are refused, for which a GPU is waited for.

    Returns
    -------
    ndarray
        0-d without `axis`, else of the shape of the other axes.

    Raises
    ------
    ValueError
        For an unknown `ord`, the wrong number of axes, or elements that are not finite.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import norm
    >>> norm(cupy.array([[3.0, 0.0], [0.0, 4.0]]), "nuc")
    array(7.)
    """
    a = finite(a, check_finite)
    if a.dtype.kind in "biu":
        a = a.astype("d")
    if ord is not None and axis is None and ord == 2 and a.ndim == 2 and a.size == 0:
        return cupy.zeros((1, 1) if keepdims else (), a.real.dtype)
    if a.dtype.char in "fF" and a.ndim == 1 and axis is None and ord in (None, 2):
        wide = a.astype(a.dtype.char.replace("f", "d").replace("F", "D"))       # as BLAS, whose squares do not overflow
        return linalg.norm(wide, ord, axis, keepdims).astype("f")
    if isinstance(ord, float) and math.isnan(ord):
        raise ValueError("Invalid norm order for matrices.")
    return linalg.norm(a, ord, axis, keepdims)
