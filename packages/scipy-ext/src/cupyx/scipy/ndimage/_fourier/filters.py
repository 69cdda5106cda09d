"""Multiplication of Fourier transforms, as smoothing and shifting make of them."""
import math

import numpy

import cupy
from cupy._ext import normalize_axis_index

from cupyx.scipy.ndimage._arguments import per_axis

__all__ = ["fourier_ellipsoid", "fourier_gaussian", "fourier_shift", "fourier_uniform"]


def fourier_gaussian(input, sigma, n=-1, axis=-1, output=None):
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
        Where to write, or the type of the result.

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
    def table(length, whole, sigma, half):
        frequency = _frequencies(length, whole, half)
        return numpy.exp(-2 * (math.pi * sigma * frequency) ** 2)

    return _multiply(input, sigma, n, axis, _output(input, output, "fdFD"), table, "sigma")


def fourier_uniform(input, size, n=-1, axis=-1, output=None):
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
        Where to write, or the type of the result.

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
    def table(length, whole, size, half):
        return numpy.sinc(size * _frequencies(length, whole, half))

    return _multiply(input, size, n, axis, _output(input, output, "fdFD"), table, "size")


def fourier_shift(input, shift, n=-1, axis=-1, output=None):
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
        Where to write, or the type of the result.

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
    def table(length, whole, shift, half):
        return numpy.exp(-2j * math.pi * shift * _frequencies(length, whole, half))

    return _multiply(input, shift, n, axis, _output(input, output, "FD"), table, "shift")


def fourier_ellipsoid(input, size, n=-1, axis=-1, output=None):
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
        Where to write, or the type of the result.

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
    squares = cupy.zeros((1,) * input.ndim)
    for k, (length, size) in enumerate(zip(input.shape, sizes, strict=True)):
        half = n >= 0 and k == axis
        row = (math.pi * size * _frequencies(length, n if half else length, half)) ** 2
        squares = squares + _along(cupy.asarray(row), k, input.ndim)
    r = cupy.sqrt(squares)
    if input.ndim == 1:
        factor = cupy.sinc(r / math.pi)
    elif input.ndim == 2:
        from cupyx.scipy.special import j1

        factor = 2 * j1(r) / r
    else:
        factor = 3 * (cupy.sin(r) - r * cupy.cos(r)) / r ** 3
    factor = cupy.where(r < 1e-8, 1.0, factor)
    output[...] = input * factor
    return output


def _frequencies(length, whole, half):
    """Cycles a pixel of the entries along an axis; `half` where only those from 0 upward are there."""
    k = numpy.arange(length, dtype="d")
    if not half:
        k[k >= (length + 1) // 2] -= length
    return k / whole


def _output(input, output, allowed):
    input = cupy.asarray(input)
    if isinstance(output, cupy.ndarray):
        if output.shape != input.shape:
            raise RuntimeError("output shape not correct")
        return output
    if output is None:
        dtype = input.dtype if input.dtype.char in allowed else numpy.dtype("d" if "d" in allowed else "D")
    else:
        dtype = numpy.dtype(output)
        if dtype.char not in allowed:
            raise RuntimeError("output type not supported")
    return cupy.empty(input.shape, dtype)


def _along(row, axis, ndim):
    return row.reshape([-1 if k == axis else 1 for k in range(ndim)])


def _multiply(input, values, n, axis, output, table, name):
    input = cupy.asarray(input)
    axis = normalize_axis_index(axis, input.ndim)
    values = per_axis(values, input.ndim, name)
    complex_rows = "Ff" if output.dtype.char == "F" else "f" if output.dtype.char == "f" else None
    result = input
    for k, (length, value) in enumerate(zip(input.shape, values, strict=True)):
        half = n >= 0 and k == axis
        row = table(length, n if half else length, float(value), half)
        if complex_rows:
            row = row.astype("F" if row.dtype.kind == "c" else "f")
        result = result * _along(cupy.asarray(row), k, input.ndim)
    output[...] = result
    return output
