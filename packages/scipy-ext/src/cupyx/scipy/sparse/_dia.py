"""Diagonals."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, cast, overload

import numpy

import cupy
from cupy._ext import Kernel, few_indices, host_memory, host_view, type_characters
from cupyx.scipy.sparse import _arguments, _kernels, _structure
from cupyx.scipy.sparse._base import from_host, issparse, sparray, spmatrix
from cupyx.scipy.sparse._coo import diagonal_places
from cupyx.scipy.sparse._data import Data
from cupyx.scipy.sparse._in_host_memory import scipy_in_host_memory

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._coo_many import ManyAxes, coo_array
    from cupyx.scipy.sparse._csc import csc_array
    from cupyx.scipy.sparse._csr import csr_array

__all__ = ["dia_array", "dia_matrix", "isspmatrix_dia"]

_PACKED = [t + i for t in "ilfdFD" for i in "il"]
_product = Kernel("diagonal_product.hpp", _kernels, "diagonal_product_params.hpp:DiagonalProduct", packed=_PACKED)
_pairs = Kernel("diagonals_product.hpp", _kernels, "diagonals_product_params.hpp:DiagonalsProduct",
                packed=[*"ilfdFD"])
_transpose = Kernel("diagonal_transpose.hpp", _kernels, "DiagonalTranspose", packed=_PACKED)


class DIA(Data):
    """Diagonals as rows of ``data``: item ``data[i, j]`` is in column ``j`` and ``offsets[i]`` above the main one."""

    format = "dia"
    offsets: cupy.ndarray

    def __init__(self, arg1: Any, shape: Int | Sequence[Int] | None = None, dtype: DTypeLike | None = None,
                 copy: bool = False, *, maxprint: int | None = None) -> None:
        super().__init__(maxprint=maxprint)
        if shape is not None:
            shape = _arguments.check_shape(shape)
        if dtype is not None:
            dtype = _arguments.value_dtype(dtype)
        arg1 = from_host(arg1)
        if not issparse(arg1) and not isinstance(arg1, tuple):
            arg1 = self._of_dense(arg1, dtype)
        if issparse(arg1):
            if shape is not None and shape != arg1.shape:
                raise ValueError(f"inconsistent shapes: {shape} != {arg1.shape}")
            other = arg1.todia(copy=copy and arg1.format == "dia")
            self.data, self.offsets, self._shape = other.data, other.offsets, other.shape
        elif _arguments.is_shape(arg1) and len(arg1) == 2:
            self._shape = _arguments.check_shape(arg1)
            self.data = cupy.zeros((0, 0), _arguments.value_dtype(dtype, float))
            self.offsets = cupy.zeros(0, _arguments.get_index_dtype(maxval=max(self._shape)))
        else:
            self._set_given(arg1, dtype, shape, copy)
        if dtype is not None and self.data.dtype != dtype:
            self.data = self.data.astype(dtype)

    @classmethod
    def _make(cls, data: cupy.ndarray, offsets: cupy.ndarray, shape: tuple[int, ...]) -> DIA:
        """A matrix of arrays that are known to be right."""
        self = cls.__new__(cls)
        self.data, self.offsets, self._shape = data, offsets, shape
        return self

    @classmethod
    def _from_host(cls, x: Any) -> DIA:
        return cls._make(_arguments.values(x.data), cupy.asarray(x.offsets), x.shape)

    def _of_dense(self, a: cupy.ndarray | numpy.ndarray[Any, Any] | str | None,
                  dtype: numpy.dtype[Any] | None) -> ManyAxes:
        a = _arguments.values(a, dtype if _arguments.is_dense(a) else None)
        if a.ndim != 2:
            if self._family == "array":
                if a.ndim == 0:
                    raise ValueError("sparse array classes do not support instantiation from a scalar")
                raise ValueError(f"DIA arrays don't support {a.ndim}D input. Use 2D")
            if a.ndim > 2:
                raise TypeError(f"expected 2D array or matrix, not {a.ndim}D")
        return self._class("coo")(a)

    def _set_given(self, given: Any, dtype: numpy.dtype[Any] | None, shape: tuple[int, ...] | None, copy: bool) -> None:
        try:
            data, offsets = given
        except ValueError as error:
            raise ValueError(f"unrecognized form for {type(self).__name__} constructor") from error
        if shape is None:
            raise ValueError("expected a shape argument")
        self.data = cupy.atleast_2d(_arguments.values(data, _arguments.made_first(data, dtype), copy))
        index = _arguments.get_index_dtype(maxval=max(shape))
        self.offsets = cupy.atleast_1d(_arguments.indices(offsets)).astype(index, copy=copy)
        if self.offsets.ndim != 1:
            raise ValueError("offsets array must have rank 1")
        if self.data.ndim != 2:
            raise ValueError("data array must have rank 2")
        if len(self.data) != self.offsets.size:
            raise ValueError(f"number of diagonals ({len(self.data)}) does not match the number of offsets "
                             f"({self.offsets.size})")
        host = self.offsets.get() if isinstance(offsets, cupy.ndarray) else numpy.atleast_1d(offsets)
        if len(set(host.tolist())) != host.size:
            raise ValueError("offset array contains duplicate values")
        self._shape = shape

    def _with_data(self, data: cupy.ndarray, copy: bool = False) -> DIA:
        return self._make(data.copy() if copy else data, self.offsets.copy() if copy else self.offsets, self._shape)

    def _extra(self) -> str:
        return f" ({len(self.offsets)} diagonals)"

    def get(self, stream: cupy.cuda.Stream | None = None) -> Any:
        """A copy in host memory, of SciPy's class of the same format."""
        return _structure.diagonals_on_host(self._scipy_class(), self.data.get(stream), self.offsets.get(stream),
                                            self._shape)

    def _in_rows(self, dtype: numpy.dtype[Any]) -> tuple[cupy.ndarray, cupy.ndarray]:
        """Contiguous data of a type, and offsets; a ValueError where somebody has made them not fit each other."""
        if self.data.ndim != 2 or self.offsets.shape != self.data.shape[:1]:
            raise ValueError(f"number of diagonals ({len(self.data)}) does not match the number of offsets "
                             f"({self.offsets.size})")
        return cupy.ascontiguousarray(self.data, dtype), cupy.ascontiguousarray(self.offsets)

    def _places(self) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        """Row and column of every item of ``data``, and which of them are in the matrix."""
        col = cupy.arange(self.data.shape[1], dtype=self.offsets.dtype)[None]
        row = col - self.offsets[:, None]
        return row, col, (row >= 0) & (row < self._shape[0]) & (col < self._shape[1])

    def _getnnz(self, axis: Any = None) -> int:
        if axis is not None:
            raise NotImplementedError("_getnnz over an axis is not implemented for DIA format")
        m, n = self._shape[0], min(self._shape[1], self.data.shape[1])
        return sum(max(0, min(m + k, n) - max(k, 0)) for k in self.offsets.get().tolist())

    def _stored(self) -> cupy.ndarray:
        return cupy.where(self._places()[2], self.data, self.dtype.type(0))

    @overload
    def count_nonzero(self, axis: None = ...) -> int: ...
    @overload
    def count_nonzero(self, axis: int) -> cupy.ndarray: ...
    def count_nonzero(self, axis: int | None = None) -> int | cupy.ndarray:
        """How many values are not zero."""
        if axis is not None:
            raise NotImplementedError("count_nonzero over an axis is not implemented for DIA format")
        return cupy.count_nonzero((self.data != 0) & self._places()[2])

    def sum_duplicates(self) -> None:
        """Does nothing: a diagonal has no item twice."""

    def diagonal(self, k: Int = 0) -> cupy.ndarray:
        """Items `k` above the main diagonal."""
        m, n = self._shape
        length = max(0, min(m + min(k, 0), n - max(k, 0)))
        first = max(k, 0)
        stored = self.data[:, first:first + length]
        out = cupy.zeros(length, self.dtype)
        few = few_indices(self.offsets, -m, n)
        if few is not None:
            for row in numpy.flatnonzero(few == k).tolist():
                out[:stored.shape[1]] += stored[row]
            return out
        if stored.size:
            here = self.offsets == k
            out[:stored.shape[1]] = cupy.where(here[:, None], stored, stored.dtype.type(0)).sum(0, dtype=self.dtype)
        return out

    def setdiag(self, values: ArrayLike, k: int = 0) -> None:
        """Set elements `k` above the main diagonal, in place.

        Parameters
        ----------
        values : array or scalar
            As many as the diagonal has, one for all of them, or fewer.
        k : int, optional
            Which diagonal.
        """
        at, values = diagonal_places(self._shape, values, k, self.dtype)
        if not at.size:
            return
        values, first = values.astype(self.dtype, copy=False), max(k, 0)
        known = self.offsets.get().tolist()
        width = max(self.data.shape[1], first + at.size)
        data = cupy.zeros((len(known) + (k not in known), width), self.dtype)
        data[:len(known), :self.data.shape[1]] = self.data
        if k not in known:
            self.offsets = cupy.concatenate([self.offsets, cupy.asarray([k], dtype=self.offsets.dtype)])
        data[known.index(k) if k in known else -1, first:first + at.size] = values
        self.data = data

    @staticmethod
    def _lines(data: cupy.ndarray, offsets: cupy.ndarray,
               shape: tuple[int, ...]) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        """Values and columns of rows, and which of them are stored: what CSR takes from sorted diagonals."""
        order = cupy.argsort(offsets)
        col = cupy.arange(shape[0], dtype=offsets.dtype)[:, None] + offsets[order][None]
        inside = (col >= 0) & (col < min(shape[1], data.shape[1]))
        values = data[order[None], col.clip(0, data.shape[1] - 1)]
        return values, col, inside & (values != 0)

    @scipy_in_host_memory()
    def tocsr(self, copy: bool = False) -> csr_array:
        """The matrix as CSR; zeros are left out."""
        cls = self._class("csr")
        if not self.data.size:
            return cls(self._shape, dtype=self.dtype)
        values, col, keep = self._lines(self.data, self.offsets, self._shape)
        index = self.offsets.dtype
        indptr = cupy.zeros(self._shape[0] + 1, index)
        indptr[1:] = cupy.cumsum(keep.sum(1))
        kept = cupy.flatnonzero(keep)
        return cls._make((values.ravel()[kept], col.ravel()[kept].astype(index, copy=False), indptr), None,
                         self._shape, canonical=True)

    @scipy_in_host_memory()
    def tocsc(self, copy: bool = False) -> csc_array:
        """The matrix as CSC; zeros are left out."""
        return self.tocsr().tocsc()

    @scipy_in_host_memory()
    def tocoo(self, copy: bool = False) -> coo_array:
        """The matrix as COO; zeros are left out."""
        return self.tocsr().tocoo(copy=False)

    def todia(self, copy: bool = False) -> DIA:
        """The matrix itself, or a copy."""
        return self.copy() if copy else self

    def toarray(self, order: Literal["C", "F"] | None = None, out: cupy.ndarray | None = None) -> cupy.ndarray:
        out = self._dense_out(order, out)
        (m, n), order = self._shape, order or "C"
        row, col, inside = self._places()
        row, col = row.astype("l", copy=False), col.astype("l", copy=False)
        flat = cupy.zeros(m * n + 1, self.dtype)        # the last item takes what lies outside of the matrix
        flat[cupy.where(inside, row * n + col if order == "C" else row + m * col, m * n)] = self.data
        dense = flat[:-1].reshape(m, n, order=order)
        if out is None:
            return dense
        out[...] = dense
        return out

    toarray.__doc__ = Data.toarray.__doc__

    def transpose(self, axes: Sequence[SupportsIndex] | None = None, copy: bool = False) -> DIA:
        """The transpose."""
        if axes not in (None, (1, 0)):
            raise ValueError("Sparse arrays/matrices do not support an 'axes' parameter because swapping "
                             "dimensions is the only logical permutation.")
        data, given = self._in_rows(self.dtype)
        width = self._shape[0] if given.size else 0
        turned, offsets = cupy.empty((given.size, width), self.dtype), cupy.empty_like(given)
        _transpose.map(type_characters(self.dtype, given.dtype), turned.size, data=data, offsets=given, out=turned,
                       out_offsets=offsets, width=data.shape[1], rows=width)
        return self._make(turned, offsets if width else -given, self._shape[::-1])

    def _times_dense(self, other: cupy.ndarray) -> DIA:
        """The product item by item with an array of this shape."""
        row, col, inside = self._places()
        limit = [max(0, n - 1) for n in self._shape]
        factor = other[row.clip(0, limit[0]), cupy.broadcast_to(col.clip(0, limit[1]), row.shape)]
        product = self.data * factor
        return self._with_data(cupy.where(inside, product, product.dtype.type(0)))

    def _multiply_sparse(self, other: Any) -> Data:
        if other.format != "dia" or other.shape != self.shape:
            return super()._multiply_sparse(other)
        offsets, left, right = numpy.intersect1d(self.offsets.get(), other.offsets.get(), return_indices=True)
        width = min(self.data.shape[1], other.data.shape[1])
        data = self.data[cupy.asarray(left), :width] * other.data[cupy.asarray(right), :width]
        return self._make(data, cupy.asarray(offsets), self._shape)

    def _matmul_sparse(self, other: Data) -> Data:
        if other.format != "dia":
            return self.tocsr()._matmul_sparse(other)
        left, right = self, cast("Any", other)
        if host_memory():       # SciPy cannot multiply diagonals that lie outside of their matrices
            left, right = left._inside(), right._inside()
        if left.data.size and right.data.size:
            return left._matmul_dia(right)
        empty = cupy.zeros((0, 0), numpy.result_type(self.dtype, other.dtype))
        return self._make(empty, self.offsets[:0], (self._shape[0], other._shape[1]))

    def _inside(self) -> DIA:
        """Without diagonals of which no item is in the matrix; in the host's memory."""
        if few_indices(self.offsets, 1 - self._shape[0], self._shape[1] - 1) is not None:
            return self
        data, given = self._in_rows(self.dtype)
        offsets = host_view(given)
        kept = (offsets > -self._shape[0]) & (offsets < self._shape[1])
        if kept.all():
            return self
        places = cupy.asarray(numpy.flatnonzero(kept))
        return self._make(data[places], given[places], self._shape)

    @scipy_in_host_memory(always=True)
    def _matmul_dia(self, other: dia_array) -> Any:
        (rows, inner), columns = self._shape, other._shape[1]
        left, right = self.offsets.get().astype(int), other.offsets.get().astype(int)
        first = numpy.maximum(numpy.maximum(0, left)[:, None], -right[None])        # of the items that meet
        last = numpy.minimum(numpy.minimum(min(inner, self.data.shape[1]), rows + left)[:, None],
                             min(columns, other.data.shape[1]) - right[None])
        reached = numpy.zeros(rows + columns, bool)         # offsets of the result above the lowest possible one
        reached[(left[:, None] + right[None])[first < last] + rows - 1] = True
        offsets = numpy.flatnonzero(reached) - (rows - 1)
        width = int((last + right[None])[first < last].max(initial=0))
        places, above = numpy.full(max(0, rows + inner - 1), -1), left + rows - 1
        possible = numpy.flatnonzero((above >= 0) & (above < places.size))
        places[above[possible]] = possible
        dtype = numpy.result_type(self.dtype, other.dtype)
        work = dtype if dtype.char in "ilfdFD" else numpy.dtype("l" if dtype.itemsize == 8 else "i")
        (a, _), (b, _) = self._in_rows(work), other._in_rows(work)
        data = cupy.empty((offsets.size, width), work)
        plan = cupy.asarray(numpy.concatenate((places, right, offsets)))
        _pairs.map(work.char, data.size, work=8 * right.size, left=a, right=b, out=data, places=plan,
                   right_offsets=plan[places.size:], offsets=plan[places.size + right.size:], width=width,
                   left_width=a.shape[1], right_width=b.shape[1], others=right.size, rows=rows, inner=inner)
        data = data != 0 if dtype.kind == "b" else data.astype(dtype, copy=False)
        return self._make(data, cupy.asarray(offsets, dtype=self.offsets.dtype), (rows, columns))

    def _matmul_dense(self, other: cupy.ndarray, transposed: bool = False) -> cupy.ndarray:
        dtype = self.dtype if self.dtype == other.dtype else numpy.result_type(self.dtype, other.dtype)
        if dtype.kind == "b":
            return (self.T if transposed else self).tocsr()._matmul_dense(other)
        (data, offsets), other = self._in_rows(dtype), cupy.ascontiguousarray(other, dtype)
        rows, columns = self._shape
        out = cupy.empty((columns if transposed else rows, *other.shape[1:]), dtype)
        _product.map(type_characters(dtype, offsets.dtype), out.size, work=1 + offsets.size, data=data, offsets=offsets,
                     x=other, out=out, diagonals=offsets.size, width=data.shape[1], rows=rows, columns=columns,
                     transposed=transposed, vectors=other.shape[1] if other.ndim == 2 else 1)
        return out

    def _matmul_from_left(self, other: cupy.ndarray) -> cupy.ndarray:
        return self._matmul_dense(other.T, transposed=True).T

    def _plus_dia(self, other: DIA, sign: int) -> DIA:
        """The sum with another matrix of diagonals, or the difference."""
        offsets = cupy.concatenate([self.offsets, other.offsets])
        offsets, which = cupy.unique(offsets, return_inverse=True)
        data = cupy.zeros((offsets.size, max(self.data.shape[1], other.data.shape[1])),
                          numpy.result_type(self.dtype, other.dtype))
        split = self.offsets.size
        data[which[:split], :self.data.shape[1]] = self.data
        place = which[split:], slice(other.data.shape[1])
        data[place] = (cupy.add if sign > 0 else cupy.subtract)(data[place], other.data)
        return self._make(data, offsets, self._shape)


class dia_matrix(spmatrix, DIA):
    """Matrix of diagonals.

    Parameters
    ----------
    arg1 : array, sparse matrix, or tuple
        A dense array of the device or the host; a sparse matrix of this library or SciPy's; a shape; or ``(data,
        offsets)``: ``data[i, j]`` is the item in column ``j`` of the diagonal ``offsets[i]`` above the main one.
    shape : tuple of int, optional
        The shape, if `arg1` does not tell it.
    dtype : dtype, optional
        Type of the values.
    copy : bool, optional
        Whether to copy arrays that could be shared.
    maxprint : int, optional
        Most elements that the text of the matrix shows.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.dia_matrix((cupy.asarray([[1., 2.], [0., 9.]]), [0, 1]), shape=(2, 2)).toarray()
    array([[1., 9.],
           [0., 2.]])
    """


class dia_array(sparray, DIA):
    """Array of diagonals; the parameters are those of `dia_matrix`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.dia_array((cupy.asarray([[1., 2.]]), [0]), shape=(2, 2)).diagonal()
    array([1., 2.])
    """


def isspmatrix_dia(x: object) -> bool:
    """Whether `x` is a `dia_matrix`.

    Parameters
    ----------
    x : object
        What to look at.

    Returns
    -------
    bool
        Whether it is.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.isspmatrix_dia(sparse.dia_matrix((2, 3)))
    True
    """
    return isinstance(x, dia_matrix)
