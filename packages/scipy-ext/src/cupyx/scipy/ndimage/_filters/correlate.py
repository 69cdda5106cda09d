"""Correlation and convolution, along one axis and over any footprint."""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar, overload

import numpy

import cupy
from cupy._ext import Kernel, host_memory, host_view, normalize_axis_index, on_devices, serial_blocks

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import (
    MODES, axes_of, check_origins, contiguous, expanded, host, mirrored, mode_number, output_of, per_axis, scattered,
    sum_char)
from cupyx.scipy.ndimage._filters._axes import filter_axes
from cupyx.scipy.ndimage._filters._separable import ORIGIN, AxisFilter, correlate_line
from cupyx.scipy.ndimage._filters._square import correlate_on_device, correlate_square, is_square
from cupyx.scipy.ndimage._filters._window import correlate_runs, filter_window

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["convolve", "convolve1d", "correlate", "correlate1d"]

_kernel = Kernel("correlate.hpp", _kernels, "Neighborhood", arguments="correlate", packed=lambda language: (
    "fff", "ddd", "eef", "BBd", "FFF", "DDD", *on_devices("ffd")(language)))
_runs = Kernel("correlate.hpp", _kernels, "Neighborhood", arguments="correlate_run", packed=("fff", "ddd", "BBd"))
_SCIPY = "?bBhHiIlLfd"          # types of pixels that SciPy has too
_SMALL = 1 << 12                # bytes of weights that are looked at once
_FEW = 64                       # weights of the device that nobody waits for
_FEW_PIXELS = 1 << 15           # of which each goes through them as they lie
_FULL = 0.6                     # share of weights that are not 0 from which on a box is gone through whole
_ORIGIN = ("Invalid origin; origin must satisfy -(weights.shape[k] // 2) <= origin[k] <= "
           "(weights.shape[k]-1) // 2")


@overload
def correlate1d(input: NDArray[_Scalar], weights: ArrayLike, axis: int = ..., *,
                mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                origin: int = ...) -> NDArray[_Scalar]: ...
@overload
def correlate1d(input: cupy.ndarray, weights: ArrayLike, axis: int = ...,
                output: cupy.ndarray | DTypeLike | None = ...,
                mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
                origin: int = ...) -> cupy.ndarray: ...
def correlate1d(input: cupy.ndarray, weights: ArrayLike, axis: SupportsIndex = -1,
                output: cupy.ndarray | DTypeLike | None = None,
                mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = "reflect", cval: ArrayLike = 0.0,
                origin: SupportsIndex = 0) -> cupy.ndarray:
    """Correlate every line along an axis with weights.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    weights : array_like
        One row of weights, real or complex; complex ones are conjugated.
    axis : int, optional
        Axis of the lines.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result; complex where input or weights are.
    mode : {'reflect', 'constant', 'nearest', 'mirror', 'wrap'}, optional
        What lies beyond the ends.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int, optional
        Shift of the weights.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    ValueError
        For an origin outside the weights.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.correlate1d(cupy.array([2, 8, 0, 4, 1, 9, 9, 0]), [1, 3])
    array([ 8, 26,  8, 12,  7, 28, 36,  9])
    """
    return _correlate_line(cupy.asarray(input), _line_of(weights), axis, output, mode, cval, origin, True)


@overload
def convolve1d(input: NDArray[_Scalar], weights: ArrayLike, axis: int = ..., *,
               mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
               origin: int = ...) -> NDArray[_Scalar]: ...
@overload
def convolve1d(input: cupy.ndarray, weights: ArrayLike, axis: int = ...,
               output: cupy.ndarray | DTypeLike | None = ...,
               mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
               origin: int = ...) -> cupy.ndarray: ...
def convolve1d(input: cupy.ndarray, weights: ArrayLike, axis: Any = -1, output: cupy.ndarray | DTypeLike | None = None,
               mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = "reflect", cval: ArrayLike = 0.0,
               origin: Any = 0) -> cupy.ndarray:
    """Convolve every line along an axis with weights.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    weights : array_like
        One row of weights, real or complex.
    axis : int, optional
        Axis to filter along.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result; complex where input or weights are.
    mode : {'reflect', 'constant', 'nearest', 'mirror', 'wrap'}, optional
        What lies beyond the ends.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int, optional
        Shift of the weights.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.convolve1d(cupy.array([2, 8, 0, 4, 1, 9, 9, 0]), [1, 3])
    array([14, 24,  4, 13, 12, 36, 27,  0])
    """
    line = _line_of(weights)[::-1]
    origin = -origin - (len(line) % 2 == 0)
    return _correlate_line(cupy.asarray(input), line, axis, output, mode, cval, origin, False)


def _line_of(weights: Any) -> Any:
    """Weights on the host, or as they are if a GPU's kernel can have them."""
    stay = isinstance(weights, cupy.ndarray) and weights.dtype.kind in "biuf" and weights.ndim and not serial_blocks()
    return weights if stay else host(weights)


def _correlate_line(input: cupy.ndarray, weights: Any, axis: Any, output: cupy.ndarray | DTypeLike | None, mode: str,
                    cval: Any, origin: Any, conjugate: bool) -> cupy.ndarray:
    output = _output(output, input, weights, cval)
    if weights.ndim != 1 or weights.shape[0] < 1:
        raise RuntimeError("no filter weights given")
    axis = normalize_axis_index(axis, input.ndim)
    if weights.dtype.kind != "c":
        correlate_line(input, AxisFilter(weights, mode_number(mode), origin), axis, output, cval)
        return output
    check_origins([origin], weights.shape, ORIGIN)
    shape, origins = [1] * input.ndim, [0] * input.ndim
    shape[axis], origins[axis] = -1, origin
    return _over_footprint(input, weights.reshape(shape), output, mode, cval, origins, conjugate)


@overload
def correlate(input: NDArray[_Scalar], weights: ArrayLike, *,
              mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
              origin: SupportsIndex | Sequence[SupportsIndex] = ...,
              axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def correlate(input: cupy.ndarray, weights: ArrayLike, output: cupy.ndarray | DTypeLike | None = ...,
              mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
              origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
              axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def correlate(input: cupy.ndarray, weights: ArrayLike, output: cupy.ndarray | DTypeLike | None = None,
              mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = "reflect", cval: ArrayLike = 0.0,
              origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
              axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Correlate an image with weights.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    weights : array_like
        Weights with as many axes as the image, or as `axes` has entries; real or complex, those are conjugated.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result; complex where input or weights are.
    mode : {'reflect', 'constant', 'nearest', 'mirror', 'wrap'}, optional
        What lies beyond the edges.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the weights, for all axes or each.
    axes : tuple of int, optional
        Axes to filter along; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    RuntimeError
        When the weights do not have one axis for each axis to filter along.
    ValueError
        For an origin outside the weights.

    Notes
    -----
    Weights that are the product of one row for each axis are applied row by row.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.arange(12).reshape(3, 4)
    >>> ndimage.correlate(a, cupy.array([[0, 1], [1, 0]]), mode="constant")
    array([[ 0,  0,  1,  2],
           [ 0,  5,  7,  9],
           [ 4, 13, 15, 17]])
    """
    return _correlate(input, weights, output, mode, cval, origin, axes, False)


@overload
def convolve(input: NDArray[_Scalar], weights: ArrayLike, *,
             mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
             origin: SupportsIndex | Sequence[SupportsIndex] = ...,
             axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def convolve(input: cupy.ndarray, weights: ArrayLike, output: cupy.ndarray | DTypeLike | None = ...,
             mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = ..., cval: ArrayLike = ...,
             origin: SupportsIndex | Sequence[SupportsIndex] = ..., *,
             axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def convolve(input: cupy.ndarray, weights: ArrayLike, output: cupy.ndarray | DTypeLike | None = None,
             mode: Literal["reflect", "constant", "nearest", "mirror", "wrap"] = "reflect", cval: ArrayLike = 0.0,
             origin: SupportsIndex | Sequence[SupportsIndex] = 0, *,
             axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Convolve an image with weights.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    weights : array_like
        Weights with as many axes as the image, or as `axes` has entries; real or complex.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result; complex where input or weights are.
    mode : {'reflect', 'constant', 'nearest', 'mirror', 'wrap'}, optional
        What lies beyond the edges.
    cval : scalar, optional
        Value there with mode 'constant'.
    origin : int or sequence of ints, optional
        Shift of the weights, for all axes or each.
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
    >>> a = cupy.arange(12).reshape(3, 4)
    >>> ndimage.convolve(a, cupy.array([[0, 1], [1, 0]]), mode="constant")
    array([[ 5,  7,  9,  7],
           [13, 15, 17, 11],
           [ 9, 10, 11,  0]])
    """
    return _correlate(input, weights, output, mode, cval, origin, axes, True)


def _correlate(input: cupy.ndarray, weights: Any, output: cupy.ndarray | DTypeLike | None, mode: str, cval: Any,
               origin: Any, axes: Any, convolution: bool) -> Any:
    input = cupy.asarray(input)
    if isinstance(weights, cupy.ndarray) and not serial_blocks() and _stays(input, weights, mode, origin, axes):
        output = output_of(output, input)
        if is_square(input, output, weights.shape, ()):
            return correlate_on_device(input, weights, output, [mode_number(mode)] * 2, cval, reverse=convolution)
        if _in_runs(input, weights, output):
            if input.size <= _FEW_PIXELS:
                return _tap_by_tap(input, weights, output, mode, cval, convolution)
            return correlate_runs(_runs, _runs.constants["kDeviceRun"], input, output,
                                  weights[(slice(None, None, -1),) * weights.ndim] if convolution else weights,
                                  _centred(weights.shape, convolution), [mode_number(mode)] * input.ndim, cval,
                                  sum_char(input.dtype, output.dtype))
    weights = host(weights)
    axes = axes_of(axes, input.ndim)
    origins = scattered(per_axis(origin, len(axes), "origin"), input.ndim, axes, 0)
    weights = expanded(weights, input.ndim, axes, "weights")
    if convolution:
        weights = weights[(slice(None, None, -1),) * weights.ndim]
        origins = mirrored(origins, weights.shape)
    if weights.size == 0:
        raise RuntimeError(f"weights.ndim (0) must match len(axes) ({len(axes)})")
    check_origins(origins, weights.shape, _ORIGIN)
    output = _output(output, input, weights, cval)
    if not isinstance(mode, str):
        raise RuntimeError("A sequence of modes is not supported")
    if weights.dtype.kind != "c" and is_square(input, output, weights.shape, origins):
        modes, cross = [mode_number(mode)] * 2, _is_cross(weights)
        if cross or _all_count(weights):
            return correlate_square(input, weights, output, modes, cval, cross=cross)
        return correlate_on_device(input, cupy.asarray(weights), output, modes, cval)
    lines = None
    if mode_number(mode) != MODES["constant"] or cval == 0:
        lines = _remembered(_lines, weights, output.dtype)
    if lines is not None:
        return filter_axes(input, output, {
            axis: AxisFilter(line, mode_number(mode), origins[axis]) for axis, line in lines.items()}, cval)
    return _over_footprint(input, weights, output, mode, cval, origins, not convolution)


def _stays(input: cupy.ndarray, weights: Any, mode: str, origin: Any, axes: Any) -> bool:
    """Whether weights of the device may be used without a look at them: real, in the middle, an axis for an axis."""
    return (weights.dtype.kind != "c" and input.dtype.kind != "c" and weights.ndim == input.ndim and axes is None
            and isinstance(mode, str) and numpy.ndim(origin) == 0 and origin == 0)


def _in_runs(input: cupy.ndarray, weights: cupy.ndarray, output: cupy.ndarray) -> bool:
    """Whether few weights of the device are gone through whole, whether or not they are a product of rows."""
    return (input.ndim > 1 and 0 < weights.size <= _FEW and output.dtype.kind != "c"
            and input.shape[-2] >= _runs.constants["kDeviceRun"])


def _tap_by_tap(input: cupy.ndarray, weights: cupy.ndarray, output: cupy.ndarray, mode: str, cval: Any,
                convolution: bool) -> cupy.ndarray:
    """Correlation of few pixels with few weights of the device, as they lie there or in reverse order."""
    # Weights of doubles stay what they are: making others takes longer than sums in double precision.
    stay = weights.dtype.char == "d" and input.dtype.char == output.dtype.char == "f"
    sums = "d" if stay else sum_char(input.dtype, output.dtype)
    if convolution:
        weights = weights[(slice(None, None, -1),) * weights.ndim]
    return filter_window(_kernel, input, output, _ones(weights.shape), _centred(weights.shape, convolution),
                         [mode_number(mode)] * input.ndim, cval, weights=contiguous(weights.astype(sums, copy=False)),
                         chars=sums)


@functools.lru_cache(maxsize=64)
def _ones(shape: tuple[int, ...]) -> numpy.ndarray[Any, Any]:
    return numpy.ones(shape, bool)


def _centred(shape: tuple[int, ...], convolution: bool) -> list[int]:
    origins = [0] * len(shape)
    return mirrored(origins, shape) if convolution else origins


def _output(output: cupy.ndarray | DTypeLike | None, input: cupy.ndarray,
            weights: cupy.ndarray | numpy.ndarray[Any, Any], cval: complex) -> cupy.ndarray:
    complex_output = input.dtype.kind == "c" or weights.dtype.kind == "c"
    if input.dtype.kind != "c" and complex_output and numpy.iscomplexobj(cval):
        raise ValueError("Cannot provide a complex-valued cval when the input is real.")
    return output_of(output, input, complex_output=complex_output)


def _over_footprint(input: cupy.ndarray, weights: numpy.ndarray[Any, Any], output: cupy.ndarray, mode: str, cval: Any,
                    origins: list[int], conjugate: bool) -> cupy.ndarray:
    if conjugate:
        weights = weights.conj()
    sums = sum_char(*(numpy.dtype(d.char.lower()) if d.kind == "c" else d for d in (input.dtype, output.dtype)))
    if output.dtype.kind == "c":
        sums = sums.upper()
    run = _runs.constants["kHostRun" if serial_blocks() else "kDeviceRun"]
    if (host_memory() and input.size and input.ndim and input.shape[-1] <= run // 2
            and input.dtype.char in _SCIPY and output.dtype.char in _SCIPY and 0 not in output.strides):
        return _by_scipy(input, weights, output, mode, cval, origins)
    taps, dense, kept = _remembered(_counted, weights, sums)
    if (output.dtype.kind != "c" and dense is not None and input.ndim > 1
            and (serial_blocks() or not _is_cut(input, weights, output))
            and (serial_blocks() or input.shape[-2] >= run)):
        return correlate_runs(_runs, run, input, output, dense, origins, [mode_number(mode)] * input.ndim, cval, sums)
    return filter_window(_kernel, input, output, taps, origins, [mode_number(mode)] * input.ndim, cval,
                         weights=kept, chars=sums)


def _by_scipy(input: cupy.ndarray, weights: Any, output: cupy.ndarray, mode: Any, cval: complex,
              origins: Sequence[int]) -> cupy.ndarray:
    """SciPy's own walk from pixel to pixel, the fastest where rows are too short for runs."""
    import scipy.ndimage

    if 0 in input.strides:          # over which it steps wrongly
        input = input.copy()
    scipy.ndimage.correlate(host_view(input), weights, host_view(output), mode, cval, origins)
    return output


def _remembered(function: Callable[..., Any], weights: cupy.ndarray | numpy.ndarray[Any, Any], *args: Any) -> Any:
    """What a function makes of weights, of few ones from the last calls."""
    call = function if weights.nbytes <= _SMALL else function.__wrapped__
    return call(weights.tobytes(), weights.dtype, weights.shape, *args)


@functools.lru_cache(maxsize=64)
def _counted(weights: Any, dtype: DTypeLike, shape: tuple[int, ...], sums: Any) -> tuple[Any, ...]:
    """Which weights count, all of them with zeros for the others where most do, and those that do."""
    weights = numpy.frombuffer(weights, dtype).reshape(shape)
    taps = numpy.abs(weights) > numpy.finfo("d").eps        # as SciPy: infinities under the others do not matter
    most = taps.size > 3 and taps.mean() > _FULL
    return taps, numpy.where(taps, weights, 0).astype(sums) if most else None, weights[taps].astype(sums)


def _is_cut(input: cupy.ndarray, weights: cupy.ndarray | numpy.ndarray[Any, Any], output: cupy.ndarray) -> bool:
    """Whether sums have fractions that the output leaves out: their order, SciPy's, may decide what they are cut to."""
    if output.dtype.kind not in "biu":
        return False
    return input.dtype.kind not in "biu" or bool((weights != numpy.rint(weights)).any())


def _all_count(weights: cupy.ndarray | numpy.ndarray[Any, Any]) -> bool:
    """Whether no weight is taken for 0."""
    return bool((numpy.abs(weights) > numpy.finfo("d").eps).all())


def _is_cross(weights: cupy.ndarray | numpy.ndarray[Any, Any]) -> bool:
    """Whether real weights of three pixels an axis are those of a pixel and its nearest neighbours."""
    counts = numpy.abs(weights) > numpy.finfo("d").eps
    arms = counts[..., 1, :].all() and counts[..., 1].all()
    return weights.shape[-1] == 3 and arms and not counts[..., ::2, ::2].any()


@functools.lru_cache(maxsize=64)
def _lines(weights: Any, kind: Any, shape: tuple[int, ...], dtype: numpy.dtype[Any]) -> dict[Any, Any] | None:
    """``{axis: row}`` whose outer product the weights are; None if there is none, or it would not pay or be exact.

    Whole numbers and half precision would be rounded between the passes.
    """
    wide = [axis for axis, size in enumerate(shape) if size > 1]
    if kind.kind == "c" or dtype.char not in "fd" or len(wide) < 2 or math.prod(shape) <= 9:
        return None
    weights = numpy.frombuffer(weights, kind).reshape(shape).astype("d")
    pivot = numpy.unravel_index(numpy.abs(weights).argmax(), weights.shape)
    peak = weights[pivot]
    if peak == 0 or not numpy.isfinite(weights).all():
        return None
    lines, outer = {}, numpy.array(1.0)
    for axis in wide:
        at: list[Any] = list(pivot)
        at[axis] = slice(None)
        lines[axis] = weights[tuple(at)] / (peak if lines else 1)
        outer = numpy.multiply.outer(outer, lines[axis])
    difference = numpy.abs(outer.reshape(weights.shape) - weights).max()
    return lines if difference <= (4e-16 if dtype.itemsize == 8 else 1e-7) * abs(peak) else None
