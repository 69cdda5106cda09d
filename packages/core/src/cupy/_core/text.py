"""Strings and records on kernels of numbers: they compare and move as their characters and bytes."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.broadcast import broadcast_arrays, broadcast_to
from cupy._core.constructors import zeros
from cupy._core.creation import spaced
from cupy._core.from_data import asarray, ascontiguousarray
from cupy._runtime import public_names

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.reduction import Reduction
    from cupy._core.ufunc import ufunc


def characters(a: ndarray, b: ndarray) -> list[ndarray]:
    """Two arrays of strings, or of other items, padded to one length and seen as their characters or bytes."""
    dtype = numpy.promote_types(a.dtype, b.dtype)
    unit = numpy.uint32 if dtype.kind == "U" else numpy.uint8
    return [ascontiguousarray(x.astype(dtype)).reshape((*x.shape, 1)).view(unit) for x in (a, b)]


def ordered_words(a: ndarray) -> ndarray:
    """Unsigned numbers, in one more axis, that compare one after the other as the strings of `a` do."""
    unit, count = (numpy.uint32, 2) if a.dtype.kind == "U" else (numpy.uint8, 8)
    length = a.itemsize // numpy.dtype(unit).itemsize
    size = -(-length // count)
    words = zeros((*a.shape, size, count), numpy.uint64)
    if length:
        characters = ascontiguousarray(a).reshape((*a.shape, 1)).view(unit)
        words.reshape((*a.shape, size * count))[..., :length] = characters
    shifts = asarray(64 // count * numpy.arange(count, dtype=numpy.uint64)[::-1])
    return (words << shifts).sum(axis=-1)


def compare_text(ufunc: ufunc, a: ndarray, b: ndarray) -> ndarray:
    """Strings in the order of their first characters that differ."""
    a, b = broadcast_arrays(a, b)
    first = (a != b).argmax(axis=-1).ravel()
    rows = spaced(first.size, 0, 1)
    return ufunc(*(x.reshape(first.size, a.shape[-1])[rows, first] for x in (a, b))).reshape(a.shape[:-1])


def equal_bytes(inputs: list[ndarray], negate: bool) -> Any:
    """Items equal byte by byte, after strings have been padded to one length."""
    a, b = inputs
    if a.dtype.names != b.dtype.names or a.dtype.kind != b.dtype.kind:      # bytes equal no characters
        raise TypeError(f"Cannot compare items of dtype {a.dtype} with {b.dtype}")
    if a.dtype.names is not None:
        equal = True
        for name in a.dtype.names:
            x, y = a[name], b[name]
            if x.shape[a.ndim:] != y.shape[b.ndim:]:
                raise TypeError(f"Cannot compare items of dtype {a.dtype} with {b.dtype}")
            inner = tuple(range(a.ndim - x.ndim, 0))
            # Axes of the fields stay behind those along which the arrays broadcast.
            equal = (x == y).all(axis=inner) & equal if inner else (x == y) & equal
    else:
        a, b = characters(a, b)
        equal = (a == b).all(axis=-1)
    return ~equal if negate else equal


def reduce_text(reduction: Reduction, a: ndarray, axis: int | tuple[int, ...] | None, keepdims: bool) -> ndarray:
    """A reduction of strings or bytes: those that are not empty are true, and they have an order."""
    name = reduction.name
    if name == "count_nonzero" or name in ("any", "all") and a.dtype.names is None:
        return reduction(a != zeros((), a.dtype), axis, None, None, keepdims)
    if name in ("argmax", "argmin") and a.dtype.kind in "SU":
        ranks = public_names.find("unique")(a, return_inverse=True)[1]
        return reduction(ranks.reshape(a.shape), axis, None, None, keepdims)
    raise TypeError(f"cannot perform {name} with items of dtype {a.dtype}")


def copy_text(target: ndarray, source: ndarray) -> None:
    """Characters of strings, cut or padded with zeros to the target's length."""
    unit = numpy.uint8 if target.dtype.kind == "S" else numpy.uint32
    source = ascontiguousarray(broadcast_to(source, target.shape))
    source = source.reshape(source.shape + (1,)).view(unit)
    fresh = zeros(target.shape + (target.dtype.itemsize // numpy.dtype(unit).itemsize,), unit)
    n = min(fresh.shape[-1], source.shape[-1])
    fresh[..., :n] = source[..., :n]
    packed = fresh.view(target.dtype).reshape(target.shape)
    target[...] = packed
