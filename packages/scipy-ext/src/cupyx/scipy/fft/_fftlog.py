"""The fast Hankel transform of logarithmically spaced samples (FFTLog, Hamilton 2000)."""
from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy
import scipy.special

import cupy
from cupy._ext import fourier, host_memory, loop, ufunc

from cupyx.scipy.fft._arguments import array_of
from cupyx.scipy.special import _kernels

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["fht", "ifht"]


_FEW = 1 << 12          # samples whose factors SciPy computes in less time than launches take
_factor = ufunc("hankel_factor", 6, 1, [loop("dddddd->D", """
    const double y = in0 * in1;
    const special::Z quotient = special::loggamma(special::Z(in2, y)) - conj(special::loggamma(special::Z(in3, y)));
    out0 = out0_type(exp(special::Z(quotient.re + in4, quotient.im + in5 * y)))""")],
    headers=("gamma.hpp",), include_roots=(_kernels.__path__[0],),
    doc="Factor of a frequency times its unit, of two arguments of the gamma function, by a power of two and a phase.")


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


def _factors(n: int, dln: float, mu: float, offset: float, bias: float, inverse: bool) -> Any:
    """What the spectrum is multiplied by: the coefficients, or what they are the conjugate inverse of."""
    few = n <= _FEW and host_memory()
    u = _coefficients(n if few else 1, dln, mu, offset, bias)
    if numpy.isinf(u[0]) and not inverse:
        warnings.warn("singular transform; consider changing the bias", stacklevel=4)
        u[0] = 0
    elif u[0] == 0 and inverse:
        warnings.warn("singular inverse transform; consider changing the bias", stacklevel=4)
        u[0] = numpy.inf
    if inverse:
        u = 1 / u.conj()
    if few:
        return u
    first, frequencies = u[0], cupy.arange(n // 2 + 1, dtype=float)
    u = _factor(frequencies, math.pi / (n * dln), (mu + 1 + bias) / 2, (mu + 1 - bias) / 2, bias * math.log(2),
                2 * (math.log(2) - offset))
    if n % 2 == 0:
        u[-1:].imag = 0
    if inverse:
        u = 1 / u.conj()
    u[0] = first
    return u


def _transform(a: cupy.ndarray, dln: float, mu: float, offset: float, bias: float, inverse: bool) -> cupy.ndarray:
    """Convolution with the kernel whose transform the factors are, backwards."""
    n = a.shape[-1]
    factors = _factors(n, dln, mu, offset, bias, inverse)
    spectrum = fourier().one(a, None, -1, "R2C", True, None, None, "rfft")
    spectrum *= cupy.asarray(factors.astype(spectrum.dtype, copy=False))
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
    result = _transform(a, dln, mu, offset, bias, False)
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
    result = _transform(A, dln, mu, offset, bias, True)
    return _biased(result, dln, bias, 0, 1) if bias else result
