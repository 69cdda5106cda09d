"""The SIMT kernels that pad, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import items

THREADS, DIMS = 256, 6
MODES = ("constant", "edge", "reflect", "symmetric", "wrap")


class Divider(ctypes.Structure):
    _fields_ = [("divisor", ctypes.c_uint32), ("multiplier", ctypes.c_uint32), ("bits", ctypes.c_uint32)]


class Axis(ctypes.Structure):
    _fields_ = [("out", Divider), ("left", ctypes.c_int32), ("length", ctypes.c_int32), ("period", ctypes.c_uint32),
                ("shift", ctypes.c_uint32), ("mode", ctypes.c_uint32), ("stride", ctypes.c_int64)]


class Run(ctypes.Structure):
    _fields_ = [("out", Divider), ("left", ctypes.c_int32), ("length", ctypes.c_int32), ("stride", ctypes.c_int64),
                ("axes", ctypes.c_int32)]


class Pad(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("output", ctypes.c_void_p), ("size", ctypes.c_uint32),
                ("ndim", ctypes.c_uint32), ("outer_wins", ctypes.c_uint32), ("tabled", ctypes.c_uint32),
                ("turns", ctypes.c_uint32), ("together", ctypes.c_uint32), ("inner", Divider), ("row", Divider),
                ("rows", ctypes.c_uint32), ("run", Run),
                ("axes", Axis * DIMS), ("values", ctypes.c_uint8 * 16 * 2 * DIMS)]


@pytest.fixture(scope="module")
def library(simt_library):
    return simt_library(items.unit("pad"), ("cupy::Pad", Pad), fibers=True)


@pytest.fixture(scope="module")
def by_rows(simt_library):
    return simt_library(items.unit("pad_rows"), ("cupy::Pad", Pad), fibers=True)


def divider(by):
    bits = max(by - 1, 0).bit_length()
    return Divider(by, (((1 << bits) - by << 32) // by) + 1, bits)


def axis(n, left, right, mode, stride):
    out = left + n + right
    period = {"wrap": n, "symmetric": 2 * n}.get(mode, 2 * n - 2)
    kind = "edge" if mode == "reflect" and n == 1 else mode
    return Axis(divider(out), left, n, max(period, 0),
                -(-left // period) * period if period > 0 else 0, MODES.index(kind), stride)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("width", [1, 4, 8, 16])
@pytest.mark.parametrize(("shape", "widths"), [
    ((5000,), [(8, 3)]), ((1,), [(3, 3)]), ((7,), [(30, 17)]), ((33, 16), [(8, 8), (8, 8)]),
    ((40, 65), [(0, 0), (3, 2)]), ((4, 5, 6), [(2, 1), (11, 3), (0, 7)]), ((9000, 1), [(2, 0), (0, 1)])], ids=str)
@pytest.mark.parametrize("step", [1, 2])
def test_same_as_numpy(library, mode, width, shape, widths, step):
    kind = {1: "u1", 4: "f4", 8: "f8", 16: "c16"}[width]
    a = np.random.default_rng(0).integers(0, 255, (*shape[:-1], shape[-1] * step)).astype(kind)[..., ::step]
    options = {}
    values = [(2 * k + 1, 2 * k + 2) for k in range(a.ndim)]
    if mode == "constant":
        options["constant_values"] = values
    want = np.pad(a, widths, mode, **options)
    p, out = parameters(a, widths, mode, want, values)
    each = THREADS * (4 if width == 16 else 2 * 16 // width)
    blocks = -(-out.size // each)
    for p.together in (0, 1, 3):                # rows whose blocks take turns
        p.turns = blocks // max(p.together, 1)
        out[...] = 111
        getattr(library, f"run_pad_{width}")(ctypes.byref(p), blocks, THREADS)
        np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
@pytest.mark.parametrize(("shape", "widths", "tabled"), [
    ((5000, 3), [(1, 3), (3, 1)], 1), ((300, 2, 4, 5), [(0, 1), (1, 1), (0, 0), (3, 1)], 1),
    ((300, 2, 4, 5), [(0, 1), (1, 1), (0, 0), (3, 1)], 3), ((3, 4, 5), [(0, 1), (1, 1), (0, 9)], 3),
    ((7, 11, 40), [(2, 1), (0, 7), (9, 1)], 1), ((9, 200), [(0, 2), (70, 11)], 1)], ids=str)
@pytest.mark.parametrize("outer_wins", [0, 1])
@pytest.mark.parametrize("rows", [1, 5])
def test_rows_by_tables(by_rows, mode, width, shape, widths, tabled, outer_wins, rows):
    kind = {1: "u1", 2: "i2", 4: "f4", 8: "f8", 16: "c16"}[width]
    a = np.random.default_rng(0).integers(0, 100, shape).astype(kind).swapaxes(0, -1).copy().swapaxes(0, -1)
    sizes = [left + n + right for n, (left, right) in zip(shape, widths, strict=True)][::-1]
    length = int(np.prod(sizes[:tabled]))
    if tabled == len(shape) or length * rows > 1024:
        rows = 1
    values = [(2 * k + 1, 2 * k + 2) for k in range(a.ndim)]
    options = {"constant_values": values} if mode == "constant" else {}
    want = np.pad(a, widths, mode, **options)
    if mode == "constant" and outer_wins:
        order = range(a.ndim)[::-1]
        want = np.pad(a.transpose(order), widths[::-1], mode, constant_values=values[::-1]).transpose(order)
    p, out = parameters(a, widths, mode, want, values, outer_wins)
    each = THREADS * 16 // width
    p.tabled, p.row, p.rows = tabled, divider(length), rows
    length *= rows
    p.inner = divider(length)
    p.turns = max(turns for turns in (1, 2, 4) if turns == 1 or turns * each // length + 2 <= 688)
    assert p.turns * each // length + 2 <= 688
    getattr(by_rows, f"run_pad_rows_{width}")(ctypes.byref(p), -(-out.size // (p.turns * each)), THREADS)
    np.testing.assert_array_equal(out, want)


def parameters(a, widths, mode, want, values, outer_wins=0):
    """A block of parameters, and the output in aligned memory."""
    memory = np.zeros(want.nbytes + 32, "u1")
    out = memory[-memory.ctypes.data % 16:][:want.nbytes].view(a.dtype).reshape(want.shape)
    p = Pad(a.ctypes.data, out.ctypes.data, out.size, a.ndim, outer_wins)
    for k in range(a.ndim):
        d = a.ndim - 1 - k
        p.axes[d] = axis(a.shape[k], *widths[k], mode, a.strides[k])
        for side in range(2):
            item = np.full((), values[k][side], a.dtype).tobytes()
            ctypes.memmove(p.values[d][side], item, len(item))
    inner, outer = p.axes[0], p.axes[1]
    p.run = Run(inner.out, inner.left, inner.length, inner.stride, 1)
    items = inner.out.divisor
    if a.ndim > 1 and inner.length == items and outer.stride == items * inner.stride:
        p.run = Run(divider(items * outer.out.divisor), outer.left * items, outer.length * items, inner.stride, 2)
    return p, out
