"""Functions of arrays, called for one part of larger arrays after the other."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.constructors import empty
from cupy._core.broadcast import broadcast_to
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

_AXES = r"\((?:[A-Za-z_]\w*(?:,[A-Za-z_]\w*)*,?)?\)"
_SIGNATURE = re.compile(rf"{_AXES}(?:,{_AXES})*->{_AXES}(?:,{_AXES})*")


def parse_signature(signature: Any) -> tuple[Any, ...]:
    """Names of the axes of each input and each output.

    Examples
    --------
    >>> parse_signature("(m,n),(n)->(m)")
    ([('m', 'n'), ('n',)], [('m',)])
    """
    signature = re.sub(r"\s+", "", signature)
    if not _SIGNATURE.fullmatch(signature):
        raise ValueError(f"not a valid gufunc signature: {signature}")
    return tuple([tuple(re.findall(r"\w+", axes)) for axes in re.findall(_AXES, side)]
                 for side in signature.split("->"))


def call_with_signature(vectorized: Any, args: Sequence[Any],
                        kwargs: Mapping[str, Any]) -> ndarray | tuple[ndarray, ...]:
    """Call the function of a `vectorize` for each of the leading indices of its arguments."""
    inputs, outputs = parse_signature(vectorized.signature)
    excluded = {k: a for k, a in enumerate(args) if k in vectorized.excluded}
    named = {k: v for k, v in kwargs.items() if k in vectorized.excluded}
    names = [k for k in kwargs if k not in named]
    arrays = [as_array(a) for k, a in enumerate(args) if k not in excluded] + [as_array(kwargs[k]) for k in names]
    if len(arrays) != len(inputs):
        raise TypeError(f"wrong number of positional arguments: expected {len(inputs)}, got {len(arrays)}")
    sizes, leads = {}, []
    for a, axes in zip(arrays, inputs, strict=True):
        _measure(sizes, a, axes)
        leads.append(a.shape[:a.ndim - len(axes)])
    lead = numpy.broadcast_shapes(*leads)
    arrays = [broadcast_to(a, lead + a.shape[a.ndim - len(axes):]) for a, axes in zip(arrays, inputs, strict=True)]
    otypes, results = vectorized.otypes, None
    if otypes is not None and len(otypes) != len(outputs):
        raise ValueError(f"{len(outputs)} results have {len(otypes)} otypes")
    for index in numpy.ndindex(*lead):
        parts = [a[index] for a in arrays]
        positional = parts[:len(parts) - len(names)]
        for k in sorted(excluded):
            positional.insert(k, excluded[k])
        by_name = dict(zip(names, parts[len(parts) - len(names):], strict=True))
        returned = vectorized.pyfunc(*positional, **named, **by_name)
        returned = returned if isinstance(returned, tuple) else (returned,)
        if len(returned) != len(outputs):
            raise ValueError(f"wrong number of outputs from pyfunc: expected {len(outputs)}, got {len(returned)}")
        returned = [as_array(r) for r in returned]
        for r, axes in zip(returned, outputs, strict=True):
            _measure(sizes, r, axes)
        if results is None:
            types = otypes or [r.dtype for r in returned]
            results = _make(lead, sizes, outputs, types)
        for result, r in zip(results, returned, strict=True):
            result[index] = r
    if results is None:
        if otypes is None:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        if any(name not in sizes for axes in outputs for name in axes):
            raise ValueError("cannot call `vectorize` with a signature including new output dimensions "
                             "on size 0 inputs")
        results = _make(lead, sizes, outputs, otypes)
    return results[0] if len(results) == 1 else tuple(results)


def _measure(sizes: dict[str, int], a: ndarray, axes: tuple[str, ...]) -> None:
    """Sizes of the named axes, which are the last ones of an array."""
    if a.ndim < len(axes):
        raise ValueError(f"{a.ndim}-dimensional argument does not have enough dimensions for all core "
                         f"dimensions {axes!r}")
    for name, size in zip(axes, a.shape[a.ndim - len(axes):], strict=True):
        if sizes.setdefault(name, size) != size:
            raise ValueError(f"inconsistent size for core dimension {name!r}: {size} vs {sizes[name]}")


def _make(lead: tuple[int, ...], sizes: dict[str, int], outputs: list[tuple[str, ...]],
          types: list[numpy.dtype]) -> list[ndarray]:
    return [empty(lead + tuple(sizes[name] for name in axes), t) for axes, t in zip(outputs, types, strict=True)]
