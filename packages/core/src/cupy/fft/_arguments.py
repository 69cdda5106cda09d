"""Reads the arguments of the transforms as NumPy does, and hands them to the engine."""
from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.axes import normalize_axis_index
from cupy._core.ndarray import ndarray
from cupy._core.fft_repeat import signature
from cupy._core.arguments import as_array
from cupy._runtime.warned import deprecated
from cupy.cuda import cufft
from cupy.fft import _callbacks, config
from cupy.fft._cache import get_plan_cache
from cupy.fft._engine import C2C, C2R, R2C, check_out, precision, repeated, transform
from cupy.fft._plans import chosen_plan, get_fft_plan, with_plan
from cupy.fft._several_devices import shared

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["SWAPPED", "get_fft_plan", "many", "one"]

#: Normalisation → the power of the length that a forward transform is divided by.
_POWERS = {None: 0, "backward": 0, "ortho": 0.5, "forward": 1}

#: The normalisation under which the inverse transform has the factor of the forward one.
SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def _scale(lengths: Sequence[int], forward: bool, norm: str | None, half: int | None = None) -> float:
    """Factor of the result; of the axis at position `half`, rounded to half precision, as in NumPy."""
    try:
        power = _POWERS[norm]
    except (KeyError, TypeError):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".') from None
    if not forward:
        power = 1 - power
    if not power:
        return 1
    total = math.prod(lengths)
    scale = 1 / total if power == 1 else 1 / math.sqrt(total)
    if half is None:
        return scale
    exact = lengths[half] ** -power
    return scale * (float(numpy.float16(exact)) / exact)


def _check_length(n: Any) -> int:
    n = index(n)
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    return n


def _check_type(a: ndarray, kind: str, name: str) -> None:
    if a.dtype.kind not in "biufc" and a.dtype.name != "bfloat16":
        raise TypeError(f"{name}: arrays of dtype {a.dtype} have no Fourier transform")
    if kind == R2C and a.dtype.kind == "c":
        raise TypeError(f"{name}: the input must be real, and it has dtype {a.dtype}")


def _result_dtype(a: ndarray, kind: str, count: int = 1) -> str:
    char = precision(a.dtype)
    if kind != C2R:
        return char.upper()
    return "e" if a.dtype.char == "e" and count == 1 else char


def plain() -> bool:
    """Whether nothing but the arguments decides how a transform is made."""
    return not (cufft.entered or config.use_multi_gpus or _callbacks.entered)


def one(a: ArrayLike, n: Any, axis: Any, kind: str, forward: bool, norm: str | None, out: ndarray | None, name: str,
        owned: bool = False, plan: Any = None) -> ndarray:
    """A transform along one axis; see `cupy.fft.fft`."""
    if type(a) is not ndarray:
        a = as_array(a)
    key = None
    if out is None and plan is None and plain():
        key = (name, signature(a), None if n is None else index(n), index(axis), norm)
        found = repeated(get_plan_cache(), key, a)
        if found is not None:
            return found
    axis = normalize_axis_index(index(axis), a.ndim)
    if n is None:
        n = a.shape[axis] if kind != C2R else 2 * (a.shape[axis] - 1)
    n = _check_length(n)
    scale = _scale((n,), forward, norm, 0 if a.dtype.char == "e" else None)
    _check_type(a, kind, name)
    if out is not None:
        shape = list(a.shape)
        shape[axis] = n // 2 + 1 if kind == R2C else n
        check_out(out, shape, _result_dtype(a, kind))
    if plan is not None or cufft.entered:
        plan = chosen_plan(plan)
        if plan is not None:
            return with_plan(a, plan, kind, (n,), (axis,), forward, scale, out)
    if config.use_multi_gpus and kind == C2C and config.devices:
        return shared(a, (n,), (axis,), forward, scale, out)
    return transform(a, kind, (n,), (axis,), forward, scale, out, key, owned)


def _lengths_and_axes(a: ndarray, s: Any, axes: Any, halved: str | None) -> tuple[list[int], list[int]]:
    """`s` and `axes` as NumPy completes them."""
    given = s is not None
    if axes is not None:
        axes = list(axes)
    if not given:
        s = list(a.shape) if axes is None else [a.shape[normalize_axis_index(index(k), a.ndim)] for k in axes]
    s = list(s)
    if axes is None:
        if given:
            warnings.warn("`axes` should not be `None` if `s` is not `None`; pass the axes too",
                          DeprecationWarning, stacklevel=4)
        axes = list(range(-len(s), 0))
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    axes = [normalize_axis_index(index(k), a.ndim) for k in axes]
    if halved and not axes:
        raise IndexError("axes is empty; at least one axis must be transformed")
    if halved == C2R and not given:
        s[-1] = (a.shape[axes[-1]] - 1) * 2
    if any(n is None for n in s):
        deprecated("None in `s`", "-1 for a whole axis")
    for i, (n, axis) in enumerate(zip(s, axes, strict=True)):
        if n is None and halved == C2R and i == len(s) - 1:
            s[i] = 2 * (a.shape[axis] - 1)
        elif n is None or n == -1:
            s[i] = a.shape[axis]
    return [_check_length(n) for n in s], axes


def many(a: ArrayLike, s: Any, axes: Any, kind: str, forward: bool, norm: str | None, out: ndarray | None, name: str,
         plan: Any = None) -> ndarray:
    """A transform along several axes; see `cupy.fft.fftn`."""
    a = as_array(a)
    key = None
    s = None if s is None else [None if n is None else index(n) for n in s]
    if out is None and plan is None and plain():
        key = (name, signature(a), None if s is None else tuple(s), None if axes is None else tuple(axes), norm,
               config.enable_nd_planning)
        found = repeated(get_plan_cache(), key, a)
        if found is not None:
            return found
    s, axes = _lengths_and_axes(a, s, axes, kind if kind != C2C else None)
    first = 0 if kind == C2R else -1      # the axis that NumPy transforms first sees the dtype of the input
    scale = _scale(s, forward, norm, first if a.dtype.char == "e" and s else None)
    _check_type(a, kind, name)
    if not axes:
        return a
    if out is not None:
        check_out(out, _result_shape(a, s, axes, kind), _result_dtype(a, kind, len(axes)))
    if plan is not None or cufft.entered:
        plan = chosen_plan(plan)
        if plan is not None:
            return with_plan(a, plan, kind, s, axes, forward, scale, out)
    if len(set(axes)) == len(axes):
        if config.use_multi_gpus and kind == C2C and config.devices:
            return shared(a, s, axes, forward, scale, out)
        return transform(a, kind, s, axes, forward, scale, out, key)
    return _repeated(a, s, axes, kind, forward, scale, out)


def _result_shape(a: ndarray, s: list[int], axes: list[int], kind: str) -> list[int]:
    """Shape of the result; of an axis that is transformed several times, the last length counts."""
    shape = list(a.shape)
    lengths = [*s[:-1], s[-1] // 2 + 1 if kind == R2C else s[-1]]
    steps = list(zip(axes, lengths, strict=True))
    for axis, n in steps if kind == C2R else reversed(steps):
        shape[axis] = n
    return shape


def _repeated(a: ndarray, s: list[int], axes: list[int], kind: str, forward: bool, scale: float,
              out: ndarray | None) -> ndarray:
    """Axes that occur several times are transformed several times, the last first (for `C2R`, the first first)."""
    order = list(range(len(axes)))
    if kind != C2R:
        order.reverse()
    special = order[-1] if kind == C2R else order[0]
    for i in order:
        last = i == order[-1]
        a = transform(a, kind if i == special else C2C, (s[i],), (axes[i],), forward,
                      scale if last else 1, out if last else None)
    return a
