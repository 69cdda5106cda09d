"""Associated Legendre functions and spherical harmonics."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupyx.scipy.special._common import family

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import ufunc

__all__ = [
    "assoc_legendre_p", "assoc_legendre_p_all", "legendre_p", "legendre_p_all", "lpmv", "sph_harm", "sph_harm_y",
    "sph_harm_y_all", "sph_legendre_p", "sph_legendre_p_all",
]

special = family("legendre.hpp")

lpmv = special("lpmv", "m v x", "fff ddd", "lpmv(in0, in1, in2)",
               "Associated Legendre function of integer order and real degree, with the phase of Condon and Shortley.",
               "1.0, 2.0, 0.5", "-1.299038")
_harmonic = special("sph_harm_y", "n m theta phi derivative", "ddfff->F ddddd->D",
                    "sph_harm_y(in0, in1, in2, in3, (int)in4)", "Spherical harmonics.", "1, 0, 0.5, 0.5", "0.0")
_legendre = special("legendre_p", "n z", "df->fff dd->ddd dF->FFF dD->DDD", "%legendre_p",
                    "Legendre polynomials with two derivatives.", "2, 0.5", "[-0.125, 1.5, 3.0]")
_associated = special("assoc_legendre_p", "n m z cut norm", "ddfdd->fff ddddd->ddd ddFdd->FFF ddDdd->DDD",
                      "%assoc_legendre_p", "Associated Legendre functions with two derivatives.",
                      "2, 1, 0.5, 2, 0", "[-1.299038, -1.732051, 6.928203]")
_spherical = special("sph_legendre_p", "n m theta", "ddf->fff ddd->ddd", "%sph_legendre_p",
                     "Normalized associated Legendre functions of an angle with two derivatives.", "2, 1, 0.5",
                     "[-0.325039, -0.41741, 1.300154]")


def _whole(*numbers: ArrayLike) -> list[cupy.ndarray]:
    """Degrees and orders as arrays."""
    arrays = [cupy.asarray(x) for x in numbers]
    if any(x.dtype.kind not in "biu" for x in arrays):
        raise TypeError("degrees and orders are integers")
    return [x.astype("d") for x in arrays]


def _upto(n: Any, name: str = "n") -> cupy.ndarray:
    """0, …, n."""
    if not (isinstance(n, (int, numpy.integer)) and n >= 0):
        raise ValueError(f"{name} must be a non-negative integer.")
    return cupy.arange(int(n) + 1)


def _orders(m: Any) -> cupy.ndarray:
    """0, …, m, -m, …, -1: where indices below zero count from the end."""
    zero_up = _upto(m, "m")
    return cupy.concatenate([zero_up, -zero_up[:0:-1]])


def _check_derivatives(diff_n: int) -> None:
    if not (isinstance(diff_n, (int, numpy.integer)) and diff_n >= 0):
        raise ValueError(f"diff_n must be a non-negative integer, received: {diff_n}.")
    if diff_n > 2:
        raise ValueError(f"diff_n is currently only implemented for orders 0, 1, and 2, received: {diff_n}.")


def _derivatives(function: ufunc, diff_n: Any, *args: Any) -> cupy.ndarray:
    """The first outputs of a function, along a first axis."""
    _check_derivatives(diff_n)
    return cupy.stack(function(*args)[:diff_n + 1])


def _behind(x: cupy.ndarray, z: cupy.ndarray, axes: int = 1) -> cupy.ndarray:
    """Degrees or orders before the axes of the arguments."""
    return x.reshape(x.shape + (1,) * (z.ndim + axes - 1))


def _floating(z: ArrayLike) -> cupy.ndarray:
    z = cupy.asarray(z)
    return z if z.dtype.char in "fdFD" else z.astype(float)


def legendre_p(n: ArrayLike, z: ArrayLike, *, diff_n: SupportsIndex = 0) -> cupy.ndarray:
    """Legendre polynomials.

    Parameters
    ----------
    n : array_like of int
        Degrees, >= 0.
    z : array_like
        Arguments.
    diff_n : int, optional
        How many derivatives are returned too: 0, 1 or 2. Default is 0.

    Returns
    -------
    cupy.ndarray
        ``(diff_n + 1, ...)``: the values, then the derivatives, of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `diff_n` is no integer from 0 to 2.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> special.legendre_p(2, 0.5, diff_n=1)
    array([-0.125,  1.5  ])
    """
    return _derivatives(_legendre, diff_n, *_whole(n), _floating(z))


def legendre_p_all(n: SupportsIndex, z: ArrayLike, *, diff_n: SupportsIndex = 0) -> cupy.ndarray:
    """Legendre polynomials of all degrees up to one.

    Parameters
    ----------
    n : int
        The last degree.
    z : array_like
        Arguments.
    diff_n : int, optional
        How many derivatives are returned too: 0, 1 or 2. Default is 0.

    Returns
    -------
    cupy.ndarray
        ``(diff_n + 1, n + 1, ...)``.

    Raises
    ------
    ValueError
        If `n` is no integer from zero on, or `diff_n` none from 0 to 2.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> special.legendre_p_all(2, 0.5)
    array([[ 1.   ,  0.5  , -0.125]])
    """
    z = _floating(z)
    return legendre_p(_behind(_upto(n), z), z, diff_n=diff_n)


def assoc_legendre_p(n: ArrayLike, m: ArrayLike, z: ArrayLike, *, branch_cut: ArrayLike = 2, norm: bool = False,
                     diff_n: SupportsIndex = 0) -> cupy.ndarray:
    """Associated Legendre functions of the first kind, with the phase of Condon and Shortley.

    Parameters
    ----------
    n : array_like of int
        Degrees, >= 0.
    m : array_like of int
        Orders; the result is 0 where ``abs(m) > n``.
    z : array_like
        Arguments, real or complex.
    branch_cut : array_like of int, optional
        Where the function has its cut: 2 (default) outside of [-1, 1], 3 from -1 to 1.
    norm : bool, optional
        Whether the integral of its square over [-1, 1] is one. Default is False.
    diff_n : int, optional
        How many derivatives are returned too: 0, 1 or 2. Default is 0.

    Returns
    -------
    cupy.ndarray
        ``(diff_n + 1, ...)``: the values, then the derivatives, of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `diff_n` is no integer from 0 to 2.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> special.assoc_legendre_p(2, 1, 0.5).round(6)
    array([-1.299038])
    """
    return _derivatives(_associated, diff_n, *_whole(n, m), _floating(z), *_whole(branch_cut, bool(norm)))


def assoc_legendre_p_all(n: SupportsIndex, m: SupportsIndex, z: ArrayLike, *, branch_cut: ArrayLike = 2,
                         norm: bool = False, diff_n: SupportsIndex = 0) -> cupy.ndarray:
    """Associated Legendre functions of all degrees and orders up to some.

    Parameters
    ----------
    n, m : int
        The last degree and the last order.
    z : array_like
        Arguments, real or complex.
    branch_cut : array_like of int, optional
        Where functions have their cut: 2 (default) outside of [-1, 1], 3 from -1 to 1.
    norm : bool, optional
        Whether the integrals of squares over [-1, 1] are one. Default is False.
    diff_n : int, optional
        How many derivatives are returned too: 0, 1 or 2. Default is 0.

    Returns
    -------
    cupy.ndarray
        ``(diff_n + 1, n + 1, 2 m + 1, ...)``; the order -1 is the last of its axis.

    Raises
    ------
    ValueError
        If `n` or `m` is no integer from zero on, or `diff_n` none from 0 to 2.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> special.assoc_legendre_p_all(1, 1, 0.5).round(6)
    array([[[ 1.      ,  0.      ,  0.      ],
            [ 0.5     , -0.866025,  0.433013]]])
    """
    z = _floating(z)
    return assoc_legendre_p(_behind(_upto(n), z, 2), _behind(_orders(m), z), z, branch_cut=branch_cut, norm=norm,
                            diff_n=diff_n)


def sph_legendre_p(n: ArrayLike, m: ArrayLike, theta: ArrayLike, *, diff_n: SupportsIndex = 0) -> cupy.ndarray:
    """Spherical Legendre functions: associated ones of ``cos(theta)``, normalized as in `sph_harm_y`.

    Parameters
    ----------
    n : array_like of int
        Degrees, >= 0.
    m : array_like of int
        Orders; the result is 0 where ``abs(m) > n``.
    theta : array_like
        Polar angles.
    diff_n : int, optional
        How many derivatives by the angle are returned too: 0, 1 or 2. Default is 0.

    Returns
    -------
    cupy.ndarray
        ``(diff_n + 1, ...)``: the values, then the derivatives, of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `diff_n` is no integer from 0 to 2.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> special.sph_legendre_p(1, 0, 0.0).round(6)
    array([0.488603])
    """
    return _derivatives(_spherical, diff_n, *_whole(n, m), _floating(theta))


def sph_legendre_p_all(n: SupportsIndex, m: SupportsIndex, theta: ArrayLike, *,
                       diff_n: SupportsIndex = 0) -> cupy.ndarray:
    """Spherical Legendre functions of all degrees and orders up to some.

    Parameters
    ----------
    n, m : int
        The last degree and the last order.
    theta : array_like
        Polar angles.
    diff_n : int, optional
        How many derivatives by the angle are returned too: 0, 1 or 2. Default is 0.

    Returns
    -------
    cupy.ndarray
        ``(diff_n + 1, n + 1, 2 m + 1, ...)``; the order -1 is the last of its axis.

    Raises
    ------
    ValueError
        If `n` or `m` is no integer from zero on, or `diff_n` none from 0 to 2.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> special.sph_legendre_p_all(1, 1, 0.0).shape
    (1, 2, 3)
    """
    theta = _floating(theta)
    return sph_legendre_p(_behind(_upto(n), theta, 2), _behind(_orders(m), theta), theta, diff_n=diff_n)


def sph_harm_y_all(n: SupportsIndex, m: SupportsIndex, theta: ArrayLike, phi: ArrayLike, *,
                   diff_n: SupportsIndex = 0) -> cupy.ndarray | tuple[cupy.ndarray, ...]:
    """Spherical harmonics of all degrees and orders up to some.

    Parameters
    ----------
    n, m : int
        The last degree and the last order.
    theta : array_like
        Polar angles, in [0, pi].
    phi : array_like
        Azimuthal angles.
    diff_n : int, optional
        How many orders of derivatives are returned too: 0, 1 or 2. Default is 0.

    Returns
    -------
    cupy.ndarray or tuple of cupy.ndarray
        ``(n + 1, 2 m + 1, ...)``, complex; the order -1 is the last of its axis. With ``diff_n > 0`` the gradients and
        Hessians too, as of `sph_harm_y`.

    Raises
    ------
    ValueError
        If `n` or `m` is no integer from zero on, or `diff_n` none from 0 to 2.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> special.sph_harm_y_all(2, 1, 0.5, 0.0).shape
    (3, 3)
    """
    theta, phi = cupy.broadcast_arrays(_floating(theta), _floating(phi))
    return sph_harm_y(_behind(_upto(n), theta, 2), _behind(_orders(m), theta), theta, phi, diff_n=diff_n)


def sph_harm_y(n: ArrayLike, m: ArrayLike, theta: ArrayLike, phi: ArrayLike, *,
               diff_n: SupportsIndex = 0) -> cupy.ndarray | tuple[cupy.ndarray, ...]:
    """Spherical harmonics.

    Parameters
    ----------
    n : array_like of int
        Degrees, >= 0.
    m : array_like of int
        Orders; the result is 0 where ``abs(m) > n``.
    theta : array_like
        Polar angles, in [0, pi].
    phi : array_like
        Azimuthal angles.
    diff_n : int, default 0
        How many orders of derivatives are returned too: 0, 1 or 2.

    Returns
    -------
    cupy.ndarray or tuple of cupy.ndarray
        Complex numbers; with ``diff_n > 0`` the gradients in a last axis of two, (theta, phi), and for 2 the
        Hessians in two last axes.

    Raises
    ------
    ValueError
        If `diff_n` is no integer from 0 to 2.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.sph_harm_y(1, 1, 0.5, 0.0).real.round(6))
    -0.165639
    """
    if diff_n not in (0, 1, 2):
        raise ValueError(f"diff_n is currently only implemented for orders 0, 1, and 2, received: {diff_n}.")
    n, m, theta, phi = (cupy.asarray(x) for x in (n, m, theta, phi))
    if not (n.dtype.kind in "biuf" and m.dtype.kind in "biuf"):
        raise TypeError("degree and order are integers")
    single = cupy.result_type(theta, phi) == cupy.float32
    theta, phi = (x.astype("f" if single else "d", copy=False) for x in (theta, phi))
    n, m = n.astype("d"), m.astype("d")
    by_theta = [_harmonic(n, m, theta, phi, theta.dtype.type(k)) for k in range(diff_n + 1)]
    value = by_theta[0]
    if diff_n == 0:
        return value
    turn = (1j * m).astype(value.dtype)
    gradient = cupy.stack([by_theta[1], turn * value], axis=-1)
    if diff_n == 1:
        return value, gradient
    mixed = turn * by_theta[1]
    rows = [cupy.stack([by_theta[2], mixed], axis=-1), cupy.stack([mixed, turn * turn * value], axis=-1)]
    return value, gradient, cupy.stack(rows, axis=-2)


def sph_harm(m: ArrayLike, n: ArrayLike, theta: ArrayLike, phi: ArrayLike,
             out: cupy.ndarray | None = None) -> cupy.ndarray | tuple[cupy.ndarray, ...]:
    """Spherical harmonics with the arguments of SciPy before 1.17: see `sph_harm_y`.

    Parameters
    ----------
    m, n : array_like of int
        Orders and degrees.
    theta : array_like
        Azimuthal angles.
    phi : array_like
        Polar angles.
    out : cupy.ndarray, optional
        Where the result goes.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.sph_harm(1, 1, 0.0, 0.5).real.round(6))
    -0.165639
    """
    result = sph_harm_y(n, m, phi, theta)
    if out is None:
        return result
    out[...] = result
    return out
