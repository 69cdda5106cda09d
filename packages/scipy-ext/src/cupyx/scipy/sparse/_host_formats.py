"""What LIL and DOK share: they live in host memory, where items are cheap to set one by one."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

import numpy

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._base import Sparse, from_host, issparse

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._coo_many import coo_array
    from cupyx.scipy.sparse._csc import csc_array
    from cupyx.scipy.sparse._csr import csr_array
    from cupyx.scipy.sparse._data import Data
    from cupyx.scipy.sparse._bsr import BSR


class HostFormat(Sparse):
    """A format whose values SciPy's class of the same name keeps; calculations go through CSR on the device."""

    _host: Any

    def __init__(self, arg1: Any, shape: SupportsIndex | Sequence[SupportsIndex] | None = None,
                 dtype: DTypeLike | None = None, copy: bool = False, *, maxprint: int | None = None) -> None:
        super().__init__(maxprint=maxprint)
        dtype = None if dtype is None else _arguments.value_dtype(dtype)
        if isinstance(arg1, HostFormat) or issparse(arg1):
            arg1 = arg1.get()
        arg1 = _plain(arg1)
        self._host = self._scipy_class()(arg1, shape=shape, dtype=dtype, copy=copy)
        _arguments.value_dtype(self._host.dtype)

    @classmethod
    def _of(cls, host: Any) -> HostFormat:
        """A matrix around SciPy's."""
        self = cls.__new__(cls)
        self._host = host
        return self

    _from_host = _of

    @property
    def _shape(self) -> tuple[int, ...]:
        return self._host.shape

    @property
    def dtype(self) -> numpy.dtype[Any]:
        """Type of the values."""
        return self._host.dtype

    @property
    def data(self) -> Any:
        """The stored values on the device, by rows."""
        return self.tocsr().data

    @property
    def device(self) -> Any:
        """The current device, to which conversions bring the values."""
        return cupy.cuda.Device()

    def _stored(self) -> cupy.ndarray:
        return self.tocsr().data

    def _getnnz(self, axis: Any = None) -> Any:
        found = self._host._getnnz(axis)
        return found if axis is None else cupy.asarray(found)

    def _with_data(self, data: cupy.ndarray, copy: bool = False) -> HostFormat:
        a = self.tocsr()._with_data(data, copy)
        return type(self)(a)

    def get(self, stream: cupy.cuda.Stream | None = None) -> Any:
        """A copy in host memory, of SciPy's class of the same format."""
        return self._host.copy()

    def copy(self) -> HostFormat:
        """A copy that shares nothing."""
        return self._of(self._host.copy())

    def astype(self, dtype: DTypeLike, casting: str = "unsafe", copy: bool = True) -> HostFormat:
        """The values as another dtype."""
        return self._of(self._host.astype(_arguments.value_dtype(dtype), casting=casting, copy=copy))

    def conj(self, copy: bool = True) -> Self:
        """Complex conjugates."""
        return from_host(self._host.conj(copy=copy))

    conjugate = conj

    def tocsr(self, copy: bool = False) -> csr_array:
        """The matrix as CSR, on the device."""
        return self._class("csr")(self._host.tocsr())

    def tocsc(self, copy: bool = False) -> csc_array:
        """The matrix as CSC, on the device."""
        return self._class("csc")(self._host.tocsc())

    def tocoo(self, copy: bool = False) -> coo_array:
        """The matrix as COO, on the device."""
        return self._class("coo")(self._host.tocoo())

    def tobsr(self, blocksize: Any = None, copy: bool = False) -> BSR:
        """The matrix as blocks, on the device."""
        return self.tocsr().tobsr(blocksize=blocksize)

    def tolil(self, copy: bool = False) -> HostFormat:
        """The matrix as lists of rows."""
        return self._other("lil", copy)

    def todok(self, copy: bool = False) -> HostFormat:
        """The matrix as a dictionary."""
        return self._other("dok", copy)

    def _other(self, format: str, copy: bool) -> HostFormat:
        if format == self.format:
            return self.copy() if copy else self
        return self._class(format)._of(self._host.asformat(format))

    def transpose(self, axes: Sequence[SupportsIndex] | None = None, copy: bool = False) -> HostFormat:
        """The transpose."""
        return self._of(self._host.transpose(axes=axes, copy=copy))

    def reshape(self, *shape: SupportsIndex | Sequence[SupportsIndex], order: str = "C", copy: bool = False) -> Any:
        """The items, in the given order, in another shape."""
        return from_host(self._host.reshape(*shape, order=order, copy=copy))

    def resize(self, *shape: SupportsIndex | Sequence[SupportsIndex]) -> None:
        """Change the shape in place: elements outside of it are dropped.

        Parameters
        ----------
        *shape : int or tuple of int
            The lengths of the axes.
        """
        self._host.resize(*shape)

    def setdiag(self, values: ArrayLike, k: SupportsIndex = 0) -> None:
        """Set elements `k` above the main diagonal, in place.

        Parameters
        ----------
        values : array or scalar
            As many as the diagonal has, one for all of them, or fewer.
        k : int, optional
            Which diagonal.
        """
        self._host.setdiag(_plain(values), k)

    def diagonal(self, k: SupportsIndex = 0) -> cupy.ndarray:
        """Items `k` above the main diagonal."""
        return cupy.asarray(self._host.diagonal(k))

    @overload
    def count_nonzero(self, axis: None = ...) -> int: ...
    @overload
    def count_nonzero(self, axis: int) -> cupy.ndarray: ...
    def count_nonzero(self, axis: int | None = None) -> int | cupy.ndarray:
        """How many values are not zero, over all or along an axis."""
        return self.tocsr().count_nonzero(axis)

    def __getitem__(self, key: Any) -> Any:
        found = self._host[_plain(key)]
        if numpy.ndim(found) == 0 and not hasattr(found, "format"):
            return found
        return from_host(found) if hasattr(found, "format") else cupy.asarray(found)

    def __setitem__(self, key: Any, x: object) -> None:
        self._host[_plain(key)] = x.get() if issparse(x) else _plain(x)

    def __round__(self, ndigits: int = 0) -> csr_array:
        return round(self.tocsr(), ndigits)

    def __neg__(self) -> Self:
        return from_host(-self._host)

    def __abs__(self) -> Self:
        return from_host(abs(self._host))

    def _times_number(self, other: Data | spmatrix | sparray | numpy.generic | ArrayLike) -> HostFormat:
        return self._of(self._host * _plain(other))

    def __truediv__(self, other: Any) -> Any:
        if self.dtype.kind in "fc" and _arguments.is_scalar(other):     # of whole numbers SciPy's keep the type
            return self._of(self._host / _plain(other))
        return super().__truediv__(other)

    def __imul__(self, other: int) -> Any:
        if not _arguments.is_scalar(other):
            return NotImplemented
        self._host *= _plain(other)
        return self

    def __itruediv__(self, other: Any) -> Any:
        if not _arguments.is_scalar(other):
            return NotImplemented
        self._host /= _plain(other)
        return self

    def power(self, n: int, dtype: DTypeLike | None = None) -> csr_array:
        """Every value to the power `n`; see the method of CSR."""
        return self.tocsr().power(n, dtype)

    def __pow__(self, other: Any) -> Any:
        return self.tocsr() ** other

    def __iter__(self) -> Iterator[Any]:
        for i in range(self._shape[0]):
            yield self[i]


def _plain(x: Any) -> Any:
    """A key or a value with arrays of the host."""
    if isinstance(x, cupy.ndarray):
        return x.get()
    if issparse(x):
        return x.get()
    return tuple(map(_plain, x)) if isinstance(x, tuple) else x
