"""What the arguments of sparse classes may be: dtypes, shapes, indices, scalars."""
from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy

import cupy

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

__all__ = ["get_index_dtype"]

_PLAIN = frozenset((int,))
_INT32 = numpy.iinfo(numpy.int32)
#: Kinds of values a sparse matrix may hold, as NumPy's dtype chars; half and extended precision are not among them.
VALUES = "?bBhHiIlLqQfdFD"


def value_dtype(dtype: Any, default: Any = None) -> numpy.dtype[Any]:
    """`dtype` as a numpy.dtype that sparse matrices can hold, or a ValueError."""
    dtype = numpy.dtype(default if dtype is None else dtype)
    if dtype.char not in VALUES:
        raise ValueError(f"cupyx.scipy.sparse does not support dtype {dtype}. The only supported types are: bool, "
                         "integers of 8 to 64 bits, float32, float64, complex64, complex128.")
    return dtype


def values(a: Any, dtype: numpy.dtype[Any] | None = None, copy: bool = False,
           other: numpy.dtype[Any] | None = None) -> cupy.ndarray:
    """`a` as a device array of a supported dtype; what matrices cannot hold, text say, becomes of the dtype `other`."""
    try:
        a = cupy.array(a, dtype=dtype, copy=True if copy else None)
    except (TypeError, NotImplementedError) as error:
        if isinstance(error, TypeError) and "implicit" in str(error).lower():
            raise
        raise ValueError(f"cupyx.scipy.sparse does not support values like {a!r:.60}: {error}") from error
    if other is not None and a.dtype.char not in VALUES:
        a = a.astype(other)
    value_dtype(a.dtype)
    return a


def made_first(a: Any, dtype: Any) -> None:
    """The dtype that given values are made of at once: lists, and arrays of what sparse matrices cannot hold."""
    return None if is_dense(a) and a.dtype.char in VALUES else dtype


def assigned(x: Any, dtype: numpy.dtype[Any]) -> cupy.ndarray:
    """What is written to items of `dtype`: numbers must be possible values, arrays are cast."""
    return cupy.asarray(x if is_dense(x) else numpy.asarray(x, dtype)).astype(dtype, copy=False)


def get_index_dtype(arrays: Any = (), maxval: Any = None, check_contents: bool = False) -> type[Any]:
    """The dtype for indices: int32 unless an array or the greatest index asks for int64.

    Parameters
    ----------
    arrays : array or tuple of arrays
        Index arrays that exist already.
    maxval : number, optional
        The greatest index.
    check_contents : bool, optional
        Whether wide arrays whose elements fit int32 count as narrow; waits for the device.

    Returns
    -------
    type
        ``numpy.int32`` or ``numpy.int64``.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.get_index_dtype(maxval=1 << 40).__name__
    'int64'
    """
    limits = _INT32
    if maxval is not None and maxval > limits.max:
        return numpy.int64
    for a in (arrays,) if isinstance(arrays, (cupy.ndarray, numpy.ndarray)) else arrays:
        a = a if hasattr(a, "dtype") else numpy.asarray(a)
        if a.dtype.char == "i" or numpy.can_cast(a.dtype, numpy.int32):
            continue
        if not check_contents or a.size and not (numpy.issubdtype(a.dtype, numpy.integer)
                                                 and limits.min <= int(a.min()) and int(a.max()) <= limits.max):
            return numpy.int64
    return numpy.int32


def indices(a: Any, dtype: DTypeLike | None = None) -> cupy.ndarray:
    """`a` as a device array for indices."""
    try:
        a = cupy.asarray(a)
    except TypeError as error:
        raise ValueError(f"indices must be arrays of integers, not {a!r:.60}") from error
    if dtype is None:
        dtype = a.dtype if a.dtype.char in "il" else get_index_dtype(a) if a.dtype.kind in "iu" else numpy.int64
    return a.astype(dtype, copy=False)


def _is_plain(shape: Any) -> bool:
    """Whether `shape` is a tuple of Python's integers that are not negative."""
    return type(shape) is tuple and _PLAIN.issuperset(map(type, shape)) and min(shape, default=0) >= 0


def check_shape(shape: Any, allowed: tuple[int, ...] = (2,)) -> tuple[int, ...]:
    """`shape` as a tuple of Python's integers, of a length that is allowed."""
    if _is_plain(shape) and len(shape) in allowed:
        return shape
    try:
        shape = (operator.index(shape),)
    except TypeError:
        if isinstance(shape, (cupy.ndarray, numpy.ndarray)) or not hasattr(shape, "__iter__"):
            raise TypeError(f"shape must be a tuple of integers, not {shape!r:.60}") from None
        shape = tuple(operator.index(n) for n in shape)
    if len(shape) not in allowed:
        raise ValueError(f"shape must have length in {allowed}. Got new_shape={shape}")
    if any(n < 0 for n in shape):
        raise ValueError("'shape' elements cannot be negative")
    return shape


def reshaped(shape: Any, old: tuple[int, ...], order: str = "C") -> tuple[int, ...]:
    """The shape that ``reshape(*shape)`` asks for, where one length may be -1."""
    if len(shape) == 1 and hasattr(shape[0], "__iter__"):
        shape = shape[0]
    if not len(shape):
        raise TypeError("function missing 1 required positional argument: 'shape'")
    if order not in ("C", "F"):
        raise ValueError("'order' must be 'C' or 'F'")
    shape, size = tuple(operator.index(n) for n in shape), math.prod(old)
    unknown = [axis for axis, n in enumerate(shape) if n < 0]
    if len(unknown) > 1:
        raise ValueError("can only specify one unknown dimension")
    if unknown:
        known = math.prod(n for n in shape if n >= 0)
        if not known or size % known:
            raise ValueError(f"cannot reshape array of size {size} into shape {shape}")
        shape = tuple(size // known if n < 0 else n for n in shape)
    if math.prod(shape) != size:
        raise ValueError(f"cannot reshape array of size {size} into shape {shape}")
    return shape


def is_shape(x: Any, lengths: tuple[int, ...] = (1, 2)) -> bool:
    """Whether `x` is a tuple of integers, of one of some lengths."""
    if not isinstance(x, tuple) or len(x) not in lengths:
        return False
    return all(is_integer(n) for n in x)


def is_integer(x: Any) -> bool:
    """Whether `x` is one integer of the host."""
    if isinstance(x, (cupy.ndarray, bool, numpy.bool_)):
        return False
    try:
        operator.index(x)
    except TypeError:
        return False
    return numpy.ndim(x) == 0


def is_scalar(x: Any) -> bool:
    """Whether `x` is one number: of the host, or a 0-d array."""
    axes = getattr(x, "ndim", None)       # NumPy's own look at what is no number takes microseconds
    return numpy.isscalar(x) if axes is None else axes == 0


def is_dense(x: object) -> TypeGuard[cupy.ndarray | numpy.ndarray[Any, Any]]:
    """Whether `x` is an array, of the device or of the host."""
    return isinstance(x, (cupy.ndarray, numpy.ndarray))
