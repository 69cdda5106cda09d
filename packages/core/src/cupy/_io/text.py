"""Arrays as text, written by NumPy on the host."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.from_data import array

__all__ = ["array2string", "array_repr", "array_str"]


def _host(a: ndarray) -> numpy.ndarray:
    return a.get() if isinstance(a, ndarray) else a


def _written(write: Callable[..., str], a: Any, *args: Any, **kwargs: Any) -> str:
    """What a function of NumPy makes of an array; only the items that are shown leave the device."""
    threshold, edge = (kwargs.get(key) for key in ("threshold", "edgeitems"))
    options = numpy.get_printoptions()
    threshold = options["threshold"] if threshold is None else threshold
    edge = options["edgeitems"] if edge is None else edge
    if not isinstance(a, ndarray) or a.size <= threshold or not 0 < edge < 1000 or a.dtype.kind in "SUV":
        return write(_host(a), *args, **kwargs)
    # One more than the edges is left out just as many more are.
    small = a
    for axis, length in enumerate(a.shape):
        if length > 2 * edge + 1:
            shown = [*range(edge + 1), *range(length - edge, length)]
            small = small.take(array(shown), axis=axis)
    small = small.get()
    with numpy.printoptions(threshold=0, edgeitems=edge):
        text = write(small, *args, **kwargs | ({"threshold": 0} if "threshold" in kwargs else {}))
    return _with_shape(text, small.shape, a.shape, args[0] if args else None)


def _with_shape(text: str, written: tuple[int, ...], shape: tuple[int, ...], width: int | None) -> str:
    """Text with the right shape, on a new line if it does not fit, as NumPy breaks it."""
    head, found, tail = text.rpartition(f"shape={written}")
    if not found:
        return text
    head, tail = head.rstrip(" \n"), f"shape={shape}{tail}"
    last = len(head) - (head.rfind("\n") + 1)
    width = numpy.get_printoptions()["linewidth"] if width is None else width
    return f"{head}{' ' if last + len(tail) + 1 <= width else chr(10) + ' ' * 6}{tail}"


def array_repr(arr: ndarray, max_line_width: SupportsIndex | None = None, precision: SupportsIndex | None = None,
               suppress_small: bool | None = None) -> str:
    """Text that shows how an array could be made, as `repr` gives it.

    Parameters
    ----------
    arr : ndarray
        Input.
    max_line_width : int, optional
        Where lines are broken.
    precision : int, optional
        Digits of floating-point numbers.
    suppress_small : bool, optional
        Whether tiny numbers are shown as zero.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import cupy
    >>> cupy.array_repr(cupy.arange(3))
    'array([0, 1, 2])'
    """
    return _written(numpy.array_repr, arr, max_line_width, precision, suppress_small)


def array_str(a: ndarray, max_line_width: SupportsIndex | None = None, precision: SupportsIndex | None = None,
              suppress_small: bool | None = None) -> str:
    """Text of the elements of an array, as `str` gives it.

    Parameters
    ----------
    a : ndarray
        Input.
    max_line_width : int, optional
        Where lines are broken.
    precision : int, optional
        Digits of floating-point numbers.
    suppress_small : bool, optional
        Whether tiny numbers are shown as zero.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import cupy
    >>> cupy.array_str(cupy.arange(3))
    '[0 1 2]'
    """
    return _written(numpy.array_str, a, max_line_width, precision, suppress_small)


def array2string(a: ndarray, *args: Any, **kwargs: Any) -> str:
    """Text of the elements of an array; arguments are those of `numpy.array2string`.

    Parameters
    ----------
    a : ndarray
        Input.
    *args, **kwargs
        Options, as in NumPy.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import cupy
    >>> cupy.array2string(cupy.arange(3), separator=",")
    '[0,1,2]'
    """
    return _written(numpy.array2string, a, *args, **kwargs)
