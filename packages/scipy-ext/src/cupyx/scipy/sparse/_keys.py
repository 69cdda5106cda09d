"""What stands between square brackets, as a number, a slice or an index array for each axis."""
import operator

import numpy

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._operators import is_sparse


def parsed(key, shape):
    """A selector for each axis: an int, a slice, or a device array of positions that are not negative.

    Raises
    ------
    IndexError
        For a position outside of the shape, which is looked at before anything is read: with arrays this waits.
    """
    items = _items(key, shape)
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
        selectors += _mask(item, lengths) if _is_mask(item) else [_one(item, lengths[0])]
    arrays = [s for s in selectors if isinstance(s, cupy.ndarray)]
    if any(a.ndim > 2 for a in arrays) or any(a.ndim > 1 for a in arrays) and any(
            isinstance(s, slice) for s in selectors):
        raise IndexError("Indexing that leads to >2D is not supported")
    return selectors


def _items(key, shape):
    key = key if isinstance(key, tuple) else (key,)
    items = []
    for item in key:
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


def _is_mask(item):
    return _arguments.is_dense(item) and item.dtype.kind == "b" and item.ndim


def _axes_of(item):
    return item.ndim if _is_mask(item) else 1


def _mask(mask, lengths):
    if mask.shape != tuple(lengths):
        raise IndexError(f"bool index has shape {mask.shape} instead of {tuple(lengths)}")
    return list(cupy.asarray(mask).nonzero())


def _one(item, length):
    if isinstance(item, slice):
        return slice(*item.indices(length))
    if _arguments.is_dense(item) and item.ndim:
        return _positions(item, length)
    try:
        i = operator.index(item.item() if _arguments.is_dense(item) else item)
    except TypeError as error:
        raise IndexError(f"an index must be an integer, a slice, or an array, not {item!r:.60}") from error
    if not -length <= i < length:
        raise IndexError(f"index ({i}) out of range")
    return i % length


def _positions(a, length):
    """`a` as positions from 0 on."""
    if a.dtype.kind not in "iuf":
        raise IndexError(f"an index array must hold integers, not {a.dtype}")
    if a.size:
        if isinstance(a, cupy.ndarray):
            low, high = cupy.stack([a.min(), a.max()]).get()
        else:
            low, high = a.min(), a.max()
        if low < -length or high >= length:
            raise IndexError(f"index ({low if low < -length else high}) out of range")
    a = cupy.asarray(a).astype("l", copy=False)
    return cupy.where(a < 0, a + length, a)


def length_of(selector):
    """How many positions a slice that ``slice.indices`` gave has."""
    return len(range(selector.start, selector.stop, selector.step))


def positions_of(selector):
    """The positions of any selector as an array."""
    if isinstance(selector, slice):
        return cupy.arange(selector.start, selector.stop, selector.step)
    return cupy.asarray([selector]) if isinstance(selector, int) else selector
