"""Filters by functions of the user's."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar, overload

import numpy

import cupy
from cupy._ext import Kernel, normalize_axis_index

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import (
    MODES, axes_of, check_origins, expanded, host, mode_number, output_of, overlapping, per_axis, refuse_complex,
    scattered, writable)
from cupyx.scipy.ndimage._filters._raw import of_lines, of_windows
from cupyx.scipy.ndimage._filters._translated import of_lines as translated_lines, of_windows as translated_windows
from cupyx.scipy.ndimage._filters._window import filter_window

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray
    from cupyx._options import Int

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["generic_filter", "generic_filter1d"]

_windows = Kernel("windows.hpp", _kernels, "Neighborhood", packed=("fd", "dd", "ff"))
_BYTES = 1 << 26                 # of the windows that are laid out at once
_ALONG_AXIS = ("all", "amax", "amin", "any", "argmax", "argmin", "max", "mean", "median", "min", "nanmax", "nanmean",
               "nanmedian", "nanmin", "nanstd", "nansum", "nanvar", "percentile", "prod", "ptp", "quantile", "std",
               "sum", "var")


@overload
def generic_filter(input: NDArray[_Scalar], function: Callable[..., Any],
                   size: int | Sequence[SupportsIndex] | None = ..., footprint: ArrayLike | None = ..., *,
                   mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                   origin: int | Sequence[SupportsIndex] = ..., extra_arguments: Sequence[Any] = ...,
                   extra_keywords: dict[Any, Any] | None = ...,
                   axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def generic_filter(input: cupy.ndarray, function: Callable[..., Any],
                   size: int | Sequence[SupportsIndex] | None = ..., footprint: ArrayLike | None = ...,
                   output: cupy.ndarray | DTypeLike | None = ...,
                   mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                   origin: int | Sequence[SupportsIndex] = ..., extra_arguments: Sequence[Any] = ...,
                   extra_keywords: dict[Any, Any] | None = ..., *,
                   axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def generic_filter(input: cupy.ndarray, function: Any, size: Any = None, footprint: Any = None,
                   output: cupy.ndarray | DTypeLike | None = None, mode: Any = "reflect", cval: Any = 0.0,
                   origin: Any = 0, extra_arguments: Sequence[Any] = (), extra_keywords: dict[Any, Any] | None = None,
                   *, axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """A function of the elements of each window.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    function : callable, cupy.ReductionKernel or cupy.RawKernel
        A Python function takes the elements of a window, a float64 array of one axis, and returns a number. A raw
        kernel has the parameters ``(const double *window, int size, double *result)``.
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
    extra_arguments : sequence, optional
        Further arguments of a Python function.
    extra_keywords : dict, optional
        Keywords of a Python function.
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

    Notes
    -----
    NumPy's and CuPy's reductions (``numpy.ptp``, ``cupy.median``, …) and kernels run on the device for all windows at
    once. Other Python functions become kernels where they can be translated: arithmetic on elements and on the whole
    window, reductions of it, ``if``, ``while``, ``for`` over elements and ``range``, ufuncs and ``math``; the rest is
    called on the host, once for each pixel. `vectorized_filter` takes Python functions of all windows.

    Examples
    --------
    >>> import cupy, numpy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.generic_filter(cupy.array([1., 5, 2, 8]), numpy.ptp, size=3)
    array([4., 4., 6., 6.])
    """
    if size is not None and footprint is not None:
        warnings.warn("ignoring size because footprint is set", UserWarning, stacklevel=2)
    input = cupy.asarray(input)
    refuse_complex(input)
    axes = axes_of(axes, input.ndim)
    if footprint is not None:
        footprint = host(footprint, bool)
    elif size is not None:
        footprint = numpy.ones(per_axis(size, len(axes), "size"), bool)
    else:
        raise RuntimeError("no footprint or filter size provided")
    footprint = expanded(footprint, input.ndim, axes)
    origins = scattered(per_axis(origin, len(axes), "origin"), input.ndim, axes, 0)
    check_origins(origins, footprint.shape)
    output = output_of(output, input)
    modes = [mode_number(mode)] * input.ndim
    whole = isinstance(function, cupy.ReductionKernel)
    dtype = input.dtype if whole else numpy.dtype("d")
    taps = int(footprint.sum())
    apply = _applied(function, taps, extra_arguments, extra_keywords or {})
    result = output if writable(output) and not overlapping(input, output) else cupy.empty(
        output.shape, output.dtype)
    flat = result.reshape(-1)
    step = max(1, _BYTES // max(taps * dtype.itemsize, 1))
    for first in range(0, input.size, step):
        count = min(step, input.size - first)
        window = cupy.empty((count, taps), dtype)
        filter_window(_windows, input, window, footprint, origins, modes, float(cval), first=first, count=count)
        flat[first:first + count] = apply(window)
    if result is not output:
        output[...] = result
    return output


def _applied(function: Any, taps: int, arguments: Any, keywords: dict[str, int]) -> Callable[..., Any]:
    """`function` of one window as a function of many."""
    if isinstance(function, cupy.RawKernel):
        return of_windows(function)
    if isinstance(function, cupy.ReductionKernel):
        return lambda windows: function(windows, axis=1)
    name = getattr(function, "__name__", None)
    if name in _ALONG_AXIS and function in (getattr(numpy, name), getattr(cupy, name, None)):
        return lambda windows: getattr(cupy, name)(windows, *arguments, axis=1, **keywords)
    if not callable(function):
        raise TypeError(f"function must be callable or a kernel, not {type(function).__name__}")

    translated = translated_windows(function, taps, arguments, keywords)
    if translated is not None:
        return translated

    one: Callable[..., Any] = function

    def one_by_one(windows: cupy.ndarray) -> cupy.ndarray:
        rows = windows.get()
        return cupy.asarray(numpy.array([float(one(row, *arguments, **keywords)) for row in rows]))

    return one_by_one


@overload
def generic_filter1d(input: NDArray[_Scalar], function: Callable[..., Any], filter_size: int,
                     axis: int = ..., *,
                     mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                     origin: int = ..., extra_arguments: Sequence[Any] = ...,
                     extra_keywords: dict[Any, Any] | None = ...) -> NDArray[_Scalar]: ...
@overload
def generic_filter1d(input: cupy.ndarray, function: Callable[..., Any], filter_size: int,
                     axis: int = ..., output: cupy.ndarray | DTypeLike | None = ...,
                     mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                     origin: int = ..., extra_arguments: Sequence[Any] = ...,
                     extra_keywords: dict[Any, Any] | None = ...) -> cupy.ndarray: ...
def generic_filter1d(input: cupy.ndarray, function: Callable[..., Any], filter_size: Int, axis: Any = -1,
                     output: cupy.ndarray | DTypeLike | None = None, mode: Any = "reflect", cval: Any = 0.0,
                     origin: Any = 0, extra_arguments: Sequence[Any] = (),
                     extra_keywords: dict[Any, Any] | None = None) -> cupy.ndarray:
    """A function of every line along an axis, made longer at both ends.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    function : callable or cupy.RawKernel
        A Python function ``function(line, out)`` takes a line, a float64 array, and writes the filtered one to `out`.
        A raw kernel has the parameters ``(double *line, ptrdiff_t length, double *out, ptrdiff_t out_length)``.
    filter_size : int
        A line is longer than the result by this less one.
    axis : int, optional
        Axis of the lines.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : {'reflect', 'constant', 'nearest', 'mirror', 'wrap'}, optional
        What lies beyond the ends.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int, optional
        Shift of the filter.
    extra_arguments : sequence, optional
        Further arguments of a Python function.
    extra_keywords : dict, optional
        Keywords of a Python function.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    RuntimeError
        For a size below one.

    Notes
    -----
    Python functions become kernels where they can be translated, as for `generic_filter`; else they are called on the
    host, once for each line.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> def difference(line, out):
    ...     out[...] = line[1:] - line[:-1]
    >>> ndimage.generic_filter1d(cupy.array([1., 5, 2, 8]), difference, 2)
    array([ 0.,  4., -3.,  6.])
    """
    input = cupy.asarray(input)
    refuse_complex(input)
    if filter_size < 1:
        raise RuntimeError("invalid filter size")
    output = output_of(output, input)
    axis = normalize_axis_index(axis, input.ndim)
    check_origins([origin], [filter_size])
    before = filter_size // 2 + origin
    rows = cupy.moveaxis(input, axis, -1)
    lines = _longer(rows.astype("d"), before, filter_size - 1 - before, mode_number(mode), float(cval))
    lines = lines.reshape(-1, lines.shape[-1])
    if isinstance(function, cupy.RawKernel):
        found = of_lines(function)(lines, input.shape[axis])
        cupy.moveaxis(output, axis, -1)[...] = found.reshape(rows.shape)
        return output
    keywords = extra_keywords or {}
    translated = translated_lines(function, lines.shape[1], input.shape[axis], extra_arguments, keywords)
    if translated is not None:
        found = translated(lines)
    else:
        taken = lines.get()
        found = numpy.zeros((len(taken), input.shape[axis]))
        for line, out in zip(taken, found, strict=True):
            function(line, out, *extra_arguments, **keywords)
        found = cupy.asarray(found)
    cupy.moveaxis(output, axis, -1)[...] = found.reshape(rows.shape)
    return output


def _longer(rows: cupy.ndarray, before: int, behind: int, mode: int, cval: float) -> cupy.ndarray:
    """Rows with what lies beyond their ends."""
    length = rows.shape[-1]
    places = numpy.arange(-before, length + behind)
    outside = (places < 0) | (places >= length)
    if mode in (MODES["reflect"], MODES["mirror"]) and length > 1:
        period = 2 * length - (2 if mode == MODES["mirror"] else 0)
        inside = places % period
        inside = numpy.where(inside < length, inside, period - inside - (mode == MODES["reflect"]))
    elif mode == MODES["wrap"]:
        inside = places % length
    else:
        inside = numpy.clip(places, 0, length - 1)
    longer = rows[..., cupy.asarray(inside)]
    if mode == MODES["constant"] and outside.any():
        longer[..., cupy.asarray(numpy.flatnonzero(outside))] = cval
    return longer
