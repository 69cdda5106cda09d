"""What the families share: arguments as series, trimmed series, domains.

Whatever depends on values, such as where trailing zeros begin, waits for the device.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy
from numpy.polynomial import polyutils as _numpy

from cupy._core.ndarray import ndarray
from cupy._core.from_data import array, asarray
from cupy._indexing.search import nonzero
from cupy._core.dtype_rules import common_type

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["as_series", "getdomain", "mapdomain", "mapparms", "trimcoef", "trimseq"]


def trimseq(seq: Any) -> Any:
    """A series without its trailing zeros, but for one.

    Parameters
    ----------
    seq : array_like
        The series.

    Returns
    -------
    array_like
        The beginning of the series.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polyutils.trimseq(cupy.array([1, 2, 0, 0]))
    array([1, 2])
    """
    if len(seq) == 0:
        return seq
    host = seq.get() if isinstance(seq, ndarray) else numpy.asarray(seq)
    occupied = numpy.flatnonzero(host)
    return seq[:occupied[-1] + 1 if occupied.size else 1]


def trimcoef(c: ArrayLike, tol: float = 0) -> ndarray:
    """A series without its small trailing elements, but for one.

    Parameters
    ----------
    c : array_like
        The series.
    tol : float, optional
        What is not larger is small.

    Returns
    -------
    ndarray
        The series; a zero if all is small.

    Raises
    ------
    ValueError
        If `tol` is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polyutils.trimcoef(cupy.array([1.0, 1e-9]), 1e-6)
    array([1.])
    """
    if tol < 0:
        raise ValueError("tol must be non-negative")
    c, = as_series([c])
    large = nonzero(abs(c) > tol)[0]
    return c[:1] * 0 if large.size == 0 else c[:int(large[-1]) + 1].copy()


def as_series(alist: Sequence[ArrayLike], trim: bool = True) -> list[ndarray]:
    """Arguments as one-dimensional arrays of one inexact type.

    Parameters
    ----------
    alist : sequence of array_like
        The arguments, or the rows of an array.
    trim : bool, optional
        Whether to drop trailing zeros.

    Returns
    -------
    list of ndarray
        Copies.

    Raises
    ------
    ValueError
        If a series is empty, has more than one axis, or there is no common type.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polyutils.as_series([cupy.array([1, 2, 0])])
    [array([1., 2.])]
    """
    arrays = [array(a, ndmin=1, copy=None) for a in alist]
    for a in arrays:
        if a.size == 0:
            raise ValueError("Coefficient array is empty")
        if a.ndim != 1:
            raise ValueError("Coefficient array is not 1-d")
    if trim:
        arrays = [trimseq(a) for a in arrays]
    try:
        dtype = common_type(*arrays)
    except Exception as error:
        raise ValueError("Coefficient arrays have no common type") from error
    return [array(a, dtype=dtype, copy=True) for a in arrays]


def getdomain(x: ArrayLike) -> ndarray:
    """The smallest interval, or box of complex numbers, that holds some points.

    Parameters
    ----------
    x : array_like
        The points.

    Returns
    -------
    ndarray
        Its two ends, or corners.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polyutils.getdomain(cupy.array([3.0, 1.0, 2.0]))
    array([1., 3.])
    """
    from cupy._manipulation.join import stack

    x, = as_series([x], trim=False)
    if x.dtype.kind != "c":
        return stack([x.min(), x.max()])
    real, imag = x.real, x.imag
    return stack([real.min() + 1j * imag.min(), real.max() + 1j * imag.max()])


def mapparms(old: ndarray | Sequence[complex], new: ndarray | Sequence[complex]) -> tuple[Any, Any]:
    """Offset and scale of the line that maps one interval to another.

    Parameters
    ----------
    old, new : array_like
        Ends of the intervals.

    Returns
    -------
    offset, scale : ndarray or scalar
        So that ``offset + scale * old`` is `new`.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polyutils.mapparms((-1, 1), (0, 1))
    (0.5, 0.5)
    """
    length = old[1] - old[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, (new[1] - new[0]) / length


def mapdomain(x: Any, old: ndarray | Sequence[complex], new: ndarray | Sequence[complex]) -> Any:
    """Points mapped by the line that maps one interval to another.

    Parameters
    ----------
    x : array_like
        The points.
    old, new : array_like
        Ends of the intervals.

    Returns
    -------
    ndarray
        The points mapped.

    Examples
    --------
    >>> import cupy
    >>> cupy.polynomial.polyutils.mapdomain(cupy.array([-1.0, 1.0]), (-1, 1), (0, 4))
    array([0., 4.])
    """
    if not (numpy.isscalar(x) or hasattr(x, "coef")):      # a series may stand for points
        x = asarray(x)
    offset, scale = mapparms(old, new)
    return offset + scale * x


def __getattr__(name: str) -> Any:
    """The helpers that NumPy's families use among themselves."""
    from cupy.polynomial._borrow import borrow

    if name.startswith("__") or not hasattr(_numpy, name):
        raise AttributeError(f"module 'cupy.polynomial.polyutils' has no attribute {name!r}")
    own = globals()
    scope = borrow(_numpy, __name__, {key: own[key] for key in __all__})
    for key, value in scope.items():
        own.setdefault(key, value)
    return own[name]
