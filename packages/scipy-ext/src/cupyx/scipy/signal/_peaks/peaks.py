"""Peaks of a signal and their properties."""
from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy
import scipy.signal as scipy_signal

import cupy

from cupyx.scipy._host import few_by_scipy, to_device
from cupyx.scipy.signal._arguments import as_array
from cupyx.scipy.signal._peaks import _search
from cupyx.scipy.signal._through_scipy import scipy_of_few_samples, through_scipy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["find_peaks", "find_peaks_cwt", "peak_prominences", "peak_widths"]

find_peaks_cwt = through_scipy(scipy_signal.find_peaks_cwt, """\
>>> import cupy
>>> signal.find_peaks_cwt(cupy.sin(cupy.arange(0, 3.14, 0.05)), [1, 5, 10])
array([32])""")


#: Samples that SciPy has walked through from all peaks in less time than launches take, and their types.
_FEW, _TYPES = 1 << 13, "bBhHiIlLfd"
_few = few_by_scipy(types="dl", most=_FEW)


def _signal(x: ArrayLike) -> cupy.ndarray:
    x = as_array(x)
    if x.dtype.kind == "c":
        raise TypeError("Cannot cast complex values to float64")
    x = cupy.ascontiguousarray(x, numpy.float64)
    if x.ndim != 1:
        raise ValueError("`x` must be a 1-D array")
    return x


def _places(peaks: ArrayLike, x: cupy.ndarray) -> cupy.ndarray:
    peaks = as_array(peaks)
    if peaks.size == 0:
        peaks = peaks.astype(numpy.int64)
    if not numpy.can_cast(peaks.dtype, numpy.int64):
        raise TypeError("cannot safely cast `peaks` to dtype('intp')")
    if peaks.ndim != 1:
        raise ValueError("`peaks` must be a 1-D array")
    peaks = cupy.ascontiguousarray(peaks, numpy.int64)
    outside = (peaks < 0) | (peaks >= x.size)
    if bool(outside.any()):
        raise ValueError(f"peak {int(peaks[outside][0])} is not a valid index for `x`")
    return peaks


def _reach(wlen: Any) -> int:
    if wlen is None:
        return -1
    if not 1 < wlen:
        raise ValueError(f"`wlen` must be larger than 1, was {wlen}")
    return math.ceil(wlen)


def _warn(message: str) -> None:
    warnings.warn(message, scipy_signal._peak_finding_utils.PeakPropertyWarning, stacklevel=3)


def _interval(value: Any, x: cupy.ndarray, peaks: cupy.ndarray) -> list[float | None]:
    """Bounds of a condition: a number, a pair, or arrays with a number for each sample."""
    try:
        low, high = value
    except (TypeError, ValueError):
        low, high = value, None
    bounds = []
    for bound, name in ((low, "lower"), (high, "upper")):
        if isinstance(bound, (numpy.ndarray, cupy.ndarray)) and bound.ndim:
            if bound.size != x.size:
                raise ValueError(f"array size of {name} interval border must match x")
            bound = cupy.asarray(bound)[peaks]
        bounds.append(bound)
    return bounds


def _within(values: cupy.ndarray, low: float | None, high: float | None) -> cupy.ndarray:
    keep = None
    if low is not None:
        keep = values >= low
    if high is not None:
        keep = values <= high if keep is None else keep & (values <= high)
    return cupy.ones(values.shape, bool) if keep is None else keep


def _scalars(value: Any) -> tuple[float | None, float | None] | None:
    """The bounds of a condition on heights if both are numbers, else None."""
    try:
        low, high = value
    except (TypeError, ValueError):
        low, high = value, None
    numbers = all(b is None or isinstance(b, (int, float, numpy.integer, numpy.floating)) for b in (low, high))
    return (low, high) if numbers else None


@scipy_of_few_samples(1 << 16, _TYPES, places=4, options=frozenset(("height", "threshold", "distance", "plateau_size")))
@scipy_of_few_samples(_FEW, _TYPES)
def find_peaks(x: ArrayLike, height: Any = None, threshold: Any = None, distance: float | None = None,
               prominence: Any = None, width: ArrayLike | None = None, wlen: SupportsIndex | None = None,
               rel_height: float = 0.5, plateau_size: Any = None) -> tuple[cupy.ndarray, dict[str, cupy.ndarray]]:
    """Peaks of a signal, with the properties that are asked for.

    Parameters
    ----------
    x : array_like
        The signal.
    height, threshold, prominence, width, plateau_size : number, array_like or pair of them, optional
        What peaks must have at least, or between the two of a pair, where None is no bound: their height, how much
        higher they are than their neighbours, their prominence, their width, the size of a flat top.  Arrays have a
        number for each sample.
    distance : number, optional
        Samples between peaks, at least 1; the lower of two that are closer goes.
    wlen : int, optional
        As for `peak_prominences`.
    rel_height : float, optional
        As for `peak_widths`.

    Returns
    -------
    peaks : cupy.ndarray
        Places of the peaks; the middle of a flat top.
    properties : dict of cupy.ndarray
        'peak_heights'; 'left_thresholds', 'right_thresholds'; 'prominences', 'left_bases', 'right_bases'; 'widths',
        'width_heights', 'left_ips', 'right_ips'; 'plateau_sizes', 'left_edges', 'right_edges': those of the conditions.

    Raises
    ------
    ValueError
        If the signal has several axes, a distance is less than 1, or bounds do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> peaks, properties = signal.find_peaks(cupy.array([0, 1, 0, 3, 0, 2, 2, 0]), height=1.5)
    >>> peaks
    array([3, 5])
    >>> properties["peak_heights"]
    array([3., 2.])
    """
    x = _signal(x)
    if distance is not None and distance < 1:
        raise ValueError("`distance` must be greater or equal to 1")
    reach = _reach(wlen) if prominence is not None or width is not None else -1
    bounds = None if height is None or plateau_size is not None else _scalars(height)
    peaks, left, right, heights = _search.maxima(x, *(bounds or (None, None)))
    found, keep = {}, None

    def select(mask: cupy.ndarray) -> None:
        nonlocal peaks, heights, found
        peaks, heights = peaks[mask], heights[mask]
        found = {name: values[mask] for name, values in found.items()}

    if plateau_size is not None:
        found.update(plateau_sizes=right - left + 1, left_edges=left, right_edges=right)
        keep = _within(found["plateau_sizes"], *_interval(plateau_size, x, peaks))
    if height is not None:
        found["peak_heights"] = heights
        if bounds is None:
            mask = _within(heights, *_interval(height, x, peaks))
            keep = mask if keep is None else keep & mask
    if threshold is not None:
        before, after = heights - x[peaks - 1], heights - x[peaks + 1]
        found.update(left_thresholds=before, right_thresholds=after)
        low, high = _interval(threshold, x, peaks)
        mask = _within(cupy.minimum(before, after), low, None) & _within(cupy.maximum(before, after), None, high)
        keep = mask if keep is None else keep & mask
    if keep is not None:
        select(keep)
    if distance is not None and peaks.size:
        select(_search.apart(peaks, heights, distance))
    if prominence is not None or width is not None:
        summaries = _search.Summaries(x)
        found.update(zip(("prominences", "left_bases", "right_bases"), _search.prominences(summaries, peaks, reach)))
    if prominence is not None:
        select(_within(found["prominences"], *_interval(prominence, x, peaks)))
    if width is not None:
        if rel_height < 0:
            raise ValueError("`rel_height` must be greater or equal to 0.0")
        data = [found[name] for name in ("prominences", "left_bases", "right_bases")]
        found.update(zip(("widths", "width_heights", "left_ips", "right_ips"),
                         _search.widths(summaries, peaks, rel_height, *data)))
        select(_within(found["widths"], *_interval(width, x, peaks)))
    return peaks, found


def peak_prominences(x: ArrayLike, peaks: ArrayLike,
                     wlen: SupportsIndex | None = None) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """How far peaks stand out: their height above the higher of the two lowest points between them and higher ground.

    Parameters
    ----------
    x : array_like
        The signal.
    peaks : array_like of int
        Places of the peaks.
    wlen : int, optional
        Samples about a peak that are looked at; all by default.

    Returns
    -------
    prominences : cupy.ndarray
        One for each peak.
    left_bases, right_bases : cupy.ndarray of int
        Places of the lowest points.

    Raises
    ------
    ValueError
        If a peak lies outside the signal, or `wlen` is not larger than 1.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> signal.peak_prominences(cupy.array([0.0, 3.0, 1.0, 2.0, 0.5]), cupy.array([1, 3]))
    (array([2.5, 1. ]), array([0, 2]), array([4, 4]))
    """
    views, loops = _few.views((x, peaks)), scipy_signal._peak_finding_utils
    if views:
        with suppress(TypeError, ValueError):       # ours have words for it
            return to_device(loops._peak_prominences(*views, _reach(wlen)))
    x = _signal(x)
    peaks = _places(peaks, x)
    found = _search.prominences(_search.Summaries(x), peaks, _reach(wlen))
    if bool((found[0] == 0).any()):
        _warn("some peaks have a prominence of 0")
    return found


def peak_widths(x: ArrayLike, peaks: ArrayLike, rel_height: float = 0.5,
                prominence_data: Sequence[ArrayLike] | None = None,
                wlen: SupportsIndex | None = None) -> tuple[cupy.ndarray, ...]:
    """Widths of peaks at a height below them.

    Parameters
    ----------
    x : array_like
        The signal.
    peaks : array_like of int
        Places of the peaks.
    rel_height : float, optional
        How far below the peak, as a share of its prominence; 0.5 by default.
    prominence_data : tuple of arrays, optional
        What `peak_prominences` returned.
    wlen : int, optional
        As for `peak_prominences`.

    Returns
    -------
    widths, width_heights, left_ips, right_ips : cupy.ndarray
        Widths in samples, the heights at which they are, and where the signal crosses these.

    Raises
    ------
    ValueError
        If a peak lies outside the signal, prominences do not fit, or `rel_height` is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import signal
    >>> widths, *_ = signal.peak_widths(cupy.array([0.0, 1.0, 2.0, 1.0, 0.0]), cupy.array([2]))
    >>> widths
    array([2.])
    """
    views, loops = _few.views((x, peaks)), scipy_signal._peak_finding_utils
    if views and prominence_data is None:
        with suppress(TypeError, ValueError):
            data = loops._peak_prominences(*views, _reach(wlen))
            return to_device(loops._peak_widths(*views, rel_height, *data))
    x = _signal(x)
    peaks = _places(peaks, x)
    if rel_height < 0:
        raise ValueError("`rel_height` must be greater or equal to 0.0")
    summaries = _search.Summaries(x)
    if prominence_data is None:
        data = _search.prominences(summaries, peaks, _reach(wlen))
    else:
        data = [cupy.ascontiguousarray(as_array(values), kind) for values, kind in
                zip(prominence_data, (numpy.float64, numpy.int64, numpy.int64))]
        if any(values.shape != peaks.shape for values in data):
            raise ValueError("arrays in `prominence_data` must have the same shape as `peaks`")
        wrong = (data[1] < 0) | (data[1] > peaks) | (peaks > data[2]) | (data[2] >= x.size)
        if bool(wrong.any()):
            raise ValueError(f"prominence data is invalid for peak {int(peaks[wrong][0])}")
    found = _search.widths(summaries, peaks, rel_height, *data)
    if bool((found[0] == 0).any()):
        _warn("some peaks have a width of 0")
    return found
