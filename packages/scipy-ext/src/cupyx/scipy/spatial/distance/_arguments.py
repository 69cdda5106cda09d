"""How the functions of distance read their vectors."""
from __future__ import annotations

from typing import Any

import numpy

import cupy
from cupy._ext import as_array

__all__ = []


def vector(x: Any, name: str = "u") -> cupy.ndarray:
    """`x` as an array of one axis; CuPy's functions take a matrix of one row."""
    x = as_array(x, name)
    if x.ndim == 2 and x.shape[0] == 1:
        x = x[0]
    if x.ndim != 1:
        raise ValueError("Input vector should be 1-D.")
    return x


def vectors(u: Any, v: Any) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Two of them, of one length."""
    u, v = vector(u), vector(v, "v")
    if u.shape != v.shape:
        raise ValueError("The 1d arrays must have equal lengths.")
    return u, v


def weights(w: Any, length: int | None = None) -> cupy.ndarray | None:
    """Weights as float64; ValueError for negative ones."""
    if w is None:
        return None
    w = as_array(w, "w")
    if w.ndim != 1 or (length is not None and w.shape[0] != length):
        raise ValueError(f"Weights must have same size as input vector. {w.shape[0] if w.ndim else 1} vs. {length}.")
    w = w.astype("d", copy=False)
    if bool((w < 0).any()):
        raise ValueError("Input weights should be all non-negative")
    return w


def inexact(x: cupy.ndarray) -> cupy.ndarray:
    """`x`, as float64 if it holds whole numbers."""
    return x if x.dtype.kind in "fc" else x.astype("d")


def rows(x: Any, name: str, message: str) -> cupy.ndarray:
    """`x` as a C-contiguous real array of two axes, float32 or float64."""
    x = as_array(x, name)
    if x.ndim != 2:
        raise ValueError(message.format(name=name, shape=x.shape))
    if x.dtype.kind == "c":
        raise ValueError(f"Unsupported dtype {x.dtype}")
    return x


def real_dtype(*arrays: cupy.ndarray) -> numpy.dtype[Any]:
    """Type that distances are computed in: float32 for single and half precision only."""
    return numpy.dtype("f" if all(a.dtype.char in "efE" for a in arrays) else "d")


def product(x: cupy.ndarray, y: cupy.ndarray, w: cupy.ndarray | None) -> cupy.ndarray:
    """Sum of products, weighted if there are weights."""
    return cupy.dot(x, y if w is None else y * w)


def total(x: cupy.ndarray, w: cupy.ndarray | None) -> cupy.ndarray:
    """Sum of items, weighted if there are weights."""
    return x.sum() if w is None else cupy.dot(w.astype(numpy.result_type(w, x.dtype), copy=False), x.astype(
        numpy.result_type(w, x.dtype), copy=False))
