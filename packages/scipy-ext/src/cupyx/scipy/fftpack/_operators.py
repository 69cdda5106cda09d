"""Operators on periodic sequences, each a factor for every frequency."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import fourier

from cupyx.scipy.fft._arguments import array_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["cc_diff", "cs_diff", "diff", "hilbert", "ihilbert", "itilbert", "sc_diff", "shift", "ss_diff", "tilbert"]


def _apply(x: Any, factor: Callable[..., Any], highest: Any = numpy.real) -> cupy.ndarray:
    """Multiply the spectrum by ``factor(k)`` of the numbers k = 0, 1, …, n//2, and by its conjugate for -k.

    SciPy's are double for every type.
    """
    x = array_of(x)
    if x.ndim != 1:
        x = x.ravel()
    if x.dtype.kind == "c":
        return _apply(x.real, factor, highest) + 1j * _apply(x.imag, factor, highest)
    n = x.shape[0]
    x = x.astype(numpy.float64, copy=False)
    if n == 0:
        return x
    spectrum = fourier().one(x, None, -1, "R2C", True, None, None, "rfft")
    k = numpy.arange(n // 2 + 1, dtype=float)
    with numpy.errstate(all="ignore"):
        factors = numpy.asarray(factor(k), complex)
    if n % 2 == 0:
        factors[-1] = highest(factors[-1])      # the highest frequency stands for both signs
    spectrum = spectrum * cupy.asarray(factors.astype(spectrum.dtype))
    return fourier().one(spectrum, n, -1, "C2R", False, None, None, "irfft", True)


def _ratio(numerator: numpy.ndarray[Any, Any], denominator: numpy.ndarray[Any, Any],
           at_zero: float) -> numpy.ndarray[Any, Any]:
    found = numpy.divide(numerator, denominator, out=numpy.zeros_like(numerator), where=denominator != 0)
    found[0] = at_zero
    return found


def diff(x: ArrayLike, order: SupportsIndex = 1, period: float | None = None, _cache: Any = None) -> cupy.ndarray:
    """Derivative or integral of a periodic sequence.

    Parameters
    ----------
    x : array_like
        One period.
    order : int, optional
        Of the derivative; negative for integrals, whose mean is zero.
    period : float, optional
        Length of the period; ``2π`` by default.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.diff(cupy.array([0., 1., 0., -1.])).round(3) + 0
    array([ 1.,  0., -1.,  0.])
    """
    if order == 0:
        return array_of(x)
    c = 1 if period is None else 2 * math.pi / period

    def factor(k: Any) -> Any:
        f = numpy.zeros(k.shape, complex)
        f[1:] = (1j * c * k[1:]) ** order
        return f

    return _apply(x, factor, lambda f: 0)


def tilbert(x: ArrayLike, h: float, period: float | None = None, _cache: Any = None) -> cupy.ndarray:
    """Tilbert transform of a periodic sequence: the factor ``1j * coth(k * h)``.

    Parameters
    ----------
    x : array_like
        One period.
    h : float
        Parameter.
    period : float, optional
        Length of the period; ``2π`` by default.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> x = cupy.array([1., -1., 2., -2.])
    >>> bool(cupy.allclose(fftpack.itilbert(fftpack.tilbert(x, 1), 1)[1:], x[1:], atol=2))
    True
    """
    if period is not None:
        h = h * 2 * math.pi / period
    return _apply(x, lambda k: 1j * _ratio(numpy.ones_like(k), numpy.tanh(h * k), 0))


def itilbert(x: ArrayLike, h: float, period: float | None = None, _cache: Any = None) -> cupy.ndarray:
    """Inverse of `tilbert`: the factor ``-1j * tanh(k * h)``.

    Parameters
    ----------
    x : array_like
        One period.
    h : float
        Parameter.
    period : float, optional
        Length of the period; ``2π`` by default.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.itilbert(cupy.zeros(3), 1) + 0
    array([0., 0., 0.])
    """
    if period is not None:
        h = h * 2 * math.pi / period
    return _apply(x, lambda k: -1j * numpy.tanh(h * k))


def hilbert(x: ArrayLike, _cache: Any = None) -> cupy.ndarray:
    """Hilbert transform of a periodic sequence: the factor ``1j * sign(k)``.

    Parameters
    ----------
    x : array_like
        One period.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.hilbert(cupy.array([1., 0., -1., 0.])).round(3) + 0
    array([ 0., -1.,  0.,  1.])
    """
    return _apply(x, lambda k: 1j * numpy.sign(k))


def ihilbert(x: ArrayLike, _cache: Any = None) -> cupy.ndarray:
    """Inverse of `hilbert`.

    Parameters
    ----------
    x : array_like
        One period.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.ihilbert(cupy.array([0., -1., 0., 1.])).round(3) + 0
    array([ 1.,  0., -1.,  0.])
    """
    return -hilbert(x)


def _pair(name: str, numerator: numpy.ufunc, denominator: numpy.ufunc, unit: complex,
          at_zero: Callable[..., Any]) -> Callable[..., Any]:
    """The operator of a quotient of hyperbolic functions of two parameters."""
    def operator(x: ArrayLike, a: float, b: float, period: float | None = None, _cache: Any = None) -> Any:
        if period is not None:
            a, b = a * 2 * math.pi / period, b * 2 * math.pi / period
        return _apply(x, lambda k: unit * _ratio(numerator(a * k), denominator(b * k), at_zero(a, b)))

    words = f"{numerator.__name__}(a*k) / {denominator.__name__}(b*k)"
    operator.__name__ = operator.__qualname__ = name
    operator.__doc__ = f"""Operator on a periodic sequence with the factor ``{unit} * {words}``.

    Parameters
    ----------
    x : array_like
        One period.
    a, b : float
        Parameters.
    period : float, optional
        Length of the period; ``2π`` by default.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import fftpack
    >>> fftpack.{name}(cupy.zeros(3), 1, 2) + 0
    array([0., 0., 0.])
    """
    return operator


cs_diff = _pair("cs_diff", numpy.cosh, numpy.sinh, -1j, lambda a, b: 0)
sc_diff = _pair("sc_diff", numpy.sinh, numpy.cosh, 1j, lambda a, b: 0)
ss_diff = _pair("ss_diff", numpy.sinh, numpy.sinh, 1, lambda a, b: a / b)
cc_diff = _pair("cc_diff", numpy.cosh, numpy.cosh, 1, lambda a, b: 1)


def shift(x: ArrayLike, a: float, period: float | None = None, _cache: Any = None) -> cupy.ndarray:
    """A periodic sequence at ``u + a``.

    Parameters
    ----------
    x : array_like
        One period.
    a : float
        Distance.
    period : float, optional
        Length of the period; ``2π`` by default.

    Returns
    -------
    cupy.ndarray
        Of the shape of `x`.

    Examples
    --------
    >>> import cupy, math
    >>> from cupyx.scipy import fftpack
    >>> fftpack.shift(cupy.array([1., 0., -1., 0.]), math.pi / 2).round(3) + 0
    array([ 0., -1.,  0.,  1.])
    """
    if period is not None:
        a = a * 2 * math.pi / period
    return _apply(x, lambda k: numpy.exp(1j * a * k), lambda f: f.real + f.imag)      # as SciPy does
