"""Arrays as sets."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy

from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._core.subclass import drops_class
from cupy._core.target import host_memory
from cupy._runtime.warned import deprecated
from cupy._sorting import _rows, search
from cupy._sorting.unique import first_of_run, unique

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["in1d", "intersect1d", "isin", "setdiff1d", "setxor1d", "union1d"]


@drops_class
def isin(element: ArrayLike, test_elements: ArrayLike, assume_unique: bool = False, invert: bool = False, *,
         kind: Literal[None, "sort", "table"] | None = None) -> ndarray:
    """Whether elements are in another array.

    Parameters
    ----------
    element : array_like
        Elements.
    test_elements : array_like
        What they are looked for in.
    assume_unique : bool, optional
        Makes no difference.
    invert : bool, optional
        Whether to tell which elements are not there.
    kind : {None, 'sort', 'table'}, optional
        On devices the other array is always sorted; on the host a table is used for integers that are not far
        apart, unless told not to.

    Returns
    -------
    ndarray of bool
        Array of the shape of `element`.

    Raises
    ------
    ValueError
        If `kind` is another word, or 'table' for elements that are no integers.

    Examples
    --------
    >>> import cupy
    >>> cupy.isin(cupy.array([[1, 2], [3, 4]]), cupy.array([2, 4]))
    array([[False,  True],
           [False,  True]])
    """
    import cupy
    element, test_elements = as_array(element, "element"), as_array(test_elements, "test_elements")
    if kind not in (None, "sort", "table"):
        raise ValueError(f"Invalid kind: '{kind}'. Please use None, 'sort' or 'table'.")
    if kind == "table" and not element.dtype.kind in test_elements.dtype.kind in "biu" \
            and not {element.dtype.kind, test_elements.dtype.kind} <= set("biu"):
        raise ValueError("The 'table' method is only supported for boolean or integer arrays. "
                         "Please select 'sort' or None for kind.")
    if test_elements.size == 0:
        return cupy.full(element.shape, bool(invert))
    if element.dtype.kind in "mM" and test_elements.dtype.kind == element.dtype.kind:
        return _times_in(element, test_elements, invert)
    if _rows.is_composite(element.dtype):
        element, test_elements = _rows.ranks(element, test_elements)
    dtype = search.common_type(element, test_elements)
    if kind != "sort" and dtype.kind in "iu" and element.size and host_memory():
        result = _by_table(element.astype(dtype, copy=False), test_elements.astype(dtype, copy=False))
        if result is not None:
            return ~result if invert else result
    items = _rows.sorted_rows(cupy.ascontiguousarray(test_elements.astype(dtype, copy=False).ravel()))
    values = cupy.ascontiguousarray(element.astype(dtype, copy=False)).reshape(element.shape)
    return search.run(items, values, contains=2 if invert else 1)


def _times_in(element: Any, test_elements: Any, invert: bool) -> ndarray:
    """`isin` of datetimes or timedeltas; NaT is in nothing."""
    unit = numpy.promote_types(element.dtype, test_elements.dtype)
    found = isin(*(x.astype(unit, copy=False).view(numpy.int64) for x in (element, test_elements)), invert=invert)
    missing = element != element
    return found | missing if invert else found & ~missing


def _by_table(element: Any, test_elements: Any) -> ndarray | None:
    """Where waits cost nothing: a flag for each number between the ends, if they are not far apart; else None."""
    import cupy
    low, high = int(test_elements.min()), int(test_elements.max())
    most = 6 * (element.size + test_elements.size)
    if high - low > most:
        return None
    if element.dtype.itemsize < 8:
        element, test_elements = element.astype(numpy.int64), test_elements.astype(numpy.int64)
    inside = (element >= low) & (element <= high)
    if low < 0 or high > most:          # else they are places as they are
        element, test_elements = element - element.dtype.type(low), test_elements - test_elements.dtype.type(low)
        high -= low
    flags = cupy.zeros(high + 1, bool)
    flags[test_elements.ravel()] = True
    return flags[cupy.where(inside, element, 0)] & inside


def in1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False, invert: bool = False, *,
         kind: Literal[None, "sort", "table"] | None = None) -> ndarray:
    """Whether elements of the flattened `ar1` are in `ar2`: an old form of `isin`, of which each call warns.

    Parameters
    ----------
    ar1, ar2 : array_like
        Elements, and what they are looked for in.
    assume_unique : bool, optional
        Makes no difference.
    invert : bool, optional
        Whether to tell which elements are not there.
    kind : {None, 'sort', 'table'}, optional
        On devices the other array is always sorted; on the host a table is used for integers that are not far
        apart, unless told not to.

    Returns
    -------
    ndarray of bool
        Array of one dimension.

    Examples
    --------
    >>> import cupy
    >>> cupy.in1d(cupy.array([1, 2]), cupy.array([2, 4]))
    array([False,  True])
    """
    deprecated("cupy.in1d", "cupy.isin")
    return isin(as_array(ar1, "ar1").ravel(), ar2, assume_unique, invert, kind=kind)


def union1d(ar1: ArrayLike, ar2: ArrayLike) -> ndarray:
    """Sorted elements that are in one of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Inputs; they are flattened.

    Returns
    -------
    ndarray
        Elements without repetition.

    Examples
    --------
    >>> import cupy
    >>> cupy.union1d(cupy.array([3, 1]), cupy.array([1, 2]))
    array([1, 2, 3])
    """
    import cupy
    return unique(cupy.concatenate((ar1, ar2), axis=None))


def intersect1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False,
                return_indices: bool = False) -> ndarray | tuple[ndarray, ...]:
    """Sorted elements that are in both of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Inputs; they are flattened.
    assume_unique : bool, optional
        Whether neither array repeats an element.
    return_indices : bool, optional
        Whether to return the first positions of the elements in `ar1` and in `ar2` too.

    Returns
    -------
    ndarray or tuple of ndarray
        Elements, and their positions.

    Examples
    --------
    >>> import cupy
    >>> cupy.intersect1d(cupy.array([3, 1, 2]), cupy.array([2, 3]))
    array([2, 3])
    """
    import cupy
    ar1, ar2 = as_array(ar1, "ar1").ravel(), as_array(ar2, "ar2").ravel()
    dtype = result_type(ar1.dtype, ar2.dtype)
    if return_indices or dtype.kind in "cmM" or _rows.is_composite(dtype):
        both = cupy.concatenate((ar1, ar2))
        items, index1, index2 = _intersection(both, ar1.size, assume_unique)
        return (items, index1, index2) if return_indices else items
    small, large = sorted((ar1, ar2), key=lambda a: a.size)
    if small.size == 0:
        return cupy.empty(0, dtype)
    small, large = (_rows.sorted_rows(a.astype(search.common_type(ar1, ar2), copy=False)) for a in (small, large))
    found = search.run(large, small, contains=1)
    return small[found if assume_unique else found & first_of_run(small)].astype(dtype, copy=False)


def _intersection(both: ndarray, split: int, assume_unique: bool) -> tuple[ndarray, ndarray, ndarray]:
    """Items before and behind a place of an array, and where those are first and, there, first."""
    import cupy
    items, order = _rows.sorted_with_positions(both)
    before = order < split
    # A stable sort puts what stands before the place first.
    meets = (items[1:] == items[:-1]) & before[:-1] & ~before[1:]
    last = cupy.flatnonzero(meets)
    first = last
    if not assume_unique:
        is_first = first_of_run(items)
        first = cupy.flatnonzero(is_first)[cupy.cumsum(is_first)[last] - 1]
    return items[last], order[first], order[last + 1] - split


def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False) -> ndarray:
    """Sorted elements of one array that are not in another.

    Parameters
    ----------
    ar1, ar2 : array_like
        Inputs; they are flattened.
    assume_unique : bool, optional
        Whether neither array repeats an element; then the order of `ar1` is kept.

    Returns
    -------
    ndarray
        Elements of `ar1`.

    Examples
    --------
    >>> import cupy
    >>> cupy.setdiff1d(cupy.array([3, 1, 2]), cupy.array([2, 5]))
    array([1, 3])
    """
    ar1 = as_array(ar1, "ar1")
    ar1 = ar1.ravel() if assume_unique else unique(ar1)
    return ar1[isin(ar1, ar2, invert=True)]


def setxor1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False) -> ndarray:
    """Sorted elements that are in only one of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Inputs; they are flattened.
    assume_unique : bool, optional
        Whether neither array repeats an element.

    Returns
    -------
    ndarray
        Elements without repetition.

    Examples
    --------
    >>> import cupy
    >>> cupy.setxor1d(cupy.array([3, 1]), cupy.array([1, 2]))
    array([2, 3])
    """
    import cupy
    if not assume_unique:
        ar1, ar2 = unique(ar1), unique(ar2)
    both = cupy.concatenate((ar1, ar2), axis=None)
    if both.size == 0:
        return both
    both = _rows.sorted_rows(both)
    edges = numpy.ones(1, numpy.bool_)
    change = cupy.concatenate((cupy.asarray(edges), both[1:] != both[:-1], cupy.asarray(edges)))
    return both[change[1:] & change[:-1]]
