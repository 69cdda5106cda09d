"""Objects of SciPy whose arrays are seen on the device."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import cupy
from cupy._ext import as_array

from cupyx.scipy import _host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []


class OnHost:
    """A wrapped object of SciPy: its attributes, as arrays of the device, and no others."""

    _attributes = ()

    def _wrap(self, name: str, *args: Any, **kwargs: Any) -> None:
        import scipy.spatial

        _host.warn(f"scipy.spatial.{name}", 4)
        self._host = getattr(scipy.spatial, name)(*map(_host.to_host, args), **kwargs)
        self._forget()

    def _forget(self) -> None:
        self._seen = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in cls._attributes:
            setattr(cls, name, property(functools.partial(_seen, name=name), doc=f"`{name}` of SciPy's object."))


def _seen(self: Any,
        name: str) -> float | cupy.ndarray | tuple[cupy.ndarray, cupy.ndarray] | list[list[int]] | dict[tuple[Any, ...],
            list[Any]]:
    """An attribute of SciPy's object, on the device."""
    if name not in self._seen:
        self._seen[name] = _host.to_device(getattr(self._host, name))
    return self._seen[name]


def coordinates(x: Any, name: str = "points") -> cupy.ndarray:
    """`x` as a contiguous array of float64."""
    if type(x) is cupy.ndarray and x.dtype.char == "d":
        return cupy.ascontiguousarray(x) if x.ndim else x
    x = as_array(x, name)
    if x.dtype.kind == "c":
        raise TypeError(f"{name} must be real, not {x.dtype}")
    return cupy.ascontiguousarray(x.astype("d", copy=False))


def matrix(x: Any, name: str = "points") -> cupy.ndarray:
    """The same of an array with two axes: SciPy reads beside those with more."""
    x = coordinates(x, name)
    if x.ndim != 2:
        raise ValueError(f"{name} must be an array of two axes, not of {x.ndim}")
    return x


class Incremental(OnHost):
    """One of Qhull's that takes more points later."""

    # what is used here of `_attributes`
    ndim: int
    points: cupy.ndarray
    simplices: cupy.ndarray
    neighbors: cupy.ndarray
    vertices: cupy.ndarray
    transform: cupy.ndarray
    equations: cupy.ndarray
    paraboloid_scale: float
    paraboloid_shift: float

    def add_points(self, points: ArrayLike, restart: bool = False) -> None:
        """Take more points.

        Parameters
        ----------
        points : (K, M) array_like
            The points.
        restart : bool, optional
            Whether all is computed anew, rather than from what there is.

        Raises
        ------
        RuntimeError
            If the object was not made with ``incremental=True``, or is closed.
        """
        self._host.add_points(_host.to_host(matrix(points)), restart)
        self._forget()

    def close(self) -> None:
        """Take no more points, and give back what that would need."""
        self._host.close()
