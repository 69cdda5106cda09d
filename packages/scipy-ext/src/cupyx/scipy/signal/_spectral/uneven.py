"""Periods of uneven samples and of events."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Literal

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._arguments import as_array

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["lombscargle", "vectorstrength"]

_kernel = Kernel("lombscargle.hpp", _kernels, "LombScargle", packed=("d",))
_THREADS = 256          # that share a frequency
_SCALES = {"power": "kScalePower", "normalize": "kScaleShare", "amplitude": "kScaleAmplitude"}


def lombscargle(x: ArrayLike, y: ArrayLike, freqs: ArrayLike, precenter: bool | None = None,
                normalize: Literal[False, "power", True, "normalize", "amplitude"] | bool = False, *,
                weights: ArrayLike | None = None, floating_mean: bool = False) -> cupy.ndarray:
    """Generalized Lomb-Scargle periodogram of uneven samples.

    Parameters
    ----------
    x, y : array_like
        Times and values.
    freqs : array_like
        Angular frequencies.
    precenter : bool, optional
        Whether the mean is taken from the values first; deprecated.
    normalize : {False, 'power', True, 'normalize', 'amplitude'}, optional
        Powers (the default), their share of the whole power, or complex amplitudes.
    weights : array_like, optional
        Weights of the samples, not negative; all alike by default.
    floating_mean : bool, optional
        Whether a mean is fitted at each frequency.

    Returns
    -------
    cupy.ndarray
        A number for each frequency.

    Raises
    ------
    ValueError
        If arguments are not vectors that fit, weights are negative, or the normalization is unknown.

    Notes
    -----
    M. Zechmeister and M. Kuerster, The generalised Lomb-Scargle periodogram, A&A 496 (2009), 577.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> times = cupy.arange(200) ** 1.1
    >>> freqs = cupy.linspace(0.5, 1.5, 101)
    >>> freqs[signal.lombscargle(times, cupy.sin(times), freqs).argmax()].round(6)
    array(1.)
    """
    x, y, freqs = (cupy.asarray(as_array(a), "d", order="C") for a in (x, y, freqs))
    if weights is not None:
        weights = cupy.asarray(as_array(weights), "d", order="C")
    if not (x.ndim == 1 and x.size > 0 and x.shape == y.shape and (weights is None or weights.shape == x.shape)):
        raise ValueError("Parameters x, y, weights must be 1-D arrays of equal non-zero length!")
    if not (freqs.ndim == 1 and freqs.size > 0):
        raise ValueError("Parameter freqs must be a 1-D array of non-zero length!")
    if weights is not None and not bool((weights >= 0).all() & (weights.sum() > 0)):
        raise ValueError("Parameter weights must have only non-negative entries which sum to a positive value!")
    if isinstance(normalize, bool):
        normalize = "normalize" if normalize else "power"
    if normalize not in _SCALES:
        raise ValueError("Normalize must be: False (or 'power'), True (or 'normalize'), or 'amplitude'.")
    if precenter is not None:
        warnings.warn("Use of parameter 'precenter' is deprecated: give y - y.mean() instead, or floating_mean=True.",
                      DeprecationWarning, stacklevel=2)
        if precenter:
            y = y - y.mean()
    out = cupy.empty(freqs.shape, "D" if normalize == "amplitude" else "d")
    _kernel.tiles("d", freqs.size, 1, threads=_THREADS if x.size > _THREADS else 32, work=60 * x.size, x=x, y=y,
                  weights=weights, freqs=freqs, out=out, frequencies=freqs.size, length=x.size,
                  scale=_kernel.constants[_SCALES[normalize]], floating_mean=floating_mean)
    return out.squeeze() if freqs.size == 1 else out        # of one frequency SciPy gives a number


def vectorstrength(events: ArrayLike, period: ArrayLike) -> tuple[cupy.ndarray, cupy.ndarray]:
    """How well events keep to a period.

    Parameters
    ----------
    events : array_like
        Times of the events.
    period : float or array_like
        The period, or several.

    Returns
    -------
    strength : cupy.ndarray
        From zero, no relation, to one, all at the same phase.
    phase : cupy.ndarray
        That phase, in radians.

    Raises
    ------
    ValueError
        If a period is not positive, or an argument has several axes.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> strength, phase = signal.vectorstrength(cupy.array([0.5, 1.5, 2.5]), 1.0)
    >>> strength.round(6)
    array(1.)
    """
    events, period = as_array(events), as_array(period)
    if period.dtype.kind != "f":
        period = period.astype("d")
    if events.ndim > 1:
        raise ValueError("events cannot have dimensions more than 1")
    if period.ndim > 1:
        raise ValueError("period cannot have dimensions more than 1")
    if bool((period <= 0).any()):
        raise ValueError("periods must be positive")
    angles = cupy.atleast_1d(events).astype(period.dtype) * (2 * numpy.pi / period)[..., None]
    mean = cupy.exp(1j * angles).mean(axis=-1)
    return abs(mean), cupy.angle(mean)
