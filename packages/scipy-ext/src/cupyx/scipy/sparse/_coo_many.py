"""COO arrays of more than two axes: axes are folded to rows and columns, and matrices do the work."""
from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Self, overload

import numpy

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._base import sparray, spmatrix
from cupyx.scipy.sparse._coo import COO
from cupyx.scipy.sparse._operators import is_sparse, operand
from cupyx.scipy.sparse._reductions import into

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._csc import CSC
    from cupyx.scipy.sparse._data import Data
    from cupyx.scipy.sparse._csr import CSR

__all__ = ["coo_array", "coo_matrix", "isspmatrix_coo"]

#: Methods that reduce; those of the first line give sparse arrays.
_REDUCTIONS = ("max", "min", "nanmax", "nanmin",
               "sum", "mean", "argmax", "argmin")


def flat_index(coords: Sequence[cupy.ndarray], lengths: Sequence[int]) -> cupy.ndarray:
    """Places of coordinates among all items of axes."""
    flat = cupy.zeros(coords[0].size if coords else 0, "l") if not coords else coords[0].astype("l")
    for c, n in zip(coords[1:], lengths[1:], strict=True):
        flat = flat * n + c
    return flat


def split_index(flat: cupy.ndarray, lengths: tuple[int, ...]) -> list[cupy.ndarray]:
    """Coordinates of places among all items of axes."""
    coords = []
    for n in reversed(lengths[1:]):
        flat, c = cupy.divmod(flat, max(n, 1))
        coords.append(c)
    return [flat, *reversed(coords)] if lengths else []


class ManyAxes(COO):
    """What a COO array of more than two axes does otherwise than a matrix."""

    def _folded(self, rows: Sequence[int], columns: Sequence[int] | None = None) -> Any:
        """A matrix whose rows are the items of the axes `rows`, and its columns those of `columns`: all others."""
        if columns is None:
            columns = [axis for axis in range(self.ndim) if axis not in rows]
        coords, shape = [], []
        for axes in (rows, columns):
            lengths = [self.shape[axis] for axis in axes]
            there = [self.coords[axis] for axis in axes]
            coords.append(flat_index(there, lengths) if axes else cupy.zeros(self.data.size, "l"))
            shape.append(math.prod(lengths))
        index = _arguments.get_index_dtype(maxval=max(*shape, self.data.size))
        return self._make(self.data, [c.astype(index, copy=False) for c in coords], tuple(shape),
                          self.has_canonical_format)

    def _unfolded(self, matrix: Any, rows: tuple[int, ...], columns: tuple[int, ...], form: Any = None) -> Any:
        """An array with axes of lengths `rows`, then `columns`, for those of a matrix; without axes a number."""
        shape = (*rows, *columns)
        if not shape:
            return matrix.sum(dtype=matrix.dtype)
        matrix = matrix.tocoo(copy=False)
        coords = [*split_index(matrix.row, rows), *split_index(matrix.col, columns)]
        index = _arguments.get_index_dtype(maxval=max(shape, default=0))
        return (form or self._class("coo"))._make(matrix.data, [c.astype(index, copy=False) for c in coords], shape,
                                                  matrix.has_canonical_format)

    def _halves(self) -> tuple[int, ...]:
        """How many of the first axes become rows: all but the last."""
        return tuple(range(self.ndim - 1))

    def _through(self, function: Callable[..., Any]) -> coo_array:
        """What `function` makes of the folded matrix, with these axes again."""
        found = function(self._folded(self._halves()))
        if is_sparse(found):
            return self._unfolded(found, self.shape[:-1], self.shape[-1:])
        return found.reshape(self.shape) if getattr(found, "ndim", 0) else found

    # forms

    def _two(self, format: str) -> None:
        if self.ndim > 2:
            raise ValueError(f"Cannot convert. {format.upper()} must be 1D or 2D. Got {self.ndim}D")

    def tocsr(self, copy: bool = False) -> CSR:
        """The matrix as CSR; values of the same place are added up."""
        self._two("csr")
        return super().tocsr(copy)

    def tocsc(self, copy: bool = False) -> CSC:
        """The matrix as CSC; values of the same place are added up."""
        self._two("csc")
        return super().tocsc(copy)

    def toarray(self, order: Literal["C", "F"] | None = None, out: cupy.ndarray | None = None) -> cupy.ndarray:
        if self.ndim <= 2:
            return super().toarray(order, out)
        out = self._dense_out(order, out)
        dense = self._folded(self._halves()).toarray().reshape(self.shape)
        if out is None:
            return cupy.asfortranarray(dense) if order == "F" else dense
        out[...] = dense
        return out

    toarray.__doc__ = COO.toarray.__doc__

    def sum_duplicates(self) -> None:
        """Add up values of the same place, in place; the items are sorted then."""
        if self.ndim <= 2:
            return super().sum_duplicates()
        if not self.has_canonical_format:
            a = self._folded(self._halves())
            a.sum_duplicates()
            self.data, self.coords = a.data, self._unfolded(a, self.shape[:-1], self.shape[-1:]).coords
            self.has_canonical_format = True

    def reshape(self, *shape: Any, order: str = "C", copy: bool = False) -> Any:
        """The items, in the given order, in another shape."""
        wanted = _arguments.check_shape(_arguments.reshaped(shape, self._shape, order), self._dimensions)
        if self.ndim <= 2 and len(wanted) <= 2:
            return super().reshape(*shape, order=order, copy=copy)
        step = 1 if order == "C" else -1
        flat = flat_index(self.coords[::step], self.shape[::step])
        coords = split_index(flat, wanted[::step])[::step]
        index = _arguments.get_index_dtype(maxval=max(wanted, default=0))
        return self._make(self.data.copy() if copy else self.data, [c.astype(index, copy=False) for c in coords],
                          wanted, self.has_canonical_format)

    def transpose(self, axes: Any = None, copy: bool = False) -> ManyAxes:
        """The axes in another order; reversed if not given."""
        if self.ndim <= 2 and (axes is None or self._family == "matrix"):
            return super().transpose(axes, copy)
        given = range(self.ndim)[::-1] if axes is None else numpy.atleast_1d(axes)
        axes = tuple(operator.index(axis) for axis in given)
        if len(axes) != self.ndim:
            raise ValueError("axes don't match matrix dimensions")
        axes = numpy.lib.array_utils.normalize_axis_tuple(axes, self.ndim, allow_duplicate=True)
        if len(set(axes)) != self.ndim:
            raise ValueError("repeated axis in transpose")
        a = self.copy() if copy else self
        return self._make(a.data, [a.coords[k] for k in axes], tuple(self.shape[k] for k in axes),
                          a.has_canonical_format)

    def resize(self, *shape: Int | Sequence[Int]) -> None:
        """Change the shape in place: elements outside of it are dropped.

        Parameters
        ----------
        *shape : int or tuple of int
            The lengths of the axes. With another number of axes, elements stay at their places in C order, as in NumPy.
        """
        shape = _arguments.check_shape(shape[0] if len(shape) == 1 else shape, self._dimensions)
        if len(shape) == self.ndim:
            super().resize(shape)
            return
        items = self.reshape(math.prod(self.shape))
        items.resize(math.prod(shape))
        self.__dict__ = items.reshape(shape).__dict__

    # reductions

    def _reduced(self, name: str, axis: int | tuple[int, ...] | None,
                 options: dict[str, numpy.dtype[Any]]) -> cupy.ndarray | coo_array:
        """A reduction along an axis, or several, of more than two."""
        matrix_method = getattr(super(), name)
        if self.ndim <= 2:
            return matrix_method(axis, **options)
        if axis is None:
            rows = tuple(range(self.ndim))[:-1]
            return getattr(self._folded(rows), name)(None, **options)
        axes = numpy.lib.array_utils.normalize_axis_tuple(axis, self.ndim)
        kept = tuple(k for k in range(self.ndim) if k not in axes)
        if not kept:
            return self._reduced(name, None, options)
        out = options.pop("out", None)
        found = getattr(self._folded(kept), name)(1, **options)
        lengths = tuple(self.shape[k] for k in kept)
        return into(out, found.reshape(lengths))

    def _getnnz(self, axis: Any = None) -> Any:
        if self.ndim <= 2 or axis is None:
            return super()._getnnz(axis)
        rest = tuple(k for k in range(self.ndim) if k != operator.index(axis) % self.ndim)
        return self._folded(rest)._getnnz(1).reshape(tuple(self.shape[k] for k in rest))

    @overload
    def count_nonzero(self, axis: None = ...) -> int: ...
    @overload
    def count_nonzero(self, axis: int) -> cupy.ndarray: ...
    def count_nonzero(self, axis: int | None = None) -> int | cupy.ndarray:
        """How many values are not zero, over all or along an axis."""
        if self.ndim <= 2 or axis is None:
            return super().count_nonzero(axis)
        a = self.copy()
        a.sum_duplicates()
        a.eliminate_zeros()
        return a._getnnz(axis)

    # operations of one item with another

    def _binary(self, name: str, other: Any) -> Data:
        if self.ndim <= 2:
            return super()._binary(name, other)
        other = other.tocoo(copy=False)
        return self._through(lambda a: a._binary(name, other._folded(other._halves())))

    def _alike(self, other: Data) -> tuple[Any, Any] | None:
        if self.ndim <= 2 and other.ndim <= 2:
            return super()._alike(other)
        return (self, other) if self.shape == other.shape else None

    def _compare(self, other: ArrayLike | Data, name: str) -> bool | cupy.ndarray | Data:
        if self.ndim <= 2 or not _arguments.is_scalar(other):
            return super()._compare(other, name)
        return self._through(lambda a: a._compare(other, name))

    def _extreme(self, other: ArrayLike | Data, name: str) -> cupy.ndarray | Data:
        if self.ndim <= 2 or not _arguments.is_scalar(other):
            return super()._extreme(other, name)
        return self._through(lambda a: a._extreme(other, name))

    def multiply(self, other: Any) -> Any:
        """The product item by item; see the method of matrices. With more than two axes, arrays broadcast."""
        if self.ndim <= 2 and getattr(other, "ndim", 0) <= 2 or _arguments.is_scalar(other):
            return super().multiply(other)
        other = operand(other)
        if other is NotImplemented:
            return other
        if is_sparse(other):
            if self.shape != other.shape:
                raise ValueError("inconsistent shapes: >2D multiply() does not yet support broadcasting")
            return self._binary("times", other)
        if other.ndim > self.ndim or numpy.broadcast_shapes(self.shape, other.shape) != self.shape:
            return self.toarray() * other
        return self._with_data(self.data * cupy.broadcast_to(other, self.shape)[tuple(self.coords)])

    # products

    def _product(self, other: Any) -> Any:
        other = operand(other)
        if other is NotImplemented or self.ndim <= 2 and other.ndim <= 2:
            return super()._product(other)
        if self.shape[-1] != other.shape[-2 if other.ndim > 1 else 0]:
            n, k = self.shape[-1], other.shape[-2 if other.ndim > 1 else 0]
            raise ValueError(f"matmul: dimension mismatch with signature (n,{n}),({k},m)->(n,m)")
        if other.ndim <= 2:
            found = self._folded(self._halves())._times(other)
            rest = other.shape[1:]
            return found.reshape((*self.shape[:-1], *rest)) if not is_sparse(found) else self._unfolded(
                found.reshape((-1, 1)) if found.ndim == 1 else found, self.shape[:-1], rest)
        return self._batched_product(other)

    def _batched_product(self, other: Any) -> cupy.ndarray | coo_array:
        """Products of stacks of matrices: one matrix with the left ones along its diagonal."""
        left = self.reshape((1,) * (2 - self.ndim) + self.shape)
        batch = numpy.broadcast_shapes(left.shape[:-2], other.shape[:-2])
        count = math.prod(batch)
        left = _spread(left, batch)
        m, k = left.shape[-2:]
        stack, row, column = flat_index(left.coords[:-2], batch), left.coords[-2], left.coords[-1]
        diagonal = self._class("coo")._make(left.data, (stack * m + row, stack * k + column), (count * m, count * k))
        if is_sparse(other):
            right = _spread(other.tocoo(copy=False), batch)
            right = right._folded(tuple(range(right.ndim - 1)))
        else:
            right = cupy.broadcast_to(other, (*batch, *other.shape[-2:])).reshape(count * k, other.shape[-1])
        found = diagonal.tocsr() @ right
        shape = (*batch, m)
        found = (self._unfolded(found, shape, found.shape[1:]) if is_sparse(found)
                 else found.reshape(*shape, found.shape[1]))
        return found.reshape((*batch, *found.shape[-1:])) if self.ndim == 1 else found

    def _times_from_left(self, other: Any) -> Any:
        if _arguments.is_scalar(other):
            return self._times_number(other)
        other = operand(other)
        if other is NotImplemented or self.ndim <= 2 and other.ndim <= 2:
            return super()._times_from_left(other)
        if is_sparse(other):
            return type(self)(other)._times(self)
        row = self.ndim == 1
        right = self.reshape(1, -1) if row else self._transposed()
        if other.ndim == 1:
            return right._times(other)
        found = right._times(other.swapaxes(-1, -2))
        return found[..., 0, :] if row else found.swapaxes(-1, -2)

    def _transposed(self) -> Any:
        """The last two axes exchanged."""
        if self.ndim == 2:
            return self.T
        return self.transpose((*range(self.ndim - 2), self.ndim - 1, self.ndim - 2))

    def dot(self, other: Any) -> cupy.ndarray | sparray | Self:
        """The product with a number or an array: sums over the last axis, and the last but one of `other`.

        Parameters
        ----------
        other : scalar, cupy.ndarray or sparse array
            The right factor.
        """
        if _arguments.is_scalar(other):
            return self * other
        other = operand(given := other)
        if other is NotImplemented:
            raise TypeError(f"dot argument not supported type: '{type(given)}'")
        if self.ndim <= 2 and other.ndim <= 2:
            return self @ other
        if self.shape[-1] != other.shape[max(other.ndim - 2, 0)]:
            raise ValueError(f"shapes {self.shape} and {other.shape} are not aligned for n-D dot")
        return self.tensordot(other, axes=([self.ndim - 1], [max(other.ndim - 2, 0)]))

    def tensordot(self, other: Any, axes: Any = 2) -> cupy.ndarray | sparray:
        """Sums of products over axes of both arrays.

        Parameters
        ----------
        other : cupy.ndarray or sparse array
            The right factor.
        axes : int or (sequence of int, sequence of int), optional
            How many last axes of this array go with the first ones of `other`, or which go with which.

        Returns
        -------
        cupy.ndarray or sparse array
            Sparse if both are; a number if 0-d.
        """
        other = operand(given := other)
        if other is NotImplemented:
            raise TypeError(f"tensordot arg not supported type: '{type(given)}'")
        if _arguments.is_integer(axes):
            if not 1 <= axes <= min(self.ndim, other.ndim):
                raise ValueError("axes integer is out of bounds for input arrays")
            axes = range(self.ndim - axes, self.ndim), range(axes)
        ours, theirs = (numpy.lib.array_utils.normalize_axis_tuple([a] if _arguments.is_integer(a) else a, x.ndim)
                        for a, x in zip(axes, (self, other), strict=True))
        if len(ours) != len(theirs):
            raise ValueError("axes lists/tuples must be of the same length")
        if [self.shape[a] for a in ours] != [other.shape[a] for a in theirs]:
            raise ValueError("sizes of the corresponding axes must match")
        free = [[a for a in range(x.ndim) if a not in used] for x, used in ((self, ours), (other, theirs))]
        rows, columns = tuple(self.shape[a] for a in free[0]), tuple(other.shape[a] for a in free[1])
        left = self._folded(free[0], ours)
        if is_sparse(other):
            right = other.tocoo(copy=False)._folded(theirs, free[1])
            return self._unfolded(left.tocsr() @ right.tocsr(), rows, columns, coo_array)
        right = other.transpose((*theirs, *free[1])).reshape(left.shape[1], -1)
        return (left.tocsr() @ right).reshape(rows + columns)

    # items

    def __getitem__(self, key: Any) -> cupy.ndarray | coo_array:
        from cupyx.scipy.sparse._coo_index import read

        return read(self, key)

    def __setitem__(self, key: ArrayLike | slice, x: Any) -> None:
        if 0 in numpy.shape(x):
            self.__getitem__(key)       # an index outside is refused, as SciPy does
            return
        if self.ndim <= 2:
            rows = self.tocsr(copy=True)
            rows[key] = x
            self.__dict__ = rows.tocoo(copy=False).__dict__
            return
        from cupyx.scipy.sparse._coo_index import write

        write(self, key, x)


def _spread(a: Any, batch: tuple[int, ...]) -> coo_array:
    """An array with its first axes, all but two, repeated to the shape `batch`."""
    a = a.reshape((1,) * (len(batch) + 2 - a.ndim) + a.shape)
    for axis, length in enumerate(batch):
        if a.shape[axis] != length:
            coords = [cupy.tile(c, length) for c in a.coords]
            coords[axis] = cupy.repeat(cupy.arange(length, dtype=coords[axis].dtype), a.data.size)
            shape = (*a.shape[:axis], length, *a.shape[axis + 1:])
            a = a._make(cupy.tile(a.data, length), coords, shape)
    return a


def _reduction(name: str) -> Callable[..., Any]:
    @functools.wraps(getattr(COO, name))
    def method(self: Any, axis: int | tuple[int, ...] | None = None, *arguments: Any,
               **options: Any) -> cupy.ndarray | ManyAxes:
        names = ("dtype", "out") if name in ("sum", "mean") else ("out",)
        return self._reduced(name, axis, {**dict(zip(names, arguments, strict=False)), **options})

    method.__qualname__ = f"ManyAxes.{name}"
    return method


for _name in _REDUCTIONS:
    setattr(ManyAxes, _name, _reduction(_name))


class coo_array(sparray, ManyAxes):
    """Array of coordinates and values.

    The parameters are those of `coo_matrix`, and a shape may have any number of axes from one on.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.coo_array(cupy.asarray([0., 3., 4.])).coords
    (array([1, 2], dtype=int32),)
    """

    _dimensions = tuple(range(1, 65))

    def __iter__(self) -> Iterator[Any]:
        for i in range(self._shape[0]):
            yield self[i]


class coo_matrix(spmatrix, ManyAxes):
    """Matrix of coordinates and values.

    Parameters
    ----------
    arg1 : array, sparse matrix, or tuple
        A dense array of the device or the host; a sparse matrix of this library or SciPy's; a shape; or ``(data, (row,
        col))``.
    shape : tuple of int, optional
        The shape, if `arg1` does not tell it; otherwise the device is asked for the greatest coordinates.
    dtype : dtype, optional
        Type of the values.
    copy : bool, optional
        Whether to copy arrays that could be shared.
    maxprint : int, optional
        Most elements that the text of the matrix shows.

    Raises
    ------
    ValueError
        If a coordinate is outside of the shape.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> place = cupy.asarray([0, 1, 1]), cupy.asarray([1, 0, 0])
    >>> sparse.coo_matrix((cupy.asarray([1., 2., 3.]), place)).toarray()
    array([[0., 1.],
           [5., 0.]])
    """

    def __getitem__(self, key: Any) -> NoReturn:
        raise TypeError("'coo_matrix' object is not subscriptable")

    def __setitem__(self, key: Any, x: object) -> None:
        raise TypeError("'coo_matrix' object does not support item assignment")


def isspmatrix_coo(x: object) -> bool:
    """Whether `x` is a `coo_matrix`.

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
    >>> sparse.isspmatrix_coo(sparse.coo_matrix((2, 3)))
    True
    """
    return isinstance(x, coo_matrix)
