"""Launches of interpolations: coefficients, padding, which axes take part."""
from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy

import cupy
from cupy._ext import Kernel, on_devices, only_host, serial_blocks, type_characters

from cupyx.scipy.ndimage import _kernels
from cupyx.scipy.ndimage._arguments import Unsupported, contiguous, overlapping, sum_char, writable
from cupyx.scipy.ndimage._filters._axes import filter_axes
from cupyx.scipy.ndimage._interpolation.prefilter import _line, _mode

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

PADDING = 12            # pixels beyond the edges for which coefficients are made, as SciPy has it

_transform, _map = (
    Kernel("coordinates.hpp", _kernels, "Interpolate", packed=packed, arguments=function)
    for function, packed in (("transform", ("fff", "ddd", "BBd", "HHd")),
                             ("map_coordinates", ("ffff", "fffd", "dddd", "BBdd"))))
#: On GPUs a thread finds where its pixel lies in less time than it waits for it.
_nearest = Kernel("nearest.hpp", _kernels, "Interpolate", packed=only_host(*_transform.spec.packed))
EXTENSIONS = {mode: _map.constants[f"kExtend{name}"] for mode, name in (
    ("reflect", "Reflect"), ("grid-mirror", "Reflect"), ("constant", "Constant"), ("nearest", "Nearest"),
    ("mirror", "Mirror"), ("wrap", "Wrap"), ("grid-wrap", "GridWrap"), ("grid-constant", "GridConstant"))}


def _resample(like: Any, *arguments: Any, map: Any = "CUPY_MAP_KERNEL") -> Any:
    """A kernel for images of less than 2**31 pixels, with the types of a kernel for all."""
    return Kernel("resample.hpp", _kernels, "Interpolate", packed=like.spec.packed,
                  arguments=", ".join([map, *(str(value).lower() for value in arguments)]))


#: By the number of axes, whether the order is 3, and whether there is a matrix.
_TRANSFORMS = {key: _resample(_transform, "transform_images", *key,
                              map="CUPY_MAP_KERNEL" if key[1] else "CUPY_MAP_RESIDENT")
               for key in itertools.product((2, 3), (False, True), (False, True))}
_MAPS = {key: _resample(_map, "read_image", *key) for key in itertools.product((2, 3), (False, True))}
#: By the number of axes and coefficients along each, where a pixel's coordinates are each made of one index.
_SCALED = {key: Kernel("scaled.hpp", _kernels, "Interpolate", packed=on_devices(*_transform.spec.packed),
                       arguments=", ".join(map(str, key))) for key in itertools.product((2, 3), (1, 2, 4))}
#: Rows of a strip, which is as wide as a warp: with 32 rows images take 1.05 to 1.5 times as long on an H200.
_THREADS, _STRIP = (_transform.constants[f"kScaled{name}"] for name in ("Threads", "Run"))
_ROWS, _SINGLE_ROWS = (_transform.constants[f"k{name}Rows"] for name in ("Resample", "Single"))
_NEAREST_ROWS, _NEAREST_COLUMNS = (_transform.constants[f"kNearest{name}"] for name in ("Rows", "Columns"))
_in_tiles = Kernel("in_tiles.hpp", _kernels, "InTiles", packed=on_devices("f"))
_TILED = 1 << 22         # pixels from which on scattered coordinates are read from tiles
_FAST = (0, 1, 3)
_INLINE = _transform.constants["kInlineMatrix"]


def settings(order: Any, mode: str) -> tuple[int, str]:
    """Order of splines and boundary mode as kernels have them; `Unsupported` for an order that there is not.

    CuPy has more than SciPy: no order is order 1, with a warning, and mode 'opencv' blends the pixels of the edge with
    the constant as OpenCV's warps do with a constant border.
    """
    if order is None:
        warnings.warn("order=None stands for order 1; SciPy's default is 3", UserWarning, stacklevel=3)
        order = 1
    if not 0 <= order <= 5:
        raise Unsupported("spline order not supported")
    return order, "grid-constant" if mode == "opencv" else mode


def coefficients(input: cupy.ndarray, output: cupy.ndarray, order: int, mode: str, cval: float, prefilter: bool,
                 axes: Sequence[int] | None = None) -> tuple[cupy.ndarray, int]:
    """``(array to interpolate in, pixels of padding)``, made along `axes`."""
    if mode not in EXTENSIONS:
        raise Unsupported(f"boundary mode not supported: {mode!r}")
    if not prefilter or order < 2:
        return input, 0
    axes = range(input.ndim) if axes is None else axes
    padding = PADDING if mode in ("nearest", "grid-constant") else 0
    if padding:
        widths = [(padding, padding) if axis in axes else (0, 0) for axis in range(input.ndim)]
        input = (cupy.pad(input, widths, mode="edge") if mode == "nearest" else
                 cupy.pad(input, widths, mode="constant", constant_values=cval))
    found = cupy.empty(input.shape, sum_char(input.dtype, output.dtype))
    line = _line(order, _mode(mode), input, found)
    return filter_axes(input, found, dict.fromkeys(axes, line), 0.0), padding


def transform(input: cupy.ndarray, output: cupy.ndarray, active: list[int] | tuple[Any, ...], order: int, mode: str,
              cval: float, prefilter: bool, *, before: ArrayLike, scale: ArrayLike | None = None,
              behind: ArrayLike | None = None, matrix: cupy.ndarray | None = None) -> None:
    """Write `input` at coordinates that are made of `output`'s; other axes than the `active` pass through."""
    if output.size == 0:
        return
    source, padding = coefficients(input, output, order, mode, cval, prefilter, active)
    if source.size == 0:
        output.fill(cval)
        return
    source = contiguous(source)
    target = output
    if not writable(output) or overlapping(source, output):
        target = cupy.empty(output.shape, output.dtype)
    device = inline = matrix
    if matrix is None:
        device, inline = None, []
    elif isinstance(matrix, cupy.ndarray):
        inline = []
    else:
        inline = [x for row in matrix for x in row]
        device = None
        if len(inline) > _INLINE:
            device, inline = cupy.asarray(inline, numpy.float64), []
    shape, lengths, axes = target.shape, source.shape, len(active)
    fields = {"device_matrix": device, "inline_matrix": inline, "active": axes, "before": before,
              "scale": [] if scale is None else scale, "behind": [] if behind is None else behind}
    outer = len(shape) - axes
    kernel, calls, strip = _transform, target.size, 0
    in_rows = order == 0 and serial_blocks() and (matrix is None or len(shape) - 1 not in active)
    if in_rows:
        kernel, columns = _nearest, shape[-1]
        calls = -(-columns // _NEAREST_COLUMNS) * -(-target.size // (columns * _NEAREST_ROWS))
    if not in_rows and axes in (2, 3) and active[0] == outer and _is_fast(order, source, target):
        kernel = _TRANSFORMS[axes, order == 3, matrix is not None]
        if matrix is None and not serial_blocks() and _in_strips(fields["scale"], source, target, order):
            kernel, strip = _SCALED[cast("Any", (axes, order + 1))], _STRIP
            calls = -(-shape[-1] // 32) * -(-shape[-2] // strip) * math.prod(shape[:-2])
        elif order != 3:
            rows = _SINGLE_ROWS if axes == 2 and sum_char(source.dtype, target.dtype) == "f" else _ROWS
            calls = calls // shape[-2] * -(-shape[-2] // rows)
        plane = lengths[-2] * lengths[-1]
        step = [lengths[-1], 1] if axes == 2 else [plane, lengths[-1], 1]
        fields.update(ndim=axes + 1, shape=[math.prod(shape[:outer]), *shape[outer:]],
                      stride=[step[0] * lengths[outer]], step=step, length=lengths[outer:], number=[])
    else:
        strides = [math.prod(lengths[axis + 1:]) for axis in range(source.ndim)]
        fields.update(has_matrix=matrix is not None, ndim=len(shape), shape=shape, stride=strides,
                      step=[strides[a] for a in active], length=[lengths[a] for a in active],
                      number=[active.index(a) if a in active else -1 for a in range(len(shape))])
    _run(kernel, type_characters(source.dtype, target.dtype), source, target, order, mode, cval, padding, calls,
         fields, strip=strip)
    if target is not output:
        output[...] = target


def _in_strips(scale: Any, source: cupy.ndarray, target: cupy.ndarray, order: int) -> bool:
    """Whether warps make strips: rows share what they read, or coordinates would take longer than the pixels."""
    return len(scale) == 0 or scale[-2] == 1 or order == 3 or sum_char(source.dtype, target.dtype) == "d"


def read_at(input: cupy.ndarray, coordinates: cupy.ndarray, output: cupy.ndarray, order: int, mode: str, cval: float,
            prefilter: bool, new: bool = False) -> None:
    """Write `input` at `coordinates`, an array whose first axis goes through the image's; `new` output is nobody's."""
    if output.size == 0:
        return
    source, padding = coefficients(input, output, order, mode, cval, prefilter)
    if source.size == 0:
        output.fill(cval)
        return
    source = contiguous(source)
    char = "f" if coordinates.dtype.char in "ef" else "d"
    coordinates = contiguous(coordinates.astype(char, copy=False))
    target = output
    if not new and (not writable(output) or overlapping(source, output) or overlapping(coordinates, output)):
        target = cupy.empty(output.shape, output.dtype)
    strides = [math.prod(source.shape[axis + 1:]) for axis in range(source.ndim)]
    kernel, packs, tiles = _map, False, None
    if source.ndim in (2, 3) and _is_fast(order, source, target):
        kernel = _MAPS[source.ndim, order == 3]
        packs = source.shape[-1] * source.itemsize % 16 == 0 and source.data.ptr % 16 == 0
        if packs and order == 3 and min(source.size, 4 * target.size) >= _TILED and not serial_blocks():
            tiles = _tiles(source)
    fields = {"coordinates": coordinates, "active": source.ndim, "ndim": 0, "shape": [], "stride": [], "step": strides,
              "length": source.shape, "number": [], "before": [], "scale": [], "behind": [], "inline_matrix": [],
              "packs": packs, "tiles": tiles}
    _run(kernel, type_characters(source.dtype, target.dtype), source, target, order, mode, cval, padding, target.size,
         fields, char)
    if target is not output:
        output[...] = target


def read_parts(input: cupy.ndarray, coordinates: cupy.ndarray, output: cupy.ndarray, order: int, mode: str, cval: Any,
               prefilter: bool, new: bool = False) -> None:
    """As `read_at`, complex images by parts."""
    if input.dtype.kind != "c":
        cval = cval if type(cval) is float else float(numpy.real(cval))
        read_at(input, coordinates, output, order, mode, cval, prefilter, new)
        return
    for part in ("real", "imag"):
        read_at(getattr(input, part), coordinates, getattr(output, part), order, mode,
                float(getattr(complex(cval), part)), prefilter)


def _tiles(source: cupy.ndarray) -> cupy.ndarray | None:
    """An image of float32 in tiles; None for others."""
    if source.dtype.char != "f" or source.ndim != 2 or source.shape[0] % 4 or source.shape[1] % 4:
        return None
    tiles = cupy.empty_like(source)
    _in_tiles.map("f", source.size // 4, input=source, output=tiles, width=source.shape[1])
    return tiles


def _is_fast(order: int, source: cupy.ndarray, target: cupy.ndarray) -> bool:
    return order in _FAST and max(source.size, target.size) < 2 ** 31


def _run(kernel: Kernel, chars: str, source: cupy.ndarray, target: cupy.ndarray, order: int, mode: str, cval: float,
         padding: int, calls: int, fields: dict[str, Any], more: str = "", strip: int = 0) -> None:
    chars += sum_char(source.dtype, target.dtype) + more
    fields.update(input=source, output=target, order=order, mode=EXTENSIONS[mode], padding=padding,
                  constant=float(cval))
    if strip:
        kernel(chars, blocks=-(-calls // (_THREADS // 32)), threads=_THREADS, count=calls, strip=strip, **fields)
    else:
        kernel.map(chars, calls, work=8 * (order + 1) ** min(fields["active"], 3), **fields)
