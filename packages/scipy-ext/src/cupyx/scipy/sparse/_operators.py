"""Operators of sparse operands with numbers, arrays and each other."""
from __future__ import annotations

import operator
import warnings
from typing import TYPE_CHECKING, Any, Self, TypeGuard, overload

import numpy

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._format import Format, class_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._coo_many import ManyAxes
    from cupyx.scipy.sparse._csr import CSR
    from cupyx.scipy.sparse._data import Data

#: Comparison → the one that is computed, and whether it is then negated; the others would make zeros true.
_COMPUTED = {"eq": ("ne", True), "ne": ("ne", False), "lt": ("lt", False), "gt": ("gt", False), "le": ("gt", True),
             "ge": ("lt", True)}

#: Binary functions of NumPy's → the method for a sparse operand on the left, and the one on the right.
_BINARY = {"add": ("__add__", "__radd__"), "subtract": ("__sub__", "__rsub__"), "multiply": ("__mul__", "__rmul__"),
           "matmul": ("__matmul__", "__rmatmul__"), "divide": ("__truediv__", "__rtruediv__"),
           "power": ("__pow__", "__rpow__"), "equal": ("__eq__", "__eq__"), "not_equal": ("__ne__", "__ne__"),
           "less": ("__lt__", "__gt__"), "greater": ("__gt__", "__lt__"), "less_equal": ("__le__", "__ge__"),
           "greater_equal": ("__ge__", "__le__"), "maximum": ("maximum", "maximum"),
           "minimum": ("minimum", "minimum")}

#: Shapes of one item.
_ONE = ((1,), (1, 1))

#: Name of a ufunc → the method, where that has another name.
_UNARY = {"negative": "__neg__", "absolute": "__abs__", "conjugate": "conj", "radians": "deg2rad", "degrees": "rad2deg"}


def is_sparse(x: Any) -> TypeGuard[Operators]:
    return isinstance(x, Operators)


def inconsistent(a: Any, b: Any) -> ValueError:
    return ValueError(f"inconsistent shapes {a.shape} and {b.shape}")


def same_shape(a: Any, b: Any) -> None:
    if a.shape != b.shape:
        raise inconsistent(a, b)


def operand(x: Any) -> Any:
    """An operand on the device: sparse or dense; NotImplemented for what is no array, so that it may take over."""
    if type(x) is cupy.ndarray or is_sparse(x):
        return x
    if type(x).__module__.startswith("scipy.sparse"):
        from cupyx.scipy.sparse._base import from_host
        return from_host(x)
    try:
        return cupy.asarray(x)
    except (TypeError, ValueError):
        return NotImplemented


class Operators(Format):
    """Binary operators and the methods that they stand for; formats without their own go through CSR."""

    def __array_ufunc__(self, ufunc: numpy.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        name = ufunc.__name__
        if method != "__call__" or options:
            return NotImplemented
        if name == "square":
            factor: Any = self
            return factor * factor
        if len(inputs) == 1:
            called = getattr(self, _UNARY[name] if name in _UNARY else name, None)
            return NotImplemented if called is None else called()
        if name not in _BINARY:
            return NotImplemented
        from cupyx.scipy.sparse._base import from_host

        left, right = map(from_host, inputs)
        if is_sparse(left):
            return getattr(left, _BINARY[name][0])(right)
        return getattr(right, _BINARY[name][1], lambda other: NotImplemented)(left)

    # sums

    def __add__(self, other: Any) -> sparray | cupy.ndarray:
        return self._sum(other, "plus")

    def __radd__(self, other: ArrayLike) -> sparray | cupy.ndarray:
        return self._sum(other, "plus")

    def __sub__(self, other: Any) -> sparray | cupy.ndarray:
        return self._sum(other, "minus")

    def __rsub__(self, other: ArrayLike) -> sparray | cupy.ndarray:
        if _arguments.is_scalar(other):
            if other == 0:
                return -self
            raise NotImplementedError("subtracting a sparse array from a nonzero scalar is not supported")
        if _arguments.is_dense(other):
            return cupy.broadcast_to(cupy.asarray(other), self.shape) - self.toarray()
        other = operand(other)
        return other - self if is_sparse(other) else NotImplemented

    def _plus_dense(self, other: cupy.ndarray) -> cupy.ndarray:
        return self.toarray() + other

    def _sum(self, other: Any, name: str) -> Any:
        if _arguments.is_scalar(other):
            if other == 0:
                return self.copy()
            raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported" if name == "plus"
                                      else "subtracting a nonzero scalar from a sparse array is not supported")
        if not is_sparse(other) and not _arguments.is_dense(other):
            other = operand(other) if type(other).__module__.startswith("scipy.") else NotImplemented
        if is_sparse(other):
            same_shape(self, other)
            if self.format == other.format == "dia":
                return self._plus_dia(other, 1 if name == "plus" else -1)
            if self.format == "dia" and name == "plus":
                return Operators._sum(other, self, name)
            return self._binary(name, other)
        if _arguments.is_dense(other):
            other = cupy.broadcast_to(cupy.asarray(other), self.shape)
            if self.dtype.kind == other.dtype.kind == "b":
                return self.toarray() + other if name == "plus" else self.toarray() - other
            other = other.astype(numpy.result_type(self.dtype, other.dtype), copy=False)
            return self._plus_dense(other if name == "plus" else -other)
        return NotImplemented

    # products

    @overload
    def __matmul__(self, other: cupy.ndarray, /) -> cupy.ndarray: ...
    @overload
    def __matmul__(self, other: spmatrix | sparray, /) -> sparray: ...
    def __matmul__(self, other: cupy.ndarray | spmatrix | sparray) -> Any:
        if _arguments.is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self._product(other)

    def __rmatmul__(self, other: ArrayLike) -> Any | cupy.ndarray | CSR | sparray:
        if _arguments.is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self._times_from_left(other)

    def dot(self, other: Any) -> cupy.ndarray | sparray | Self:
        """The product with a number, an array, or a sparse matrix.

        Parameters
        ----------
        other : scalar, cupy.ndarray or sparse matrix
            The right factor.
        """
        factor: Any = other
        number = _arguments.is_scalar(other) and not _arguments.is_dense(other)
        return self * factor if number else self @ factor

    def _times(self, other: Any) -> Any | cupy.ndarray | CSR:
        """``self @ other``, or with a number as well."""
        return self._times_number(other) if _arguments.is_scalar(other) else self._product(other)

    def _product(self, other: Any) -> Any | cupy.ndarray | CSR:
        """``self @ other``."""
        other = operand(other)
        if other is NotImplemented:
            return other
        if not is_sparse(other) and other.ndim not in (1, 2):
            raise ValueError("could not interpret dimensions")
        n, k = self._shape2[1], other.shape[0]
        if n != k:
            raise ValueError(f"matmul: dimension mismatch with signature (n,k={n}),(k={k},m)->(n,m)")
        if not is_sparse(other):
            return self._matmul_dense(other)
        if other.ndim == 2:
            product = self._matmul_sparse(other)
            return product.tocoo(copy=False) if self.ndim == 1 else product
        product = self._matmul_sparse(other.reshape(n, 1))
        return product.sum(dtype=product.dtype) if self.ndim == 1 else product.reshape(self.shape[0])

    def _times_from_left(self, other: Any) -> Any | cupy.ndarray | CSR | sparray:
        """``other @ self``, or with a number as well."""
        if _arguments.is_scalar(other):
            return self._times_number(other)
        other = operand(other)
        if other is NotImplemented:
            return other
        if is_sparse(other):
            return other._times(self)
        if other.ndim not in (1, 2):
            raise ValueError("could not interpret dimensions")
        if other.shape[-1] != self._shape[0]:
            raise ValueError(f"matmul: dimension mismatch of shapes {other.shape} and {self.shape}")
        return self._matmul_from_left(other)

    def _matmul_from_left(self, other: cupy.ndarray) -> cupy.ndarray:
        return self.T._matmul_dense(other.T).T

    def _matmul_sparse(self, other: Any) -> CSR:
        return self.tocsr()._matmul_sparse(other)

    def _matmul_dense(self, other: Any) -> cupy.ndarray:
        return self.tocsr()._matmul_dense(other)

    def multiply(self, other: Any) -> Any | Data | ManyAxes:
        """The product element by element, with broadcasting.

        Parameters
        ----------
        other : scalar, array or sparse matrix
            The other factor.

        Returns
        -------
        sparse matrix
            With the elements where both have one; an array if `other` is one with more than two axes.
        """
        if _arguments.is_scalar(other):
            return self._times_number(other)
        other = operand(other)
        if other is NotImplemented:
            return other
        if is_sparse(other):
            return self._multiply_sparse(other)
        if other.ndim > 2:
            return self.toarray() * other
        product = self._by_dense(other)
        if product is not None:
            return product
        rows, shape = other.reshape(1, -1) if other.ndim < 2 else other, self._common(other.shape)
        if self.format == "dia" and not {0, 1}.intersection(self.shape) and other.size:       # as SciPy
            return self._times_dense(cupy.broadcast_to(rows, self.shape))
        if other.size == 1:
            product = self._compressed()._times_number(other.reshape(()))
            return product if product.shape == shape else product.reshape(shape)
        if self.shape in _ONE:
            return (self._compressed().data.sum() * other).reshape(shape)
        a = self._compressed()
        a = a._stretched(shape) if shape != self.shape else a.tocoo(copy=False)
        factor = cupy.broadcast_to(rows, a._shape2)[a.row, a.col]
        return a._with_data(a.data * factor)

    def _by_dense(self, other: cupy.ndarray, inverse: bool = False) -> Any:
        """COO of items times, or over, those of an array of one or two axes; None where there is no kernel for it."""

    def _common(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        try:
            return numpy.broadcast_shapes(self.shape, shape)
        except ValueError as error:
            raise ValueError(f"inconsistent shapes {self.shape} and {shape}") from error

    def _stretched(self, shape: tuple[int, ...]) -> ManyAxes:
        """Rows or columns, or both, repeated: a COO matrix of this shape."""
        a = self.tocoo(copy=False)
        (m, n), (rows, cols) = a._shape2, shape if len(shape) == 2 else (1, *shape)
        row, col, data = a.row, a.col, a.data
        if m != rows:
            row = cupy.repeat(cupy.arange(rows, dtype=row.dtype), data.size)
            col, data = cupy.tile(col, rows), cupy.tile(data, rows)
        if n != cols:
            col = cupy.tile(cupy.arange(cols, dtype=col.dtype), data.size)
            row, data = cupy.repeat(row, cols), cupy.repeat(data, cols)
        return a._make(data, (row, col)[-len(shape):], shape)

    def _alike(self, other: Any) -> tuple[Any, Any] | None:
        """Both matrices, lengths of one repeated, in one shape; None if they cannot be."""
        if self.shape == other.shape:
            return self, other
        try:
            shape = numpy.broadcast_shapes(self.shape, other.shape)
        except ValueError:
            return None
        return tuple([a if a.shape == shape else a._stretched(shape) for a in (self, other)])

    def _multiply_sparse(self, other: Any) -> Data:
        """The product item by item, in SciPy's formats: rows, columns and lines that are repeated go on a diagonal."""
        a = self._compressed()
        if self.shape == other.shape:
            return a._binary("times", other)
        self._common(other.shape)
        if other.shape in _ONE:
            product = a._times_number(other.toarray().reshape(()))
            return product.reshape(1, -1) if other.ndim > self.ndim else product
        if self.shape in _ONE:
            return other._times_number(a.data.sum())
        (m, n), (rows, columns) = self._shape2, other._shape2
        if m == columns == 1:
            return other._matmul_sparse(self.reshape(m, n).tocsc())
        if n == rows == 1:
            return a._matmul_sparse(other.reshape(rows, columns).tocsc())
        if rows == 1:
            product = a._matmul_sparse(other._on_diagonal(self._family))
            return product if self.ndim == 2 else product.reshape(1, n)
        if m == 1:
            return other._matmul_sparse(self._on_diagonal(self._family))
        if columns == 1:
            return other._on_diagonal(self._family)._matmul_sparse(a)
        return self._on_diagonal(self._family)._matmul_sparse(other)

    def _compressed(self) -> Operators | Any:
        """The matrix in its own compressed format, or as CSR."""
        return self if self.format in ("csr", "csc", "bsr") else self.tocsr()

    def _on_diagonal(self, family: str) -> CSR:
        """A square matrix with all items on its diagonal, zeros too."""
        items, cls = self.toarray().ravel(), class_of("csr", family)
        place = cupy.arange(items.size + 1, dtype=_arguments.get_index_dtype(maxval=items.size))
        return cls._make((items, place[:-1], place), (items.size, items.size), canonical=True)

    # quotients

    def __truediv__(self, other: Any) -> Any | cupy.ndarray | Data | ManyAxes:
        if _arguments.is_scalar(other):
            a = self.astype(float, copy=False) if numpy.can_cast(self.dtype, float) else self
            return a._times_number(1.0 / other)
        other = operand(other)
        if other is NotImplemented:
            return other
        if is_sparse(other):
            same_shape(self, other)
            dtype = numpy.result_type(self.dtype, other.dtype)
            dtype = dtype if dtype.kind == "c" else numpy.result_type(dtype, float)
            return cupy.true_divide(self.toarray(), _divisors(other), dtype=dtype)
        quotient = self._by_dense(other, inverse=True) if other.ndim <= 2 else None
        return self.multiply(cupy.true_divide(1.0, other)) if quotient is None else quotient

    def __rtruediv__(self, other: ArrayLike) -> cupy.ndarray:
        return NotImplemented

    # comparisons

    def __eq__(self, other: object) -> cupy.ndarray | bool | Data:
        return self._compare(other, "eq")

    def __ne__(self, other: object) -> cupy.ndarray | bool | Data:
        return self._compare(other, "ne")

    def __lt__(self, other: Any) -> bool | cupy.ndarray | Data:
        return self._compare(other, "lt")

    def __gt__(self, other: Any) -> bool | cupy.ndarray | Data:
        return self._compare(other, "gt")

    def __le__(self, other: Any) -> bool | cupy.ndarray | Data:
        return self._compare(other, "le")

    def __ge__(self, other: Any) -> bool | cupy.ndarray | Data:
        return self._compare(other, "ge")

    def _compare(self, other: Any, name: str) -> bool | cupy.ndarray | Data:
        compare = getattr(operator, name)
        if not _arguments.is_scalar(other):
            other = operand(other)
        if other is NotImplemented or isinstance(other, (str, bytes)):
            return NotImplemented
        if is_sparse(other):
            alike = self._alike(other)
            if alike is None:
                if name in ("eq", "ne"):
                    return name == "ne"
                raise ValueError("inconsistent shape")
            if self.shape != other.shape:
                return compare(*alike)
            computed, negated = _COMPUTED[name]
            result = self._binary(computed, other)
            if not negated:
                return result
            _warn(f"Comparing two sparse matrices using {name} is inefficient: most items are true.")
            cls: type[Any] = type(result)
            return cls(~result.toarray())
        if _arguments.is_scalar(other):
            if other != other:
                cls: type[Any] = type(self)
                return cls(cupy.ones(self.shape, bool)) if name == "ne" else cls(self.shape, dtype=bool)
            a = self.asformat("csc" if self.format == "csc" else "csr")
            if compare(0, other):
                _warn(f"Comparing a sparse matrix with {other} using {name} is inefficient: most items are true.")
                return type(a)(compare(a.toarray(), other))
            result = a._with_data(compare(a._single(), other), copy=True)
            result.eliminate_zeros()
            return result
        return compare(self.toarray(), other)

    # extrema

    def maximum(self, other: ArrayLike | spmatrix | sparray) -> cupy.ndarray | Data:
        """The greater of two elements, at every position.

        Parameters
        ----------
        other : scalar, array or sparse matrix
            The other operand.
        """
        return self._extreme(other, "maximum")

    def minimum(self, other: ArrayLike | spmatrix | sparray) -> cupy.ndarray | Data:
        """The lesser of two elements, at every position.

        Parameters
        ----------
        other : scalar, array or sparse matrix
            The other operand.
        """
        return self._extreme(other, "minimum")

    def _extreme(self, other: ArrayLike | Data | spmatrix | sparray, name: str) -> cupy.ndarray | Data:
        function = getattr(cupy, name)
        if not _arguments.is_scalar(other):
            dense = operand(other)
            if dense is NotImplemented:
                raise NotImplementedError(f"{name} of a sparse matrix and {other!r:.60} is not defined")
            if not is_sparse(dense):
                return function(self.toarray(), dense)
            alike = self._alike(dense)
            if alike is None:
                raise inconsistent(self, dense)
            return alike[0]._binary(name, alike[1])
        a = self.asformat("csc" if self.format == "csc" else "csr")
        if getattr(numpy, name)(0, other):
            _warn(f"Taking the {name} with {other} results in a dense matrix.")
            cls: type[Any] = type(self)
            return cls(function(a.toarray(), other))
        result = a._with_data(function(a._single(), other), copy=True)
        result.eliminate_zeros()
        return result

    def _binary(self, name: str, other: Any) -> CSR:
        """An operation of two sparse matrices of one shape, through CSR."""
        return self.tocsr()._binary(name, other)


def _divisors(b: Any) -> cupy.ndarray:
    """A sparse matrix as an array: zeros that are stored keep their signs, which sums with other zeros lose."""
    if b.dtype.kind not in "fc" or b.ndim > 2:
        return b.toarray()
    single = b.tocsr(copy=True)
    single.sum_duplicates()
    single, out = single.tocoo(), cupy.zeros(b.shape, b.dtype)
    out[single.coords] = single.data
    return out


def _warn(text: str) -> None:
    from scipy.sparse import SparseEfficiencyWarning
    warnings.warn(text, SparseEfficiencyWarning, stacklevel=4)
