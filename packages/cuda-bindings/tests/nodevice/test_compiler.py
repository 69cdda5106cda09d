"""NVRTC compiles kernels for every architecture, with no device."""
import pytest

from cupy._codegen.param_block import CORE
from cupy_cuda import backend, find, linking
from cupy_cuda.compiler import fixed_options, include_folders
from cupy_cuda.errors import CompileError, LibraryMissing

SOURCE = """
template <class T> struct Twice { static T of(T x) { return x + x; } };
template <class T> __global__ void scale(T *x, T factor) { x[threadIdx.x] *= factor; }
extern "C" __global__ void twice(float *x) { x[threadIdx.x] = Twice<float>::of(x[threadIdx.x]); }
"""

needs_nvrtc = pytest.mark.skipif(find.locate("nvrtc") is None, reason="NVRTC is not installed")


@pytest.fixture
def compiler():
    return backend.compiler()


@needs_nvrtc
@pytest.mark.parametrize("target", ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"])
def test_cubin(compiler, target):
    done = compiler.compile(SOURCE, name="twice", target=target)
    assert done.image.startswith(b"\x7fELF")
    assert b"twice" in done.image
    assert done.lowered == {}


SEPARATE = """
__device__ __noinline__ double wave(double x) { return sin(x) * exp(cos(x)) + pow(x, 1.5) * tgamma(x); }
extern "C" __global__ void one(double *x) { x[threadIdx.x] = wave(x[threadIdx.x]); }
extern "C" __global__ void two(double *x) { x[threadIdx.x] += wave(x[threadIdx.x]); }
extern "C" __global__ void three(double *x) { x[threadIdx.x] *= wave(x[threadIdx.x]); }
"""


@needs_nvrtc
@pytest.mark.skipif(not linking.available(), reason="nvJitLink is not installed")
def test_functions_compiled_once(compiler):
    whole = compiler.compile(SEPARATE, name="waves", target="sm_90").image
    once = compiler.compile('#include "device/separate.hpp"' + SEPARATE, name="waves", target="sm_90",
                            include_roots=(CORE,)).image
    assert once.startswith(b"\x7fELF")
    assert int.from_bytes(once[16:18], "little") == 2      # an executable
    assert len(once) < 0.6 * len(whole)
    assert all(name in once for name in (b"one", b"two", b"three"))


@needs_nvrtc
def test_name_expressions(compiler):
    done = compiler.compile(SOURCE, name="scale", target="sm_80",
                            name_expressions=("scale<float>", "scale<unsigned long long>"))
    assert len(set(done.lowered.values())) == 2
    assert all(symbol.encode() in done.image for symbol in done.lowered.values())


@needs_nvrtc
def test_ptx(compiler):
    done = compiler.compile(SOURCE, name="twice", target="sm_80", options=("-ptx",))
    assert b".target sm_80" in done.image


@needs_nvrtc
def test_error_has_log_source_and_name(compiler):
    with pytest.raises(CompileError, match="no_such_name") as caught:
        compiler.compile(SOURCE + "__global__ void k() { no_such_name(); }", name="faulty", target="sm_80")
    assert "faulty.cu(5)" in caught.value.log
    assert (caught.value.name, caught.value.source.strip()[:8]) == ("faulty", "template")


@needs_nvrtc
def test_unknown_option(compiler):
    with pytest.raises(CompileError, match="no-such-option"):
        compiler.compile(SOURCE, name="k", target="sm_80", options=("--no-such-option",))


@needs_nvrtc
def test_architecture_that_nvrtc_does_not_know(compiler):
    with pytest.raises(CompileError, match=r"compiles for sm_\d+ to sm_\d+, but this device is sm_999; .*pip install"):
        compiler.compile(SOURCE, name="k", target="sm_999")


@needs_nvrtc
def test_own_headers(compiler, tmp_path):
    (tmp_path / "ours.hpp").write_text("#define OURS 7\n")
    source = '#include "platform.hpp"\n#include "ours.hpp"\nextern "C" __global__ void k(int *x) { *x = OURS; }\n'
    assert compiler.compile(source, name="k", target="sm_90", include_roots=(str(tmp_path),)).image


def test_toolkit_headers_only_for_others(monkeypatch, tmp_path):
    (tmp_path / "ours.hpp").write_text("")
    monkeypatch.setattr(find, "headers", lambda: ("/toolkit/include",))
    assert "/toolkit/include" not in include_folders('#include "ours.hpp"\n#include "platform.hpp"', [str(tmp_path)])
    assert "/toolkit/include" in include_folders("#include <cuda_fp16.h>", [str(tmp_path)])


def test_users_standard_replaces_ours():
    assert fixed_options(("-std=c++20",)) == ["-default-device"]
    assert fixed_options(("-O3",)) == ["--std=c++17", "-default-device"]


def test_compatible_targets(compiler):
    assert compiler.compatible("sm_89") == ("sm_88", "sm_87", "sm_86", "sm_80")
    assert compiler.compatible("sm_90") == ()
    assert compiler.compatible("sm_121") == ("sm_120",)


def test_environment_options(compiler, monkeypatch):
    monkeypatch.delenv("CUPY_CUDA_COMPILE_WITH_DEBUG", raising=False)
    monkeypatch.setenv("CUPY_COMPILE_WITH_PTX", "1")
    assert compiler.environment_options() == ("-ptx",)
    monkeypatch.setenv("CUPY_COMPILE_WITH_PTX", "0")
    assert compiler.environment_options() == ()


@pytest.mark.parametrize("name", sorted(find.LIBRARIES))
def test_missing_library_names_the_command(name, monkeypatch):
    from cupy_cuda.find import search

    def fail(*arguments, **options):
        raise OSError("cannot open shared object file")
    monkeypatch.setattr(search.ctypes, "CDLL", fail)
    monkeypatch.setattr(search, "_pathfinder", lambda name: None)
    with pytest.raises(LibraryMissing, match="pip install "):
        search.load.__wrapped__(name)


def test_packages_of_both_cuda_versions():
    assert find.install_command("cublas", 13) == "pip install nvidia-cublas"
    assert find.install_command("cublas", 12) == "pip install nvidia-cublas-cu12"
    assert find.install_command("nccl", 13) == "pip install nvidia-nccl-cu13"
    assert find.LIBRARIES["cusolver"].soname(12) == "libcusolver.so.11"


@pytest.mark.parametrize(("layout", "folder"), [
    ("pip", "site/nvidia/cu13/lib"), ("conda", "conda/lib"), ("toolkit", "cuda/lib64")])
def test_places(layout, folder, tmp_path, monkeypatch):
    from cupy_cuda.find import search

    path = tmp_path / folder / "libcublas.so.13"
    path.parent.mkdir(parents=True)
    path.touch()
    monkeypatch.setattr(search.sys, "path", [str(tmp_path / "site")])
    monkeypatch.setattr(search.sys, "prefix", "/nonexistent")
    monkeypatch.setattr(search, "majors", lambda: (13, 12))
    monkeypatch.setenv("CONDA_PREFIX", str(tmp_path / "conda"))
    monkeypatch.setenv("CUDA_PATH", str(tmp_path / "cuda"))
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
    assert search.locate.__wrapped__("cublas") == str(path)


def test_unknown_service():
    with pytest.raises(backend.ServiceMissing, match="no service named 'nonsense'"):
        backend.service("nonsense")


def test_service_without_its_library_names_the_command(monkeypatch):
    def missing(name):
        raise ImportError("libcublas.so.13: cannot open")
    monkeypatch.setattr(backend.importlib, "import_module", missing)
    with pytest.raises(backend.ServiceMissing, match="pip install nvidia-cublas"):
        backend.service.__wrapped__("blas")


def test_libraries_are_listed_without_a_driver():
    rows = {name: (version, where) for name, version, where in backend.libraries()}
    assert set(rows) == {"driver", *find.LIBRARIES}
    assert all(where for _, where in rows.values())
