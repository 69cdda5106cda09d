"""Views with strides of one's own (``cupy.lib.stride_tricks``)."""
from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, SupportsIndex

from cupy._core.axes import normalize_axis_tuple
from cupy._core.strided import strided_view
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = []


def as_strided(x: ndarray, shape: Sequence[SupportsIndex] | None = None, strides: Sequence[SupportsIndex] | None = None,
               subok: bool = False, writeable: bool = True) -> ndarray:
    """View an array's memory with any shape and strides; nothing is checked.

    Parameters
    ----------
    x : ndarray
        Array whose first element the view starts at.
    shape, strides : sequence of ints, optional
        Of the view; those of `x` if not given.
    subok, writeable : bool, optional
        Ignored.

    Returns
    -------
    ndarray
        The view.  Outside the memory of `x`, reading and writing is undefined.

    Examples
    --------
    >>> import cupy
    >>> x = cupy.arange(4)
    >>> cupy.lib.stride_tricks.as_strided(x, (3, 2), (8, 8))
    array([[0, 1],
           [1, 2],
           [2, 3]])
    """
    shape = x.shape if shape is None else tuple(shape)
    strides = x.strides if strides is None else tuple(strides)
    return strided_view(x, shape, strides)


def sliding_window_view(x: ArrayLike, window_shape: Ints, axis: Ints | None = None, *, subok: bool = False,
                        writeable: bool = False) -> ndarray:
    """View every window of a given shape.

    Parameters
    ----------
    x : array_like
        Input.
    window_shape : int or tuple of ints
        Sizes of the window.
    axis : int or tuple of ints, optional
        Axes that the window slides along; all if not given.
    subok, writeable : bool, optional
        Ignored.

    Returns
    -------
    ndarray
        A view whose last axes are the windows'.

    Raises
    ------
    ValueError
        If a window is larger than its axis, or sizes and axes differ in number.

    Examples
    --------
    >>> import cupy
    >>> cupy.lib.stride_tricks.sliding_window_view(cupy.arange(4), 2)
    array([[0, 1],
           [1, 2],
           [2, 3]])
    """
    x = as_array(x, "x")
    window = tuple(map(operator.index, window_shape if isinstance(window_shape, Iterable) else (window_shape,)))
    if any(w < 0 for w in window):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        axes = tuple(range(x.ndim))
        if len(window) != len(axes):
            raise ValueError("Since axis is None, must provide window_shape for all dimensions of "
                             f"`x`; got {len(window)} window_shape elements and `x.ndim` is "
                             f"{x.ndim}.")
    else:
        axes = normalize_axis_tuple(axis, x.ndim, allow_duplicate=True)
        if len(window) != len(axes):
            raise ValueError("Must provide matching length window_shape and axis; got "
                             f"{len(window)} window_shape elements and {len(axes)} axes elements.")
    shape = list(x.shape)
    for size, i in zip(window, axes, strict=True):
        if shape[i] < size:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[i] -= size - 1
    return as_strided(x, (*shape, *window), x.strides + tuple(x.strides[i] for i in axes))
