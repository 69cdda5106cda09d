"""hipRTC compiles kernels with no device; where it is not installed, what surrounds it is tested."""
import re
from pathlib import Path

import pytest

import cupy_rocm
from cupy_rocm import architectures, backend, compiler, driver
from cupy_rocm.child import Child
from cupy_rocm.errors import CompileError

needs_hiprtc = pytest.mark.skipif(bool(driver.reason()), reason="no hipRTC: nox -s kernels installs one and runs this")

SOURCE = """
template <class T> __global__ void scale(T *x, T factor) { x[threadIdx.x] *= factor; }
extern "C" __global__ void twice(float *x) { x[threadIdx.x] += __shfl_xor_sync(~0u, x[threadIdx.x], 1); }
"""


@pytest.fixture(scope="module")
def hiprtc():
    return backend.compiler()


@needs_hiprtc
@pytest.mark.parametrize("target", ["gfx90a", "gfx1030", "gfx90a:sramecc+:xnack-"])
def test_code_object(hiprtc, target):
    done = hiprtc.compile(SOURCE, name="twice", target=target)
    assert done.image.startswith(b"\x7fELF")
    assert b"twice" in done.image
    assert done.lowered == {}


@needs_hiprtc
def test_name_expressions(hiprtc):
    done = hiprtc.compile(SOURCE, name="scale", target="gfx90a", name_expressions=("scale<float>", "scale<long long>"))
    assert len(set(done.lowered.values())) == 2
    assert all(symbol.encode() in done.image for symbol in done.lowered.values())


@needs_hiprtc
def test_error_has_log_source_and_name(hiprtc):
    with pytest.raises(CompileError, match="no_such_name") as caught:
        hiprtc.compile(SOURCE + "__global__ void k() { no_such_name(); }", name="faulty", target="gfx1030")
    assert "faulty.hip:4:23: error" in caught.value.log
    assert (caught.value.name, caught.value.source.strip()[:8]) == ("faulty", "template")


@needs_hiprtc
def test_unknown_option(hiprtc):
    with pytest.raises(CompileError, match="no-such-option"):
        hiprtc.compile(SOURCE, name="k", target="gfx90a", options=("--no-such-option",))


@needs_hiprtc
def test_abort_ends_the_child_alone(hiprtc):
    child = Child()
    for _ in range(2):
        with pytest.raises(CompileError, match="hipRTC ended its process \\(signal"):
            child.compile(SOURCE, "k.hip", ["--offload-arch=gfx9999"], ())
    image, log, lowered = child.compile("extern \"C\" __global__ void k() {}", "k.hip", ["--offload-arch=gfx90a"], ())
    assert image.startswith(b"\x7fELF")


@needs_hiprtc
def test_own_headers(hiprtc, tmp_path):
    (tmp_path / "ours.hpp").write_text("#define OURS 7\n")
    source = '#include "platform.hpp"\n#include "ours.hpp"\n#include <cuda_runtime.h>\n' \
             'extern "C" __global__ void k(int *x) { *x = OURS; }\n'
    assert hiprtc.compile(source, name="k", target="gfx90a", include_roots=(str(tmp_path),)).image


@needs_hiprtc
@pytest.mark.parametrize("target", ["gfx90a", "gfx1030"])
def test_callbacks_of_fourier_transforms(hiprtc, target):
    from cupy_rocm.adapters.fft_callbacks import callback_source

    load = "__device__ cufftComplex f(void *x, size_t i, void *, void *) { return ((cufftComplex *)x)[i]; }"
    store = "__device__ void f(void *x, size_t i, hipfftDoubleReal y, void *, void *) { ((double *)x)[i] = y; }"
    for source, number, name in ((load, 0, "cupy_fft_load"), (store, 7, "cupy_fft_store")):
        symbol, text = callback_source(source, number)
        assert symbol == name and name.encode() in hiprtc.compile(text, name=symbol, target=target).image
        with pytest.raises(CompileError, match="no_such_name"):
            hiprtc.compile(text.replace("= f;", "= no_such_name;"), name=symbol, target=target)


@pytest.mark.parametrize(("target", "version", "said"), [
    ("gfx9999", (6, 4), "'gfx9999' is no architecture that hipRTC 6.4 is known to compile for; these are: gfx803"),
    ("sm_90", (6, 4), "'sm_90' is no architecture"),
    ("", (6, 4), "'' is no architecture"),
    ("gfx1201", (6, 0), "gfx1201 needs HIP 6.3 or newer, and this is hipRTC 6.0"),
    ("gfx90a:fast+", (6, 0), "'fast\\+' of 'gfx90a:fast\\+' is no feature"),
])
def test_unknown_architecture(target, version, said):
    with pytest.raises(ValueError, match=said):
        architectures.check(target, version)


def test_known_architectures():
    for name, known in architectures.ARCHITECTURES.items():
        architectures.check(name, known.since)
        assert known.warp == (32 if len(name) == 7 else 64)


def test_unknown_architecture_is_a_compile_error(monkeypatch):
    from cupy_rocm import hiprtc

    monkeypatch.setattr(hiprtc, "version", lambda: (6, 4))
    with pytest.raises(CompileError, match="gfx9999"):
        backend.compiler().compile(SOURCE, name="k", target="gfx9999")


@pytest.mark.skipif(not driver.reason(), reason="there is a hipRTC")
def test_no_hiprtc_is_a_compile_error():
    with pytest.raises(CompileError, match="libamdhip64 is not installed"):
        backend.compiler().compile(SOURCE, name="k", target="gfx90a")


def test_options():
    assert compiler.translate(["--std=c++20", "-DN=4", "--use_fast_math", "-arch=sm_90", "-lineinfo"]) == [
        "-std=c++20", "-DN=4", "-ffast-math", "-gline-tables-only"]
    assert compiler.fixed_options(("--std=c++14",)) == []
    assert compiler.fixed_options(("-O3",)) == ["-std=c++17"]


def test_users_kernels_may_use_cudas_names():
    assert compiler.prelude("extern \"C\" __global__ void k() {}") == '#include "cuda_names.hpp"\n'
    assert compiler.prelude("CUPY_KERNEL k() {}") == ""


def test_platform_has_the_names_of_cudas():
    def names(path):
        text = re.sub(r"//.*", "", path.read_text())
        return {*re.findall(r"#define (\w+)", text), *re.findall(r"CUPY_DEVICE [\w ]+?[ *](\w+)\(", text),
                *re.findall(r"using (\w+) =|constexpr int (\w+)", text)}

    own = Path(cupy_rocm.__file__).parent / "kernels" / "platform.hpp"
    cuda = pytest.importorskip("cupy_cuda")
    constants = {"HUGE_VAL", "INFINITY", "NAN"}         # of builtins, which CUDA's compiler has not, for all others
    assert names(own) | constants == names(Path(cuda.__file__).parent / "kernels" / "platform.hpp")
    assert len(names(own)) > 35
