"""Arguments, lengths, norms and orthogonal forms of the cosine and sine transforms."""
from __future__ import annotations

import math
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupy._ext import host_memory, host_view, normalize_axis_index

from cupyx.scipy.fft import _on_host
from cupyx.scipy.fft._arguments import array_of, check_norm, complete
from cupyx.scipy.fft._cosine import COSINE, INVERSE, SINE, period

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []


def _fitted(x: cupy.ndarray, n: int, axis: int) -> cupy.ndarray:
    """`x` cut or padded with zeros to `n` items along an axis."""
    have = x.shape[axis]
    if n == have:
        return x
    kept = (slice(None),) * axis + (slice(min(n, have)),)
    if n < have:
        return x[kept]
    shape = list(x.shape)
    shape[axis] = n
    padded = cupy.zeros(shape, x.dtype)
    padded[kept] = x
    return padded


def _orthogonal_before(x: cupy.ndarray, sine: bool, kind: int) -> cupy.ndarray:
    """The input with its end items scaled so that the matrix becomes orthogonal."""
    root = math.sqrt(2)
    if kind == 1 and not sine:
        x = x.copy()
        x[..., 0] *= root
        x[..., -1] *= root
    elif kind == 3:
        x = x.copy()
        x[..., -1 if sine else 0] *= root
    return x


def _orthogonal_after(y: cupy.ndarray, sine: bool, kind: int) -> cupy.ndarray:
    root = math.sqrt(0.5)
    if kind == 1 and not sine:
        y[..., 0] *= root
        y[..., -1] *= root
    elif kind == 2:
        y[..., -1 if sine else 0] *= root
    return y


def _along(x: cupy.ndarray, sine: bool, kind: int, n: int, axis: int, forward: bool, norm: str | None,
           orthogonalize: bool) -> cupy.ndarray:
    """One axis of a real array; `kind` is the type of the transform that is carried out."""
    x = cupy.moveaxis(_fitted(x, n, axis), axis, -1)
    if orthogonalize:
        x = _orthogonal_before(x, sine, kind)
    total = period(sine, kind, n)
    scale = 1 / math.sqrt(total) if norm == "ortho" else 1 / total if (norm == "forward") == forward else 1.0
    y = (SINE if sine else COSINE)[kind](x, scale)
    if orthogonalize:
        y = _orthogonal_after(y, sine, kind)
    return cupy.moveaxis(y, -1, axis)


def _transform(x: cupy.ndarray, sine: bool, kind: int, lengths: Any, axes: Any, forward: bool, norm: str | None,
               orthogonalize: bool | None) -> cupy.ndarray:
    check_norm(norm)
    if kind not in INVERSE:
        raise ValueError(f"invalid type {kind!r}: there are the types 1, 2, 3 and 4")
    x = array_of(x)
    if x.dtype.kind not in "biufc":
        raise TypeError(f"arrays of dtype {x.dtype} have no such transform")
    if x.dtype.kind not in "fc":
        x = x.astype(numpy.float64)
    for n in lengths:
        if n < 1:
            raise ValueError(f"invalid number of data points ({n}) specified")
        if kind == 1 and not sine and n < 2:
            raise ValueError("DCT-I is not defined for size < 2")
    if host_memory():
        return _by_scipy(x, sine, kind, lengths, axes, forward, norm, orthogonalize)
    if x.dtype.kind == "c":
        y = cupy.empty_like(x, shape=_shape(x, lengths, axes), order="C")
        y.real = _transform(x.real, sine, kind, lengths, axes, forward, norm, orthogonalize)
        y.imag = _transform(x.imag, sine, kind, lengths, axes, forward, norm, orthogonalize)
        return y
    carried_out = kind if forward else INVERSE[kind]
    if orthogonalize is None:
        orthogonalize = norm == "ortho"
    for n, axis in zip(lengths, axes, strict=True):
        x = _along(x, sine, carried_out, n, axis, forward, norm, orthogonalize)
    return x


def _by_scipy(x: cupy.ndarray, sine: bool, kind: int, lengths: Any, axes: Any,
              forward: bool, norm: str | None, orthogonalize: bool | None) -> cupy.ndarray:
    """SciPy's own transform, the fastest where arrays lie in the host's memory."""
    name = _name(sine, forward)
    if len(axes) == 1:
        (lengths,), (axes,) = lengths, axes
    else:
        name += "n"
    return _on_host.transform(name, host_view(x), kind, lengths, axes, norm, orthogonalize=orthogonalize)


def _name(sine: bool, forward: bool) -> str:
    return ("" if forward else "i") + ("dst" if sine else "dct")


def _shape(x: cupy.ndarray, lengths: Any, axes: Any) -> tuple[int, ...]:
    shape = list(x.shape)
    for n, axis in zip(lengths, axes, strict=True):
        shape[axis] = n
    return tuple(shape)


def one(x: ArrayLike, sine: bool, kind: int, n: SupportsIndex | None, axis: SupportsIndex, forward: bool,
        norm: str | None, orthogonalize: bool | None) -> cupy.ndarray:
    found = _on_host.of_few(_name(sine, forward), (x, kind, n, axis, norm, False, None, orthogonalize))
    if found is not NotImplemented:
        return found
    x = array_of(x)
    axis = normalize_axis_index(index(axis), x.ndim)
    n = x.shape[axis] if n is None else index(n)
    return _transform(x, sine, kind, (n,), (axis,), forward, norm, orthogonalize)


def many(x: ArrayLike, sine: bool, kind: int, s: Any, axes: Any, forward: bool, norm: str | None,
         orthogonalize: bool | None) -> cupy.ndarray:
    found = _on_host.of_few(_name(sine, forward) + "n", (x, kind, s, axes, norm, False, None, orthogonalize))
    if found is not NotImplemented:
        return found
    x = array_of(x)
    s, axes = complete(x, s, axes)
    if axes is None:
        axes = list(range(x.ndim))
    if s is None:
        s = [x.shape[k] for k in axes]
    return _transform(x, sine, kind, s, axes, forward, norm, orthogonalize)
