"""Bits packed into bytes and taken out again."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from cupy._core.axes import normalize_axis_index
from cupy._core.strided import strided_view
from cupy._core.constructors import empty, zeros
from cupy._core.by_numpy import numpy_of_few
from cupy._core.from_data import ascontiguousarray
from cupy._core.subclass import keeps_class
from cupy._creation.ranges import arange
from cupy._core.arguments import as_array
from cupy._ops.composite import pack_bits, pack_words, unpack_bit, unpack_words

if TYPE_CHECKING:
    from cupy._core.options import Int
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["packbits", "unpackbits"]


def _check_order(bitorder: str) -> bool:
    if not isinstance(bitorder, str):
        raise TypeError(f"bitorder must be str, not {type(bitorder).__name__}")
    if bitorder not in ("big", "little"):
        raise ValueError(f"bitorder must be either 'little' or 'big', not {bitorder!r}")
    return bitorder == "big"


def _flat(a: ndarray, axis: Any) -> tuple[ndarray, int]:
    return (a.ravel(), 0) if axis is None else (a, normalize_axis_index(axis, a.ndim))


def _words(a: ndarray, count: int) -> ndarray | None:
    """The first `count` groups of eight bytes along the last axis as words, where they are aligned."""
    steps = (*a.strides[:-1], a.data.ptr)
    if not count or a.itemsize != 1 or a.strides[-1] != 1 or any(step % 8 for step in steps):
        return None
    return strided_view(a, (*a.shape[:-1], count), (*a.strides[:-1], 8), "L")


@numpy_of_few(1 << 17, bools=True)
@keeps_class
def packbits(a: ArrayLike, axis: SupportsIndex | None = None, bitorder: Literal["big", "little"] = "big") -> ndarray:
    """Pack truth values into the bits of bytes.

    Parameters
    ----------
    a : array_like of int or bool
        Input; whatever is not zero is a one.
    axis : int, optional
        Axis to pack along; the flattened array if not given.
    bitorder : {'big', 'little'}, optional
        Whether the first value goes to the highest or the lowest bit.

    Returns
    -------
    ndarray of uint8
        Bytes; the last one is filled up with zeros.

    Raises
    ------
    TypeError
        If `a` is neither integer nor bool.

    Examples
    --------
    >>> import cupy
    >>> cupy.packbits(cupy.array([1, 0, 0, 0, 0, 0, 0, 1, 1]))
    array([129, 128], dtype=uint8)
    """
    big = _check_order(bitorder)
    a = as_array(a)
    if a.dtype.kind not in "iub":
        raise TypeError("Expected an input array of integer or boolean data type")
    a, axis = _flat(a, axis)
    n = a.shape[axis]
    before = (slice(None),) * axis
    result = empty(a.shape[:axis] + (-(-n // 8),) + a.shape[axis + 1:], "B")
    whole = n // 8 * 8
    places = range(8) if big else range(7, -1, -1)
    words = _words(a, n // 8) if axis == a.ndim - 1 else None
    if words is not None:
        pack_words(words, big, out=result[(*before, slice(n // 8))])
    elif whole:
        pack_bits(*(a[(*before, slice(k, whole, 8))] for k in places),
                  out=result[(*before, slice(n // 8))])
    if n > whole:
        rest = [a[(*before, slice(k, k + 1))] if k < n else 0 for k in range(whole, whole + 8)]
        pack_bits(*(rest[k] for k in places), out=result[(*before, slice(n // 8, None))])
    return result


@numpy_of_few(1 << 14)
def unpackbits(a: ArrayLike, axis: Int | None = None, count: Int | None = None,
               bitorder: Literal["big", "little"] = "big") -> ndarray:
    """Take the bits of bytes apart.

    Parameters
    ----------
    a : array_like of uint8
        Input.
    axis : int, optional
        Axis to unpack along; the flattened array if not given.
    count : int, optional
        How many bits to return along the axis; a negative number leaves so many out at the
        end, and more than there are gives zeros.
    bitorder : {'big', 'little'}, optional
        Whether the highest or the lowest bit comes first.

    Returns
    -------
    ndarray of uint8
        Zeros and ones.

    Raises
    ------
    TypeError
        If `a` is not of type uint8.

    Examples
    --------
    >>> import cupy
    >>> cupy.unpackbits(cupy.array([5], dtype="B"))
    array([0, 0, 0, 0, 0, 1, 0, 1], dtype=uint8)
    """
    a = as_array(a)
    if a.dtype != "B":
        raise TypeError("Expected an input array of unsigned byte data type")
    big = _check_order(bitorder)
    a, axis = _flat(a, axis)
    before, n, after = a.shape[:axis], a.shape[axis], a.shape[axis + 1:]
    result = empty((*before, 8 * n, *after), "B")
    if not after:
        unpack_words(a, big, out=result.view("L"))
    else:
        bits = arange(8, dtype="B")
        bits = (bits[::-1] if big else bits).reshape((8,) + (1,) * len(after))
        unpack_bit(a.reshape(*before, n, 1, *after), bits,
                   out=result.reshape(*before, n, 8, *after))
    if count is None:
        return result
    count = operator.index(count)
    if count < 0:
        if -count > 8 * n:
            raise ValueError(f"-ve count {count} is larger than the number of bits {8 * n}")
        count += 8 * n
    part = (slice(None),) * axis
    if count <= 8 * n:
        return ascontiguousarray(result[(*part, slice(count))])
    padded = zeros((*before, count, *after), "B")
    padded[(*part, slice(8 * n))] = result
    return padded
