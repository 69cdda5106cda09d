"""cuSPARSE's (hipSPARSE's) descriptions of matrices and vectors; where there is no such library, the same fields."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

import numpy

import cupy
from cupy._ext import host_memory, sparse_attributes
from cupyx.cusparse._arguments import as_dense, matrix

__all__ = ["BaseDescriptor", "DnMatDescriptor", "DnVecDescriptor", "MatDescriptor", "SpMatDescriptor",
           "SpVecDescriptor", "getVersion"]

_INDEX_TYPES = {"int32": 2, "int64": 3}
_VALUE_TYPES = {"float32": 0, "float64": 1, "float16": 2, "int8": 3, "complex64": 4, "complex128": 5, "uint8": 8,
                "int32": 10, "uint32": 12, "bfloat16": 14, "int16": 20, "uint16": 22, "int64": 24, "uint64": 26}
_COLUMNS_FIRST, _BASE_ZERO = 1, 0
_MATRICES = ("Csr", "Csc", "Coo")


def _library() -> Any:
    """The library's C interface, or None."""
    if host_memory():
        return None
    try:
        from cupy.cuda import cusparse
    except ImportError:
        return None
    return cusparse


def getVersion() -> int:
    """Version of the library that is under the descriptions, as 12603; 0 where there is none.

    Returns
    -------
    int
        The version.

    Examples
    --------
    >>> import cupyx.cusparse
    >>> cupyx.cusparse.getVersion() >= 0
    True
    """
    library = _library()
    return 0 if library is None else library.getVersion(cupy.cuda.device.get_cusparse_handle())


class BaseDescriptor:
    """A description and what reads and destroys it; its fields are its attributes.

    Parameters
    ----------
    descriptor : object
        The library's handle, or a tuple of fields.
    get : callable, optional
        Gives the fields of a handle.
    destroyer : callable, optional
        Is called with the handle at the end.

    Examples
    --------
    >>> from cupyx.cusparse import BaseDescriptor
    >>> BaseDescriptor(5).desc
    5
    """

    desc: Any = None
    get: Callable[[Any], Any] | None = None
    destroy: Callable[[Any], Any] | None = None
    _owners: tuple = ()                 # the arrays that the description points into

    def __init__(self, descriptor: object, get: Callable[..., Any] | None = None,
                 destroyer: Callable[..., Any] | None = None) -> None:
        self.desc = descriptor
        self.get = get
        self.destroy = destroyer

    def __del__(self) -> None:
        desc, self.desc = self.desc, None
        if self.destroy is not None and desc is not None:
            self.destroy(desc)

    def __getattr__(self, name: str) -> Any:
        if self.get is None or name.startswith("__"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self.get(self.desc), name)

    @classmethod
    def _make(cls, kind: str, values: list[int], *owners: cupy.ndarray) -> BaseDescriptor:
        """The description with these fields, which keeps the arrays alive that it points into."""
        library = _library()
        if library is None:
            found = cls(sparse_attributes[kind](*values), lambda description: description)
        else:
            get = getattr(library, f"{kind[0].lower()}{kind[1:]}Get")
            destroyed = "SpMat" if kind in _MATRICES else kind
            found = cls(getattr(library, f"create{kind}")(*values), get, getattr(library, f"destroy{destroyed}"))
        found._owners = owners
        return found


class SpMatDescriptor(BaseDescriptor):
    """A sparse matrix.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.cusparse import SpMatDescriptor
    >>> from cupyx.scipy.sparse import csr_matrix
    >>> SpMatDescriptor.create(csr_matrix(cupy.eye(3))).nnz
    3
    """

    @classmethod
    def create(cls, a: Any) -> BaseDescriptor:
        """The description of a CSR, CSC or COO matrix.

        Parameters
        ----------
        a : csr_matrix, csc_matrix or coo_matrix
            The matrix.

        Returns
        -------
        SpMatDescriptor
        """
        matrix(a, "a", "csr", "csc", "coo")
        first, second = (a.row, a.col) if a.format == "coo" else (a.indptr, a.indices)
        kinds = [_INDEX_TYPES[x.dtype.name] for x in (first, second)]
        values = [*a.shape, a.nnz, first.data.ptr, second.data.ptr, a.data.data.ptr,
                  *(kinds[1:] if a.format == "coo" else kinds), _BASE_ZERO, _VALUE_TYPES[a.dtype.name]]
        return cls._make(a.format.capitalize(), values, first, second, a.data)

    def set_attribute(self, attribute: SupportsIndex, data: numpy.ndarray[Any, Any]) -> None:
        """Set an attribute of the matrix.

        Parameters
        ----------
        attribute : int
            As ``CUSPARSE_SPMAT_FILL_MODE``.
        data : numpy.ndarray
            Its value.
        """
        library = _library()
        if library is None:
            self.__dict__.setdefault("attributes", {})[attribute] = numpy.array(data)
        else:
            library.spMatSetAttribute(self.desc, attribute, data.ctypes.data, data.itemsize)


class SpVecDescriptor(BaseDescriptor):
    """A sparse vector.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.cusparse import SpVecDescriptor
    >>> SpVecDescriptor.create(cupy.array([0, 3]), cupy.array([1.0, 2.0]), 5).size
    5
    """

    @classmethod
    def create(cls, indices: cupy.ndarray, data: cupy.ndarray, size: SupportsIndex) -> BaseDescriptor:
        """The description of a vector of `size` elements, of which some are not zero.

        Parameters
        ----------
        indices, data : ndarray
            Places, in ascending order, and values of these elements.
        size : int
            Length of the vector.

        Returns
        -------
        SpVecDescriptor
        """
        values = [size, data.size, indices.data.ptr, data.data.ptr, _INDEX_TYPES[indices.dtype.name], _BASE_ZERO,
                  _VALUE_TYPES[data.dtype.name]]
        return cls._make("SpVec", values, indices, data)


class DnVecDescriptor(BaseDescriptor):
    """A dense vector.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.cusparse import DnVecDescriptor
    >>> DnVecDescriptor.create(cupy.ones(5)).size
    5
    """

    @classmethod
    def create(cls, x: cupy.ndarray) -> BaseDescriptor:
        """The description of a contiguous vector.

        Parameters
        ----------
        x : (N,) ndarray
            The vector.

        Returns
        -------
        DnVecDescriptor
        """
        as_dense(x, "x", 1)
        if not x.flags.c_contiguous:
            raise ValueError("x must be contiguous")
        return cls._make("DnVec", [x.size, x.data.ptr, _VALUE_TYPES[x.dtype.name]], x)


class DnMatDescriptor(BaseDescriptor):
    """A dense matrix that lies column by column.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.cusparse import DnMatDescriptor
    >>> DnMatDescriptor.create(cupy.ones((2, 3), order="F")).ld
    2
    """

    @classmethod
    def create(cls, a: cupy.ndarray) -> BaseDescriptor:
        """The description of a matrix in Fortran's order.

        Parameters
        ----------
        a : (M, N) ndarray
            The matrix.

        Returns
        -------
        DnMatDescriptor
        """
        as_dense(a, "a", 2)
        if not a.flags.f_contiguous:
            raise ValueError("a must be contiguous in Fortran's order")
        values = [*a.shape, a.shape[0], a.data.ptr, _VALUE_TYPES[a.dtype.name], _COLUMNS_FIRST]
        return cls._make("DnMat", values, a)


class MatDescriptor:
    """What the older routines are told of a matrix besides its arrays.

    Parameters
    ----------
    descriptor : int
        The library's handle, of which this object takes care; 0 where there is no library.

    Examples
    --------
    >>> from cupyx.cusparse import MatDescriptor
    >>> described = MatDescriptor.create()
    >>> described.set_mat_index_base(1)
    >>> described.index_base
    1
    """

    descriptor = 0

    def __init__(self, descriptor: SupportsIndex) -> None:
        self.descriptor = descriptor
        self._library: Any = _library() if descriptor else None
        self.type = self.index_base = self.fill_mode = self.diag_type = 0

    @classmethod
    def create(cls) -> MatDescriptor:
        """The description of a general matrix that counts from 0."""
        library = _library()
        return cls(0 if library is None else library.createMatDescr())

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[int, int, int, int]]:
        return self._restore, (self.type, self.index_base, self.fill_mode, self.diag_type)

    @classmethod
    def _restore(cls, *values: int) -> MatDescriptor:
        found = cls.create()
        for change, value in zip((found.set_mat_type, found.set_mat_index_base, found.set_mat_fill_mode,
                                  found.set_mat_diag_type), values, strict=True):
            change(value)
        return found

    def __del__(self) -> None:
        descriptor, self.descriptor = self.descriptor, 0
        if descriptor:
            self._library.destroyMatDescr(descriptor)

    def set_mat_type(self, typ: Any) -> None:
        """Set the type, as ``CUSPARSE_MATRIX_TYPE_SYMMETRIC``."""
        self.type = self._set("setMatType", typ)

    def set_mat_index_base(self, base: Any) -> None:
        """Set what the first row is called, 0 or 1."""
        self.index_base = self._set("setMatIndexBase", base)

    def set_mat_fill_mode(self, fill_mode: Any) -> None:
        """Set which triangle is stored, as ``CUSPARSE_FILL_MODE_UPPER``."""
        self.fill_mode = self._set("setMatFillMode", fill_mode)

    def set_mat_diag_type(self, diag_type: Any) -> None:
        """Set whether the diagonal is ones, as ``CUSPARSE_DIAG_TYPE_UNIT``."""
        self.diag_type = self._set("setMatDiagType", diag_type)

    def _set(self, function: str, value: int) -> int:
        if self.descriptor:
            getattr(self._library, function)(self.descriptor, value)
        return int(value)
