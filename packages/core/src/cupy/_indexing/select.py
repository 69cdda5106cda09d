"""Items picked from arrays."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

from cupy._core.by_method import by_method
from cupy._core.axes import integer_axis, normalize_axis_index
from cupy._core import gather, selection
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.by_numpy import numpy_of_few
from cupy._core.few import NUMBERS, get_few
from cupy._core.from_data import asarray
from cupy._core.subclass import drops_class, keeps_class
from cupy._creation.ranges import arange
from cupy._indexing.bounds import check_bounds, in_bounds
from cupy._indexing.search import nonzero
from cupy._core.broadcast import broadcast_shapes, broadcast_to
from cupy._core.copyto import copyto
from cupy._core.arguments import as_array, as_arrays, as_indices, into, into_taken
from cupy._core.dtype_rules import result_type
from cupy._core.options import clip_mode
from cupy._ops.composite import select as _select

if TYPE_CHECKING:
    from cupy._core.options import Scalar
    from cupy.typing import ArrayLike, NDArray

__all__ = ["choose", "compress", "extract", "select", "take", "take_along_axis",
           "where"]


def _index(indices: ArrayLike, length: int, mode: str | None) -> Any:
    """An integer index array, in range when `mode` is 'wrap' or 'clip'."""
    indices = as_indices(indices)
    if indices.dtype.kind == "b":
        indices = indices.astype(numpy.int64)
    if length == 0 or mode in (None, "raise"):
        return indices
    return indices % length if mode == "wrap" else indices.clip(0, length - 1)


@overload
def take(a: NDArray[Scalar], indices: ArrayLike, axis: SupportsIndex | None = ..., out: ndarray | None = ...,
         mode: Literal["raise", "wrap", "clip"] | None = ...) -> NDArray[Scalar]: ...
@overload
def take(a: ArrayLike, indices: ArrayLike, axis: SupportsIndex | None = ..., out: ndarray | None = ...,
         mode: Literal["raise", "wrap", "clip"] | None = ...) -> ndarray: ...
@numpy_of_few(bools=True, types="e" + NUMBERS, places=3)
@keeps_class
@by_method()
def take(a: ArrayLike, indices: ArrayLike, axis: SupportsIndex | None = None, out: ndarray | None = None,
         mode: Literal["raise", "wrap", "clip"] | None = None) -> ndarray:
    """Elements at positions along an axis.

    Parameters
    ----------
    a : array_like
        Where to take from.
    indices : array_like of int
        Positions; negative ones count from the end.
    axis : int, optional
        The axis; the flattened array if not given.
    out : ndarray, optional
        Output array.
    mode : {'raise', 'wrap', 'clip'}, optional
        What to do with positions outside the axis.  If not given, they are what ``a[indices]`` makes of them:
        an error on the host, taken modulo the length with a warning on a GPU, which is the fastest there.
        'raise' waits for the device.

    Returns
    -------
    ndarray
        The elements, with the axes of `indices` in the place of `axis`.

    Raises
    ------
    IndexError
        If a position is out of bounds; if `mode` is not given, on a GPU only with ``CUPY_BOUNDS_CHECK=1`` or
        ``cupyx.errstate(index="raise")``.

    Examples
    --------
    >>> import cupy
    >>> cupy.take(cupy.array([4, 3, 5, 7]), [0, 3])
    array([4, 7])
    """
    a = as_array(a)
    if axis is None:
        a, axis = a.ravel(), 0
    elif a.ndim == 0:
        a = a.reshape(1)
    if out is None and mode in (None, "raise") and type(a) is ndarray:
        if axis == 0 and type(indices) is int and -a.shape[0] <= indices < a.shape[0]:
            return a[indices].copy()
        if type(indices) is ndarray and type(axis) is int and 0 <= axis < a.ndim:
            found = get_few(a, indices, axis)
            if found is not None:
                return found
    mode = None if mode is None else clip_mode(mode)
    axis = integer_axis(axis, a.ndim)
    length = a.shape[axis]
    index = _index(indices, length, mode)
    if 0 in a.shape[:axis]:
        pass                    # NumPy looks at indices line by line
    elif mode == "raise" and isinstance(index, ndarray):
        check_bounds(index, -length, length, f"index is out of bounds for axis {axis} with size {length}", always=True)
    elif mode in (None, "raise"):
        index = in_bounds(index, length, axis)
    return into_taken(out, gather.take_axis(a, asarray(index), axis, "take"))


def take_along_axis(arr: ArrayLike, indices: ndarray, axis: SupportsIndex | None = -1) -> ndarray:
    """Elements at positions that differ from vector to vector, as `argsort` gives them.

    Parameters
    ----------
    arr : array_like
        Where to take from.
    indices : ndarray of int
        Positions, with the axes of `arr`.
    axis : int or None, optional
        The axis; None flattens `arr`.

    Returns
    -------
    ndarray
        Elements of the shape of `indices`, broadcast.

    Raises
    ------
    IndexError
        If `indices` are no integers.
    ValueError
        If the numbers of axes differ.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.array([[10, 30, 20]])
    >>> cupy.take_along_axis(a, cupy.array([[0, 2, 1]]), axis=1)
    array([[10, 20, 30]])
    """
    arr, indices = as_array(arr, "arr"), as_array(indices, "indices")
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        arr, axis = arr.ravel(), 0
    return arr[along_axis(arr, indices, axis)]


def along_axis(arr: ndarray, indices: ndarray, axis: SupportsIndex) -> tuple[ndarray, ...]:
    """The key that `take_along_axis` and `put_along_axis` index with."""
    axis = normalize_axis_index(axis, arr.ndim)
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if arr.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    key = []
    for i, n in enumerate(arr.shape):
        along = (1,) * i + (-1,) + (1,) * (arr.ndim - i - 1)
        key.append(indices if i == axis else arange(n).reshape(along))
    return tuple(key)


@overload
def where(condition: ArrayLike, x: None = ..., y: None = ..., /) -> tuple[ndarray, ...]: ...
@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike, /) -> ndarray: ...
@drops_class
def where(condition: ArrayLike, x: ArrayLike | None = None, y: ArrayLike | None = None,
          /) -> tuple[ndarray, ...] | ndarray:
    """Elements of `x` where a condition holds, of `y` elsewhere; or where it holds.

    Parameters
    ----------
    condition : array_like
        The condition.
    x, y : array_like, optional
        What to choose from, broadcast together; without both, indices are returned.

    Returns
    -------
    ndarray or tuple of ndarray
        The chosen elements; or as `nonzero`.

    Raises
    ------
    ValueError
        If only one of `x` and `y` is given.

    Examples
    --------
    >>> import cupy
    >>> cupy.where(cupy.arange(4) < 2, 1, -1)
    array([ 1,  1, -1, -1])
    """
    condition = as_array(condition, "condition")
    if _is_plain(x) and _is_plain(y) and type(condition) is ndarray and condition.dtype.kind == "b":
        return _select(condition, x, y)
    if x is None and y is None:
        return nonzero(condition) if condition.ndim == 0 else tuple(selection.nonzero(condition))
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    for value in (condition, x, y):
        fused = None if type(value) is ndarray else getattr(type(value), "__cupy_fused__", None)
        if fused is not None:
            return fused(value, "where", (condition, x, y))
    if condition.dtype.kind != "b":
        condition = condition.astype(bool)
    x, y = _operand(x), _operand(y)
    if _is_number(x) and _is_number(y):
        return _select(condition, _wrapped(x, y), _wrapped(y, x))
    x, y = as_array(x), as_array(y)
    result = empty(broadcast_shapes(condition.shape, x.shape, y.shape), result_type(x, y))
    result[...] = y
    # Of dates and durations there is a common type, to which one of them is cast by no rule.
    copyto(result, x, "unsafe" if result.dtype.kind in "mM" else "same_kind", condition)
    return result


def _operand(x: Any) -> Any:
    """An array, or a scalar that leaves the type to the arrays."""
    return x if isinstance(x, (ndarray, int, float, complex, numpy.generic)) else as_array(x)


def _wrapped(value: Any, other: Any) -> Any:
    """A Python integer, beyond the range of the other's integers what this NumPy makes of it: modulo, or an error."""
    dtype = getattr(other, "dtype", None) if type(value) is int else None
    if dtype is None or dtype.kind not in "iu":
        return value
    bounds = numpy.iinfo(dtype)
    return value if bounds.min <= value <= bounds.max else numpy.where(True, value, numpy.zeros((), dtype))[()]


def _is_plain(x: object) -> bool:
    """An array of numbers, or a number that goes with any: what needs no look at its range or its class."""
    return type(x) is float or type(x) is ndarray and x.dtype.kind in "biufc"


def _is_number(x: object) -> bool:
    dtype = getattr(x, "dtype", None)
    return dtype is None or dtype.kind in "biufc" or dtype.name == "bfloat16"


@numpy_of_few(bools=True, types="e" + NUMBERS, places=2)
@keeps_class
@by_method()
def choose(a: ArrayLike, choices: Sequence[ArrayLike], out: ndarray | None = None,
           mode: Literal["raise", "wrap", "clip"] = "raise") -> ndarray:
    """For each element, the element of one of several arrays.

    Parameters
    ----------
    a : array_like of int
        Which array to choose, from 0 on.
    choices : sequence of array_like
        The arrays, broadcast together with `a`.
    out : ndarray, optional
        Output array.
    mode : {'raise', 'wrap', 'clip'}, optional
        What to do with numbers outside the sequence.

    Returns
    -------
    ndarray
        The chosen elements.

    Raises
    ------
    ValueError
        If a number is out of bounds.

    Examples
    --------
    >>> import cupy
    >>> cupy.choose(cupy.array([0, 1, 0]), [[1, 2, 3], [10, 20, 30]])
    array([ 1, 20,  3])
    """
    a = as_array(a)
    choices = [c if isinstance(c, (int, float, complex)) else as_array(c) for c in choices]
    arrays = as_arrays(choices)
    if a.dtype.kind not in "iub":
        raise TypeError(f"Cannot cast array data from {a.dtype!r} to dtype('int64') according to "
                        "the rule 'safe'")
    dtype = result_type(*choices)
    shape = broadcast_shapes(a.shape, *(c.shape for c in arrays))
    mode = clip_mode(mode)
    if mode == "raise":
        check_bounds(a, 0, len(arrays), "invalid entry in choice array", ValueError, always=True)
    pick = asarray(_index(a, len(arrays), mode)).astype(numpy.int64, copy=False)
    arrays_of_choices = empty((len(arrays), *shape), dtype)
    for k, c in enumerate(arrays):
        arrays_of_choices[k] = c
    pick = broadcast_to(pick, shape).reshape((1, *shape))
    return into(out, take_along_axis(arrays_of_choices, pick, 0)[0])


@keeps_class
@by_method(place=1)
def compress(condition: ArrayLike, a: ArrayLike, axis: SupportsIndex | None = None,
             out: ndarray | None = None) -> ndarray:
    """Slices for which a condition holds.

    Parameters
    ----------
    condition : array_like of bool, one-dimensional
        Which slices to keep; those beyond its length are left out.
    a : array_like
        Where to take from.
    axis : int, optional
        The axis; the flattened array if not given.
    out : ndarray, optional
        Output array.

    Returns
    -------
    ndarray
        The slices.

    Examples
    --------
    >>> import cupy
    >>> cupy.compress([0, 1], cupy.array([[1, 2], [3, 4]]), axis=0)
    array([[3, 4]])
    """
    condition = as_array(condition, "condition", True)
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    a = as_array(a)
    if out is None and a.size == condition.size and (axis is None or a.ndim == 1 and axis in (0, -1)):
        return selection.mask_select(a.ravel(), condition)
    return take(a, selection.nonzero(condition)[0], axis, out)


@keeps_class
def extract(condition: ArrayLike, arr: ArrayLike) -> ndarray:
    """Elements for which a condition holds, flattened.

    Parameters
    ----------
    condition : array_like
        The condition.
    arr : array_like
        Array of as many elements.

    Returns
    -------
    ndarray
        One-dimensional array.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.arange(6)
    >>> cupy.extract(a % 3 == 0, a)
    array([0, 3])
    """
    arr, condition = as_array(arr, "arr").ravel(), as_array(condition, "condition").ravel()
    if arr.size == condition.size:
        return selection.mask_select(arr, condition)
    return take(arr, selection.nonzero(condition)[0])


def select(condlist: Sequence[ArrayLike], choicelist: Sequence[ArrayLike], default: ArrayLike = 0) -> ndarray:
    """For each element, the element of the first array whose condition holds.

    Parameters
    ----------
    condlist : list of array_like of bool
        Conditions.
    choicelist : list of array_like
        What to choose, one for each condition.
    default : scalar, optional
        What to choose where no condition holds.

    Returns
    -------
    ndarray
        The chosen elements.

    Raises
    ------
    ValueError
        If the lists are empty or differ in length.
    TypeError
        If a condition is not of type bool.

    Examples
    --------
    >>> import cupy
    >>> x = cupy.arange(5)
    >>> cupy.select([x < 2, x > 3], [x, x * 10], -1)
    array([ 0,  1, -1, -1, 40])
    """
    condlist, choicelist = list(condlist), list(choicelist)
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not condlist:
        raise ValueError("select with an empty condition list is not possible")
    conditions = as_arrays(condlist, "condlist")
    for i, c in enumerate(conditions):
        if c.dtype != bool:
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    choices = [c if isinstance(c, (int, float, complex)) else as_array(c) for c in choicelist]
    if not isinstance(default, (int, float, complex)):
        default = as_array(default, "default")
    dtype = result_type(*choices, default)
    shape = broadcast_shapes(*(numpy.shape(c) if not isinstance(c, ndarray) else c.shape
                               for c in (*conditions, *choices, default)))
    result = empty(shape, dtype)
    result[...] = default
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        copyto(result, choice, where=condition)
    return result
