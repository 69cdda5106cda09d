"""Slopes and curvatures: sobel, prewitt, laplace, gradient magnitudes."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

import numpy

import cupy
from cupy._ext import normalize_axis_index, serial_blocks

from cupyx.scipy.ndimage._arguments import MODES, apart, axes_of, mode_number, output_of, per_axis, scattered
from cupyx.scipy.ndimage._filters._axes import filter_axes
from cupyx.scipy.ndimage._filters._separable import AxisFilter, correlate_line, sums_of
from cupyx.scipy.ndimage._filters._square import correlate_square, is_square
from cupyx.scipy.ndimage._filters._window import filter_window
from cupyx.scipy.ndimage._filters.correlate import _kernel, sum_char
from cupyx.scipy.ndimage._filters.gaussian import gaussian_filter

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike, NDArray

    _Scalar = TypeVar("_Scalar", bound=numpy.generic)

__all__ = ["gaussian_gradient_magnitude", "gaussian_laplace", "generic_gradient_magnitude", "generic_laplace",
           "laplace", "prewitt", "sobel"]

_DIFFERENCE, _SUM, _SMOOTH, _SECOND = (
    numpy.array(weights) for weights in ([-1, 0, 1], [1, 1, 1], [1, 2, 1], [1, -2, 1]))


@overload
def prewitt(input: NDArray[_Scalar], axis: SupportsIndex = ..., *, mode: str | Sequence[str] = ...,
            cval: ArrayLike = ...) -> NDArray[_Scalar]: ...
@overload
def prewitt(input: cupy.ndarray, axis: SupportsIndex = ..., output: cupy.ndarray | DTypeLike | None = ...,
            mode: str | Sequence[str] = ..., cval: ArrayLike = ...) -> cupy.ndarray: ...
def prewitt(input: cupy.ndarray, axis: SupportsIndex = -1, output: cupy.ndarray | DTypeLike | None = None,
            mode: str | Sequence[str] = "reflect", cval: ArrayLike = 0.0) -> cupy.ndarray:
    """Slope along an axis after Prewitt: a difference there, sums of three along the other axes.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    axis : int, optional
        Axis of the slope.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges, for all axes or each: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.prewitt(cupy.array([[1, 2, 4], [1, 2, 4], [1, 2, 4]]))
    array([[3, 9, 6],
           [3, 9, 6],
           [3, 9, 6]])
    """
    return _slope(input, axis, output, mode, cval, _SUM)


@overload
def sobel(input: NDArray[_Scalar], axis: SupportsIndex = ..., *, mode: str | Sequence[str] = ...,
          cval: ArrayLike = ...) -> NDArray[_Scalar]: ...
@overload
def sobel(input: cupy.ndarray, axis: SupportsIndex = ..., output: cupy.ndarray | DTypeLike | None = ...,
          mode: str | Sequence[str] = ..., cval: ArrayLike = ...) -> cupy.ndarray: ...
def sobel(input: cupy.ndarray, axis: SupportsIndex = -1, output: cupy.ndarray | DTypeLike | None = None,
          mode: str | Sequence[str] = "reflect", cval: ArrayLike = 0.0) -> cupy.ndarray:
    """Slope along an axis after Sobel: a difference there, sums weighted 1, 2, 1 along the other axes.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    axis : int, optional
        Axis of the slope.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges, for all axes or each: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.sobel(cupy.array([[1, 2, 4], [1, 2, 4], [1, 2, 4]]))
    array([[ 4, 12,  8],
           [ 4, 12,  8],
           [ 4, 12,  8]])
    """
    return _slope(input, axis, output, mode, cval, _SMOOTH)


def _slope(input: cupy.ndarray, axis: Any, output: cupy.ndarray | DTypeLike | None, mode: Any, cval: Any,
           across: numpy.ndarray[Any, Any]) -> cupy.ndarray:
    input = cupy.asarray(input)
    axis = normalize_axis_index(axis, input.ndim)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    modes = per_axis(mode, input.ndim, "mode")
    lines = {k: AxisFilter(_DIFFERENCE if k == axis else across, mode_number(modes[k]))
             for k in range(input.ndim)}
    if (output.dtype.kind not in "fc" and sums_of(lines.values(), input.dtype, output.dtype, cval) == "d"
            or any(line.mode == MODES["constant"] for line in lines.values())):
        # The difference comes first: sums of what is cut to whole numbers, or beyond the edges, are others.
        lines = {axis: lines.pop(axis), **lines}
    return filter_axes(input, output, lines, cval)


def generic_laplace(input: cupy.ndarray, derivative2: Callable[..., Any], output: Any = None,
                    mode: str | Sequence[str] = "reflect", cval: ArrayLike = 0.0, extra_arguments: Sequence[Any] = (),
                    extra_keywords: dict[Any, Any] | None = None, *,
                    axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray | Any:
    """Sum of the second derivatives along axes, as a function makes them.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    derivative2 : callable
        ``derivative2(input, axis, output, mode, cval, *extra_arguments, **extra_keywords)``; `output` is an array to
        write to or the type of one to return.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges, for all axes or each.
    cval : scalar, optional
        Value there with mode 'constant'.
    extra_arguments : sequence, optional
        Further arguments of `derivative2`.
    extra_keywords : dict, optional
        Keywords of `derivative2`.
    axes : tuple of int, optional
        Axes of the derivatives; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> def curvature(input, axis, output, mode, cval):
    ...     return ndimage.correlate1d(input, [1, -2, 1], axis, output, mode, cval)
    >>> ndimage.generic_laplace(cupy.array([0., 1, 4, 9, 16]), curvature)[1:-1]
    array([2., 2., 2.])
    """
    input = cupy.asarray(input)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    axes = axes_of(axes, input.ndim)
    if not axes:
        output[...] = input
        return output
    keywords = extra_keywords or {}
    modes = per_axis(mode, len(axes), "mode")
    input = apart(input, output)
    derivative2(input, axes[0], output, modes[0], cval, *extra_arguments, **keywords)
    for axis, mode in zip(axes[1:], modes[1:], strict=True):
        output += derivative2(input, axis, output.dtype, mode, cval, *extra_arguments, **keywords)
    return output


@overload
def laplace(input: NDArray[_Scalar], *, mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
            axes: Sequence[SupportsIndex] | None = ...) -> NDArray[_Scalar]: ...
@overload
def laplace(input: cupy.ndarray, output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ...,
            cval: ArrayLike = ..., *, axes: Sequence[SupportsIndex] | None = ...) -> cupy.ndarray: ...
def laplace(input: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, *,
            axes: Any = None) -> cupy.ndarray:
    """Sum of the second differences along axes.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges, for all axes or each: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.
    axes : tuple of int, optional
        Axes of the differences; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.laplace(cupy.array([[0., 1, 4], [0, 1, 4], [0, 1, 4]]))[1]
    array([ 1.,  2., -3.])
    """
    input = cupy.asarray(input)
    axes = axes_of(axes, input.ndim)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    if not axes:
        output[...] = input
        return output
    modes = [mode_number(mode) for mode in per_axis(mode, len(axes), "mode")]
    if serial_blocks() or output.dtype.kind == "b" or output.dtype.kind in "iu" and input.dtype.kind in "fc":
        # Lines are faster on the host; each axis is cut to whole numbers by itself.
        input = apart(input, output)
        correlate_line(input, AxisFilter(_SECOND, modes[0]), axes[0], output, cval)
        for axis, number in zip(axes[1:], modes[1:], strict=True):
            part = cupy.empty(output.shape, output.dtype)
            correlate_line(input, AxisFilter(_SECOND, number), axis, part, cval)
            output += part
        return output
    weights = numpy.zeros([3 if axis in axes else 1 for axis in range(input.ndim)])
    centre = [size // 2 for size in weights.shape]
    weights[tuple(centre)] = -2 * len(axes)
    for axis in axes:
        for end in (0, 2):
            weights[tuple(centre[:axis]) + (end,) + tuple(centre[axis + 1:])] = 1
    if len(axes) > 1 and is_square(input, output, weights.shape, [0]):
        modes = scattered(modes, input.ndim, axes, MODES["reflect"])
        return correlate_square(input, weights, output, modes[-2:], cval, cross=True)
    sums = sum_char(*(numpy.dtype(d.char.lower()) if d.kind == "c" else d for d in (input.dtype, output.dtype)))
    sums = sums.upper() if output.dtype.kind == "c" else sums
    taps = weights != 0
    return filter_window(_kernel, input, output, taps, [0] * input.ndim,
                         scattered(modes, input.ndim, axes, MODES["reflect"]), cval, weights=weights[taps].astype(sums),
                         chars=sums)


@overload
def gaussian_laplace(input: NDArray[_Scalar], sigma: ArrayLike | Sequence[ArrayLike], *,
                     mode: str | Sequence[str] = ..., cval: ArrayLike = ..., axes: Sequence[SupportsIndex] | None = ...,
                     **kwargs: Any) -> NDArray[_Scalar]: ...
@overload
def gaussian_laplace(input: cupy.ndarray, sigma: ArrayLike | Sequence[ArrayLike],
                     output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ...,
                     cval: ArrayLike = ..., *, axes: Sequence[SupportsIndex] | None = ...,
                     **kwargs: Any) -> cupy.ndarray: ...
def gaussian_laplace(input: cupy.ndarray, sigma: ArrayLike | Sequence[ArrayLike],
                     output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                     cval: ArrayLike = 0.0, *, axes: Sequence[SupportsIndex] | None = None,
                     **kwargs: Any) -> cupy.ndarray:
    """Sum of the second derivatives of the image smoothed with a Gaussian.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    sigma : scalar or sequence of scalars
        Standard deviation in pixels, for all axes or for each.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges, for all axes or each: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.
    axes : tuple of int, optional
        Axes of the differences; all if not given.
    **kwargs
        Further arguments of `gaussian_filter`.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.zeros((9, 9)); a[4, 4] = 1
    >>> ndimage.gaussian_laplace(a, 1)[4, 2:7].round(3)
    array([ 0.043, -0.097, -0.318, -0.097,  0.043])
    """
    input = cupy.asarray(input)
    axes = axes_of(axes, input.ndim)
    sigma = scattered(per_axis(sigma, len(axes), "sigma"), input.ndim, axes, 0)
    return generic_laplace(input, _derivative_of_order(2), output, mode, cval, (sigma,), kwargs, axes=axes)


def generic_gradient_magnitude(input: cupy.ndarray, derivative: Callable[..., Any],
                               output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                               cval: ArrayLike = 0.0, extra_arguments: Sequence[Any] = (),
                               extra_keywords: dict[Any, Any] | None = None, *,
                               axes: Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Length of the gradient, whose parts a function makes.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    derivative : callable
        ``derivative(input, axis, output, mode, cval, *extra_arguments, **extra_keywords)``; `output` is an array to
        write to or the type of one to return.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges, for all axes or each.
    cval : scalar, optional
        Value there with mode 'constant'.
    extra_arguments : sequence, optional
        Further arguments of `derivative2`.
    extra_keywords : dict, optional
        Keywords of `derivative2`.
    axes : tuple of int, optional
        Axes of the derivatives; all if not given.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.arange(5.) * 3 + cupy.arange(5.)[:, None] * 4
    >>> ndimage.generic_gradient_magnitude(a, ndimage.sobel)[2, 2]
    array(40.)
    """
    input = cupy.asarray(input)
    output = output_of(output, input, complex_output=input.dtype.kind == "c")
    axes = axes_of(axes, input.ndim)
    if not axes:
        output[...] = input
        return output
    keywords = extra_keywords or {}
    modes = per_axis(mode, len(axes), "mode")
    input = apart(input, output)
    derivative(input, axes[0], output, modes[0], cval, *extra_arguments, **keywords)
    cupy.multiply(output, output, out=output)
    for axis, mode in zip(axes[1:], modes[1:], strict=True):
        part = derivative(input, axis, output.dtype, mode, cval, *extra_arguments, **keywords)
        output += cupy.multiply(part, part, out=part)
    return cupy.sqrt(output, out=output, casting="unsafe")


@overload
def gaussian_gradient_magnitude(input: NDArray[_Scalar], sigma: ArrayLike | Sequence[ArrayLike], *,
                                mode: str | Sequence[str] = ..., cval: ArrayLike = ...,
                                axes: Sequence[SupportsIndex] | None = ..., **kwargs: Any) -> NDArray[_Scalar]: ...
@overload
def gaussian_gradient_magnitude(input: cupy.ndarray, sigma: ArrayLike | Sequence[ArrayLike],
                                output: cupy.ndarray | DTypeLike | None = ..., mode: str | Sequence[str] = ...,
                                cval: ArrayLike = ..., *, axes: Sequence[SupportsIndex] | None = ...,
                                **kwargs: Any) -> cupy.ndarray: ...
def gaussian_gradient_magnitude(input: cupy.ndarray, sigma: ArrayLike | Sequence[ArrayLike],
                                output: cupy.ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect",
                                cval: ArrayLike = 0.0, *, axes: Sequence[SupportsIndex] | None = None,
                                **kwargs: Any) -> cupy.ndarray:
    """Length of the gradient of the image smoothed with a Gaussian.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    sigma : scalar or sequence of scalars
        Standard deviation in pixels, for all axes or for each.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.
    mode : str or sequence of str, optional
        What lies beyond the edges, for all axes or each: 'reflect', 'constant', 'nearest', 'mirror', 'wrap'.
    cval : scalar, optional
        Value there with mode 'constant'.
    axes : tuple of int, optional
        Axes of the differences; all if not given.
    **kwargs
        Further arguments of `gaussian_filter`.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.arange(9.) * 3 + cupy.arange(9.)[:, None] * 4
    >>> ndimage.gaussian_gradient_magnitude(a, 1)[4, 4].round(2)
    array(5.)
    """
    input = cupy.asarray(input)
    return generic_gradient_magnitude(input, _derivative_of_order(1), output, mode, cval, (sigma,), kwargs, axes=axes)


def _derivative_of_order(order: int) -> Callable[..., Any]:
    def derivative(input: cupy.ndarray, axis: int, output: cupy.ndarray | numpy.dtype[Any], mode: str, cval: float,
                   sigma: int | Sequence[float], **keywords: Any) -> cupy.ndarray:
        orders = [0] * input.ndim
        orders[axis] = order
        return gaussian_filter(input, sigma, orders, output, mode, cval, **keywords)

    return derivative
