"""Derivatives of Bessel and Hankel functions, by the functions of neighbouring orders (DLMF 10.6.7, 10.29.5)."""
from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupyx.scipy.special._bessel import hankel1, hankel2, iv, jv, kv, yv

if TYPE_CHECKING:
    from cupy import ndarray, ufunc
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["h1vp", "h2vp", "ivp", "jvp", "kvp", "yvp"]


def _derivative(function: ufunc, v: Any, z: ArrayLike, n: Any, sign: int) -> ndarray:
    """The sum of binomial(n, k) sign^k f(v - n + 2k) / 2^n."""
    try:
        n = operator.index(n)
    except TypeError:
        raise ValueError(f"{n} must be a non-negative integer.") from None
    if n < 0:
        raise ValueError(f"{n} must be a non-negative integer.")
    if n == 0:
        return function(v, z)
    total = function(v - n, z)
    for k in range(1, n + 1):
        total = total + math.comb(n, k) * sign ** k * function(v - n + 2 * k, z)
    return total / 2.0 ** n


def jvp(v: ArrayLike, z: ArrayLike, n: SupportsIndex = 1) -> ndarray:
    """Derivatives of the Bessel function of the first kind.

    Parameters
    ----------
    v : array_like
        Real orders.
    z : array_like
        Real or complex numbers.
    n : int, default 1
        Order of the derivative, >= 0.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `n` is negative.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.jvp(0.5, 2.0).round(6))
    -0.36304
    """
    return _derivative(jv, v, z, n, -1)


def yvp(v: ArrayLike, z: ArrayLike, n: SupportsIndex = 1) -> ndarray:
    """Derivatives of the Bessel function of the second kind.

    Parameters
    ----------
    v : array_like
        Real orders.
    z : array_like
        Real or complex numbers.
    n : int, default 1
        Order of the derivative, >= 0.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `n` is negative.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.yvp(0.5, 2.0).round(6))
    0.45432
    """
    return _derivative(yv, v, z, n, -1)


def ivp(v: ArrayLike, z: ArrayLike, n: SupportsIndex = 1) -> ndarray:
    """Derivatives of the modified Bessel function of the first kind.

    Parameters
    ----------
    v : array_like
        Real orders.
    z : array_like
        Real or complex numbers.
    n : int, default 1
        Order of the derivative, >= 0.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `n` is negative.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.ivp(0.5, 2.0).round(6))
    1.611032
    """
    return _derivative(iv, v, z, n, 1)


def kvp(v: ArrayLike, z: ArrayLike, n: Int = 1) -> ndarray:
    """Derivatives of the modified Bessel function of the second kind.

    Parameters
    ----------
    v : array_like
        Real orders.
    z : array_like
        Real or complex numbers.
    n : int, default 1
        Order of the derivative, >= 0.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `n` is negative.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.kvp(0.5, 2.0).round(6))
    -0.149922
    """
    return (-1) ** n * _derivative(kv, v, z, n, 1)


def h1vp(v: ArrayLike, z: ArrayLike, n: SupportsIndex = 1) -> ndarray:
    """Derivatives of the Hankel function of the first kind.

    Parameters
    ----------
    v : array_like
        Real orders.
    z : array_like
        Real or complex numbers.
    n : int, default 1
        Order of the derivative, >= 0.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `n` is negative.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> complex(special.h1vp(0.5, 2.0 + 0j).round(6))
    (-0.36304+0.45432j)
    """
    return _derivative(hankel1, v, z, n, -1)


def h2vp(v: ArrayLike, z: ArrayLike, n: SupportsIndex = 1) -> ndarray:
    """Derivatives of the Hankel function of the second kind.

    Parameters
    ----------
    v : array_like
        Real orders.
    z : array_like
        Real or complex numbers.
    n : int, default 1
        Order of the derivative, >= 0.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `n` is negative.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> complex(special.h2vp(0.5, 2.0 + 0j).round(6))
    (-0.36304-0.45432j)
    """
    return _derivative(hankel2, v, z, n, -1)
