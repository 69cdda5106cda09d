"""Whittaker-Henderson smoothing: least squares with a penalty on differences."""
from __future__ import annotations

import contextlib
import math
import operator
import warnings
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import linalg_check

from cupyx.scipy._host import to_host
from cupyx.scipy.linalg import solveh_banded

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["whittaker_henderson"]


def whittaker_henderson(signal: ArrayLike, *, lamb: Literal["reml"] | float = "reml", order: SupportsIndex = 2,
                        weights: ArrayLike | None = None) -> Any:
    """Smooth a signal: least squares with a penalty on its differences.

    Parameters
    ----------
    signal : (n,) array_like
        Equidistant samples, more than `order`.
    lamb : {'reml'} or float, optional
        The penalty's weight, not negative.  By default the one of greatest restricted likelihood.
    order : int, optional
        Order of the differences, 2 by default.
    weights : (n,) array_like, optional
        Weights of samples, one by default.  Samples of weight zero are filled in, and may be NaN.

    Returns
    -------
    scipy.optimize.OptimizeResult
        ``x``, the smooth signal as a ``cupy.ndarray``, and ``lamb``, the penalty's weight.

    Raises
    ------
    ValueError
        If shapes do not fit, samples that count are not finite, or `lamb` is neither 'reml' nor such a number.

    Warns
    -----
    UserWarning
        If the equations cannot be solved: the result is then the polynomial of degree ``order - 1``, which is what
        signals of large `lamb` approach.

    Notes
    -----
    The signal x solves ``(W + lamb D' D) x = W y``, D being the matrix of differences and W that of weights, by a
    banded Cholesky factorization (P. H. C. Eilers, Anal. Chem. 75, 2003).  The likelihood is searched on the host; a
    given `lamb` is solved for on the device.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.whittaker_henderson(cupy.array([1.0, 3.0, 2.0, 4.0]), lamb=1e9).x.round(3)
    array([1.3, 2.1, 2.9, 3.7])
    """
    try:
        order = operator.index(order)
    except TypeError:
        raise TypeError("order must be an integer.") from None
    if order < 1:
        raise ValueError("order must be an integer not less than 1.")
    y = cupy.asarray(signal)
    if y.ndim != 1:
        raise ValueError(f"Input array signal must be of shape (n,); got {y.shape}")
    if len(y) < order + 1:
        raise ValueError(f"Input array signal must be at least of shape ({order + 1},); got {len(y)}.")
    y = y.astype(float)
    if weights is not None:
        weights = cupy.asarray(weights, float)
        if weights.shape != y.shape:
            raise ValueError("Input array weights must have the same shape as the signal array.")
    y = _usable(y, weights)
    best = isinstance(lamb, str)
    if lamb != "reml" if best else not lamb >= 0:
        raise ValueError(f"Parameter lamb must be string 'reml' or a non-negative float; got {lamb=}.")
    if best:
        host = to_host(y), order, None if weights is None else to_host(weights)
        lamb = _likeliest(*host)
        x = cupy.asarray(_factored(lamb, *host)[0])
    else:
        x = y.copy() if lamb == 0 else _solved(lamb, y, order, weights)
    from scipy.optimize import OptimizeResult

    return OptimizeResult(x=x, lamb=lamb)


def _usable(y: cupy.ndarray, weights: cupy.ndarray | None) -> cupy.ndarray:
    """Samples that are finite, with zeros where weights are zero."""
    if weights is None:
        if not cupy.isfinite(y).all():
            raise ValueError("Input array signal must be finite.")
        return y
    if not cupy.isfinite(weights).all():
        raise ValueError("Input array weights must be finite.")
    missing = ~cupy.isfinite(y)
    if (missing & (weights != 0)).any():
        raise ValueError("Input array weights must be zero for all non-finite elements of signal.")
    return cupy.where(missing, 0, y)


def _penalty(n: int, order: int) -> numpy.ndarray[Any, Any]:
    """Lower diagonals of D' D: those of a few rows, the middle one of which stands for all others."""
    few = min(n, 2 * order + 1)
    difference = numpy.diff(numpy.eye(few), n=order, axis=0)
    product = difference.T @ difference
    bands = numpy.zeros((order + 1, few))
    for k in range(min(order + 1, few)):
        bands[k, :few - k] = numpy.diagonal(product, k)
    return numpy.repeat(bands, [n - few + 1 if k == order else 1 for k in range(few)], axis=1) if n > few else bands


def _equations(xp: ModuleType, lamb: float, y: cupy.ndarray | numpy.ndarray[Any, Any], order: int,
        weights: cupy.ndarray | None) -> tuple[Any, ...] | None:
    """Diagonals and right-hand side, or None where nothing but the penalty is left of the diagonal."""
    bands = xp.asarray(lamb * _penalty(len(y), order))
    w = 1.0 if weights is None else weights
    if (bands[0] == bands[0] + 8 * w).all():
        return None
    bands[0] += w
    return bands, w * y


def _polynomial(y: numpy.ndarray[Any, Any], order: int, weights: Any) -> numpy.ndarray[Any, Any]:
    """The polynomial of least squares that signals of large penalties approach."""
    places = numpy.arange(len(y))
    return numpy.polynomial.Polynomial.fit(places, y, order - 1, w=weights)(places)


def _unstable(lamb: float) -> None:
    warnings.warn("The linear solver in Whittaker-Henderson smoothing detected a numerical instability, likely due to "
                  f"a very large value of {lamb=} or due to the weights. The polynomial of degree 'order - 1', which "
                  "the signal approaches for large lamb, is returned.", stacklevel=4)


def _solved(lamb: float, y: cupy.ndarray, order: int, weights: cupy.ndarray | None) -> cupy.ndarray:
    equations = _equations(cupy, lamb, y, order, weights)
    if equations is not None:
        with linalg_check.at_once(), contextlib.suppress(numpy.linalg.LinAlgError):
            return solveh_banded(*equations, lower=True, check_finite=False)
        _unstable(lamb)
    return cupy.asarray(_polynomial(to_host(y), order, None if weights is None else to_host(weights)))


def _factored(lamb: float, y: numpy.ndarray[Any, Any], order: int,
              weights: Any) -> tuple[numpy.ndarray[Any, Any], float]:
    """The smooth signal and the logarithm of the determinant, of NumPy arrays."""
    from scipy import linalg

    equations = _equations(numpy, lamb, y, order, weights)
    if equations is not None:
        try:
            factor = linalg.cholesky_banded(equations[0], lower=True, check_finite=False)
        except numpy.linalg.LinAlgError:
            pass
        else:
            return linalg.cho_solve_banded((factor, True), equations[1]), 2 * numpy.log(factor[0]).sum()
    return _polynomial(y, order, weights), (len(y) - order) * math.log(lamb) + _log_determinant(len(y), order)


def _log_determinant(n: int, order: int) -> float:
    """That of D D'."""
    sums = [math.log(math.comb(n + k - 1, 2 * k - 1)) for k in range(1, order + 1)]
    return sum(sums) - sum(math.log(math.comb(2 * k, k)) for k in range(1, order))


def _likeliest(y: numpy.ndarray[Any, Any], order: int, weights: Any) -> float:
    """The penalty of the greatest restricted likelihood, its variance being the best one (G. Biessy, 2023, eq. 12)."""
    from scipy.optimize import minimize_scalar

    free, plain = len(y) - order, _log_determinant(len(y), order)

    def criterion(log_lamb: float) -> float:
        lamb = math.exp(log_lamb)
        x, determinant = _factored(lamb, y, order, weights)
        squares = ((y - x) ** 2 * (1 if weights is None else weights)).sum() + lamb * (numpy.diff(x, order) ** 2).sum()
        return 0.5 * (free * (1 + numpy.log(squares / free) - log_lamb) - plain + determinant)

    return math.exp(minimize_scalar(criterion, bracket=[-10, 10]).x)
