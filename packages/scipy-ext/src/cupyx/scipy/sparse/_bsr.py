"""Compressed rows of dense blocks."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

import numpy

import cupy
from cupy._ext import Kernel, host_memory, sparse as parts, type_characters
from cupyx.scipy.sparse import _arguments, _kernels, _structure
from cupyx.scipy.sparse._base import from_host, issparse, sparray, spmatrix
from cupyx.scipy.sparse._data import Data
from cupyx.scipy.sparse._format import class_of
from cupyx.scipy.sparse._in_host_memory import scipy_in_host_memory, taken

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._coo_many import coo_array
    from cupyx.scipy.sparse._csr import CSR, csr_array
    from cupyx.scipy.sparse._base import Sparse

__all__ = ["bsr_array", "bsr_matrix", "isspmatrix_bsr"]

_product = Kernel("block_product.hpp", _kernels, "BlockProduct", packed=[t + i for t in "fdFD" for i in "il"])
_FEW_COLUMNS = 16       # of an array, up to which a product goes through the blocks: CSR reads more of them together
_OF_BLOCKS = {"plus": "__add__", "minus": "__sub__", "times": "multiply"}   # SciPy's names of what gives blocks
_EFFICIENCY = 0.7       # of blocks: the part of their items that is stored, from which on they are worth while


class BSR(Data):
    """Rows of blocks one after the other: ``data`` of shape ``(blocks, R, C)``, ``indices`` and ``indptr``."""

    format = "bsr"
    indices: cupy.ndarray
    indptr: cupy.ndarray

    def __init__(self, arg1: Any, shape: Int | Sequence[Int] | None = None, dtype: DTypeLike | None = None,
                 copy: bool = False, blocksize: Any = None, *, maxprint: int | None = None) -> None:
        super().__init__(maxprint=maxprint)
        if shape is not None:
            shape = _arguments.check_shape(shape)
        if dtype is not None:
            dtype = _arguments.value_dtype(dtype)
        arg1 = from_host(arg1)
        if issparse(arg1):
            other = arg1.tobsr(blocksize=blocksize, copy=copy and arg1.format == "bsr")
            self._become(other)
        elif _arguments.is_shape(arg1) and len(arg1) == 2:
            self._shape = _arguments.check_shape(arg1)
            R, C = _block(blocksize or (1, 1), self._shape)
            index = _arguments.get_index_dtype(maxval=max(self._shape))
            self.data = cupy.zeros((0, R, C), _arguments.value_dtype(dtype, float))
            self.indices, self.indptr = cupy.zeros(0, index), cupy.zeros(self._shape[0] // R + 1, index)
        elif isinstance(arg1, tuple) and len(arg1) == 2:
            self._become(self._class("coo")(arg1, shape=shape, dtype=dtype).tobsr(blocksize=blocksize))
        elif isinstance(arg1, tuple) and len(arg1) == 3:
            self._set_given(arg1, dtype, shape, copy, blocksize)
        elif isinstance(arg1, tuple):
            raise ValueError(f"unrecognized {type(self).__name__} constructor input: {arg1!r:.60}")
        else:
            self._become(self._class("coo")(arg1, dtype=dtype).tobsr(blocksize=blocksize))
        if shape is not None and shape != self._shape:
            R, C = _block(self.blocksize, shape)
            self.data, self.indices, self.indptr = _structure.checked(
                self.data, self.indices, self.indptr, (shape[0] // R, shape[1] // C), self.data.shape[0])
            self._shape = shape
        if dtype is not None and self.data.dtype != dtype:
            self.data = self.data.astype(dtype)

    @classmethod
    def _make(cls, data: cupy.ndarray, indices: cupy.ndarray, indptr: cupy.ndarray, shape: tuple[int, ...]) -> BSR:
        """A matrix of arrays that are known to be right."""
        self = cls.__new__(cls)
        self.data, self.indices, self.indptr, self._shape = data, indices, indptr, shape
        return self

    @classmethod
    def _from_host(cls, x: Any) -> BSR:
        return cls((x.data, x.indices, x.indptr), shape=x.shape)

    def _become(self, other: BSR) -> None:
        self.data, self.indices, self.indptr, self._shape = other.data, other.indices, other.indptr, other.shape

    def _set_given(self,
            given: tuple[Any, ...],
            dtype: numpy.dtype[Any] | None, shape: tuple[int, ...] | None, copy: bool,
            blocksize: tuple[int, ...] | None) -> None:
        data, indices, indptr = given
        data = _arguments.values(data, _arguments.made_first(data, dtype), copy)
        if data.ndim != 3:
            raise ValueError(f"BSR data must be 3-dimensional, got shape={data.shape}")
        if blocksize is not None and data.shape[1:] != tuple(blocksize):
            raise ValueError(f"mismatching blocksize={blocksize} vs {data.shape[1:]}")
        indices, indptr = _arguments.indices(indices), _arguments.indices(indptr)
        if {indices.ndim, indptr.ndim} != {1}:
            raise ValueError("indices, and indptr should be 1-D")
        R, C = data.shape[1:]
        if shape is None:
            if not indices.size:
                raise ValueError("unable to infer matrix dimensions")
            shape = ((indptr.size - 1) * R, (int(indices.max()) + 1) * C)
        _block((R, C), shape)
        index = self._index_dtype((indices, indptr), max(*shape, data.shape[0]))
        self._shape = shape
        self.data, self.indices, self.indptr = _structure.checked(
            data, indices.astype(index, copy=copy), indptr.astype(index, copy=copy), (shape[0] // R, shape[1] // C),
            data.shape[0])

    @property
    def blocksize(self) -> Any:
        """Rows and columns of a block."""
        return self.data.shape[1:]

    @property
    def _block_shape(self) -> tuple[int, ...]:
        """Rows and columns of blocks."""
        return tuple(n // block for n, block in zip(self._shape, self.blocksize, strict=True))

    @property
    def has_sorted_indices(self) -> bool:
        """Whether blocks ascend in every row; waits for the device."""
        return parts.csr_has_sorted_indices(self._blocks())

    @property
    def has_canonical_format(self) -> bool:
        """Whether blocks ascend in every row and none occurs twice; waits for the device."""
        return parts.csr_has_canonical_format(self._blocks())

    def _blocks(self) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        """Compressed rows of the numbers of the blocks."""
        return cupy.arange(self.data.shape[0]), self.indices, self.indptr

    def _extra(self) -> str:
        return f" (blocksize={self.blocksize[0]}x{self.blocksize[1]})"

    def _with_data(self, data: cupy.ndarray, copy: bool = False) -> BSR:
        if copy:
            return self._make(data.copy(), self.indices.copy(), self.indptr.copy(), self._shape)
        return self._make(data, self.indices, self.indptr, self._shape)

    def get(self, stream: cupy.cuda.Stream | None = None) -> Any:
        """A copy in host memory, of SciPy's class of the same format."""
        triple = _structure.copied(self.data, self.indices, self.indptr, self._block_shape, self.data.shape[0], stream)
        return _structure.compressed_on_host(self._scipy_class(), triple, self._shape)

    def check_format(self, full_check: bool = True) -> None:
        """Raise a ValueError if the arrays do not fit each other.

        Parameters
        ----------
        full_check : bool, optional
            Whether to read `indices` and `indptr`, which waits for the device.
        """
        if self.data.ndim != 3:
            raise ValueError("data array must be 3-dimensional")
        if full_check:
            _structure.checked(self.data, self.indices, self.indptr, self._block_shape, self.data.shape[0])

    def sum_duplicates(self) -> None:
        """Add up blocks of the same place, in place; blocks are sorted then."""
        if not self.has_canonical_format:
            a = self.tocsr()
            a.sum_duplicates()
            self._become(a.tobsr(blocksize=self.blocksize))

    def sort_indices(self) -> None:
        """Sort the blocks of every row, in place."""
        R, C = self.blocksize
        order, self.indices, self.indptr = parts.csr_sort_indices(
            self._blocks(), (self._shape[0] // R, self._shape[1] // C))
        self.data = self.data[order]

    def sorted_indices(self) -> Self:
        """A copy with sorted blocks."""
        a = self.copy()
        a.sort_indices()
        return a

    def eliminate_zeros(self) -> None:
        """Drop blocks of zeros, in place."""
        keep = (self.data != 0).any(axis=(1, 2))
        order, self.indices, self.indptr = parts.csr_keep(self._blocks(), keep)
        self.data = self.data[order]

    def prune(self) -> None:
        """Drop what `indptr` does not cover."""
        n = int(self.indptr[-1])
        self.data, self.indices = self.data[:n], self.indices[:n]

    def transpose(self, axes: Sequence[SupportsIndex] | None = None, copy: bool = False) -> BSR:
        """The transpose."""
        if axes not in (None, (1, 0)):
            raise ValueError("Sparse arrays/matrices do not support an 'axes' parameter because swapping "
                             "dimensions is the only logical permutation.")
        R, C = self.blocksize
        rows = self._shape[0] // R, self._shape[1] // C
        order, indices, indptr = parts.csr_transpose(self._blocks(), rows)
        return self._make(self.data[order].transpose(0, 2, 1).copy(), indices, indptr, self._shape[::-1])

    def tobsr(self, blocksize: Any = None, copy: bool = False) -> BSR:
        """The matrix itself or a copy, or with blocks of another size."""
        if blocksize not in (None, self.blocksize):
            return self.tocsr().tobsr(blocksize=blocksize)
        return self.copy() if copy else self

    def tocoo(self, copy: bool = True) -> coo_array:
        """The matrix as COO, all items of the blocks."""
        (R, C), count = self.blocksize, self.data.shape[0]
        index = _arguments.get_index_dtype(maxval=max(*self._shape, self.data.size))
        top = parts.expand_indptr(self.indptr, count).astype(index, copy=False) * R
        left = self.indices.astype(index, copy=False) * C
        row = cupy.broadcast_to((top[:, None] + cupy.arange(R, dtype=index))[:, :, None], (count, R, C))
        col = cupy.broadcast_to((left[:, None] + cupy.arange(C, dtype=index))[:, None], (count, R, C))
        return self._class("coo")._make(self.data.ravel().copy() if copy else self.data.ravel(),
                                        (row.ravel(), col.ravel()), self._shape)

    @scipy_in_host_memory(always=True)
    def tocsr(self, copy: bool = False) -> CSR:
        """The matrix as CSR, all items of the blocks."""
        a = self.tocoo(copy=copy).tocsr()
        index = self._index_dtype((self.indptr, self.indices), max(self.data.size, self._shape[1]))
        structure = (x.astype(index, copy=False) for x in (a.indices, a.indptr))
        return a._like((a.data, *structure), canonical=True)

    @overload
    def count_nonzero(self, axis: None = ...) -> int: ...
    @overload
    def count_nonzero(self, axis: int) -> cupy.ndarray: ...
    def count_nonzero(self, axis: int | None = None) -> int | cupy.ndarray:
        """How many values are not zero, over all or along an axis."""
        return cupy.count_nonzero(self._single()) if axis is None else super().count_nonzero(axis)

    def nonzero(self) -> tuple[cupy.ndarray, cupy.ndarray]:
        """Coordinates of values that are not zero, by rows, of the smallest type that holds the shape."""
        row, col = self.tocsr().nonzero()
        index = "i" if max(self.shape) < 2**31 else "l"
        return row.astype(index, copy=False), col.astype(index, copy=False)

    @scipy_in_host_memory(always=True)
    def diagonal(self, k: SupportsIndex = 0) -> cupy.ndarray:
        """Items `k` above the main diagonal."""
        return self.tocsr().diagonal(k)

    def setdiag(self, values: Any, k: SupportsIndex = 0) -> None:
        """Set items `k` above the main diagonal, in place; see the method of COO."""
        a = self.tocsr()
        a.setdiag(values, k)
        self._become(a.tobsr(blocksize=self.blocksize))

    def _matmul_dense(self, other: cupy.ndarray) -> cupy.ndarray:
        return self._matmul_columns(other) if other.ndim == 2 else self._matmul_blocks(other)

    @scipy_in_host_memory()
    def _matmul_columns(self, other: cupy.ndarray) -> cupy.ndarray:
        return self._matmul_blocks(other)

    def _matmul_blocks(self, other: cupy.ndarray) -> cupy.ndarray:
        dtype = self.dtype if self.dtype == other.dtype else numpy.result_type(self.dtype, other.dtype)
        if dtype.kind == "b" or other.ndim == 2 and other.shape[1] > _FEW_COLUMNS:
            return super()._matmul_dense(other)
        out = cupy.empty((self._shape[0], *other.shape[1:]), dtype)
        if not out.size:
            return out
        data, other = cupy.ascontiguousarray(self.data, dtype), cupy.ascontiguousarray(other, dtype)
        indices = cupy.ascontiguousarray(self.indices)
        indptr = cupy.ascontiguousarray(self.indptr, indices.dtype)
        blocks, R, C = data.shape
        if R == C == 1 and host_memory():       # rows of single items are shorter loops
            return class_of("csr", "array")._make((data.reshape(-1), indices, indptr), None, self._shape) @ other
        _product.map(type_characters(dtype, indices.dtype), out.size, work=1 + data.size / self._shape[0], data=data,
                     indices=indices, indptr=indptr, x=other, out=out, rows=indptr.size - 1,
                     items=min(indices.size, blocks), width=self._shape[1] // C, height=R, length=C,
                     columns=other.shape[1] if other.ndim == 2 else 1)
        return out

    def _binary(self, name: str, other: Data) -> Data:
        if name in _OF_BLOCKS and other.format == "bsr" and host_memory():
            return taken(getattr(self.get(), _OF_BLOCKS[name])(other.get()))
        result = self.tocsr()._binary(name, other)
        return result.tobsr(blocksize=self.blocksize) if name in _OF_BLOCKS else result

    def _matmul_sparse(self, other: Sparse) -> BSR:
        if other.format == "bsr":
            return self._matmul_bsr(other)
        return self.tocsr()._matmul_sparse(other).tobsr(blocksize=(self.blocksize[0], 1))

    @scipy_in_host_memory(always=True)
    def _matmul_bsr(self, other: BSR) -> Any:
        return self.tocsr()._matmul_sparse(other).tobsr(blocksize=(self.blocksize[0], other.blocksize[1]))

    def _single(self) -> cupy.ndarray:
        self.sum_duplicates()
        return self.data

    def __getitem__(self, key: Any) -> Any:
        raise NotImplementedError("blocks have no items: convert to CSR")

    def __setitem__(self, key: Any, value: Any) -> None:
        raise NotImplementedError("blocks have no items: convert to CSR")


def _block(blocksize: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """A block's size that divides the shape, or a ValueError."""
    R, C = blocksize
    if R < 1 or C < 1 or shape[0] % R or shape[1] % C:
        raise ValueError(f"invalid blocksize {tuple(blocksize)} for shape {tuple(shape)}")
    return int(R), int(C)


def to_blocks(a: CSR, blocksize: tuple[int, ...] | None) -> BSR:
    """Compressed rows as a matrix of blocks, of an estimated size if it is None."""
    if a.ndim != 2:
        raise ValueError("Cannot convert an array of one axis to bsr format")
    if host_memory():
        if blocksize is not None:
            _block(blocksize, a.shape)
        return taken(a.get().tobsr(blocksize))
    cls = a._class("bsr")
    R, C = _block(blocksize or estimated(a), a.shape)
    a._settle()
    if R == C == 1:
        return cls._make(a.data.reshape(-1, 1, 1).copy(), a.indices.copy(), a.indptr.copy(), a.shape)
    m, n = a.shape[0] // R, a.shape[1] // C
    row, col = parts.expand_indptr(a.indptr, a.nnz).astype("l"), a.indices.astype("l")
    place = row // R * n + col // C
    blocks, which = cupy.unique(place, return_inverse=True)
    data = cupy.zeros((blocks.size, R, C), a.dtype)
    data[which, row % R, col % C] = a.data
    index = a.indices.dtype
    top = blocks // max(n, 1)
    return cls._make(data, (blocks - top * n).astype(index), parts.compress_rows(top, m, index), a.shape)


def estimated(a: csr_array | CSR) -> tuple[int, ...]:
    """A block's size that divides the shape and is mostly filled, as SciPy chooses it."""
    if not a.nnz:
        return 1, 1
    row, col = parts.expand_indptr(a.indptr, a.nnz).astype("l"), a.indices.astype("l")

    def filled(edge: int) -> bool:
        if a.shape[0] % edge or a.shape[1] % edge:
            return False
        blocks = cupy.unique_values(row // edge * (a.shape[1] // edge) + col // edge).size
        return a.nnz / (blocks * edge * edge) > _EFFICIENCY

    by_two, by_three = filled(2), filled(3)
    if by_two and by_three:
        return (6, 6) if filled(6) else (3, 3)
    edge = 4 if filled(4) else 3 if by_three else 2 if by_two else 1
    return edge, edge


class bsr_matrix(spmatrix, BSR):
    """Matrix of compressed rows of dense blocks.

    Parameters
    ----------
    arg1 : array, sparse matrix, or tuple
        A dense array of the device or the host; a sparse matrix of this library or SciPy's; a shape; ``(data, (row,
        col))``; or ``(data, indices, indptr)`` with blocks in ``data`` of shape ``(blocks, R, C)``.
    shape : tuple of int, optional
        The shape, if `arg1` does not tell it.
    dtype : dtype, optional
        Type of the values.
    copy : bool, optional
        Whether to copy arrays that could be shared.
    blocksize : tuple of int, optional
        Rows and columns of a block, which divide the shape; estimated if not given.
    maxprint : int, optional
        Most elements that the text of the matrix shows.

    Notes
    -----
    Products and other operations go through CSR.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> blocks = cupy.arange(8.).reshape(2, 2, 2)
    >>> sparse.bsr_matrix((blocks, cupy.asarray([0, 1]), cupy.asarray([0, 1, 2]))).toarray()
    array([[0., 1., 0., 0.],
           [2., 3., 0., 0.],
           [0., 0., 4., 5.],
           [0., 0., 6., 7.]])
    """

    def getcol(self, j: Any) -> bsr_array:
        """Column `j` as a matrix with one column, of blocks."""
        return super().getcol(j).tobsr(blocksize=(self.blocksize[0], 1))


class bsr_array(sparray, BSR):
    """Array of compressed rows of dense blocks; the parameters are those of `bsr_matrix`.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.bsr_array(sparse.eye_array(4), blocksize=(2, 2)).data.shape
    (2, 2, 2)
    """


def isspmatrix_bsr(x: object) -> bool:
    """Whether `x` is a `bsr_matrix`.

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
    >>> sparse.isspmatrix_bsr(sparse.bsr_matrix((2, 3)))
    True
    """
    return isinstance(x, bsr_matrix)
