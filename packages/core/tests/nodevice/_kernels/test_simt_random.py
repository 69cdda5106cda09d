"""The SIMT kernels that draw random numbers, run on this machine: the same bits as their host twins."""
import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from cupy._codegen import random
from cupy._specs.distributions import DISTRIBUTIONS

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src" / "cupy"
CXX = shutil.which("g++") or shutil.which("clang++")

pytestmark = pytest.mark.skipif(CXX is None, reason="needs a C++17 compiler")

NAMES = ("uniform", "normal", "integers", "laplace", "gamma", "raw")
CHARS = {"f": "f4", "d": "f8", "B": "u1", "H": "u2", "I": "u4", "L": "u8", "l": "i8"}

SIMT = """
namespace cupy { namespace platform {
unsigned thread, block;
unsigned thread_index() { return thread; }
unsigned block_index() { return block; }
void barrier() {}
void warp_barrier() {}
} }
#define CUPY_RUN(name)                                                                              \\
    extern "C" void run_##name(const cupy::RandomFill &p, unsigned grid) {                                \\
        for (cupy::platform::block = 0; cupy::platform::block < grid; ++cupy::platform::block)      \\
            for (cupy::platform::thread = 0; cupy::platform::thread < 256; ++cupy::platform::thread) \\
                cupy::random::name(p);                                                              \\
    }
"""
HOST = """
#define CUPY_RUN(name)                                                                              \\
    CUPY_EXPORT void run_##name(const cupy::RandomFill &p, unsigned grid) {                               \\
        void *params[] = {const_cast<cupy::RandomFill *>(&p)};                                            \\
        for (unsigned k = 0; k < grid; ++k) cupy::random::name(params, k, grid);                    \\
    }
"""


class RandomFill(ctypes.Structure):
    _fields_ = [("words", ctypes.c_uint32 * 8), ("position", ctypes.c_uint64), ("table", ctypes.c_void_p),
                ("out", ctypes.c_void_p), ("size", ctypes.c_int64), ("inner", ctypes.c_int64),
                ("replayed", ctypes.c_void_p), ("arrays", ctypes.c_uint32), ("aligned", ctypes.c_uint32),
                ("repeat", ctypes.c_uint32), ("unused", ctypes.c_uint32), ("schedule", ctypes.c_uint32 * 20),
                ("parameters", ctypes.c_uint64 * 8)]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    """Both skeletons, with the same distributions."""
    folder = tmp_path_factory.mktemp("simt_random")
    (folder / "platform.hpp").write_text((HERE / "simt_platform.hpp").read_text())
    found = []
    for kind, driver, roots in (("simt", SIMT, [folder, SOURCE / "_kernels"]),
                                ("host", HOST, [SOURCE / "_host" / "kernels", SOURCE / "_kernels"])):
        units = [random.unit(name, "philox4x3210") for name in NAMES]
        text = "".join(unit.text for unit in units) + driver
        text += "".join(f"CUPY_RUN({function})\n" for unit in units for function in unit.functions)
        source = folder / f"{kind}.cpp"
        source.write_text(text)
        subprocess.run([CXX, "-std=c++17", "-O1", "-ffp-contract=off", "-shared", "-fPIC", "-w",
                        *[f"-I{root}" for root in roots], str(source), "-o", str(folder / f"{kind}.so")], check=True)
        found.append(ctypes.CDLL(str(folder / f"{kind}.so")))
    return found


def parameters(name):
    if name == "integers":
        return np.array([0, 5, 0, 2**31 + 5], "u8")     # half of the words are rejected
    return np.array([0, np.float64(0.7).view("u8"), 0, np.float64(2).view("u8")], "u8")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [1, 3, 4, 1000, 8192, 20003])
@pytest.mark.parametrize(("repeat", "skip"), [(1, 0), (3, 0), (2, 1)])
def test_same_bits(libraries, name, size, repeat, skip):
    """Any number of steps, and memory that cannot be written by 16 bytes."""
    for char in DISTRIBUTIONS[name].types:
        results = []
        for library, grid in zip(libraries, (-(-size // (2 * 256 * repeat)), 3), strict=True):
            frame = np.zeros(size + 64, CHARS[char])
            out = frame[16 + skip:16 + skip + size]
            draw = RandomFill(size=size, position=5, out=out.ctypes.data, repeat=repeat,
                              aligned=out.ctypes.data % 16 == 0)
            draw.words[:3] = [123, 456, 0]
            draw.schedule[:] = [(key + k * step) % 2**32 for k in range(10)
                                for key, step in ((123, 0x9e3779b9), (456, 0xbb67ae85))]
            draw.parameters[:4] = parameters(name).tolist()
            getattr(library, f"run_random_{name}_philox4x3210_{char}")(ctypes.byref(draw), grid)
            assert not frame[:16 + skip].any() and not frame[16 + skip + size:].any()
            results.append(out.tobytes())
        assert results[0] == results[1]
