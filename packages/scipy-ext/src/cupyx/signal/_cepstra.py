"""Cepstra: transforms of logarithms of spectra."""
from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import cupy

if TYPE_CHECKING:
    from cupyx._options import Int

__all__ = ["complex_cepstrum", "inverse_complex_cepstrum", "minimum_phase", "real_cepstrum"]


def real_cepstrum(x: cupy.ndarray, n: SupportsIndex | None = None, axis: SupportsIndex = -1) -> cupy.ndarray:
    """The inverse transform of the logarithm of a spectrum's magnitude.

    Parameters
    ----------
    x : cupy.ndarray
        The signal, real.
    n : int, optional
        Length of the transform, that of the signal by default.
    axis : int, optional
        Axis of the samples, the last by default.

    Returns
    -------
    cupy.ndarray
        The cepstrum, real.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.real_cepstrum(cupy.array([1.0, 0.5, 0.0, 0.0])).round(4)
    array([-0.0161,  0.2747, -0.1277,  0.2747])
    """
    x = cupy.asarray(x)
    return cupy.fft.ifft(cupy.log(abs(cupy.fft.fft(x, n, axis))), n, axis).real


def _ramp(samples: int) -> cupy.ndarray:
    """Phases of a delay by one sample, over pi."""
    centre = (samples + 1) // 2 if samples > 1 else 1
    return cupy.arange(samples) / centre


def complex_cepstrum(x: cupy.ndarray, n: SupportsIndex | None = None,
                     axis: SupportsIndex = -1) -> tuple[cupy.ndarray, cupy.ndarray]:
    """The inverse transform of the logarithm of a spectrum.

    Parameters
    ----------
    x : cupy.ndarray
        The signal, real.
    n : int, optional
        Length of the transform, that of the signal by default.
    axis : int, optional
        Axis of the samples, the last by default.

    Returns
    -------
    ceps : cupy.ndarray
        The cepstrum, real.
    ndelay : cupy.ndarray
        Samples of circular delay that were taken from the signal, so that its phase is continuous.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> ceps, delay = signal.complex_cepstrum(cupy.array([0.0, 1.0, 0.5, 0.0, 0.0, 0.0]))
    >>> delay
    array(-1.)
    """
    x = cupy.moveaxis(cupy.asarray(x), axis, -1)
    spectrum = cupy.fft.fft(x, n)
    phase = cupy.unwrap(cupy.angle(spectrum))
    samples = phase.shape[-1]
    centre = (samples + 1) // 2 if samples > 1 else 0
    delay = cupy.rint(phase[..., centre] / cupy.pi)
    phase = phase - cupy.pi * delay[..., None] * _ramp(samples)
    ceps = cupy.fft.ifft(cupy.log(abs(spectrum)) + 1j * phase).real
    return cupy.moveaxis(ceps, -1, axis), delay


def inverse_complex_cepstrum(ceps: cupy.ndarray, ndelay: cupy.ndarray) -> cupy.ndarray:
    """The signal of a complex cepstrum.

    Parameters
    ----------
    ceps, ndelay : cupy.ndarray
        What `complex_cepstrum` returned.

    Returns
    -------
    cupy.ndarray
        The signal, real: exactly so for even lengths, whose middle frequency is a bin.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> x = cupy.array([0.0, 1.0, 0.5, 0.0, 0.0, 0.0])
    >>> signal.inverse_complex_cepstrum(*signal.complex_cepstrum(x)).round(6) + 0
    array([0. , 1. , 0.5, 0. , 0. , 0. ])
    """
    spectrum = cupy.fft.fft(ceps)
    delay = cupy.asarray(ndelay)
    phase = spectrum.imag + cupy.pi * delay[..., None] * _ramp(spectrum.shape[-1])
    return cupy.fft.ifft(cupy.exp(spectrum.real + 1j * phase)).real


def minimum_phase(x: cupy.ndarray, n: Int | None = None) -> cupy.ndarray:
    """The signal of minimum phase whose spectrum has the same magnitudes.

    Parameters
    ----------
    x : cupy.ndarray
        The signal, real.
    n : int, optional
        Length of the transform, that of the signal by default.

    Returns
    -------
    cupy.ndarray
        The signal, real.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> late = cupy.zeros(64)
    >>> late[10:12] = cupy.array([0.5, 1.0])
    >>> signal.minimum_phase(late)[:3].round(4) + 0
    array([1. , 0.5, 0. ])
    """
    x = cupy.asarray(x)
    n = len(x) if n is None else n
    odd = n % 2
    half = (n + odd) // 2 - 1
    window = cupy.concatenate((cupy.ones(1), cupy.full(half, 2.0), cupy.ones(1 - odd), cupy.zeros(half)))
    return cupy.fft.ifft(cupy.exp(cupy.fft.fft(window * real_cepstrum(x, n)))).real
