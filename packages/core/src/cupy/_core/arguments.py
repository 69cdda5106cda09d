"""Arguments of routines, read the same way everywhere."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.from_data import asarray, holds_arrays
from cupy._runtime.errors import ImplicitTransferError
from cupy._core.options import Casting

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []


def as_array(x: Any, name: str = "a", taken: bool = False) -> ndarray:
    """`x` as an array: arrays and traced values, which stand for them, pass, scalars and sequences convert.

    NumPy arrays are refused, unless `taken` says that this argument is one of which CuPy's programs pass them.
    """
    if isinstance(x, ndarray) or hasattr(type(x), "__cupy_fused__"):
        return x
    if isinstance(x, numpy.ndarray) and x.ndim and not taken:
        raise ImplicitTransferError(
            f"{name} is a numpy.ndarray, which is never transferred implicitly; "
            f"use cupy.asarray({name})")
    return asarray(x)


def as_values(x: ArrayLike, dtype: numpy.dtype, name: str = "values") -> ndarray:
    """`x` as values that are set as items of `dtype`: what is no array yet must fit, as one item must."""
    if isinstance(x, (ndarray, numpy.ndarray)) or holds_arrays(x):
        return as_array(x, name, taken=True)
    return asarray(numpy.asarray(x, dtype))


def as_mask(where: Any, shape: tuple[int, ...] | None = None) -> ndarray:
    """A condition, which broadcasts to a shape if one is given; items of what is no array are true or false."""
    if hasattr(where, "dtype") and not isinstance(where, numpy.generic):
        where = as_array(where, "where")
        if where.dtype.kind != "b":
            raise TypeError(f"Cannot cast array data from {where.dtype!r} to dtype('bool') according to the rule "
                            "'safe'")
    else:
        where = asarray(where, bool)
    if shape is not None and where.shape != shape and numpy.broadcast_shapes(where.shape, shape) != shape:
        raise ValueError(f"where: a mask of shape {where.shape} does not broadcast to the operand's shape {shape}")
    return where


def as_indices(x: ArrayLike) -> ndarray | numpy.ndarray:
    """Integer indices, of NumPy unless `x` is an array of ours; what is no array is cast as NumPy casts lists."""
    if not isinstance(x, (ndarray, numpy.ndarray)):
        return asarray(x, numpy.intp) if holds_arrays(x) else numpy.asarray(x, numpy.intp)
    if x.dtype.kind not in "iub":
        raise TypeError(f"Cannot cast array data from {x.dtype!r} to dtype('int64') according to the rule 'safe'")
    return x


def as_arrays(xs: Any, name: str = "arrays") -> list[ndarray]:
    """A list of arrays from a sequence of them."""
    return [as_array(x, name) for x in xs]


def single_output(out: Any) -> ndarray | None:
    """The array to write to, or None, where a function of one result takes a tuple too.

    ``out=...`` asks NumPy for an array instead of a scalar, which results are here in any case.
    """
    if out is Ellipsis:
        return None
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError("The 'out' tuple must have exactly one entry")
        if out[0] is None:
            raise TypeError("out: return arrays must be of cupy.ndarray type: a tuple holds one, not None")
        out = out[0]
    if out is not None and not isinstance(out, ndarray):
        raise TypeError(f"out: return arrays must be of cupy.ndarray type, not {type(out).__name__}")
    return out


#: From NumPy 2.5 on what is taken goes to an `out` of any dtype; before, to one that casts safely to its own.
_TAKES_ANY = numpy.lib.NumpyVersion(numpy.__version__) >= "2.5.0"


def into_taken(out: ndarray | None, result: ndarray) -> ndarray:
    """Elements that were taken, in `out` if its dtype is one that the installed NumPy allows."""
    found = single_output(out)
    if found is None or not _TAKES_ANY:
        return into_safely(found, result)
    if not numpy.can_cast(result.dtype, found.dtype, "same_kind"):
        warnings.warn("Implicit casting of output to a different kind is deprecated. In a future version, this will "
                      "result in an error.", DeprecationWarning, stacklevel=3)
    return into(found, result)


def into_safely(out: ndarray | None, result: ndarray) -> ndarray:
    """The result in `out`, whose type must be one that casts safely to the result's, as where NumPy fills a buffer."""
    found = single_output(out)
    if found is not None and not numpy.can_cast(found.dtype, result.dtype, "safe"):
        raise TypeError(f"Cannot cast array data from {found.dtype!r} to {result.dtype!r} according to the rule 'safe'")
    return into(found, result)


def into(out: ndarray | None, result: ndarray, casting: Casting = "unsafe") -> ndarray:
    """The result, in `out` if that is not None.

    Raises
    ------
    TypeError
        `out` is no array, or its type does not take the result's by the rule `casting`.
    ValueError
        It has another shape.
    """
    if out is None:
        return result
    out = single_output(out)
    if out is None:
        return result
    if out.shape != result.shape:
        raise ValueError(f"out: has the wrong shape {out.shape}, not {result.shape} as the result")
    if casting != "unsafe" and not numpy.can_cast(result.dtype, out.dtype, casting):
        raise TypeError(f"out: cannot cast the result from {result.dtype!r} to {out.dtype!r} according to the rule "
                        f"'{casting}'")
    out[...] = result
    return out


def warn_of_discarded_part() -> None:
    """The warning of a cast that loses imaginary parts."""
    warnings.warn("Casting complex values to real discards the imaginary part", numpy.exceptions.ComplexWarning,
                  stacklevel=2)
