"""What CSR and CSC share: rows of the one are columns of the other, here called rows."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex, overload

import numpy

import cupy
from cupy._ext import Kernel, host_memory, sparse as parts
from cupyx.scipy.sparse import _arguments, _kernels, _structure
from cupyx.scipy.sparse._base import from_host, issparse
from cupyx.scipy.sparse._data import Data

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._coo_many import coo_array
    from cupyx.scipy.sparse._index import Indexing
    from cupyx.scipy.sparse._bsr import BSR


_items_by_dense = Kernel("items_by_dense.hpp", _kernels, "ItemsByDense", packed=[t + i for t in "fdFD" for i in "il"])


class Compressed(Data):
    """Rows (of CSC: columns) one after the other: their ``data``, ``indices``, and ``indptr``, where each begins."""

    _flip = False                       # whether the rows are columns
    indices: cupy.ndarray
    indptr: cupy.ndarray
    _claimed_sorted = _claimed_canonical = None         # what the user has set

    def __init__(self, arg1: Any, shape: Int | Sequence[Int] | None = None, dtype: DTypeLike | None = None,
                 copy: bool = False, *, maxprint: int | None = None) -> None:
        super().__init__(maxprint=maxprint)
        if shape is not None:
            shape = _arguments.check_shape(shape, self._dimensions)
        if dtype is not None:
            dtype = _arguments.value_dtype(dtype)
        arg1 = from_host(arg1)
        if issparse(arg1):
            self._take(arg1.asformat(self.format, copy=copy and arg1.format == self.format), shape)
        elif _arguments.is_shape(arg1):
            self._set_empty(_arguments.check_shape(arg1, self._dimensions), dtype)
            if shape is not None:
                self._set_shape(shape)
        elif isinstance(arg1, tuple) and len(arg1) == 2:
            self._take(self._class("coo")(arg1, shape=shape, dtype=dtype).asformat(self.format), shape)
        elif isinstance(arg1, tuple) and len(arg1) == 3:
            self._set_given(arg1, dtype, shape, copy)
        elif isinstance(arg1, tuple):
            raise ValueError(f"unrecognized {type(self).__name__} constructor input: {arg1!r:.60}")
        else:
            self._set_dense(arg1, dtype, shape)
        if dtype is not None and self.data.dtype != dtype:
            self.data = self.data.astype(dtype)

    @classmethod
    def _make(cls, triple: Sequence[cupy.ndarray], rows: Any, shape: Any = None, *, sorted: bool | None = None,
              canonical: bool | None = None) -> Self:
        """A matrix of arrays that are known to be right; `rows` is the shape where rows are rows."""
        self = cls.__new__(cls)
        self.data, self.indices, self.indptr = triple
        self._shape = shape if shape is not None else rows[::-1] if cls._flip else rows
        self._known(sorted, canonical)
        return self

    @classmethod
    def _from_host(cls, x: Any) -> Self:
        self = cls._make((_arguments.values(x.data), cupy.asarray(x.indices), cupy.asarray(x.indptr)), None, x.shape)
        self.data, self.indices, self.indptr = _structure.checked(*self._triple, self._rows)
        return self

    def _known(self, sorted: bool | None = None, canonical: bool | None = None) -> None:
        self._sorted, self._canonical = bool(canonical) or sorted, canonical
        self._claimed_sorted = self._claimed_canonical = None

    def _take(self, other: Indexing, shape: tuple[int, ...] | None = None) -> None:
        """Become what `other`, of the same format, is."""
        if len(other.shape) not in self._dimensions or shape is not None and len(shape) != len(other.shape):
            raise ValueError(f"{type(self).__name__} cannot have shape {other.shape}")
        self.data, self.indices, self.indptr = other.data, other.indices, other.indptr
        self._sorted, self._canonical = other._sorted, other._canonical
        self._shape = other.shape
        if shape is not None:
            self._set_shape(shape)

    def _set_shape(self, shape: tuple[int, ...]) -> None:
        self._shape = shape
        if self.indptr.size != self._rows[0] + 1:
            raise ValueError(f"index pointer size {self.indptr.size} should be {self._rows[0] + 1}")

    def _set_empty(self, shape: tuple[int, ...], dtype: numpy.dtype[Any] | None) -> None:
        self._shape = shape
        index = _arguments.get_index_dtype(maxval=max(shape))
        self.data = cupy.zeros(0, _arguments.value_dtype(dtype, float))
        self.indices = cupy.zeros(0, index)
        self.indptr = cupy.zeros(self._rows[0] + 1, index)
        self._known(canonical=True)

    def _set_dense(self, a: cupy.ndarray | numpy.ndarray[Any, Any], dtype: Any, shape: Any) -> None:
        a = _arguments.values(a, dtype if _arguments.is_dense(a) else None, other=dtype)
        if a.ndim not in self._dimensions:
            if a.ndim == 0 and self._family == "array":
                raise ValueError("sparse array classes do not support instantiation from a scalar")
            if a.ndim == 1 and self._family == "array":
                raise ValueError(f"{self.format.upper()} arrays don't support 1D input. Use 2D")
            if a.ndim > 2:
                raise ValueError(f"{self.format.upper()} arrays don't yet support {a.ndim}D.")
            a = cupy.atleast_2d(a)
        self._shape = a.shape
        rows = a.reshape(self._shape2)
        self.data, self.indices, self.indptr = parts.dense_to_csr(rows.T if self._flip else rows)
        self._known(canonical=True)
        if shape is not None:
            self._set_shape(shape)

    def _set_given(self,
            triple: tuple[Any, ...],
            dtype: numpy.dtype[Any] | None, shape: tuple[int, ...] | None, copy: bool) -> None:
        data, indices, indptr = triple
        self.data = _arguments.values(data, _arguments.made_first(data, dtype), copy)
        indices, indptr = _arguments.indices(indices), _arguments.indices(indptr)
        if {self.data.ndim, indices.ndim, indptr.ndim} != {1}:
            raise ValueError("data, indices, and indptr should be 1-D")
        if indices.size != self.data.size:
            raise ValueError("indices and data should have the same size")
        if shape is None:
            if not indices.size:
                raise ValueError("unable to infer matrix dimensions")
            rows = indptr.size - 1, int(indices.max()) + 1
            shape = rows[::-1] if self._flip else rows
        index = self._index_dtype((indices, indptr), max(*shape, self.data.size))
        self._shape = shape
        self.data, self.indices, self.indptr = _structure.checked(
            self.data, indices.astype(index, copy=copy), indptr.astype(index, copy=copy), self._rows)
        self._known()

    @property
    def _rows(self) -> tuple[int, ...]:
        """The shape where rows are rows."""
        return self._shape2[::-1] if self._flip else self._shape2

    @property
    def _triple(self) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        return self.data, self.indices, self.indptr

    @property
    def has_sorted_indices(self) -> bool:
        """Whether indices ascend in every row; waits for the device when it is not known yet.

        What is set is what is read; calculations rely on what they find themselves.
        """
        if self._claimed_sorted is not None:
            return self._claimed_sorted
        if self._sorted is None:
            self._sorted = parts.csr_has_sorted_indices(self._triple)
        return self._sorted

    @has_sorted_indices.setter
    def has_sorted_indices(self, value: bool) -> None:
        self._claimed_sorted = bool(value)

    @property
    def has_canonical_format(self) -> bool:
        """Whether indices ascend in every row and none occurs twice; as `has_sorted_indices` otherwise."""
        return self._is_canonical() if self._claimed_canonical is None else self._claimed_canonical

    @has_canonical_format.setter
    def has_canonical_format(self, value: bool) -> None:
        self._claimed_canonical = bool(value)
        if value:
            self._claimed_sorted = True

    def _is_canonical(self) -> bool:
        if self._canonical is None:
            self._canonical = parts.csr_has_canonical_format(self._triple)
            if self._canonical:
                self._sorted = True
        return self._canonical

    def _settle(self) -> None:
        """Add up values of the same place, in place, whatever has been claimed of them."""
        if not self._is_canonical():
            self.data, self.indices, self.indptr = parts.csr_sum_duplicates(self._triple, self._rows)
            self._known(canonical=True)

    def _with_data(self, data: cupy.ndarray, copy: bool = False) -> Any:
        indices, indptr = (self.indices.copy(), self.indptr.copy()) if copy else (self.indices, self.indptr)
        return self._make((data.copy() if copy else data, indices, indptr), None, self._shape,
                          sorted=self._sorted, canonical=self._canonical)

    def _like(self, triple: Any, rows: Any = None, **known: Any) -> Any:
        """A matrix of this class; of this shape if `rows` is not given."""
        return self._make(triple, rows, self._shape if rows is None else None, **known)

    def get(self, stream: cupy.cuda.Stream | None = None) -> Any:
        """A copy in host memory, of SciPy's class of the same format."""
        triple = _structure.copied(*self._triple, self._rows, stream=stream)
        return _structure.compressed_on_host(self._scipy_class(), triple, self._shape, self._canonical)

    def check_format(self, full_check: bool = True) -> None:
        """Raise a ValueError if the arrays do not fit each other; a full check reads the indices.

        Parameters
        ----------
        full_check : bool, optional
            Whether to read `indices` and `indptr`, which waits for the device.
        """
        if full_check:
            _structure.checked(*self._triple, self._rows)
        elif self.indptr.size != self._rows[0] + 1:
            raise ValueError(f"index pointer size {self.indptr.size} should be {self._rows[0] + 1}")
        elif self.indices.size != self.data.size:
            raise ValueError("indices and data should have the same size")

    def _getnnz(self, axis: Any = None) -> Any:
        if axis is None:
            return self.data.size
        if self._one_axis(axis) != self._flip:
            return cupy.diff(self.indptr)
        return _structure.counts(self.indices, self._rows[1])

    def _one_axis(self, axis: int) -> int:
        if not -self.ndim <= axis < self.ndim:
            raise ValueError("axis out of bounds")
        return axis % self.ndim + 2 - self.ndim

    @overload
    def count_nonzero(self, axis: None = ...) -> int: ...
    @overload
    def count_nonzero(self, axis: int) -> cupy.ndarray: ...
    def count_nonzero(self, axis: int | None = None) -> int | cupy.ndarray:
        """How many values are not zero, over all or along an axis."""
        if axis is None:
            return cupy.count_nonzero(self._single())
        self._settle()
        counted = self._like(parts.csr_eliminate_zeros(self._triple, self._rows))
        return counted._getnnz(axis)

    def prune(self) -> None:
        """Drop what `indptr` does not cover."""
        if self.indptr.size != self._rows[0] + 1:
            raise ValueError("index pointer has invalid length")
        n = int(self.indptr[-1])
        self.data, self.indices = self.data[:n], self.indices[:n]

    def eliminate_zeros(self) -> None:
        """Drop stored zeros, in place."""
        self.data, self.indices, self.indptr = parts.csr_eliminate_zeros(self._triple, self._rows)

    def sort_indices(self) -> None:
        """Sort the indices of every row, in place."""
        if not self.has_sorted_indices:
            self.data, self.indices, self.indptr = parts.csr_sort_indices(self._triple, self._rows)
            self._sorted, self._claimed_sorted = True, None

    def sorted_indices(self) -> Self:
        """A copy with sorted indices."""
        a = self.copy()
        a.sort_indices()
        return a

    def sum_duplicates(self) -> None:
        """Add up values of the same place, in place; indices are sorted then."""
        if not self.has_canonical_format:
            self._settle()
            self._known(canonical=True)

    def diagonal(self, k: int = 0) -> cupy.ndarray:
        """Items `k` above the main diagonal."""
        if self.ndim != 2:
            raise ValueError("diagonal requires two dimensions")
        if not -self._shape[0] < k < self._shape[1]:
            return cupy.zeros(0, self.dtype)
        return parts.csr_diagonal(self._triple, self._rows, -k if self._flip else k)

    def toarray(self, order: Literal["C", "F"] | None = None, out: cupy.ndarray | None = None) -> cupy.ndarray:
        out = self._dense_out(order, out)
        if self._flip:
            order = "F" if order in (None, "C") else "C"
        a = parts.csr_to_dense(self._triple, self._rows, order or "C", bool(self._canonical))
        a = a.T if self._flip else a.reshape(self._shape)
        if out is None:
            return a
        out[...] = a
        return out

    toarray.__doc__ = Data.toarray.__doc__

    def _plus_dense(self, other: cupy.ndarray) -> cupy.ndarray:
        triple = self.data.astype(other.dtype, copy=False), self.indices, self.indptr
        sum = other.astype(other.dtype, "F" if self._flip else "C", copy=True).reshape(self._shape2, order="A")
        rows = sum.T if self._flip else sum
        parts.csr_to_dense(triple, self._rows, "C", onto=rows)
        return sum.reshape(self._shape)

    def _by_dense(self, other: cupy.ndarray, inverse: bool = False) -> Any:
        data, indices, indptr = triple = self._triple
        index, shape = indptr.dtype.char, (1, *other.shape)[-2:]
        if (host_memory() or data.dtype.char not in "fdFD" or other.dtype != data.dtype or self.ndim != 2
                or other.size < 2 or max(self._shape) < 2
                or any(n not in (1, length) for n, length in zip(shape, self._shape, strict=True))
                or index not in "il" or indices.dtype != indptr.dtype or indices.shape != data.shape
                or indptr.size != self._rows[0] + 1 or not all(a.flags.c_contiguous for a in triple)):
            return None
        steps = [0 if n == 1 else stride // other.itemsize
                 for n, stride in zip(shape, (0, *other.strides)[-2:], strict=True)]
        down, across = steps[::-1] if self._flip else steps
        out, rows = cupy.empty_like(data), cupy.empty_like(indices)
        _items_by_dense.map(data.dtype.char + index, data.size, data=data, indices=indices, indptr=indptr, dense=other,
                            out=out, out_rows=rows, rows=self._rows[0], columns=self._rows[1], down=down,
                            across=across, inverse=inverse)
        return self._class("coo")._make(out, (indices, rows) if self._flip else (rows, indices), self._shape,
                                        bool(self._canonical))

    def tobsr(self, blocksize: Any = None, copy: bool = True) -> BSR:
        """The matrix as blocks; of a size that fits the items if `blocksize` is not given."""
        from cupyx.scipy.sparse._bsr import to_blocks

        return to_blocks(self.tocsr(), blocksize)

    def tocoo(self, copy: bool = True) -> coo_array:
        """The matrix as COO; shares its values unless `copy`."""
        row, col = parts.expand_indptr(self.indptr, self.data.size), self.indices
        if copy:
            col = col.copy()
        coords = (col,) if self.ndim == 1 else (col, row) if self._flip else (row, col)
        return self._class("coo")._make(self.data.copy() if copy else self.data, coords, self._shape,
                                        bool(self._canonical))

    def _other(self, copy: bool) -> Indexing:
        """The same matrix with rows and columns in each other's place."""
        cls = self._class("csr" if self._flip else "csc")
        return cls._make(parts.csr_transpose(self._triple, self._rows), self._rows[::-1],
                         sorted=True, canonical=self._canonical or None)

    def transpose(self, axes: Sequence[SupportsIndex] | None = None, copy: bool = False) -> Any:
        """The transpose, in the other of the two formats."""
        if axes not in (None, (1, 0)):
            raise ValueError("Sparse arrays/matrices do not support an 'axes' parameter because swapping "
                             "dimensions is the only logical permutation.")
        if self.ndim == 1:
            return self.copy() if copy else self
        a = self.copy() if copy else self
        return self._class("csr" if self._flip else "csc")._make(
            a._triple, None, self._shape[::-1], sorted=self._sorted, canonical=self._canonical)

    def _binary(self, name: str, other: Any) -> Any:
        """An operation of two matrices of one shape, in this format."""
        other = other.asformat(self.format)
        for a in (self, other):
            a._settle()
        triple = parts.csr_binary(name, self._triple, other._triple, self._rows, (True, True))
        return self._make(triple, None, self._shape, canonical=True)

    def _matmul_sparse(self, other: Any) -> Any:
        other = other.asformat(self.format if other.ndim == 2 else "csr")
        dtype = numpy.result_type(self.dtype, other.dtype)
        a, b = (other, self) if self._flip else (self, other)
        left, right = same_index(*((x.data.astype(dtype, copy=False), *x._triple[1:]) for x in (a, b)))
        triple = parts.csr_matmul(left, a._rows, right, b._rows)
        shape = (*self._shape[:-1], *other._shape[1:])
        return self._make(triple, None, shape, canonical=True)

    def _matmul_dense(self, other: cupy.ndarray) -> cupy.ndarray:
        product = parts.csr_matvec if other.ndim == 1 else parts.csr_matmat
        result = product(self._triple, self._rows, other, trans="T" if self._flip else "N")
        return result.reshape((*self._shape[:-1], *other.shape[1:])) if self.ndim == 1 else result


def same_index(left: tuple[cupy.ndarray, ...], right: tuple[cupy.ndarray, ...]) -> list[tuple[cupy.ndarray, ...]]:
    """Two triples with one dtype of indices."""
    index = numpy.promote_types(left[1].dtype, right[1].dtype)
    return [(data, *(a.astype(index, copy=False) for a in rest)) for data, *rest in (left, right)]
