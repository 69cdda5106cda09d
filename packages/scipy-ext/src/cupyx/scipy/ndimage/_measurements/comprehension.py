"""Functions and histograms of the items of labelled regions."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import OfFew

from cupyx.scipy._host import PIXELS, adopted, few_by_scipy
from cupyx.scipy.ndimage._arguments import host
from cupyx.scipy.ndimage._measurements._groups import Groups, by_value

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike

__all__ = ["histogram", "labeled_comprehension"]

_few = few_by_scipy(lambda values, *ends: numpy.histogram(values, numpy.linspace(*ends))[0])
_views = OfFew(None, types=PIXELS + "FD", most=12_288)
_MASKS = 16         # regions that sooner are looked for one by one than sorted


def labeled_comprehension(input: cupy.ndarray, labels: cupy.ndarray | None, index: Any, func: Callable[..., Any],
                          out_dtype: DTypeLike, default: ArrayLike, pass_positions: bool = False) -> cupy.ndarray:
    """A function of the elements of each labelled region.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray or None
        Labels of the pixels; one region of all pixels if not given.
    index : int, array_like of ints or None
        Labels to look at; one region of all pixels with labels above 0 if not given.
    func : callable
        Takes an array of the elements in order, and one of their positions if `pass_positions`.
    out_dtype : dtype
        Type of the result for an array of labels.
    default : scalar
        Result for labels without pixels.
    pass_positions : bool, optional
        Whether `func` also takes positions in the flattened image.

    Returns
    -------
    cupy.ndarray
        One for each of `index`.

    Raises
    ------
    ValueError
        For labels to look at without labels of pixels, or of another type.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> a, labels = cupy.array([1, 2, 5, 6]), cupy.array([1, 1, 2, 2])
    >>> ndimage.labeled_comprehension(a, labels, [1, 2, 3], cupy.ptp, int, -1)
    array([ 1,  1, -1])
    """
    input = cupy.asarray(input)
    single = index is None or numpy.ndim(index) == 0
    positions = cupy.arange(input.size).reshape(input.shape) if pass_positions else None
    parts = [input, positions] if pass_positions else [input]
    if labels is None:
        if index is not None:
            raise ValueError("index without defined labels")
        return func(*(part.ravel() for part in parts))
    labels = cupy.asarray(labels)
    if input.shape != labels.shape:
        try:
            *parts, labels = cupy.broadcast_arrays(*parts, labels)
        except ValueError:
            raise ValueError("input and labels must have the same shape (excepting dimensions with width 1)") from None
    if index is None:
        return func(*(part[labels > 0] for part in parts))
    index = numpy.atleast_1d(host(index))
    if (index.astype(labels.dtype).astype(index.dtype) != index).any():
        raise ValueError(f"Cannot convert index values from <{index.dtype}> to <{labels.dtype}> (labels' type) without "
                         "loss of precision")
    wanted = index.astype(labels.dtype).ravel()
    there, groups = _regions(parts, labels, wanted)
    found = [func(*group) for group in groups]
    if all(isinstance(value, (int, float, numpy.generic)) for value in found):       # which go there at once
        whole = numpy.full(wanted.shape, default, out_dtype)
        whole[there] = numpy.asarray(found, whole.dtype)
        output = cupy.asarray(whole)
    else:
        output = cupy.full(wanted.shape, default, out_dtype)
        for place, value in zip(there, found, strict=True):
            output[place] = value
    output = output.reshape(index.shape)
    return output[0] if single else output


def _regions(parts: list[cupy.ndarray], labels: cupy.ndarray, wanted: numpy.ndarray[Any, Any]) -> tuple[Any, Any]:
    """Which of the `wanted` labels there are, and items of the parts of each of them."""
    views = _views.views((labels, *parts)) if wanted.size <= _MASKS else None
    if views is not None:
        masks = [views[0] == label for label in wanted]
        groups = [[adopted(part[mask], alone=True) for part in views[1:]] for mask in masks]
        there = [place for place, group in enumerate(groups) if group[0].size]
        return there, [groups[place] for place in there]
    order, values, starts = by_value(labels)
    parts = [part.ravel()[order] for part in parts]
    places = numpy.searchsorted(values, wanted)
    there = numpy.flatnonzero(values[places.clip(max=values.size - 1)] == wanted) if values.size else places[:0]
    ends = starts.tolist()
    return there.tolist(), [[part[ends[at]:ends[at + 1]] for part in parts] for at in places[there].tolist()]


def histogram(input: cupy.ndarray, min: ArrayLike, max: ArrayLike, bins: int,
              labels: cupy.ndarray | None = None, index: SupportsIndex | ArrayLike | None = None) -> cupy.ndarray:
    """Histograms of the elements of labelled regions.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    min, max : scalar
        Ends of the bins; the last one holds its end.
    bins : int
        Number of bins.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray of int64
        The counts; a row for each of an array of labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.histogram(cupy.array([0, 1, 1, 3]), 0, 4, 4, cupy.array([1, 1, 2, 2]), index=[1, 2])
    array([[1, 1, 0, 0],
           [0, 1, 0, 1]])
    """
    if labels is None is index:
        found = _few((input, min, max, bins + 1))
        if found is not NotImplemented:
            return found
    input = cupy.asarray(input)
    edges = cupy.linspace(min, max, bins + 1)
    if labels is None:
        if index is not None:
            raise ValueError("index without defined labels")
        return cupy.histogram(input.ravel(), edges)[0]
    labels = cupy.asarray(labels)
    if index is None:
        input, labels = cupy.broadcast_arrays(input, labels)
        return cupy.histogram(input[labels > 0], edges)[0]
    index = host(index)
    if index.size == 0:
        return cupy.zeros((*index.shape, edges.size - 1 if edges.size else 0), numpy.int64)
    if (index.astype(labels.dtype) != index).any():
        raise ValueError(f"index of {index.dtype} has values that labels of {labels.dtype} cannot have")
    if input.dtype.kind == "c":
        # Ordered by the real part, then by the imaginary one: beside a real number it decides on which side an item is.
        aside = cupy.where(input.imag < 0, -numpy.inf, numpy.inf)
        input = cupy.where(input.imag == 0, input.real, cupy.nextafter(input.real, aside.astype(input.real.dtype)))
    if edges.ndim != 1:
        raise ValueError("`bins` must be 1d, when an array")
    if numpy.greater(host(min), host(max)):
        raise ValueError("`bins` must increase monotonically, when an array")
    bins = edges.size - 1
    if bins <= 0:
        return cupy.zeros((*index.shape, 0), numpy.int64)
    groups = Groups(input, labels, index)
    return groups.arrange(groups.bins(edges), (bins,))
