"""The SIMT kernels that put arrays side by side, run on this machine and compared with NumPy."""
import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from cupy._codegen import join

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src" / "cupy"
CXX = shutil.which("g++") or shutil.which("clang++")
THREADS, FEW, MANY = 256, 8, 96

pytestmark = pytest.mark.skipif(CXX is None, reason="needs a C++17 compiler")

SIMT = """
namespace cupy { namespace platform {
unsigned thread, block;
unsigned thread_index() { return thread; }
unsigned block_index() { return block; }
void barrier() {}
} }
#define CUPY_RUN(name, most)                                                                        \\
    extern "C" void run_##name(const cupy::Join<most> &p, unsigned grid) {                          \\
        for (cupy::platform::block = 0; cupy::platform::block < grid; ++cupy::platform::block)      \\
            for (cupy::platform::thread = 0; cupy::platform::thread < 256; ++cupy::platform::thread) \\
                name(p);                                                                            \\
    }
"""


class Divider(ctypes.Structure):
    _fields_ = [("divisor", ctypes.c_uint32), ("multiplier", ctypes.c_uint32), ("shift", ctypes.c_uint32)]


class Source(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("pitch", ctypes.c_int64), ("end", ctypes.c_int64),
                ("tiles", ctypes.c_int64)]


class Join(ctypes.Structure):
    _fields_ = [("output", ctypes.c_void_p), ("pitch", ctypes.c_int64), ("rows", ctypes.c_int64),
                ("count", ctypes.c_uint32), ("dense", ctypes.c_uint32), ("by_row", Divider),
                ("by_source", Divider), ("sources", Source * MANY)]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("simt_join")
    (folder / "platform.hpp").write_text((HERE / "simt_platform.hpp").read_text())
    unit = join.unit()
    uses = "".join(f"CUPY_RUN({name}, {MANY if name.endswith('many') else FEW})\n" for name in unit.functions)
    (folder / "join.cpp").write_text(unit.text + SIMT + f"namespace cupy {{\n{uses}}}\n")
    subprocess.run([CXX, "-std=c++17", "-O1", "-shared", "-fPIC", "-w", f"-I{folder}", f"-I{SOURCE / '_kernels'}",
                    str(folder / "join.cpp"), "-o", str(folder / "join.so")], check=True)
    return ctypes.CDLL(str(folder / "join.so"))


def divider(n):
    shift = max(n - 1, 0).bit_length()
    return Divider(n, (((1 << shift) - n << 32) // max(n, 1)) + 1, shift)


def joined(library, form, sources, frame, width):
    """Run a kernel on rows of bytes; `frame` is wider than the sources together."""
    words = [s.shape[1] // width for s in sources]
    tile = THREADS * (4 if width == 16 else 8)
    tiles = [-(-w // tile) for w in words]
    p = Join(frame.ctypes.data, frame.strides[0], frame.shape[0], len(sources),
             frame.shape[1] == sum(words) * width, divider(sum(words)),
             divider((tiles if form == "tiles" else words)[0] if len(set(words)) == 1 else 0))
    for k, s in enumerate(sources):
        p.sources[k] = Source(s.ctypes.data, s.strides[0], sum(words[:k + 1]), sum(tiles[:k + 1]))
    rows = frame.shape[0]
    each = THREADS * (4 if width == 16 else 2 * 16 // width)
    grid = rows * sum(tiles) if form == "tiles" else -(-rows * sum(words) // each)
    getattr(library, f"run_join_{form}_{width}_{'few' if len(sources) <= FEW else 'many'}")(ctypes.byref(p), grid)


@pytest.mark.parametrize("form", ["tiles", "rows"])
@pytest.mark.parametrize("width", [1, 2, 4, 8, 16])
@pytest.mark.parametrize(("rows", "lengths"), [
    (1, [5000, 1, 3]), (7, [1, 1]), (700, [1, 1]), (33, [2, 5, 1, 9]), (3, [5000, 2500]), (11, [3] * 40),
    (5, list(range(1, 97)))])
@pytest.mark.parametrize("gap", [0, 32])
def test_side_by_side(library, form, width, rows, lengths, gap):
    rng = np.random.default_rng(0)
    whole = [rng.integers(0, 255, (rows, n * width + 16), dtype="u1") for n in lengths]
    sources = [w[:, :n * width] for w, n in zip(whole, lengths, strict=True)]
    frame = np.zeros((rows, sum(lengths) * width + gap), "u1")
    joined(library, form, sources, frame, width)
    np.testing.assert_array_equal(frame[:, :sum(lengths) * width], np.concatenate(sources, axis=1))
    assert not frame[:, sum(lengths) * width:].any()
