"""Functions whose results become complex where the real ones would be NaN.

The type of a result depends on the values, so each call waits for the device once.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy

from cupy._core.arguments import as_array
from cupy._ops import arithmetic, explog, trig

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["arccos", "arcsin", "arctanh", "log", "log10", "log2", "logn", "power", "sqrt"]


def _complex_if(x: ArrayLike, outside: Callable[[ndarray], ndarray]) -> ndarray:
    """`x`, as complex numbers if a real value lies outside the domain."""
    x = as_array(x, "x")
    if x.dtype.kind == "c" or not x.size or not bool(outside(x).any()):
        return x
    small = x.dtype.itemsize <= 2 or x.dtype.char in "f"
    return x.astype(numpy.complex64 if small else numpy.complex128)


def _negative(x: ndarray) -> ndarray:
    return x < 0


def _beyond_one(x: ndarray) -> ndarray:
    return abs(x) > 1


def sqrt(x: ArrayLike) -> ndarray:
    """Square root; of a negative number it is imaginary.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Roots, complex if a number is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.sqrt(cupy.array([-1, 4]))
    array([0.+1.j, 2.+0.j])
    """
    return explog.sqrt(_complex_if(x, _negative))


def log(x: ArrayLike) -> ndarray:
    """Natural logarithm; of a negative number it is complex.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Logarithms, complex if a number is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.log(cupy.array([1.0, 10.0]))
    array([0.        , 2.30258509])
    """
    return explog.log(_complex_if(x, _negative))


def log10(x: ArrayLike) -> ndarray:
    """Logarithm to base 10; of a negative number it is complex.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Logarithms, complex if a number is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.log10(cupy.array([1.0, 100.0]))
    array([0., 2.])
    """
    return explog.log10(_complex_if(x, _negative))


def log2(x: ArrayLike) -> ndarray:
    """Logarithm to base 2; of a negative number it is complex.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Logarithms, complex if a number is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.log2(cupy.array([1.0, 8.0]))
    array([0., 3.])
    """
    return explog.log2(_complex_if(x, _negative))


def logn(n: ArrayLike, x: ArrayLike) -> ndarray:
    """Logarithm to any base; of a negative number it is complex.

    Parameters
    ----------
    n : array_like
        The base.
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Logarithms, complex if a number is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.logn(2.0, cupy.array([4.0, 8.0]))
    array([2., 3.])
    """
    return log(x) / log(n)


def power(x: ArrayLike, p: ArrayLike) -> ndarray:
    """Power; of a negative number it is complex, and negative powers of integers are floats.

    Parameters
    ----------
    x : array_like
        Base.
    p : array_like
        Exponent.

    Returns
    -------
    ndarray
        Powers, complex if a base is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.power(cupy.array([2, 4]), -2)
    array([0.25  , 0.0625])
    """
    p = as_array(p, "p")
    if p.dtype.kind in "iu" and p.size and bool((p < 0).any()):
        p = p.astype(numpy.float64)
    return arithmetic.power(_complex_if(x, _negative), p)


def arccos(x: ArrayLike) -> ndarray:
    """Inverse cosine; outside [-1, 1] it is complex.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Angles, complex if a number is beyond 1.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.arccos(cupy.array([1.0, 0.0]))
    array([0.        , 1.57079633])
    """
    return trig.arccos(_complex_if(x, _beyond_one))


def arcsin(x: ArrayLike) -> ndarray:
    """Inverse sine; outside [-1, 1] it is complex.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Angles, complex if a number is beyond 1.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.arcsin(cupy.array([0.0, 1.0]))
    array([0.        , 1.57079633])
    """
    return trig.arcsin(_complex_if(x, _beyond_one))


def arctanh(x: ArrayLike) -> ndarray:
    """Inverse hyperbolic tangent; outside [-1, 1] it is complex.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Values, complex if a number is beyond 1.

    Examples
    --------
    >>> import cupy
    >>> cupy.emath.arctanh(cupy.array([0.0, 0.5]))
    array([0.        , 0.54930614])
    """
    return trig.arctanh(_complex_if(x, _beyond_one))
