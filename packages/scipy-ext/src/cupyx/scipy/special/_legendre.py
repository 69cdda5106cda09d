"""Associated Legendre functions and spherical harmonics."""
import cupy
from cupyx.scipy.special._common import family

__all__ = [
    "lpmv", "sph_harm", "sph_harm_y",
]

special = family("legendre.hpp")

lpmv = special("lpmv", "m v x", "fff ddd", "lpmv(in0, in1, in2)",
               "Associated Legendre function of integer order and real degree, with the phase of Condon and Shortley.",
               "1.0, 2.0, 0.5", "-1.299038")
_harmonic = special("sph_harm_y", "n m theta phi derivative", "ddfff->F ddddd->D",
                    "sph_harm_y(in0, in1, in2, in3, (int)in4)", "Spherical harmonics.", "1, 0, 0.5, 0.5", "0.0")


def sph_harm_y(n, m, theta, phi, *, diff_n=0):
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


def sph_harm(m, n, theta, phi, out=None):
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
