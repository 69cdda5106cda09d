"""The SIMT reductions of two arrays, run on this machine thread by thread and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import binary_reduce


class BinaryReduce(ctypes.Structure):
    _fields_ = [("x", ctypes.c_void_p), ("y", ctypes.c_void_p), ("result", ctypes.c_void_p),
                ("second", ctypes.c_void_p), ("partials", ctypes.c_void_p), ("counter", ctypes.c_void_p),
                ("size", ctypes.c_int64), ("extra", ctypes.c_double * 2), ("equal_nan", ctypes.c_uint32)]


@pytest.fixture(scope="module")
def library(simt_library):
    built = {unit.name: simt_library(unit, ("cupy::BinaryReduce", BinaryReduce), fibers=True)
             for unit in binary_reduce.units()}
    return lambda name: getattr(built[f"binary_reduce_{name.partition('_')[0]}"], f"run_binary_reduce_{name}")


def aligned(a):
    memory = np.zeros(a.nbytes + 16, "u1")
    b = memory[-memory.ctypes.data % 16:][:a.nbytes].view(a.dtype)
    b[...] = a
    return b


def reduced(library, name, x, y, result, grid, extra=(0, 0), *, equal_nan=False):
    x, y, second = aligned(x), aligned(y), np.zeros_like(result)
    partials, counter = np.zeros(4 * grid, "f8"), np.zeros(1, "u4")
    p = BinaryReduce(x.ctypes.data, y.ctypes.data, result.ctypes.data, second.ctypes.data, partials.ctypes.data,
             counter.ctypes.data, x.size, (ctypes.c_double * 2)(*extra), equal_nan)
    library(name)(ctypes.byref(p), grid, 256)
    assert counter[0] == 0
    return result[0], second[0]


@pytest.mark.parametrize("char", "fd")
@pytest.mark.parametrize(("size", "grid"), [(1, 1), (5, 1), (1000, 1), (20003, 3), (50000, 5)])
def test_weighted(library, char, size, grid):
    rng = np.random.default_rng(size)
    x, w = rng.random(size).astype(char), rng.random(size).astype(char)
    mean, total = reduced(library, f"weighted_{char}", x, w, np.zeros(1, char), grid)
    np.testing.assert_allclose([mean, total], [np.average(x, weights=w), w.sum()], rtol=1e-5)


@pytest.mark.parametrize(("size", "grid"), [(1, 1), (1000, 1), (20003, 3)])
@pytest.mark.parametrize("char", "BHILfd")
def test_equal(library, size, grid, char):
    x = np.random.default_rng(0).integers(0, 200, size).astype(char.replace("L", "Q"))
    for place in (None, 0, size // 2, size - 1):
        y = x.copy()
        if place is not None:
            y[place] += 1
        assert reduced(library, f"equal_{char}", x, y, np.zeros(1, "?"), grid)[0] == (place is None)


def test_close_and_nan(library):
    x = np.random.default_rng(0).random(5001)
    assert reduced(library, "close_d", x, x + 1e-9, np.zeros(1, "?"), 2, (1e-5, 1e-8))[0]
    assert not reduced(library, "close_d", x, x + 1e-3, np.zeros(1, "?"), 2, (1e-5, 1e-8))[0]
    x[77] = np.nan
    for name in ("close_d", "equal_d"):
        assert not reduced(library, name, x, x, np.zeros(1, "?"), 2)[0]
        assert reduced(library, name, x, x, np.zeros(1, "?"), 2, equal_nan=True)[0]
