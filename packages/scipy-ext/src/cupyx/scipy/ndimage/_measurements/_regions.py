"""Connected regions: passes over pixels, or over tiles of them on GPUs."""
import functools

import numpy

import cupy
from cupy._ext import Kernel, on_devices, serial_blocks, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import contiguous
from cupyx.scipy.ndimage._filters._window import filter_window

_join = Kernel("label.hpp", _kernels, "neighborhood_params.hpp:Neighborhood", packed=("?I",))
_start, _roots, _number = (
    Kernel("label_step.hpp", _kernels, "LabelStep", packed=packed, arguments=f"label_{step}")
    for step, packed in (("start", ("I",)), ("roots", ("I",)), ("number", ("Ii", "Il"))))
_tile, _borders, _words, _final = (
    Kernel(f"label_{step}.hpp", _kernels, "label_tile_params.hpp:LabelTile", packed=on_devices(*packed))
    for step, packed in (("tile", "?"), ("borders", "?"), ("words", "?"), ("final", "il")))
_THREADS, _EDGE = (_tile.constants[f"kLabel{name}"] for name in ("Threads", "Edge"))
_CONSTANT = 1                       # number of the boundary mode
_BYTES = "?Bb"                      # types whose bytes tiles take as they are


def label_width(size):
    """Type of labels of so many pixels."""
    return numpy.int64 if size >= 2 ** 31 - 2 else numpy.int32


@functools.lru_cache(maxsize=64)
def _neighbors(structure, ndim):
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


def label_regions(input, structure, dtype=None, output=None):
    """Labels and, still on the device, their number; `structure` is a symmetric NumPy array."""
    size = input.size
    dtype = numpy.dtype(label_width(size) if dtype is None else dtype)
    labels = cupy.empty(input.shape, dtype) if output is None else output
    if size == 0:
        return labels, 0
    before, beside, outer = _neighbors(structure.tobytes(), structure.ndim)
    if not serial_blocks() and input.ndim > 0 and size < 2 ** 31 and labels.data.ptr % 16 == 0:
        return labels, _over_tiles(input, beside, outer, labels)
    objects = contiguous(input if input.dtype == bool else input != 0).reshape(input.shape)
    word = numpy.dtype("I" if size < 2 ** 31 else "L")
    parents, roots = cupy.empty(input.shape, word), cupy.empty(input.shape, bool)
    joined = beside[0]
    fields = {"object": objects, "parents": parents, "roots": roots, "labels": labels, "numbers": None,
              "length": input.shape[-1] if input.ndim else 1, "joined": joined}
    _start.map(type_characters(word), size, work=8, **fields)
    filter_window(_join, objects, parents, before, [0] * input.ndim, [_CONSTANT] * input.ndim, work=8,
                  centre=joined)
    _roots.map(type_characters(word), size, work=8, **fields)
    numbers = cupy.cumsum(roots.ravel(), dtype=word)
    _number.map(type_characters(word, dtype), size, work=4, **{**fields, "numbers": numbers})
    return labels, numbers[-1]


def _over_tiles(input, beside, outer, labels):
    """Write `labels`; their number."""
    left, up, up_left, up_right = beside
    bytes_do = outer is None and input.dtype.char in _BYTES or input.dtype == bool
    objects = contiguous(input if bytes_do else input != 0)
    height, width = (1, *objects.shape)[-2:]
    images = objects.size // (height * width)
    across, down, row_words = -(-width // _EDGE), -(-height // _EDGE), -(-width // 32)
    parents = cupy.empty(objects.shape, numpy.uint32)
    words = images * height * row_words
    roots, counts = cupy.empty(words, numpy.uint32), cupy.empty(words, numpy.uint32)
    fields = {"object": objects, "parents": parents, "roots": roots, "height": height, "width": width,
              "images": images, "across": across, "down": down, "row_words": row_words, "left": left, "up": up,
              "up_left": up_left, "up_right": up_right}
    _tile("?", blocks=across * down * images, threads=_THREADS, **fields)
    _borders.map("?", images * ((down - 1) * width + (across - 1) * height), **fields)
    if outer is not None:
        filter_window(_join, objects, parents, outer, [0] * input.ndim, [_CONSTANT] * input.ndim, centre=left)
    _words.map("?", words, counts=counts, **fields)
    counts = cupy.cumsum(counts, dtype=numpy.uint32)
    _final.map(type_characters(labels.dtype), -(-objects.size // 4), counts=counts, labels=labels,
               **fields)
    return counts[-1]
