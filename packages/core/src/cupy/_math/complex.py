"""Parts and angles of complex numbers."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from cupy._core.by_method import owner_of
from cupy._core.arguments import as_array
from cupy._ops.composite import angle as _angle
from cupy._ops.trig import degrees

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["angle", "imag", "real", "real_if_close"]


def real(val: ArrayLike) -> ndarray:
    """Real part.

    Parameters
    ----------
    val : array_like
        Input.

    Returns
    -------
    ndarray
        A view of a complex array; a real array itself.

    Examples
    --------
    >>> import cupy
    >>> cupy.real(cupy.array([1 + 2j]))
    array([1.])
    """
    return owner_of(val, "real", "val").real


def imag(val: ArrayLike) -> ndarray:
    """Imaginary part.

    Parameters
    ----------
    val : array_like
        Input.

    Returns
    -------
    ndarray
        A view of a complex array; zeros for a real one.

    Examples
    --------
    >>> import cupy
    >>> cupy.imag(cupy.array([1 + 2j]))
    array([2.])
    """
    return owner_of(val, "imag", "val").imag


def angle(z: ArrayLike, deg: bool = False) -> ndarray:
    """Angle of complex numbers.

    Parameters
    ----------
    z : array_like
        Input.
    deg : bool, optional
        Degrees instead of radians.

    Returns
    -------
    ndarray
        Angles in (-pi, pi].

    Examples
    --------
    >>> import cupy
    >>> cupy.angle(cupy.array([1.0, 1.0j, -1.0]), deg=True)
    array([  0.,  90., 180.])
    """
    result = _angle(as_array(z, "z"))
    return degrees(result, out=result) if deg else result


def real_if_close(a: ArrayLike, tol: float = 100) -> ndarray:
    """Drop imaginary parts if all of them are tiny.

    Parameters
    ----------
    a : array_like
        Input.
    tol : float, optional
        What counts as tiny: multiples of the machine epsilon, or an absolute value if at most 1.

    Returns
    -------
    ndarray
        The real part, or `a` itself.

    Examples
    --------
    >>> import cupy
    >>> cupy.real_if_close(cupy.array([2.1 + 4e-15j]), tol=1000)
    array([2.1])
    """
    a = as_array(a)
    if a.dtype.kind != "c":
        return a
    if tol > 1:
        tol = float(numpy.finfo(a.dtype).eps) * tol
    # The type of the result depends on the values, so this must wait for them.
    return a.real if bool((abs(a.imag) < tol).all()) else a
