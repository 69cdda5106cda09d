"""What all sparse classes share, and the two families: matrices (``*`` multiplies matrices) and arrays."""
import importlib
import types

import numpy

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._operators import Operators
from cupyx.scipy.sparse._reductions import Reductions

__all__ = ["issparse", "isspmatrix", "sparray", "spmatrix"]

_NAMES = {"csr": "Compressed Sparse Row", "csc": "Compressed Sparse Column", "coo": "COOrdinate", "dia": "DIAgonal",
          "bsr": "Block Sparse Row", "lil": "List of Lists", "dok": "Dictionary Of Keys"}


class Sparse(Operators, Reductions):
    """A sparse matrix or array of any format; a format has ``data``, `_with_data`, `tocoo` and `transpose`."""

    __array_priority__ = 110            # above an array's 100: sparse operands decide what operators do
    __hash__ = None
    format = "und"
    maxprint = 50
    _family = None                      # "matrix" or "array"
    _dimensions = (2,)                  # how many axes the format may have
    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, maxprint=None):
        if self.format == "und" and type(self).__module__ == __name__:
            raise ValueError("This class is not intended to be instantiated directly.")
        if maxprint is not None:
            self.maxprint = maxprint

    def _class(self, format):
        """The class of this family for a format."""
        return class_of(format, self._family)

    def _index_dtype(self, arrays, maxval):
        """The dtype of indices: arrays keep wide ones that they are given, matrices look only at what must fit."""
        return _arguments.get_index_dtype(arrays if self._family == "array" else (), maxval)

    @property
    def shape(self):
        """Lengths of the axes."""
        return self._shape

    @property
    def ndim(self):
        """Number of axes."""
        return len(self._shape)

    @property
    def dtype(self):
        """Type of the values."""
        return self.data.dtype

    @property
    def device(self):
        """Device that holds the values."""
        return self.data.device

    @property
    def nnz(self):
        """Number of stored values, zeros among them."""
        return self._getnnz()

    @property
    def size(self):
        """Number of stored values."""
        return self._getnnz()

    @property
    def T(self):
        """The transpose."""
        return self.transpose()

    @property
    def mT(self):
        """The transpose of the last two axes."""
        if self.ndim < 2:
            raise ValueError("matrix transpose needs at least two axes")
        return self.transpose()

    @property
    def real(self):
        """Real parts."""
        return self._with_data(self.data.real)

    @property
    def imag(self):
        """Imaginary parts."""
        return self._with_data(self.data.imag)

    @property
    def _shape2(self):
        """The shape with one row for an array of one axis."""
        return self._shape if len(self._shape) == 2 else (1, *self._shape)

    def _getnnz(self, axis=None):
        if axis is None:
            return self.data.size
        return self.tocsr()._getnnz(axis)

    def _with_data(self, data, copy=False):
        raise NotImplementedError(f"{type(self).__name__} has no _with_data")

    def __len__(self):
        raise TypeError("sparse array length is ambiguous; use getnnz() or shape[0]")

    def __bool__(self):
        if self.shape in ((1, 1), (1,)):
            return self.nnz != 0
        raise ValueError("The truth value of an array with more than one element is ambiguous. "
                         "Use a.any() or a.all().")

    def __iter__(self):
        rows = self.tocsr()
        for i in range(self._shape[0]):
            yield rows[i].tocsr() if self.ndim == 2 else rows[i]

    def __repr__(self):
        name = _NAMES.get(self.format, self.format)
        return (f"<{name} sparse {self._family} of dtype '{self.dtype}'\n"
                f"\twith {self.nnz} stored elements{self._extra()} and shape {self.shape}>")

    def __str__(self):
        host = self.get()
        host.maxprint = self.maxprint
        return str(host)

    def _extra(self):
        return ""

    def get(self, stream=None):
        """A copy in host memory, of SciPy's class of the same format."""
        raise NotImplementedError(f"{type(self).__name__} has no get")

    def _scipy_class(self):
        return getattr(importlib.import_module("scipy.sparse"), f"{self.format}_{self._family}")

    def asformat(self, format, copy=False):
        """This matrix in another format, ``"csr"``, ``"csc"``, ``"coo"`` and so on; None is its own."""
        if format is None or format == self.format:
            return self.copy() if copy else self
        if format not in _NAMES:
            raise ValueError(f"Format {format} is unknown.")
        return getattr(self, f"to{format}")(copy=copy)

    def astype(self, dtype, casting="unsafe", copy=True):
        """The values as another dtype."""
        dtype = _arguments.value_dtype(dtype)
        if self.dtype == dtype:
            return self.copy() if copy else self
        return self._with_data(self.data.astype(dtype, casting=casting))

    def conj(self, copy=True):
        """Complex conjugates; of real values a copy, or the matrix itself where `copy` is false."""
        if self.dtype.kind == "c":
            return self._with_data(self.data.conj())
        return self.copy() if copy else self

    conjugate = conj

    def copy(self):
        """A copy that shares nothing."""
        return self._with_data(self.data, copy=True)

    def count_nonzero(self, axis=None):
        """How many values are not zero, over all or along an axis."""
        return self.tocsr().count_nonzero(axis)

    def nonzero(self):
        """Coordinates of values that are not zero, a tuple with an array an axis."""
        a = self.tocoo()
        kept = cupy.flatnonzero(a.data)
        return tuple(c[kept] for c in a.coords)

    def diagonal(self, k=0):
        """Items `k` above the main diagonal."""
        return self.tocsr().diagonal(k)

    def trace(self, offset=0):
        """Sum of a diagonal."""
        return self.diagonal(k=offset).sum()

    def reshape(self, *shape, order="C", copy=False):
        """The items, in the given order, in another shape; in the same shape the matrix itself, or a copy."""
        result = self.tocoo(copy=copy).reshape(*shape, order=order)
        return result if result.shape != self.shape else self.copy() if copy else self

    def toarray(self, order=None, out=None):
        """The matrix as a dense array of the device.

        Parameters
        ----------
        order : {"C", "F"}, optional
            Memory order; C if not given.
        out : cupy.ndarray, optional
            Where to write, of the same shape and dtype.
        """
        return self.tocsr().toarray(order, out)

    def todense(self, order=None, out=None):
        """The same as `toarray`: there is no class of dense matrices."""
        return self.toarray(order, out)

    def tocsr(self, copy=False):
        """The matrix as CSR."""
        return self.tocoo(copy=copy).tocsr(copy=False)

    def tocsc(self, copy=False):
        """The matrix as CSC."""
        return self.tocsr(copy=copy).tocsc(copy=False)

    def todia(self, copy=False):
        """The matrix as diagonals."""
        return self.tocoo(copy=copy).todia(copy=False)

    def tobsr(self, blocksize=None, copy=False):
        """The matrix as blocks; of a size that fits the items if `blocksize` is not given."""
        return self.tocsr(copy=copy).tobsr(blocksize)

    def todok(self, copy=False):
        """The matrix as a dictionary, which lives in host memory."""
        return self._class("dok")(self)

    def tolil(self, copy=False):
        """The matrix as lists of rows, which live in host memory."""
        return self._class("lil")(self)

    def resize(self, *shape):
        """Change the shape in place: items outside of it are dropped.

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

    def _dense_out(self, order, out):
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


class sparray(Sparse):
    """Base of sparse arrays: ``*`` and ``**`` work item by item, reductions drop their axis.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> isinstance(sparse.csr_array((2, 3)), sparse.sparray)
    True
    """

    _family = "array"

    def __mul__(self, other):
        return self.multiply(other)

    def __rmul__(self, other):
        return self.multiply(other)

    def __pow__(self, other):
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
    def A(self):
        """The matrix as a dense array."""
        return self.toarray()

    @property
    def H(self):
        """The conjugate transpose."""
        return self.getH()

    @property
    def shape(self):
        """Lengths of the axes; assigning reshapes the matrix in place."""
        return self.get_shape()

    @shape.setter
    def shape(self, shape):
        self.set_shape(shape)

    @property
    def nnz(self):
        """Number of stored values, zeros among them."""
        return self.getnnz()

    def __mul__(self, other):
        return self._times(other)

    def __rmul__(self, other):
        return self._times_from_left(other)

    def __pow__(self, other):
        from cupyx.scipy.sparse._power import matrix_power
        return matrix_power(self, other)

    def asfptype(self):
        """The values as floating-point or complex numbers."""
        if self.dtype.kind in "fc":
            return self
        return self.astype(numpy.result_type(self.dtype, numpy.float32))

    def getH(self):
        """The conjugate transpose."""
        return self.conj().transpose()

    def get_shape(self):
        """Lengths of the axes."""
        return self._shape

    def set_shape(self, shape):
        """Reshape in place."""
        self.__dict__ = self.reshape(shape).asformat(self.format).__dict__

    def getformat(self):
        """Name of the format."""
        return self.format

    def getmaxprint(self):
        """How many items are printed."""
        return self.maxprint

    def getnnz(self, axis=None):
        """How many values are stored, over all or along an axis."""
        return self._getnnz(axis)

    def getcol(self, j):
        """Column `j` as a matrix with one column, in a compressed format."""
        return (self if self.format == "csc" else self.tocsr())[:, j]

    def getrow(self, i):
        """Row `i` as a matrix with one row, in CSR."""
        return self.tocsr()[i]


def issparse(x):
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


def isspmatrix(x):
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


def class_of(format, family):
    """The class of a format: ``"csr"`` and its like, of ``"matrix"`` or ``"array"``."""
    import cupyx.scipy.sparse

    if format not in _NAMES:
        raise ValueError(f"Format {format} is unknown.")
    return getattr(cupyx.scipy.sparse, f"{format}_{family}")


def from_host(x):
    """`x` with SciPy's sparse classes copied to the device; anything else as it is."""
    if type(x).__module__.startswith("scipy.sparse"):
        import scipy.sparse

        if scipy.sparse.issparse(x):
            format, family = x.format, "matrix" if isinstance(x, scipy.sparse.spmatrix) else "array"
            return class_of(format, family)._from_host(x)
    return x
