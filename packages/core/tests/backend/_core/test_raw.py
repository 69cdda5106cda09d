"""Raw kernels and modules, on every backend."""
import io

import numpy as np
import pytest

import cupy
from cupy._core import raw_options
from cupy._runtime import driver

SQUARE = r"""
extern "C" __global__ void square(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];
}
"""

STORE = r"""
struct Pair { int a; double b; float c[6]; };
extern "C" __global__ void store(double *out, bool flag, signed char i8, unsigned short u16, int i32,
                                 long long i64, unsigned long long u64, float f, double d) {
    out[0] = flag; out[1] = i8; out[2] = u16; out[3] = i32; out[4] = i64; out[5] = u64; out[6] = f; out[7] = d;
}
extern "C" __global__ void store_complex(double *out, const double *z) { out[0] = z[0]; }
extern "C" __global__ void store_pair(double *out, Pair p) { out[0] = p.a; out[1] = p.b; out[2] = p.c[5]; }
struct Complex { double re, im; };
extern "C" __global__ void store_number(double *out, Complex z) { out[0] = z.re; out[1] = z.im; }
"""


@pytest.fixture(scope="module")
def square():
    return cupy.RawKernel(SQUARE, "square")


@pytest.fixture(scope="module")
def store():
    return cupy.RawModule(code=STORE)


def test_launch(square):
    x = cupy.arange(1000, dtype="f")
    y = cupy.zeros_like(x)
    assert square((8,), (128,), (x, y, 1000)) is None
    np.testing.assert_array_equal(cupy.asnumpy(y), np.arange(1000, dtype="f") ** 2)


def test_int_sizes_and_list_of_arguments(square):
    x = cupy.arange(64, dtype="f")
    y = cupy.zeros_like(x)
    square(2, 32, [x, y, np.int32(64)])
    assert float(cupy.asnumpy(y)[-1]) == 63**2


def test_three_dimensions():
    kernel = cupy.RawKernel(r"""
extern "C" __global__ void where(int *out) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
}""", "where")
    out = cupy.zeros(2 * 3 * 2 * 4 * 2 * 3, "i")
    kernel((2, 3, 2), (4, 2, 3), (out,))
    expected = [block * 1000 + thread for block in range(12) for thread in range(24)]
    assert cupy.asnumpy(out).tolist() == expected


def test_numbers(store):
    out = cupy.zeros(8, "d")
    store.get_function("store")((1,), (1,), (
        out, True, np.int8(-3), np.uint16(65535), -7, 2**40, 2**64 - 2**12, np.float32(0.5), 1.25))
    assert cupy.asnumpy(out).tolist() == [1, -3, 65535, -7, 2**40, 2**64 - 2**12, 0.5, 1.25]


@pytest.mark.parametrize("z", [3 - 4j, np.complex128(3 - 4j), np.array(3 - 4j)])
def test_complex(store, z):
    out = cupy.zeros(2, "d")
    store.get_function("store_number")((1,), (1,), (out, z))
    assert cupy.asnumpy(out).tolist() == [3, -4]


@pytest.mark.parametrize("wrap", [lambda a: a[0], lambda a: a.reshape(())])
def test_structure(store, wrap):
    dtype = np.dtype([("a", "i4"), ("b", "f8"), ("c", "f4", 6)], align=True)
    value = np.zeros(1, dtype)
    value["a"], value["b"], value["c"] = 7, 2.5, np.arange(6)
    out = cupy.zeros(3, "d")
    store.get_function("store_pair")((1,), (1,), (out, wrap(value)))
    assert cupy.asnumpy(out).tolist() == [7, 2.5, 5]


def test_view_is_passed_by_its_first_element(square):
    x = cupy.arange(10, dtype="f")
    y = cupy.zeros(10, "f")
    square((1,), (4,), (x[2:], y[5:], 4))
    assert cupy.asnumpy(y).tolist() == [0, 0, 0, 0, 0, 4, 9, 16, 25, 0]


def test_pointer_and_other_arrays(square):
    x = cupy.arange(4, dtype="f")
    y = cupy.zeros(4, "f")

    class Other:
        __cuda_array_interface__ = {"data": (x.data.ptr, False), "shape": (4,), "typestr": "<f4", "version": 3}

    square((1,), (4,), (Other(), y.data, 4))
    assert cupy.asnumpy(y).tolist() == [0, 1, 4, 9]


@pytest.mark.parametrize("arg", [np.zeros(3), "text", object(), [1]])
def test_argument_that_cannot_be_passed(square, arg):
    with pytest.raises(TypeError, match="argument 1 of kernel square cannot be passed"):
        square((1,), (1,), (1, arg))


def test_numpy_array_names_the_remedy(square):
    with pytest.raises(TypeError, match=r"cupy\.asarray"):
        square((1,), (1,), (np.zeros(3),))


def test_shared_memory_and_barrier():
    kernel = cupy.RawKernel(r"""
extern "C" __global__ void reverse(int *x) {
    extern __shared__ int buffer[];
    buffer[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}""", "reverse")
    x = cupy.arange(100, dtype="i")
    kernel((1,), (100,), (x,), shared_mem=400)
    assert cupy.asnumpy(x).tolist() == list(range(99, -1, -1))


def test_name_expressions():
    module = cupy.RawModule(code=r"""
template <class T, int N> __global__ void fill(T *x, T value) { x[threadIdx.x] = value + N; }
""", name_expressions=("fill<int, 1>", "fill<double, 2>"))
    for expression, value, expected in (("fill<int, 1>", np.int32(3), [4] * 5), ("fill<double, 2>", 0.5, [2.5] * 5)):
        x = cupy.zeros(5, np.asarray(value).dtype)
        module.get_function(expression)((1,), (5,), (x, value))
        assert cupy.asnumpy(x).tolist() == expected


def test_global():
    module = cupy.RawModule(code=r"""
extern "C" __device__ int counters[3];
extern "C" { __device__ int table[3] = {5, 6, 7}; }
extern "C" __global__ void read(int *out) { out[threadIdx.x] = table[threadIdx.x]; }
""")
    pointer = module.get_global("table")
    table = cupy.ndarray((3,), "i", pointer)
    assert cupy.asnumpy(table).tolist() == [5, 6, 7]
    table[...] = cupy.arange(3, dtype="i")
    out = cupy.zeros(3, "i")
    module.get_function("read")((1,), (3,), (out,))
    assert cupy.asnumpy(out).tolist() == [0, 1, 2]


def test_options():
    kernel = cupy.RawKernel('extern "C" __global__ void k(int *x) { *x = VALUE; }', "k", options=("-DVALUE=42",))
    x = cupy.zeros(1, "i")
    kernel((1,), (1,), (x,))
    assert int(cupy.asnumpy(x)[0]) == 42


def test_header_of_the_user(tmp_path):
    (tmp_path / "mine.h").write_text("#define MINE 1\n")
    code = '#include "mine.h"\nextern "C" __global__ void k(int *x) { *x = MINE; }'
    x = cupy.zeros(1, "i")
    for value in (1, 2):
        (tmp_path / "mine.h").write_text(f"#define MINE {value}\n")
        cupy.RawKernel(code, "k", options=(f"-I{tmp_path}",))((1,), (1,), (x,))
        cupy._runtime.kernel_cache.clear()
        assert int(cupy.asnumpy(x)[0]) == value


def test_complex_headers():
    kernel = cupy.RawKernel(r"""
#include <cuComplex.h>
extern "C" __global__ void k(cuDoubleComplex *x) { x[0] = cuCdiv(cuCmul(x[0], x[1]), make_cuDoubleComplex(0, 2)); }
""", "k", translate_cucomplex=True)
    x = cupy.asarray([1 + 2j, 3 - 1j])
    kernel((1,), (1,), (x,))
    np.testing.assert_allclose(cupy.asnumpy(x)[0], (1 + 2j) * (3 - 1j) / 2j)


def test_complex_template():
    kernel = cupy.RawKernel(r"""
#include <cupy/complex.cuh>
extern "C" __global__ void k(complex<float> *x) { x[0] = conj(x[0]) * thrust::complex<float>(0, 1); }
""", "k")
    x = cupy.asarray([1 + 2j], dtype="F")
    kernel((1,), (1,), (x,))
    assert complex(cupy.asnumpy(x)[0]) == (1 - 2j) * 1j


def test_compile_error_shows_source_and_message():
    kernel = cupy.RawKernel('extern "C" __global__ void k(int *x) {\n    *x = no_such_name;\n}', "k")
    with pytest.raises(cupy.cuda.compiler.CompileException) as caught:
        kernel((1,), (1,), (cupy.zeros(1, "i"),))
    text = str(caught.value)
    assert text.startswith("k does not compile for")
    assert "no_such_name" in caught.value.log
    assert "2 |     *x = no_such_name;" in text


def test_kernel_that_is_not_there():
    with pytest.raises(AttributeError, match="no kernel named 'triangle'"):
        cupy.RawModule(code=SQUARE).get_function("triangle")
    with pytest.raises(AttributeError, match="no variable named 'area'"):
        cupy.RawModule(code=SQUARE).get_global("area")


def test_launch_that_the_device_refuses_names_the_kernel(square):
    x = cupy.zeros(1, "f")
    with pytest.raises(cupy.cuda.driver.CUDADriverError, match=r"launching kernel square with grid \(1, 1, 1\)"):
        square((1,), (100_000,), (x, x, 1))


@pytest.mark.parametrize(("arguments", "error"), [
    ({"code": SQUARE, "path": "x"}, TypeError),
    ({}, TypeError),
    ({"code": b"bytes"}, TypeError),
    ({"code": SQUARE, "options": "-O3"}, TypeError),
    ({"code": SQUARE, "options": (1,)}, TypeError),
    ({"code": SQUARE, "backend": "clang"}, ValueError),
    ({"path": "x", "name_expressions": ("f<int>",)}, TypeError),
])
def test_bad_module_arguments(arguments, error):
    with pytest.raises(error):
        cupy.RawModule(**arguments)


@pytest.mark.parametrize(("name", "error"), [
    ("a b", ValueError), ("", ValueError), (7, TypeError), ("x;y", ValueError)])
def test_bad_names(name, error):
    with pytest.raises(error):
        cupy.RawKernel(SQUARE, name)
    with pytest.raises(error):
        raw_options.check_name(name)


def test_four_sizes(square):
    with pytest.raises(ValueError, match="more than three sizes"):
        square((1, 1, 1, 1), (1,), ())


def test_negative_size(square):
    with pytest.raises(OverflowError):
        square((-1,), (1,), ())


def test_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        cupy.RawModule(path=str(tmp_path / "gone.cubin")).get_function("k")


def test_attributes(square):
    assert square.max_threads_per_block >= 1
    assert set(square.attributes) == {
        "max_threads_per_block", "shared_size_bytes", "const_size_bytes", "local_size_bytes", "num_regs",
        "ptx_version", "binary_version", "cache_mode_ca", "max_dynamic_shared_size_bytes",
        "preferred_shared_memory_carveout"}
    assert square.attributes["num_regs"] == square.num_regs
    assert (square.name, square.options, square.backend, square.file_path) == ("square", (), "nvrtc", None)
    assert square.code == SQUARE
    assert square.kernel.name == "square"
    assert not square.enable_cooperative_groups


def test_dynamic_shared_size_can_be_set(square):
    before = square.max_dynamic_shared_size_bytes
    square.max_dynamic_shared_size_bytes = 16384
    # HIP lets every kernel have all of it, and nothing changes.
    wanted = before if driver.backend().name == "rocm" else 16384
    assert square.max_dynamic_shared_size_bytes == wanted


def test_all_shared_memory_that_may_be_asked_for():
    kernel = cupy.RawKernel("""extern "C" __global__ void last(float *out, int count) {
        extern __shared__ float items[];
        items[count - 1] = 5;
        *out = items[count - 1];
    }""", "last")
    size = cupy.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"]
    kernel.max_dynamic_shared_size_bytes = size
    out = cupy.zeros(1, "f")
    kernel((1,), (1,), (out, size // 4), shared_mem=size)
    assert out[0] == 5


def test_compile_writes_a_log():
    log = io.StringIO()
    cupy.RawModule(code=SQUARE).compile(log_stream=log)
    assert isinstance(log.getvalue(), str)


def test_same_source_is_loaded_once():
    first, second = cupy.RawKernel(SQUARE, "square"), cupy.RawKernel(SQUARE, "square")
    assert first.kernel.module is second.kernel.module


def test_on_a_stream(square):
    x = cupy.arange(4, dtype="f")
    y = cupy.zeros(4, "f")
    cupy.cuda.get_current_stream().synchronize()
    with cupy.cuda.Stream() as stream:
        square((1,), (4,), (x, y, 4))
        stream.synchronize()
    assert cupy.asnumpy(y).tolist() == [0, 1, 4, 9]
