"""The SIMT reductions of two arrays, run on this machine thread by thread and compared with NumPy."""
import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from cupy._codegen import pair

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src" / "cupy"
CXX = shutil.which("g++") or shutil.which("clang++")

pytestmark = pytest.mark.skipif(CXX is None, reason="needs a C++17 compiler")

PLATFORM = """
#define CUPY_SHARED static
namespace cupy { namespace platform {
unsigned block_count();
inline void fence() {}
inline unsigned add_and_return(unsigned *at, unsigned value) { const unsigned old = *at; *at += value; return old; }
template <bool> int add_bytes(unsigned, int);
inline float max_or_nan(float, float) { return 0; }
inline float min_or_nan(float, float) { return 0; }
} }
"""
# A fiber a thread: each runs to the next barrier, until all have come to the end.
SIMT = """
#include <ucontext.h>
#include <vector>
namespace cupy { namespace platform {
unsigned thread, block, blocks;
ucontext_t scheduler;
std::vector<ucontext_t> fibers(256);
std::vector<char> stacks(256 * 64 * 1024), done(256);
unsigned thread_index() { return thread; }
unsigned block_index() { return block; }
unsigned block_count() { return blocks; }
void barrier() { swapcontext(&fibers[thread], &scheduler); }
} }
using namespace cupy::platform;
static void (*kernel)(cupy::Pair);
static const cupy::Pair *current;
static void fiber() { kernel(*current); done[thread] = 1; }
static void run(void (*f)(cupy::Pair), const cupy::Pair &p, unsigned grid) {
    kernel = f; current = &p; blocks = grid;
    for (block = 0; block < grid; ++block) {
        for (thread = 0; thread < 256; ++thread) {
            done[thread] = 0;
            getcontext(&fibers[thread]);
            fibers[thread].uc_stack.ss_sp = stacks.data() + thread * 64 * 1024;
            fibers[thread].uc_stack.ss_size = 64 * 1024;
            fibers[thread].uc_link = &scheduler;
            makecontext(&fibers[thread], fiber, 0);
        }
        for (bool more = true; more;) {
            more = false;
            for (thread = 0; thread < 256; ++thread)
                if (!done[thread]) { swapcontext(&scheduler, &fibers[thread]); more = more || !done[thread]; }
        }
    }
}
#define CUPY_RUN(name) extern "C" void run_##name(const cupy::Pair &p, unsigned grid) { run(cupy::name, p, grid); }
"""


class Pair(ctypes.Structure):
    _fields_ = [("x", ctypes.c_void_p), ("y", ctypes.c_void_p), ("result", ctypes.c_void_p),
                ("second", ctypes.c_void_p), ("partials", ctypes.c_void_p), ("counter", ctypes.c_void_p),
                ("size", ctypes.c_int64), ("extra", ctypes.c_double * 2), ("equal_nan", ctypes.c_uint32)]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("simt_pair")
    (folder / "platform.hpp").write_text((HERE / "simt_platform.hpp").read_text() + PLATFORM)
    units = list(pair.units())
    text = "".join(unit.text for unit in units) + SIMT
    text += "".join(f"CUPY_RUN({name})\n" for unit in units for name in unit.functions)
    (folder / "pair.cpp").write_text(text)
    subprocess.run([CXX, "-std=c++17", "-O1", "-shared", "-fPIC", "-w", f"-I{folder}", f"-I{SOURCE / '_kernels'}",
                    str(folder / "pair.cpp"), "-o", str(folder / "pair.so")], check=True)
    return ctypes.CDLL(str(folder / "pair.so"))


def aligned(a):
    memory = np.zeros(a.nbytes + 16, "u1")
    b = memory[-memory.ctypes.data % 16:][:a.nbytes].view(a.dtype)
    b[...] = a
    return b


def reduced(library, name, x, y, result, grid, extra=(0, 0), *, equal_nan=False):
    x, y, second = aligned(x), aligned(y), np.zeros_like(result)
    partials, counter = np.zeros(4 * grid, "f8"), np.zeros(1, "u4")
    p = Pair(x.ctypes.data, y.ctypes.data, result.ctypes.data, second.ctypes.data, partials.ctypes.data,
             counter.ctypes.data, x.size, (ctypes.c_double * 2)(*extra), equal_nan)
    getattr(library, f"run_pair_{name}")(ctypes.byref(p), grid)
    assert counter[0] == 0
    return result[0], second[0]


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize(("size", "grid"), [(1, 1), (5, 1), (1000, 1), (20003, 3), (50000, 5)])
def test_weighted(library, letter, size, grid):
    rng = np.random.default_rng(size)
    x, w = rng.random(size).astype(letter), rng.random(size).astype(letter)
    mean, total = reduced(library, f"weighted_{letter}", x, w, np.zeros(1, letter), grid)
    np.testing.assert_allclose([mean, total], [np.average(x, weights=w), w.sum()], rtol=1e-5)


@pytest.mark.parametrize(("size", "grid"), [(1, 1), (1000, 1), (20003, 3)])
@pytest.mark.parametrize("letter", "BHILfd")
def test_equal(library, size, grid, letter):
    x = np.random.default_rng(0).integers(0, 200, size).astype(letter.replace("L", "Q"))
    for place in (None, 0, size // 2, size - 1):
        y = x.copy()
        if place is not None:
            y[place] += 1
        assert reduced(library, f"equal_{letter}", x, y, np.zeros(1, "?"), grid)[0] == (place is None)


def test_close_and_nan(library):
    x = np.random.default_rng(0).random(5001)
    assert reduced(library, "close_d", x, x + 1e-9, np.zeros(1, "?"), 2, (1e-5, 1e-8))[0]
    assert not reduced(library, "close_d", x, x + 1e-3, np.zeros(1, "?"), 2, (1e-5, 1e-8))[0]
    x[77] = np.nan
    for name in ("close_d", "equal_d"):
        assert not reduced(library, name, x, x, np.zeros(1, "?"), 2)[0]
        assert reduced(library, name, x, x, np.zeros(1, "?"), 2, equal_nan=True)[0]
