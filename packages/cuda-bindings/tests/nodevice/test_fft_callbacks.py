"""Callbacks of Fourier transforms compile to images for cuFFT's linker."""
import pytest

from cupy_cuda.adapters import fft_callbacks
from cupy_cuda.errors import CompileError

pytest.importorskip("cupy_cuda.nvrtc")

LOAD = """
__device__ {item} helper({item} x) {{ return x; }}
__device__ {item} CB_Load(void *data, size_t offset, void *info, void *shared) {{
    return helper((({item} *)data)[offset]);
}}
"""
STORE = """
__device__ void CB_Store(void *data, size_t offset, {item} element, void *info, void *shared) {{
    (({item} *)data)[offset] = element;
}}
"""
ITEMS = ("cufftComplex", "cufftDoubleComplex", "cufftReal", "cufftDoubleReal")


@pytest.fixture(scope="module", autouse=True)
def nvrtc():
    from cupy_cuda import nvrtc
    try:
        nvrtc.version()
    except ImportError as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("number", range(8))
def test_every_type_compiles(number):
    source = (STORE if number >= 4 else LOAD).format(item=ITEMS[number % 4])
    symbol, image = fft_callbacks.compile_callback(source, number, "sm_90")
    assert symbol == ("cupy_fft_store" if number >= 4 else "cupy_fft_load")
    assert len(image) > 100


def test_the_pointer_names_the_function():
    source = LOAD.format(item="cufftComplex") + """
    __device__ cufftComplex other(void *, size_t, void *, void *) { return {1.f, 0.f}; }
    __device__ cufftCallbackLoadC d_loadCallbackPtr = CB_Load;
    """
    assert fft_callbacks._function_name(source, False) == "CB_Load"
    assert len(fft_callbacks.compile_callback(source, 0, "sm_90")[1]) > 100
    assert fft_callbacks._function_name(LOAD.format(item="cufftReal"), False) == "CB_Load"
    with pytest.raises(ValueError, match="__device__"):
        fft_callbacks._function_name("int x;", False)


def test_errors_of_the_compiler_come_with_its_log():
    with pytest.raises(CompileError, match="nonsense"):
        fft_callbacks.compile_callback("__device__ cufftReal f(void *, size_t, void *, void *) { return nonsense; }",
                                       2, "sm_90")
