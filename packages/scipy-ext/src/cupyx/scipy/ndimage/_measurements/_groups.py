"""Groups of labelled pixels: which there are, and passes over the pixels."""
from __future__ import annotations

from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, OfFew, serial_blocks, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous, host

_REAL = [t + label for t in "?BHilfd" for label in "il"]
_sums, _extrema, _keys, _bins = (
    Kernel("group_passes.hpp", _kernels, "Groups", packed=packed, arguments=f"group_{name}")
    for name, packed in (("sums", [*_REAL, "Fi", "Di"]), ("extrema", _REAL), ("keys", _REAL), ("bins", _REAL)))
_values = Kernel("group_values.hpp", _kernels, "GroupValues",
                 packed=("?d", "Bd", "Hd", "id", "ld", "ff", "dd"))
_few, _many = OfFew(None), OfFew(None, most=1 << 20)
_TABLE = 1 << 20                 # labels that are looked up in a table
_COPIED = 1 << 16                # entries of all copies of a table that is added to
_SHARES, _SHARE = 16, 1 << 14    # of the host, each with a copy of its own, and pixels of one
_NARROW = 1 << 16                # values between the ends of what is sorted by few bytes
_TOP = numpy.uint64(2 ** 64 - 1)


def together(input: cupy.ndarray,
             labels: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray] | tuple[cupy.ndarray, ...]:
    """An image and its labels in one shape."""
    if input.shape == labels.shape:
        return input, labels
    try:
        return cupy.broadcast_arrays(input, labels)
    except ValueError:
        raise ValueError("input and labels must have the same shape (excepting dimensions with width 1)") from None


def by_value(array: cupy.ndarray) -> tuple[cupy.ndarray, numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
    """``(order, values, starts)``: positions of the items in stable order; the values there are and, of each, where its
    positions start, both in NumPy's arrays, with the end of all behind.
    """
    views = _few.views((array,)) if array.size else None       # few are sooner sorted by NumPy
    found = _by_narrow_value(cupy, array.ravel()) if views is None else _by_narrow_value(numpy, views[0].ravel())
    if found is not None:
        return cupy.asarray(found[0]), *found[1:]
    flat = array.ravel()
    order = cupy.argsort(flat, kind="stable")
    values, starts = cupy.unique(flat[order], return_index=True)
    return order, values.get(), numpy.append(starts.get(), flat.size)


def few_by_value(array: cupy.ndarray) -> tuple[Any, ...] | None:
    """The same with `order` of NumPy, of integers in the host's memory that lie close together; None for others."""
    views = _many.views((array,))
    return _by_narrow_value(numpy, views[0].ravel(), 4 * array.size) if views else None


def _by_narrow_value(xp: Any, flat: Any, wide: int = _NARROW) -> tuple[Any, ...] | None:
    """The same of integers of a library, if there are less than `wide` between the least and the greatest."""
    if flat.dtype.kind not in "iu" or not flat.size:
        return None
    low, high = int(flat.min()), int(flat.max())
    if high - low >= min(wide, _NARROW):
        return None
    # A byte or two of the keys decide.
    keys = (flat - flat.dtype.type(low)).astype("B" if high - low < 256 else "H")
    counts = xp.bincount(keys)
    counts = counts.get() if xp is cupy else counts
    found = counts.nonzero()[0]
    starts = numpy.concatenate([[0], counts[found].cumsum()])
    return xp.argsort(keys, kind="stable"), found.astype(flat.dtype) + flat.dtype.type(low), starts


class Groups:
    """Pixels of an image by their labels: all in one group, those above 0, or those of each label of `index`."""

    def __init__(self, input: cupy.ndarray, labels: cupy.ndarray | None, index: Any) -> None:
        self.input = cupy.asarray(input)
        self.whole = labels is None
        self.single = labels is None or index is None or numpy.ndim(index) == 0
        self.shape, self.count = (), 1
        self.inverse: Any = None
        self.fields: dict[str, Any] = {"groups": 1}
        self.char = "i"
        if labels is None:
            self.input = contiguous(self.input)
            return
        self.input, labels = together(self.input, cupy.asarray(labels))
        self.input = contiguous(self.input)
        if labels.dtype.char not in "ild":
            kind = "d" if labels.dtype.kind == "f" else "i" if labels.dtype.itemsize < 4 else "l"
            labels = labels.astype(kind)
        self.char = type_characters(labels.dtype)
        self.fields["labels"] = contiguous(labels)
        if index is None:
            self.fields["above"] = True
            return
        self._look_up(host(index))

    def _look_up(self, index: numpy.ndarray[Any, Any]) -> None:
        self.shape = index.shape
        unique, inverse = index.ravel(), slice(None)
        if not (unique[1:] > unique[:-1]).all():
            unique, inverse = numpy.unique(unique, return_inverse=True)
            self.inverse = cupy.asarray(inverse)
        self.count = unique.size
        self.fields["groups"] = unique.size
        low, high = (unique[0], unique[-1]) if unique.size else (0, -1)
        if self.char != "d" and unique.dtype.kind in "iub" and int(high) - int(low) < _TABLE:
            table = numpy.full(max(int(high) - int(low) + 1, 1), -1, numpy.int32)
            table[unique.astype(numpy.int64) - int(low)] = numpy.arange(unique.size)
            self.fields.update(table=cupy.asarray(table), low=int(low), range=table.size)
        elif self.char == "d" or unique.dtype.kind in "iub":
            self.fields["sorted"] = cupy.asarray(unique.astype(self.char))
        else:
            # Labels are whole numbers and never equal what is not.
            whole = numpy.flatnonzero(unique == numpy.rint(unique))
            table = {"sorted": cupy.asarray(unique[whole].astype(self.char))}
            self.fields.update(table, groups=whole.size)
            places = numpy.full(unique.size, whole.size)
            places[whole] = numpy.arange(whole.size)
            self.inverse = cupy.asarray(places[inverse])
            self.count = whole.size + 1

    def run(self, kernel: Kernel, run: int = 4096, **fields: Any) -> None:
        """One pass over the pixels, on the host `run` a call."""
        size = self.input.size
        if kernel in (_keys, _bins):
            width, run, calls = 1, 1, size
        elif serial_blocks():
            width, calls = 1, -(-size // run)
        else:
            # Neighbours along the last axis are read together; a thread goes down a column, where labels stay alike.
            width = self.input.shape[-1] if self.input.ndim > 1 and self.input.shape[-1] >= 32 else min(size, 1024)
            run = max(1, min(32, size // (1 << 17)))
            calls = -(-size // max(width * run, 1)) * width
        kernel.map(type_characters(self.input.dtype) + self.char, calls, work=4 * run, input=self.input, size=size,
                   width=width, run=run, **self.fields, **fields)

    def arrange(self, values: cupy.ndarray, shape_inner: tuple[int, ...] = ()) -> cupy.ndarray:
        """Values of the groups as values of the index."""
        if self.inverse is not None:
            values = values[self.inverse]
        return values.reshape(self.shape + shape_inner)

    def sums(self, counted: bool = True, centres: cupy.ndarray | None = None,
             axis: int | None = None) -> tuple[Any, Any]:
        """``(sums, counts)`` in double precision; squared distances from `centres`, or items times a coordinate."""
        parts = 2 if self.input.dtype.kind == "c" and centres is None else 1
        # Groups that are looked at; `count` may have one more that no label has.
        width = self.fields["groups"]
        if serial_blocks():
            # However many threads there are, so that sums have the same bits.
            copies = max(1, min(_SHARES, self.input.size // _SHARE, self.input.size // (4 * width + 1)))
        else:
            copies = next((n for n in (64, 16, 4) if n * width <= _COPIED), 1)
        sums = cupy.zeros((copies, parts, width))
        counts = cupy.zeros((copies, width), numpy.uint64) if counted else None
        more = {"copies": copies, "run": max(1, -(-self.input.size // copies))}
        if axis is not None:
            inner = int(numpy.prod(self.input.shape[axis + 1:], dtype=int))
            more.update(inner=inner, length=self.input.shape[axis])
        self.run(_sums, sums=sums, counts=counts, centres=centres, **more)
        sums = self._whole(sums, copies)
        counts = None if counts is None else self._whole(counts, copies)
        return (sums[0] + 1j * sums[1] if parts == 2 else sums[0]), counts

    def _whole(self, tables: cupy.ndarray, copies: int) -> cupy.ndarray:
        table = tables.sum(axis=0) if copies > 1 else tables[0]
        missing = self.count - self.fields["groups"]
        if missing:
            table = cupy.concatenate([table, cupy.zeros((*table.shape[:-1], missing), table.dtype)], axis=-1)
        return table

    def means(self) -> cupy.ndarray:
        """Means as `sums` takes centres."""
        sums, counts = self.sums()
        means = sums / counts
        return cupy.stack([means.real, means.imag]) if means.dtype.kind == "c" else means

    def extrema(self, positions: tuple[bool, ...] = (False, False),
                last: bool = False) -> tuple[cupy.ndarray, cupy.ndarray, None, cupy.ndarray | None]:
        """``(least, greatest, first positions of the least, first or last ones of the greatest)``."""
        low, high = cupy.full(self.count, _TOP), cupy.zeros(self.count, numpy.uint64)
        self.run(_extrema, least=low, greatest=high)
        least, greatest = (cupy.empty(self.count, self.input.dtype) for _ in range(2))
        self._items(low=low, high=high, least=least, greatest=greatest)
        where = []
        for wanted, keys, late in zip(positions, (low, high), (False, last), strict=True):
            if not wanted:
                where.append(None)
                continue
            found = cupy.full(self.count, 0 if late else _TOP)
            self.run(_extrema, **({"greatest": keys, "last": found} if late else {"least": keys, "first": found}))
            where.append(cupy.where(low > high, 0, found.view(numpy.int64)))
        return least, greatest, *where

    def medians(self) -> cupy.ndarray:
        """Medians of the groups."""
        counts = self.sums()[1]
        ends = cupy.cumsum(counts).astype(numpy.int64)
        keys = cupy.empty(self.input.size, numpy.uint64)
        self.run(_keys, keys=keys)
        if self.input.itemsize <= 4:
            keys = cupy.sort(keys)
        else:
            order = cupy.lexsort(cupy.stack([self.input.ravel(), keys.astype(self.input.dtype)]))
            keys = self._item_keys(self.input.ravel()[order])
        dtype = self.input.dtype if self.input.dtype.kind == "f" else numpy.dtype("d")
        median = cupy.empty(self.count, dtype)
        self._items(sorted=keys, counts=counts, ends=ends, median=median)
        return median

    def bins(self, edges: cupy.ndarray) -> cupy.ndarray:
        """How many items of each group lie in each bin; items are real numbers."""
        bins, groups = edges.size - 1, self.fields["groups"]
        places = cupy.empty(self.input.size, numpy.int64)
        self.run(_bins, edges=edges, bins=bins, places=places)
        table = cupy.bincount(places, minlength=(groups + 1) * bins + 1)[:self.count * bins].reshape(self.count, bins)
        if self.count > groups:
            table[groups] = 0           # of no label; what is counted there are pixels of no group
        return table

    def _item_keys(self, items: cupy.ndarray) -> cupy.ndarray:
        """Keys of 8 bytes, as rank_key.hpp makes them."""
        bits = items.view(numpy.uint64)
        top = numpy.uint64(1 << 63)
        if items.dtype.kind == "u":
            return bits
        if items.dtype.kind == "i":
            return bits ^ top
        return cupy.where(items != items, _TOP, cupy.where(bits & top, ~bits, bits | top))

    def _items(self, **fields: Any) -> None:
        dtype = self.input.dtype
        median = dtype if dtype.kind == "f" else numpy.dtype("d")
        pointers = {"low": None, "high": None, "sorted": None, "counts": None, "ends": None, "least": None,
                    "greatest": None, "median": None}
        _values.map(type_characters(dtype, median), self.count, **{**pointers, **fields})
