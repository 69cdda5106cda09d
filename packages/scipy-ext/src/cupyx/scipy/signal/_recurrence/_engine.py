"""Recurrences along an axis: kernels by order, the shape of launches."""
from __future__ import annotations

from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, multiprocessors, serial_blocks

from cupyx.scipy.signal import _kernels
from cupyx.scipy.signal._recurrence._tables import LANES_OF_WARP, Filter

LANES = 4096             # lines from which on a thread may have one for itself
LOOKED_AT = 1 << 23      # numbers of earlier states that blocks of a line may read in all

_PACKED = ("f", "d", "F", "D")
_DIRECT, _CASCADE = ({n: Kernel("recurrence.hpp", _kernels, "Recurrence", packed=_PACKED, arguments=f"{system}<{n}>")
                      for n in sizes} for system, sizes in (("Direct", (1, 2, 4, 8, 16)), ("Cascade", (1, 2, 4, 8))))
THREADS = _DIRECT[1].constants["kRecurrenceThreads"]
_long = Kernel("long_recurrence.hpp", _kernels, "LongRecurrence", packed=_PACKED)

MOST_ORDER, MOST_SECTIONS = max(_DIRECT), max(_CASCADE)


def working(dtype: numpy.dtype[Any]) -> numpy.dtype[Any]:
    """The dtype of states and sums for signals of a dtype."""
    return numpy.dtype("D" if dtype.kind == "c" else "d")


def direct(b: numpy.ndarray[Any, Any], a: numpy.ndarray[Any, Any], x: cupy.ndarray, zi: cupy.ndarray | None = None,
           want_state: bool = False) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    """Filter along the last axis but one: `x` is (outer, length, inner).

    Parameters
    ----------
    b, a : numpy.ndarray or cupy.ndarray
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
    return _run(_DIRECT[size], Filter(working(x.dtype), size, b, a), order, x, zi, want_state)


def cascade(sections: cupy.ndarray | numpy.ndarray[Any, Any], x: cupy.ndarray, zi: cupy.ndarray | None = None,
            want_state: bool = False) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    """As `direct`, for at most eight rows of six coefficients; states have two numbers a section."""
    size = min(n for n in _CASCADE if n >= len(sections))
    filter = Filter(working(x.dtype), 2 * size, sections)
    return _run(_CASCADE[size], filter, 2 * len(sections), x, zi, want_state)


def _run(kernel: Kernel, filter: Filter, order: int, x: cupy.ndarray, zi: cupy.ndarray | None,
         want_state: bool) -> tuple[cupy.ndarray, cupy.ndarray | None]:
    outer, length, inner = x.shape
    lines = outer * inner
    work, padded = filter.dtype, filter.order
    if zi is not None:
        zi = _padded(zi, padded, work)
    if length == 0:
        return cupy.empty_like(x), zi[:, :order] if want_state and zi is not None else None
    zf = cupy.empty((lines, padded), work) if want_state else None
    y = cupy.empty(x.shape, x.dtype)
    fields = {"x": x, "y": y, "zi": zi, "zf": zf, "outer": outer, "length": length, "inner": inner, "powers": None,
              "lanes": None, "ends": None, "states": None, "starts": None}
    char = x.dtype.char
    if serial_blocks():
        blocks = max(1, min(lines // 8, 4 * multiprocessors(), lines * length * padded // 16384))
        kernel(char, blocks=blocks, phase=2, coefficients=filter.on_host(), **fields)
    elif inner > 1 and lines >= LANES:
        fields["coefficients"], _, _ = filter.tables(1, 1)
        kernel(char, blocks=-(-lines // THREADS), threads=THREADS, phase=3, **_shape(fields, 1))
    else:
        if inner > 1:
            fields["x"], fields["y"] = (cupy.ascontiguousarray(x.swapaxes(1, 2)) for _ in range(2))
            fields["outer"], fields["inner"] = lines, 1
        _tiled(kernel, char, filter, fields, lines, length)
        if inner > 1:
            y = cupy.ascontiguousarray(fields["y"].reshape(outer, inner, length).swapaxes(1, 2))
    return y, None if zf is None else zf[:, :order]


def _shape(fields: dict[str, Any], threads: int, **more: Any) -> dict[str, Any]:
    """The fields of a launch; its own number of threads of a line shares a name with the launch's."""
    return {**fields, "threads_of_line": threads, **more}


def _tiled(kernel: Kernel, char: str, filter: Filter, fields: dict[str, Any], lines: int, length: int) -> None:
    """Launches on a device whose lines are contiguous."""
    itemsize, order = fields["x"].itemsize, filter.order
    run = 16 if itemsize == 16 else 32
    tile = THREADS * run
    threads = min(THREADS, 1 << max(0, -(-length // run) - 1).bit_length())
    shared = (THREADS // LANES_OF_WARP + 1) * order * filter.dtype.itemsize + THREADS * (run + 1) * itemsize
    launch = {"threads": THREADS, "shared": shared}
    tiles = -(-length // tile)
    if tiles == 1 or lines >= 2 * multiprocessors():
        fields["coefficients"], fields["powers"], fields["lanes"] = filter.tables(run, 6, threads > LANES_OF_WARP)
        kernel(char, blocks=-(-lines // (THREADS // threads)), phase=2, **launch, **_shape(fields, threads))
        return
    carried = 1
    while carried * THREADS < tiles:
        carried *= 2
    fields["coefficients"], fields["powers"], fields["lanes"] = filter.tables(run, 15 + carried.bit_length(), True)
    all_tiles = lines * tiles
    more = _shape(fields, THREADS, tiles=tiles, carried=carried, level=(THREADS - 1).bit_length())
    if tiles * tiles * order <= 2 * LOOKED_AT:
        more["ends"] = cupy.zeros(1 + all_tiles * order * filter.dtype.itemsize // 8, "u8")
        kernel(char, blocks=all_tiles, phase=4, **launch, **more)
        return
    more["states"] = cupy.empty((lines, tiles, order), filter.dtype)
    more["starts"] = cupy.empty((lines, tiles, order, THREADS), filter.dtype)
    carry = {**more, "lanes": filter.tables(tile * carried, 6, True)[2]}
    kernel(char, blocks=all_tiles, phase=0, **launch, **more)
    kernel(char, blocks=lines, phase=1, **launch, **carry)
    kernel(char, blocks=all_tiles, phase=2, **launch, **more)


def _padded(zi: cupy.ndarray, order: int, dtype: numpy.dtype[Any]) -> cupy.ndarray:
    """States with zeros for what a kernel has beyond a filter's order."""
    if zi.shape[1] == order:
        return cupy.ascontiguousarray(zi, dtype)
    full = cupy.zeros((zi.shape[0], order), dtype)
    full[:, :zi.shape[1]] = zi
    return full


def of_any_order(b: cupy.ndarray, a: cupy.ndarray, x: cupy.ndarray,
                 zi: cupy.ndarray | None = None) -> tuple[cupy.ndarray, cupy.ndarray]:
    """As `direct`, for any number of coefficients with ``a[0]`` one, and with the last states."""
    order = max(len(a), len(b)) - 1
    work = working(x.dtype)
    coefficients = cupy.zeros((2, order + 1), work)
    coefficients[0, :len(b)], coefficients[1, :len(a)] = cupy.asarray(b), cupy.asarray(a)
    lines = cupy.ascontiguousarray(x.swapaxes(1, 2))
    state = cupy.zeros((len(lines) * lines.shape[1], order), work)
    if zi is not None:
        state[...] = zi
    y = cupy.empty_like(lines)
    _long.map(x.dtype.char, len(state), work=4 * order * x.shape[1], x=lines, y=y, b=coefficients[0],
              a=coefficients[1], state=state, length=x.shape[1], order=order)
    return cupy.ascontiguousarray(y.swapaxes(1, 2)), state
