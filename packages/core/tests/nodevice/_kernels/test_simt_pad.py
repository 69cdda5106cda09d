"""The SIMT kernels that pad, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import items

THREADS, DIMS = 256, 6
MODES = ("constant", "edge", "reflect", "symmetric", "wrap")


class Axis(ctypes.Structure):
    _fields_ = [("divisor", ctypes.c_uint32), ("multiplier", ctypes.c_uint32), ("bits", ctypes.c_uint32),
                ("left", ctypes.c_int32), ("length", ctypes.c_int32), ("period", ctypes.c_uint32),
                ("shift", ctypes.c_uint32), ("mode", ctypes.c_uint32), ("stride", ctypes.c_int64)]


class Pad(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("output", ctypes.c_void_p), ("size", ctypes.c_uint32),
                ("ndim", ctypes.c_uint32), ("outer_wins", ctypes.c_uint32), ("axes", Axis * DIMS),
                ("values", ctypes.c_uint8 * 16 * 2 * DIMS)]


@pytest.fixture(scope="module")
def library(simt_library):
    return simt_library(items.unit("pad"), ("cupy::Pad", Pad), fibers=True)


def axis(n, left, right, mode, stride):
    out = left + n + right
    bits = max(out - 1, 0).bit_length()
    period = {"wrap": n, "symmetric": 2 * n}.get(mode, 2 * n - 2)
    kind = "edge" if mode == "reflect" and n == 1 else mode
    return Axis(out, (((1 << bits) - out << 32) // out) + 1, bits, left, n, max(period, 0),
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
    memory = np.zeros(want.nbytes + 32, "u1")
    out = memory[-memory.ctypes.data % 16:][:want.nbytes].view(kind).reshape(want.shape)
    p = Pad(a.ctypes.data, out.ctypes.data, out.size, a.ndim, 0)
    for k in range(a.ndim):
        d = a.ndim - 1 - k
        p.axes[d] = axis(a.shape[k], *widths[k], mode, a.strides[k])
        for side in range(2):
            item = np.full((), values[k][side], kind).tobytes()
            ctypes.memmove(p.values[d][side], item, len(item))
    each = THREADS * (4 if width == 16 else 2 * 16 // width)
    getattr(library, f"run_pad_{width}")(ctypes.byref(p), -(-out.size // each), THREADS)
    np.testing.assert_array_equal(out, want)
