"""Coordinates and values."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy

import cupy
from cupy._ext import few_indices, sparse as parts
from cupyx.scipy.sparse import _arguments, _structure
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse._data import Data
from cupyx.scipy.sparse._in_host_memory import scipy_in_host_memory

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._csc import CSC
    from cupyx.scipy.sparse._csr import CSR
    from cupyx.scipy.sparse._dia import dia_array

class COO(Data):
    """Values and their coordinates, in any order; values of the same place count together."""

    format = "coo"
    coords: tuple[cupy.ndarray, ...]
    has_canonical_format = False

    def __init__(self, arg1: Any, shape: Int | Sequence[Int] | None = None, dtype: DTypeLike | None = None,
                 copy: bool = False, *, maxprint: int | None = None) -> None:
        super().__init__(maxprint=maxprint)
        if dtype is not None:
            dtype = _arguments.value_dtype(dtype)
        arg1 = from_host(arg1)
        self.has_canonical_format = False
        if issparse(arg1):
            self._take(arg1, shape, copy)
        elif _arguments.is_shape(arg1, self._dimensions):
            self._shape = _arguments.check_shape(arg1, self._dimensions)
            index = _arguments.get_index_dtype(maxval=max(self._shape))
            self.coords = tuple(cupy.zeros(0, index) for _ in self._shape)
            self.data = cupy.zeros(0, _arguments.value_dtype(dtype, float))
            self.has_canonical_format = True
        elif isinstance(arg1, tuple):
            self._set_given(arg1, dtype, shape, copy)
        else:
            self._set_dense(arg1, dtype, shape)
        self.coords = _wide(self.coords)
        if dtype is not None and self.data.dtype != dtype:
            self.data = self.data.astype(dtype)

    @classmethod
    def _make(cls, data: cupy.ndarray, coords: Sequence[cupy.ndarray], shape: tuple[int, ...],
              canonical: bool = False) -> Self:
        """A matrix of arrays that are known to be right."""
        self = cls.__new__(cls)
        self.data, self.coords, self._shape, self.has_canonical_format = data, _wide(coords), shape, canonical
        return self

    @classmethod
    def _from_host(cls, x: Any) -> COO:
        return cls._make(_arguments.values(x.data), [cupy.asarray(c) for c in x.coords], x.shape,
                         x.has_canonical_format)

    def _take(self, other: Any, shape: Any, copy: bool) -> None:
        other = other.tocoo(copy=copy)
        if len(other.shape) not in self._dimensions:
            raise ValueError(f"{type(self).__name__} cannot have shape {other.shape}")
        shape = None if shape is None else _arguments.check_shape(shape, self._dimensions)
        self.data, self.coords, self._shape = other.data, other.coords, shape or other.shape
        self.has_canonical_format = other.has_canonical_format
        if shape is not None:
            self._check()

    def _set_dense(self, a: ArrayLike, dtype: Any, shape: Any) -> None:
        a = _arguments.values(a, dtype if _arguments.is_dense(a) else None, other=dtype)
        if a.ndim not in self._dimensions:
            if a.ndim == 0 and self._family == "array":
                raise ValueError("sparse array classes do not support instantiation from a scalar")
            if a.ndim > 2:
                raise TypeError(f"expected 2D array or matrix, not {a.ndim}D")
            a = cupy.atleast_2d(a)
        self._shape = a.shape
        if shape is not None and _arguments.check_shape(shape, self._dimensions) != a.shape:
            raise ValueError(f"inconsistent shapes: {shape} != {a.shape}")
        index = _arguments.get_index_dtype(maxval=max(a.shape, default=0))
        coords = a.nonzero()
        self.data = a[coords]
        self.coords = tuple(c.astype(index, copy=False) for c in coords)
        self.has_canonical_format = True

    def _set_given(self, given: tuple[cupy.ndarray | tuple[cupy.ndarray | int, ...], ...], dtype: DTypeLike | None,
                   shape: tuple[int, ...] | Int | Sequence[Int] | None, copy: bool) -> None:
        try:
            data, coords = given
            coords = tuple(coords)
        except (TypeError, ValueError) as error:
            raise TypeError("invalid input format") from error
        coords = tuple(_arguments.indices(c) for c in coords)
        if shape is None:
            if not coords or any(c.ndim == 0 for c in coords):
                raise TypeError("coordinates must be arrays, one for each axis")
            if any(not len(c) for c in coords):
                raise ValueError("cannot infer dimensions from zero sized index arrays")
            shape = [int(n) + 1 for n in cupy.stack([c.max() for c in coords]).get()]
        shape = _arguments.check_shape(shape, self._dimensions)
        self.data = _arguments.values(data, _arguments.made_first(data, dtype), copy)
        if len(coords) != len(shape):
            raise ValueError(f"mismatching number of index arrays for shape; got {len(coords)}, "
                             f"expected {len(shape)}")
        if any(c.ndim == 0 for c in coords):
            raise TypeError("coordinates must be arrays, one for each axis")
        if any(c.ndim != 1 for c in (self.data, *coords)):
            raise ValueError("coordinates and data arrays must be 1-D")
        if any(c.size != self.data.size for c in coords):
            raise ValueError("all index and data arrays must have the same length")
        self._shape = shape
        index = self._index_dtype(coords, max(shape))
        wide = tuple(c.astype("l", copy=False) if c.dtype != index else c for c in coords)
        self.coords = wide
        self._check()
        self.coords = tuple(c.astype(index, copy=copy) for c in wide)

    def _check(self) -> None:
        """Raise a ValueError for a coordinate outside of the shape."""
        if not self.data.size or all(few_indices(c, 0, n - 1) is not None
                                     for c, n in zip(self.coords, self._shape, strict=True)):
            return
        ends = cupy.stack([f(c).astype("l") for c in self.coords for f in (cupy.min, cupy.max)]).get().tolist()
        for axis, (low, high) in enumerate(zip(ends[::2], ends[1::2], strict=True)):
            if low < 0:
                raise ValueError(f"negative axis {axis} index: {low}")
            if high >= self._shape[axis]:
                raise ValueError(f"axis {axis} index {high} exceeds matrix dimension {self._shape[axis]}")

    @property
    def row(self) -> cupy.ndarray:
        """Rows of the values."""
        return self.coords[0] if self.ndim > 1 else cupy.zeros_like(self.coords[0])

    @row.setter
    def row(self, row: cupy.ndarray) -> None:
        if self.ndim < 2:
            raise ValueError("cannot set row attribute of a 1-dimensional sparse array")
        self.coords = (row.astype(self.coords[0].dtype, copy=False), self.coords[1])

    @property
    def col(self) -> cupy.ndarray:
        """Columns of the values."""
        return self.coords[-1]

    @col.setter
    def col(self, col: cupy.ndarray) -> None:
        self.coords = (*self.coords[:-1], col.astype(self.coords[-1].dtype, copy=False))

    def _with_data(self, data: cupy.ndarray, copy: bool = False) -> COO:
        coords = tuple(c.copy() for c in self.coords) if copy else self.coords
        return self._make(data.copy() if copy else data, coords, self._shape, self.has_canonical_format)

    def get(self, stream: cupy.cuda.Stream | None = None) -> Any:
        """A copy in host memory, of SciPy's class of the same format."""
        return _structure.coordinates_on_host(self._scipy_class(), self.data, self.coords, self._shape,
                                              self.has_canonical_format, stream)

    def _getnnz(self, axis: Any = None) -> Any:
        if axis is None:
            return self.data.size
        if not -self.ndim <= axis < self.ndim:
            raise ValueError("axis out of bounds")
        if self.ndim == 1:
            return cupy.asarray(self.data.size)
        other = 1 - axis % self.ndim
        return _structure.counts(self.coords[other], self._shape[other])

    def count_nonzero(self, axis: Any = None) -> cupy.ndarray:
        """How many values are not zero, over all or along an axis."""
        self.sum_duplicates()
        if axis is None:
            return cupy.count_nonzero(self.data)
        kept = cupy.flatnonzero(self.data)
        if kept.size == self.data.size:
            return self._getnnz(axis)
        return self._make(self.data[kept], [c[kept] for c in self.coords], self._shape)._getnnz(axis)

    def eliminate_zeros(self) -> None:
        """Drop stored zeros, in place."""
        kept = cupy.flatnonzero(self.data)
        if kept.size < self.data.size:
            self.data, self.coords = self.data[kept], tuple(c[kept] for c in self.coords)

    def sum_duplicates(self) -> None:
        """Add up values of the same place, in place; the items are sorted by row then."""
        if self.has_canonical_format:
            return
        row, col, self.data = parts.coo_sum_duplicates(self.row, self.col, self.data, self._shape2)
        self.coords = (row, col)[-self.ndim:]
        self.has_canonical_format = True

    def diagonal(self, k: Int = 0) -> cupy.ndarray:
        """Items `k` above the main diagonal."""
        if self.ndim != 2:
            raise ValueError("diagonal requires two dimensions")
        m, n = self._shape
        out = cupy.zeros(max(0, min(m + min(k, 0), n - max(k, 0))), self.dtype)
        if not out.size:
            return out
        row, col = self.coords
        here = cupy.flatnonzero((row + k if k else row) == col)
        add_at(out, (col if k < 0 else row)[here], self.data[here])
        return out

    def setdiag(self, values: ArrayLike, k: Int = 0) -> None:
        """Set elements `k` above the main diagonal, in place.

        Parameters
        ----------
        values : array or scalar
            As many as the diagonal has, one for all of them, or fewer.
        k : int, optional
            Which diagonal.
        """
        at, values = diagonal_places(self._shape, values, k, self.dtype)
        kept = cupy.flatnonzero((self.row + k != self.col) | (self.row >= max(0, -k) + at.size))
        index = self.row.dtype
        self.data = cupy.concatenate([self.data[kept], cupy.broadcast_to(values, at.shape)])
        self.coords = (cupy.concatenate([self.row[kept], at.astype(index)]),
                       cupy.concatenate([self.col[kept], (at + k).astype(index)]))
        self.has_canonical_format = False

    def reshape(self, *shape: Any, order: str = "C", copy: bool = False) -> Any:
        """The items, in the given order, in another shape."""
        shape = _arguments.check_shape(_arguments.reshaped(shape, self._shape, order), self._dimensions)
        if shape == self._shape:
            return self.copy() if copy else self
        wide = _arguments.get_index_dtype(maxval=math.prod(self._shape))
        index = _arguments.get_index_dtype(maxval=max(shape))
        row, col = self.row.astype(wide, copy=False), self.col.astype(wide, copy=False)
        rows, cols = self._shape2
        flat = row * cols + col if order == "C" else col * rows + row
        if len(shape) == 1:
            coords = (flat,)
        else:
            div, mod = cupy.divmod(flat, max(1, shape[1] if order == "C" else shape[0]))
            coords = (div, mod) if order == "C" else (mod, div)
        return self._make(self.data.copy() if copy else self.data,
                          [c.astype(index, copy=False) for c in coords], shape)

    def transpose(self, axes: tuple[int, ...] | None = None, copy: bool = False) -> Any:
        """The transpose."""
        if axes not in (None, (1, 0)) and self.ndim == 2:
            raise ValueError("Sparse arrays/matrices do not support an 'axes' parameter because swapping "
                             "dimensions is the only logical permutation.")
        a = self.copy() if copy else self
        return self._make(a.data, a.coords[::-1], self._shape[::-1])

    def tocoo(self, copy: bool = False) -> Any:
        """The matrix itself, or a copy."""
        return self.copy() if copy else self

    def toarray(self, order: Literal["C", "F"] | None = None, out: cupy.ndarray | None = None) -> Any | cupy.ndarray:
        out = self._dense_out(order, out)
        dense = parts.coo_to_dense(self.row, self.col, self.data, self._shape2, order or "C").reshape(self._shape)
        if out is None:
            return dense
        out[...] = dense
        return out

    toarray.__doc__ = Data.toarray.__doc__

    def tocsr(self, copy: bool = False) -> CSR:
        """The matrix as CSR; values of the same place are added up."""
        return self._class("csr")._make(self._compress(self.row, self.col, self._shape2), None, self._shape,
                                        canonical=True)

    def tocsc(self, copy: bool = False) -> CSC:
        """The matrix as CSC; values of the same place are added up."""
        if self.ndim != 2:
            raise ValueError(f"Cannot convert a {self.ndim}d sparse array to csc format")
        return self._class("csc")._make(self._compress(self.col, self.row, self._shape[::-1]), None, self._shape,
                                        canonical=True)

    def _compress(self, row: cupy.ndarray, col: cupy.ndarray,
                  shape: tuple[int, ...]) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        index = _arguments.get_index_dtype((row, col) if self.data.size else (), maxval=max(self.data.size, *shape))
        row, col = row.astype(index, copy=False), col.astype(index, copy=False)
        return parts.coo_to_csr(row, col, self.data, shape)

    def _matmul_dense(self, other: cupy.ndarray) -> cupy.ndarray:
        if self.ndim == 1 or self.dtype.kind == other.dtype.kind == "b":
            return super()._matmul_dense(other)
        if other.ndim == 2:
            return parts.coo_matmat(self.row, self.col, self.data, self._shape, other)
        return parts.coo_matvec(self.row, self.col, self.data, self._shape[0], other)

    @scipy_in_host_memory()
    def todia(self, copy: bool = False) -> dia_array:
        """The matrix as diagonals."""
        if self.ndim != 2:
            raise ValueError(f"Cannot convert a {self.ndim}d sparse array to dia format")
        self.sum_duplicates()
        cls = self._class("dia")
        if not self.data.size:
            return cls._make(cupy.zeros((0, 0), self.dtype), cupy.zeros(0, numpy.int32), self._shape)
        offsets, which = cupy.unique(self.col - self.row, return_inverse=True)
        offsets = offsets.astype(_arguments.get_index_dtype(maxval=max(self._shape)), copy=False)
        data = cupy.zeros((offsets.size, int(self.col.max()) + 1), self.dtype)
        data[which, self.col] = self.data
        return cls._make(data, offsets, self._shape)


def _wide(coords: Sequence[cupy.ndarray]) -> tuple[cupy.ndarray, ...]:
    """Coordinates, of more than two axes as int64."""
    coords = tuple(coords)
    return coords if len(coords) <= 2 else tuple([c.astype("l", copy=False) for c in coords])


def add_at(out: cupy.ndarray, where: cupy.ndarray, values: cupy.ndarray) -> None:
    """Add `values` to items of `out`, of booleans too."""
    if out.dtype.kind == "b":
        out[where[values]] = True
    else:
        cupy.add.at(out, where, values)


def check_diagonal(shape: tuple[int, ...], k: Int) -> None:
    """Raise a ValueError for a diagonal beside a matrix."""
    m, n = shape
    if k > 0 and k >= n or k < 0 and -k >= m:
        raise ValueError("k exceeds array dimensions")


def diagonal_places(shape: tuple[int, ...], values: ArrayLike, k: Int,
                    dtype: numpy.dtype[Any]) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Rows of the items that ``setdiag`` sets, and their values: one for all, or one for each.

    Arrays of a wider type widen the matrix, as in SciPy; numbers take its type.
    """
    m, n = shape
    check_diagonal(shape, k)
    values = cupy.asarray(values)
    if values.ndim > 1:
        if values.size != 1:
            raise ValueError("values must have at most one axis")
        values = values.reshape(1)
    length = max(0, min(m + min(k, 0), n - max(k, 0)))
    if values.ndim:
        dtype = numpy.result_type(dtype, values.dtype) if values.size else dtype
        length = min(length, values.size)
        values = values[:length]
    return cupy.arange(length) + max(0, -k), values.astype(dtype, copy=False)
