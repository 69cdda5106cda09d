"""Fourier transforms by SciPy's older names; real ones in the packed format."""
from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import fourier, normalize_axis_index

from cupyx.scipy.fft._arguments import C2C, C2R, R2C, array_of, many, one

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["fft", "fft2", "fftn", "ifft", "ifft2", "ifftn", "irfft", "rfft", "rfftfreq"]


def _packed_length(x: cupy.ndarray, n: Any, axis: Any) -> tuple[int, ...]:
    axis = normalize_axis_index(index(axis), x.ndim)
    n = x.shape[axis] if n is None else index(n)
    if n < 1:
        raise ValueError(f"invalid number of data points ({n}) specified")
    return n, axis


def every_axis(x: Any, shape: Any, axes: Any) -> int | tuple[int, ...] | None:
    """`shape`, which without `axes` is that of all axes."""
    if shape is not None and axes is None and numpy.size(shape) != numpy.ndim(x):
        raise ValueError("when given, axes and shape arguments have to be of the same length")
    return shape


def fft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1, overwrite_x: bool = False,
        plan: cupy.cuda.cufft.Plan1d | cupy.cuda.cufft.PlanNd | None = None) -> cupy.ndarray:
    """Fourier transform along one axis.

    Parameters
    ----------
    x : array_like
        Input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.fft(cupy.ones(2))
    array([2.+0.j, 0.+0.j])
    """
    return one(x, n, axis, C2C, True, None, plan, "fftpack.fft")


def fftn(x: ArrayLike, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
         axes: SupportsIndex | Sequence[SupportsIndex] | None = None, overwrite_x: bool = False,
         plan: cupy.cuda.cufft.Plan1d | cupy.cuda.cufft.PlanNd | None = None) -> cupy.ndarray:
    """Fourier transform along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    shape : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.fftn(cupy.ones((1, 2)))
    array([[2.+0.j, 0.+0.j]])
    """
    return many(x, every_axis(x, shape, axes), axes, C2C, True, None, plan, "fftpack.fftn")


def fft2(x: ArrayLike, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
         axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1), overwrite_x: bool = False,
         plan: cupy.cuda.cufft.Plan1d | cupy.cuda.cufft.PlanNd | None = None) -> cupy.ndarray:
    """Fourier transform along two axes.

    Parameters
    ----------
    x : array_like
        Input.
    shape : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.fft2(cupy.ones((1, 2)))
    array([[2.+0.j, 0.+0.j]])
    """
    return many(x, every_axis(x, shape, axes), axes, C2C, True, None, plan, "fftpack.fftn")


def ifft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1, overwrite_x: bool = False,
         plan: cupy.cuda.cufft.Plan1d | cupy.cuda.cufft.PlanNd | None = None) -> cupy.ndarray:
    """Inverse Fourier transform along one axis.

    Parameters
    ----------
    x : array_like
        Input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.ifft(cupy.ones(2))
    array([1.+0.j, 0.+0.j])
    """
    return one(x, n, axis, C2C, False, None, plan, "fftpack.ifft")


def ifftn(x: ArrayLike, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] | None = None, overwrite_x: bool = False,
          plan: cupy.cuda.cufft.Plan1d | cupy.cuda.cufft.PlanNd | None = None) -> cupy.ndarray:
    """Inverse Fourier transform along several axes.

    Parameters
    ----------
    x : array_like
        Input.
    shape : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.ifftn(cupy.ones((1, 2)))
    array([[1.+0.j, 0.+0.j]])
    """
    return many(x, every_axis(x, shape, axes), axes, C2C, False, None, plan, "fftpack.ifftn")


def ifft2(x: ArrayLike, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
          axes: SupportsIndex | Sequence[SupportsIndex] = (-2, -1), overwrite_x: bool = False,
          plan: cupy.cuda.cufft.Plan1d | cupy.cuda.cufft.PlanNd | None = None) -> cupy.ndarray:
    """Inverse Fourier transform along two axes.

    Parameters
    ----------
    x : array_like
        Input.
    shape : int or sequence of ints, optional
        Lengths along `axes`: the input is cut or padded with zeros.
    axes : int or sequence of ints, optional
        Axes of the transform.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Complex.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.ifft2(cupy.ones((1, 2)))
    array([[1.+0.j, 0.+0.j]])
    """
    return many(x, every_axis(x, shape, axes), axes, C2C, False, None, plan, "fftpack.ifftn")


def rfft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1, overwrite_x: bool = False,
         plan: cupy.cuda.cufft.Plan1d | cupy.cuda.cufft.PlanNd | None = None) -> cupy.ndarray:
    """Fourier transform of real numbers, its complex elements as pairs of real ones.

    Parameters
    ----------
    x : array_like
        Input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.
    plan : cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd, optional
        A plan from `get_fft_plan`.

    Returns
    -------
    cupy.ndarray
        Real: ``y0, Re y1, Im y1, …``, and at last ``Re y(n/2)`` when `n` is even.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.rfft(cupy.array([1., 2., 3.])).round(4)
    array([ 6.   , -1.5  ,  0.866])
    """
    x = array_of(x)
    if x.dtype.kind == "c":
        raise TypeError("x must be a real sequence")
    n, axis = _packed_length(x, n, axis)
    spectrum = cupy.moveaxis(one(x, n, axis, R2C, True, None, plan, "fftpack.rfft"), axis, -1)
    packed = cupy.empty((*spectrum.shape[:-1], n), spectrum.real.dtype)
    packed[..., 0] = spectrum.real[..., 0]
    packed[..., 1::2] = spectrum.real[..., 1:]
    packed[..., 2::2] = spectrum.imag[..., 1:(n + 1) // 2]
    return cupy.moveaxis(packed, -1, axis)


def irfft(x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
          overwrite_x: bool = False) -> cupy.ndarray:
    """Inverse of `rfft`.

    Parameters
    ----------
    x : array_like
        Input.
    n : int, optional
        Length of the transform: the input is cut or padded with zeros; the axis's own by default.
    axis : int, optional
        Axis of the transform.
    overwrite_x : bool, optional
        Accepted for SciPy's signature; the input is kept.

    Returns
    -------
    cupy.ndarray
        Real.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.irfft(cupy.array([6., -1.5, 0.8660254])).round(4)
    array([1., 2., 3.])
    """
    x = array_of(x)
    if x.dtype.kind == "c":
        raise TypeError("x must be a real sequence")
    n, axis = _packed_length(x, n, axis)
    if x.dtype.kind != "f":
        x = x.astype(numpy.float64)
    packed = cupy.moveaxis(x, axis, -1)[..., :n]
    m = packed.shape[-1]
    spectrum = cupy.zeros((*packed.shape[:-1], n // 2 + 1), x.dtype.char.upper())
    spectrum.real[..., 0] = packed[..., 0]
    spectrum.real[..., 1:m // 2 + 1] = packed[..., 1::2]
    spectrum.imag[..., 1:(m - 1) // 2 + 1] = packed[..., 2::2]
    result = fourier().one(spectrum, n, -1, C2R, False, None, None, "irfft", True)
    return cupy.moveaxis(result, -1, axis)


def rfftfreq(n: SupportsIndex, d: float = 1.0) -> cupy.ndarray:
    """Frequencies of the elements of `rfft`.

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float, optional
        Distance between samples.

    Returns
    -------
    cupy.ndarray
        Of length `n`.

    Examples
    --------
    >>> from cupyx.scipy import fftpack
    >>> fftpack.rfftfreq(4)
    array([0.  , 0.25, 0.25, 0.5 ])
    """
    n = index(n)
    if n < 0:
        raise ValueError(f"n = {n} is not valid. n must be a nonnegative integer.")
    return (cupy.arange(1, n + 1, dtype=numpy.int64) // 2) / float(n * d)
