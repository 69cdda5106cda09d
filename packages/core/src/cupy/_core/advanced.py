"""Indexing with arrays: a[key], a[key] = value and ufunc.at for keys that hold arrays or masks.

A key becomes a view (its slices, integers and new axes applied) and a list of integer index
arrays, each for one axis of the view.  One index array is a `take`; several become one array of
item offsets, so that every case ends in the same gather or scatter kernel.
"""
from collections.abc import Sequence
from typing import NamedTuple

import numpy

from cupy._core import gather, scatter_shared
from cupy._core.broadcast import broadcast_to
from cupy._core.constructors import empty
from cupy._core.copyto import copyto
from cupy._core.dtypes import normalize_dtype
from cupy._core.from_data import asarray
from cupy._core.indexing import check_range
from cupy._core.ndarray import ndarray
from cupy._core.ufunc import ufunc
from cupy._runtime.index_report import address_of
from cupy._specs.engine import add_offset

_add_offset = ufunc(add_offset)


class Selection(NamedTuple):
    """A parsed key: index arrays of one shape stand for neighbouring axes of a view."""

    view: ndarray         # the indexed axes are axis, axis + 1, …
    axis: int
    indices: list         # one integer array for each of these axes
    shape: tuple          # their broadcast shape
    sources: list         # the axes of the array that they index, -1 for none


def _is_integer(item):
    return not isinstance(item, (bool, numpy.bool_, ndarray, numpy.ndarray, list)) and hasattr(item, "__index__")


def _as_index(item) -> ndarray | numpy.ndarray:
    """An index array, checked where its values are at hand; a mask stays a mask."""
    if isinstance(item, ndarray):
        host = None
    else:
        if not isinstance(item, numpy.ndarray) and _has_arrays(item):
            return _as_index(asarray(item))
        host = numpy.asarray(item)
        if host.size == 0 and not isinstance(item, numpy.ndarray):
            host = host.astype(numpy.intp)
    kind = (item if host is None else host).dtype.kind
    if kind == "b":
        return item if host is None else asarray(host)
    if kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return item if host is None else host


def _has_arrays(item):
    return isinstance(item, (list, tuple)) and any(isinstance(x, ndarray) or _has_arrays(x) for x in item)


def _bounds(index, length, axis):
    """Raise IndexError for host indices out of range; bring the index to the device."""
    if isinstance(index, numpy.ndarray):
        if index.size:
            low, high = int(index.min()), int(index.max())
            if low < -length or high >= length:
                bad = low if low < -length else high
                raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {length}")
        return asarray(index.astype(numpy.int64, copy=False))
    check_range(index, length, axis)
    return index


class _Mask(NamedTuple):
    """A mask in a key, as long as the axes that it stands for are not known."""

    values: ndarray


def _expand(a, key):
    """The key as a list with masks turned into index arrays and the ellipsis written out, unless it is empty."""
    items = [_item(item) for item in (key if isinstance(key, tuple) else (key,))]
    consumed = sum(_axes_of(item) for item in items)
    if sum(item is Ellipsis for item in items) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if consumed > a.ndim:
        raise IndexError(f"too many indices for array: array is {a.ndim}-dimensional, but {consumed} were indexed")
    rest = [slice(None)] * (a.ndim - consumed)
    place = next((k for k, item in enumerate(items) if item is Ellipsis), None)
    # An ellipsis that stands for no axis still parts the arrays on its two sides.
    items = items + rest if place is None else items[:place] + (rest or [Ellipsis]) + items[place + 1:]
    result, axis = [], 0
    for item in items:
        if isinstance(item, _Mask):
            _check_mask(a, item.values, axis)
            result.extend(("in range", x) for x in gather.nonzero(item.values))
        else:
            result.append(item)
        axis += _axes_of(item)
    return result


def _item(item):
    """One item of a key in its normal form: None, ..., a slice, an int, a mask or an index array."""
    if item is None or item is Ellipsis or isinstance(item, slice):
        return item
    if _is_integer(item):
        return int(item.__index__())
    if not isinstance(item, (bool, numpy.bool_)):
        if isinstance(item, (str, bytes)) or not isinstance(item, (ndarray, numpy.ndarray, Sequence)):
            raise IndexError("only integers, slices (`:`), ellipsis (`...`), cupy.newaxis (`None`) "
                             "and integer or boolean arrays are valid indices")
        item = _as_index(item)
        if item.dtype.kind != "b" or item.ndim:
            return _Mask(item) if isinstance(item, ndarray) and item.dtype.kind == "b" else item
    # A scalar mask adds an axis of length 0 or 1.
    return "new", numpy.zeros(int(item), numpy.int64)


def _axes_of(item):
    """How many axes of the array an item of a key stands for."""
    if isinstance(item, _Mask):
        return item.values.ndim
    return int(not (item is None or item is Ellipsis or isinstance(item, tuple)))


def _check_mask(a, mask, axis):
    """A mask must have the shape of the axes that it stands for."""
    if axis + mask.ndim > a.ndim:
        raise IndexError(f"too many indices for array: array is {a.ndim}-dimensional, "
                         f"but {axis + mask.ndim} were indexed")
    for k, (have, want) in enumerate(zip(mask.shape, a.shape[axis:], strict=False), axis):
        if have != want:
            raise IndexError(f"boolean index did not match indexed array along axis {k}; "
                             f"size of axis is {want} but size of corresponding boolean axis is {have}")


def parse(a, key):
    """The `Selection` of a key that holds at least one array."""
    if isinstance(key, ndarray) and key.dtype.kind in "iu" and a.ndim:
        return Selection(a, 0, [_bounds(key, a.shape[0], 0)], key.shape, [0])
    items = _expand(a, key)
    places = [k for k, x in enumerate(items) if not (x is None or x is Ellipsis or isinstance(x, slice))]
    adjacent = places == list(range(places[0], places[-1] + 1))
    basic, indices, axes, sources, axis = [], [], [], [], 0
    source = 0
    for item in items:
        if item is Ellipsis:
            continue
        if item is None:
            basic.append(None)
            axis += 1
        elif isinstance(item, slice):
            basic.append(item)
            axis += 1
            source += 1
        elif isinstance(item, tuple) and item[0] == "new":
            basic.append(None)
            indices.append(item)
            axes.append(axis)
            sources.append(-1)
            axis += 1
        else:
            if isinstance(item, int) or not isinstance(item, tuple) and item.ndim == 0:
                single = numpy.asarray(item) if isinstance(item, int) else item
                item = "in range", _bounds(single, a.shape[source], source)
            basic.append(slice(None))
            indices.append(item)
            axes.append(axis)
            sources.append(source)
            axis += 1
            source += 1
    view = a[tuple(basic)]
    first = axes[0] if adjacent else 0
    if not adjacent:
        view = view.transpose(axes + [k for k in range(view.ndim) if k not in axes])
    shapes = [(x[1] if isinstance(x, tuple) else x).shape for x in indices]
    try:
        shape = shapes[0] if len(shapes) == 1 else numpy.broadcast_shapes(*shapes)
    except ValueError:
        raise IndexError("shape mismatch: indexing arrays could not be broadcast together with shapes "
                         + " ".join(str(x) for x in shapes)) from None
    if 0 in shape:      # nothing is selected, wherever the indices are
        indices = [empty(shape, numpy.int64)] * len(indices)
    else:
        indices = [asarray(x[1]) if isinstance(x, tuple) else _bounds(x, a.shape[k], k)
                   for x, k in zip(indices, sources, strict=True)]
    return Selection(view, first, indices, shape, sources)


def parse_apart(a, key):
    """`parse` for writing to `a`: index arrays in its memory are copied before."""
    selection = parse(a, key)
    selection.indices[:] = [apart(index, a) for index in selection.indices]
    return selection


def offsets(selection, operation="read"):
    """Distance in bytes, from the view's first item, of the items that the index arrays select."""
    if 0 in selection.shape:
        return empty(selection.shape, numpy.int64)
    offsets = None
    for k, index in enumerate(selection.indices):
        length = selection.view.shape[selection.axis + k]
        stride = selection.view.strides[selection.axis + k]
        index = index.astype(numpy.int64, copy=False)
        offsets = _add_offset(0 if offsets is None else offsets, index, length, stride,
                             address_of(operation, max(selection.sources[k], 0)))
    return broadcast_to(offsets, selection.shape)


def _whole_mask(a, key):
    """The mask when the key is one mask over the leading axes of `a`, else None."""
    if isinstance(key, tuple):
        if len(key) != 1:
            return None
        key = key[0]
    if isinstance(key, ndarray) and key.dtype.kind == "b" and 0 < key.ndim <= a.ndim:
        _check_mask(a, key, 0)
        return key
    return None


def get(a, key):
    """``a[key]`` for a key with arrays."""
    mask = _whole_mask(a, key)
    if mask is not None:
        if mask.ndim == a.ndim:
            return gather.mask_select(a, mask)
        positions = gather.nonzero(mask.ravel())[0]
        return gather.take_axis(a.reshape((mask.size, *a.shape[mask.ndim:])), positions, 0)
    selection = parse(a, key)
    if len(selection.indices) == 1:
        return gather.take_axis(selection.view, selection.indices[0], selection.axis, "read", selection.sources[0])
    return gather.gather_offsets(selection.view, offsets(selection), selection.axis, len(selection.indices))


def set(a, key, value):
    """``a[key] = value`` for a key with arrays."""
    mask = apart(_whole_mask(a, key), a)
    scalar = not isinstance(value, (ndarray, list, tuple, numpy.ndarray))
    if mask is not None and (scalar or isinstance(value, (ndarray, numpy.ndarray)) and value.ndim == 0):
        shape = mask.shape + (1,) * (a.ndim - mask.ndim)
        if not isinstance(value, (ndarray, numpy.ndarray, numpy.generic)):
            value = numpy.asarray(value, a.dtype)       # which refuses what does not fit, as for one item
        copyto(a, value, casting="unsafe", where=mask.reshape(shape))
        return
    if type(value) is bool or type(value) is int or type(value) is float:
        number, value = value, ndarray((), a.dtype)
        value.fill(number)
    else:
        # Items of lists are refused as single ones are.
        cast = scalar or isinstance(value, (list, tuple)) and a.dtype.kind in "biufc"
        value = asarray(value, normalize_dtype(a.dtype) if cast else None).astype(a.dtype, copy=False)
    if mask is not None and mask.ndim == a.ndim and value.ndim == 1:
        gather.mask_assign(a, mask, value)
        return
    selection = parse_apart(a, key)
    value = apart(spread(value, selection), a)
    if not scatter_one(selection, value):
        places = offsets(selection, "assign")
        gather.scatter_offsets(selection.view, places, selection.axis, len(selection.indices), value)


def scatter_one(selection, value, change=None):
    """Assign values, or combine them with items by `change`, if one index array says where; tell whether it does."""
    if len(selection.indices) != 1:
        return False
    index = selection.indices[0]
    if change is not None and change[0] == "add" and scatter_shared.add(selection.view, index, value):
        return True
    return gather.scatter_indexed(selection.view, index, value, change, selection.axis, max(selection.sources[0], 0))


def spread(value, selection):
    """The value broadcast to the shape of the indexing result."""
    view, axis, count = selection.view, selection.axis, len(selection.indices)
    shape = view.shape[:axis] + selection.shape + view.shape[axis + count:]
    if value.shape == shape:
        return value
    try:
        return broadcast_to(value, shape)
    except ValueError:
        if value.ndim > len(shape) and all(n == 1 for n in value.shape[:value.ndim - len(shape)]):
            return broadcast_to(value.reshape(value.shape[value.ndim - len(shape):]), shape)
        raise ValueError(f"shape mismatch: value array of shape {value.shape} could not be broadcast "
                         f"to indexing result of shape {shape}") from None


def apart(x, a):
    """`x` where writing to `a` does not change it: a copy of an array in the same memory."""
    return x.copy() if x is not None and x.size and x.data.mem is a.data.mem else x
