"""Discrete convolution and correlation of vectors."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cupy._codegen.items import correlate as correlate_spec
from cupy._core.arguments import as_array
from cupy._core.constructors import empty
from cupy._core.by_numpy import numpy_of_few
from cupy._core.from_data import ascontiguousarray
from cupy._core.dtype_rules import result_type
from cupy._core.kernel import Kernel, type_characters
from cupy._core.matmul import quick
from cupy._core.subclass import keeps_class
from cupy._core.target import host_memory, serial_blocks
from cupy._manipulation.join import concatenate
from cupy._ops.arithmetic import conj
from cupy._ops.floating import isfinite

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = ["convolve", "correlate"]

_MODES = {"valid": 0, "same": 1, "full": 2, 0: 0, 1: 1, 2: 2}

_kernel = Kernel(correlate_spec)

#: Items of the shorter vector from which transforms are faster than products.
_TRANSFORMED = 4096
_TRANSFORMED_ON_HOST = 512
#: Complete overlaps of vectors of more items that are products of vectors.
_DOTS = 8
_PRODUCTS = 256     # products that take as long as the transforms of an item


def _slide(a: ndarray, v: ndarray, mode: Any) -> ndarray:
    """Correlation without conjugation; `a` is not shorter than `v`."""
    if not isinstance(mode, (str, int)):
        raise TypeError(f"convolve/correlate mode not understood: {mode!r}")
    if mode not in _MODES:
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    mode = _MODES[mode]
    n, m = a.size, v.size
    if mode == 0:
        start, size = m - 1, n - m + 1
    elif mode == 1:
        # An even kernel is centred on the item before its middle.
        start, size = m - 1 - m // 2, n
    else:
        start, size = 0, n + m - 1
    dtype = result_type(a, v)
    a, v = ascontiguousarray(a.astype(dtype, copy=False)), v.astype(dtype, copy=False)
    if not v.flags.aligned or v.strides[0] % v.itemsize:
        v = v.copy()
    if host_memory() and mode == 0 and size <= _DOTS < m and dtype.char in "fdFD":
        from cupy._linalg.dots import dot
        return concatenate([dot(a[k:k + m], v).reshape(1) for k in range(size)])
    if dtype.char in "fdFD" and _worth_transforming(a, v, size):
        return _by_transforms(a, v)[start:start + size].copy()
    out = empty(size, dtype)
    shift = start - m + 1
    whole = min(max(-shift, 0), size)
    wholes = max(min(n - m - shift + 1, size) - whole, 0)
    tiles = -(-wholes // _kernel.constants["kCorrelateTile"])
    ends = -(-(size - wholes) // _kernel.constants["kCorrelateThreads"])
    _kernel(type_characters(dtype), blocks=_kernel.blocks(size, 512) if serial_blocks() else tiles + ends,
            threads=_kernel.constants["kCorrelateThreads"], a=a, v=v, out=out, size=size, length=n, width=m,
            shift=shift, step=v.strides[0] // v.itemsize, whole=whole, wholes=wholes)
    return out


def _worth_transforming(a: ndarray, v: ndarray, size: int) -> bool:
    """Whether the shorter vector is long; where looking at items costs no wait, also whether all are finite."""
    if not host_memory():
        return v.size > _TRANSFORMED
    if v.size * size < _PRODUCTS * (a.size + v.size):       # few places: each is a product of vectors
        return False
    return v.size > _TRANSFORMED_ON_HOST and bool(isfinite(a).all()) and bool(isfinite(v).all())


def _by_transforms(a: ndarray, v: ndarray) -> ndarray:
    """All overlaps."""
    from cupy.fft._transforms import fft, ifft, irfft, rfft

    size = a.size + v.size - 1
    length = min(part << max((size - 1) // part, 0).bit_length() for part in (1, 3, 5, 9, 15))     # not below size
    forward, back = (fft, ifft) if a.dtype.kind == "c" else (rfft, irfft)
    return back(forward(a, length) * forward(v[::-1], length), length)[:size].astype(a.dtype, copy=False)


def _vectors(a: ArrayLike, v: ArrayLike) -> tuple[ndarray, ndarray]:
    a, v = as_array(a, "a"), as_array(v, "v")
    a, v = (x.reshape(1) if x.ndim == 0 else x for x in (a, v))
    if a.ndim > 1 or v.ndim > 1:
        raise ValueError("object too deep for desired array")
    return a, v


@numpy_of_few(2048, bools=True)
def convolve(a: ArrayLike, v: ArrayLike, mode: Literal["full", "same", "valid"] = "full") -> ndarray:
    """Convolution of two vectors.

    Parameters
    ----------
    a, v : array_like
        Vectors.
    mode : {'full', 'same', 'valid'}, optional
        All overlaps, as many as the longer vector has elements, or only complete ones.

    Returns
    -------
    ndarray
        The convolution.

    Raises
    ------
    ValueError
        If a vector is empty or has more than one axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.convolve(cupy.array([1, 2, 3]), cupy.array([1, 1]))
    array([1, 3, 5, 3])
    """
    a, v = _vectors(a, v)
    if a.size == 0:
        raise ValueError("a cannot be empty")
    if v.size == 0:
        raise ValueError("v cannot be empty")
    if v.size > a.size:
        a, v = v, a
    return _slide(a, v[::-1], mode)


@numpy_of_few(2048, bools=True)
@keeps_class
def correlate(a: ArrayLike, v: ArrayLike, mode: Literal["valid", "same", "full"] = "valid") -> ndarray:
    """Correlation of two vectors; the second is conjugated.

    Parameters
    ----------
    a, v : array_like
        Vectors.
    mode : {'valid', 'same', 'full'}, optional
        As in `convolve`.

    Returns
    -------
    ndarray
        The correlation.

    Raises
    ------
    ValueError
        If a vector is empty or has more than one axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.correlate(cupy.array([1, 2, 3]), cupy.array([0, 1]))
    array([2, 3])
    """
    left, right = as_array(a, "a"), as_array(v, "v")
    if mode == "valid" and left.dtype.kind == "f" and left.size and host_memory():
        product = quick(left, right, 1)
        if product is not None:
            return product.reshape(1)
    if left.ndim == 0 or right.ndim == 0:
        raise ValueError("object of too small depth for desired array")
    left, right = _vectors(left, right)
    if left.size == 0 or right.size == 0:
        raise ValueError("first array argument cannot be empty" if left.size == 0
                         else "second array argument cannot be empty")
    if right.dtype.kind == "c":
        right = conj(right)
    if right.size > left.size:
        return _slide(right, left, mode)[::-1].copy()
    return _slide(left, right, mode)
