"""Rounding to decimals and to whole numbers."""
from __future__ import annotations

import math
import operator
import sys
from typing import TYPE_CHECKING, SupportsIndex

import numpy

from cupy._core.by_method import by_method, method_of
from cupy._core.arguments import as_array, into
from cupy._core.constructors import zeros_like
from cupy._core.ndarray import ndarray
from cupy._ops.composite import round_down, round_up
from cupy._ops.rounding import rint, trunc

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["around", "fix", "round", "round_"]

#: No integer of 64 bits has more.
_MOST_DIGITS = 20


@by_method(name="round")
def around(a: ArrayLike, decimals: SupportsIndex = 0, out: ndarray | None = None) -> ndarray:
    """Round to the nearest multiple of a power of ten; halves go to the even one.

    Parameters
    ----------
    a : array_like
        Input.
    decimals : int, optional
        Digits to keep after the point; negative ones round before it.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        Rounded values, of the type of `a`.

    Examples
    --------
    >>> import cupy
    >>> cupy.around(cupy.array([1.25, 2.5, 37.0]), -1)
    array([ 0.,  0., 40.])
    """
    decimals = operator.index(decimals)
    rounded = None if isinstance(a, ndarray) else method_of(a, "__round__")
    if rounded is not None:
        return into(out, rounded(decimals))
    a = as_array(a)
    if decimals.bit_length() > 31:
        raise OverflowError(f"decimals = {decimals} is too large to convert to a C int")
    if a.dtype.kind in "iu" and decimals >= 0:
        if out is None:
            return a.copy("K")
        out[...] = a
        return out
    if decimals == 0 or a.dtype.kind == "b":
        return rint(a, out=out)
    if a.dtype.kind in "iu" and (decimals < -_MOST_DIGITS or 10 ** -decimals > 2 * numpy.iinfo(a.dtype).max):
        return into(out, zeros_like(a))         # no multiple of the step but 0 is near
    kernel = round_up if decimals > 0 else round_down
    return kernel(a, _power_of_ten(abs(decimals), a.dtype), out=out)


def _power_of_ten(exponent: int, dtype: numpy.dtype) -> float | numpy.generic:
    if dtype.kind not in "iu":
        power = 10.0 ** exponent if exponent <= sys.float_info.max_10_exp else math.inf     # NumPy's, too
        return power if dtype.kind != "c" else numpy.dtype(dtype.char.lower()).type(power)
    # A step too large for the type leaves nothing but zeros; the largest step does the same.
    limit = 2 ** (8 * dtype.itemsize - (dtype.kind == "i")) - 1
    return min(10 ** exponent, limit)


round = around
round_ = around


def fix(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Round towards zero.

    Parameters
    ----------
    x : array_like
        Input.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        Whole numbers, of the type of `x`.

    Examples
    --------
    >>> import cupy
    >>> cupy.fix(cupy.array([2.9, -2.9]))
    array([ 2., -2.])
    """
    return trunc(as_array(x, "x"), out=out)
