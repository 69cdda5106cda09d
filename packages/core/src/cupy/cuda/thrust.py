"""Sorts at addresses by the names of CuPy's module for Thrust; our own kernels do them."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupy._memory.direct import UnownedMemory
from cupy._memory.pointer import MemoryPointer

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupy._core.ndarray import ndarray

__all__ = ["argsort", "available", "get_build_version", "lexsort", "sort"]

#: Nothing depends on a library.
available = True


def get_build_version() -> int:
    """0: Thrust is not part of the build.

    Examples
    --------
    >>> from cupy.cuda import thrust
    >>> thrust.get_build_version()
    0
    """
    return 0


def _at(address: Any, shape: Any, dtype: DTypeLike) -> ndarray:
    """The array of this shape at an address."""
    import cupy

    nbytes = math.prod(shape) * cupy.dtype(dtype).itemsize
    return cupy.ndarray(shape, dtype, MemoryPointer(UnownedMemory(address, nbytes, None), 0))


def sort(dtype: DTypeLike, data_start: SupportsIndex, keys_start: SupportsIndex,
         shape: Sequence[SupportsIndex]) -> None:
    """Sort the rows of a C-contiguous array in place.

    Parameters
    ----------
    dtype : dtype
        Type of the elements.
    data_start : int
        Address of the first.
    keys_start : int
        Not used.
    shape : tuple of int
        Lengths of the axes; the last one is sorted.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import thrust
    >>> x = cupy.asarray([3, 1, 2])
    >>> thrust.sort(x.dtype, x.data.ptr, 0, x.shape)
    >>> x
    array([1, 2, 3])
    """
    _at(data_start, shape, dtype).sort(axis=-1)


def argsort(dtype: DTypeLike, idx_start: SupportsIndex, data_start: SupportsIndex, keys_start: SupportsIndex,
            shape: Sequence[SupportsIndex]) -> None:
    """Write the order that sorts the rows of a C-contiguous array, as int64, to `idx_start`.

    Parameters
    ----------
    dtype : dtype
        Type of the elements.
    idx_start, data_start : int
        Addresses of the first position and of the first element.
    keys_start : int
        Not used.
    shape : tuple of int
        Lengths of the axes; the last one is sorted.
    """
    order = _at(data_start, shape, dtype).argsort(axis=-1, kind="stable")
    _at(idx_start, shape, "int64")[...] = order


def lexsort(dtype: DTypeLike, idx_start: SupportsIndex, keys_start: SupportsIndex, k: SupportsIndex,
            n: SupportsIndex) -> None:
    """Write the order that sorts by `k` keys of `n` elements, the last first, as int64, to `idx_start`.

    Parameters
    ----------
    dtype : dtype
        Type of the keys.
    idx_start, keys_start : int
        Addresses of the first position and of the keys, of shape ``(k, n)``.
    k, n : int
        How many keys, and their length.
    """
    import cupy

    _at(idx_start, (n,), "int64")[...] = cupy.lexsort(_at(keys_start, (k, n), dtype))
