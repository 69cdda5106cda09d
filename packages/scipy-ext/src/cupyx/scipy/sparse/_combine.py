"""Matrices made of other matrices: blocks, stacks, Kronecker products and sums."""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy

import cupy
from cupy._ext import sparse as parts
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._base import from_host, issparse, sparray
from cupyx.scipy.sparse._construct import eye, eye_array
from cupyx.scipy.sparse._format import class_of

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx.scipy.sparse._bsr import BSR
    from cupyx.scipy.sparse._coo_many import ManyAxes
    from cupyx.scipy.sparse._csr import CSR
    from cupyx.scipy.sparse._data import Data
    from cupyx.scipy.sparse._index import Indexing

__all__ = ["block_array", "block_diag", "bmat", "hstack", "kron", "kronsum", "vstack"]


def family_of(operands: Iterator[Any] | Sequence[Any]) -> str:
    """"array" if any operand is a sparse array, else "matrix"."""
    return "array" if any(isinstance(a, sparray) for a in operands) else "matrix"


def sparse_of(a: Any, family: str = "matrix") -> Data:
    """An operand as a sparse matrix: as it is, or COO of a dense one."""
    a = from_host(a)
    if issparse(a):
        return a
    return class_of("coo", family)(cupy.atleast_2d(_arguments.values(a)))


def _lengths(sparse: dict[tuple[Any, ...], Data], axis: int) -> list[int]:
    """Lengths of the rows of blocks (`axis` 0) or of the columns."""
    lengths = [None] * (max(place[axis] for place in sparse) + 1)
    for place, a in sparse.items():
        i, length = place[axis], a._shape2[axis]
        if lengths[i] not in (None, length):
            line, word = (f"{i},:", "row") if axis == 0 else (f":,{i}", "column")
            raise ValueError(f"blocks[{line}] has incompatible {word} dimensions. Got blocks[{place[0]},{place[1]}]"
                             f".shape[{axis}] == {length}, expected {lengths[i]}.")
        lengths[i] = length
    return [n or 0 for n in lengths]


def _joined(blocks: Any, format: str | None, dtype: DTypeLike | None, family: str) -> Data:
    """One matrix of the blocks of a grid, where None is a block of zeros."""
    if not len(blocks) or any(getattr(line, "ndim", 1) != 1 or len(line) != len(blocks[0]) for line in blocks):
        raise ValueError("blocks must be 2-D")
    grid = numpy.empty((len(blocks), len(blocks[0])), object)
    for i, line in enumerate(blocks):
        for j, a in enumerate(line):
            grid[i, j] = None if a is None else sparse_of(a, family)
    sparse = {place: a for place, a in numpy.ndenumerate(grid) if a is not None}
    if not grid.size:
        raise ValueError("blocks must be 2-D")
    if any(a.ndim > 2 for a in sparse.values()):
        raise ValueError("blocks must have at most two axes")
    if not sparse:
        return class_of("coo", family)((0, 0), dtype=dtype).asformat(format or "coo")
    heights, widths = _lengths(sparse, 0), _lengths(sparse, 1)
    heights += [0] * (grid.shape[0] - len(heights))
    widths += [0] * (grid.shape[1] - len(widths))
    formats = {a.format for a in sparse.values()}
    full = len(sparse) == grid.size and formats in ({"csr"}, {"csc"})
    natural = formats.copy().pop() if full else "coo"
    chosen = format or natural
    dtype = numpy.dtype(dtype or numpy.result_type(*[a.dtype for a in sparse.values()]))
    shape = sum(heights), sum(widths)
    if full and min(grid.shape) == 1:
        join = _end_to_end if natural == ("csr" if grid.shape[1] == 1 else "csc") else _side_by_side
        return join(list(sparse.values()), shape, dtype, natural, family).asformat(chosen)
    tops, lefts = ([0, *itertools.accumulate(lengths)] for lengths in (heights, widths))
    index, items = _arguments.get_index_dtype(maxval=max(shape)), []
    for (i, j), a in sparse.items():
        a = a.tocoo(copy=False)
        row, col = (x.astype(index, copy=False) + index(before) if before else x.astype(index, copy=False)
                    for x, before in ((a.row, tops[i]), (a.col, lefts[j])))
        items.append((a.data.astype(dtype, copy=False), row, col))
    data, row, col = (cupy.concatenate(arrays) for arrays in zip(*items, strict=True))
    return class_of("coo", family)._make(data, (row, col), shape).asformat(chosen)


def _end_to_end(matrices: list[Indexing], shape: tuple[int, ...], dtype: numpy.dtype[Any], format: str,
                family: str) -> Indexing:
    """Compressed matrices one after the other along the axis of their rows."""
    index = _arguments.get_index_dtype(maxval=max(*shape, sum(a.nnz for a in matrices)))
    starts, total = [], 0
    for a in matrices:
        starts.append((a.indptr if not starts else a.indptr[1:]).astype(index, copy=False) + index(total))
        total += a.data.size
    triple = (cupy.concatenate([a.data.astype(dtype, copy=False) for a in matrices]),
              cupy.concatenate([a.indices.astype(index, copy=False) for a in matrices]), cupy.concatenate(starts))
    known = {name: True for name in ("sorted", "canonical") if all(getattr(a, f"_{name}") for a in matrices)}
    return class_of(format, family)._make(triple, None, shape, **known)


def _side_by_side(matrices: list[Indexing], shape: tuple[int, ...], dtype: numpy.dtype[Any], format: str,
                  family: str) -> Indexing:
    """Compressed matrices with their rows joined: an item moves by what others have before it."""
    index = _arguments.get_index_dtype(maxval=max(*shape, sum(a.nnz for a in matrices)))
    pointers = [a.indptr.astype(index, copy=False) for a in matrices]
    starts = sum(pointers[1:], pointers[0])
    total = sum(a.data.size for a in matrices)
    data, indices, column = cupy.empty(total, dtype), cupy.empty(total, index), 0
    before, after = cupy.zeros(starts.size - 1, index), starts[:-1]
    for a, indptr in zip(matrices, pointers, strict=True):
        after = after - indptr[:-1]
        row = parts.expand_indptr(indptr, a.data.size)
        place = cupy.arange(a.data.size, dtype=index) + (before + after)[row]
        data[place] = a.data
        indices[place] = a.indices.astype(index, copy=False) + index(column)
        before = before + indptr[1:]
        column += a._rows[1]
    known = {name: True for name in ("sorted", "canonical") if all(getattr(a, f"_{name}") for a in matrices)}
    return class_of(format, family)._make((data, indices, starts), None, shape, **known)


def bmat(blocks: Sequence[Any], format: str | None = None, dtype: DTypeLike | None = None) -> Data:
    """A matrix of blocks.

    Parameters
    ----------
    blocks : sequence of sequences
        Rows of matrices or arrays; None is a block of zeros.
    format : str, optional
        Format of the result.
    dtype : dtype, optional
        Type of the values.

    Returns
    -------
    sparse matrix
        An array if any block is a sparse array.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> a = sparse.eye(1)
    >>> sparse.bmat([[a, None], [None, a * 2]]).toarray()
    array([[1., 0.],
           [0., 2.]])
    """
    return _joined(blocks, format, dtype, family_of(a for line in blocks for a in line))


def block_array(blocks: Sequence[Any], *, format: str | None = None, dtype: DTypeLike | None = None) -> Data:
    """An array of blocks; as `bmat`, of the array family.

    Parameters
    ----------
    blocks : sequence of sequences
        Rows of matrices or arrays; None is a block of zeros.
    format : str, optional
        Format of the result.
    dtype : dtype, optional
        Type of the values.

    Returns
    -------
    sparse array
        The blocks together.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.block_array([[sparse.eye_array(2), None], [None, sparse.eye_array(1)]]).shape
    (3, 3)
    """
    return _joined(blocks, format, dtype, "array")


def hstack(blocks: Sequence[Any], format: str | None = None, dtype: DTypeLike | None = None) -> Data:
    """Matrices beside each other.

    Parameters
    ----------
    blocks : sequence of sparse matrices
        Of the same number of rows.
    format : str, optional
        Format of the result.
    dtype : dtype, optional
        Type of the values.

    Returns
    -------
    sparse matrix
        An array if any of them is a sparse array.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.hstack([sparse.eye(2), sparse.eye(2)]).shape
    (2, 4)
    """
    blocks = [from_host(a) for a in blocks]
    return _joined([blocks], format, dtype, family_of(blocks))


def vstack(blocks: Sequence[Any], format: str | None = None, dtype: DTypeLike | None = None) -> Data:
    """Matrices below each other.

    Parameters
    ----------
    blocks : sequence of sparse matrices
        Of the same number of columns.
    format : str, optional
        Format of the result.
    dtype : dtype, optional
        Type of the values.

    Returns
    -------
    sparse matrix
        An array if any of them is a sparse array.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.vstack([sparse.eye(2), sparse.eye(2)], format="csr").indptr
    array([0, 1, 2, 3, 4], dtype=int32)
    """
    blocks = [from_host(a) for a in blocks]
    return _joined([[a] for a in blocks], format, dtype, family_of(blocks))


def block_diag(mats: Iterable[Any], format: str | None = None, dtype: DTypeLike | None = None) -> Data:
    """Matrices along the diagonal, zeros elsewhere.

    Parameters
    ----------
    mats : sequence of matrices or arrays
        The blocks; a number is one of one element.
    format : str, optional
        Format; ``"coo"`` if not given.
    dtype : dtype, optional
        Type of the values.

    Returns
    -------
    sparse matrix
        An array if any block is a sparse array.

    Notes
    -----
    Differs from SciPy: zeros of dense blocks are not stored.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.block_diag([sparse.eye(1), 5.0]).toarray()
    array([[1., 0.],
           [0., 5.]])
    """
    mats = [from_host(a) for a in mats]
    blocks = [[None] * len(mats) for _ in mats]
    for i, a in enumerate(mats):
        blocks[i][i] = a
    return _joined(blocks, format or "coo", dtype, family_of(mats))


def kron(A: Any, B: Any, format: str | None = None) -> Data:
    """The Kronecker product.

    Parameters
    ----------
    A, B : sparse matrix or array
        The factors.
    format : str, optional
        Format; if not given ``"bsr"`` where at least half of the right factor is stored, else ``"coo"``.

    Returns
    -------
    sparse matrix
        An array if a factor is a sparse array.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> sparse.kron(sparse.eye(2), cupy.asarray([[1., 2.]])).toarray()
    array([[1., 2., 0., 0.],
           [0., 0., 1., 2.]])
    """
    family = family_of((A, B))
    a, b = (_factor(x, family) for x in (A, B))
    if format in (None, "bsr") and a.ndim == b.ndim == 2 and a.nnz and b.nnz and 2 * b.nnz >= math.prod(b.shape):
        return _of_blocks(a.tocsr(), b.toarray(), family)
    dims = max(a.ndim, b.ndim)
    # An axis that only one factor has is an axis of one item of the other.
    inside, outside = ((*((1,) * (dims - x.ndim)), *x.shape) for x in (b, a))
    shape = tuple(m * n for m, n in zip(outside, inside, strict=True))
    index = _arguments.get_index_dtype(maxval=max(shape))
    coords = []
    for axis, length in enumerate(inside):
        outer, inner = (x.coords[axis - dims].astype(index, copy=False) if axis >= dims - x.ndim
                        else cupy.zeros(x.nnz, index) for x in (a, b))
        coords.append((outer[:, None] * index(length) + inner[None]).ravel())
    data = (a.data[:, None] * b.data[None]).ravel()
    return class_of("coo", family)._make(data, coords, shape).asformat(format)


def _of_blocks(a: CSR, b: cupy.ndarray, family: str) -> BSR:
    """The Kronecker product of compressed rows and an array."""
    shape = tuple(m * n for m, n in zip(a.shape, b.shape, strict=True))
    return class_of("bsr", family)._make(a.data[:, None, None] * b, a.indices, a.indptr, shape)


def _factor(a: Any, family: str) -> ManyAxes:
    """A factor as COO; dense ones of the array family keep their number of axes."""
    if family == "array" and not issparse(from_host(a)):
        return class_of("coo", family)(_arguments.values(a))
    return sparse_of(a, family).tocoo(copy=False)


def kronsum(A: Any, B: Any, format: str | None = None) -> Any:
    """The Kronecker sum ``kron(I, A) + kron(B, I)`` of two square matrices.

    Parameters
    ----------
    A, B : sparse matrix or array
        Square matrices.
    format : str, optional
        Format; ``"csr"`` if not given.

    Returns
    -------
    sparse matrix
        An array if an operand is a sparse array.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.kronsum(sparse.eye(1), sparse.eye(2)).toarray()
    array([[2., 0.],
           [0., 2.]])
    """
    family = family_of((A, B))
    a, b = sparse_of(A, family), sparse_of(B, family)
    for name, x in (("A", a), ("B", b)):
        if x.ndim != 2:
            raise ValueError(f"kronsum requires 2D inputs. `{name}` is {x.ndim}D.")
        if x.shape[0] != x.shape[1]:
            raise ValueError(f"{name} is not square")
    dtype = numpy.result_type(a.dtype, b.dtype)
    one = eye_array if family == "array" else eye
    left, right = kron(one(b.shape[0], dtype=dtype), a, "coo"), kron(b, one(a.shape[0], dtype=dtype), "coo")
    return cast(Any, left + right).asformat(format)
