"""Reading and writing items of compressed formats by position."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import sparse as parts
from cupyx.scipy.sparse import _arguments, _keys
from cupyx.scipy.sparse._base import from_host
from cupyx.scipy.sparse._compressed import Compressed
from cupyx.scipy.sparse._operators import is_sparse

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._data import Data


class Indexing(Compressed):
    """``a[key]`` and ``a[key] = x`` of a compressed format."""

    def __getitem__(self, key: Any) -> Any:
        if not _keys.has_new_axes(key):
            return self._read(_keys.parsed(key, self._shape))
        key, shape = _keys.with_new_axes(key, self._shape)
        found = self._read(_keys.parsed(key, self._shape), kept=True)
        shape = shape if self._family == "array" or len(shape) == 2 else (1, *shape)
        if not is_sparse(found):
            return found.reshape(shape) if self.ndim == 2 else type(self)(found.reshape(shape))
        return found if found.shape == shape else found.tocoo(copy=False).reshape(shape)

    def _read(self, selectors: Sequence[Any], kept: bool = False) -> cupy.ndarray | Data:
        """What selectors name; axes of numbers are `kept` as axes of one item, or gone from arrays."""
        if self.ndim == 1:
            return self._read_line(selectors[0])
        if all(isinstance(s, int) for s in selectors):
            row, col = cupy.asarray(selectors)[:, None]
            return self._looked_up(row, col)[0]
        arrays = [s for s in selectors if isinstance(s, cupy.ndarray)]
        if len(arrays) == 2 or arrays and arrays[0].ndim == 2:
            return self._read_places(*selectors)
        return self._read_grid(*selectors, kept=kept)

    def __setitem__(self, key: Any, x: Any) -> None:
        selectors, x = _keys.parsed(_keys.without_new_axes(key), self._shape, written=True), from_host(x)
        if self.ndim == 1:
            selectors = [0, *selectors]
        row, col = _places(*selectors)
        if all(isinstance(s, int) for s in selectors) and math.prod(numpy.shape(x)) != 1:
            raise ValueError("Trying to assign a sequence to an item")
        if is_sparse(x):
            if 0 not in x.shape:
                row, col = (c[None] if c.ndim == 1 else c for c in (row, col))
                self._write_sparse(row, col, x)
            return
        x = _arguments.assigned(x, self.dtype)
        if _without_ones(x.shape) == _without_ones(row.shape):
            x = x.reshape(row.shape)
        x = cupy.broadcast_to(x, row.shape)
        return self._write(row.ravel(), col.ravel(), x.ravel())

    # reading

    def _looked_up(self, row: cupy.ndarray, col: cupy.ndarray) -> cupy.ndarray:
        """Values at coordinates."""
        if self._flip:
            row, col = col, row
        return parts.csr_lookup(self._triple, self._rows, row, col, self._is_canonical())

    def _read_line(self, selector: ArrayLike | slice) -> Any:
        """Items of an array of one axis."""
        if isinstance(selector, int):
            return self._looked_up(cupy.zeros(1, "l"), cupy.asarray([selector]))[0]
        if isinstance(selector, cupy.ndarray) and selector.ndim == 2:
            values = self._looked_up(cupy.zeros(selector.size, "l"), selector.ravel())
            return type(self)(values.reshape(selector.shape))
        triple, rows, known = self._minor(self._triple, self._rows, selector)
        return self._make(triple, None, rows[1:], **known)

    def _read_places(self, row: cupy.ndarray, col: cupy.ndarray) -> cupy.ndarray | Data:
        """Items where rows and columns meet one by one."""
        if isinstance(row, cupy.ndarray) and isinstance(col, cupy.ndarray) and row.ndim == 2 and row.shape[1] == 1 \
                and (col.ndim == 1 or col.shape[0] == 1) and col.size > 1:
            return self._read_grid(row.ravel(), col.ravel())
        if isinstance(row, int) and col.shape[0] == 1:
            return self._read_grid(slice(row, row + 1, 1), col.ravel())
        places, kind = _keys.broadcast_arrays(*map(_keys.positions_of, (row, col))), type(self)
        if not isinstance(row, cupy.ndarray):
            kind = self._class("coo")
        shape = places[0].shape
        if not places[0].size:
            shape = shape if self._family == "array" or len(shape) == 2 else (1, *shape)
            return (kind if len(shape) == 2 else self._class("coo"))(shape, dtype=self.dtype)
        values = self._looked_up(*(c.ravel() for c in places)).reshape(shape)
        if len(shape) == 2:
            return kind(values)
        return values[None] if self._family == "matrix" else values

    def _read_grid(self, row: ArrayLike | slice, col: ArrayLike | slice, kept: bool = False) -> Any:
        """Items where selected rows cross selected columns."""
        triple, rows, known = self._triple, self._rows, {"sorted": self._sorted, "canonical": self._canonical}
        major, minor = (col, row) if self._flip else (row, col)
        triple, rows = self._major(triple, rows, major)
        if not (isinstance(minor, slice) and minor == slice(0, rows[1], 1)):
            triple, rows, known = self._minor(triple, rows, minor)
        elif isinstance(major, int) or isinstance(major, slice) and major.step == 1:
            triple = tuple(array.copy() for array in triple)        # those are parts of this matrix's own
        a = self._make(triple, rows, **known)
        gone = [axis for axis, s in enumerate((row, col)) if isinstance(s, int)]
        if not gone or kept or self._family == "matrix":
            return a
        return a.tocoo(copy=False).reshape(a.shape[1 - gone[0]])

    def _major(self, triple: tuple[cupy.ndarray, ...], rows: tuple[int, ...], selector: Any) -> Any:
        """Rows of the arrays of a compressed matrix."""
        data, indices, indptr = triple
        if isinstance(selector, int):
            selector = slice(selector, selector + 1, 1)
        if not isinstance(selector, slice):
            chosen = selector.astype(indptr.dtype, copy=False)
            return parts.csr_take_rows(triple, rows, chosen), (chosen.size, rows[1])
        start, stop, step = selector.start, selector.stop, selector.step
        if selector == slice(0, rows[0], 1):
            return triple, rows
        if step != 1:
            chosen = cupy.arange(start, stop, step, dtype=indptr.dtype)
            return parts.csr_take_rows(triple, rows, chosen), (chosen.size, rows[1])
        stop = max(start, stop)
        ends = indptr[start:stop + 1:max(stop - start, 1)].get().tolist()
        first, last = (min(max(end, 0), data.size) for end in (ends[0], ends[-1]))
        return (data[first:last], indices[first:last], indptr[start:stop + 1] - first), (stop - start, rows[1])

    def _minor(self, triple: tuple[cupy.ndarray, ...], rows: tuple[int, ...], selector: Any) -> Any:
        """Columns of the arrays of a compressed matrix, its shape then, and what is known of the order."""
        known = {"sorted": self._sorted, "canonical": self._canonical}
        if isinstance(selector, int):
            selector = slice(selector, selector + 1, 1)
        if not isinstance(selector, slice):
            index = triple[2].dtype
            turned = parts.csr_take_rows(parts.csr_transpose(triple, rows), rows[::-1],
                                         selector.astype(index, copy=False))
            shape = selector.size, rows[0]
            return parts.csr_transpose(turned, shape), shape[::-1], {"sorted": True, "canonical": self._canonical}
        start, step, count = selector.start, selector.step, _keys.length_of(selector)
        place = triple[1] - start
        keep = (place >= 0) & (place < count) if step == 1 else None
        if keep is None:
            place, rest = cupy.divmod(place, step)
            keep = (rest == 0) & (place >= 0) & (place < count)
            if step < 0:
                known = {"sorted": None, "canonical": None}
        kept = parts.csr_keep((triple[0], place.astype(triple[1].dtype, copy=False), triple[2]), keep)
        return kept, (rows[0], count), known

    # writing

    def _write(self, row: cupy.ndarray, col: cupy.ndarray, x: cupy.ndarray) -> None:
        """Set items at coordinates; of several for one place the last stays."""
        if not row.size:
            return
        self._settle()
        if self._flip:
            row, col = col, row
        index = self.indices.dtype
        rows = cupy.concatenate([parts.expand_indptr(self.indptr, self.data.size), row.astype(index, copy=False)])
        cols = cupy.concatenate([self.indices, col.astype(index, copy=False)])
        order = parts.coo_order(rows, cols, self._rows)
        rows, cols = rows[order], cols[order]
        last = cupy.ones(rows.size, bool)
        last[:-1] = (rows[1:] != rows[:-1]) | (cols[1:] != cols[:-1])
        order = order[last]
        self.data = cupy.concatenate([self.data, x])[order]
        self.indices, self.indptr = cols[last], parts.compress_rows(rows[last], self._rows[0], index)
        self._known(canonical=True)

    def _write_sparse(self, row: cupy.ndarray, col: cupy.ndarray, x: Any) -> None:
        """Set the items of a grid or list of places to those of a sparse matrix: what it lacks becomes zero."""
        shape, found = row.shape, x._shape2
        if any(n not in (1, m) for n, m in zip(found, shape, strict=True)):
            raise ValueError("shape mismatch in assignment")
        x = x._stretched(shape) if found != shape else x.tocoo(copy=False)
        self._settle()
        stored = parts.expand_indptr(self.indptr, self.data.size).astype("l"), self.indices.astype("l")
        width = self._rows[1]
        major, minor = (col, row) if self._flip else (row, col)
        inside = cupy.isin(stored[0] * width + stored[1], (major * width + minor).ravel())
        self.data = cupy.where(inside, self.data.dtype.type(0), self.data)
        x._settle()
        self._write(row[x.row, x.col], col[x.row, x.col], x.data.astype(self.dtype, copy=False))

    def setdiag(self, values: ArrayLike, k: Int = 0) -> None:
        """Set elements `k` above the main diagonal, in place.

        Parameters
        ----------
        values : array or scalar
            As many as the diagonal has, one for all of them, or fewer.
        k : int, optional
            Which diagonal.
        """
        from cupyx.scipy.sparse._coo import check_diagonal, diagonal_places

        check_diagonal(self._shape, k)
        if 0 in self._shape:
            return
        at, values = diagonal_places(self._shape, values, k, self.dtype)
        self._settle()
        before, dtype = self.data.size, self.dtype
        self._write(at, at + k, cupy.broadcast_to(values, at.shape))
        if self.data.size == before and self.dtype != dtype:        # all items were there: their type stays
            self.data = self.data.astype(dtype)


def _places(row: Any, col: Any) -> tuple[cupy.ndarray, ...]:
    """Rows and columns that two selectors name together, of one shape."""
    slices = [isinstance(s, slice) for s in (row, col)]
    row, col = map(_keys.positions_of, (row, col))
    if not any(slices):
        return _keys.broadcast_arrays(row, col)
    if slices[0]:
        row = row[:, None]
    if slices[1]:
        row, col = row[:, None] if row.ndim == 1 else row, col[None]
    return cupy.broadcast_arrays(row, col)


def _without_ones(shape: tuple[int, ...]) -> list[int]:
    """A shape as ``squeeze`` leaves it."""
    return [n for n in shape if n != 1]
