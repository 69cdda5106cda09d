"""The SIMT kernels that copy triangles, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import items

SHARE = 256 * 4          # vectors that a block copies


class Divider(ctypes.Structure):
    _fields_ = [("divisor", ctypes.c_uint32), ("multiplier", ctypes.c_uint32), ("shift", ctypes.c_uint32)]

    @classmethod
    def by(cls, n):
        shift = (n - 1).bit_length()
        return cls(n, (((1 << shift) - n << 32) // n) + 1, shift)


class Triangle(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("output", ctypes.c_void_p), ("vectors", ctypes.c_uint32),
                ("upper", ctypes.c_uint32), ("diagonal", ctypes.c_int64), ("columns", Divider), ("rows", Divider)]


@pytest.fixture(scope="module")
def library(simt_library):
    return simt_library(items.unit("triangle"), ("cupy::Triangle", Triangle))


@pytest.mark.parametrize(("width", "dtype"), [(1, "u1"), (2, "u2"), (4, "f4"), (8, "f8"), (16, "c16")])
@pytest.mark.parametrize("shape", [(1, 16), (33, 32), (3, 20, 48), (70, 16)])
def test_same_as_numpy(library, width, dtype, shape):
    memory = np.zeros(2 * (np.prod(shape) * width + 16), "u1")
    memory = memory[-memory.ctypes.data % 16:]
    a = memory[:np.prod(shape) * width].view(dtype).reshape(shape)
    out = memory[a.nbytes:2 * a.nbytes].view(dtype).reshape(shape)
    a[...] = np.random.default_rng(0).integers(1, 200, shape)
    rows, columns = shape[-2:]
    for upper, want in ((0, np.tril), (1, np.triu)):
        for k in (-rows, -7, -1, 0, 1, 2, 13, columns):
            out[...] = 77
            p = Triangle(a.ctypes.data, out.ctypes.data, a.nbytes // 16, upper, k,
                         Divider.by(columns * width // 16), Divider.by(rows))
            getattr(library, f"run_triangle_{width}")(ctypes.byref(p), -(-a.nbytes // 16 // SHARE))
            np.testing.assert_array_equal(out, want(a, k))
