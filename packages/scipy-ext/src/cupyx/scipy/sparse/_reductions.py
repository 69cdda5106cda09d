"""Sums, means and extrema of sparse matrices, and where the extrema are."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory, sparse as parts, synchronous
from cupyx.scipy._host import scipy_from
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._format import Format
from cupyx.scipy.sparse._in_host_memory import taken

if TYPE_CHECKING:
    from cupy import ufunc
    from cupy.typing import DTypeLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._coo_many import ManyAxes
    from cupyx.scipy.sparse._csr import CSR
    from cupyx.scipy.sparse._index import Indexing

#: The method that takes the extremum by a ufunc.
_METHOD = {"maximum": "max", "minimum": "min", "fmax": "nanmax", "fmin": "nanmin"}
_FEW_ROWS = 20          # which SciPy goes through one by one in less time than our steps through all of them take


def checked_axis(axis: Any, ndim: int) -> int | None:
    """The one axis that is reduced, or None for all."""
    if axis is None:
        return None
    axes = axis if isinstance(axis, tuple) else (axis,)
    if not all(_arguments.is_integer(a) for a in axes):
        raise TypeError(f"axis must be an integer/tuple of ints, not {type(axis)}")
    if any(not -ndim <= a < ndim for a in axes):
        raise ValueError("axis out of range for ndim")
    distinct = {int(a) % ndim for a in axes}
    if not axes or len(distinct) != len(axes):
        raise ValueError("duplicate value in axis" if axes else "axis names no axis")
    return None if len(distinct) == ndim else distinct.pop()


def into(out: Any, result: cupy.ndarray, loose: bool = False) -> cupy.ndarray:
    """`result`, written to `out` if there is one; one number goes to an `out` with axes where that is `loose`."""
    if out is None:
        return result
    if out.shape != result.shape and not (loose and result.ndim == 0 and out.size == 1):
        raise ValueError(f"output parameter has the wrong dimensions: {out.shape} do not match shape {result.shape}")
    out[...] = result
    return out


class Reductions(Format):
    """Reductions; they go through the compressed format whose rows lie along the axis."""

    def _kept(self, reduced: cupy.ndarray, axis: int) -> cupy.ndarray:
        """A reduced axis of a matrix has length 1; an array loses it."""
        return cupy.expand_dims(reduced, axis) if self._family == "matrix" else reduced

    def _by_rows(self, axis: int) -> Indexing:
        """The compressed matrix with rows along `axis`."""
        return self.tocsc() if axis == 0 and self.ndim == 2 else self.tocsr()

    def _stored(self) -> cupy.ndarray:
        """The values that are in the matrix."""
        return self.data

    def sum(self, axis: Int | Sequence[Int] | None = None, dtype: DTypeLike | None = None,
            out: cupy.ndarray | None = None) -> cupy.ndarray:
        """The sum of all elements, or along an axis.

        Parameters
        ----------
        axis : int or tuple of int, optional
            0 adds up columns, 1 adds up rows.
        dtype : dtype, optional
            Type of the result; int64 or uint64 for integers if not given.
        out : cupy.ndarray, optional
            Output array.

        Returns
        -------
        cupy.ndarray
            Of a matrix with two axes, of an array with one.
        """
        axis = checked_axis(axis, self.ndim)
        one = self
        if dtype is not None and not getattr(self, "has_canonical_format", True):
            one = self.copy()       # whose elements are cast, not what they are made of
            one.sum_duplicates()
        if dtype is not None and scipy_from(1, 18):     # which casts each element first
            return into(out, one.astype(dtype, copy=False).sum(axis).astype(dtype, copy=False),
                        axis is None and self._family == "matrix")
        if axis is None:
            return into(out, one._stored().sum(dtype=dtype), self._family == "matrix")
        wide = numpy.zeros(0, self.dtype).sum().dtype
        ones = cupy.ones(self.shape[axis], wide)
        reduced = self.astype(wide, copy=False)
        reduced = ones @ reduced if axis == 0 else reduced @ ones
        return into(out, self._kept(reduced.astype(dtype or wide, copy=False), axis))

    def mean(self, axis: Int | Sequence[Int] | None = None, dtype: DTypeLike | None = None,
             out: cupy.ndarray | None = None) -> cupy.ndarray:
        """The mean of all elements, or along an axis.

        Parameters
        ----------
        axis : int or tuple of int, optional
            0 gives means of columns, 1 those of rows.
        dtype : dtype, optional
            Type of the result; float64 for integers if not given.
        out : cupy.ndarray, optional
            Output array.

        Returns
        -------
        cupy.ndarray
            Of a matrix with two axes, of an array with one.
        """
        axis = checked_axis(axis, self.ndim)
        whole = self.dtype.kind in "biu"
        dtype = numpy.dtype(dtype if dtype is not None else float if whole else self.dtype)
        count = math.prod(self.shape) if axis is None else self.shape[axis]
        between = numpy.dtype(float) if whole or dtype.kind in "biu" else dtype
        shares = self.astype(between, copy=False)._times_number(1.0 / count)
        return into(out, shares.sum(axis, dtype=between).astype(dtype, copy=False), self._family == "matrix")

    def max(self, axis: Int | Sequence[Int] | None = None, out: None = None, *,
            explicit: bool = False) -> cupy.ndarray | ManyAxes:
        """The greatest element, or that of each row or column; NaN if there is one.

        Parameters
        ----------
        axis : int or tuple of int, optional
            0 looks along columns, 1 along rows.
        out : None
            Not supported.
        explicit : bool, optional
            Whether only stored elements count.

        Returns
        -------
        cupy.ndarray or sparse matrix
            A 0-d array, or a COO matrix.
        """
        return self._extremum(axis, out, "maximum", explicit)

    def min(self, axis: Int | None = None, out: cupy.ndarray | None = None, *,
            explicit: bool = False) -> cupy.ndarray | ManyAxes:
        """The least item, or that of each row or column; the parameters are those of `max`."""
        return self._extremum(axis, out, "minimum", explicit)

    def nanmax(self, axis: Int | None = None, out: cupy.ndarray | None = None, *,
               explicit: bool = False) -> cupy.ndarray | ManyAxes:
        """The greatest item that is not NaN; the parameters are those of `max`."""
        return self._extremum(axis, out, "fmax", explicit)

    def nanmin(self, axis: Int | None = None, out: cupy.ndarray | None = None, *,
               explicit: bool = False) -> cupy.ndarray | ManyAxes:
        """The least item that is not NaN; the parameters are those of `max`."""
        return self._extremum(axis, out, "fmin", explicit)

    def argmax(self, axis: Int | Sequence[Int] | None = None, out: None = None, *,
               explicit: bool = False) -> cupy.ndarray:
        """Where the greatest element is, or that of each row or column.

        Parameters
        ----------
        axis : int or tuple of int, optional
            0 looks along columns, 1 along rows; None gives the position among all elements.
        out : None
            Not supported.
        explicit : bool, optional
            Whether only stored elements count; the position without an axis is then that among them.

        Returns
        -------
        cupy.ndarray
            Positions.
        """
        return self._position(axis, out, "max", explicit)

    def argmin(self, axis: Int | None = None, out: cupy.ndarray | None = None, *,
               explicit: bool = False) -> cupy.ndarray:
        """Where the least item is; the parameters are those of `argmax`."""
        return self._position(axis, out, "min", explicit)

    def _extremum(self, axis: Any, out: cupy.ndarray | None, name: str, explicit: bool) -> cupy.ndarray | ManyAxes:
        if out is not None:
            raise ValueError("Sparse min/max does not support an 'out' parameter.")
        axis = checked_axis(axis, self.ndim)
        function = getattr(cupy, name)
        if axis is None:
            size = math.prod(self.shape)
            if not size:
                raise ValueError("zero-size array to reduction operation")
            zero = self.dtype.type(0)
            if not self.nnz:
                return cupy.asarray(zero)
            values = (self if self.format in ("csc", "coo") else self.tocsr())._single()
            least = _whole(values, name)
            return least if explicit or values.size == size else function(least, zero)
        if not self.shape[axis]:
            raise ValueError("zero-size array to reduction operation")
        if host_memory():
            return self._by_scipy(_METHOD[name], axis, explicit)
        a = self._by_rows(axis)
        a._settle()
        found = by_row(function, a.data, a.indptr)
        stored = cupy.diff(a.indptr)
        if not explicit:
            found = cupy.where(stored < a._rows[1], function(found, found.dtype.type(0)), found)
        found = cupy.where(stored > 0, found, found.dtype.type(0))
        return self._class("coo")(self._kept(found, axis))

    def _by_scipy(self, method: str, axis: int, explicit: bool) -> Any:
        """What SciPy's method gives, of items that are in order and none twice, which it would look for."""
        a = self if self.format in ("csr", "csc", "coo", "bsr") else self.tocsr()
        if a.format in ("csr", "csc"):
            a._settle()
        return taken(getattr(a.get(), method)(axis, explicit=explicit))

    def _position(self, axis: tuple[int, ...] | Int | Sequence[Int] | None, out: cupy.ndarray | None, name: str,
                  explicit: bool) -> cupy.ndarray:
        if out is not None:
            raise ValueError("Sparse argmin/argmax does not support an 'out' parameter.")
        axis = checked_axis(axis, self.ndim)
        if axis is None:
            if not math.prod(self.shape):
                raise ValueError("Cannot apply the operation to an empty matrix.")
            if explicit:
                stored = self.tocsr()._single()
                if not stored.size:
                    raise ValueError(f"Cannot apply arg{name} to no stored items.")
                return getattr(stored, f"arg{name}")()
            if self.format == "coo" and self.ndim == 2 and synchronous():
                first = self._first_of_coo(name)
                if first is not None:
                    return first
            a = self.tocsr()
            a._settle()
            return position_of_all(a, name)
        if not self.shape[axis]:
            raise ValueError(f"Cannot apply arg{name} along a zero-sized dimension.")
        if self.shape[1 - axis if self.ndim == 2 else 0] <= _FEW_ROWS and host_memory():
            return self._by_scipy(f"arg{name}", axis, explicit)
        a = self._by_rows(axis)
        a._settle()
        return self._kept(row_positions(a, name, explicit), axis)


    def _first_of_coo(self, name: str) -> cupy.ndarray | None:
        """Position of the extremum of coordinates; None if it may be a zero that is not stored."""
        values = self._single()
        if not values.size:
            return None
        at = int(getattr(values, f"arg{name}")())
        if not (values[at] > 0 if name == "max" else values[at] < 0):
            return None
        row, col = (int(c[at]) for c in self.tocoo().coords)
        return cupy.asarray(row * self._shape[1] + col)


def _whole(values: cupy.ndarray, name: str) -> cupy.ndarray:
    """The extremum of an array: `fmax` and `fmin` leave NaN out where anything else is."""
    if name in ("maximum", "minimum"):
        return values.max() if name == "maximum" else values.min()
    return getattr(cupy, name).reduce(values)


def by_row(function: ufunc, values: cupy.ndarray, indptr: cupy.ndarray) -> cupy.ndarray:
    """``function.reduceat`` of the rows of a compressed matrix; rows without items get anything."""
    padded = cupy.concatenate([values, cupy.zeros(1, values.dtype)])
    return function.reduceat(padded, indptr)[:-1]


def row_positions(a: Indexing, name: str, explicit: bool) -> cupy.ndarray:
    """Columns of the extrema of the rows of a compressed matrix without duplicates."""
    rows, columns = a._rows
    if not rows:
        return cupy.zeros(0, "l")
    best = by_row(cupy.maximum if name == "max" else cupy.minimum, a.data, a.indptr)
    row, stored = parts.expand_indptr(a.indptr, a.data.size), cupy.diff(a.indptr)
    first = by_row(cupy.minimum, cupy.where(_equals(a.data, best[row]), a.indices, columns), a.indptr)
    if explicit:
        return cupy.where(stored > 0, first, 0).astype("l", copy=False)
    found = cupy.where(stored == columns, first, _against_zero(name, best, first, first_zeros(a, row)))
    return cupy.where(stored > 0, found, 0).astype("l", copy=False)


def position_of_all(a: CSR, name: str) -> cupy.ndarray:
    """Position of the extremum among all items of a compressed matrix without duplicates."""
    rows, columns = a._rows
    if not a.data.size:
        return cupy.asarray(0)
    at = getattr(a.data, f"arg{name}")()
    best, holder = a.data[at], cupy.searchsorted(a.indptr, at, "right") - 1
    first = holder * columns + a.indices[at]
    if a.data.size == rows * columns or synchronous() and bool(best > 0 if name == "max" else best < 0):
        return first
    row = parts.expand_indptr(a.indptr, a.data.size)
    hole = (cupy.diff(a.indptr) < columns).argmax()
    return _against_zero(name, best, first, hole * columns + first_zeros(a, row)[hole])


def first_zeros(a: Indexing, row: cupy.ndarray) -> cupy.ndarray:
    """The first column that each row does not store: items before it have their place in the row for a column."""
    place = cupy.arange(a.data.size, dtype=a.indptr.dtype) - a.indptr[row]
    zeros = cupy.zeros(a._rows[0], "l")
    cupy.add.at(zeros, row, (a.indices == place).astype("l"))
    return zeros


def _equals(values: cupy.ndarray, best: cupy.ndarray) -> cupy.ndarray:
    """Which values are the best; NaN is where there is one."""
    return (values == best) | cupy.isnan(values) if values.dtype.kind in "fc" else values == best


def _against_zero(name: str, best: cupy.ndarray, first: cupy.ndarray, zero: cupy.ndarray) -> cupy.ndarray:
    """The position of the best, or of the first zero where that is better or comes before."""
    better = best > 0 if name == "max" else best < 0
    return cupy.where(better, first, cupy.where(best == 0, cupy.minimum(first, zero), zero))
