"""Rotations between given ones."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy

import cupy
import scipy.spatial.transform as of_scipy
from cupy._ext import as_array

from cupyx.scipy import _host
from cupyx.scipy._array_api import array_api
from cupyx.scipy.spatial.transform._delegate import given, given_on_host, run, wrapped
from cupyx.scipy.spatial.transform._rotation import Rotation

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["RotationSpline", "Slerp"]


class Slerp:
    """Rotations between given ones, at constant velocity from each to the next.

    Parameters
    ----------
    times : (N,) array_like
        When the given ones are reached, ascending; at least two.
    rotations : Rotation
        N rotations.

    Raises
    ------
    ValueError
        If times do not ascend, or do not fit the rotations.
    TypeError
        If `rotations` are none.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.transform import Rotation, Slerp
    >>> path = Slerp(cupy.array([0.0, 1.0]), Rotation.from_euler("z", [[0], [90]], degrees=True))
    >>> path(0.5).as_euler("xyz", degrees=True).round(6)
    array([ 0.,  0., 45.])
    """

    def __init__(self, times: ArrayLike, rotations: Rotation) -> None:
        if not isinstance(rotations, Rotation):
            raise TypeError("`rotations` must be a `Rotation` instance.")
        self._inner = run(of_scipy.Slerp, ("times", "rotations"), times, rotations)
        self.times, self.rotations = wrapped(self._inner.times), rotations

    def __call__(self, times: ArrayLike) -> Rotation:
        """Rotations at some times.

        Parameters
        ----------
        times : float or (K,) array_like
            From the first to the last time.

        Returns
        -------
        Rotation

        Raises
        ------
        ValueError
            If a time is out of range.
        """
        if isinstance(self._inner.times, numpy.ndarray):
            return wrapped(self._inner(given_on_host(times, "times", wide=True)))
        with array_api():
            return wrapped(self._inner(cupy.asarray(given(times), "d")))


class RotationSpline:
    """Rotations between given ones, with continuous velocity and acceleration.

    Parameters
    ----------
    times : (N,) array_like
        When the given ones are reached, ascending; at least two.
    rotations : Rotation
        N rotations.

    Raises
    ------
    ValueError
        If times do not ascend, or do not fit the rotations.
    TypeError
        If `rotations` are none.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.transform import Rotation, RotationSpline
    >>> path = RotationSpline(cupy.array([0.0, 1.0, 2.0]), Rotation.from_euler("z", [[0], [45], [90]], degrees=True))
    >>> path(0.5).as_euler("xyz", degrees=True).round(6)
    array([ 0. ,  0. , 22.5])
    """

    MAX_ITER, TOL = of_scipy.RotationSpline.MAX_ITER, of_scipy.RotationSpline.TOL

    def __init__(self, times: ArrayLike, rotations: Rotation) -> None:
        if not isinstance(rotations, Rotation):
            raise TypeError("`rotations` must be a `Rotation` instance.")
        _host.warn("scipy.spatial.transform.RotationSpline")
        self.times, self.rotations = as_array(times, "times"), rotations
        self._inner = of_scipy.RotationSpline(self.times.get(), of_scipy.Rotation.from_quat(rotations.as_quat().get()))

    def __call__(self, times: ArrayLike, order: Literal[0, 1, 2] = 0) -> Rotation | cupy.ndarray:
        """Rotations at some times, or their derivatives.

        Parameters
        ----------
        times : float or (K,) array_like
            The times.
        order : {0, 1, 2}, optional
            Whether rotations, angular rates or angular accelerations are wanted.

        Returns
        -------
        Rotation or (K, 3) ndarray

        Raises
        ------
        ValueError
            For another order.
        """
        return wrapped(self._inner(numpy.asarray(_host.to_host(times), float), order))
