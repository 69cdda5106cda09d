"""The SIMT kernels that repeat short runs, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import items

THREADS, VECTORS = 256, 4


class Repeat(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("output", ctypes.c_void_p), ("size", ctypes.c_uint32),
                ("inner", ctypes.c_uint32), ("group", ctypes.c_uint32), ("multiplier", ctypes.c_uint32),
                ("shift", ctypes.c_uint32)]


@pytest.fixture(scope="module")
def library(simt_library):
    return simt_library(items.unit("repeat"), ("cupy::Repeat", Repeat))


@pytest.mark.parametrize(("width", "dtype"), [(1, "u1"), (2, "u2"), (4, "f4"), (8, "f8"), (16, "c16")])
@pytest.mark.parametrize(("runs", "inner", "count"), [(1, 1, 1), (5000, 1, 3), (999, 1, 4), (700, 3, 2), (50, 5, 40)])
def test_same_as_numpy(library, width, dtype, runs, inner, count):
    a = np.random.default_rng(0).integers(0, 200, (runs, inner)).astype(dtype)
    want = np.repeat(a, count, axis=0).reshape(runs, count, inner)
    memory = np.zeros(want.nbytes + 16, "u1")
    out = memory[-memory.ctypes.data % 16:][:want.nbytes].view(dtype).reshape(want.shape)
    group = count * inner
    shift = max(group - 1, 0).bit_length()
    multiplier = (((1 << shift) - group << 32) // group) + 1
    p = Repeat(a.ctypes.data, out.ctypes.data, out.size, inner, group, multiplier, shift)
    share = THREADS * VECTORS * max(1, 16 // width)
    getattr(library, f"run_repeat_{width}")(ctypes.byref(p), -(-out.size // share))
    np.testing.assert_array_equal(out, want)
