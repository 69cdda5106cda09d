"""How the functions of linalg read their matrices."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

import numpy
from numpy.linalg import LinAlgError

from cupy._core.ndarray import ndarray
from cupy._core.from_data import ascontiguousarray, asarray
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []

_KNOWN = frozenset("fdFD")


def as_matrices(a: ArrayLike, name: str = "a") -> ndarray:
    """`a` as an array of two axes or more."""
    a = as_array(a, name)
    if a.ndim < 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    return a


def as_squares(a: ArrayLike, name: str = "a") -> ndarray:
    """`a` as an array whose last two axes are of one length."""
    a = as_matrices(a, name)
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a


def computed_dtype(*arrays: ndarray) -> numpy.dtype:
    """Type that LAPACK computes in for arrays: integers go to float64, half precision is refused."""
    dtypes = {numpy.dtype("d") if a.dtype.kind in "biu" else a.dtype for a in arrays}
    for dtype in dtypes:
        if dtype.char not in _KNOWN:
            raise TypeError(f"array type {dtype.name} is unsupported in linalg")
    return numpy.result_type(*dtypes) if len(dtypes) > 1 else dtypes.pop()


def as_batch(a: ndarray, dtype: numpy.dtype) -> ndarray:
    """A C-contiguous array ``(batch, m, n)`` of the same matrices."""
    if a.dtype != dtype:
        a = a.astype(dtype)
    if not a.flags.c_contiguous:
        a = ascontiguousarray(a)
    return a.reshape(math.prod(a.shape[:-2]), *a.shape[-2:])


@overload
def unbatched(results: ndarray, shape: tuple[int, ...]) -> ndarray: ...
@overload
def unbatched(results: tuple[ndarray, ...], shape: tuple[int, ...]) -> tuple[ndarray, ...]: ...
def unbatched(results: Any, shape: tuple[int, ...]) -> Any:
    """Results with the leading axis of batches replaced by `shape`."""
    if isinstance(results, ndarray):
        return results.reshape(*shape, *results.shape[1:])
    return tuple(x.reshape(*shape, *x.shape[1:]) for x in results)


def empty_result(function: Callable[..., Any], *arrays: ndarray, **options: Any) -> ndarray:
    """What NumPy returns for arrays some of which are empty; no data moves."""
    return asarray(function(*[_unit(a) for a in arrays], **options))


def empty_results(function: Callable[..., Any], *arrays: ndarray, **options: Any) -> tuple[ndarray, ...]:
    """The same of a function that returns several arrays."""
    return tuple(asarray(x) for x in function(*[_unit(a) for a in arrays], **options))


def _unit(a: ndarray) -> Any:
    """Unit matrices, on the host, of the shape and type of `a`."""
    return numpy.broadcast_to(numpy.eye(*a.shape[-2:], dtype=a.dtype) if a.ndim > 1 else a.dtype.type(1), a.shape)
