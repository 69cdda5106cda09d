"""Convolution and correlation of arrays with any number of axes."""
from __future__ import annotations

import functools
import math
import timeit
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy

import cupy
from cupy._ext import serial_blocks

from cupyx.scipy.signal._arguments import as_array, swap_needed
from cupyx.scipy.signal._convolution import _direct
from cupyx.scipy.signal._convolution.fft import fftconvolve

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["choose_conv_method", "convolve", "correlate", "correlation_lags"]

_MODES = ("valid", "same", "full")
_SHARED_TAPS = 2048      # up to these, devices convolve long signals in shared memory
_FEW_TAPS = 12           # up to these, sums are quicker than transforms however long the other array is
_LEAST_TAPS = 16         # fewer are summed up: transforms would mix what is large and what is small


def _reverse_and_conj(x: cupy.ndarray) -> cupy.ndarray:
    x = x[(slice(None, None, -1),) * x.ndim]
    return cupy.conj(x) if x.dtype.kind == "c" else x


def correlation_lags(in1_len: Int, in2_len: Int,
                     mode: Literal["full", "same", "valid"] = "full") -> cupy.ndarray:
    """Displacements of a correlation of vectors.

    Parameters
    ----------
    in1_len, in2_len : int
        Sizes of the vectors.
    mode : {'full', 'same', 'valid'}, optional
        As given to `correlate`.

    Returns
    -------
    cupy.ndarray
        How far the second vector is moved, for each element of the correlation.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.correlation_lags(3, 2)
    array([-1,  0,  1,  2])
    """
    if mode == "full":
        return cupy.arange(1 - in2_len, in1_len)
    if mode == "same":
        middle, half = (in1_len + in2_len - 1) // 2 - in2_len + 1, in1_len // 2
        return cupy.arange(middle - half, middle - half + in1_len)
    if mode == "valid":
        bound = in1_len - in2_len
        return cupy.arange(bound + 1) if bound >= 0 else cupy.arange(bound, 1)
    raise ValueError(f"Mode {mode} is invalid")


def _fft_is_exact(volume: cupy.ndarray, kernel: cupy.ndarray) -> bool:
    """Whether sums of products of integers are exact in float64."""
    bound = min(volume.size, kernel.size)
    for x in (volume, kernel):
        if x.dtype.kind in "iu":
            bits = 8 * x.itemsize
            bound *= 1 << bits if bits <= 16 else int(abs(x).max()) if x.size else 0
    return bound <= 2 ** 52 - 1


def _times(shape1: tuple[int, ...], shape2: tuple[int, ...], mode: str, complex_values: bool) -> tuple[float, float]:
    """Seconds that both ways are expected to take; measured constants of each kind of device."""
    full = [n + k - 1 for n, k in zip(shape1, shape2)]
    outputs = full if mode == "full" else shape1 if mode == "same" else [abs(n - k) + 1 for n, k in zip(shape1, shape2)]
    direct = math.prod(outputs) * min(math.prod(shape1), math.prod(shape2))
    size = math.prod(full)
    work = 3 * size * math.log(max(size, 2)) * (2 if complex_values else 1)
    if serial_blocks():
        return 1.8e-9 * work + 1e-4, 3e-10 * direct + 1e-5
    taps = min(shape1[-1], shape2[-1])
    by_sums = 2.3e-5 + 1.5e-12 * direct + 4e-7 * taps
    if len(full) == 1 and taps <= _SHARED_TAPS:
        return (4.2e-5 + 4e-12 * size if taps >= _LEAST_TAPS else math.inf), by_sums
    return 6e-13 * work + 6e-5, by_sums


def _convolve_and_wait(volume: cupy.ndarray, kernel: cupy.ndarray, mode: str, method: str) -> None:
    convolve(volume, kernel, mode=mode, method=method)
    cupy.cuda.get_current_stream().synchronize()


@overload
def choose_conv_method(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = ...,
                       measure: Literal[False] = ...) -> str: ...
@overload
def choose_conv_method(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = ..., *,
                       measure: Literal[True]) -> tuple[str, dict[Any, Any]]: ...
@overload
def choose_conv_method(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"],
                       measure: Literal[True]) -> tuple[str, dict[Any, Any]]: ...
@overload
def choose_conv_method(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = ...,
                       measure: bool = ...) -> str | tuple[str, dict[Any, Any]]: ...
def choose_conv_method(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = "full",
                       measure: bool = False) -> str | tuple[str, dict[Any, Any]]:
    """The quicker way to convolve two arrays: 'fft' or 'direct'.

    Parameters
    ----------
    in1, in2 : array_like
        What is to be convolved.
    mode : {'full', 'same', 'valid'}, optional
        As in `convolve`.
    measure : bool, optional
        Whether both ways are tried; by default sizes decide.

    Returns
    -------
    str
        'fft' or 'direct'.
    dict
        Seconds of each, if `measure` is true.

    Notes
    -----
    'direct' where transforms in float64 would not give the integers of the result exactly.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.choose_conv_method(cupy.ones(100), cupy.ones(3))
    'direct'
    """
    volume, kernel = as_array(in1), as_array(in2)
    if mode not in _MODES:
        raise ValueError(f"Acceptable mode flags are 'valid', 'same', or 'full', not mode={mode}")
    if measure:
        seconds = {}
        for method in ("fft", "direct"):
            call = functools.partial(_convolve_and_wait, volume, kernel, mode, method)
            call()
            seconds[method] = min(timeit.repeat(call, number=3, repeat=3)) / 3
        return min(seconds, key=lambda method: seconds[method]), seconds
    if min(volume.size, kernel.size) <= _FEW_TAPS:
        return "direct"
    kinds = volume.dtype.kind + kernel.dtype.kind
    by_fft, directly = _times(volume.shape, kernel.shape, mode, "c" in kinds)
    if "b" in kinds or by_fft >= directly or ("f" not in kinds and "c" not in kinds
                                              and not _fft_is_exact(volume, kernel)):
        return "direct"
    return "fft"


def convolve(in1: ArrayLike, in2: ArrayLike, mode: Any = "full", method: Any = "auto") -> cupy.ndarray:
    """Convolve two arrays.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with as many axes.
    mode : {'full', 'same', 'valid'}, optional
        All overlaps, the shape of `in1` about the middle, or complete overlaps only.
    method : {'auto', 'direct', 'fft'}, optional
        Sums of products, Fourier transforms, or what `choose_conv_method` says (the default).

    Returns
    -------
    cupy.ndarray
        The convolution, in the common dtype of both.

    Raises
    ------
    ValueError
        If numbers of axes differ, no array is the larger one for 'valid', or a flag is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.convolve(cupy.array([1, 2, 3]), cupy.array([0, 1, 2]))
    array([0, 1, 4, 7, 6])
    >>> signal.convolve(cupy.array([1, 2, 3]), cupy.array([0, 1, 2]), mode="same")
    array([1, 4, 7])
    """
    volume, kernel = as_array(in1), as_array(in2)
    if volume.ndim == kernel.ndim == 0:
        return volume * kernel
    if volume.ndim != kernel.ndim:
        raise ValueError("volume and kernel should have the same dimensionality")
    if mode not in _MODES:
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")
    if method not in ("auto", "direct", "fft"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    if swap_needed(mode, volume.shape, kernel.shape):
        volume, kernel = kernel, volume
    if volume.size == 0 or kernel.size == 0:
        if kernel.size == 0 or volume.ndim == 1 and mode != "same":
            raise ValueError("convolution of empty arrays")
        wider = {"same": 0, "full": 1, "valid": -1}[mode]
        shape = [max(n + wider * (k - 1), 0) for n, k in zip(volume.shape, kernel.shape, strict=True)]
        return cupy.zeros(shape, cupy.result_type(volume, kernel))
    if method == "auto":
        method = choose_conv_method(volume, kernel, mode)
    if method == "direct" and volume.ndim <= _direct.AXES:
        return _direct.convolve_direct(volume, kernel, mode)
    out = fftconvolve(volume, kernel, mode)
    dtype = numpy.result_type(volume.dtype, kernel.dtype)
    if dtype.kind in "iu":
        out = cupy.rint(out)
    return out.astype(dtype, copy=False)


def correlate(in1: ArrayLike, in2: ArrayLike, mode: Literal["full", "same", "valid"] = "full",
              method: Literal["auto", "direct", "fft"] = "auto") -> cupy.ndarray:
    """Correlate two arrays: the second is conjugated.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with as many axes.
    mode : {'full', 'same', 'valid'}, optional
        As in `convolve`.
    method : {'auto', 'direct', 'fft'}, optional
        As in `convolve`.

    Returns
    -------
    cupy.ndarray
        The correlation, in the common dtype of both; `correlation_lags` has the displacements.

    Raises
    ------
    ValueError
        As in `convolve`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.correlate(cupy.array([1, 2, 3]), cupy.array([0, 1, 0.5]))
    array([0.5, 2. , 3.5, 3. , 0. ])
    """
    in1, in2 = as_array(in1), as_array(in2)
    if in1.ndim == in2.ndim == 0:
        return in1 * cupy.conj(in2)
    if in1.ndim != in2.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if mode not in _MODES:
        raise ValueError("Acceptable mode flags are 'valid', 'same', or 'full'.")
    if swap_needed(mode, in1.shape, in2.shape):
        return _reverse_and_conj(convolve(in2, _reverse_and_conj(in1), mode, method))
    return convolve(in1, _reverse_and_conj(in2), mode, method)
