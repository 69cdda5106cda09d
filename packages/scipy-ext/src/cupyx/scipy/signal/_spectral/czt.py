"""Chirp z-transforms: values of the z-transform on a spiral, and zoomed spectra."""
from __future__ import annotations

import cmath
import math
import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory
from cupyx.scipy import fft
from cupyx.scipy._host import library
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["CZT", "ZoomFFT", "czt", "czt_points", "zoom_fft"]

_FEW = 1 << 12          # points that NumPy makes in less time than launches take


def _sizes(n: int, m: float | Int | None) -> Any:
    if n < 1 or not isinstance(n, numbers.Integral):
        raise ValueError(f"Invalid number of CZT data points ({n}) specified. n must be positive and integer type.")
    if m is None:
        return n
    if m < 1 or not isinstance(m, numbers.Integral):
        raise ValueError(f"Invalid number of CZT output points ({m}) specified. m must be positive and integer type.")
    return m


def _library(count: int) -> Any:
    """The library that makes so many points: few are NumPy's where they lie in the host's memory."""
    return numpy if count <= _FEW and host_memory() else cupy


def czt_points(m: Any, w: complex | None = None, a: Any = 1 + 0j) -> cupy.ndarray:
    """Points of the complex plane at which `czt` evaluates the z-transform.

    Parameters
    ----------
    m : int
        Number of points.
    w : complex, optional
        Quotient of neighbours, inverted; one turn of the circle by default.
    a : complex, optional
        The first point, 1 by default.

    Returns
    -------
    cupy.ndarray
        ``a * w**-k``.

    Raises
    ------
    ValueError
        If `m` is not a positive integer.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.czt_points(4).round(6) + 0
    array([ 1.+0.j,  0.+1.j, -1.+0.j,  0.-1.j])
    """
    m = _sizes(1, m)
    xp = _library(m)
    k = xp.arange(m)
    return cupy.asarray(1.0 * a * xp.exp(2j * math.pi * k / m) if w is None else 1.0 * a * (1.0 * w) ** -k)


class CZT:
    """Chirp z-transform of signals of a length (Bluestein's algorithm).

    Parameters
    ----------
    n : int
        Length of the signals.
    m : int, optional
        Number of points, `n` by default.
    w, a : complex, optional
        As for `czt_points`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> transform = signal.CZT(4, 8)
    >>> transform(cupy.ones(4)).shape
    (8,)
    """

    def __init__(self, n: int, m: Any = None, w: complex | None = None, a: Any = 1 + 0j) -> None:
        m = _sizes(n, m)
        xp = _library(max(m, n))
        k = xp.arange(max(m, n))
        if w is None:
            w = cmath.exp(-2j * math.pi / m)
            chirp = xp.exp(-(1j * math.pi * ((k * k) % (2 * m))) / m)
        else:
            chirp = w ** (k * k / 2.0)
        self.w, self.a, self.m, self.n = w, 1.0 * a, m, n
        self._prepare(chirp[:n] if self.a == 1 else chirp[:n] * self.a ** -k[:n], chirp)

    def _prepare(self, before: Any, chirp: Any) -> None:
        m, n, xp = self.m, self.n, library(chirp)
        self._length = fft.next_fast_len(n + m - 1)
        self._before, self._after = cupy.asarray(before), cupy.asarray(chirp[:m])
        self._between = fft.fft(cupy.asarray(1 / xp.concatenate((chirp[n - 1:0:-1], chirp[:m]))), self._length)

    def __call__(self, x: ArrayLike, *, axis: Int = -1) -> cupy.ndarray:
        """Transform a signal.

        Parameters
        ----------
        x : array_like
            The signal.
        axis : int, optional
            Axis of its samples.

        Returns
        -------
        cupy.ndarray
            Complex, with `m` points along `axis`.
        """
        x = as_array(x)
        if x.shape[axis] != self.n:
            raise ValueError(f"CZT defined for length {self.n}, not {x.shape[axis]}")
        x = cupy.swapaxes(x, axis, -1)
        y = fft.ifft(self._between * fft.fft(x * self._before, self._length))
        return cupy.swapaxes(y[..., self.n - 1:self.n + self.m - 1] * self._after, axis, -1)

    def points(self) -> cupy.ndarray:
        """Points at which the z-transform is evaluated.

        Returns
        -------
        cupy.ndarray
        """
        return czt_points(self.m, self.w, self.a)


class ZoomFFT(CZT):
    """Fourier transform on a range of frequencies.

    Parameters
    ----------
    n : int
        Length of the signals.
    fn : float or pair of float
        The range; from zero if it is a single number.
    m : int, optional
        Number of frequencies, `n` by default.
    fs : float, optional
        Sampling frequency, 2 by default.
    endpoint : bool, optional
        Whether the last frequency is the range's end.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> transform = signal.ZoomFFT(128, [0.2, 0.4], 32)
    >>> transform(cupy.ones(128)).shape
    (32,)
    """

    def __init__(self, n: int, fn: Any, m: Any = None, *, fs: float = 2, endpoint: bool = False) -> None:
        m = _sizes(n, m)
        xp = _library(max(m, n))
        k = xp.arange(max(m, n))
        if isinstance(fn, cupy.ndarray):
            fn = fn.get()
        if numpy.size(fn) not in (1, 2):
            raise ValueError("fn must be a scalar or 2-length sequence")
        f1, f2 = fn if numpy.size(fn) == 2 else (0.0, fn)
        self.f1, self.f2, self.fs = f1, f2, fs
        scale = (f2 - f1) * m / (fs * (m - 1)) if endpoint else (f2 - f1) / fs
        self.w, self.a = cmath.exp(-2j * math.pi / m * scale), cmath.exp(2j * math.pi * f1 / fs)
        self.m, self.n = m, n
        chirp = xp.exp(-(1j * math.pi * scale * (k * k)) / m)
        self._prepare(xp.exp(-2j * math.pi * f1 / fs * k[:n]) * chirp[:n] if f1 else chirp[:n], chirp)


@scipy_of_few_samples(_FEW, "dD")
def czt(x: ArrayLike, m: Int | None = None, w: complex | None = None, a: Any = 1 + 0j, *,
        axis: Int = -1) -> cupy.ndarray:
    """Values of the z-transform of a signal on a spiral.

    Parameters
    ----------
    x : array_like
        The signal.
    m : int, optional
        Number of points, as many as samples by default.
    w, a : complex, optional
        As for `czt_points`.
    axis : int, optional
        Axis of the samples.

    Returns
    -------
    cupy.ndarray
        Complex, with `m` points along `axis`.

    Raises
    ------
    ValueError
        If `m` is not a positive integer.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> x = cupy.arange(5.0)
    >>> bool(abs(signal.czt(x) - cupy.fft.fft(x)).max() < 1e-12)
    True
    """
    x = as_array(x)
    return CZT(x.shape[axis], m=m, w=w, a=a)(x, axis=axis)


@scipy_of_few_samples(_FEW, "dD")
def zoom_fft(x: ArrayLike, fn: float | Sequence[float], m: Int | None = None, *, fs: float = 2, endpoint: bool = False,
             axis: Int = -1) -> cupy.ndarray:
    """Fourier transform of a signal on a range of frequencies.

    Parameters
    ----------
    x : array_like
        The signal.
    fn : float or pair of float
        The range; from zero if it is a single number.
    m : int, optional
        Number of frequencies, as many as samples by default.
    fs : float, optional
        Sampling frequency, 2 by default.
    endpoint : bool, optional
        Whether the last frequency is the range's end.
    axis : int, optional
        Axis of the samples.

    Returns
    -------
    cupy.ndarray
        Complex, with `m` frequencies along `axis`.

    Raises
    ------
    ValueError
        If `m` is not a positive integer or the range has other than two ends.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.zoom_fft(cupy.cos(cupy.arange(100) * cupy.pi / 4), [0.2, 0.3], 10).shape
    (10,)
    """
    x = as_array(x)
    return ZoomFFT(x.shape[axis], fn, m=m, fs=fs, endpoint=endpoint)(x, axis=axis)
