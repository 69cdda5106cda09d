"""Statistics of the values that fall into the cells of a grid."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy import _host
from cupyx.scipy.stats import _array_api

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["binned_statistic", "binned_statistic_2d", "binned_statistic_dd"]

_KNOWN = ("mean", "median", "count", "sum", "std", "min", "max")


def _is_number(v: ArrayLike) -> bool:
    """Whether bins are a number of bins, and not edges or several numbers."""
    return not isinstance(v, (list, tuple)) and getattr(v, "ndim", 0) == 0


def _check_range(limits: Sequence[tuple[float, float]] | None, columns: int) -> None:
    if limits is None:
        return
    if len(limits) != columns:
        raise ValueError(f"range given for {len(limits)} dimensions; {columns} required")
    for i, (first, last) in enumerate(limits):
        if last < first:
            where = f"dimension {i + 1} of range" if columns > 1 else "range"
            raise ValueError(f"In {where}, start must be <= stop, but got {(first, last)}")


def _edges(sample: cupy.ndarray, bins: Any,
           limits: Sequence[tuple[float, float]] | None) -> list[numpy.ndarray[Any, Any]]:
    """Edges of the bins along every axis, as NumPy arrays."""
    columns = sample.shape[1]
    if _is_number(bins):
        bins = [bins] * columns
    if len(bins) != columns:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    if limits is None and not len(sample):
        raise ValueError("no points, and no `range` that bins could divide")
    if limits is None:
        low, high = cupy.stack([sample.min(axis=0), sample.max(axis=0)]).get()
    else:
        low, high = (numpy.array(v, dtype=float) for v in zip(*limits, strict=True))
    low, high = numpy.where(low == high, low - 0.5, low), numpy.where(low == high, high + 0.5, high)
    edges = []
    for i, wanted in enumerate(bins):
        wanted = numpy.asarray(_host.to_host(wanted))
        edges.append(numpy.linspace(low[i], high[i], int(wanted) + 1, dtype=sample.dtype) if wanted.ndim == 0 else
                     wanted.astype(sample.dtype))
        steps = numpy.diff(edges[-1])
        if (steps < 0).any():
            raise ValueError("`bins` must increase monotonically, when an array")
        if not steps.min(initial=1.0):
            raise ValueError("The smallest edge difference is numerically 0.")
    return edges


def _numbers(sample: cupy.ndarray, edges: list[numpy.ndarray[Any, Any]]) -> list[cupy.ndarray]:
    """The bin of every value along every axis, zero left of all and ``len(edges)`` right of all."""
    found = []
    for i, e in enumerate(edges):
        x = sample[:, i]
        number = cupy.searchsorted(cupy.asarray(e), x, side="right")
        # Values at the last edge, up to rounding, belong to the last bin.
        decimals = int(-math.log10(numpy.diff(e).min())) + 6
        at_end = (x >= e[-1]) & (cupy.around(x, decimals) == numpy.around(e[-1], decimals))
        found.append(number - at_end)
    return found


def _by_bin(number: cupy.ndarray, values: cupy.ndarray, size: int) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """``(values in order of bin and value, start, count)``."""
    order = cupy.lexsort(cupy.stack([values, number.astype(values.dtype)]))
    count = cupy.bincount(number, minlength=size)
    return values[order], cupy.cumsum(count) - count, count


def _reduce(statistic: Any, number: cupy.ndarray, values: cupy.ndarray, size: int) -> cupy.ndarray:
    """The statistic of one row of values, NaN for empty bins."""
    count = cupy.bincount(number, minlength=size).astype(float)
    if statistic == "count":
        return count
    if statistic in ("sum", "mean", "std"):
        total = cupy.bincount(number, weights=values, minlength=size)
        if statistic == "sum":
            return total
        mean = cupy.where(count > 0, total / count, numpy.nan)
        if statistic == "mean":
            return mean
        squares = cupy.bincount(number, weights=(values - mean[number]) ** 2, minlength=size)
        return cupy.where(count > 0, cupy.sqrt(squares / count), numpy.nan)
    if not len(values):
        return cupy.full(size, numpy.nan)
    ordered, start, count = _by_bin(number, values, size)
    last = len(values) - 1
    at = {"min": (0 * count, 0 * count), "max": (count - 1, count - 1), "median": ((count - 1) // 2, count // 2)}
    low, high = (ordered[cupy.clip(start + offset, 0, last)] for offset in at[statistic])
    return cupy.where(count > 0, (low + high) / 2 if statistic == "median" else low, numpy.nan)


def _call_each(statistic: Any, number: cupy.ndarray, values: cupy.ndarray, size: int) -> cupy.ndarray:
    """A function called for every bin that is not empty; its value for no data in the others, where it has one."""
    order = cupy.argsort(number, kind="stable")
    count = cupy.bincount(number, minlength=size).get()
    ends = numpy.cumsum(count)
    try:
        empty = float(statistic([]))
    except Exception:                      # any error says that there is no such value
        empty = numpy.nan
    filled = numpy.flatnonzero(count)
    found = [_host.to_host(statistic(values[order[ends[i] - count[i]:ends[i]]])) for i in filled]
    out = numpy.full(size, empty, dtype=numpy.result_type(float, *found))
    out[filled] = found
    return cupy.asarray(out)


def binned_statistic_dd(sample: ArrayLike, values: ArrayLike, statistic: str | Callable[..., Any] = "mean",
                        bins: Int | Sequence[Any] = 10, range: Any = None, expand_binnumbers: bool = False,
                        binned_statistic_result: Any = None) -> Any:
    """A statistic of the values that fall into the cells of a grid, in any number of dimensions.

    Parameters
    ----------
    sample : array_like, shape (n, d), or sequence of d array_like
        Points, or their coordinates.
    values : array_like, shape (n,) or (rows, n), or list of such
        Values at the points; None will do for 'count'.
    statistic : str or callable, optional
        'mean' (default), 'median', 'count', 'sum', 'std', 'min', 'max', or a function of the values of one cell.
    bins : int or sequence, optional
        How many along all axes or each, or their edges. Default is ten.
    range : sequence of (float, float), optional
        Ends of the grid. Default: of the points.
    expand_binnumbers : bool, optional
        Whether bin numbers are given for each axis instead of for the cell. Default is False.
    binned_statistic_result : result, optional
        An earlier result whose grid is used again.

    Returns
    -------
    result
        With ``statistic``, ``bin_edges`` and ``binnumber``.

    Raises
    ------
    ValueError
        If lengths do not match, edges descend or a statistic is unknown.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import binned_statistic_dd
    >>> points = cupy.array([[0., 0.], [0.1, 0.9], [0.2, 0.8]])
    >>> binned_statistic_dd(points, cupy.array([1., 2., 4.]), "sum", bins=[1, 2]).statistic
    array([[1., 6.]])
    """
    import scipy.stats
    from scipy.stats._binned_statistic import BinnedStatisticddResult

    if not callable(statistic) and statistic not in _KNOWN:
        raise ValueError(f"invalid statistic {statistic!r}")
    if isinstance(sample, (list, tuple)):
        sample = cupy.atleast_2d(cupy.asarray([cupy.asarray(v) for v in sample])).T
    sample = cupy.asarray(sample)
    if sample.dtype.kind != "f":
        sample = sample.astype(float)
    sample = sample[:, None] if sample.ndim == 1 else sample
    if values is None and statistic == "count":
        values = cupy.zeros(len(sample))
    if isinstance(values, (list, tuple)) and values and not _is_number(values[0]):
        values = cupy.stack([cupy.asarray(v) for v in values])
    given: Any = values         # None without a statistic that takes none is refused here
    values = cupy.asarray(given)
    _check_range(range, sample.shape[1])
    shape = values.shape
    rows = cupy.atleast_2d(values)
    if statistic != "count" and rows.shape[1] != len(sample):
        raise ValueError("The number of `values` elements must match the length of each `sample` dimension.")
    each: Any = bins
    counts = binned_statistic_result is None and (_is_number(bins) or all(map(_is_number, each)))
    if counts and not callable(statistic) and _array_api.are_few(sample, values, bins):
        copies = _array_api.to_host((sample, values))
        if all(numpy.isfinite(x).all() for x in copies):
            return _array_api.to_device(scipy.stats.binned_statistic_dd(
                *copies, statistic, _array_api.to_host(bins), range, expand_binnumbers), scalars=True)
    if rows.dtype.kind == "c" and statistic not in ("mean", "sum"):
        return _array_api.on_host(scipy.stats.binned_statistic_dd, "binned_statistic_dd")(
            sample, values, statistic, bins, range, expand_binnumbers, binned_statistic_result)
    if rows.dtype.kind == "c":
        real, imaginary = (binned_statistic_dd(sample, part, statistic, bins, range, expand_binnumbers,
                                               binned_statistic_result) for part in (values.real, values.imag))
        return real._replace(statistic=real.statistic + 1j * imaginary.statistic)
    rows = rows.astype(float, copy=False)
    if not bool(cupy.isfinite(rows).all()) and statistic != "count" or not bool(cupy.isfinite(sample).all()):
        raise ValueError(f"{sample!r} contains non-finite values.")
    if binned_statistic_result is None:
        edges = _edges(sample, bins, range)
    else:
        edges = [numpy.asarray(_host.to_host(e)) for e in binned_statistic_result.bin_edges]
    along = _numbers(sample, edges)
    lengths = [len(e) + 1 for e in edges]
    number = cupy.zeros(len(sample), "l")
    for length, found in zip(lengths, along, strict=True):
        number = number * length + found
    size = math.prod(lengths)
    compute = _call_each if callable(statistic) else _reduce
    result = cupy.stack([compute(statistic, number, row, size) for row in rows])
    inner = (slice(None), *(slice(1, -1) for _ in lengths))
    result = result.reshape(len(rows), *lengths)[inner]
    result = result.reshape(shape[:-1] + result.shape[1:])
    if expand_binnumbers and len(edges) > 1:
        number = cupy.stack(along)
    return BinnedStatisticddResult(result, [cupy.asarray(e) for e in edges], number)


def binned_statistic(x: ArrayLike, values: Sequence[Any], statistic: str | Callable[..., Any] = "mean",
                     bins: SupportsIndex | ArrayLike = 10, range: Any = None) -> Any:
    """A statistic of the values that fall into the bins of one variable.

    Parameters
    ----------
    x : array_like, shape (n,)
        Points.
    values : array_like, shape (n,) or (rows, n), or list of such
        Values at the points.
    statistic : str or callable, optional
        As for `binned_statistic_dd`.
    bins : int or array_like, optional
        How many, or their edges. Default is ten.
    range : (float, float), optional
        Ends. Default: of the points.

    Returns
    -------
    result
        With ``statistic``, ``bin_edges`` and ``binnumber``.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import binned_statistic
    >>> x = cupy.array([0., 1., 2., 3.])
    >>> binned_statistic(x, x, "max", bins=2).statistic
    array([1., 3.])
    """
    from scipy.stats._binned_statistic import BinnedStatisticResult

    edges: Any = bins
    if _is_number(edges) or len(edges) != 1:
        edges = [edges]
    if range is not None:
        range = [range] if len(range) == 2 else range
    found = binned_statistic_dd(cupy.asarray(x).reshape(-1, 1), values, statistic, edges, range)
    return BinnedStatisticResult(found.statistic, found.bin_edges[0], found.binnumber)


def binned_statistic_2d(x: ArrayLike, y: ArrayLike, values: Sequence[Any], statistic: str | Callable[..., Any] = "mean",
                        bins: SupportsIndex | ArrayLike | Sequence[Any] = 10,
                        range: tuple[float, float] | Sequence[tuple[float, float]] | None = None,
                        expand_binnumbers: bool = False) -> Any:
    """A statistic of the values that fall into the cells of a grid of two variables.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Points.
    values : array_like, shape (n,) or (rows, n), or list of such
        Values at the points.
    statistic : str or callable, optional
        As for `binned_statistic_dd`.
    bins : int, (int, int), array_like or pair of array_like, optional
        How many along both axes or each, or edges. Default is ten.
    range : pair of (float, float), optional
        Ends. Default: of the points.
    expand_binnumbers : bool, optional
        Whether bin numbers are given for each axis. Default is False.

    Returns
    -------
    result
        With ``statistic``, ``x_edge``, ``y_edge`` and ``binnumber``.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import binned_statistic_2d
    >>> x = cupy.array([0., 0., 1.])
    >>> binned_statistic_2d(x, x, x, "count", bins=2).statistic
    array([[2., 0.],
           [0., 1.]])
    """
    from scipy.stats._binned_statistic import BinnedStatistic2dResult

    edges: Any = bins
    if not _is_number(edges) and len(edges) not in (1, 2):
        edges = [edges] * 2
    points = cupy.stack([cupy.asarray(x), cupy.asarray(y)], axis=1)
    found = binned_statistic_dd(points, values, statistic, edges, range, expand_binnumbers)
    return BinnedStatistic2dResult(found.statistic, *found.bin_edges, found.binnumber)
