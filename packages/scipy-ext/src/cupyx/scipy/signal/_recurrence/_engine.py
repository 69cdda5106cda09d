"""Recurrences along an axis: kernels by order, matrices of states, the shape of launches."""
import functools
import math

import numpy

import cupy
from cupy._ext import Kernel, multiprocessors, serial_blocks

from cupyx.scipy.signal import _kernels

THREADS = 128            # of a block, as in recurrence_params.hpp
LANES_OF_WARP = 32
LANES = 4096             # lines from which on a thread may have one for itself
LOOKED_AT = 1 << 23      # numbers of earlier states that blocks of a line may read in all

_PACKED = ("f", "d", "F", "D")
_DIRECT, _CASCADE = ({n: Kernel("recurrence.hpp", _kernels, "Recurrence", packed=_PACKED, arguments=f"{system}<{n}>")
                      for n in sizes} for system, sizes in (("Direct", (1, 2, 4, 8, 16)), ("Cascade", (1, 2, 4, 8))))
_long = Kernel("long_recurrence.hpp", _kernels, "LongRecurrence", packed=_PACKED)

MOST_ORDER, MOST_SECTIONS = max(_DIRECT), max(_CASCADE)


def working(dtype):
    """The dtype of states and sums for signals of a dtype."""
    return numpy.dtype("D" if dtype.kind == "c" else "d")


def _step_direct(b, a, state):
    """The state after a sample of zero: rows of `state` are states."""
    moved = numpy.zeros_like(state)
    moved[:, :-1] = state[:, 1:]
    return moved - state[:, :1] * a[1:]


def _step_cascade(sections, state):
    x, moved = numpy.zeros(len(state), state.dtype), numpy.zeros_like(state)
    for k, (b0, b1, b2, a1, a2) in enumerate(sections):
        y = state[:, 2 * k] + b0 * x
        moved[:, 2 * k] = state[:, 2 * k + 1] + b1 * x - a1 * y
        moved[:, 2 * k + 1] = b2 * x - a2 * y
        x = y
    return moved


def _of_run(kind, coefficients, char, size, run):
    """The matrix that moves the state of a filter on by `run` samples, a power of two, with all digits there are."""
    values = numpy.frombuffer(coefficients, char)
    wide = numpy.clongdouble if char == "D" else numpy.longdouble
    order = size if kind == "direct" else 2 * size
    unit = numpy.eye(order, dtype=wide)
    if kind == "direct":
        matrix = _step_direct(None, numpy.concatenate(([1], values[size + 1:])).astype(wide), unit)
    else:
        matrix = _step_cascade(values.reshape(size, 5).astype(wide), unit)
    matrix = matrix.T
    for _ in range(int(math.log2(run))):
        matrix = matrix @ matrix
    return matrix


@functools.lru_cache(128)
def _powers(filter, run, levels, device):
    """Matrices that move the state of a filter on by run * 2^j samples, on the device."""
    with numpy.errstate(all="ignore"):
        matrix = _of_run(*filter, run)
        table = numpy.empty((levels, *matrix.shape), filter[2])
        for level in range(levels):
            matrix[numpy.isnan(matrix)] = numpy.inf
            table[level] = matrix
            matrix = matrix @ matrix
    return cupy.asarray(table)


@functools.lru_cache(128)
def _lane_powers(filter, run, device):
    """Matrices (order, order, 32) that move the state of a filter on by 0, run, … 31 * run samples, on the device."""
    with numpy.errstate(all="ignore"):
        matrix = _of_run(*filter, run)
        powers = numpy.eye(len(matrix), dtype=matrix.dtype)[None]
        for _ in range(int(math.log2(LANES_OF_WARP))):
            matrix[numpy.isnan(matrix)] = numpy.inf
            powers = numpy.concatenate([powers, powers @ matrix])
            matrix = matrix @ matrix
        powers[numpy.isnan(powers)] = numpy.inf
        return cupy.asarray(numpy.ascontiguousarray(powers.transpose(1, 2, 0)).astype(filter[2]))


def direct(b, a, x, zi=None, want_state=False):
    """Filter along the last axis but one: `x` is (outer, length, inner), ``a[0]`` is one.

    Parameters
    ----------
    b, a : numpy.ndarray
        At most 17 coefficients.
    x : cupy.ndarray
        C-contiguous, of one of the dtypes f, d, F, D.
    zi : cupy.ndarray, optional
        States (outer * inner, order).
    want_state : bool
        Whether the last states are wanted.

    Returns
    -------
    y, zf : cupy.ndarray
        Like `x`, and like `zi` or None.
    """
    order = max(len(a), len(b), 2) - 1
    size = min(n for n in _DIRECT if n >= order)
    coefficients = numpy.zeros(2 * size + 1, working(x.dtype))
    coefficients[:len(b)] = b
    coefficients[size + 1:size + len(a)] = a[1:]
    return _run(_DIRECT[size], "direct", coefficients, size, size, order, x, zi, want_state)


def cascade(sections, x, zi=None, want_state=False):
    """As `direct`, for at most eight rows of b0, b1, b2, a1, a2; states have two numbers a section."""
    size = min(n for n in _CASCADE if n >= len(sections))
    coefficients = numpy.zeros((size, 5), working(x.dtype))
    coefficients[:, 0] = 1
    coefficients[:len(sections)] = sections
    return _run(_CASCADE[size], "cascade", coefficients, size, 2 * size, 2 * len(sections), x, zi, want_state)


def _run(kernel, kind, coefficients, size, padded, order, x, zi, want_state):
    outer, length, inner = x.shape
    lines = outer * inner
    work = coefficients.dtype
    if zi is not None:
        zi = _padded(zi, padded, work)
    if length == 0:
        return cupy.empty_like(x), None if not want_state else zi[:, :order]
    zf = cupy.empty((lines, padded), work) if want_state else None
    y = cupy.empty(x.shape, x.dtype)
    fields = {"x": x, "y": y, "zi": zi, "zf": zf, "outer": outer, "length": length, "inner": inner, "powers": None,
              "lanes": None, "states": None, "starts": None, "coefficients": coefficients.view("d").ravel()}
    char = x.dtype.char
    if serial_blocks():
        blocks = max(1, min(lines // 8, 4 * multiprocessors(), lines * length * padded // 16384))
        kernel(char, blocks=blocks, phase=2, **fields)
    elif inner > 1 and lines >= LANES:
        kernel(char, blocks=-(-lines // THREADS), threads=THREADS, phase=3, **_shape(fields, 1))
    else:
        if inner > 1:
            fields["x"], fields["y"] = (cupy.ascontiguousarray(x.swapaxes(1, 2)) for _ in range(2))
            fields["outer"], fields["inner"] = lines, 1
        _tiled(kernel, char, kind, coefficients, size, padded, fields, lines, length)
        if inner > 1:
            y = cupy.ascontiguousarray(fields["y"].reshape(outer, inner, length).swapaxes(1, 2))
    return y, None if zf is None else zf[:, :order]


def _shape(fields, threads, **more):
    """The fields of a launch; its own number of threads of a line shares a name with the launch's."""
    return {**fields, "threads_of_line": threads, **more}


def _tiled(kernel, char, kind, coefficients, size, order, fields, lines, length):
    """Launches on a device whose lines are contiguous."""
    itemsize = fields["x"].itemsize
    run = 16 if itemsize == 16 else 32
    tile = THREADS * run
    threads = min(THREADS, 1 << max(0, -(-length // run) - 1).bit_length())
    tiles, carried = -(-length // tile), 1
    if tiles > 1 and lines >= 2 * multiprocessors():
        tiles = 1
    while carried * THREADS < tiles:
        carried *= 2
    levels = 15 + carried.bit_length()
    filter, device = (kind, coefficients.tobytes(), coefficients.dtype.char, size), cupy.cuda.runtime.getDevice()
    fields["powers"] = _powers(filter, run, levels, device)
    if threads > LANES_OF_WARP:
        fields["lanes"] = _lane_powers(filter, run, device)
    shared = (THREADS // LANES_OF_WARP + 1) * order * coefficients.itemsize + THREADS * (run + 1) * itemsize
    launch = {"threads": THREADS, "shared": shared}
    if tiles == 1:
        kernel(char, blocks=-(-lines // (THREADS // threads)), phase=2, **launch, **_shape(fields, threads))
        return
    fields["states"] = cupy.empty((lines, tiles, order), coefficients.dtype)
    fields["starts"] = cupy.empty((lines, tiles, order, THREADS), coefficients.dtype)
    more = _shape(fields, THREADS, tiles=tiles, carried=carried, level=int(math.log2(THREADS)))
    all_tiles = lines * tiles
    kernel(char, blocks=all_tiles, phase=0, **launch, **more)
    if tiles * tiles * order <= 2 * LOOKED_AT:
        kernel(char, blocks=all_tiles, phase=4, **launch, **more)
        return
    kernel(char, blocks=lines, phase=1, **launch, **{**more, "lanes": _lane_powers(filter, tile * carried, device)})
    kernel(char, blocks=all_tiles, phase=2, **launch, **more)


def _padded(zi, order, dtype):
    """States with zeros for what a kernel has beyond a filter's order."""
    if zi.shape[1] == order:
        return cupy.ascontiguousarray(zi, dtype)
    full = cupy.zeros((zi.shape[0], order), dtype)
    full[:, :zi.shape[1]] = zi
    return full


def of_any_order(b, a, x, zi=None):
    """As `direct`, for any number of coefficients, and with the last states."""
    order = max(len(a), len(b)) - 1
    work = working(x.dtype)
    coefficients = numpy.zeros((2, order + 1), work)
    coefficients[0, :len(b)], coefficients[1, :len(a)] = b, a
    coefficients = cupy.asarray(coefficients)
    lines = cupy.ascontiguousarray(x.swapaxes(1, 2))
    state = cupy.zeros((len(lines) * lines.shape[1], order), work)
    if zi is not None:
        state[...] = zi
    y = cupy.empty_like(lines)
    _long.map(x.dtype.char, len(state), work=4 * order * x.shape[1], x=lines, y=y, b=coefficients[0],
              a=coefficients[1], state=state, length=x.shape[1], order=order)
    return cupy.ascontiguousarray(y.swapaxes(1, 2)), state
