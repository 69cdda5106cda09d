"""Passes of distance transforms, one an axis."""
from __future__ import annotations

import math
from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous, writable

_STRIDES = (64, 16, 4)        # pixels of a line between those whose sites are found first, then between these

_marks, _first, _anchor, _next, _next_sites = (
    Kernel("distance_steps.hpp", _kernels, "Distance", packed=packed, arguments=step)
    for step, packed in (("marks", ("i",)), ("first", ("i", "l", "d")), ("anchor", ("i", "l", "d")),
                         ("next", ("i", "l", "d")), ("next_sites", ("i", "l", "d"))))
_result = Kernel("distance_result.hpp", _kernels, "DistanceResult",
                 packed=("id", "ld", "dd", "ii", "iI"))
EUCLID, CITY_BLOCK, CHESSBOARD, _ANY, _LOWEST_PLACE, _LAST = (
    _result.constants[f"k{name}"]
    for name in ("Euclid", "CityBlock", "Chessboard", "AnySite", "LowestPlace", "LastSite"))


def transform(input: cupy.ndarray, metric: int, sampling: list[float] | None, results: Any, indices: Any, *,
              brute: bool = False) -> None:
    """Write distances of the pixels that are not 0 to those that are, and indices of these; either may be None."""
    image = contiguous(input if input.dtype == bool else input != 0)
    shape = image.shape or (1,)
    size = image.size
    if size == 0:
        return
    if size >= 2 ** 31:
        raise ValueError("distance transforms take images of less than 2**31 pixels")
    char = _char(shape, metric, sampling)
    steps = [1.0] * len(shape) if sampling is None else sampling
    ties = _ANY if indices is None else _LAST if brute else _LOWEST_PLACE
    distances = cupy.empty(shape, char)
    sites = None if indices is None else cupy.empty(shape, numpy.int32)
    for axis, step in enumerate(steps):
        length, inner = shape[axis], math.prod(shape[axis + 1:])
        chunks = -(-length // _marks.constants["kDistanceChunk"])
        calls = size // length * chunks
        fields = {"metric": metric, "step": step, "length": length, "inner": inner, "chunks": chunks,
                  "ties": ties}
        if axis == 0:
            fields.update(input=image, marks=cupy.empty(2 * calls, numpy.int32))
            _marks.map("i", calls, work=64, **fields)
            _first.map(char, calls, work=128, results=distances, found=sites, **fields)
            continue
        target, found = cupy.empty(shape, char), None if sites is None else cupy.empty(shape, numpy.int32)
        fields.update(distances=distances, sites=sites)
        # Where a longer way may be as good, the last site need not lie between those of a pixel's neighbours.
        if metric == EUCLID or metric == CITY_BLOCK and ties != _LAST:
            for stride in _STRIDES:
                chunks = -(-length // stride)
                marks = cupy.empty(size // length * chunks, numpy.int32)
                _anchor.map(char, marks.size, work=100, **{**fields, "chunks": chunks}, marks=marks, stride=stride)
                fields.update(coarse=marks, above=stride)
        (_next if sites is None else _next_sites).map(char, size, work=40, results=target, found=found, **fields)
        distances, sites = target, found
    out = None if results is None else _contiguous_like(results)
    places = None if indices is None else _contiguous_like(indices)
    _result.map(char + type_characters(numpy.dtype("d") if out is None else out.dtype), size, work=8,
                distances=distances, sites=sites, results=out, indices=places, shape=shape, ndim=len(shape),
                sampling=steps, metric=metric, brute=brute)
    for target, written in ((results, out), (indices, places)):
        if target is not None and target is not written:
            target[...] = written


def _contiguous_like(array: cupy.ndarray) -> cupy.ndarray:
    """The array itself, or room of its shape where a kernel cannot write it."""
    return array if writable(array) else cupy.empty(array.shape, array.dtype)


def _char(shape: tuple[int, ...], metric: int, sampling: list[float] | None) -> str:
    """Type that holds every distance exactly, and one that stands for none."""
    if sampling is not None and any(step != 1 for step in sampling):
        return "d"
    most = sum(n ** 2 for n in shape) if metric == EUCLID else sum(shape)
    return "i" if most < 2 ** 31 - 1 else "l"
