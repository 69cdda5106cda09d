"""FITPACK's splines of one variable: fitted by SciPy on the host, evaluated on the device."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

import numpy

import cupy
from cupy._ext import on_host_array

from cupyx.scipy._host import few_by_scipy, of_scipy
from cupyx.scipy.interpolate import _arguments as arguments
from cupyx.scipy.interpolate import _bspline as bspline

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["InterpolatedUnivariateSpline", "LSQUnivariateSpline", "UnivariateSpline"]

FEW = 64            # points of which FITPACK finds values in less time than a launch takes
_few = few_by_scipy(types="d", most=FEW)
_MODES = {0: 0, "extrapolate": 0, 1: 1, "zeros": 1, 2: 2, "raise": 2, 3: 3, "const": 3}


def mode_of(ext: Any) -> int:
    """Number of a mode outside the interval."""
    if ext not in _MODES:
        raise ValueError(f"Unknown extrapolation mode {ext}.")
    return _MODES[ext]


def evaluate(t: cupy.ndarray, c: cupy.ndarray, k: int, x: ArrayLike, nu: Any, ext: int) -> cupy.ndarray:
    """Values at points of any shape, with FITPACK's modes outside."""
    if not 0 <= nu <= k:
        raise ValueError(f"0<=der={nu}<=k={k} must hold")
    flat, shape = arguments.queries(x)
    if ext == 3 and nu == 0:         # FITPACK continues derivatives
        flat = cupy.clip(flat, t[k], t[t.size - k - 1])
    out = bspline.evaluate(t, c, k, flat, nu)
    if ext in (1, 2):
        first, last = t[k], t[t.size - k - 1]
        outside = (flat < first) | (flat > last)
        if ext == 2 and bool(outside.any()):
            raise ValueError("Input data outside the base interval of the spline")
        out = cupy.where(outside.reshape(outside.shape + (1,) * (out.ndim - 1)), 0.0, out)
    return out.reshape(shape + out.shape[1:])


class UnivariateSpline:
    """Smoothing spline of points, with knots added until residuals are small enough.

    Parameters
    ----------
    x : array_like, shape (n,)
        Abscissas, increasing; strictly where `s` is zero.
    y : array_like, shape (n,)
        Ordinates.
    w : array_like, shape (n,), optional
        Positive weights. Default is one.
    bbox : 2-sequence, optional
        Ends of the interval. Default: of `x`.
    k : int, optional
        Degree, 1 to 5. Default is cubic.
    s : float or None, optional
        Bound of ``sum((w * (y - spl(x)))**2)``; None is ``len(w)``, zero interpolates.
    ext : int or str, optional
        Values outside: 0 'extrapolate' (default), 1 'zeros', 2 'raise', 3 'const'.
    check_finite : bool, optional
        Whether NaN and infinities are refused. Default is False.

    Raises
    ------
    ValueError
        If points are not sorted, lengths do not match, or an option is unknown.

    Notes
    -----
    The fit is FITPACK's (Dierckx, Curve and Surface Fitting with Splines, 1993), made on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import UnivariateSpline
    >>> x = cupy.linspace(0, 3, 30)
    >>> spline = UnivariateSpline(x, x ** 3, s=0)
    >>> float(spline(1.5).round(6)), float(spline.derivative()(1.0).round(6))
    (3.375, 3.0)
    """

    __slots__ = ("ext", "__dict__", "__weakref__")

    def __init__(self, x: ArrayLike, y: ArrayLike, w: ArrayLike | None = None,
                 bbox: Sequence[float | None] = (None, None), k: SupportsIndex = 3, s: float | None = None,
                 ext: SupportsIndex | str = 0, check_finite: bool = False) -> None:
        self._fit(of_scipy("interpolate.UnivariateSpline"), x, y, w=w, bbox=bbox, k=k, s=s, ext=ext,
                  check_finite=check_finite)

    def _fit(self, kind: type[Any], x: Any, y: Any, *, w: ArrayLike | None, bbox: Any, ext: Any,
             **options: Any) -> None:
        self.ext = mode_of(ext)
        host = [arguments.host(v) for v in (x, y, *([options.pop("t")] if "t" in options else []))]
        if isinstance(bbox, (list, tuple, cupy.ndarray)):
            bbox = [None if b is None else float(b) for b in bbox]
        self._adopt(kind(*host, w=None if w is None else arguments.host(w), bbox=bbox, ext=ext, **options))

    def _adopt(self, twin: Any) -> None:
        """Take over knots and coefficients of SciPy's spline, on the host in its memory, and its kind."""
        self._twin = twin
        t, c, k = twin._eval_args
        self._eval_args = on_host_array(t), on_host_array(c), k
        kinds = {"UnivariateSpline": UnivariateSpline, "InterpolatedUnivariateSpline": InterpolatedUnivariateSpline,
                 "LSQUnivariateSpline": LSQUnivariateSpline}
        if type(self) in kinds.values():
            self.__class__ = kinds[type(twin).__name__]

    @staticmethod
    def _of(twin: Any) -> UnivariateSpline:
        """From SciPy's."""
        self = UnivariateSpline.__new__(UnivariateSpline)
        self.ext = twin.ext
        self._adopt(twin)
        return self

    @classmethod
    def _from_tck(cls, tck: tuple[cupy.ndarray, cupy.ndarray, int], ext: int = 0) -> UnivariateSpline:
        self = cls.__new__(cls)
        t, c, k = tck
        self._eval_args = arguments.as_float(t), arguments.as_float(c), k
        self.ext = ext
        self._twin = of_scipy("interpolate.UnivariateSpline")._from_tck((arguments.host(t), arguments.host(c), k), ext)
        return self

    @staticmethod
    def validate_input(x: numpy.ndarray[Any, Any], y: ArrayLike, w: ArrayLike, bbox: Sequence[float | None],
                       k: SupportsIndex | Sequence[SupportsIndex], s: float, ext: SupportsIndex,
                       check_finite: bool) -> tuple[Any, ...]:
        """The arguments of the constructor as arrays, or its errors.

        Parameters
        ----------
        x, y, w, bbox, k, s, ext, check_finite
            As for the constructor.

        Returns
        -------
        tuple
            ``x, y, w, bbox, ext``.
        """
        x, y, w, bbox, ext = of_scipy("interpolate.UnivariateSpline").validate_input(
            arguments.host(x), arguments.host(y), None if w is None else arguments.host(w), bbox, k, s, ext,
            check_finite)
        return cupy.asarray(x), cupy.asarray(y), None if w is None else cupy.asarray(w), bbox, ext

    def set_smoothing_factor(self, s: float) -> None:
        """Fit again with another smoothing factor, from the knots of now.

        Parameters
        ----------
        s : float
            The factor.
        """
        self._twin.set_smoothing_factor(s)
        self._adopt(self._twin)

    def __call__(self, x: ArrayLike, nu: SupportsIndex = 0, ext: SupportsIndex | str | None = None) -> cupy.ndarray:
        """Values or derivatives.

        Parameters
        ----------
        x : array_like
            Points.
        nu : int, optional
            Order of the derivative.
        ext : int or str, optional
            Default: as constructed.

        Returns
        -------
        cupy.ndarray
        """
        some = numpy.size(cast("Any", x)) > 0       # at no points any extrapolation will do
        mode = self.ext if ext is None else mode_of(ext) if some else 0
        if mode != 2:
            found = _few((x, nu, mode), by=self._twin)
            if found is not NotImplemented:
                return found
        x = arguments.device(x)
        if x.size == 0:
            return cupy.zeros(0)
        return evaluate(*self._eval_args, x, nu, mode)

    def get_knots(self) -> cupy.ndarray:
        """Inner knots and the ends.

        Returns
        -------
        cupy.ndarray
        """
        t, _, k = self._eval_args
        return t[k:t.size - k]

    def get_coeffs(self) -> cupy.ndarray:
        """Coefficients.

        Returns
        -------
        cupy.ndarray
        """
        t, c, k = self._eval_args
        return c[:t.size - k - 1]

    def get_residual(self) -> float:
        """The weighted sum of squared residuals.

        Returns
        -------
        float
        """
        return self._twin.get_residual()

    def integral(self, a: float, b: float) -> cupy.ndarray:
        """The definite integral; the spline is zero outside its interval.

        Parameters
        ----------
        a, b : float
            Ends.

        Returns
        -------
        cupy.ndarray
        """
        return cupy.asarray(self._twin.integral(float(a), float(b)))

    def derivatives(self, x: float) -> cupy.ndarray:
        """All derivatives at one point, the value first.

        Parameters
        ----------
        x : float
            The point.

        Returns
        -------
        cupy.ndarray, shape (k + 1,)
        """
        return cupy.asarray(self._twin.derivatives(float(x)))

    def roots(self) -> cupy.ndarray:
        """Zeros of a cubic spline, found on the host.

        Returns
        -------
        cupy.ndarray
        """
        return cupy.asarray(self._twin.roots())

    def derivative(self, n: int = 1) -> UnivariateSpline:
        """The derivative, as a spline.

        Parameters
        ----------
        n : int, optional
            Order.

        Returns
        -------
        UnivariateSpline
        """
        return self._of(self._twin.derivative(n))

    def antiderivative(self, n: int = 1) -> UnivariateSpline:
        """The antiderivative, as a spline.

        Parameters
        ----------
        n : int, optional
            Order.

        Returns
        -------
        UnivariateSpline
        """
        return self._of(self._twin.antiderivative(n))


class InterpolatedUnivariateSpline(UnivariateSpline):
    """Spline through all points, by FITPACK.

    Parameters
    ----------
    x, y, w, bbox, k, ext, check_finite : optional
        As for `UnivariateSpline`; `x` strictly increases.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import InterpolatedUnivariateSpline
    >>> x = cupy.arange(5.)
    >>> float(InterpolatedUnivariateSpline(x, x ** 2)(2.5).round(6))
    6.25
    """

    def __init__(self, x: ArrayLike | Sequence[ArrayLike], y: ArrayLike, w: ArrayLike | None = None,
                 bbox: Sequence[float | None] = (None, None), k: SupportsIndex | Sequence[SupportsIndex] = 3,
                 ext: SupportsIndex = 0, check_finite: bool = False) -> None:
        self._fit(of_scipy("interpolate.InterpolatedUnivariateSpline"), x, y, w=w, bbox=bbox, k=k, ext=ext,
                  check_finite=check_finite)


class LSQUnivariateSpline(UnivariateSpline):
    """Least-squares spline with given inner knots, by FITPACK.

    Parameters
    ----------
    x, y : array_like
        As for `UnivariateSpline`.
    t : array_like, shape (m,)
        Inner knots, in ascending order, that satisfy the conditions of Schoenberg and Whitney.
    w, bbox, k, ext, check_finite : optional
        As for `UnivariateSpline`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.interpolate import LSQUnivariateSpline
    >>> x = cupy.linspace(0, 1, 20)
    >>> LSQUnivariateSpline(x, x ** 2, cupy.array([0.5])).get_knots()
    array([0. , 0.5, 1. ])
    """

    def __init__(self, x: ArrayLike, y: ArrayLike, t: ArrayLike, w: ArrayLike | None = None,
                 bbox: Sequence[float | None] = (None, None), k: SupportsIndex | Sequence[SupportsIndex] = 3,
                 ext: SupportsIndex = 0, check_finite: bool = False) -> None:
        self._fit(of_scipy("interpolate.LSQUnivariateSpline"), x, y, t=t, w=w, bbox=bbox, k=k, ext=ext,
                  check_finite=check_finite)
