"""Convolution by Fourier transforms."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import cupy

from cupyx.scipy.signal._arguments import as_array, cut
from cupyx.scipy.signal._convolution import _blocks
from cupyx.scipy.signal._convolution._in_shared import convolve_in_shared
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["fftconvolve", "oaconvolve"]


def _convolve(in1: Any, in2: Any, mode: str, axes: Any) -> cupy.ndarray:
    in1, in2 = as_array(in1), as_array(in2)
    if in1.ndim == in2.ndim == 0:
        return in1 * in2
    if in1.ndim != in2.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if in1.size == 0 or in2.size == 0:
        return cupy.asarray([])
    in1, in2, axes = _blocks.transform_axes(in1, in2, mode, axes)
    if not axes:
        full = in1 * in2
    else:
        full = None
        if len(axes) == 1:
            done = convolve_in_shared(in1, in2, axes[0], mode)
            if done is not None:
                return cupy.ascontiguousarray(done)
            short, long = sorted((in1.shape[axes[0]], in2.shape[axes[0]]))
            length = _blocks.block_length(long, short)
            if length is not None:
                full = _blocks.convolve_blocks(in1, in2, axes[0], length)
        if full is None:
            full = _blocks.convolve_whole(in1, in2, axes)
    return cupy.ascontiguousarray(cut(full, in1.shape, in2.shape, mode, axes))


@scipy_of_few_samples(1 << 12)
def fftconvolve(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = "full",
                axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Convolve two arrays by Fourier transforms.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with as many axes.
    mode : {'full', 'same', 'valid'}, optional
        All overlaps, the shape of `in1` about the middle, or complete overlaps only.
    axes : int or sequence of int, optional
        Axes to convolve along; the others are broadcast.  All by default.

    Returns
    -------
    cupy.ndarray
        The convolution, in floating point.

    Raises
    ------
    ValueError
        If numbers of axes differ, shapes do not fit, or the mode is unknown.

    Notes
    -----
    Where one array is much shorter along a single axis, blocks of the other are transformed in one batch
    (overlap-save), which has the same result to rounding.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.fftconvolve(cupy.array([1.0, 2.0, 3.0]), cupy.array([1.0, 1.0])).round(6)
    array([1., 3., 5., 3.])
    """
    return _convolve(in1, in2, mode, axes)


def oaconvolve(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = "full",
               axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> cupy.ndarray:
    """Convolve two arrays by transforms of blocks, for arrays of very different sizes.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with as many axes.
    mode : {'full', 'same', 'valid'}, optional
        As in `fftconvolve`.
    axes : int or sequence of int, optional
        Axes to convolve along.  All by default.

    Returns
    -------
    cupy.ndarray
        The convolution, in floating point.

    Notes
    -----
    Several axes, and arrays of like sizes, are convolved as by `fftconvolve`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.oaconvolve(cupy.ones(5), cupy.array([1.0, -1.0]), mode="valid").round(6) + 0
    array([0., 0., 0., 0.])
    """
    return _convolve(in1, in2, mode, axes)
