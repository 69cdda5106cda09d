"""The SIMT kernels of gradients, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import items

THREADS, VECTORS = 256, 2


class Divider(ctypes.Structure):
    _fields_ = [("divisor", ctypes.c_uint32), ("multiplier", ctypes.c_uint32), ("shift", ctypes.c_uint32)]


class Gradient(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("output", ctypes.c_void_p), ("size", ctypes.c_uint32),
                ("order", ctypes.c_uint32), ("vectors", ctypes.c_uint32), ("length", Divider), ("inner", Divider),
                ("step", ctypes.c_double)]


@pytest.fixture(scope="module")
def library(simt_library):
    names = [f"gradient_{char}" for char in "fdD"]
    return simt_library(items.unit("gradient"), ("cupy::Gradient", Gradient), names)


def divider(n):
    shift = max(n - 1, 0).bit_length()
    return Divider(n, (((1 << shift) - n << 32) // n) + 1, shift)


def aligned(a):
    memory = np.zeros(a.nbytes + 16, "u1")
    b = memory[-memory.ctypes.data % 16:][:a.nbytes].view(a.dtype).reshape(a.shape)
    b[...] = a
    return b


@pytest.mark.parametrize("char", "fdD")
@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize(("shape", "axis"), [
    ((3,), 0), ((4,), 0), ((5001,), 0), ((8192,), 0), ((33, 16), 1), ((33, 16), 0), ((33, 15), 1), ((33, 15), 0),
    ((3, 4, 8), 1), ((3, 5, 7), 1)], ids=str)
def test_same_as_numpy(library, char, order, shape, axis):
    a = aligned(np.random.default_rng(0).standard_normal(shape).astype(char))
    out = aligned(np.zeros_like(a))
    inner, share = int(np.prod(shape[axis + 1:])), 16 // a.itemsize
    p = Gradient(a.ctypes.data, out.ctypes.data, a.size, order,
                 (inner if inner > 1 else shape[axis]) % share == 0, divider(shape[axis]), divider(inner), 0.7)
    getattr(library, f"run_gradient_{char}")(ctypes.byref(p), -(-a.size // (share * THREADS * VECTORS)))
    want = np.gradient(a, 0.7, axis=axis, edge_order=order)
    np.testing.assert_allclose(out, want, rtol=2e-5 if char == "f" else 1e-12, atol=1e-6)
