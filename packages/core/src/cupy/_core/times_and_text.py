"""Dtypes without loops of their own, times, strings and records: ufuncs and casts of them."""
from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core import text, times
from cupy._core.constructors import full, full_like
from cupy._core.copyto import copyto
from cupy._core.from_data import asarray
from cupy._core.ndarray import ndarray
from cupy._core.ufunc_errors import is_no_loop, no_loop, refused_output

if TYPE_CHECKING:
    from cupy._core.options import Casting
    from cupy._core.ufunc import ufunc

#: Comparisons of equality → whether they are of inequality; those of order.
_UNEQUAL = {"equal": False, "not_equal": True}
_ORDER = {"less", "less_equal", "greater", "greater_equal"}


def apply(ufunc: ufunc, inputs: Sequence[Any], outs: Sequence[ndarray | None], casting: Casting,
          where: Any, wanted: tuple[Any, ...] | None = None) -> ndarray | tuple[ndarray, ...]:
    """A ufunc on arrays of which one has a dtype without loops, by the loop of the dtypes asked for."""
    inputs = [x if isinstance(x, ndarray) else asarray(x) for x in inputs]
    kinds = {x.dtype.kind for x in inputs}
    if kinds & {"m", "M"}:
        results = times.apply(ufunc, inputs, casting, wanted)
    elif ufunc.name in _UNEQUAL and (len(kinds) == 1 or "V" in kinds):
        results = [text.equal_bytes(inputs, _UNEQUAL[ufunc.name])]
    elif ufunc.name in _ORDER and kinds in ({"S"}, {"U"}):
        results = [text.compare_text(ufunc, *text.characters(*inputs))]
    else:
        no_loop(ufunc, [x.dtype for x in inputs])
    for k, out in enumerate(outs):
        result: Any = results[k]
        if out is not None:
            if not numpy.can_cast(result.dtype, out.dtype, casting):
                refused_output(ufunc, k, result.dtype, out.dtype, casting)
            copyto(out, result, "unsafe", True if where is None else where)
            results[k] = out
    return results[0] if ufunc.nout == 1 else tuple(results)


def equal_or_never(ufunc: ufunc, a: ndarray, b: Any, unequal: bool) -> ndarray:
    """``a == b`` or ``a != b``; times and strings equal nothing of a kind that they cannot be compared with."""
    try:
        return ufunc(a, b)
    except TypeError as error:
        if not is_no_loop(error):
            raise
        shape = numpy.broadcast_shapes(*(getattr(x, "shape", ()) for x in (a, b)))
        return full(shape, unequal, bool)


@functools.lru_cache
def has_gaps(dtype: numpy.dtype[Any]) -> bool:
    """Whether items of records have bytes that are no member's, which assignments leave as they are."""
    if dtype.subdtype is not None:
        return has_gaps(dtype.base)
    fields: Any = dtype.fields or {}
    members = [fields[name][:2] for name in dtype.names or ()]
    taken = {k for member, offset in members for k in range(offset, offset + member.itemsize)}
    return bool(members) and (len(taken) < dtype.itemsize or any(has_gaps(member) for member, _ in members))


def assign_members(target: ndarray, source: ndarray) -> None:
    """``target[...] = source`` of records of one dtype."""
    names: Any = target.dtype.names
    for name in names:
        target[name][...] = source[name]


def cast_into(target: ndarray, source: ndarray) -> None:
    """``target[...] = source`` when one of the dtypes is no number."""
    if not target.nbytes:
        return
    if target.dtype.kind in "mM" and source.dtype.kind in "mM":
        # Dates are no durations: between them ticks are copied, whatever their units.
        alike = source.dtype.kind == target.dtype.kind
        target.view(numpy.int64)[...] = times.count(source, target.dtype) if alike else source.view(numpy.int64)
    elif target.dtype.kind in "mM" and source.dtype.kind in "iub":
        target.view(numpy.int64)[...] = source
    elif source.dtype.kind in "mM" and target.dtype.kind in "iuf":
        target[...] = source.view(numpy.int64)
    elif target.dtype.names is not None and source.dtype.names is None:
        for name in target.dtype.names:
            target[name][...] = source.reshape(source.shape + (1,) * (target[name].ndim - target.ndim))
    elif target.dtype.names is not None and source.dtype.names is not None:
        if len(target.dtype.names) != len(source.dtype.names):
            raise TypeError(f"Cannot cast from {source.dtype} to {target.dtype}")
        for mine, theirs in zip(target.dtype.names, source.dtype.names, strict=True):
            target[mine][...] = source[theirs]
    elif source.dtype.kind == target.dtype.kind and target.dtype.kind in "SU":
        text.copy_text(target, source)
    else:
        # Text from numbers and numbers from text are the host's work.
        host = source.get().astype(target.dtype)
        target[...] = asarray(numpy.broadcast_to(host, target.shape))


def differs(a: ndarray, other: Any, unequal: bool) -> Any:
    """``a != other`` or ``a == other`` for None or text: no number equals it."""
    if a.dtype.type is numpy.void and other is None:
        raise TypeError("Cannot compare structured or void to non-void arrays.")
    if a.dtype.kind in "SUV" and other is not None:
        return text.equal_bytes([a, asarray(other)], unequal)
    return full_like(a, unequal, bool)


def differs_from(a: ndarray, other: Any, unequal: bool) -> Any:
    """``a != other`` or ``a == other`` for an object that is no array: what it says, or that no element is it."""
    if getattr(other, "__array_ufunc__", 0) is None:
        return NotImplemented
    kind: Any = type(other)
    found = kind.__ne__(other, a) if unequal else kind.__eq__(other, a)
    return full_like(a, unequal, bool) if found is NotImplemented else found
