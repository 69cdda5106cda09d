"""Radar: pulses, their echoes, and detection."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import cupy

if TYPE_CHECKING:
    from cupyx._options import Int

__all__ = ["ca_cfar", "cfar_alpha", "mvdr", "pulse_compression", "pulse_doppler"]


def _weights(window: Any, count: int) -> Any:
    """Samples of a window that is a function of frequencies, an array, or what `get_window` takes."""
    from cupyx.scipy.signal import get_window

    if callable(window):
        return window(cupy.fft.fftfreq(count))
    if isinstance(window, cupy.ndarray):
        if window.shape != (count,):
            raise ValueError("window must have the same length as data")
        return window
    return get_window(window, count, False)


def pulse_compression(x: cupy.ndarray, template: cupy.ndarray, normalize: bool = False,
                      window: str | tuple[Any, ...] | cupy.ndarray | Callable[..., Any] | None = None,
                      nfft: SupportsIndex | None = None) -> cupy.ndarray:
    """Correlate received pulses with the one that was sent.

    Parameters
    ----------
    x : cupy.ndarray
        Received signal, a row for each pulse.
    template : cupy.ndarray
        The pulse that was sent.
    normalize : bool, optional
        Whether the template is divided by its norm.
    window : str, tuple, cupy.ndarray or callable, optional
        Window of the template; a function is called with frequencies.
    nfft : int, optional
        Length of transforms, that of the rows by default.

    Returns
    -------
    cupy.ndarray
        Compressed pulses, complex.

    Raises
    ------
    ValueError
        If an array for the window has another length.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> pulse = cupy.array([1.0, -1.0, 1.0])
    >>> echo = cupy.zeros((1, 8))
    >>> echo[0, 2:5] = pulse
    >>> int(abs(signal.pulse_compression(echo, pulse)).argmax())
    2
    """
    _, samples = x.shape
    nfft = samples if nfft is None else nfft
    if window is not None:
        template = template * _weights(window, len(template))
    if normalize:
        template = template / cupy.linalg.norm(template)
    return cupy.fft.ifft(cupy.fft.fft(x, nfft) * cupy.conj(cupy.fft.fft(template, nfft)), nfft)


def pulse_doppler(x: cupy.ndarray, window: str | tuple[Any, ...] | cupy.ndarray | Callable[..., Any] | None = None,
                  nfft: SupportsIndex | None = None) -> cupy.ndarray:
    """Spectra over pulses: ranges and velocities.

    Parameters
    ----------
    x : cupy.ndarray
        Received signal, a row for each pulse.
    window : str, tuple, cupy.ndarray or callable, optional
        Window over the pulses; a function is called with frequencies.
    nfft : int, optional
        Length of transforms, the number of pulses by default.

    Returns
    -------
    cupy.ndarray
        A row for each velocity, complex.

    Raises
    ------
    ValueError
        If an array for the window has another length.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.pulse_doppler(cupy.ones((4, 2)))[0].real
    array([4., 4.])
    """
    pulses, _ = x.shape
    nfft = pulses if nfft is None else nfft
    if window is not None:
        x = x * _weights(window, pulses)[:, None]
    return cupy.fft.fft(x, nfft, axis=0)


def cfar_alpha(pfa: float, N: Int) -> float:
    """Factor of the threshold that gives a rate of false alarms.

    Parameters
    ----------
    pfa : float
        Probability of a false alarm.
    N : int
        Number of reference cells.

    Returns
    -------
    float
        The factor.

    Examples
    --------
    >>> from cupyx import signal
    >>> round(signal.cfar_alpha(1e-3, 16), 3)
    8.639
    """
    return N * (pfa ** (-1.0 / N) - 1)


def _box_sums(totals: cupy.ndarray, first: Any, last: Any) -> cupy.ndarray:
    """Sums over [i - first, i + last] of the last axis, for all i where that lies inside; totals begin with a zero."""
    width = first + last + 1
    return totals[..., width:] - totals[..., :-width]


def _totals(array: cupy.ndarray) -> cupy.ndarray:
    zero = cupy.zeros((*array.shape[:-1], 1), array.dtype)
    return cupy.concatenate((zero, cupy.cumsum(array, axis=-1)), axis=-1)


def ca_cfar(array: cupy.ndarray, guard_cells: Any, reference_cells: Any,
            pfa: float = 1e-3) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Detection at a constant rate of false alarms, by averages of cells around (CA-CFAR).

    Parameters
    ----------
    array : cupy.ndarray
        Powers, with one or two axes.
    guard_cells, reference_cells : int or pair of int
        How many cells on each side of a cell are left out, and how many beyond them are averaged; a pair for two axes.
    pfa : float, optional
        Probability of a false alarm, 1e-3 by default.

    Returns
    -------
    threshold : cupy.ndarray
        In float32; zero near the edges.
    detected : cupy.ndarray of bool
        Where the power is greater.

    Raises
    ------
    TypeError
        If there are more axes, or not two numbers of cells for two axes.
    ValueError
        If the array is too small for so many cells.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> power = cupy.ones(64)
    >>> power[30] = 100
    >>> threshold, detected = signal.ca_cfar(power, 2, 4)
    >>> bool(detected[30]), bool(detected[20])
    (True, False)
    """
    if array.ndim not in (1, 2):
        raise TypeError("Only 1D and 2D arrays are currently supported.")
    mask = cupy.zeros(array.shape, "f")
    values = array.astype("d")
    if array.ndim == 1:
        reach = guard_cells + reference_cells
        if len(array) <= 2 * reach:
            raise ValueError("Array too small for given parameters")
        count = 2 * reference_cells
        totals = _totals(values)
        outer = _box_sums(totals, reach, reach)
        inner = _box_sums(totals, guard_cells, guard_cells)
        inner = inner[reference_cells:inner.size - reference_cells]
        mask[reach:len(array) - reach] = (outer - inner) * (cfar_alpha(pfa, count) / count)
    else:
        if len(guard_cells) != 2 or len(reference_cells) != 2:
            raise TypeError("Guard and reference cells must be two dimensional.")
        reach = [g + r for g, r in zip(guard_cells, reference_cells)]
        for size, far, name in zip(array.shape, reach, ("first", "second")):
            if size - 2 * far <= 0:
                raise ValueError(f"Array {name} dimension too small for given parameters.")

        def boxes(first: Any, second: Any) -> cupy.ndarray:
            rows = _box_sums(_totals(values), second, second)
            return _box_sums(_totals(rows.T), first, first).T

        (g0, g1), (r0, r1) = guard_cells, reference_cells
        count = (2 * reach[0] + 1) * (2 * reach[1] + 1) - (2 * g0 + 1) * (2 * g1 + 1)
        outer, inner = boxes(*reach), boxes(g0, g1)
        inside = tuple([slice(far, size - far) for far, size in zip(reach, array.shape)])
        inner = inner[r0:inner.shape[0] - r0, r1:inner.shape[1] - r1]
        mask[inside] = (outer - inner) * (cfar_alpha(pfa, count) / count)
    return mask, array - mask > 0


def mvdr(x: cupy.ndarray, sv: cupy.ndarray, calc_cov: bool = True) -> cupy.ndarray:
    """Weights of a beamformer that lets one direction pass with the least power of all else (Capon).

    Parameters
    ----------
    x : cupy.ndarray
        Signals of sensors, a row each; or their covariance.
    sv : cupy.ndarray
        Steering vector.
    calc_cov : bool, optional
        Whether `x` are signals, which is the default.

    Returns
    -------
    cupy.ndarray
        A weight for each sensor.

    Raises
    ------
    ValueError
        If there are more sensors than samples, or the steering vector does not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import signal
    >>> signal.mvdr(cupy.diag(cupy.array([1.0, 3.0])), cupy.ones(2), calc_cov=False)
    array([0.75, 0.25])
    """
    if x.shape[0] > x.shape[1]:
        raise ValueError("Matrix has more sensors than samples. Consider transposing: a sensor is a row")
    if x.shape[0] != sv.shape[0]:
        raise ValueError("Steering Vector and input data do not align")
    covariance = cupy.cov(x) if calc_cov else x
    inverse = cupy.linalg.solve(covariance, sv)
    return inverse / (cupy.conj(sv).T @ inverse)
