"""The SIMT kernel that repeats long runs, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import items

SHARE = 256 * 4          # vectors that a block holds


class Copies(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("output", ctypes.c_void_p), ("vectors", ctypes.c_uint32),
                ("count", ctypes.c_uint32), ("share", ctypes.c_uint32), ("run", ctypes.c_uint32),
                ("multiplier", ctypes.c_uint32), ("shift", ctypes.c_uint32)]


@pytest.fixture(scope="module")
def library(simt_library):
    return simt_library(items.unit("copies"), ("cupy::Copies", Copies))


def vectors(n, width):
    """Zeros of n vectors of so many bytes, at a multiple of 16 bytes."""
    memory = np.zeros(width * n + 16, "u1")
    return memory[-memory.ctypes.data % 16:][:width * n].view("u4").reshape(n, width // 4)


@pytest.mark.parametrize("width", [4, 8, 16])
@pytest.mark.parametrize(("runs", "inner", "count", "share"), [
    (1, 1, 1, 1), (1, 2500, 3, 3), (1, 2500, 5, 2), (40, 63, 4, 4), (700, 4, 7, 3), (1, 1024, 20, 16)])
def test_same_as_numpy(library, width, runs, inner, count, share):
    a = vectors(runs * inner, width)
    a[...] = np.random.default_rng(0).integers(1, 2**32, a.shape)
    want = np.repeat(a.reshape(runs, 1, inner, -1), count, axis=1).reshape(-1, width // 4)
    out = vectors(runs * inner * count, width)
    shift = (inner - 1).bit_length()
    p = Copies(a.ctypes.data, out.ctypes.data, runs * inner, count, share, inner,
               (((1 << shift) - inner << 32) // inner) + 1, shift)
    getattr(library, f"run_copies_{width}")(ctypes.byref(p), -(-runs * inner // SHARE) * -(-count // share))
    np.testing.assert_array_equal(out, want)
