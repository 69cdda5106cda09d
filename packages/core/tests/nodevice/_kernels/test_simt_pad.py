"""The SIMT kernels that pad, run on this machine and compared with NumPy."""
import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from cupy._codegen import pad

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src" / "cupy"
CXX = shutil.which("g++") or shutil.which("clang++")
THREADS, DIMS = 256, 6
MODES = ("constant", "edge", "reflect", "symmetric", "wrap")

pytestmark = pytest.mark.skipif(CXX is None, reason="needs a C++17 compiler")

SIMT = """
namespace cupy { namespace platform {
unsigned thread, block;
unsigned thread_index() { return thread; }
unsigned block_index() { return block; }
void barrier() {}
} }
#define CUPY_RUN(name)                                                                              \\
    extern "C" void run_##name(const cupy::Pad &p, unsigned grid) {                                 \\
        for (cupy::platform::block = 0; cupy::platform::block < grid; ++cupy::platform::block)      \\
            for (cupy::platform::thread = 0; cupy::platform::thread < 256; ++cupy::platform::thread) \\
                name(p);                                                                            \\
    }
"""


class Axis(ctypes.Structure):
    _fields_ = [("divisor", ctypes.c_uint32), ("multiplier", ctypes.c_uint32), ("bits", ctypes.c_uint32),
                ("left", ctypes.c_int32), ("length", ctypes.c_int32), ("period", ctypes.c_uint32),
                ("shift", ctypes.c_uint32), ("mode", ctypes.c_uint32), ("stride", ctypes.c_int64)]


class Pad(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("output", ctypes.c_void_p), ("size", ctypes.c_uint32),
                ("ndim", ctypes.c_uint32), ("axes", Axis * DIMS), ("unused", ctypes.c_uint64),
                ("values", ctypes.c_uint8 * 16 * 2 * DIMS)]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("simt_pad")
    (folder / "platform.hpp").write_text((HERE / "simt_platform.hpp").read_text())
    unit = pad.unit()
    uses = "".join(f"CUPY_RUN({name})\n" for name in unit.functions)
    check = f'static_assert(sizeof(cupy::Pad) == {ctypes.sizeof(Pad)}, "the test knows the fields");\n'
    (folder / "pad.cpp").write_text(unit.text + SIMT + check + uses)
    subprocess.run([CXX, "-std=c++17", "-O1", "-shared", "-fPIC", "-w", f"-I{folder}", f"-I{SOURCE / '_kernels'}",
                    str(folder / "pad.cpp"), "-o", str(folder / "pad.so")], check=True)
    return ctypes.CDLL(str(folder / "pad.so"))


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
    ((40, 65), [(0, 0), (3, 2)]), ((4, 5, 6), [(2, 1), (11, 3), (0, 7)])], ids=str)
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
    p = Pad(a.ctypes.data, out.ctypes.data, out.size, a.ndim)
    for k in range(a.ndim):
        d = a.ndim - 1 - k
        p.axes[d] = axis(a.shape[k], *widths[k], mode, a.strides[k])
        for side in range(2):
            item = np.full((), values[k][side], kind).tobytes()
            ctypes.memmove(p.values[d][side], item, len(item))
    each = THREADS * (4 if width == 16 else 2 * 16 // width)
    getattr(library, f"run_pad_{width}")(ctypes.byref(p), -(-out.size // each))
    np.testing.assert_array_equal(out, want)
