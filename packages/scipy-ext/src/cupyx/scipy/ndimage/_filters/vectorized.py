"""Filters by functions of all windows at once."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy.ndimage._arguments import contiguous, host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["vectorized_filter"]

#: SciPy's modes as those of `pad`; 'grid-mirror' is what SciPy's function makes of it.
_PAD_MODES = {"reflect": "symmetric", "constant": "constant", "nearest": "edge", "mirror": "reflect", "wrap": "wrap",
              "grid-mirror": "reflect", "grid-constant": "constant", "grid-wrap": "wrap", "valid": None}


def vectorized_filter(input: cupy.ndarray, function: Callable[..., Any], *,
                      size: SupportsIndex | Sequence[SupportsIndex] | None = None, footprint: ArrayLike | None = None,
                      output: cupy.ndarray | None = None, mode: str = "reflect", cval: ArrayLike | None = None,
                      origin: Any = None, axes: Any = None, batch_memory: SupportsIndex = 2 ** 30) -> cupy.ndarray:
    """A function of all windows at once.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    function : callable
        ``function(windows, axis=...)`` reduces the axes of the windows, the last ones; of one axis with `footprint`.
    size : int or sequence of ints, optional
        Pixels of the window, for all axes or each; either this or `footprint` is needed.
    footprint : array_like of bool, optional
        Which pixels of the window count.
    output : cupy.ndarray, optional
        Output array.
    mode : str, optional
        What lies beyond the edges: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'; 'valid' makes the output
        smaller instead.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the window.
    axes : int or tuple of int, optional
        Axes to filter along; all if not given.
    batch_memory : int, optional
        Bytes that the windows of one call may take together.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    ValueError
        When arguments do not go together.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.vectorized_filter(cupy.array([1., 5, 2, 8]), cupy.ptp, size=3)
    array([4., 4., 6., 6.])
    """
    input = cupy.asarray(input)
    if not callable(function):
        raise ValueError("`function` must be a callable.")
    axes = tuple(range(-input.ndim, 0)) if axes is None else (axes,) if numpy.ndim(axes) == 0 else tuple(axes)
    if len(axes) > input.ndim:
        raise ValueError("The length of `axes` may not exceed the dimensionality of `input`(`input.ndim`).")
    size, footprint = _window(size, footprint, len(axes))
    origin = _origin(origin, len(axes))
    if mode not in _PAD_MODES:
        raise ValueError(f"`mode` must be one of {set(_PAD_MODES)}.")
    if mode == "valid" and any(origin):
        raise ValueError("`mode='valid'` is incompatible with use of `origin`.")
    if cval is not None and _PAD_MODES[mode] != "constant":
        raise ValueError("Use of `cval` is compatible only with `mode='constant'`.")
    if cval is not None and numpy.asarray(cval).dtype.kind not in "iufc":
        raise ValueError("`cval` must include only numbers.")
    memory = numpy.asarray(batch_memory)
    if memory.ndim or memory.dtype.kind not in "iuf" or not memory > 0:
        raise ValueError("`batch_memory` must be positive number.")
    if input.size == 0:
        return input
    if input.ndim == 0 and size == ():
        whole: Any = function
        return cupy.asarray(whole(input if footprint is None else input[footprint], axis=()))
    last = tuple(range(-len(axes), 0))
    rows = cupy.moveaxis(input, axes, last)
    if output is not None:
        output = cupy.moveaxis(output, axes, last)
    if mode != "valid":
        widths = [(n // 2 + o, (n - 1) // 2 - o) for n, o in zip(size, origin, strict=True)]
        more = {"constant_values": 0.0 if cval is None else cval} if _PAD_MODES[mode] == "constant" else {}
        rows = cupy.pad(rows, [(0, 0)] * (input.ndim - len(axes)) + widths, mode=_PAD_MODES[mode], **more)
    windows = cupy.lib.stride_tricks.sliding_window_view(rows, size, last)
    result = _in_batches(function, windows, footprint, last, output, batch_memory)
    return cupy.moveaxis(result, last, axes)


def _window(size: Any, footprint: ArrayLike | None, count: int) -> tuple[tuple[int, ...], cupy.ndarray | None]:
    if size is None and footprint is None:
        raise ValueError("Either `size` or `footprint` must be provided.")
    if size is not None and footprint is not None:
        raise ValueError("Either `size` or `footprint` may be provided, not both.")
    if footprint is not None:
        footprint = cupy.asarray(footprint).astype(bool)
        size = footprint.shape
    else:
        given: Any = size
        size = (given,) * count if numpy.ndim(given) == 0 else tuple(given)
        if not all(numpy.asarray(n).dtype.kind in "iu" and n > 0 for n in size):
            raise ValueError("All elements of `size` must be positive integers.")
        size = tuple(int(n) for n in size)
    if count != len(size):
        raise ValueError("`axes` must be compatible with the dimensionality of the window specified by `size` or "
                         "`footprint`.")
    return size, footprint


def _origin(origin: Any, count: int) -> tuple[int, ...]:
    if origin is None:
        return (0,) * count
    origin = (origin,) * count if numpy.ndim(host(origin)) == 0 else tuple(origin)
    if not all(numpy.asarray(o).dtype.kind in "iu" for o in origin):
        raise ValueError("All elements of `origin` must be integers.")
    if len(origin) != count:
        raise ValueError("`origin` must be an integer or tuple of integers with length equal to the number of axes.")
    return origin


def _in_batches(function: Callable[..., Any], windows: cupy.ndarray, footprint: cupy.ndarray | None,
                axes: tuple[int, ...], output: cupy.ndarray | None, memory: Any) -> Any:
    def call(part: cupy.ndarray) -> cupy.ndarray:
        if footprint is not None:
            return cupy.asarray(function(part[..., footprint], axis=-1))
        return cupy.asarray(function(contiguous(part), axis=axes))

    if not axes:
        return call(windows)
    chunk = math.prod(windows.shape[1:]) * windows.itemsize
    step = int(min(len(windows), memory / max(chunk, 1)))
    if step < 1:
        raise ValueError("`batch_memory` is insufficient for minimum chunk size.")
    if step == len(windows) and output is None:
        return call(windows)
    for start in range(0, len(windows), step):
        found = call(windows[start:start + step])
        if output is None:
            output = cupy.empty(windows.shape[:-len(axes)], found.dtype)
        output[start:start + step] = found
    return output
