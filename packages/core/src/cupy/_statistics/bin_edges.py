"""Edges of the bins of histograms, given, equal, or estimated from the items."""
from __future__ import annotations

import math
import operator
import warnings
from builtins import range as _numbers
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._statistics.counting import Axis, count
from cupy._statistics.extent import extent

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["histogram_bin_edges"]


def histogram_bin_edges(a: ArrayLike, bins: SupportsIndex | str | ArrayLike = 10,
                        range: tuple[float, float] | None = None, weights: ArrayLike | None = None) -> ndarray:
    """Edges of the bins that `histogram` uses.

    Parameters
    ----------
    a : array_like
        Elements; the array is flattened.
    bins : int, str or array_like, optional
        Number of equal bins, a rule that estimates it ('auto', 'doane', 'fd', 'rice', 'scott',
        'sqrt', 'stone' or 'sturges'), or the edges themselves.
    range : (float, float), optional
        Lower and upper end; the smallest and largest element if not given.
    weights : array_like, optional
        Weights of the elements, which no rule takes.

    Returns
    -------
    ndarray
        The edges, one more than bins.

    Raises
    ------
    ValueError
        For a range that is not finite or descends, too few or too many bins, edges that do not ascend,
        or an unknown rule.
    TypeError
        For a rule together with weights, or a number of bins that is not an integer.

    Examples
    --------
    >>> import cupy
    >>> cupy.histogram_bin_edges(cupy.array([0, 1, 2, 4]), bins=4)
    array([0., 1., 2., 3., 4.])
    """
    a, weights = items_and_weights(a, weights)
    return edges_of(a, bins, range, weights).on_device()


def sortable(a: ndarray) -> ndarray:
    """Items that can be sorted into bins; bools become integers."""
    if a.dtype.kind in "cSU":
        raise TypeError(f"items of dtype {a.dtype} cannot be sorted into bins")
    return a.astype(numpy.uint8) if a.dtype.kind == "b" else a


def items_and_weights(a: ArrayLike, weights: ArrayLike | None) -> tuple[ndarray, ndarray | None]:
    """Both flattened; bools become integers."""
    a = sortable(as_array(a))
    if weights is not None:
        weights = as_array(weights, "weights")
        if weights.shape != a.shape:
            raise ValueError("weights should have the same shape as a.")
        weights = weights.ravel()
    return a.ravel(), weights


def edges_of(a: ndarray, bins: Any, range: Any, weights: ndarray | None = None) -> Axis:
    """The `Axis` for some items; waits for the device if their range or spread is needed."""
    if isinstance(bins, str):
        return _estimated(a, bins, range, weights)
    if isinstance(bins, ndarray) and bins.ndim == 0:
        bins = bins.item()
    if not isinstance(bins, ndarray) and numpy.ndim(bins) == 0:
        try:
            number = operator.index(bins)
        except TypeError as error:
            raise TypeError("`bins` must be an integer, a string, or an array") from error
        if number < 1:
            raise ValueError("`bins` must be positive, when an integer")
        return equal_axis(a, number, outer_edges(a, range))
    return given_axis(bins)


def given_axis(bins: Any) -> Axis:
    """The `Axis` of edges on the host or the device."""
    on_device = isinstance(bins, ndarray)
    edges = bins if on_device else numpy.asarray(bins)
    if edges.ndim != 1:
        raise ValueError("`bins` must be 1d, when an array")
    if len(edges) > 1 << 31:
        raise ValueError(f"Too many bins: {len(edges) - 1}, more than 2**31 - 1")
    if bool((edges[:-1] > edges[1:]).any()):
        raise ValueError("`bins` must increase monotonically, when an array")
    return Axis(edges)


def equal_axis(a: ndarray, number: Any, ends: tuple[Any, Any]) -> Axis:
    """The `Axis` of equal bins between two ends."""
    axis = _quick_axis(a.dtype, number, *ends)
    if axis is not None:
        return axis
    dtype = result_type(*ends, a)
    if dtype.kind in "iu":
        dtype = numpy.result_type(dtype, float)
    if number >= 1 << 31:
        raise ValueError(f"Too many bins: {number}, more than 2**31 - 1")
    edges = numpy.linspace(ends[0], ends[1], number + 1, dtype=dtype)
    if numpy.any(edges[:-1] >= edges[1:]):
        raise ValueError(f"Too many bins for data range. Cannot create {number} finite-sized bins.")
    return Axis(edges, equal=True)


def _quick_axis(dtype: Any, number: int, first: Any, last: Any) -> Axis | None:
    """`equal_axis` of floating items and ends of their type, if nothing can go wrong; else None."""
    if dtype.char not in "fd" or type(first) is not dtype.type or type(last) is not dtype.type or number > 1 << 20:
        return None
    width = float(last) - float(first)
    if not max(abs(float(first)), abs(float(last))) * number * 2 ** -20 < width < 1e38:
        return None
    step = (last - first) / number              # as numpy.linspace does it
    edges = numpy.arange(number + 1, dtype=dtype) * step + first
    edges[-1] = last
    return Axis(edges, equal=True, step=float(step))


def outer_edges(a: ndarray, range: Any) -> tuple[Any, Any]:
    """First and last edge, from the range or from the items."""
    if range is not None:
        first, last = (x.get()[()] if isinstance(x, ndarray) else x for x in range)
        if first > last:
            raise ValueError("max must be larger than min in range parameter.")
        what = "supplied"
    elif a.size == 0:
        return 0, 1
    else:
        first, last = extent(a)
        what = "autodetected"
    if not (math.isfinite(first) and math.isfinite(last)):
        raise ValueError(f"{what} range of [{first}, {last}] is not finite")
    if first == last:
        return first - 0.5, last + 0.5
    return first, last


def _estimated(a: Any, rule: str, range: Any, weights: ndarray | None) -> Axis:
    if rule not in _RULES:
        raise ValueError(f"{rule!r} is not a valid estimator for `bins`")
    if weights is not None:
        raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
    ends = outer_edges(a, range)
    if range is not None:
        inside = (a >= ends[0]) & (a <= ends[1])
        a = a[inside]
    number = 1
    if a.size:
        width = _RULES[rule](a, ends)
        if width and not math.isnan(width):
            if a.dtype.kind in "iu" and width < 1:
                width = 1
            number = int(math.ceil(_distance(*ends) / width))
    return equal_axis(a, number, ends)


def _distance(first: Any, last: Any) -> Any:
    """Difference that integers of limited width cannot overflow."""
    if isinstance(first, numpy.integer):
        return int(last) - int(first)
    return last - first


def _spread(a: ndarray) -> float:
    """Largest less smallest item."""
    return float(_distance(*extent(a)))


def _sqrt(a: ndarray, ends: tuple[Any, Any]) -> float:
    return _spread(a) / math.sqrt(a.size)


def _sturges(a: ndarray, ends: tuple[Any, Any]) -> float:
    return _spread(a) / (math.log2(a.size) + 1)


def _rice(a: ndarray, ends: tuple[Any, Any]) -> float:
    return _spread(a) / (2 * a.size ** (1 / 3))


def _scott(a: ndarray, ends: tuple[Any, Any]) -> float:
    return (24 * math.pi ** 0.5 / a.size) ** (1 / 3) * float(a.std())


def _doane(a: ndarray, ends: tuple[Any, Any]) -> float:
    if a.size <= 2:
        return 0.0
    deviation = float(a.std())
    if not deviation > 0:
        return 0.0
    error = math.sqrt(6 * (a.size - 2) / ((a.size + 1) * (a.size + 3)))
    skewness = float((((a - a.mean()) / deviation) ** 3).mean())
    return _spread(a) / (1 + math.log2(a.size) + math.log2(1 + abs(skewness) / error))


def _fd(a: ndarray, ends: tuple[Any, Any]) -> float:
    from cupy._ops.arithmetic import subtract
    from cupy._statistics.quantiles import percentile
    return 2 * float(subtract(*percentile(a, [75, 25]))) * a.size ** (-1 / 3)


def _auto(a: ndarray, ends: tuple[Any, Any]) -> float:
    # The square root keeps a small spread of the middle half from making very many bins.
    return min(max(_fd(a, ends), _sqrt(a, ends) / 2), _sturges(a, ends))


def _stone(a: ndarray, ends: tuple[Any, Any]) -> float:
    """The width whose histogram has the least estimated loss of cross validation."""
    spread = _spread(a)
    if a.size <= 1 or spread == 0:
        return 0.0

    def loss(bins: int) -> ndarray:
        width = spread / bins
        share = count([a], [equal_axis(a, bins, ends)]).astype(float) / a.size
        return (2 - (a.size + 1) * (share * share).sum()) / width

    from cupy._manipulation.join import stack
    most = max(100, int(math.sqrt(a.size)))
    best = int(stack([loss(bins) for bins in _numbers(1, most + 1)]).argmin()) + 1
    if best == most:
        warnings.warn("The number of bins estimated may be suboptimal.", RuntimeWarning, stacklevel=5)
    return spread / best


_RULES = {"auto": _auto, "doane": _doane, "fd": _fd, "rice": _rice, "scott": _scott, "sqrt": _sqrt,
          "stone": _stone, "sturges": _sturges}
