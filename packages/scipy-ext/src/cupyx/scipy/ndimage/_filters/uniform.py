"""Means over a window."""
from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

import numpy

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy.ndimage._arguments import axes_of, mode_number, output_of, per_axis
from cupyx.scipy.ndimage._filters._axes import filter_axes
from cupyx.scipy.ndimage._filters._separable import AxisFilter, correlate_line

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray
    from cupyx._options import Int

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["uniform_filter", "uniform_filter1d"]


_ones = functools.lru_cache(maxsize=64)(numpy.ones)     # the weights, which are only read


def _mean_line(size: Int, mode: Any, origin: int) -> AxisFilter:
    if size < 1:
        raise RuntimeError("incorrect filter size")
    # Sums are divided at the end: means of integers come out whole where they are.
    return AxisFilter(_ones(int(size)), mode_number(mode), origin, int(size))


@overload
def uniform_filter1d(input: NDArray[_Scalar], size: int, axis: int = ..., *,
                     mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                     origin: int = ...) -> NDArray[_Scalar]: ...
@overload
def uniform_filter1d(input: cupy.ndarray, size: int, axis: int = ...,
                     output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ...,
                     cval: ArrayLike = ..., origin: int = ...) -> cupy.ndarray: ...
def uniform_filter1d(input: cupy.ndarray, size: Int, axis: Any = -1, output: cupy.ndarray | DTypeLike | None = None,
                     mode: str | Sequence[str] = "reflect", cval: ArrayLike = 0.0, origin: Any = 0) -> cupy.ndarray:
    """Mean over a window along one axis.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int
        Pixels of the window.
    axis : int, optional
        Axis to filter along.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int, optional
        Shift of the window.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.uniform_filter1d(cupy.array([2., 8, 0, 4, 1, 9, 9, 0]), 3)[1:3]
    array([3.33333333, 4.        ])
    """
    input = cupy.asarray(input)
    axis = normalize_axis_index(axis, input.ndim)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    correlate_line(input, _mean_line(size, mode, origin), axis, output, cval)
    return output


@overload
def uniform_filter(input: NDArray[_Scalar], size: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                   mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                   origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                   axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def uniform_filter(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] = ...,
                   output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ...,
                   cval: ArrayLike = ..., origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                   axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def uniform_filter(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] = 3,
                   output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                   cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                   axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Mean over a rectangular window.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of the window, along all axes or each.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the window.
    axes : tuple of int, optional
        Axes to filter along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    RuntimeError
        For an unknown mode.
    ValueError
        For an origin outside the window.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.uniform_filter(cupy.eye(3), 3)[1, 1].round(3)
    array(0.333)
    """
    input = cupy.asarray(input)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    axes = axes_of(axes, input.ndim)
    lines = {axis: _mean_line(size, mode, origin) for axis, size, mode, origin in zip(
        axes, per_axis(size, len(axes), "size"), per_axis(mode, len(axes), "mode"),
        per_axis(origin, len(axes), "origin"), strict=True) if size > 1}
    return filter_axes(input, output, lines, cval)
