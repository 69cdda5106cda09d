"""Sums, means, extrema and medians of labelled regions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy._host import few_by_scipy, of_scipy
from cupyx.scipy.ndimage._arguments import host
from cupyx.scipy.ndimage._measurements._groups import Groups, together
from cupyx.scipy.ndimage._measurements._tables import few_labels, table_sums

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["center_of_mass", "extrema", "maximum", "maximum_position", "mean", "median", "minimum",
           "minimum_position", "standard_deviation", "sum", "sum_labels", "variance"]

_few = few_by_scipy(most=12_288)        # pixels, labels and index together


def sum_labels(input: cupy.ndarray, labels: cupy.ndarray | None = None,
               index: SupportsIndex | ArrayLike | None = None) -> cupy.ndarray:
    """Sums of the elements of labelled regions.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray
        Of the shape of `index`; float64 for an array of labels.

    Notes
    -----
    Elements are added in no particular order.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.sum_labels(cupy.arange(6.), cupy.array([1, 1, 2, 2, 0, 1]), index=[1, 2])
    array([6., 5.])
    """
    found = _by_scipy("sum_labels", input, labels, index, _sums_of_few)
    if found is not NotImplemented:
        return found
    few = few_labels(input, labels, index)
    if few is not None:
        sums = table_sums(*few, counted=False)[0]
        return sums if sums.ndim else sums.astype(numpy.empty(0, few[0].dtype).sum().dtype)
    groups = Groups(input, labels, index)
    if groups.whole:
        return groups.input.sum()
    sums, _ = groups.sums(counted=False)
    if groups.single:
        # As large as the sum of an array of that type.
        return groups.arrange(sums).astype(numpy.empty(0, groups.input.dtype).sum().dtype)
    return groups.arrange(sums)


def sum(input: cupy.ndarray, labels: cupy.ndarray | None = None,
        index: SupportsIndex | ArrayLike | None = None) -> cupy.ndarray:
    """Sums of the elements of labelled regions, by the old name of `sum_labels`.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray
        One for each of `index`; 0-d for a single number, or without labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.sum(cupy.arange(4), cupy.array([1, 1, 2, 2]), index=2)
    array(5)
    """
    return sum_labels(input, labels, index)


def _by_scipy(name: str, input: Any, labels: Any, index: Any, sooner: Any) -> Any:
    """SciPy's result of few pixels for an array of labels, or NotImplemented; that of `sooner` where it takes them."""
    if labels is None or type(index) is not list and (type(index) is not cupy.ndarray or not index.ndim):
        return NotImplemented
    found = _few((input, labels, index), by=sooner)
    if found is not NotImplemented:
        return found
    with numpy.errstate(all="ignore"):
        return _few((input, labels, index), by=of_scipy(f"ndimage.{name}"))


def _tabled(input: Any, labels: Any, index: Any) -> tuple[Any, Any, Any, int]:
    """Pixels, labels, index and the length of a table of labels; ValueError for what only SciPy's function takes."""
    index, flat = numpy.asarray(index), labels.ravel()
    if input.shape != labels.shape or index.dtype.kind != "i" or labels.dtype.kind != "i":
        raise ValueError("not signed integers of one shape")
    length = int(index.max()) + 1
    if int(index.min()) < 0 or max(length, int(flat.max())) > flat.size:
        raise ValueError("a longer table than there are pixels")
    return input.ravel(), flat.astype(numpy.intp, copy=False), index, length


def _sums_of_few(input: Any, labels: Any, index: Any) -> Any:
    values, flat, index, length = _tabled(input, labels, index)
    return numpy.bincount(flat, values, length)[index]


def _means_of_few(input: Any, labels: Any, index: Any) -> Any:
    values, flat, index, length = _tabled(input, labels, index)
    sums, counts = numpy.bincount(flat, values, length)[index], numpy.bincount(flat, minlength=length)[index]
    with numpy.errstate(all="ignore"):
        return sums / counts


def _variances_of_few(input: Any, labels: Any, index: Any) -> Any:
    values, flat, index, length = _tabled(input, labels, index)
    counts = numpy.bincount(flat, minlength=length)
    with numpy.errstate(all="ignore"):
        apart = values - (numpy.bincount(flat, values, length) / counts)[flat]
        return numpy.bincount(flat, apart * apart, length)[index] / counts[index]


def _summed(input: cupy.ndarray) -> str:
    """Type that sums of a whole image are made in."""
    return "D" if input.dtype.kind == "c" else "d"


def mean(input: cupy.ndarray, labels: cupy.ndarray | None = None,
         index: SupportsIndex | ArrayLike | None = None) -> cupy.ndarray:
    """Means of the elements of labelled regions; NaN for those without pixels.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray
        One for each of `index`; 0-d for a single number, or without labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.mean(cupy.arange(6.), cupy.array([1, 1, 2, 2, 0, 1]), index=[1, 2])
    array([2. , 2.5])
    """
    found = _by_scipy("mean", input, labels, index, _means_of_few)
    if found is not NotImplemented:
        return found
    few = few_labels(input, labels, index)
    if few is not None:
        sums, counts = table_sums(*few)
        return sums / counts
    if labels is None:
        input = cupy.asarray(input)
        return input.sum(dtype=_summed(input)) / input.size
    groups = Groups(input, labels, index)
    sums, counts = groups.sums()
    return groups.arrange(sums / counts)


def variance(input: cupy.ndarray, labels: cupy.ndarray | None = None,
             index: SupportsIndex | ArrayLike | None = None) -> cupy.ndarray:
    """Variances of the elements of labelled regions.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray
        One for each of `index`; 0-d for a single number, or without labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.variance(cupy.array([1, 3, 5, 5]), cupy.array([1, 1, 2, 2]), index=cupy.array([1, 2]))
    array([1., 0.])
    """
    found = _by_scipy("variance", input, labels, index, _variances_of_few)
    if found is not NotImplemented:
        return found
    few = few_labels(input, labels, index)
    if few is not None:
        sums, counts = table_sums(*few)
        squares, counts = table_sums(*few, centres=sums / counts)
        return squares / counts
    if labels is None:
        input = cupy.asarray(input)
        return input.var(dtype=_summed(input))
    groups = Groups(input, labels, index)
    squares, counts = groups.sums(centres=groups.means())
    return groups.arrange(squares / counts)


def standard_deviation(input: cupy.ndarray, labels: cupy.ndarray | None = None,
                       index: SupportsIndex | ArrayLike | None = None) -> cupy.ndarray:
    """Standard deviations of the elements of labelled regions.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray
        One for each of `index`; 0-d for a single number, or without labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.standard_deviation(cupy.array([1, 3, 5, 9]), cupy.array([1, 1, 2, 2]), index=[1, 2])
    array([1., 2.])
    """
    return cupy.sqrt(variance(input, labels, index))


def _extrema(input: cupy.ndarray, labels: cupy.ndarray | None, index: Any, positions: tuple[bool, ...] = (False, False),
             wanted: tuple[bool, ...] = (True, True)) -> tuple[Groups, Any]:
    """The groups, and of each the least and greatest items that are `wanted`, and the positions."""
    input = cupy.asarray(input)
    if input.dtype.kind == "c":
        # By real parts, then imaginary ones: as ranks do. Rank 0 is that of labels without pixels.
        values, ranks = cupy.unique(input, return_inverse=True)
        values = cupy.concatenate([cupy.zeros(1, values.dtype), values])
        groups, (least, greatest, *where) = _extrema(ranks.reshape(input.shape) + 1, labels, index, positions)
        return groups, (values[least], values[greatest], *where)
    groups = Groups(input, labels, index)
    if groups.input.size == 0 and groups.single:
        raise ValueError("zero-size array to reduction operation which has no identity")
    if groups.whole:
        flat = groups.input.ravel()
        return groups, [find() if needed else None for find, needed in zip(
            (flat.min, flat.max, flat.argmin, flat.argmax), (*wanted, *positions), strict=True)]
    return groups, groups.extrema(positions, last=not groups.single)


def _is_whole(input: Any, labels: Any, index: Any) -> bool:
    """Whether one number is asked for of all pixels, whose values have an order."""
    return (labels is None and index is None and type(input) is cupy.ndarray and input.dtype.kind != "c"
            and input.size > 0)


def minimum(input: cupy.ndarray, labels: cupy.ndarray | None = None,
            index: SupportsIndex | ArrayLike | None = None) -> cupy.ndarray:
    """The least elements of labelled regions; 0 for those without pixels.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray
        One for each of `index`; 0-d for a single number, or without labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.minimum(cupy.array([4, 3, 8, 9]), cupy.array([1, 1, 2, 2]), index=[1, 2])
    array([3, 8])
    """
    if _is_whole(input, labels, index):
        return input.min()
    groups, found = _extrema(input, labels, index, wanted=(True, False))
    return groups.arrange(found[0])


def maximum(input: cupy.ndarray, labels: cupy.ndarray | None = None,
            index: SupportsIndex | ArrayLike | None = None) -> cupy.ndarray:
    """The greatest elements of labelled regions; 0 for those without pixels.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray
        One for each of `index`; 0-d for a single number, or without labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.maximum(cupy.array([4, 3, 8, 9]), cupy.array([1, 1, 2, 2]), index=[1, 2])
    array([4, 9])
    """
    if _is_whole(input, labels, index):
        return input.max()
    groups, found = _extrema(input, labels, index, wanted=(False, True))
    return groups.arrange(found[1])


def minimum_position(input: cupy.ndarray, labels: cupy.ndarray | None = None,
                     index: SupportsIndex | ArrayLike | None = None) -> tuple[Any, ...] | list[Any]:
    """Where the least elements of labelled regions lie.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    tuple of int, or list of such for an array of labels
        The first of equal elements.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.minimum_position(cupy.array([[4, 3], [8, 9]]), cupy.array([[1, 1], [2, 2]]), index=[1, 2])
    [(0, 1), (1, 0)]
    """
    groups, found = _extrema(input, labels, index, (True, False), (False, False))
    return _positions(groups, found[2])[0]


def maximum_position(input: cupy.ndarray, labels: cupy.ndarray | None = None,
                     index: SupportsIndex | ArrayLike | None = None) -> tuple[Any, ...] | list[Any]:
    """Where the greatest elements of labelled regions lie.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    tuple of int, or list of such for an array of labels
        The first of equal elements; the last for an array of labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.maximum_position(cupy.array([[4, 3], [8, 9]]))
    (1, 1)
    """
    groups, found = _extrema(input, labels, index, (False, True), (False, False))
    return _positions(groups, found[3])[0]


def extrema(input: cupy.ndarray, labels: cupy.ndarray | None = None,
        index: SupportsIndex | ArrayLike | None = None) -> Any:
    """The least and greatest elements of labelled regions, and where they lie.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    minimums, maximums : cupy.ndarray
        One for each of `index`.
    min_positions, max_positions : tuple of int, or list of such for an array of labels
        The first place of each.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.extrema(cupy.array([[4, 3], [8, 9]]))
    (array(3), array(9), (0, 1), (1, 1))
    """
    groups, (least, greatest, first, last) = _extrema(input, labels, index, (True, True))
    return groups.arrange(least), groups.arrange(greatest), *_positions(groups, first, last)


def _positions(groups: Groups, *places: cupy.ndarray) -> list[tuple[int, ...] | list[tuple[Any, ...]]]:
    """Indices of pixels, or lists of these; all come from the device at once."""
    host = cupy.stack([groups.arrange(found) for found in places]).get()
    if groups.input.ndim == 0:
        return [() if groups.single else [()] * found.size for found in host]
    found = numpy.stack(numpy.unravel_index(host, groups.input.shape), axis=-1)
    if groups.single:
        return [tuple(place) for place in found.tolist()]
    return [[tuple(row) for row in rows.reshape(-1, groups.input.ndim).tolist()] for rows in found]


def median(input: cupy.ndarray, labels: cupy.ndarray | None = None, index: Any = None) -> cupy.ndarray:
    """Medians of the elements of labelled regions; NaN for those without pixels.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    cupy.ndarray
        One for each of `index`; 0-d for a single number, or without labels.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.median(cupy.array([4, 3, 8, 9, 1]), cupy.array([1, 1, 2, 2, 1]), index=[1, 2])
    array([3. , 8.5])
    """
    input = cupy.asarray(input)
    if input.dtype.kind == "c":
        return _complex_median(input, labels, index)
    if labels is None:
        return cupy.median(input)
    if index is None or numpy.ndim(index) == 0:
        return cupy.median(_selected(input, labels, index))
    groups = Groups(input, labels, index)
    return groups.arrange(groups.medians())


def _selected(input: cupy.ndarray, labels: cupy.ndarray, index: Int | ArrayLike | None) -> cupy.ndarray:
    """The items with a label, or with labels above 0."""
    input, labels = together(input, cupy.asarray(labels))
    return input[labels > 0 if index is None else labels == index]


def _complex_median(*arguments: Any) -> cupy.ndarray:
    import scipy.ndimage

    return cupy.asarray(scipy.ndimage.median(*(None if x is None else host(x) for x in arguments)))


def center_of_mass(input: cupy.ndarray, labels: cupy.ndarray | None = None,
                   index: SupportsIndex | ArrayLike | None = None) -> tuple[cupy.ndarray, ...] | list[Any]:
    """Centres of mass of labelled regions, with the elements as weights.

    Parameters
    ----------
    input : cupy.ndarray
        The image.
    labels : cupy.ndarray, optional
        Labels of the pixels, of a shape that goes with the image's; one region of all pixels if not given.
    index : int or array_like of ints, optional
        Labels to look at; one region of all pixels with labels above 0 if not given.

    Returns
    -------
    tuple of cupy.ndarray, or list of tuples of float for an array of labels
        Coordinates.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import ndimage
    >>> ndimage.center_of_mass(cupy.array([[0, 1, 1], [0, 1, 1]]))
    (array(0.5), array(1.5))
    """
    groups = Groups(input, labels, index)
    if groups.whole:
        return tuple(_centre_along(groups.input, axis) for axis in range(groups.input.ndim))
    mass = groups.sums(counted=False)[0]
    found = [groups.arrange(groups.sums(counted=False, axis=axis)[0] / mass) for axis in range(groups.input.ndim)]
    if groups.single:
        return tuple(found)
    return [tuple(row) for row in cupy.stack(found, axis=-1).reshape(-1, len(found)).get().tolist()]


def _centre_along(image: cupy.ndarray, axis: int) -> cupy.ndarray:
    """The coordinate along an axis of the centre of a whole image."""
    others = tuple(other for other in range(image.ndim) if other != axis)
    line = image.sum(axis=others, dtype="D" if image.dtype.kind == "c" else "d")
    return (line * cupy.arange(line.size)).sum() / line.sum()
