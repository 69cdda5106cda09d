"""The SIMT kernels that select from very long rows by a sample, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

from cupy._codegen import sort
from cupy._codegen.source import KernelSource

TARGETS, SAMPLE_BLOCKS, PARTS = 8, 64, 3

# What selections need beyond the platform of the other tests.
PLATFORM = """
#include "platform.hpp"
#define CUPY_LAUNCH_RESIDENT(threads, blocks)
namespace cupy { namespace platform {
template <class Word> Word load_now(const Word *at) { return *at; }
template <class Word> void add(Word *at, Word value) { *at += value; }
template <class Word> Word add_and_return(Word *at, Word value) { *at += value; return *at - value; }
} }
"""


class KeyOrder(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in
                ("sign", "mask", "flip", "flip_negative", "infinity", "minus_zero")] + \
        [("is_floating", ctypes.c_int32), ("size", ctypes.c_int32)]


class SampledRow(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64 * TARGETS), ("high", ctypes.c_uint64 * TARGETS),
                ("ranks", ctypes.c_int64 * TARGETS), ("before", ctypes.c_uint64 * TARGETS),
                ("inside", ctypes.c_uint64 * TARGETS), ("length", ctypes.c_uint64), ("ticket", ctypes.c_uint32),
                ("use", ctypes.c_int32)]


class OrderStatistics(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in
                ("keys", "ranks", "prefixes", "remaining", "counts", "tickets", "values", "starts", "sampled",
                 "candidates")] + \
        [(name, ctypes.c_int64) for name in ("length", "rows", "parts", "rank_stride", "capacity")] + \
        [("order", KeyOrder)] + [(name, ctypes.c_int32) for name in ("number", "passes", "targets", "wide")]


def key_order(dtype):
    bits = 8 * dtype.itemsize
    sign, mask = 1 << bits - 1, (1 << bits) - 1
    if dtype.kind == "f":
        infinity = int(np.array(np.inf, dtype).view(f"u{dtype.itemsize}"))
        return KeyOrder(sign, mask, sign, mask, infinity, sign, 1, dtype.itemsize)
    return KeyOrder(sign, mask, sign, sign, mask, 0, 0, dtype.itemsize)


@pytest.fixture(scope="module")
def libraries(simt_library):
    return [simt_library(KernelSource(unit.name, PLATFORM + unit.text, unit.functions),
                         ("cupy::OrderStatistics", OrderStatistics),
                         [f for f in unit.functions if f[-1] in "IL"], fibers=True)
            for unit in (sort.sampled("cuda"), sort.order_statistics("cuda"))]


def selected(libraries, rows, ranks):
    """Items of the ranks, and whether the sample's candidates held them."""
    count, length, targets = *rows.shape, len(ranks)
    capacity = length * (targets + 1) // 16
    values, sampled = np.zeros((count, targets), rows.dtype), (SampledRow * count)()
    work = [np.array(ranks, np.int64), np.zeros((count, targets), np.uint64), np.zeros((count, targets), np.int64),
            np.zeros((count, targets, 256), np.uint32), np.zeros(count, np.uint32),
            np.zeros((count, capacity), rows.dtype)]
    p = OrderStatistics(rows.ctypes.data, *(a.ctypes.data for a in work[:5]), values.ctypes.data, None,
                        ctypes.addressof(sampled), work[5].ctypes.data, length, count, PARTS, 0, capacity,
                        key_order(rows.dtype), 0, rows.itemsize, targets, 0)
    char = {4: "I", 8: "L"}[rows.itemsize]
    getattr(libraries[0], f"run_sample_{char}")(ctypes.byref(p), count * SAMPLE_BLOCKS, 256)
    getattr(libraries[0], f"run_filter_{char}")(ctypes.byref(p), count * PARTS, 256)
    for p.number in range(rows.itemsize):
        getattr(libraries[1], f"run_count_{char}")(ctypes.byref(p), count * PARTS, 256)
    return values, [row.use for row in sampled]


@pytest.mark.parametrize("char", "fl")
@pytest.mark.parametrize("kind", ["random", "sorted", "few", "constant", "with NaN"])
def test_same_as_sorted(libraries, char, kind):
    n = 20_011
    a = (np.random.default_rng(0).standard_normal((2, n)) * 1e6).astype(char)
    if kind == "sorted":
        a.sort()
    if kind == "few":
        a[1] = a[1] > 0
    if kind == "constant":
        a[1] = 7
    if kind == "with NaN" and a.dtype.kind == "f":
        a[:, ::9], a[:, 1::9] = np.nan, -0.0
    ordered = np.sort(a, axis=-1)
    for ranks in ([n // 2], [n - 1, n // 3, n // 3 + 1], [k * n // 9 for k in range(1, 9)]):
        values, use = selected(libraries, a, ranks)
        np.testing.assert_array_equal(values, ordered[:, ranks])
        assert use[0] or kind == "with NaN"
