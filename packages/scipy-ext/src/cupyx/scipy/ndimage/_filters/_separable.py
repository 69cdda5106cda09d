"""Filters that run along one axis at a time: arguments, work buffers, the launch."""
import struct

import numpy

import cupy
from cupy._ext import KernelTemplate, is_host, multiprocessors, normalize_axis_index

from cupyx.scipy.ndimage import _kernels

MODES = {"reflect": 0, "grid-mirror": 0, "constant": 1, "grid-constant": 1, "nearest": 2, "mirror": 3,
         "wrap": 4, "grid-wrap": 4}
THREADS, RUN, LANES = 256, 8, 32       # as in correlate1d.hpp

_kernel = KernelTemplate("correlate1d.hpp", _kernels.__path__[0])


def mode_number(mode):
    """Number of a boundary mode; ValueError for an unknown one."""
    if mode not in MODES:
        raise ValueError(f"boundary mode not supported: {mode!r}")
    return MODES[mode]


def per_axis(value, count, name):
    """`value` as a list with one entry for each of `count` axes."""
    if isinstance(value, (str, int, float, numpy.number)) or value is None:
        return [value] * count
    value = list(value)
    if len(value) != count:
        raise RuntimeError(f"sequence argument {name} must have length equal to input rank")
    return value


def axes_of(axes, ndim):
    """Axes to filter along, checked."""
    if axes is None:
        return tuple(range(ndim))
    axes = (axes,) if isinstance(axes, (int, numpy.integer)) else tuple(axes)
    axes = tuple(normalize_axis_index(a, ndim) for a in axes)
    if len(set(axes)) != len(axes):
        raise ValueError("axes must be unique")
    return axes


def output_of(output, input, complex_output=False):
    """The array to write to, made from the `output` argument of a filter."""
    if output is None:
        return cupy.empty(input.shape, input.dtype)
    if isinstance(output, cupy.ndarray):
        if output.shape != input.shape:
            raise RuntimeError(f"output shape not correct: {output.shape}, expected {input.shape}")
        return output
    return cupy.empty(input.shape, numpy.dtype(output))


def _sum_letter(*dtypes):
    """Type that sums are made in: float for single and half precision, else double."""
    return "f" if all(d.char in "efE" for d in dtypes) else "d"


def _letter(dtype):
    return {"q": "l", "Q": "L"}.get(dtype.char, dtype.char)


def correlate_line(input, weights, axis, output, mode, cval, origin):
    """``output[...] = `` correlation of `input` with `weights` (a NumPy array) along one axis."""
    taps = len(weights)
    before = taps // 2 + origin
    if not 0 <= before < max(taps, 1):
        raise ValueError("Invalid origin; origin must satisfy -(len(weights) // 2) <= origin <= "
                         "(len(weights)-1) // 2")
    if input.dtype.kind == "c":
        out = output if output.dtype.kind == "c" else cupy.empty(input.shape, input.dtype)
        cval = complex(cval)
        for part, constant in (("real", cval.real), ("imag", cval.imag)):
            result = cupy.empty(input.shape, getattr(input, part).dtype)
            correlate_line(getattr(input, part), weights, axis, result, mode, constant, origin)
            getattr(out, part)[...] = result
        if out is not output:
            output[...] = out
        return
    source = cupy.ascontiguousarray(input)
    target = output
    if not output.flags.c_contiguous or output.dtype.kind == "c" or cupy.shares_memory(source, output):
        target = cupy.empty(output.shape, output.dtype if output.dtype.kind != "c" else source.dtype)
    if source.size:
        _launch(source, weights, axis, target, mode, cval, before)
    if target is not output:
        output[...] = target


def _launch(source, weights, axis, target, mode, cval, before):
    sums = _sum_letter(source.dtype, target.dtype)
    shape = source.shape
    outer = int(numpy.prod(shape[:axis], dtype=numpy.int64))
    length, inner = shape[axis], int(numpy.prod(shape[axis + 1:], dtype=numpy.int64))
    taps = len(weights)
    padded = -(-taps // RUN) * RUN
    device_weights = cupy.asarray(numpy.asarray(weights, sums))
    lanes = 1 if inner == 1 else LANES
    stretch = min(THREADS * RUN // lanes, -(-length // RUN) * RUN)
    params = struct.pack("PPPqqqiiiid", source.data.ptr, target.data.ptr, device_weights.data.ptr,
                         outer, length, inner, taps, before, mode, stretch, cval)
    letters = _letter(source.dtype) + _letter(target.dtype) + sums
    arrays = (source, target, device_weights)
    if is_host():
        rows = outer * length
        blocks = max(1, min(4 * multiprocessors(), rows * inner * taps // 200_000, rows))
        _kernel(letters, blocks, 1, params, arrays)
        return
    staged = (stretch + padded + RUN) * lanes
    staged += staged // 32 if lanes == 1 else 0
    shared = (padded + staged + 1) * (4 if sums == "f" else 8)
    if shared > 48 * 1024:
        raise ValueError(f"weights: {taps} taps do not fit the device's shared memory")
    blocks = outer * -(-length // stretch) * -(-inner // lanes)
    _kernel(letters, blocks, THREADS, params, arrays, shared)


def filter_axes(input, output, axes, line):
    """Run ``line(source, axis, target)`` along each axis in turn; the last one writes `output`."""
    if not axes:
        output[...] = input
        return output
    source = input
    for k, axis in enumerate(axes):
        last = k == len(axes) - 1
        target = output if last else cupy.empty(input.shape, output.dtype)
        line(source, axis, target)
        source = target
    return output
