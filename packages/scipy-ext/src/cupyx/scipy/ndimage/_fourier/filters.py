"""Multiplication of Fourier transforms, as smoothing and shifting make of them."""
from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import each, loop, normalize_axis_index, ufunc

from cupyx.scipy.ndimage._arguments import per_axis
from cupyx.scipy.special import _kernels as special_kernels

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike
    from cupyx._options import Int

__all__ = ["fourier_ellipsoid", "fourier_gaussian", "fourier_shift", "fourier_uniform"]

_TIMES = "out0 = in0 * (in1 * in2)"
_times = ufunc("ndimage_times_factors", 3, 1, [
    each("fd", _TIMES), loop("Fff->F", _TIMES), loop("Ddd->D", _TIMES), each("FD", _TIMES)],
    doc="A transform times two factors.")


def _ellipsoid(axes: Any, formula: Any, *headers: Any) -> Any:
    body = "const double r = sqrt(in1 + in2); out0 = in0 * {0}(r < 1e-8 ? 1.0 : " + formula + ")"
    return ufunc(f"ndimage_ellipsoid_{axes}", 3, 1, [
        loop(f"{char}dd->{char}", body.format("float" if char in "fF" else "double")) for char in "fdFD"],
        headers=headers, include_roots=(special_kernels.__path__[0],), doc="A transform times that of an ellipsoid.")


#: By the number of axes, of a transform and two parts of the squared radius.
_ELLIPSOIDS = {1: _ellipsoid(1, "sin(r) / r"), 2: _ellipsoid(2, "2 * special::j1(r) / r", "bessel01.hpp"),
               3: _ellipsoid(3, "3 * (sin(r) - r * cos(r)) / (r * r * r)")}


def fourier_gaussian(input: cupy.ndarray, sigma: ArrayLike | Sequence[ArrayLike], n: SupportsIndex = -1,
                     axis: SupportsIndex = -1, output: cupy.ndarray | DTypeLike | None = None) -> cupy.ndarray:
    """Multiply a Fourier transform by that of a Gaussian.

    Parameters
    ----------
    input : cupy.ndarray
        Fourier transform of the image.
    sigma : scalar or sequence of scalars
        Standard deviation in pixels, for all axes or each.
    n : int, optional
        Length of the image along `axis` if the transform is one of real numbers; negative for complex ones.
    axis : int, optional
        Axis of the transform of real numbers.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.

    Returns
    -------
    cupy.ndarray
        float64 or of the input's type if that is float32 or complex.

    Raises
    ------
    RuntimeError
        When `output` has another shape or an unsuitable type.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.fourier_gaussian(cupy.ones(4), 1).round(3)
    array([1.   , 0.291, 0.007, 0.291])
    """
    return _multiply(input, sigma, n, axis, _output(input, output, "fdFD"), _gaussian, "sigma")


def fourier_uniform(input: cupy.ndarray, size: ArrayLike | Sequence[ArrayLike], n: SupportsIndex = -1,
                    axis: SupportsIndex = -1, output: cupy.ndarray | DTypeLike | None = None) -> cupy.ndarray:
    """Multiply a Fourier transform by that of a box.

    Parameters
    ----------
    input : cupy.ndarray
        Fourier transform of the image.
    size : scalar or sequence of scalars
        Pixels of the box, for all axes or each.
    n : int, optional
        Length of the image along `axis` if the transform is one of real numbers; negative for complex ones.
    axis : int, optional
        Axis of the transform of real numbers.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.fourier_uniform(cupy.ones(4), 3).round(3)
    array([ 1.   ,  0.3  , -0.212,  0.3  ])
    """
    return _multiply(input, size, n, axis, _output(input, output, "fdFD"), _box, "size")


def fourier_shift(input: cupy.ndarray, shift: ArrayLike | Sequence[ArrayLike], n: SupportsIndex = -1,
                  axis: SupportsIndex = -1, output: cupy.ndarray | DTypeLike | None = None) -> cupy.ndarray:
    """Multiply a Fourier transform by what shifts the image.

    Parameters
    ----------
    input : cupy.ndarray
        Fourier transform of the image.
    shift : scalar or sequence of scalars
        Pixels to shift by, for all axes or each.
    n : int, optional
        Length of the image along `axis` if the transform is one of real numbers; negative for complex ones.
    axis : int, optional
        Axis of the transform of real numbers.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a = cupy.array([0., 1, 0, 0])
    >>> cupy.fft.ifft(ndimage.fourier_shift(cupy.fft.fft(a), 2)).real.round(3)[1:]
    array([0., 0., 1.])
    """
    return _multiply(input, shift, n, axis, _output(input, output, "FD"), _phase, "shift")


def fourier_ellipsoid(input: cupy.ndarray, size: Any, n: Int = -1, axis: int = -1,
                      output: cupy.ndarray | DTypeLike | None = None) -> cupy.ndarray:
    """Multiply a Fourier transform by that of an ellipsoid.

    Parameters
    ----------
    input : cupy.ndarray
        Fourier transform of the image, of at most three axes.
    size : scalar or sequence of scalars
        Pixels of the ellipsoid's diameters, for all axes or each.
    n : int, optional
        Length of the image along `axis` if the transform is one of real numbers; negative for complex ones.
    axis : int, optional
        Axis of the transform of real numbers.
    output : cupy.ndarray or dtype, optional
        Output array, or dtype of the result.

    Returns
    -------
    cupy.ndarray
        `output`, or an array of the shape of `input`.

    Raises
    ------
    NotImplementedError
        For more than three axes.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.fourier_ellipsoid(cupy.ones((4, 4)), 2)[0].round(3)
    array([1.   , 0.722, 0.181, 0.722])
    """
    input = cupy.asarray(input)
    if input.ndim > 3:
        raise NotImplementedError("Only 1d, 2d and 3d inputs are supported")
    output = _output(input, output, "fdFD")
    if output.size == 0:
        return output
    axis = normalize_axis_index(axis, input.ndim)
    sizes = per_axis(size, input.ndim, "size")
    parts = []
    for k, (length, size) in enumerate(zip(input.shape, sizes, strict=True)):
        half = n >= 0 and k == axis
        row = _factors(_square, length, n if half else length, half, float(size), False, cupy.cuda.Device().id)
        parts.append(_along(row, k, input.ndim))
    *others, last = parts
    across = functools.reduce(operator.add, others) if others else 0.0
    return _ELLIPSOIDS[input.ndim](input, across, last, out=output, casting="unsafe")


def _square(frequency: numpy.ndarray[Any, Any], size: float) -> numpy.ndarray[Any, Any]:
    return (math.pi * size * frequency) ** 2


def _gaussian(frequency: numpy.ndarray[Any, Any], sigma: float) -> numpy.ndarray[Any, Any]:
    return numpy.exp(-2 * (math.pi * sigma * frequency) ** 2)


def _box(frequency: numpy.ndarray[Any, Any], size: float) -> numpy.ndarray[Any, Any]:
    return numpy.sinc(size * frequency)


def _phase(frequency: numpy.ndarray[Any, Any], shift: float) -> numpy.ndarray[Any, Any]:
    return numpy.exp(-2j * math.pi * shift * frequency)


@functools.lru_cache(maxsize=128)
def _factors(of: Callable[..., Any], length: int, whole: int, half: bool, value: float, singles: bool,
             device: int) -> cupy.ndarray:
    """A function of the frequencies along an axis."""
    row = of(_frequencies(length, whole, half), value)
    if singles:
        row = row.astype("F" if row.dtype.kind == "c" else "f")
    return cupy.asarray(row)


def _frequencies(length: int, whole: int, half: bool) -> numpy.ndarray[Any, Any]:
    """Cycles a pixel of the entries along an axis; `half` where only those from 0 upward are there."""
    k = numpy.arange(length, dtype="d")
    if not half:
        k[k >= (length + 1) // 2] -= length
    return k / whole


def _output(input: cupy.ndarray, output: cupy.ndarray | DTypeLike | None, allowed: str) -> cupy.ndarray:
    input = cupy.asarray(input)
    if output is None:
        return cupy.empty(input.shape, input.dtype if input.dtype.char in allowed else "d" if "d" in allowed else "D")
    given = isinstance(output, cupy.ndarray)
    if given and output.shape != input.shape:
        raise RuntimeError("output shape not correct")
    dtype = output.dtype if given else numpy.dtype(output)
    if dtype.char not in allowed or input.dtype.kind == "c" and dtype.kind != "c":
        raise RuntimeError(f"output type not supported: {dtype} for an input of {input.dtype}")
    return output if given else cupy.empty(input.shape, dtype)


def _along(row: cupy.ndarray, axis: int, ndim: int) -> cupy.ndarray:
    return row.reshape([-1 if k == axis else 1 for k in range(ndim)])


def _multiply(input: cupy.ndarray, values: Any, n: Any, axis: Any, output: cupy.ndarray, of: Callable[..., Any],
              name: str) -> cupy.ndarray:
    """``output[...] = `` the transform times a factor for each axis, in one pass."""
    input = cupy.asarray(input)
    axis = normalize_axis_index(axis, input.ndim)
    values = per_axis(values, input.ndim, name)
    singles, device = output.dtype.char in "fF", cupy.cuda.Device().id
    rows = []
    for k, (length, value) in enumerate(zip(input.shape, values, strict=True)):
        half = n >= 0 and k == axis
        row = _factors(of, length, n if half else length, half, float(value), singles, device)
        rows.append(_along(row, k, input.ndim))
    *others, last = rows
    across = functools.reduce(operator.mul, others) if others else 1.0
    return _times(input, across, last, out=output, casting="unsafe")
