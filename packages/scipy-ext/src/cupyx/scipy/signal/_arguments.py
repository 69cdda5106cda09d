"""Checks of arguments that several families of functions share."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

import cupy


def as_array(value: Any, *beside: bool) -> cupy.ndarray:
    """`value` as a cupy array; NumPy arrays are refused as everywhere, lists and numbers are taken."""
    return value if isinstance(value, cupy.ndarray) else cupy.asarray(value)


def floating(x: cupy.ndarray, *others: cupy.ndarray) -> numpy.dtype[Any]:
    """The dtype of results of at least single precision, where each argument is transformed: integers in float64."""
    return numpy.result_type(*[a.dtype if a.dtype.char in "fdFD" else "f" if a.dtype.char == "e" else "d"
                               for a in (x, *others)])


def check_mode(mode: str) -> None:
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"acceptable mode flags are 'valid', 'same', or 'full', not {mode!r}")


def swap_needed(mode: str, shape1: tuple[int, ...], shape2: tuple[int, ...], axes: Sequence[int] | None = None) -> bool:
    """Whether 'valid' takes the second array for the larger one; ValueError if neither is larger along all axes."""
    if mode != "valid" or not shape1:
        return False
    axes = range(len(shape1)) if axes is None else axes
    first = all(shape1[i] >= shape2[i] for i in axes)
    if not (first or all(shape2[i] >= shape1[i] for i in axes)):
        raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")
    return not first


def cut(full: cupy.ndarray, shape1: tuple[int, ...], shape2: tuple[int, ...], mode: str, axes: Any) -> cupy.ndarray:
    """The part of a full convolution that `mode` asks for."""
    check_mode(mode)
    if mode == "full":
        return full
    places = []
    for axis in range(full.ndim):
        size = full.shape[axis]
        if axis in axes:
            size = shape1[axis] if mode == "same" else shape1[axis] - shape2[axis] + 1
        elif mode == "same":
            size = shape1[axis]
        begin = (full.shape[axis] - size) // 2
        places.append(slice(begin, begin + size))
    return full[tuple(places)]
