"""What operators, reductions and indexing find in every sparse format: its state, conversions and copies."""
from __future__ import annotations

import functools
import importlib
import types
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex, overload

import cupy
from cupyx.scipy.sparse import _arguments

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray
    from cupyx.scipy.sparse._bsr import bsr_array
    from cupyx.scipy.sparse._dia import dia_array
    from cupyx.scipy.sparse._dok import dok_array
    from cupyx.scipy.sparse._lil import lil_array

_NAMES = {"csr": "Compressed Sparse Row", "csc": "Compressed Sparse Column", "coo": "COOrdinate", "dia": "DIAgonal",
          "bsr": "Block Sparse Row", "lil": "List of Lists", "dok": "Dictionary Of Keys"}


class Format:
    """What a format has, and what follows from it: those raise here that each has its own of."""

    format = "und"
    maxprint = 50
    data: cupy.ndarray
    _shape: tuple[int, ...]
    _family: str                        # "matrix" or "array"
    _dimensions = (2,)                  # how many axes the format may have
    _times_number: Callable[[Any], Any]
    _single: Callable[[], Any]          # values, those of one place added up
    _settle: Callable[[], None]         # adds them up
    _plus_dia: Callable[[Any, int], Any]        # of diagonals, as is the next
    _times_dense: Callable[[Any], Any]
    __class_getitem__ = classmethod(types.GenericAlias)

    def _class(self, format: str) -> type[Any]:
        """The class of this family for a format."""
        return class_of(format, self._family)

    def _index_dtype(self, arrays: tuple[cupy.ndarray, ...], maxval: int) -> type[Any]:
        """The dtype of indices: arrays keep wide ones that they are given, matrices look only at what must fit."""
        return _arguments.get_index_dtype(arrays if self._family == "array" else (), maxval)

    @property
    def shape(self) -> Any:
        """Lengths of the axes."""
        return self._shape

    @property
    def ndim(self) -> Any:
        """Number of axes."""
        return len(self._shape)

    @property
    def dtype(self) -> Any:
        """Type of the values."""
        return self.data.dtype

    @property
    def device(self) -> Any:
        """Device that holds the values."""
        return self.data.device

    @property
    def nnz(self) -> int:
        """Number of stored values, zeros among them."""
        return self._getnnz()

    @property
    def size(self) -> Any:
        """Number of stored values."""
        return self._getnnz()

    @property
    def T(self) -> sparray:
        """The transpose."""
        return self.transpose()

    @property
    def mT(self) -> sparray:
        """The transpose of the last two axes."""
        if self.ndim < 2:
            raise ValueError("matrix transpose needs at least two axes")
        return self.transpose()

    @property
    def real(self) -> Any:
        """Real parts."""
        return self.tocsr().real

    @property
    def imag(self) -> Any:
        """Imaginary parts."""
        return self.tocsr().imag

    @property
    def _shape2(self) -> tuple[int, ...]:
        """The shape with one row for an array of one axis."""
        return self._shape if len(self._shape) == 2 else (1, *self._shape)

    def _getnnz(self, axis: Any = None) -> Any:
        if axis is None:
            return self.data.size
        return self.tocsr()._getnnz(axis)

    def _with_data(self, data: cupy.ndarray, copy: bool = False) -> Any:
        raise NotImplementedError(f"{type(self).__name__} has no _with_data")

    def __neg__(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__} has no __neg__")

    def __len__(self) -> int:
        raise TypeError("sparse array length is ambiguous; use getnnz() or shape[0]")

    def __bool__(self) -> bool:
        if self.shape in ((1, 1), (1,)):
            return self.nnz != 0
        raise ValueError("The truth value of an array with more than one element is ambiguous. "
                         "Use a.any() or a.all().")

    def __iter__(self) -> Iterator[Any]:
        rows = self.tocsr()
        for i in range(self._shape[0]):
            yield rows[i].tocsr() if self.ndim == 2 else rows[i]

    def __repr__(self) -> str:
        name = _NAMES.get(self.format, self.format)
        return (f"<{name} sparse {self._family} of dtype '{self.dtype}'\n"
                f"\twith {self.nnz} stored elements{self._extra()} and shape {self.shape}>")

    def __str__(self) -> str:
        host = self.get()
        host.maxprint = self.maxprint
        return str(host)

    def _extra(self) -> str:
        return ""

    def get(self, stream: cupy.cuda.Stream | None = None) -> Any:
        """A copy in host memory, of SciPy's class of the same format."""
        raise NotImplementedError(f"{type(self).__name__} has no get")

    def _scipy_class(self) -> type[Any]:
        return _class_in("scipy.sparse", self.format, self._family)

    def asformat(self, format: str | None, copy: bool = False) -> Any:
        """This matrix in another format, ``"csr"``, ``"csc"``, ``"coo"`` and so on; None is its own."""
        if format is None or format == self.format:
            return self.copy() if copy else self
        if format not in _NAMES:
            raise ValueError(f"Format {format} is unknown.")
        return getattr(self, f"to{format}")(copy=copy)

    def astype(self, dtype: DTypeLike, casting: str = "unsafe", copy: bool = True) -> Any:
        """The values as another dtype."""
        dtype = _arguments.value_dtype(dtype)
        if self.dtype == dtype:
            return self.copy() if copy else self
        return self._with_data(self.data.astype(dtype, casting=casting))

    def conj(self, copy: bool = True) -> Self:
        """Complex conjugates; of real values a copy, or the matrix itself where `copy` is false."""
        if self.dtype.kind == "c":
            return self._with_data(self.data.conj())
        return self.copy() if copy else self

    conjugate = conj

    def copy(self) -> Any:
        """A copy that shares nothing."""
        return self._with_data(self.data, copy=True)

    @overload
    def count_nonzero(self, axis: None = ...) -> int: ...
    @overload
    def count_nonzero(self, axis: int) -> cupy.ndarray: ...
    def count_nonzero(self, axis: int | None = None) -> int | cupy.ndarray:
        """How many values are not zero, over all or along an axis."""
        return self.tocsr().count_nonzero(axis)

    def nonzero(self) -> tuple[cupy.ndarray, cupy.ndarray]:
        """Coordinates of values that are not zero, a tuple with an array an axis."""
        a = self.tocoo()
        kept = cupy.flatnonzero(a.data)
        return tuple([c.copy() if kept.size == a.data.size else c[kept] for c in a.coords])

    def diagonal(self, k: SupportsIndex = 0) -> cupy.ndarray:
        """Items `k` above the main diagonal."""
        return self.tocsr().diagonal(k)

    def trace(self, offset: Any = 0) -> cupy.ndarray:
        """Sum of a diagonal."""
        return self.diagonal(k=offset).sum()

    def reshape(self, *shape: SupportsIndex | Sequence[SupportsIndex], order: str = "C", copy: bool = False) -> Any:
        """The items, in the given order, in another shape; in the same shape the matrix itself, or a copy."""
        result = self.tocoo(copy=copy).reshape(*shape, order=order)
        return result if result.shape != self.shape else self.copy() if copy else self

    def toarray(self, order: Literal["C", "F"] | None = None, out: cupy.ndarray | None = None) -> cupy.ndarray:
        """The matrix as a dense array of the device.

        Parameters
        ----------
        order : {"C", "F"}, optional
            Memory order; C if not given.
        out : cupy.ndarray, optional
            Output array of the same shape and dtype.
        """
        return self.tocsr().toarray(order, out)

    def todense(self, order: Literal["C", "F"] | None = None, out: cupy.ndarray | None = None) -> cupy.ndarray:
        """The same as `toarray`: there is no class of dense matrices."""
        return self.toarray(order, out)

    def tocoo(self, copy: bool = False) -> Any:
        """The matrix as COO."""
        raise NotImplementedError(f"{type(self).__name__} has no tocoo")

    def transpose(self, axes: Sequence[SupportsIndex] | None = None, copy: bool = False) -> Any:
        """The transpose."""
        raise NotImplementedError(f"{type(self).__name__} has no transpose")

    def power(self, n: Any, dtype: DTypeLike | None = None) -> Any:
        """Every value to the power `n`."""
        raise NotImplementedError(f"{type(self).__name__} has no power")

    def tocsr(self, copy: bool = False) -> Any:
        """The matrix as CSR."""
        return self.tocoo(copy=copy).tocsr(copy=False)

    def tocsc(self, copy: bool = False) -> Any:
        """The matrix as CSC."""
        return self.tocsr(copy=copy).tocsc(copy=False)

    def todia(self, copy: bool = False) -> dia_array:
        """The matrix as diagonals."""
        return self.tocoo(copy=copy).todia(copy=False)

    def tobsr(self, blocksize: Any = None, copy: bool = False) -> bsr_array:
        """The matrix as blocks; of a size that fits the items if `blocksize` is not given."""
        return self.tocsr(copy=copy).tobsr(blocksize)

    def todok(self, copy: bool = False) -> dok_array:
        """The matrix as a dictionary, which lives in host memory."""
        return self._class("dok")(self)

    def tolil(self, copy: bool = False) -> lil_array:
        """The matrix as lists of rows, which live in host memory."""
        return self._class("lil")(self)

    def resize(self, *shape: Int | Sequence[Int]) -> None:
        """Change the shape in place: elements outside of it are dropped.

        Parameters
        ----------
        *shape : int or tuple of int
            The lengths of the axes, as many as there are.
        """
        shape = _arguments.check_shape(shape[0] if len(shape) == 1 and hasattr(shape[0], "__iter__") else shape,
                                       (self.ndim,))
        a = self.tocoo(copy=False)
        inside = cupy.ones(a.data.size, bool)
        for c, n, now in zip(a.coords, shape, self.shape, strict=True):
            if n < now:
                inside &= c < n
        index = _arguments.get_index_dtype(maxval=max(shape))
        coords = [c[inside].astype(index, copy=False) for c in a.coords]
        a = a._make(a.data[inside], coords, shape, a.has_canonical_format)
        self.__dict__ = a.asformat(self.format).__dict__

    def _dense_out(self, order: str | None, out: cupy.ndarray | None) -> cupy.ndarray | None:
        """Check `order` and `out` of `toarray`; where to write, or None."""
        if order not in (None, "C", "F"):
            raise ValueError(f"only 'C' or 'F' order is permitted (got {order!r})")
        if out is None:
            return None
        if order is not None:
            raise ValueError("order cannot be specified if out is not None")
        if out.shape != self.shape or out.dtype != self.dtype:
            raise ValueError("out array must be same dtype and shape as sparse array")
        return out


def class_of(format: str, family: Any) -> Any:
    """The class of a format: ``"csr"`` and its like, of ``"matrix"`` or ``"array"``."""
    if format not in _NAMES:
        raise ValueError(f"Format {format} is unknown.")
    return _class_in("cupyx.scipy.sparse", format, family)


@functools.cache
def _class_in(module: str, format: str, family: str) -> type[Any]:
    return getattr(importlib.import_module(module), f"{format}_{family}")
