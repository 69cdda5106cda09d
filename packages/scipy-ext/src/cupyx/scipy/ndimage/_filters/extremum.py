"""The least and greatest items of windows."""
from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

import numpy

import cupy
from cupy._ext import Kernel, normalize_axis_index, serial_blocks, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import (
    axes_of, check_origins, contiguous, expanded, holding, host, mode_number, output_of, overlapping, per_axis,
    refuse_complex, scattered, writable)
from cupyx.scipy.ndimage._filters._extremum_tile import is_tile, over_line, over_tile
from cupyx.scipy.ndimage._filters._window import filter_window

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["maximum_filter", "maximum_filter1d", "minimum_filter", "minimum_filter1d"]

_COMMON = ("??", "BB", "hh", "HH", "ii", "ll", "ee", "ff", "dd")
_ALONG = {least: Kernel("extremum1d.hpp", _kernels, "Extremum1d", packed=_COMMON, arguments=which)
          for least, which in ((True, "least"), (False, "greatest"))}
_RUN, _BUFFER, _LANES, _PIXELS = (_ALONG[True].constants[f"kExtremum{name}"]
                                  for name in ("Run", "Buffer", "Lanes", "Pixels"))
_OVER = {least: Kernel("extremum.hpp", _kernels, "Neighborhood", packed=_COMMON,
                       arguments=which)
         for least, which in ((True, "least"), (False, "greatest"))}


@overload
def minimum_filter1d(input: NDArray[_Scalar], size: SupportsIndex, axis: SupportsIndex = ..., *, mode: str = ...,
                     cval: ArrayLike = ..., origin: SupportsIndex = ...) -> NDArray[_Scalar]: ...
@overload
def minimum_filter1d(input: cupy.ndarray, size: SupportsIndex, axis: SupportsIndex = ...,
                     output: cupy.ndarray | DTypeLike | None = ..., mode: str = ..., cval: ArrayLike = ...,
                     origin: SupportsIndex = ...) -> cupy.ndarray: ...
def minimum_filter1d(input: cupy.ndarray, size: SupportsIndex, axis: SupportsIndex = -1,
                     output: cupy.ndarray | DTypeLike | None = None, mode: str = "reflect", cval: ArrayLike = 0.0,
                     origin: SupportsIndex = 0) -> cupy.ndarray:
    """The least element of a window along one axis.

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
    mode : str, optional
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
    >>> ndimage.minimum_filter1d(cupy.array([2, 8, 0, 4, 1, 9, 9, 0]), 3)
    array([2, 0, 0, 0, 1, 1, 0, 0])
    """
    return _filter1d(input, size, axis, output, mode, cval, origin, True)


@overload
def maximum_filter1d(input: NDArray[_Scalar], size: SupportsIndex, axis: SupportsIndex = ..., *, mode: str = ...,
                     cval: ArrayLike = ..., origin: SupportsIndex = ...) -> NDArray[_Scalar]: ...
@overload
def maximum_filter1d(input: cupy.ndarray, size: SupportsIndex, axis: SupportsIndex = ...,
                     output: cupy.ndarray | DTypeLike | None = ..., mode: str = ..., cval: ArrayLike = ...,
                     origin: SupportsIndex = ...) -> cupy.ndarray: ...
def maximum_filter1d(input: cupy.ndarray, size: SupportsIndex, axis: SupportsIndex = -1,
                     output: cupy.ndarray | DTypeLike | None = None, mode: str = "reflect", cval: ArrayLike = 0.0,
                     origin: SupportsIndex = 0) -> cupy.ndarray:
    """The greatest element of a window along one axis.

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
    mode : str, optional
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
    >>> ndimage.maximum_filter1d(cupy.array([2, 8, 0, 4, 1, 9, 9, 0]), 3)
    array([8, 8, 8, 4, 9, 9, 9, 9])
    """
    return _filter1d(input, size, axis, output, mode, cval, origin, False)


def _filter1d(input: cupy.ndarray, size: Any, axis: Any, output: cupy.ndarray | DTypeLike | None, mode: str, cval: Any,
              origin: Any, least: bool) -> cupy.ndarray:
    input = cupy.asarray(input)
    refuse_complex(input)
    axis = normalize_axis_index(axis, input.ndim)
    if size < 1:
        raise RuntimeError("incorrect filter size")
    output = output_of(output, input)
    check_origins([origin], [size])
    _filter_line(input, output, axis, int(size), mode_number(mode), cval, origin, least)
    return output


def _filter_line(input: cupy.ndarray, output: cupy.ndarray, axis: int, size: Any, mode: int, cval: float, origin: Any,
                 least: bool) -> None:
    input = holding(cval, input)
    if over_line(input, output, axis, size, size // 2 + origin, mode, cval, least):
        return
    source = contiguous(input)
    target = output
    if not writable(output) or overlapping(source, output):
        target = cupy.empty(output.shape, output.dtype)
    length, inner = source.shape[axis], math.prod(source.shape[axis + 1:])
    run, lanes = _RUN, 1
    if serial_blocks():
        lanes = max(1, min(inner, _LANES))
        run = _BUFFER // lanes
    runs = -(-length // run)
    outer = source.size and source.size // (length * inner)
    _ALONG[least].map(
        type_characters(source.dtype, target.dtype), outer * runs * -(-inner // lanes), work=4 * run * lanes,
        input=source, output=target, length=length, inner=inner, runs=runs, run=run, lanes=lanes, size=size,
        before=size // 2 + origin, mode=mode, constant=float(cval))
    if target is not output:
        output[...] = target


@overload
def minimum_filter(input: NDArray[_Scalar], size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                   footprint: ArrayLike | None = ..., *, mode: str = ..., cval: ArrayLike = ...,
                   origin: SupportsIndex = ..., axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def minimum_filter(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                   footprint: ArrayLike | None = ..., output: cupy.ndarray | DTypeLike | None = ..., mode: str = ...,
                   cval: ArrayLike = ..., origin: SupportsIndex = ..., *,
                   axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def minimum_filter(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                   footprint: ArrayLike | None = None, output: cupy.ndarray | DTypeLike | None = None,
                   mode: str = "reflect", cval: ArrayLike = 0.0, origin: SupportsIndex = 0, *,
                   axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The least element of a window.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of the window, for all axes or each; this or `footprint` is needed.
    footprint : array_like of bool, optional
        Which pixels of the window count.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int, optional
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
        When there is neither size nor footprint, or they do not fit the axes.
    ValueError
        For an origin outside the window, or a footprint without pixels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.array([[5, 4, 3], [4, 0, 2], [3, 2, 1]])
    >>> ndimage.minimum_filter(a, footprint=cupy.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]]))
    array([[4, 0, 2],
           [0, 0, 0],
           [2, 0, 1]])
    """
    return min_or_max(input, size, footprint, None, output, mode, cval, origin, True, axes)


@overload
def maximum_filter(input: NDArray[_Scalar], size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                   footprint: ArrayLike | None = ..., *, mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                   origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                   axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def maximum_filter(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                   footprint: ArrayLike | None = ..., output: cupy.ndarray | DTypeLike | None = ...,
                   mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                   origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                   axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def maximum_filter(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                   footprint: ArrayLike | None = None, output: cupy.ndarray | DTypeLike | None = None,
                   mode: str | Sequence[str] = "reflect", cval: ArrayLike = 0.0,
                   origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                   axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The greatest element of a window.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    size : int or sequence of ints, optional
        Pixels of the window, for all axes or each; this or `footprint` is needed.
    footprint : array_like of bool, optional
        Which pixels of the window count.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; one for each axis where the
        window is a box.
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

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((4, 5), int); a[1, 2] = 7
    >>> ndimage.maximum_filter(a, size=(1, 3))[1]
    array([0, 7, 7, 7, 0])
    """
    return min_or_max(input, size, footprint, None, output, mode, cval, origin, False, axes)


def min_or_max(input: cupy.ndarray, size: Any, footprint: Any, structure: Any, output: cupy.ndarray | DTypeLike | None,
               mode: Any, cval: Any, origin: Any, least: bool, axes: Any) -> cupy.ndarray:
    """Filters above and grey erosion and dilation: least items minus, or greatest plus, a structure."""
    if size is not None and footprint is not None:
        warnings.warn("ignoring size because footprint is set", UserWarning, stacklevel=3)
    if structure is not None:
        structure = host(structure, "d")
        footprint = numpy.ones(structure.shape, bool) if footprint is None else host(footprint, bool)
    elif footprint is not None:
        footprint = host(footprint, bool)
        if not footprint.any():
            raise ValueError("All-zero footprint is not supported.")
    elif size is None:
        raise RuntimeError("no footprint provided")
    input = cupy.asarray(input)
    refuse_complex(input)
    axes = axes_of(axes, input.ndim)
    output = output_of(output, input)
    refuse_complex(output)
    if structure is None and (footprint is None or footprint.all()):
        return over_box(input, size if footprint is None else footprint.shape, output, mode, cval, origin, least, axes)
    if structure is not None and structure.ndim != len(axes):
        raise RuntimeError("structure array has incorrect shape")
    footprint = expanded(footprint, input.ndim, axes)
    origins = scattered(per_axis(origin, len(axes), "origin"), input.ndim, axes, 0)
    check_origins(origins, footprint.shape)
    if not isinstance(mode, str):
        raise RuntimeError("A sequence of modes is not supported for non-separable footprints")
    weights = None
    if structure is not None:
        structure = expanded(structure, input.ndim, axes, "structure")
        if structure.shape != footprint.shape:
            raise RuntimeError("structure array has incorrect shape")
        weights = structure[footprint]
    lanes = _PIXELS if serial_blocks() else 1
    return filter_window(_OVER[least], input, output, footprint, origins, [mode_number(mode)] * input.ndim, float(cval),
                         weights=weights, lanes=lanes, work=lanes // 8 + 1)


def over_box(input: cupy.ndarray, size: Any, output: cupy.ndarray, mode: str, cval: float, origin: int | list[int],
             least: bool, axes: tuple[int, ...]) -> cupy.ndarray:
    """Least or greatest items of boxes, axis by axis or along two at once."""
    names = ("size", "origin", "mode")
    settings = zip(axes, *(per_axis(v, len(axes), n) for v, n in zip((size, origin, mode), names, strict=True)),
                   strict=True)
    settings = [(axis, int(size), origin, mode) for axis, size, origin, mode in settings if size > 1]
    for _, size, origin, _ in settings:
        check_origins([origin], [size])
    source = input
    if [entry[0] for entry in settings[-2:]] == [input.ndim - 2, input.ndim - 1]:
        _, sizes, origins, modes = zip(*settings[-2:], strict=True)
        shape = (math.prod(input.shape[:-2]), *input.shape[-2:])
        if is_tile(input, output, shape, sizes) and holding(cval, input) is input:
            settings = settings[:-2]
            source = cupy.empty(input.shape, output.dtype) if settings else output
            over_tile(input, source, shape, sizes, [n // 2 + o for n, o in zip(sizes, origins, strict=True)],
                      [mode_number(mode) for mode in modes], cval, least)
    for place, (axis, size, origin, mode) in enumerate(settings):
        target = output if place == len(settings) - 1 else cupy.empty(input.shape, output.dtype)
        _filter_line(source, target, axis, size, mode_number(mode), cval, origin, least)
        source = target
    if source is input:
        output[...] = input
    return output
