"""The SIMT kernels that repeat short runs, run on this machine and compared with NumPy."""
import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from cupy._codegen import repeat

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src" / "cupy"
CXX = shutil.which("g++") or shutil.which("clang++")
THREADS, VECTORS = 256, 4

pytestmark = pytest.mark.skipif(CXX is None, reason="needs a C++17 compiler")

SIMT = """
namespace cupy { namespace platform {
unsigned thread, block;
unsigned thread_index() { return thread; }
unsigned block_index() { return block; }
void barrier() {}
} }
#define CUPY_RUN(name)                                                                              \\
    extern "C" void run_##name(const cupy::Repeat &p, unsigned grid) {                              \\
        for (cupy::platform::block = 0; cupy::platform::block < grid; ++cupy::platform::block)      \\
            for (cupy::platform::thread = 0; cupy::platform::thread < 256; ++cupy::platform::thread) \\
                name(p);                                                                            \\
    }
"""


class Repeat(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("output", ctypes.c_void_p), ("size", ctypes.c_uint32),
                ("inner", ctypes.c_uint32), ("group", ctypes.c_uint32), ("multiplier", ctypes.c_uint32),
                ("shift", ctypes.c_uint32)]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("simt_repeat")
    (folder / "platform.hpp").write_text((HERE / "simt_platform.hpp").read_text())
    unit = repeat.unit()
    (folder / "repeat.cpp").write_text(unit.text + SIMT + "".join(f"CUPY_RUN({name})\n" for name in unit.functions))
    subprocess.run([CXX, "-std=c++17", "-O1", "-shared", "-fPIC", "-w", f"-I{folder}", f"-I{SOURCE / '_kernels'}",
                    str(folder / "repeat.cpp"), "-o", str(folder / "repeat.so")], check=True)
    return ctypes.CDLL(str(folder / "repeat.so"))


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
