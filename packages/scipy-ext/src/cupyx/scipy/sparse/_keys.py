"""What stands between square brackets, as a number, a slice or an index array for each axis."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import few_indices, synchronous
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._base import from_host
from cupyx.scipy.sparse._operators import is_sparse

if TYPE_CHECKING:
    from cupy.typing import ArrayLike


_PLAIN = frozenset((int, slice))        # what is of one axis, and no array


def parsed(key: Any, shape: tuple[int, ...], written: bool = False) -> list[cupy.ndarray | slice | int]:
    """A selector for each axis: an int, a slice, or a device array of positions that are not negative.

    Where items are `written`, index arrays of two axes may meet a slice.

    Raises
    ------
    IndexError
        For a position outside of the shape, which is looked at before anything is read: with arrays this waits.
    """
    if type(key) is tuple and len(key) == len(shape) and _PLAIN.issuperset(map(type, key)):
        return list(map(_one, key, shape))
    items = _items(key, shape)
    if sum(item is Ellipsis for item in items) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    used = sum(_axes_of(item) for item in items if item is not Ellipsis)
    if used > len(shape):
        raise IndexError(f"Too many indices for array: {used} for {len(shape)} axes")
    if Ellipsis in [item if item is Ellipsis else None for item in items]:
        at = next(i for i, item in enumerate(items) if item is Ellipsis)
        items = [*items[:at], *[slice(None)] * (len(shape) - used),
                 *[item for item in items[at + 1:] if item is not Ellipsis]]
    else:
        items = [*items, *[slice(None)] * (len(shape) - used)]
    selectors = []
    for item in items:
        axes = _axes_of(item)
        lengths = shape[len(selectors):len(selectors) + axes]
        selectors += _mask(item, lengths, len(selectors)) if _is_mask(item) else [_one(item, lengths[0])]
    arrays = [s for s in selectors if isinstance(s, cupy.ndarray)]
    if any(a.ndim > 2 for a in arrays) or not written and any(a.ndim > 1 for a in arrays) and any(
            isinstance(s, slice) for s in selectors):
        raise IndexError("Indexing that leads to >2D is not supported")
    return selectors


def _items(key: Any, shape: tuple[int, ...]) -> list[Any]:
    key = key if isinstance(key, tuple) else (key,)
    items = []
    for item in map(from_host, key):
        if item is None:
            raise IndexError("Indexing that leads to >2D is not supported")
        if is_sparse(item):
            if item.dtype.kind != "b" or item.shape != shape:
                raise IndexError(f"a sparse index must be a mask of shape {shape}, not {item!r}")
            item = item.toarray()
        elif isinstance(item, (list, tuple, range)):
            item = numpy.asarray(item) if len(item) else numpy.zeros(0, int)
        items.append(item)
    return items


def _is_mask(item: Any) -> bool | int:
    return _arguments.is_dense(item) and item.dtype.kind == "b" and item.ndim


def _axes_of(item: Any) -> int:
    return item.ndim if _is_mask(item) else 1


def _mask(mask: cupy.ndarray | numpy.ndarray[Any, Any], lengths: tuple[int, ...], axis: int) -> list[cupy.ndarray]:
    if mask.shape != tuple(lengths):
        raise IndexError(f"bool index {axis} has shape {tuple(lengths)} instead of {mask.shape}")
    return list(cupy.asarray(mask).nonzero())


def _one(item: Any, length: int) -> cupy.ndarray | slice | int:
    if isinstance(item, slice):
        return slice(*item.indices(length))
    if type(item) is int and 0 <= item < length:
        return item
    if _arguments.is_dense(item) and item.ndim:
        return _positions(item, length)
    item = item.item() if _arguments.is_dense(item) else item
    try:
        i = operator.index(item)
    except TypeError as error:
        if isinstance(item, (float, numpy.floating)) and item.is_integer():
            raise ValueError("Inexact indices into sparse matrices are not allowed") from error
        raise IndexError("Index dimension must be 1 or 2: an index is an integer, a slice or an array, "
                         f"not {item!r:.60}") from error
    if not -length <= i < length:
        raise IndexError(f"index ({i}) out of range")
    return i % length


def _positions(a: Any, length: int) -> cupy.ndarray:
    """`a` as positions from 0 on."""
    if a.dtype.kind not in "iuf":
        raise IndexError(f"an index array must hold integers, not {a.dtype}")
    if not a.size:
        return cupy.asarray(a).astype("l", copy=False)
    if isinstance(a, cupy.ndarray) and few_indices(a, 0, length - 1) is not None:
        return a.astype("l", copy=False)
    low, high = _ends(a)
    if low < -length or high >= length:
        raise IndexError(f"index ({low if low < -length else high}) out of range")
    a = cupy.asarray(a).astype("l", copy=False)
    return cupy.where(a < 0, a + length, a) if low < 0 else a


def _ends(a: Any) -> Any:
    """The least and the greatest of some numbers."""
    if isinstance(a, cupy.ndarray):
        if not synchronous():
            return cupy.stack([a.min(), a.max()]).get()     # one wait
        a = a.get()
    return a.min(), a.max()


def has_new_axes(key: Any) -> bool:
    """Whether there is None in a key."""
    return key is None or isinstance(key, tuple) and any(item is None for item in key)


def without_new_axes(key: Any) -> tuple[Any, ...]:
    """A key without None."""
    return tuple(item for item in key if item is not None) if isinstance(key, tuple) else () if key is None else key


def with_new_axes(key: Any, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """A key with None in it: the key without, and the shape that None makes of what is read."""
    key = key if isinstance(key, tuple) else (key,)
    plain = without_new_axes(key)
    selectors, rest = parsed(plain, shape), len(shape) - sum(_axes_of(k) for k in plain if k is not Ellipsis)
    lengths, axis, numbers, arrays = [], 0, [], []      # axes of numbers and arrays
    for item in key if any(k is Ellipsis for k in plain) else (*key, Ellipsis):
        if item is None:
            lengths.append(1)
            continue
        for selector in selectors[axis:axis + (rest if item is Ellipsis else _axes_of(item))]:
            if isinstance(selector, slice):
                lengths.append(length_of(selector))
            else:
                numbers.append(axis)
                arrays += [selector.shape] if isinstance(selector, cupy.ndarray) else []
            axis += 1
    if arrays:      # their axes stand where the first of these is, or in front if something is between them
        at = numbers[0] if len(arrays) == 1 or len(numbers) == numbers[-1] - numbers[0] + 1 else 0
        lengths[at:at] = numpy.broadcast_shapes(*arrays)
    if len(lengths) > 2:
        raise IndexError("Indexing that leads to >2D is not supported")
    return plain, tuple(lengths)


def length_of(selector: slice) -> int:
    """How many positions a slice that ``slice.indices`` gave has."""
    return len(range(selector.start, selector.stop, selector.step))


def positions_of(selector: ArrayLike | slice) -> Any:
    """The positions of any selector as an array."""
    if isinstance(selector, slice):
        return cupy.arange(selector.start, selector.stop, selector.step)
    return cupy.asarray([selector]) if isinstance(selector, int) else selector


def broadcast_arrays(*arrays: Any) -> tuple[cupy.ndarray, ...]:
    """Index arrays of one shape; an IndexError if they have none in common."""
    try:
        return cupy.broadcast_arrays(*arrays)
    except ValueError as error:
        raise IndexError("shape mismatch: indexing arrays could not be broadcast together with shapes "
                         + " ".join(str(a.shape) for a in arrays)) from error
