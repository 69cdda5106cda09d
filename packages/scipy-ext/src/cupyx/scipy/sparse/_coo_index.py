"""Reading and writing items of COO arrays with any number of axes."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupyx.scipy.sparse import _arguments, _keys
from cupyx.scipy.sparse._coo_many import flat_index, split_index
from cupyx.scipy.sparse._base import from_host
from cupyx.scipy.sparse._operators import is_sparse

if TYPE_CHECKING:
    from cupy.typing import ArrayLike


def _expanded(key: Any, shape: tuple[int, ...]) -> list[Any]:
    """An item for each axis, and None for new ones; masks have become index arrays."""
    items = []
    for item in map(from_host, key if isinstance(key, tuple) else (key,)):
        if is_sparse(item):
            item = item.toarray()
        if isinstance(item, (list, range)):
            item = numpy.asarray(item) if len(item) else numpy.zeros(0, int)
        if _arguments.is_dense(item) and item.dtype.kind == "b":
            axis = sum(i is not None and i is not Ellipsis for i in items)
            if not any(i is Ellipsis for i in items) and shape[axis:axis + item.ndim] != item.shape:
                raise IndexError(f"bool index has shape {item.shape}, which does not fit {shape}")
            items += cupy.asarray(item).nonzero()
        else:
            items.append(item)
    used = sum(i is not None and i is not Ellipsis for i in items)
    if used > len(shape):
        raise IndexError(f"too many indices for array: {used} for {len(shape)} axes")
    dots = [k for k, i in enumerate(items) if i is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    at = dots[0] if dots else len(items)
    return items[:at] + [slice(None)] * (len(shape) - used) + items[at + 1:]


def _positions(item: Any, length: int) -> cupy.ndarray:
    """An index array from 0 on; an IndexError for what is outside."""
    if item.dtype.kind not in "iu":
        raise IndexError(f"an index array must hold integers, not {item.dtype}")
    a = cupy.asarray(item).astype("l", copy=False)
    if a.size:
        low, high = cupy.stack([a.min(), a.max()]).get()
        if low < -length or high >= length:
            raise IndexError(f"index ({low if low < -length else high}) out of range")
    return cupy.where(a < 0, a + length, a)


def read(a: Any, key: Any) -> Any:
    """Items of an array: a number, or an array of what is left."""
    items = _expanded(key, a.shape)
    keep, coords, shape, arrays, axis = None, [], [], [], 0
    for item in items:
        if item is None:
            coords.append(None)
            shape.append(1)
            continue
        c, length = a.coords[axis], a.shape[axis]
        axis += 1
        if isinstance(item, slice):
            start, stop, step = item.indices(length)
            count = len(range(start, stop, step))
            if (start, stop, step) != (0, length, 1):
                c, rest = cupy.divmod(c.astype("l") - start, step)
                inside = (rest == 0) & (c >= 0) & (c < count)
                keep = inside if keep is None else keep & inside
            coords.append(c)
            shape.append(count)
        elif _arguments.is_dense(item) and item.ndim:
            arrays.append((len(coords), c, length, _positions(item, length)))
        else:
            i = operator.index(item.item() if _arguments.is_dense(item) else item)
            if not -length <= i < length:
                raise IndexError(f"index ({i}) out of range")
            inside = c == i % length
            keep = inside if keep is None else keep & inside
    data = a.data
    if keep is not None:
        kept = cupy.flatnonzero(keep)
        data = data[kept]
        coords = [None if c is None else c[kept] for c in coords]
        arrays = [(place, c[kept], length, index) for place, c, length, index in arrays]
    coords = [cupy.zeros(data.size, "l") if c is None else c for c in coords]
    if arrays:
        data, coords, shape = _matched(data, coords, shape, arrays)
    if not shape:
        return data.sum(dtype=data.dtype)
    index, own = _arguments.get_index_dtype(maxval=max(shape)), keep is None and not arrays
    return a._make(data.copy() if own else data, [c.astype(index, copy=own) for c in coords], tuple(shape))


def _matched(data: cupy.ndarray, coords: list[cupy.ndarray], shape: list[int],
        arrays: list[tuple[int, cupy.ndarray, int, cupy.ndarray]]) -> tuple[cupy.ndarray, list[cupy.ndarray],
            list[int]]:
    """Items at index arrays, whose shape takes the place of their axes."""
    places, stored, lengths, indices = zip(*arrays, strict=True)
    indices = _keys.broadcast_arrays(*indices)
    wanted = flat_index([i.ravel() for i in indices], lengths)
    have = flat_index(stored, lengths)
    # for each stored item the entries of the index arrays that ask for it
    order = cupy.argsort(wanted, kind="stable")
    ordered = wanted[order]
    first, last = cupy.searchsorted(ordered, have), cupy.searchsorted(ordered, have, side="right")
    ends = cupy.cumsum(last - first)
    total = int(ends[-1]) if ends.size else 0
    slots = cupy.arange(total)
    item = cupy.searchsorted(ends, slots, side="right")
    entry = order[first[item] + slots - (ends - (last - first))[item]] if total else cupy.zeros(0, "l")
    new = split_index(entry, indices[0].shape)
    at = places[0] if max(places) == min(places) else 0
    coords = [c[item] for c in coords]
    return data[item], coords[:at] + new + coords[at:], [*shape[:at], *indices[0].shape, *shape[at:]]


def write(a: Any, key: ArrayLike | slice, x: ArrayLike | object) -> None:
    """Set items, in place."""
    items = [i for i in _expanded(key, a.shape) if i is not None]
    plain, grids = [], []
    for item, length in zip(items, a.shape, strict=True):
        if isinstance(item, slice):
            plain.append(cupy.arange(length)[item])
        elif _arguments.is_dense(item) and item.ndim:
            plain.append(_positions(item, length))
        else:
            i = operator.index(item.item() if _arguments.is_dense(item) else item)
            if not -length <= i < length:
                raise IndexError(f"index ({i}) out of range")
            plain.append(i % length)
    arrays = [i for i, item in zip(plain, items, strict=True) if _arguments.is_dense(item) and i is not None
              and getattr(item, "ndim", 0)]
    common = numpy.broadcast_shapes(*[i.shape for i in arrays]) if arrays else ()
    slices = [k for k, item in enumerate(items) if isinstance(item, slice)]
    chosen = [k for k, item in enumerate(items) if _arguments.is_dense(item) and item.ndim]
    front = chosen[0] if chosen and chosen[-1] - chosen[0] == len(chosen) - 1 else 0
    before = [k for k in slices if chosen and k < front]
    after = [k for k in slices if k not in before]
    shape = (*[plain[k].size for k in before], *common, *[plain[k].size for k in after])
    for k, index in enumerate(plain):
        if isinstance(index, int):
            grids.append(cupy.broadcast_to(cupy.asarray(index), shape))
        elif k in chosen:
            grids.append(cupy.broadcast_to(index.reshape(index.shape + (1,) * len(after)), shape))
        else:
            at = before.index(k) if k in before else len(before) + len(common) + after.index(k)
            grids.append(cupy.broadcast_to(index.reshape((-1,) + (1,) * (len(shape) - at - 1)), shape))
    x = from_host(x)
    x = _arguments.assigned(x.toarray() if is_sparse(x) else x, a.dtype)
    x = cupy.broadcast_to(x, shape).ravel()
    there = flat_index([g.ravel() for g in grids], a.shape)
    # of several for one place the last stays
    order = cupy.argsort(there, kind="stable")
    ordered = there[order]
    last = cupy.ones(ordered.size, bool)
    last[:-1] = ordered[1:] != ordered[:-1]
    ordered, x = ordered[last], x[order][last]
    kept = cupy.flatnonzero(~cupy.isin(flat_index(a.coords, a.shape), ordered))
    index = a.coords[0].dtype
    new = split_index(ordered, a.shape)
    a.data = cupy.concatenate([a.data[kept], x])
    a.coords = tuple(cupy.concatenate([c[kept], n.astype(index)]) for c, n in zip(a.coords, new, strict=True))
    a.has_canonical_format = False
