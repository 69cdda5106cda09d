"""Relocatable code: kernels that launch kernels, linked with CUDA's device runtime."""
import shutil
import subprocess

import pytest

from cupy_cuda import backend, linking, nvcc
from cupy_cuda.errors import CompileError

SOURCE = """
extern "C" __global__ void child(int *x) { *x += 1; }
extern "C" __global__ void parent(int *x) { child<<<1, 1>>>(x); }
"""
PLAIN = """
__device__ int twice(int x) { return 2 * x; }
extern "C" __global__ void parent(int *x) { *x = twice(*x); }
"""
ELF_TYPE = slice(16, 18)        # of the image: 1 is relocatable, 2 can be loaded


@pytest.mark.parametrize("options,found", [
    (("-dc",), True), (("--device-c",), True), (("-O3", "-rdc=true"), True), (("-rdc=false",), False), ((), False),
    (("--relocatable-device-code=true",), True)])
def test_options(options, found):
    assert linking.is_relocatable(options) is found


@pytest.fixture
def fake_nvcc(monkeypatch, tmp_path):
    """A program in nvcc's place that writes its arguments to its output file."""
    script = tmp_path / "nvcc"
    script.write_text('#!/bin/sh\nfor a; do [ "$last" = "-o" ] && out="$a"; last="$a"; done\n'
                      'case "$*" in *refuse*) echo "kernel.cu(1): error"; exit 1;; esac\necho "$@" > "$out"\n'
                      'case "$*" in *keep-dir*) echo ".u64 cupy_expression_0 = generic(_Z1fIiEvv);" '
                      '> "$(dirname "$out")/kernel.ptx";; esac\n')
    script.chmod(0o755)
    monkeypatch.setenv("NVCC", str(script))


@pytest.mark.usefixtures("fake_nvcc")
def test_nvcc_compiles_and_links():
    compiler = nvcc.NvccCompiler()
    plain = compiler.compile(PLAIN, name="k", target="sm_90", options=("-O3",)).image.decode().split()
    assert "-dlink" not in plain and "-rdc=true" not in plain and "-O3" in plain
    for option in ("-dc", "-rdc=true"):
        words = compiler.compile(PLAIN, name="k", target="sm_90", options=(option,)).image.decode().split()
        assert words[:3] == ["-dlink", "-cubin", "-arch=sm_90"] and "-lcudadevrt" in words
    with pytest.raises(CompileError, match="error"):
        compiler.compile(PLAIN, name="k", target="sm_90", options=("-dc", "-refuse"))
    named = compiler.compile(PLAIN, name="k", target="sm_90", name_expressions=("f<int>",))
    assert named.lowered == {"f<int>": "_Z1fIiEvv"}


def loadable(image):
    return image[:4] == b"\x7fELF" and int.from_bytes(image[ELF_TYPE], "little") == 2


@pytest.fixture
def real_nvcc():
    program = shutil.which("nvcc")
    if program is None or subprocess.run([program, "--version"], capture_output=True).returncode:
        pytest.skip("nvcc is not installed")


@pytest.mark.optional
@pytest.mark.usefixtures("real_nvcc")
@pytest.mark.parametrize("options", [(), ("-rdc=true",)])
def test_nvcc_names(options):
    source = """
    namespace shapes { template <typename T, int N> __global__ void move(T *x) { x[threadIdx.x] += N; } }
    template <class T> __global__ void swap2(T *pair) { T x = pair[0]; pair[0] = pair[1]; pair[1] = x; }
    __constant__ float table[4];
    """
    names = ("shapes::move<float, 3>", "swap2<double2>", "table")
    done = nvcc.NvccCompiler().compile(source, name="k", target="sm_90", options=options, name_expressions=names)
    assert list(done.lowered) == list(names) and done.lowered["table"] == "table"
    assert all(name.encode() in done.image for name in done.lowered.values()) and loadable(done.image)
    with pytest.raises(CompileError, match=r"swap3<int>\(1\): error"):
        nvcc.NvccCompiler().compile(source, name="k", target="sm_90", name_expressions=("swap3<int>",))


@pytest.mark.optional
@pytest.mark.usefixtures("real_nvcc")
def test_nvcc_itself():
    image = nvcc.NvccCompiler().compile(SOURCE, name="k", target="sm_90", options=("-rdc=true",)).image
    assert loadable(image) and b"child" in image


def nvrtc_links():
    try:
        backend.compiler().version()
    except ImportError:
        return False
    return linking.available()


@pytest.mark.skipif(not nvrtc_links(), reason="NVRTC or nvJitLink is not installed")
def test_nvrtc():
    compiler = backend.compiler()
    assert loadable(compiler.compile(PLAIN, name="k", target="sm_90", options=("-rdc=true",)).image)
    if linking.device_runtime() is None:
        pytest.skip("no toolkit has the device runtime")
    image = compiler.compile(SOURCE, name="k", target="sm_90", options=("--device-c",)).image
    assert loadable(image) and b"child" in image


def test_the_linker_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(linking, "available", lambda: False)
    try:
        backend.compiler().version()
    except ImportError as error:
        pytest.skip(str(error))
    with pytest.raises(CompileError, match="nvjitlink"):
        backend.compiler().compile(PLAIN, name="k", target="sm_90", options=("-dc",))
