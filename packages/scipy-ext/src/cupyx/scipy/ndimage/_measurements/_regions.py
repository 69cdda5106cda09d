"""Connected regions: by runs of pixels on the host, by tiles on GPUs, pixel by pixel where neither can."""
from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, multiprocessors, on_devices, serial_blocks, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import MODES, contiguous
from cupyx.scipy.ndimage._filters._window import filter_window

_join, _start, _roots, _number = (
    Kernel("label.hpp", _kernels, params, packed=packed, arguments=f"{params}, label_{step}")
    for params, step, packed in (("Neighborhood", "join", ("?I",)), ("LabelStep", "start", ("I",)),
                                 ("LabelStep", "roots", ("I",)), ("LabelStep", "number", ("Ii", "Il"))))
_tile = Kernel("label_tile.hpp", _kernels, "LabelTile", packed=on_devices("?"))
_borders, _planes, _firsts, _final = (
    Kernel("label_passes.hpp", _kernels, "LabelTile", packed=on_devices(*packed), arguments=step)
    for step, packed in (("borders", "?"), ("planes", "?"), ("firsts", "?"), ("final", "il")))
_find, _join_stripes, _write = (
    Kernel("label_runs.hpp", _kernels, "LabelRuns", packed=lambda language: ("i", "l") * (language == "host"),
           arguments=step)
    for step in ("find", "join", "write"))
_THREADS, _WIDE, _HIGH = (_tile.constants[f"kLabel{name}"] for name in ("Threads", "Wide", "High"))
_BYTES = "?Bb"                      # types whose bytes tiles take as they are


def label_width(size: int) -> Any:
    """Type of labels of so many pixels."""
    return numpy.int64 if size >= 2 ** 31 - 2 else numpy.int32


@functools.lru_cache(maxsize=64)
def _neighbors(structure: bytes,
               ndim: int) -> tuple[numpy.ndarray[Any, Any], tuple[bool, ...], numpy.ndarray[Any, Any] | None]:
    """Of a structure: all pixels before the middle; left, above, above to either side; other planes', or None."""
    before = numpy.frombuffer(structure, bool).copy()
    before[before.size // 2:] = False
    before = before.reshape((3,) * ndim)
    if ndim == 0:
        return before, (False,) * 4, None
    outer = before.copy()
    plane = outer[(1,) * (ndim - 2)] if ndim > 1 else numpy.array([[False] * 3, before, [False] * 3])
    beside = bool(plane[1, 0]), bool(plane[0, 1]), bool(plane[0, 0]), bool(plane[0, 2])
    outer[(1,) * max(ndim - 2, 0)] = False
    return before, beside, outer if ndim > 2 and outer.any() else None


def label_regions(input: cupy.ndarray, structure: numpy.ndarray[Any, Any], dtype: numpy.dtype[Any] | None = None,
                  output: cupy.ndarray | None = None) -> Any:
    """Labels and, still on the device, their number; `structure` is a symmetric NumPy array."""
    size = input.size
    dtype = numpy.dtype(label_width(size) if dtype is None else dtype)
    labels = cupy.empty(input.shape, dtype) if output is None else output
    if size == 0:
        return labels, 0
    before, beside, _ = _neighbors(structure.tobytes(), structure.ndim)
    if not serial_blocks() and input.ndim > 0 and size < 2 ** 31 and labels.data.ptr % 16 == 0:
        return labels, _over_tiles(input, structure, labels)
    objects = contiguous(input if input.dtype == bool else input != 0).reshape(input.shape)
    if serial_blocks() and size < 2 ** 31:
        return labels, _over_runs(objects, structure, beside[0], labels)
    word = numpy.dtype("I" if size < 2 ** 31 else "L")
    parents, roots = cupy.empty(input.shape, word), cupy.empty(input.shape, bool)
    joined = beside[0]
    fields = {"object": objects, "parents": parents, "roots": roots, "labels": labels, "numbers": None,
              "length": input.shape[-1] if input.ndim else 1, "joined": joined}
    _start.map(type_characters(word), size, work=8, **fields)
    filter_window(_join, objects, parents, before, [0] * input.ndim, [MODES["constant"]] * input.ndim, work=8,
                  centre=joined)
    _roots.map(type_characters(word), size, work=8, **fields)
    numbers = cupy.cumsum(roots.ravel(), dtype=word)
    _number.map(type_characters(word, dtype), size, work=4, **{**fields, "numbers": numbers})
    return labels, numbers[-1]


def _over_runs(objects: cupy.ndarray, structure: numpy.ndarray[Any, Any], joined: bool,
               labels: cupy.ndarray) -> cupy.ndarray:
    """Write `labels` a stripe of rows a thread; their number."""
    length = objects.shape[-1] if objects.ndim else 1
    rows = objects.size // length
    stripes = max(1, min(rows // 8, objects.size >> 14, 2 * multiprocessors()))
    most = (length + 1) // 2 if joined else length
    places = rows * most + stripes
    parents, starts, ends = (cupy.empty(places, dtype) for dtype in "Iii")
    first, behind, regions = (cupy.empty(count, "I") for count in (rows, rows, 1))
    steps, spans = _links(structure.tobytes(), structure.ndim, cupy.cuda.Device().id)
    fields = {"object": objects, "labels": labels, "parents": parents, "starts": starts, "ends": ends, "first": first,
              "behind": behind, "regions": regions, "stripes": stripes, "rows": rows, "length": length,
              "joined": joined, "most": most, "steps": steps, "spans": spans, "links": len(spans),
              "axes": max(objects.ndim - 1, 0), "shape": objects.shape[:-1]}
    for step, calls in ((_find, stripes), (_join_stripes, 1), (_write, stripes)):
        step.map(type_characters(labels.dtype), calls, work=8 * objects.size // stripes, **fields)
    return regions[0]


@functools.lru_cache(maxsize=64)
def _links(structure: bytes, ndim: int, device: int) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Steps to the rows before that a structure joins a row with, and how far it reaches along them."""
    steps, spans = [], []
    if ndim > 1:
        whole = numpy.frombuffer(structure, bool).reshape((3,) * ndim)
        for place in itertools.islice(numpy.ndindex(whole.shape[:-1]), 3 ** (ndim - 1) // 2):
            taps = numpy.flatnonzero(whole[place]) - 1
            for taps_together in numpy.split(taps, numpy.flatnonzero(numpy.diff(taps) > 1) + 1) if taps.size else ():
                steps.append([at - 1 for at in place])
                spans.append((taps_together[0], taps_together[-1]))
    return cupy.array(steps, "i"), cupy.array(spans, "i").reshape(-1, 2)


def _over_tiles(input: cupy.ndarray, structure: numpy.ndarray[Any, Any], labels: cupy.ndarray) -> cupy.ndarray:
    """Write `labels`; their number."""
    left, up, up_left, up_right = _neighbors(structure.tobytes(), structure.ndim)[1]
    objects = contiguous(input if input.dtype.char in _BYTES else input != 0)
    height, width = (1, *objects.shape)[-2:]
    rows, row_words = objects.size // width, -(-width // 32)
    images, across, down = rows // height, -(-row_words // _WIDE), -(-height // _HIGH)
    words, place_bits = rows * row_words, ((min(31, width) - 1) // 2 if left else min(32, width) - 1).bit_length()
    parents = cupy.empty(words << place_bits, numpy.uint32)
    bits, roots, counts = (cupy.empty(words, numpy.uint32) for _ in range(3))
    fields = {"object": objects, "words": bits, "parents": parents, "roots": roots, "height": height, "width": width,
              "images": images, "across": across, "down": down, "row_words": row_words, "place_bits": place_bits,
              "left": left, "up": up, "up_left": up_left, "up_right": up_right, "shape": objects.shape[:-1]}
    _tile("?", blocks=across * down * images, threads=_THREADS, shared=4 * _HIGH * _WIDE * (16 if left else 32),
          packs=width % 16 == 0 and objects.data.ptr % 16 == 0, **fields)
    _borders.map("?", images * ((down - 1) * width + (across - 1) * height), **fields)
    links = _plane_links(structure.tobytes(), structure.ndim, cupy.cuda.Device().id)
    if len(links):
        _planes.map("?", words * 32, links=links, link_count=len(links), axes=objects.ndim - 1, **fields)
    _firsts.map("?", words, counts=counts, **fields)
    counts = cupy.cumsum(counts, dtype=numpy.uint32)
    _final.map(type_characters(labels.dtype), rows * -(-width // 4), counts=counts, labels=labels,
               packs=width % 4 == 0, **fields)
    return counts[-1]


@functools.lru_cache(maxsize=64)
def _plane_links(structure: Any, ndim: int, device: int) -> cupy.ndarray:
    """Steps to the pixels before that a structure joins a pixel with, of those in other planes."""
    outer = _neighbors(structure, ndim)[2]
    return cupy.array(numpy.argwhere(outer) - 1 if outer is not None else numpy.empty((0, ndim)), "i", order="C")
