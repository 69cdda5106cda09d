"""What all sparse classes share, and the two families: matrices (``*`` multiplies matrices) and arrays."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypeGuard, overload

import numpy

from cupyx.scipy.sparse._format import class_of
from cupyx.scipy.sparse._operators import Operators
from cupyx.scipy.sparse._reductions import Reductions

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._coo_many import ManyAxes
    from cupyx.scipy.sparse._csr import CSR
    from cupyx.scipy.sparse._data import Data

__all__ = ["issparse", "isspmatrix", "sparray", "spmatrix"]


class Sparse(Operators, Reductions):
    """A sparse matrix or array of any format."""

    __array_priority__ = 110            # above an array's 100: sparse operands decide what operators do
    __hash__ = None

    def __init__(self, maxprint: int | None = None) -> None:
        if self.format == "und" and type(self).__module__ == __name__:
            raise ValueError("This class is not intended to be instantiated directly.")
        if maxprint is not None:
            self.maxprint = maxprint


class sparray(Sparse):
    """Base of sparse arrays: ``*`` and ``**`` work element by element, reductions drop their axis.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> isinstance(sparse.csr_array((2, 3)), sparse.sparray)
    True
    """

    _family = "array"

    @overload
    def __mul__(self, other: ndarray, /) -> sparray: ...
    @overload
    def __mul__(self, other: spmatrix | sparray, /) -> sparray: ...
    @overload
    def __mul__(self, other: complex | numpy.generic, /) -> Self: ...
    def __mul__(self, other: ndarray | spmatrix | sparray | complex | numpy.generic) -> Any:
        return self.multiply(other)

    def __rmul__(self, other: ArrayLike) -> Any | Data | ManyAxes:
        return self.multiply(other)

    def __pow__(self, other: Any) -> Self:
        return self.power(other)


class spmatrix(Sparse):
    """Base of sparse matrices: ``*`` multiplies matrices, ``**`` is the matrix's power, everything has two axes.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> isinstance(sparse.csr_matrix((2, 3)), sparse.spmatrix)
    True
    """

    _family = "matrix"

    @property
    def A(self) -> Any:
        """The matrix as a dense array."""
        return self.toarray()

    @property
    def H(self) -> Any:
        """The conjugate transpose."""
        return self.getH()

    @property
    def shape(self) -> Any:
        """Lengths of the axes; assigning reshapes the matrix in place."""
        return self.get_shape()

    @shape.setter
    def shape(self, shape: Any) -> None:
        self.set_shape(shape)

    @property
    def nnz(self) -> Any:
        """Number of stored values, zeros among them."""
        return self.getnnz()

    @overload
    def __mul__(self, other: ndarray, /) -> ndarray: ...
    @overload
    def __mul__(self, other: spmatrix | sparray, /) -> spmatrix: ...
    @overload
    def __mul__(self, other: complex | numpy.generic, /) -> Self: ...
    def __mul__(self, other: ndarray | spmatrix | sparray | complex | numpy.generic) -> Any:
        return self._times(other)

    def __rmul__(self, other: ArrayLike) -> Any | ndarray | CSR | sparray:
        return self._times_from_left(other)

    def __pow__(self, other: Any) -> Any:
        from cupyx.scipy.sparse.linalg._functions._power import matrix_power
        return matrix_power(self, other)

    def asfptype(self) -> spmatrix:
        """The values as floating-point or complex numbers."""
        if self.dtype.kind in "fc":
            return self
        return self.astype(numpy.result_type(self.dtype, numpy.float32))

    def getH(self) -> spmatrix:
        """The conjugate transpose."""
        return self.conj().transpose()

    def get_shape(self) -> tuple[int, ...]:
        """Lengths of the axes."""
        return self._shape

    def set_shape(self, shape: SupportsIndex | Sequence[SupportsIndex]) -> None:
        """Reshape in place."""
        self.__dict__ = self.reshape(shape).asformat(self.format).__dict__

    def getformat(self) -> str:
        """Name of the format."""
        return self.format

    def getmaxprint(self) -> int:
        """How many items are printed."""
        return self.maxprint

    def getnnz(self, axis: SupportsIndex | None = None) -> int | ndarray:
        """How many values are stored, over all or along an axis."""
        return self._getnnz(axis)

    def getcol(self, j: Any) -> spmatrix:
        """Column `j` as a matrix with one column, in a compressed format."""
        return self.asformat("csc" if self.format == "csc" else "csr")[:, j]

    def getrow(self, i: Any) -> spmatrix:
        """Row `i` as a matrix with one row, in CSR."""
        return self.tocsr()[i]


def issparse(x: object) -> TypeGuard[Any]:        # of the class of some format
    """Whether `x` is a sparse matrix or array of this library.

    Parameters
    ----------
    x : object
        What to look at.

    Returns
    -------
    bool
        Whether it is sparse; false for SciPy's own classes.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.issparse(sparse.csr_matrix((2, 3)))
    True
    """
    return isinstance(x, Sparse)


def isspmatrix(x: object) -> bool:
    """Whether `x` is a sparse matrix of this library, and no array.

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
    >>> sparse.isspmatrix(sparse.csr_matrix((2, 3)))
    True
    """
    return isinstance(x, spmatrix)


def from_host(x: Any) -> Any:
    """`x` with SciPy's sparse classes copied to the device; anything else as it is."""
    if type(x).__module__.startswith("scipy.sparse"):
        import scipy.sparse

        if scipy.sparse.issparse(x):
            format, family = x.format, "matrix" if isinstance(x, scipy.sparse.spmatrix) else "array"
            return class_of(format, family)._from_host(x)
    return x
