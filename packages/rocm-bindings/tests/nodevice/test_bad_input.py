"""What goes wrong with an installation or a program: one clear exception each, and no other backend in silence."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cupy_rocm import driver

COMPILER = shutil.which("c++") or shutil.which("g++")

#: A runtime that starts and sees no device.
NO_DEVICE = """
extern "C" {
int hipInit(unsigned) { return 100; }
int hipRuntimeGetVersion(int *version) { return *version = 60000000, 0; }
int hipGetDeviceCount(int *count) { return *count = 0, 100; }
int hipGetLastError() { return 0; }
int hipDrvGetErrorString(int, const char **text) { return *text = "no ROCm-capable device is detected", 0; }
}
"""

#: A hipBLAS that has handles and nothing else.
NO_PRODUCTS = """
extern "C" int hipblasCreate(void **handle) { return *handle = (void *)1, 0; }
extern "C" int hipblasSetStream(void *, void *) { return 0; }
"""


def library(path, source):
    """A library of C++ text."""
    path.parent.mkdir(exist_ok=True)
    text = path.with_suffix(".cpp")
    text.write_text(source)
    path.unlink(missing_ok=True)
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", str(path), str(text)], check=True)


def ended(script, **environment):
    """A Python of its own, however it ended."""
    hidden = {"CUPY_BACKEND", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", "CUPY_HIP_SHIM"}
    clean = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env={**clean, **environment})


@pytest.mark.skipif(not driver.reason(), reason="there is a ROCm")
def test_no_rocm():
    done = ended("import cupy; cupy.arange(3)", CUPY_BACKEND="rocm")
    assert done.returncode == 1
    assert "CUPY_BACKEND=rocm, but the rocm backend cannot be used: libamdhip64 is not installed" in done.stderr
    assert "To fix it: install ROCm 6.0 or newer" in done.stderr


def test_wrong_rocm_path(tmp_path):
    done = ended("import cupy; cupy.arange(3)", CUPY_BACKEND="rocm", ROCM_PATH=str(tmp_path))
    assert done.returncode == 1
    assert f"below ROCM_PATH={tmp_path}" in done.stderr and "To fix it: unset ROCM_PATH" in done.stderr


def test_no_device(tmp_path):
    library(tmp_path / "lib" / "libamdhip64.so.6", NO_DEVICE)
    done = ended("import cupy; cupy.arange(3)", CUPY_BACKEND="rocm", ROCM_PATH=str(tmp_path))
    assert done.returncode == 1
    assert "no ROCm-capable device is detected. To fix it: rocminfo" in done.stderr


def test_another_backend_is_chosen_with_a_warning(tmp_path):
    library(tmp_path / "lib" / "libamdhip64.so.6", NO_DEVICE)
    done = ended("""
import sys
import warnings
sys.modules["cupy_cuda"] = None     # it is asked first
import cupy
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    cupy.arange(3)
print(*(f"{w.category.__name__} {w.filename} {w.message}" for w in caught))
""", ROCM_PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    said = done.stdout.strip()
    assert said.startswith("BackendWarning <string> no usable ") and "AMD GPU" in said
    assert said.endswith(": using the CPU (python -m cupy info)")


def test_library_without_a_symbol(run, shim, tmp_path):
    shutil.copytree(shim["ROCM_PATH"], tmp_path / "rocm")
    library(tmp_path / "rocm" / "lib" / "libhipblas.so.3", NO_PRODUCTS)
    (tmp_path / "rocm" / "lib" / "libhipfft.so.0").write_text("no library")
    out = run("""
import cupy
x = cupy.ones((400, 400))
for bad in (lambda: x @ x, lambda: cupy.fft.fft(x)):
    try:
        print("no error", bad()[0, 0])
    except Exception as error:
        print(type(error).__name__, error)
print((x + 1).sum())
""", {**shim, "ROCM_PATH": str(tmp_path / "rocm")})
    product, transform, after = out.splitlines()
    assert product.startswith("BlasError hipblasGemmEx (not in this version of the library): "
                              "HIPBLAS_STATUS_NOT_SUPPORTED")
    assert re.match(r"ServiceMissing fft needs libhipfft .*libhipfft.so.0.*; apt install hipfft", transform)
    assert after == "320000.0"


def test_unknown_architecture_and_kernels_that_do_not_compile(run):
    out = run("""
import cupy
from cupy_rocm.compiler import HiprtcCompiler
def said(action):
    try:
        print("no error", action())
    except Exception as error:
        print(type(error).__name__, " ".join(str(error).split()))
x = cupy.arange(3)
broken = cupy.RawKernel('extern "C" __global__ void k() { no_such_name(); }', "k")
said(lambda: broken((1,), (1,), ()))
said(lambda: cupy.ElementwiseKernel("T x", "T y", "y = no_such_name", "k")(x))
known = HiprtcCompiler.target
HiprtcCompiler.target = lambda self, device: "gfx9999"
said(lambda: cupy.RawKernel('extern "C" __global__ void k2() {}', "k2")((1,), (1,), ()))
HiprtcCompiler.target = known
print((x + 1).tolist())
""")
    lines = [line for line in out.splitlines() if line.startswith(("Compile", "[", "no"))]
    raw, elementwise, architecture, after = lines
    assert "no_such_name" in raw and "no_such_name" in elementwise
    assert "'gfx9999' is no architecture that hipRTC" in architecture
    assert after == "[1, 2, 3]"


def test_every_status_has_its_name(run):
    hip_shim = pytest.importorskip("hip_shim")
    text = (Path(hip_shim.__file__).parent / "hip.cpp").read_text()
    table = text[text.index("#define HIP_ERRORS"):text.index("const char *name_of")]
    found = re.findall(r"X\((\d+), (\w+)\)", table)
    statuses = [(int(number), f"hipError{name}") for number, name in found if number != "0"]
    assert len(statuses) > 45
    out = run(f"""
import cupy
cupy.arange(1)
for status in {[number for number, _ in statuses]} + [98765]:
    error = cupy.cuda.runtime.CUDARuntimeError(status)
    print(error.status, error)
from cupy_rocm.errors import HipError
print(HipError(209, "hipModuleLoadData"), HipError(98765, "f"))
""")
    *lines, unknown, beside = out.splitlines()
    assert beside == "hipModuleLoadData: hipErrorNoBinaryForGpu f: status 98765"
    for (number, name), line in zip(statuses, lines, strict=True):
        assert re.match(rf"{number} {name}\b", line), line
    assert "98765" in unknown
