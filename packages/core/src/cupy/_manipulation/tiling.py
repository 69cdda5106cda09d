"""Arrays repeated: runs have kernels, of long ones and of short ones; the rest is a broadcast axis, copied once."""
from __future__ import annotations

import operator
from collections.abc import Iterable
import math
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy

from cupy._core.by_method import by_method
from cupy._core.axes import integer_axis
from cupy._core.ndarray import ndarray
from cupy._core.repeat import repeat_runs
from cupy._core.creation import spaced
from cupy._core.constructors import empty
from cupy._core.from_data import asarray
from cupy._core.subclass import keeps_class
from cupy._indexing.select import take
from cupy._manipulation.join import stack
from cupy._sorting.search import searchsorted
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.options import Ints, Scalar
    from cupy.typing import ArrayLike, NDArray

__all__ = ["repeat", "tile"]


@overload
def tile(A: NDArray[Scalar], reps: Ints) -> NDArray[Scalar]: ...
@overload
def tile(A: ArrayLike, reps: Ints) -> ndarray: ...
@keeps_class
def tile(A: ArrayLike, reps: Ints) -> ndarray:
    """Repeat an array as a whole.

    Parameters
    ----------
    A : array_like
        Input.
    reps : int or sequence of ints
        Repetitions along each axis.

    Returns
    -------
    ndarray
        A new array.

    Examples
    --------
    >>> import cupy
    >>> cupy.tile(cupy.arange(2), (2, 2))
    array([[0, 1, 0, 1],
           [0, 1, 0, 1]])
    """
    A = as_array(A, "A", taken=True)
    given: Any = reps if isinstance(reps, Iterable) and getattr(reps, "ndim", 1) else (reps,)
    counts = tuple(map(operator.index, given))
    ndim = max(len(counts), A.ndim)
    counts = (1,) * (ndim - len(counts)) + counts
    sizes = (1,) * (ndim - A.ndim) + A.shape
    if all(r == 1 for r in counts):
        return A.copy("K").reshape(sizes)
    result = empty(tuple(r * n for r, n in zip(counts, sizes, strict=True)), A.dtype)
    if result.size and not _one_run(A, counts, sizes, result):
        interleaved = [n for pair in zip(counts, sizes, strict=True) for n in pair]
        alone = [n for size in sizes for n in (1, size)]
        result.reshape(interleaved)[...] = A.reshape(alone)
    return result


def _one_run(a: ndarray, reps: tuple[int, ...], sizes: tuple[int, ...], result: ndarray) -> bool:
    """Fill `result` if what is repeated are runs of neighbours; False if not."""
    many = [axis for axis, r in enumerate(reps) if r != 1]
    first, last = many[0], many[-1]
    if math.prod(sizes[first:last]) != 1:
        return False
    return repeat_runs(a, math.prod(reps), math.prod(sizes[last:]), result)


def _repeat_each(a: ndarray, counts: Any, axis: int) -> ndarray:
    """Item i `counts[i]` times; the one synchronisation asks for the size of the result."""
    counts = asarray(counts)
    ends = counts.cumsum(dtype=numpy.int64)
    total, least = stack([ends[-1], counts.min().astype(numpy.int64)]).tolist() if ends.size else (0, 0)
    if least < 0:
        raise ValueError("repeats may not contain negative values.")
    return take(a, searchsorted(ends, spaced(total, 0, 1), "right"), axis)


def _repeat_all(a: ndarray, count: int, axis: int) -> ndarray:
    """Every item `count` times."""
    if count < 0:
        raise ValueError("repeats may not contain negative values.")
    before, n, after = a.shape[:axis], a.shape[axis], a.shape[axis + 1:]
    result = empty((*before, n * count, *after), a.dtype)
    inner = math.prod(after)
    if not result.size:
        return result
    if not repeat_runs(a, count, inner, result):
        result.reshape(*before, n, count, *after)[...] = a.reshape(*before, n, 1, *after)
    return result


@overload
def repeat(a: NDArray[Scalar], repeats: Ints, axis: SupportsIndex | None = ...) -> NDArray[Scalar]: ...
@overload
def repeat(a: ArrayLike, repeats: Ints, axis: SupportsIndex | None = ...) -> ndarray: ...
@keeps_class
@by_method()
def repeat(a: ArrayLike, repeats: Ints, axis: SupportsIndex | None = None) -> ndarray:
    """Repeat each element.

    Parameters
    ----------
    a : array_like
        Input.
    repeats : int or sequence of ints
        Repetitions of all elements, or of each one along the axis.
    axis : int, optional
        Axis along which to repeat; the flattened array if not given.

    Returns
    -------
    ndarray
        A new array.

    Raises
    ------
    ValueError
        If a count is negative, or their number does not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.repeat(cupy.arange(3), [1, 0, 2])
    array([0, 2, 2])
    """
    a = as_array(a)
    if axis is None:
        a, axis = a.ravel(), 0
    elif a.ndim == 0:
        a = a.reshape(1)
    axis = integer_axis(axis, a.ndim)
    if type(repeats) is int:
        return _repeat_all(a, repeats, axis)
    if isinstance(repeats, (ndarray, numpy.ndarray)):
        counts = repeats
    else:
        counts = numpy.asarray(repeats).astype(numpy.int64)  # as NumPy, which takes 2.0 here
    if isinstance(counts, numpy.ndarray) and counts.size > 1 and counts.min() < 0:
        raise ValueError("repeats may not contain negative values.")
    if counts.dtype.kind not in "iub":
        raise TypeError(f"Cannot cast array data from {counts.dtype!r} to dtype('int64') "
                        "according to the rule 'safe'")
    if counts.ndim > 1:
        raise ValueError("object too deep for desired array")
    if counts.size != 1:
        if counts.size != a.shape[axis]:
            raise ValueError("operands could not be broadcast together with shape "
                             f"({a.shape[axis]},) ({counts.size},)")
        return _repeat_each(a, counts, axis)
    return _repeat_all(a, int(counts.item()), axis)
