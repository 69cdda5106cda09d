"""Every kernel header stands alone, includes only ours, and compiles for old and new GPUs."""
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cupy._codegen import elementwise
from cupy._precompile.builtin import operations

SOURCE = Path(__file__).parents[3] / "src" / "cupy"
KERNELS, HOST = SOURCE / "_kernels", SOURCE / "_host" / "kernels"
CXX = shutil.which("g++") or shutil.which("clang++")
ELEMENTWISE = sorted({str(path.relative_to(KERNELS)) for folder in ("types", "math")
                      for path in (KERNELS / folder).glob("*.hpp")}
                     | {"kernel.hpp", "params.hpp", "tuning/elementwise.hpp", "device/elementwise.hpp",
                        "device/raw_array.hpp", "device/registers.hpp"})
SIMT_ONLY = {"device/registers.hpp"}


@pytest.fixture(scope="module")
def nvrtc():
    backend = pytest.importorskip("cupy_cuda.backend")
    try:
        backend.compiler().version()
    except (ImportError, OSError, RuntimeError) as error:
        pytest.skip(f"NVRTC is not here: {error}")
    return backend.compiler()


def test_only_our_headers():
    """No header of a toolkit or of the system."""
    for path in KERNELS.rglob("*.hpp"):
        for name in re.findall(r"^\s*#\s*include\s*(\S+)", path.read_text(), re.MULTILINE):
            assert name.startswith('"'), f"{path.name} includes {name}"


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
@pytest.mark.parametrize("header", ELEMENTWISE)
def test_header_compiles_for_a_gpu(nvrtc, header, target):
    """Alone, in a translation unit of its own."""
    nvrtc.compile(f'#include "platform.hpp"\n#include "{header}"\n', name="header", target=target,
                  include_roots=(str(KERNELS),))


@pytest.mark.skipif(CXX is None, reason="needs a C++ compiler")
@pytest.mark.parametrize("header", [name for name in ELEMENTWISE if name not in SIMT_ONLY])
def test_header_compiles_for_the_host(header):
    """Alone, with warnings."""
    text = f'#include "platform.hpp"\n#include "{header}"\n'
    done = subprocess.run([CXX, "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-x", "c++", "-", f"-I{HOST}",
                           f"-I{KERNELS}"], input=text, text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
@pytest.mark.parametrize("name", ["add", "frexp", "where", "divmod", "arccosh"])
def test_unit_compiles_for_a_gpu(nvrtc, name, target):
    """All groups of some operations."""
    op = next(op for op in operations() if op.name == name)
    for group in elementwise.groups(op):
        unit = elementwise.unit(op, group)
        image = nvrtc.compile(unit.text, name=unit.name, target=target, include_roots=(str(KERNELS),)).image
        for function in unit.functions:
            assert function.encode() in image
