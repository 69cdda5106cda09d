"""The SIMT scans of long rows, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import scan
from cupy._codegen.source import KernelSource
from cupy._specs import scans

# What scans need beyond the platform of the other tests.
PLATFORM = """
#include "platform.hpp"
namespace cupy { namespace platform {
constexpr bool kBlocksStartInOrder = true;
template <class Word> Word load_now(const Word *at) { return *at; }
template <class Word> void store_now(Word *at, Word value) { *at = value; }
inline void prefetch(const void *) {}
} }
"""


class Axes(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int64 * 4), ("stride", ctypes.c_int64 * 4), ("count", ctypes.c_int32)]


class Scan(ctypes.Structure):
    _fields_ = [("input", ctypes.c_void_p), ("output", ctypes.c_void_p), ("totals", ctypes.c_void_p),
                ("bounds", ctypes.c_void_p), ("outer", ctypes.c_int64), ("length", ctypes.c_int64),
                ("inner", ctypes.c_int64), ("strides", ctypes.c_int64 * 3), ("chunks", ctypes.c_int64),
                ("span", ctypes.c_int64), ("phase", ctypes.c_int32),
                ("extra", ctypes.c_double * 2), ("whole", ctypes.c_int64 * 2),
                ("vectors", ctypes.c_int32), ("linear", ctypes.c_int32), ("outer_axes", Axes), ("inner_axes", Axes),
                ("parts", ctypes.c_int32)]


def run(function, source, out, totals, outer, inner, chunks, span, grid, vectors=0, linear=0, parts=0):
    """A scan along the middle one of an array's three axes."""
    strides = [n // source.itemsize for n in source.strides]
    axes = [Axes((n,), (step,), 1) for n, step in ((outer, strides[0]), (inner, strides[2]))]
    p = Scan(source.ctypes.data, out.ctypes.data, totals.ctypes.data, None, outer, source.shape[1], inner,
             tuple(strides), chunks, span, 1, (2 * np.pi, np.pi), (0, 0), vectors, linear, *axes, parts)
    function(ctypes.byref(p), grid, 256)


@pytest.fixture(scope="module")
def libraries(simt_library):
    found = {}
    for name in ("cumsum", "unwrap"):
        loops = [loop for loop in getattr(scans, name).loops() if loop[0] in "fd"]
        unit = scan.unit(getattr(scans, name), loops, "cuda")
        chains = [function for function in unit.functions if function.endswith(("chain", "columns", "strip"))]
        found[name] = simt_library(KernelSource(unit.name, PLATFORM + unit.text, unit.functions),
                                   ("cupy::Scan", Scan), chains, fibers=True)
    return found


@pytest.mark.parametrize("char", "fd")
@pytest.mark.parametrize("name", ["cumsum", "unwrap"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 1030), (1, 7936), (1, 20001), (3, 4500), (1, 300_001)])
def test_same_as_numpy(libraries, name, char, shape):
    outer, length = shape
    a = np.random.default_rng(0).standard_normal(shape).astype(char) * 6
    if name == "cumsum":
        a = np.rint(a)
    elif outer > 1:
        a[1, 0] = np.inf        # is kept; what comes after it is no number
    want = getattr(np, name)(a.astype("d"), axis=1)
    memory = np.zeros(a.nbytes + 32, "u1")
    source = memory[-memory.ctypes.data % 16:][:a.nbytes].view(char).reshape(shape)
    source[...] = a
    out = np.full(shape, np.nan, char)
    tile = 256 * (31 if char == "f" else 15)
    chunks = -(-length // tile)
    totals = np.zeros(1 + outer * (chunks + -(-chunks // 32)) * 2, "u8")
    run(getattr(libraries[name], f"run_scan_{name}_{char}_{char}_chain"), source[..., None], out, totals, outer, 1,
        chunks, length, outer * chunks, vectors=outer == 1 and out.ctypes.data % 16 == 0, linear=1)
    np.testing.assert_allclose(out, want, rtol=1e-6 if char == "f" else 1e-12, atol=1e-3 if char == "f" else 1e-9)


def test_row_of_many_tiles(libraries):
    """More tiles than a block looks back at."""
    a = np.random.default_rng(0).integers(-9, 10, (1, 1_970_003)).astype("d")
    out = np.full(a.shape, np.nan)
    chunks = -(-a.size // 3840)
    totals = np.zeros(1 + 2 * (chunks + -(-chunks // 32)), "u8")
    run(libraries["cumsum"].run_scan_cumsum_d_d_chain, a[..., None], out, totals, 1, 1, chunks, a.size, chunks,
        linear=1)
    np.testing.assert_array_equal(out, np.cumsum(a, axis=1))


def words(columns, chunks):
    """States of so many chunks of columns, of items of up to 8 bytes."""
    return np.zeros(1 + columns * (chunks + 2 * -(-chunks // 16)) * 2, "u8")


@pytest.mark.parametrize("char", "fd")
@pytest.mark.parametrize("shape", [(1, 7, 600), (40, 30, 33), (3, 128, 5), (2, 400, 270), (1, 2500, 40)])
def test_columns(libraries, char, shape):
    """Groups of columns that one thread holds, several share, or blocks hand on."""
    outer, length, inner = shape
    a = np.random.default_rng(0).integers(-9, 10, shape).astype(char)
    wide = np.zeros((outer, length + 2, inner), char)
    wide[:, 1:-1] = a
    out = np.full(shape, np.nan, char)
    kept, parts = 32 if char == "f" else 16, 1
    while parts < 8 and parts * kept < length:
        parts *= 2
    if parts * kept < length:
        parts = 4
    chunks = -(-length // (parts * kept))
    deep = -(-length // (parts * chunks))
    totals = words(outer * inner, chunks)
    run(getattr(libraries["cumsum"], f"run_scan_cumsum_{char}_{char}_columns"), wide[:, 1:-1], out, totals, outer,
        inner, chunks, deep, chunks * -(-outer * inner * parts // 256), parts=parts)
    np.testing.assert_array_equal(out, np.cumsum(a, axis=1))


@pytest.mark.parametrize("char", "fd")
@pytest.mark.parametrize("shape", [(1, 40_000, 2), (3, 2000, 7), (2, 5000, 64), (1, 3000, 33), (5, 500, 31)])
@pytest.mark.parametrize("linear", [True, False])
def test_strip(libraries, char, shape, linear):
    """Few columns, whose chunks blocks hand on."""
    outer, length, inner = shape
    a = np.random.default_rng(0).integers(-9, 10, shape).astype(char)
    wide = np.zeros((outer, length + 2, inner + 1), char)
    wide[:, 1:-1, 1:] = a
    out = np.full(shape, np.nan, char)
    span = 256 // inner * (31 if char == "f" else 15)
    chunks = -(-length // span)
    totals = words(outer * inner, chunks)
    source = a if linear else wide[:, 1:-1, 1:]
    run(getattr(libraries["cumsum"], f"run_scan_cumsum_{char}_{char}_strip"), source, out, totals, outer, inner,
        chunks, span, outer * chunks, linear=linear)
    np.testing.assert_array_equal(out, np.cumsum(a, axis=1))


def test_long_strip(libraries):
    """More chunks than a block looks back at."""
    a = np.random.default_rng(0).integers(-9, 10, (1, 17_000, 64)).astype("d")
    out = np.full(a.shape, np.nan)
    chunks = -(-17_000 // 60)
    run(libraries["cumsum"].run_scan_cumsum_d_d_strip, a, out, words(64, chunks), 1, 64, chunks, 60, chunks, linear=1)
    np.testing.assert_array_equal(out, np.cumsum(a, axis=1))
