"""What the routines are given: formats, operations, common types, results that are added to."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cupy
from cupyx.scipy import sparse
from cupyx.scipy.sparse._coo_many import coo_matrix

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._base import sparray, spmatrix
    from cupyx.scipy.sparse._data import Data

_FLIPPED = {"N": "T", "T": "N"}
_ADD_SCALED = cupy.ElementwiseKernel("T product, T alpha, T beta", "T out", "out = alpha * product + beta * out",
                                     "sparse_add_scaled")


def matrix(x: Data | spmatrix | sparray, name: str, *formats: str) -> None:
    """Raise `TypeError` unless `x` is a sparse matrix of one of these formats, `ValueError` unless it has two axes."""
    if not sparse.issparse(x) or x.format not in formats:
        found = f"a {x.format} matrix" if sparse.issparse(x) else type(x).__name__
        raise TypeError(f"{name} must be a sparse matrix in {' or '.join(formats)} format, not {found}")
    if len(x.shape) != 2:
        raise ValueError(f"{name} must have two axes, not the shape {x.shape}")


def as_dense(x: cupy.ndarray, name: str, *ndims: int) -> None:
    """Raise `TypeError` unless `x` is an array, `ValueError` unless it has so many axes."""
    if not isinstance(x, cupy.ndarray):
        raise TypeError(f"{name} must be a cupy.ndarray, not {type(x).__name__}")
    if x.ndim not in ndims:
        raise ValueError(f"{name} must have {' or '.join(map(str, ndims))} axes, not {x.ndim}")


def operation(trans: bool | str, name: str) -> str:
    """``"N"``, ``"T"`` or ``"H"`` of a flag or a dtype char."""
    if isinstance(trans, str) and trans in ("N", "T", "H"):
        return trans
    if isinstance(trans, bool) or trans in (0, 1):
        return "T" if trans else "N"
    raise ValueError(f"{name} must be True, False, 'N', 'T' or 'H', not {trans!r}")


def shape_after(shape: tuple[int, ...], char: str) -> tuple[int, ...]:
    """A matrix's shape after an operation."""
    return shape if char == "N" else shape[::-1]


def common_type(*operands: cupy.ndarray | spmatrix | None) -> Sequence[Any]:
    """The operands, None stays None, all of the dtype that they promote to."""
    dtypes = {x.dtype for x in operands if x is not None}
    if len(dtypes) == 1:
        return operands
    dtype = cupy.result_type(*dtypes)
    return [x if x is None or x.dtype == dtype else x.astype(dtype) for x in operands]


def as_csr(a: Any, char: str) -> tuple[tuple[cupy.ndarray, Any, Any], tuple[int, ...], str]:
    """``(parts, shape, dtype char)``: rows, and an operation on them, that stand for an operation on `a`."""
    if a.format == "csc":
        data, rows = a.data, a.shape[::-1]
        if char == "H":
            return (data.conj(), a.indices, a.indptr), rows, "N"
        return (data, a.indices, a.indptr), rows, _FLIPPED[char]
    if a.format == "coo":
        a = a.tocsr()
    return (a.data, a.indices, a.indptr), a.shape, char


def store(product: cupy.ndarray, alpha: ArrayLike, beta: ArrayLike, out: cupy.ndarray | None,
          order: str = "K") -> cupy.ndarray:
    """``alpha * product + beta * out``, in `out` if it is given; its values are not read where `beta` is 0.

    The product may be overwritten.
    """
    if out is not None and beta != 0:
        if alpha == 1 and beta == 1:
            out += product
        else:
            _ADD_SCALED(product, product.dtype.type(alpha), product.dtype.type(beta), out)
        return out
    if alpha != 1:
        product *= product.dtype.type(alpha)
    if out is None:
        return cupy.asfortranarray(product) if order == "F" else product
    out[...] = product
    return out


def compressed(form: str, parts: Sequence[cupy.ndarray], shape: tuple[int, ...], **known: Any) -> spmatrix:
    """A CSR or CSC matrix of arrays that need no check; `known` says whether they are sorted, or canonical."""
    return getattr(sparse, f"{form}_matrix")._make(parts, None, shape, **known)


def coordinates(data: cupy.ndarray, row: cupy.ndarray, col: cupy.ndarray, shape: tuple[int, ...]) -> Any:
    """A COO matrix of arrays that need no check."""
    return coo_matrix._make(data, (row, col), shape)
