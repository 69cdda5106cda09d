"""Spherical Bessel functions and their derivatives."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cupy
from cupyx.scipy.special._common import family

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import ufunc

__all__ = ["spherical_in", "spherical_jn", "spherical_kn", "spherical_yn"]

_ufunc = family("spherical.hpp")

def _pair(name: str) -> list[ufunc]:
    """The ufuncs of a function and of its derivative."""
    return [_ufunc(f"{name}{suffix}", "n z", "lf ld lF lD", f"{name}{suffix}(special::small_int(in0), R(in1))",
                   "Spherical Bessel function.", "1, 2.0", "0.0") for suffix in ("", "_derivative")]


_JN, _YN, _IN, _KN = (_pair(f"spherical_{x}n") for x in "jyik")


def _call(pair: list[ufunc], n: Any, z: Any, derivative: bool) -> cupy.ndarray:
    n = cupy.asarray(n)
    if n.dtype.kind not in "biu":
        n = n.astype("l")
    z = cupy.asarray(z)
    if z.dtype.char not in "fdFD":
        z = z.astype("f" if z.dtype.char in "eE" else "d")
    return pair[bool(derivative)](n.astype("l", copy=False), z)


def spherical_jn(n: ArrayLike, z: ArrayLike, derivative: bool = False) -> cupy.ndarray:
    """Spherical Bessel function of the first kind.

    Parameters
    ----------
    n : array_like of int
        Orders, >= 0; others give NaN.
    z : array_like
        Real or complex numbers.
    derivative : bool, default False
        The derivative by z instead.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.spherical_jn(1, 2.0).round(6))
    0.435398
    """
    return _call(_JN, n, z, derivative)


def spherical_yn(n: ArrayLike, z: ArrayLike, derivative: bool = False) -> cupy.ndarray:
    """Spherical Bessel function of the second kind.

    Parameters
    ----------
    n : array_like of int
        Orders, >= 0; others give NaN.
    z : array_like
        Real or complex numbers.
    derivative : bool, default False
        The derivative by z instead.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.spherical_yn(1, 2.0).round(6))
    -0.350612
    """
    return _call(_YN, n, z, derivative)


def spherical_in(n: ArrayLike, z: ArrayLike, derivative: bool = False) -> cupy.ndarray:
    """Modified spherical Bessel function of the first kind.

    Parameters
    ----------
    n : array_like of int
        Orders, >= 0; others give NaN.
    z : array_like
        Real or complex numbers.
    derivative : bool, default False
        The derivative by z instead.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.spherical_in(1, 2.0).round(6))
    0.974383
    """
    return _call(_IN, n, z, derivative)


def spherical_kn(n: ArrayLike, z: ArrayLike, derivative: bool = False) -> cupy.ndarray:
    """Modified spherical Bessel function of the second kind.

    Parameters
    ----------
    n : array_like of int
        Orders, >= 0; others give NaN.
    z : array_like
        Real or complex numbers.
    derivative : bool, default False
        The derivative by z instead.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.spherical_kn(1, 2.0).round(6))
    0.159438
    """
    return _call(_KN, n, z, derivative)
