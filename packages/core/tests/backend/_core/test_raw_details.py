"""Raw kernels: null pointers, pickles, macros that are names in our headers, what is not there."""
import pickle

import pytest

import cupy
from cupy.cuda import driver

FILL = r"""
extern "C" __global__ void fill(int *x, int *also) { x[threadIdx.x] = 7; if (also) also[threadIdx.x] = 8; }
template <class T> __global__ void fill_with(T *x, T value) { x[threadIdx.x] = value; }
"""


def test_none_is_a_null_pointer():
    x = cupy.zeros(3, "i")
    cupy.RawKernel(FILL, "fill")((1,), (3,), (x, None))
    assert x.tolist() == [7, 7, 7]


@pytest.mark.parametrize("make", [
    lambda: cupy.RawKernel(FILL, "fill", options=("-DX=1",)),
    lambda: cupy.RawModule(code=FILL).get_function("fill"),
    lambda: cupy.RawModule(code=FILL, name_expressions=["fill_with<int>"]).get_function("fill_with<int>"),
])
def test_pickle(make):
    kernel = make()
    again = pickle.loads(pickle.dumps(kernel))
    x = cupy.zeros(3, "i")
    again((1,), (3,), (x, cupy.int32(7) if "<" in kernel.name else None))
    assert x.tolist() == [7, 7, 7]
    assert (again.name, again.options, again.code) == (kernel.name, kernel.options, kernel.code)


def test_pickled_module():
    module = pickle.loads(pickle.dumps(cupy.RawModule(code=FILL, name_expressions=["fill_with<int>"])))
    assert module.name_expressions == ("fill_with<int>",)
    assert module.get_function("fill_with<int>").name == "fill_with<int>"


@pytest.mark.parametrize("find", ["get_function", "get_global"])
def test_symbol_that_is_not_there(find):
    with pytest.raises(driver.CUDADriverError, match="(?i)not_?found") as caught:
        getattr(cupy.RawModule(code=FILL), find)("nothing")
    assert caught.value.status == 500
    assert isinstance(caught.value, AttributeError)


def test_file_that_is_not_there(tmp_path):
    with pytest.raises(driver.CUDADriverError, match="no such file") as caught:
        cupy.RawModule(path=str(tmp_path / "gone.cubin")).get_function("k")
    assert isinstance(caught.value, FileNotFoundError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_file_that_is_no_module(tmp_path):
    (tmp_path / "bad.cubin").write_bytes(b"bad")
    with pytest.raises(driver.CUDADriverError):
        cupy.RawModule(path=str(tmp_path / "bad.cubin")).get_function("k")


@pytest.mark.parametrize("macro", ["N", "A", "U", "block"])
def test_macros_of_names_in_our_headers(macro):     # T: NVRTC 13.0's own header has that
    code = f'extern "C" __global__ void k(int *out) {{ *out = {macro}; }}'
    out = cupy.zeros(1, "i")
    cupy.RawKernel(code, "k", options=("-D", f"{macro}=5"))((1,), (1,), (out,))
    assert int(out[0]) == 5


@pytest.mark.parametrize("macro", ["N", "A"])
def test_macros_of_elementwise_and_reduction_kernels(macro):
    options = (f"-D{macro}=5", "-Dtwice(v)=(2 * v)")
    x = cupy.arange(3.0)
    add = cupy.ElementwiseKernel("T x", "T y", f"y = twice(x) + {macro}", "add", options=options)
    assert add(x).tolist() == [5, 7, 9]
    total = cupy.ReductionKernel("T x", "T y", f"twice(x) + {macro}", "a + b", "y = a", "0", "total", options=options)
    assert total(x).item() == 21


def test_headers_of_a_preamble(tmp_path):
    (tmp_path / "mine.h").write_text("template <class T> __device__ T third(T x) { return x / 3 + OFFSET; }\n")
    settings = {"preamble": '#include "mine.h"\n', "options": (f"-I{tmp_path}", "-DOFFSET=1")}
    x = cupy.asarray([3.0, 6.0])
    assert cupy.ElementwiseKernel("T x", "T y", "y = third(x)", "third_of", **settings)(x).tolist() == [2, 3]
    assert cupy.ReductionKernel("T x", "T y", "third(x)", "a + b", "y = a", "0", "thirds", **settings)(x).item() == 5


SPAN = r"""
template <class T, class I, int N> struct span { T *data; I extents[N], strides[N]; };
template <class T, class I> __device__ void walk(span<T, I, 2> x, double *out) {
    int row = threadIdx.x, column = threadIdx.y;
    if (row < x.extents[0] && column < x.extents[1])
        out[row * x.extents[1] + column] = x.data[row * x.strides[0] + column * x.strides[1]];
}
extern "C" __global__ void walk32(span<float, int, 2> x, double *out) { walk(x, out); }
extern "C" __global__ void walk64(span<float, long long, 2> x, double *out) { walk(x, out); }
extern "C" __global__ void none(span<float, long long, 1> *x, float *y) { y[0] = 1; }
"""


@pytest.mark.parametrize(("kernel", "index_type"), [("walk32", "i4"), ("walk64", None)])
@pytest.mark.parametrize("view", [lambda x: x, lambda x: x.T, lambda x: x[::2, ::-1], lambda x: x[:0]])
def test_mdspan(kernel, index_type, view):
    x = view(cupy.arange(24, dtype="f").reshape(4, 6))
    out = cupy.zeros(x.shape)
    cupy.RawModule(code=SPAN).get_function(kernel)((1,), (6, 6), (x.mdspan(index_type, allow_unsafe=True), out))
    assert (out == x).all()


def test_mdspan_that_cannot_be():
    x = cupy.arange(6, dtype="f").reshape(2, 3)
    assert x[0, 0].mdspan().value.dtype.itemsize == 8
    for index_type in ("i2", "f8"):
        with pytest.raises(ValueError, match="32 or 64 bits"):
            x.mdspan(index_type=index_type)
    with pytest.raises(ValueError, match="negative"):
        x[::-1].mdspan(index_type="u4")
    far = cupy.broadcast_to(x[:, :1], (2, 2**32))
    with pytest.raises(ValueError, match="cannot count"):
        far.mdspan(index_type="i4")
    assert far.mdspan(allow_unsafe=True).value["extents"].tolist() == [2, 2**32]
    for unsafe in (x[::-1], far, x[:0]):
        with pytest.raises(ValueError, match="allow_unsafe"):
            unsafe.mdspan()
    assert x.mdspan(index_type="i4", allow_unsafe=True).value["strides"].tolist() == [3, 1]
