"""Histograms of one, two and more variables."""
from __future__ import annotations

import operator
from collections.abc import Sequence, Sized
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.from_data import ascontiguousarray
from cupy._core.subclass import keeps_class
from cupy._manipulation.join import stack
from cupy._math.differences import diff
from cupy._core.arguments import as_array
from cupy._statistics.bin_edges import edges_of, given_axis, items_and_weights, outer_edges, sortable
from cupy._statistics.counting import MOST_AXES, Axis, count

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy._core.options import Ints

__all__ = ["histogram", "histogram2d", "histogramdd"]


def histogram(a: ArrayLike, bins: SupportsIndex | str | ArrayLike = 10, range: tuple[float, float] | None = None,
              density: bool | None = None, weights: ArrayLike | None = None) -> tuple[ndarray, ndarray]:
    """Number of elements in each bin.

    Parameters
    ----------
    a : array_like
        Elements; the array is flattened.
    bins : int, str or array_like, optional
        Number of equal bins, a rule that estimates it, or the edges: see `histogram_bin_edges`.
    range : (float, float), optional
        Lower and upper end; the smallest and largest element if not given. Elements outside do not count.
    density : bool, optional
        Whether to scale the result so that its integral over the bins is one.
    weights : array_like, optional
        What each element counts; one if not given.

    Returns
    -------
    hist : ndarray
        The counts: int64, of the type of the weights, or float64 for a density.
    bin_edges : ndarray
        The edges. A bin holds its lower edge, the last one both.

    Raises
    ------
    ValueError
        For a range that is not finite or descends, too few or too many bins, edges that do not ascend,
        or an unknown rule.
    TypeError
        For complex elements, a rule together with weights, or a number of bins that is not an integer.

    Examples
    --------
    >>> import cupy
    >>> cupy.histogram(cupy.array([1, 2, 1, 4]), bins=3)
    (array([2, 1, 1]), array([1., 2., 3., 4.]))
    """
    a, weights = items_and_weights(a, weights)
    if a.dtype.kind in "mM":
        return _histogram_of_times(a, as_array(bins, "bins"), density, weights)
    axis = edges_of(a, bins, range, weights)
    result = _count([a], [axis], weights)
    if weights is not None:
        result = result.astype(weights.dtype)
    edges = axis.on_device()
    if density:
        result = result / diff(edges).astype(float) / result.sum()
    return result, edges


def _histogram_of_times(a: ndarray, edges: ndarray, density: bool | None,
                        weights: ndarray | None) -> tuple[ndarray, ndarray]:
    """`histogram` of datetimes or timedeltas, whose edges are given."""
    unit = numpy.promote_types(a.dtype, edges.dtype)
    a, ticks = (x.astype(unit, copy=False).view(numpy.int64) for x in (a, edges))
    return histogram(a, ticks, None, density, weights)[0], edges


def _count(columns: list[ndarray], axes: list[Axis], weights: ndarray | None) -> ndarray:
    if weights is None or weights.dtype.kind != "c":
        return count(columns, axes, weights if weights is None else ascontiguousarray(weights))
    sums = [count(columns, axes, ascontiguousarray(part)) for part in (weights.real, weights.imag)]
    result = empty(sums[0].shape, numpy.complex128)
    result.real, result.imag = sums
    return result


def histogram2d(x: ndarray | Sequence[Any], y: ndarray | Sequence[Any], bins: ArrayLike | Sequence[ArrayLike] = 10,
                range: Sequence[Any] | None = None, density: bool | None = None,
                weights: ArrayLike | None = None) -> tuple[ndarray, ndarray, ndarray]:
    """Number of points in each bin of a plane.

    Parameters
    ----------
    x, y : array_like
        Coordinates of the points.
    bins : int, (int, int), array_like or pair of array_like, optional
        Number of equal bins, or edges, for both axes or for each.
    range : pair of (float, float), optional
        Ends of the bins along each axis.
    density : bool, optional
        Whether to scale the result so that its integral over the bins is one.
    weights : array_like, optional
        What each point counts; one if not given.

    Returns
    -------
    H : ndarray
        The counts, float64.
    xedges, yedges : ndarray
        The edges.

    Raises
    ------
    ValueError
        If `x` and `y` differ in length, or for ranges and bins as in `histogram`.

    Examples
    --------
    >>> import cupy
    >>> x, y = cupy.array([0.0, 1.0, 1.0]), cupy.array([0.0, 0.0, 1.0])
    >>> cupy.histogram2d(x, y, bins=2)[0]
    array([[1., 0.],
           [1., 1.]])
    """
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    one = bins.ndim and len(bins) not in (1, 2) if isinstance(bins, ndarray) else \
        isinstance(bins, Sized) and len(bins) not in (1, 2)
    result, edges = _counted([x, y], [given_axis(bins)] * 2 if one else bins, range, density, weights)
    return result, edges[0], edges[1]


@keeps_class(plain=(0,))
def histogramdd(sample: Any, bins: Ints | ArrayLike = 10, range: Sequence[tuple[float, float]] | None = None,
                density: bool | None = None, weights: ArrayLike | None = None) -> tuple[ndarray, list[ndarray]]:
    """Number of points in each bin of a space.

    Parameters
    ----------
    sample : ndarray of shape (points, axes), or sequence of array_like
        The points, or their coordinates axis by axis.
    bins : int or sequence of int or array_like, optional
        Number of equal bins for all axes, or that or edges for each.
    range : sequence of (float, float) or None, optional
        Ends of the bins along each axis.
    density : bool, optional
        Whether to scale the result so that its integral over the bins is one.
    weights : array_like, optional
        What each point counts; one if not given.

    Returns
    -------
    H : ndarray
        The counts, float64.
    edges : list of ndarray
        The edges along each axis.

    Raises
    ------
    ValueError
        If there are more than 16 axes, a bin number or range is missing or left over, or as in `histogram`.

    Examples
    --------
    >>> import cupy
    >>> cupy.histogramdd(cupy.array([[0.0, 0.0], [1.0, 0.5], [1.0, 1.0]]), bins=(2, 1))[0]
    array([[1.],
           [2.]])
    """
    return _counted(sample, bins, range, density, weights)


def _counted(sample: Any, bins: Any, range: Any, density: bool | None,
             weights: ArrayLike | None) -> tuple[ndarray, list[ndarray]]:
    sample = _points(sample)
    ndim = sample.shape[1]
    if ndim > MOST_AXES:
        raise ValueError(f"sample has {ndim} axes, more than {MOST_AXES}")
    bins = _per_axis(bins, ndim)
    if range is None:
        range = [None] * ndim
    elif len(range) != ndim:
        raise ValueError("range argument must have one entry per dimension")
    columns = [sample[:, k] for k in numpy.arange(ndim).tolist()]
    axes = [_axis(column, b, r, f"`bins[{k}]`") for k, (column, b, r)
            in enumerate(zip(columns, bins, range, strict=True))]
    if weights is not None:
        weights = as_array(weights, "weights")
        if weights.shape != sample.shape[:1]:
            raise ValueError("The weights and list don't have the same length.")
        if weights.dtype.kind == "c":
            raise TypeError(f"Cannot cast array data from {weights.dtype!r} to dtype('float64') "
                            "according to the rule 'safe'")
    result = _count(columns, axes, weights).astype(float, copy=False).reshape([axis.bins for axis in axes])
    edges = [axis.on_device() for axis in axes]
    if density:
        total = result.sum()
        for k, e in enumerate(edges):
            result = result / diff(e).reshape([-1 if i == k else 1 for i in numpy.arange(ndim).tolist()])
        result /= total
    return result, edges


def _points(sample: Any) -> ndarray:
    """The points as rows of a real array."""
    if not (isinstance(sample, ndarray) and sample.ndim == 2):
        if isinstance(sample, ndarray):
            columns = [sample] if sample.ndim < 2 else list(sample)
        else:
            columns = [as_array(column, "sample") for column in sample]
            if all(column.ndim == 0 for column in columns):
                columns = [as_array(sample, "sample")]
        sample = stack([column.ravel() for column in columns]).T
    return sortable(sample)


def _per_axis(bins: Any, ndim: int) -> list[Any]:
    if isinstance(bins, ndarray) and bins.ndim == 0:
        bins = bins.item()
    if not hasattr(bins, "__len__"):
        return [bins] * ndim
    if len(bins) != ndim:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    return [b.item() if isinstance(b, ndarray) and b.ndim == 0 else b for b in bins]


def _axis(column: ndarray, bins: Any, range: Any, name: str) -> Axis:
    """The `Axis` of one variable, its errors naming the argument."""
    if isinstance(bins, Axis):
        return bins
    if numpy.ndim(bins) == 1:
        try:
            return given_axis(bins)
        except ValueError:
            raise ValueError(f"{name} must be monotonically increasing, when an array") from None
    if numpy.ndim(bins) > 1:
        raise ValueError(f"{name} must be a scalar or 1d array")
    if bins < 1:
        raise ValueError(f"{name} must be positive, when an integer")
    ends = outer_edges(column, range)
    try:
        number = operator.index(bins)
    except TypeError as error:
        raise TypeError(f"{name} must be an integer, when a scalar") from error
    return Axis(numpy.linspace(*ends, number + 1), equal=True)
