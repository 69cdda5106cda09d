"""Items of a given rank in windows: median, percentiles."""
from __future__ import annotations

import functools
import operator
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar, overload

import numpy

import cupy
from cupy._ext import Kernel, multiprocessors, on_devices, serial_blocks, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import (
    axes_of, check_origins, contiguous, expanded, host, mode_number, output_of, overlapping, per_axis,
    refuse_complex, scattered, writable)
from cupyx.scipy.ndimage._filters._window import filter_window, merged_axes
from cupyx.scipy.ndimage._filters.extremum import _COMMON, maximum_filter, minimum_filter

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["median_filter", "percentile_filter", "rank_filter"]

_kernel = Kernel("rank.hpp", _kernels, "Neighborhood", packed=_COMMON)
_bytes = Kernel("rank_bytes.hpp", _kernels, "RankBytes", packed=("BB", "bb", "??"))
_MANY = 50                      # items from which on bytes are counted
_medians = {count: Kernel("rank_small.hpp", _kernels, "Neighborhood", packed=("BB", "HH", "hh", "ff", "dd"),
                          arguments=f"Median, {count}") for count in (9, 25, 27, 49)}
#: By the most items that they are for.
_small = {count: Kernel("rank_small.hpp", _kernels, "Neighborhood", packed=_COMMON, arguments=f"Ranked, {count}")
          for count in (9, 27, 49)}
#: Whole boxes, by their sizes and the ranks that they are for.
_BOXES = {(box, most): Kernel("rank_box.hpp", _kernels, "Neighborhood",
                              packed=on_devices("BB", "HH", "hh", "ff", "dd"),
                              arguments=f"{box[0]}, {box[2]}, {least}, {most}")
          for box, ranks in (((1, 3, 3), ((1, 3), (4, 4))), ((1, 5, 5), ((1, 5), (6, 11), (12, 12))),
                             ((1, 7, 7), ((24, 24),)), ((3, 3, 3), ((1, 5), (6, 12), (13, 13))))
          for least, most in ranks}
_BOX_RANKS = {box: sorted(most for sizes, most in _BOXES if sizes == box) for box, _ in _BOXES}
_BOX_RUN = next(iter(_BOXES.values())).constants["kBoxRun"]


@overload
def rank_filter(input: NDArray[_Scalar], rank: SupportsIndex,
                size: SupportsIndex | Sequence[SupportsIndex] | None = ..., footprint: ArrayLike | None = ..., *,
                mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def rank_filter(input: cupy.ndarray, rank: SupportsIndex, size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                footprint: ArrayLike | None = ..., output: cupy.ndarray | DTypeLike | None = ...,
                mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def rank_filter(input: cupy.ndarray, rank: SupportsIndex, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                footprint: ArrayLike | None = None, output: cupy.ndarray | DTypeLike | None = None,
                mode: str | Sequence[str] = "reflect", cval: ArrayLike = 0.0,
                origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The element of a given rank in a window.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    rank : int
        Place among the sorted elements; negative ones count from the greatest.
    size : int or sequence of ints, optional
        Pixels of the window, for all axes or each; this or `footprint` is needed.
    footprint : array_like of bool, optional
        Which pixels of the window count.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges.
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
        When the window has fewer pixels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.rank_filter(cupy.array([2, 8, 0, 4, 1, 9, 9, 0]), -2, size=3)
    array([2, 2, 4, 1, 4, 9, 9, 0])
    """
    return _filter(input, lambda count: operator.index(rank), size, footprint, output, mode, cval, origin, axes)


@overload
def median_filter(input: NDArray[_Scalar], size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                  footprint: ArrayLike | None = ..., *,
                  mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                  origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                  axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def median_filter(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = ...,
                  footprint: ArrayLike | None = ..., output: cupy.ndarray | DTypeLike | None = ...,
                  mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                  origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                  axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def median_filter(input: cupy.ndarray, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                  footprint: ArrayLike | None = None, output: cupy.ndarray | DTypeLike | None = None,
                  mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = "reflect", cval: ArrayLike = 0.0,
                  origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                  axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The median of a window; of an even number of elements the greater of the middle two.

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
    mode : {'reflect', 'constant', 'nearest', 'mirror', 'wrap'}, optional
        What lies beyond the edges.
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
        When there is neither size nor footprint, or they do not fit the axes.
    ValueError
        For an origin outside the window.

    Notes
    -----
    NaN counts as greater than all numbers.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((5, 5)); a[2, 2] = 9; a[:, 4] = 1
    >>> ndimage.median_filter(a, 3)[2]
    array([0., 0., 0., 0., 1.])
    """
    return _filter(input, lambda count: count // 2, size, footprint, output, mode, cval, origin, axes)


@overload
def percentile_filter(input: NDArray[_Scalar], percentile: ArrayLike,
                      size: SupportsIndex | Sequence[SupportsIndex] | None = ..., footprint: ArrayLike | None = ..., *,
                      mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                      origin: SupportsIndex | Sequence[SupportsIndex] = ...,
                      axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def percentile_filter(input: cupy.ndarray, percentile: ArrayLike,
                      size: SupportsIndex | Sequence[SupportsIndex] | None = ..., footprint: ArrayLike | None = ...,
                      output: cupy.ndarray | DTypeLike | None = ...,
                      mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                      origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
                      axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def percentile_filter(input: cupy.ndarray, percentile: Any, size: SupportsIndex | Sequence[SupportsIndex] | None = None,
                      footprint: ArrayLike | None = None, output: cupy.ndarray | DTypeLike | None = None,
                      mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = "reflect",
                      cval: ArrayLike = 0.0, origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
                      axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """The element of a window below which a share of the others lies.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    percentile : scalar
        The share in percent; negative ones count from 100.
    size : int or sequence of ints, optional
        Pixels of the window, for all axes or each; this or `footprint` is needed.
    footprint : array_like of bool, optional
        Which pixels of the window count.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : {'reflect', 'constant', 'nearest', 'mirror', 'wrap'}, optional
        What lies beyond the edges.
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
        For a share beyond 100.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.percentile_filter(cupy.array([2, 8, 0, 4, 1, 9, 9, 0]), 20, size=3)
    array([2, 0, 0, 0, 1, 1, 0, 0])
    """
    def rank_of(count: int) -> int:
        share = percentile + 100.0 if percentile < 0 else percentile
        if not 0 <= share <= 100:
            raise RuntimeError("invalid percentile")
        return count - 1 if share == 100 else int(float(count) * share / 100.0)

    return _filter(input, rank_of, size, footprint, output, mode, cval, origin, axes)


def _filter(input: cupy.ndarray, rank_of: Callable[..., Any], size: Any, footprint: Any,
            output: cupy.ndarray | DTypeLike | None, mode: Any, cval: Any, origin: Any, axes: Any) -> cupy.ndarray:
    if size is not None and footprint is not None:
        warnings.warn("ignoring size because footprint is set", UserWarning, stacklevel=3)
    input = cupy.asarray(input)
    refuse_complex(input)
    axes = axes_of(axes, input.ndim)
    if footprint is not None:
        footprint = host(footprint, bool)
    elif size is not None:
        footprint = _box(tuple([operator.index(n) for n in per_axis(size, len(axes), "size")]))
    else:
        raise RuntimeError("no footprint or filter size provided")
    footprint = expanded(footprint, input.ndim, axes)
    origins = scattered(per_axis(origin, len(axes), "origin"), input.ndim, axes, 0)
    if footprint.size == 0:
        raise RuntimeError(f"footprint.ndim (0) must match len(axes) ({len(axes)})")
    check_origins(origins, footprint.shape)
    count = int(numpy.count_nonzero(footprint))
    rank = rank_of(count)
    rank += count if rank < 0 else 0
    if not 0 <= rank < count:
        raise RuntimeError("rank not within filter footprint size")
    modes = mode
    if not isinstance(mode, str):
        modes = scattered(per_axis(mode, len(axes), "mode"), input.ndim, axes, "constant")
    if rank in (0, count - 1):
        filter_: Any = minimum_filter if rank == 0 else maximum_filter
        return filter_(input, None, footprint, output, modes, cval, origins)
    output = output_of(output, input)
    refuse_complex(output)
    if not isinstance(modes, str):
        raise RuntimeError("A sequence of modes is not supported by non-separable rank filters")
    numbers = [mode_number(mode)] * input.ndim
    box = merged_axes(input.shape, footprint.shape, origins, numbers)
    if (count >= _MANY and input.itemsize == 1 and count < 2 ** 16 and footprint.all() and len(box[0]) == 3
            and box[1][0] == 1):
        return _rank_bytes(input, output, box, rank, float(cval))
    kernel, lanes, invert = _kernel, 1, False
    if count < _MANY and len(box[0]) == 3 and input.size < 2 ** 31:
        found = None if serial_blocks() or not footprint.all() else _of_box(box, count, rank, input.dtype)
        kernel, lanes, invert = found or (*_of_few(count, rank), False)
    return filter_window(kernel, input, output, footprint, origins, numbers, float(cval), work=16 * lanes, lanes=lanes,
                         rank=count - 1 - rank if invert else rank, invert=invert)


def _of_few(count: int, rank: int) -> tuple[Kernel, int]:
    """``(kernel, pixels of a call)`` for windows of few items over three axes, as they have been merged."""
    if rank == count // 2 and count in _medians:
        kernel = _medians[count]
    else:
        kernel = next(kernel for most, kernel in _small.items() if count <= most)
    return kernel, kernel.constants["kHostRanks"] if serial_blocks() else 1


def _of_box(box: Any, count: int, rank: int, dtype: numpy.dtype[Any]) -> tuple[Kernel, int, bool] | None:
    """``(kernel, pixels of a call, whether it counts from the greatest)`` for whole boxes, None if there is none."""
    _, sizes, before, _ = box
    if sizes not in _BOX_RANKS or before[2] != sizes[2] // 2:
        return None
    invert = rank > count // 2
    rank = count - 1 - rank if invert else rank
    least = next((most for most in _BOX_RANKS[sizes] if rank <= most), None)
    if least is None or sizes == (1, 7, 7) and rank < least:
        return None
    pairs = dtype.kind in "biu" and dtype.itemsize <= 2
    return _BOXES[sizes, least], _BOX_RUN * (2 if pairs else 1), invert


@functools.lru_cache(maxsize=64)
def _box(sizes: tuple[int, ...]) -> numpy.ndarray[Any, Any]:
    return numpy.ones(sizes, bool)


def _rank_bytes(input: cupy.ndarray, output: cupy.ndarray, box: tuple[tuple[int, int, int], ...], rank: int,
                cval: float) -> cupy.ndarray:
    """Boxes along the last two axes, with histograms that slide."""
    (slices, height, width), sizes, before, modes = box
    source = contiguous(input)
    target = output
    if not writable(output) or overlapping(source, output):
        target = cupy.empty(output.shape, output.dtype)
    threads, rows = (_bytes.constants[name] for name in ("kRankThreads", "kRankRows"))
    across, down = -(-width // threads), -(-height // rows)
    blocks = min(4 * multiprocessors(), slices * width) if serial_blocks() else slices * across * down
    _bytes(type_characters(source.dtype, target.dtype), blocks=blocks, threads=threads, shared=512 * threads,
           input=source, output=target, slices=slices, height=height, width=width, across=across, down=down,
           size=sizes[1:], before=before[1:], mode=modes[1:], rank=rank, constant=cval)
    if target is not output:
        output[...] = target
    return output
