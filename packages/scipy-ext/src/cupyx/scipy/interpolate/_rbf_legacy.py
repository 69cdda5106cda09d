"""The older class of radial basis functions."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cupy

from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.spatial import distance

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["Rbf"]

_ALIASES = {"inverse": "inverse_multiquadric", "inverse multiquadric": "inverse_multiquadric",
            "thin-plate": "thin_plate"}


class Rbf:
    """Interpolation of scattered data by radial basis functions; new code should use `RBFInterpolator`.

    Parameters
    ----------
    *args : array_like
        ``x, y, z, ..., d``: coordinates of the points, and values.
    function : str or callable, optional
        Of a distance r: 'multiquadric' (default) ``sqrt((r / epsilon)**2 + 1)``, 'inverse', 'gaussian', 'linear',
        'cubic', 'quintic', 'thin_plate', or a function of ``r`` or ``(self, r)``.
    epsilon : float, optional
        Scale. Default is about the mean distance.
    smooth : float, optional
        Zero (default) interpolates.
    norm : str or callable, optional
        Metric of `cupyx.scipy.spatial.distance.cdist` by name, or a function of two points. Default is 'euclidean'.
    mode : {'1-D', 'N-D'}, optional
        Whether values are vectors. Default is '1-D'.

    Attributes
    ----------
    N : int
        Number of points.
    di, xi, nodes, A : cupy.ndarray
        Values, points, coefficients and matrix.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import Rbf
    >>> x = cupy.arange(5.)
    >>> float(Rbf(x, x ** 2)(2.0).round(6))
    4.0
    """

    __slots__ = ("N", "di", "epsilon", "function", "mode", "nodes", "norm", "smooth", "xi", "__dict__", "__weakref__")

    function: str | Callable[..., Any]
    norm: Any           # a name of a metric, or a function

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.xi = cupy.stack([arguments.device(a).astype(float).ravel() for a in args[:-1]])
        self.N = self.xi.shape[-1]
        self.mode = kwargs.pop("mode", "1-D")
        values = arguments.device(args[-1])
        if self.mode not in ("1-D", "N-D"):
            raise ValueError("Mode has to be 1-D or N-D.")
        self.di = values.ravel() if self.mode == "1-D" else values
        self._target_dim = 1 if self.mode == "1-D" else values.shape[-1]
        if self.N != self.di.shape[0]:
            raise ValueError("All arrays must be equal length.")
        self.norm = kwargs.pop("norm", "euclidean")
        self.epsilon = kwargs.pop("epsilon", None)
        if self.epsilon is None:
            edges = (self.xi.max(axis=1) - self.xi.min(axis=1)).get()
            edges = edges[edges != 0]
            self.epsilon = (edges.prod() / self.N) ** (1.0 / edges.size)
        self.smooth = kwargs.pop("smooth", 0.0)
        self.function = kwargs.pop("function", "multiquadric")
        vars(self).update(kwargs)
        matrix, values = (arguments.as_float(a, check_finite=True) for a in (self.A, self.di))
        self.nodes = cupy.linalg.solve(matrix, values)

    def _apply(self, r: cupy.ndarray) -> cupy.ndarray:
        function = self.function
        if callable(function):
            code = getattr(function, "__code__", None)
            if code is None:
                raise ValueError("Cannot determine number of arguments to function")
            if code.co_argcount not in (1, 2):
                raise ValueError("Function argument must take 1 or 2 arguments.")
            out = function(r) if code.co_argcount == 1 else function(self, r)
            if out.shape != r.shape:
                raise ValueError("Callable must take array and return array of the same shape")
            return out
        name = _ALIASES.get(function.lower(), function.lower())
        scaled = r / self.epsilon
        known = {
            "multiquadric": lambda: cupy.sqrt(scaled ** 2 + 1),
            "inverse_multiquadric": lambda: 1 / cupy.sqrt(scaled ** 2 + 1),
            "gaussian": lambda: cupy.exp(-scaled ** 2), "linear": lambda: r, "cubic": lambda: r ** 3,
            "quintic": lambda: r ** 5, "thin_plate": lambda: r ** 2 * cupy.log(cupy.where(r == 0, 1.0, r))}
        if name not in known:
            raise ValueError("function must be a callable or one of " + ", ".join(sorted(known)))
        self.function = name
        return known[name]()

    @property
    def A(self) -> cupy.ndarray:
        between = distance.squareform(distance.pdist(self.xi.T, self.norm))
        return self._apply(between) - cupy.eye(self.N) * self.smooth

    def __call__(self, *args: ArrayLike) -> cupy.ndarray:
        """Values at points.

        Parameters
        ----------
        *args : array_like
            Coordinates, of one shape.

        Returns
        -------
        cupy.ndarray
        """
        args = tuple([arguments.device(x) for x in args])
        if any(x.shape != args[0].shape for x in args):
            raise ValueError("Array lengths must be equal")
        shape = args[0].shape + ((self._target_dim,) if self._target_dim > 1 else ())
        x = cupy.stack([a.astype(float).ravel() for a in args])
        return (self._apply(distance.cdist(x.T, self.xi.T, self.norm)) @ self.nodes).reshape(shape)
