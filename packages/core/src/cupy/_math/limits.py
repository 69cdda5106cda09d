"""Values kept within limits, and values that are no numbers replaced."""
from __future__ import annotations

import functools

from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.by_method import by_method
from cupy._core.arguments import as_array
from cupy._ops.arithmetic import positive
from cupy._ops.composite import nan_to_num as _nan_to_num
from cupy._ops.extrema import maximum, minimum
from cupy._ops.extrema import clip as _clip

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["clip", "nan_to_num"]

_MISSING: Any = object()


@by_method()
def clip(a: ArrayLike, min: ArrayLike | None = _MISSING, max: ArrayLike | None = _MISSING, out: ndarray | None = None,
         *, a_min: ArrayLike | None = _MISSING, a_max: ArrayLike | None = _MISSING, **kwargs: Any) -> ndarray:
    """Limit values to an interval.

    Parameters
    ----------
    a : array_like
        Input.
    min, max : array_like or None, optional
        Ends of the interval; None for no limit.
    out : ndarray, optional
        Output array.
    a_min, a_max : array_like or None
        Other names of `min` and `max`, always together.
    **kwargs
        Options of ufuncs.

    Returns
    -------
    ndarray
        The limited values.

    Raises
    ------
    TypeError
        If only one of `a_min` and `a_max` is given.
    ValueError
        If limits are given under both names.

    Notes
    -----
    Differs from NumPy: the positional limits are called `min` and `max`, as the array API names them, and each
    may be left out.

    Examples
    --------
    >>> import cupy
    >>> cupy.clip(cupy.arange(5), 1, 3)
    array([1, 1, 2, 3, 3])
    """
    if a_min is _MISSING and a_max is _MISSING:
        low = None if min is _MISSING else min
        high = None if max is _MISSING else max
    elif a_min is _MISSING or a_max is _MISSING:
        missing = "a_min" if a_min is _MISSING else "a_max"
        raise TypeError(f"clip() missing 1 required positional argument: '{missing}'")
    elif min is not _MISSING or max is not _MISSING:
        raise ValueError("Passing `min` or `max` keyword argument when `a_min` and `a_max` are "
                         "provided is forbidden.")
    else:
        low, high = a_min, a_max
    a = as_array(a)
    if a.dtype.kind in "iu":
        # Python integers beyond the type are no limits at all.
        info = numpy.iinfo(a.dtype)
        low = None if type(low) is int and low <= info.min else low
        high = None if type(high) is int and high >= info.max else high
    if low is not None and high is not None:
        return _clip(a, low, high, out=out, **kwargs)
    if low is not None:
        return maximum(a, low, out=out, **kwargs)
    if high is not None:
        return minimum(a, high, out=out, **kwargs)
    return positive(a, out=out, **kwargs)


def nan_to_num(x: ArrayLike, copy: bool = True, nan: ArrayLike = 0.0, posinf: ArrayLike | None = None,
               neginf: ArrayLike | None = None) -> ndarray:
    """Replace NaN and infinities by finite numbers.

    Parameters
    ----------
    x : array_like
        Input.
    copy : bool, optional
        If False, `x` itself is changed where its type allows.
    nan : scalar or array_like, optional
        What stands for NaN.
    posinf, neginf : scalar or array_like, optional
        What stands for the infinities; the largest and smallest finite number if not given.

    Returns
    -------
    ndarray
        The numbers.

    Examples
    --------
    >>> import cupy
    >>> cupy.nan_to_num(cupy.array([1.0, cupy.nan, cupy.inf]), posinf=9.0)
    array([1., 0., 9.])
    """
    given = x
    x = as_array(x, "x")
    if x.dtype.kind not in "fcV":
        return x.copy("K") if copy and x is given else x
    part = numpy.dtype(x.dtype.char.lower()) if x.dtype.kind == "c" else x.dtype
    top = _largest(part)
    high = top if posinf is None else posinf
    low = -top if neginf is None else neginf
    for v in (nan, high, low):
        if isinstance(v, ndarray) and numpy.broadcast_shapes(v.shape, x.shape) != x.shape:
            raise ValueError(f"could not broadcast input array from shape {v.shape} into shape {x.shape}")
    nan, high, low = (v.astype(part, copy=False) if isinstance(v, ndarray) else
                      part.type(v) if x.dtype.kind == "c" else v for v in (nan, high, low))
    return _nan_to_num(x, nan, high, low, out=None if copy else x)


@functools.cache
def _largest(dtype: numpy.dtype) -> Any:
    """The largest finite number."""
    if dtype.kind == "V":
        import ml_dtypes

        return float(ml_dtypes.finfo(dtype).max)
    return float(numpy.finfo(dtype).max)
