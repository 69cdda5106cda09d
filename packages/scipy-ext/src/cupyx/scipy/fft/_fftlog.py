"""The fast Hankel transform of logarithmically spaced samples (FFTLog, Hamilton 2000)."""
from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy
import scipy.special

import cupy
from cupy._ext import fourier

from cupyx.scipy.fft._arguments import array_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["fht", "ifht"]


def _coefficients(n: int, dln: float, mu: float, offset: float, bias: float) -> numpy.ndarray[Any, Any]:
    """Factors of the frequencies, on the host: ``2**q * Γ((mu+1+q)/2 + iy) / Γ((mu+1-q)/2 - iy)``, shifted."""
    plus, minus = (mu + 1 + bias) / 2, (mu + 1 - bias) / 2
    y = numpy.linspace(0, math.pi * (n // 2) / (n * dln), n // 2 + 1)
    upper = scipy.special.loggamma(plus + 1j * y)
    lower = scipy.special.loggamma(minus + 1j * y)
    log = upper - lower.conj() + bias * math.log(2) + 2j * y * (math.log(2) - offset)
    with numpy.errstate(all="ignore"):
        u = numpy.exp(log)
    if n % 2 == 0:
        u.imag[-1] = 0      # it stands for both signs of the highest frequency
    if not numpy.isfinite(u[0]):
        u[0] = 2**bias * scipy.special.poch(minus, plus - minus)
    return u


def _transform(a: cupy.ndarray, u: numpy.ndarray[Any, Any], inverse: bool) -> cupy.ndarray:
    """Convolution with the kernel whose transform is `u` (or its inverse), backwards."""
    if numpy.isinf(u[0]) and not inverse:
        warnings.warn("singular transform; consider changing the bias", stacklevel=3)
        u[0] = 0
    elif u[0] == 0 and inverse:
        warnings.warn("singular inverse transform; consider changing the bias", stacklevel=3)
        u[0] = numpy.inf
    n = a.shape[-1]
    spectrum = fourier().one(a, None, -1, "R2C", True, None, None, "rfft")
    spectrum *= cupy.asarray((1 / u.conj() if inverse else u).astype(spectrum.dtype))
    return fourier().one(spectrum, n, -1, "C2R", False, None, None, "irfft", True)[..., ::-1]


def _biased(a: cupy.ndarray, dln: float, bias: float, offset: float, sign: int) -> cupy.ndarray:
    """`a` times a power of its argument, centred."""
    n = a.shape[-1]
    j = cupy.arange(n) - (n - 1) / 2
    return a * cupy.exp(sign * bias * (j * dln + offset))


def fht(a: ArrayLike, dln: float, mu: float, offset: float = 0.0, bias: float = 0.0) -> cupy.ndarray:
    """Fast Hankel transform of samples at logarithmically spaced points.

    Parameters
    ----------
    a : array_like
        Real samples along the last axis.
    dln : float
        Logarithmic spacing.
    mu : float
        Order of the Bessel function.
    offset : float, optional
        Offset of the logarithmic spacing of the result.
    bias : float, optional
        Exponent of the power law by which the samples are divided first.

    Returns
    -------
    cupy.ndarray
        Of the shape of the input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> a = cupy.exp(-cupy.arange(8.) / 4)
    >>> bool(cupy.allclose(fft.ifht(fft.fht(a, 0.1, 1), 0.1, 1), a))
    True
    """
    a = array_of(a)
    if bias:
        a = _biased(a, dln, bias, 0, -1)
    result = _transform(a, _coefficients(a.shape[-1], dln, mu, offset, bias), False)
    return _biased(result, dln, bias, offset, -1) if bias else result


def ifht(A: ArrayLike, dln: float, mu: float, offset: float = 0.0, bias: float = 0.0) -> cupy.ndarray:
    """Inverse of `fht`.

    Parameters
    ----------
    A : array_like
        Real samples along the last axis.
    dln : float
        Logarithmic spacing.
    mu : float
        Order of the Bessel function.
    offset : float, optional
        Offset of the logarithmic spacing of `A`.
    bias : float, optional
        Exponent of the power law.

    Returns
    -------
    cupy.ndarray
        Of the shape of the input.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fft
    >>> a = cupy.exp(-cupy.arange(8.) / 4)
    >>> bool(cupy.allclose(fft.fht(fft.ifht(a, 0.1, 1), 0.1, 1), a))
    True
    """
    A = array_of(A)
    if bias:
        A = _biased(A, dln, bias, offset, 1)
    result = _transform(A, _coefficients(A.shape[-1], dln, mu, offset, bias), True)
    return _biased(result, dln, bias, 0, 1) if bias else result
