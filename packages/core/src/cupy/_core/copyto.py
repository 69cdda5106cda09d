"""Values copied from one array into another."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.strided import strided_view
from cupy._core.constructors import empty
from cupy._core.arguments import as_array, as_mask
from cupy._core.dtype_rules import can_cast, result_type
from cupy._core.broadcast import broadcast_shapes
from cupy._core.options import checked_casting
from cupy._core.ufunc import ufunc
from cupy._specs.engine import select

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy._core.options import Casting

__all__ = ["copyto"]


_select = ufunc(select)


def copyto(dst: ndarray, src: ArrayLike, casting: str = "same_kind", where: ArrayLike = True) -> None:
    """Copy values into an array, broadcasting and casting as needed.

    Parameters
    ----------
    dst : ndarray
        Where to copy to.
    src : array_like
        What to copy.
    casting : str, optional
        Which casts are allowed.
    where : array_like of bool, optional
        Copy only where it is true.

    Raises
    ------
    TypeError
        If the cast is not allowed.
    ValueError
        If `src` or `where` does not broadcast to the shape of `dst`.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.zeros(3)
    >>> cupy.copyto(a, 7.0, where=cupy.array([True, False, True]))
    >>> a
    array([7., 0., 7.])
    """
    if not isinstance(dst, ndarray):
        raise TypeError(f"dst must be a cupy.ndarray, not {type(dst).__name__}")
    # NumPy's numbers are of a dtype, though some are Python's too.
    if isinstance(src, numpy.generic) or not isinstance(src, (ndarray, int, float, complex)):
        src = as_array(src, "src", taken=True)
    rule = checked_casting(casting)
    if casting == "unsafe" and isinstance(src, complex) and dst.dtype.kind in "biuf":
        src = numpy.asarray(src).astype(dst.dtype)
    if not (casting == "unsafe" or _fits(src, dst.dtype, rule)):
        name = getattr(src, "dtype", type(src).__name__)
        raise TypeError(f"Cannot cast {name} to {dst.dtype} according to the rule {casting!r}")
    if where is True:
        dst[...] = src
        return
    mask = as_mask(where, dst.shape)
    if dst.dtype.kind in "biufc" or dst.dtype.name == "bfloat16":
        _select(mask, src, dst, out=dst, dtype=dst.dtype, casting="unsafe")
        return
    # Records, strings and times move as bytes.
    whole = empty(dst.shape, dst.dtype)
    if dst.dtype.names is not None:         # gaps between members stay as they are
        _bytes(whole)[...] = _bytes(dst)
    whole[...] = src
    _select(mask[..., None], _bytes(whole), _bytes(dst), out=_bytes(dst))


def merged(condition: ndarray, x: Any, y: Any) -> ndarray:
    """``where(condition, x, y)`` of a mask and two arrays or Python numbers."""
    operands = [as_array(value) if hasattr(value, "dtype") else value for value in (x, y)]
    dtype = result_type(*operands)
    shape = broadcast_shapes(condition.shape, *(getattr(value, "shape", ()) for value in operands))
    result = empty(shape, dtype)
    result[...] = operands[1]
    # Of dates and durations there is a common type, to which one of them is cast by no rule.
    copyto(result, operands[0], "unsafe" if dtype.kind in "mM" else "same_kind", condition)
    return result


def _fits(src: Any, dtype: numpy.dtype, casting: Casting) -> bool:
    """Whether the cast is allowed; a Python scalar may become any type of its kind or a higher."""
    if isinstance(src, ndarray):
        return src.dtype is dtype or can_cast(src.dtype, dtype, casting)
    if isinstance(src, bool):
        return can_cast(numpy.bool_, dtype, casting)
    return numpy.result_type(src, dtype) == dtype and (casting != "equiv" or numpy.result_type(src) == dtype)


def _bytes(a: ndarray) -> ndarray:
    """The bytes of the items as a last axis."""
    return strided_view(a, (*a.shape, a.itemsize), (*a.strides, 1), "B")
