"""Reads the arguments of the transforms as SciPy does."""
from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

import numpy

import cupy
from cupy._ext import fourier, normalize_axis_index

from cupyx.scipy.fft import _on_host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []

C2C, R2C, C2R = "C2C", "R2C", "C2R"

NORMS = (None, "backward", "ortho", "forward")


def array_of(x: Any) -> cupy.ndarray:
    """`x` as an array; of single precision when it has half, as SciPy computes."""
    a = x if isinstance(x, cupy.ndarray) else _converted(x)
    return a.astype(numpy.float32) if a.dtype.char == "e" else a


def _converted(x: numpy.ndarray[Any, Any]) -> NoReturn:
    if isinstance(x, numpy.ndarray):
        raise TypeError("the input is a numpy.ndarray, which is never transferred implicitly; use cupy.asarray")
    return cupy.asarray(x)


def check_norm(norm: str | None) -> None:
    """Raise a ValueError for a normalisation that there is not."""
    if norm not in NORMS:
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"')


def complete(x: cupy.ndarray, s: Sequence[int] | None,
             axes: Sequence[int] | int | None) -> tuple[list[int] | None, list[int] | None]:
    """``(lengths or None, axes or None)`` of a transform along several axes, checked."""
    lengths = None if s is None else [index(n) for n in (s if numpy.iterable(s) else (s,))]
    if axes is not None:
        axes = [normalize_axis_index(index(k), x.ndim) for k in (axes if numpy.iterable(axes) else (axes,))]
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
    elif lengths is not None:
        if len(lengths) > x.ndim:
            raise ValueError("shape requires more axes than are present")
        axes = list(range(x.ndim - len(lengths), x.ndim))
    if lengths is not None and axes is not None:
        if len(lengths) != len(axes):
            raise ValueError("when given, axes and shape arguments have to be of the same length")
        lengths = [x.shape[k] if n == -1 else n for n, k in zip(lengths, axes, strict=True)]
        if any(n < 1 for n in lengths):
            raise ValueError(f"invalid number of data points ({lengths}) specified")
    return lengths, axes


def one(x: ArrayLike, n: SupportsIndex | None, axis: SupportsIndex, kind: str, forward: bool, norm: str | None,
        plan: object, name: str, conjugate: bool = False) -> cupy.ndarray | Any:
    """A transform along one axis; `conjugate` is for the Hermitian ones."""
    found = NotImplemented if plan else _on_host.one_of_few(kind, forward, (x, n, axis, norm), conjugate)
    if found is not NotImplemented:
        return found
    check_norm(norm)
    x = array_of(x)
    if type(axis) is int and -x.ndim <= axis < x.ndim and (n is None or type(n) is int and n > 0) \
            and _on_host.wanted(x, kind, plan):
        return _on_host.one(x, n, axis, kind, forward, norm, conjugate)
    if conjugate and x.dtype.kind == "c":
        return fourier().one(x.conj(), n, axis, kind, forward, norm, None, name, True, plan)
    return fourier().one(x, n, axis, kind, forward, norm, None, name, False, plan)


def many(x: ArrayLike, s: Any, axes: Any, kind: str, forward: bool, norm: str | None, plan: object,
         name: str) -> cupy.ndarray:
    """A transform along several axes."""
    check_norm(norm)
    x = array_of(x)
    given: Any = s
    s, axes = complete(x, s, axes)
    if kind == C2C and (not axes if axes is not None else not x.ndim):
        return x if x.dtype.kind == "c" else x.astype(numpy.result_type(x.dtype, numpy.complex64))
    if kind != C2C and axes is not None and not axes:
        raise ValueError("at least 1 axis must be transformed")
    if s is not None and axes is not None and kind == C2R and numpy.ndim(given) and given[-1] == -1:
        s[-1] = 2 * (x.shape[axes[-1]] - 1)
    found = NotImplemented if plan else _on_host.many_of_few(kind, forward, (x, s, axes, norm))
    if found is not NotImplemented:
        return found
    if _on_host.wanted(x, kind, plan):
        return _on_host.many(x, s, axes, kind, forward, norm)
    return fourier().many(x, s, axes, kind, forward, norm, None, name, plan)
