"""`simt_library`: SIMT kernels compiled for this machine."""
import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src" / "cupy"
CXX = shutil.which("g++") or shutil.which("clang++")

SIMT = """
namespace cupy { namespace platform {
unsigned thread, block;
unsigned thread_index() { return thread; }
unsigned block_index() { return block; }
void barrier() {}
} }
#define CUPY_RUN(name, Params)                                                                      \\
    extern "C" void run_##name(const Params &p, unsigned grid) {                                    \\
        for (cupy::platform::block = 0; cupy::platform::block < grid; ++cupy::platform::block)      \\
            for (cupy::platform::thread = 0; cupy::platform::thread < 256; ++cupy::platform::thread) \\
                name(p);                                                                            \\
    }
"""

FIBERS = f'#include "{HERE / "simt_fibers.hpp"}"\n'


@pytest.fixture(scope="module")
def simt_library(tmp_path_factory):
    """``build(unit, params, names=unit.functions)``: the library with ``run_NAME(params, blocks)`` for each name.

    `params` are the kernels' parameters in C++, and as a ctypes structure where it is compared.  A thread runs after
    the other, unless `fibers`: then ``run_NAME(params, blocks, threads)`` is for kernels that wait at barriers.
    """
    if CXX is None:
        pytest.skip("needs a C++17 compiler")

    def build(unit, params, names=None, *, fibers=False):
        struct, fields = params if isinstance(params, tuple) else (params, None)
        folder = tmp_path_factory.mktemp(f"simt_{unit.name}")
        (folder / "platform.hpp").write_text((HERE / "simt_platform.hpp").read_text())
        check = fields and f'static_assert(sizeof({struct}) == {ctypes.sizeof(fields)}, "the test knows the fields");\n'
        uses = "".join(f"CUPY_RUN({name}, {struct})\n" for name in names or unit.functions)
        (folder / "kernels.cpp").write_text(unit.text + (FIBERS if fibers else SIMT) + (check or "") + uses)
        subprocess.run([CXX, "-std=c++17", "-O1", "-shared", "-fPIC", "-w", f"-I{folder}", f"-I{SOURCE / '_kernels'}",
                        str(folder / "kernels.cpp"), "-o", str(folder / "kernels.so")], check=True)
        return ctypes.CDLL(str(folder / "kernels.so"))

    return build
