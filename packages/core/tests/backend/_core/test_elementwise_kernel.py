"""ElementwiseKernel: parameters, types, layouts, raw arrays, atomic functions, errors."""
import gc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cupy
from cupy import ElementwiseKernel

def host(x):
    return tuple(map(host, x)) if isinstance(x, tuple) else cupy.asnumpy(x)


def equal(got, want):
    got, want = host(got), np.asarray(want)
    assert got.dtype == want.dtype
    np.testing.assert_array_equal(got, want)


squared_diff = ElementwiseKernel("float32 x, float32 y", "float32 z", "z = (x - y) * (x - y)", "squared_diff")
generic = ElementwiseKernel("T x, U y", "T sum, U difference", "sum = x + y; difference = x - y", "generic")
reverse = ElementwiseKernel("raw T x", "T y", "y = x[n - 1 - i]", "reverse")
keep = ElementwiseKernel("T x", "T y", "if (x > 2) y = x", "keep")
accumulate = ElementwiseKernel("T x", "T y", "y += x", "accumulate")
position = ElementwiseKernel("T x", "T y", "y = x + T(i)", "position")


def test_arrays_and_scalars():
    x = cupy.arange(10, dtype="f").reshape(2, 5)
    y = cupy.arange(5, dtype="f")
    equal(squared_diff(x, y), (host(x) - host(y)) ** 2)
    equal(squared_diff(x, 5), (host(x) - np.float32(5)) ** 2)
    equal(squared_diff(3, np.float64(1)), np.float32(4))
    equal(squared_diff(x, x[:1, :1]), (host(x) - 0) ** 2)


@pytest.mark.parametrize("dtype", "bBhHiIlLefd")
def test_placeholders(dtype):
    x = cupy.arange(6, dtype=dtype)
    total, difference = generic(x, cupy.arange(6, dtype="d"))
    equal(total, (np.arange(6) * 2).astype(dtype))
    equal(difference, np.zeros(6))
    assert generic(x, 1)[0].dtype == np.dtype(dtype)
    assert generic(x, 1)[1].dtype == np.int64
    assert generic(x, np.float32(1))[1].dtype == np.float32


def test_placeholder_takes_the_type_of_an_array_before_a_scalar():
    same = ElementwiseKernel("T x, T y", "T z", "z = x + y", "same")
    equal(same(1.5, cupy.arange(3, dtype="f")), np.arange(3, dtype="f") + np.float32(1.5))


@pytest.mark.parametrize("dtype", ["F", "D"])
def test_complex(dtype):
    kernel = ElementwiseKernel("T z, float64 x", "T w, float64 a",
                               "w = conj(z) * T(x) + T(0, 1); a = z.real() + norm(z)", "complex_parts")
    z = np.array([1 + 2j, 3 - 4j], dtype)
    w, a = kernel(cupy.asarray(z), 2)
    equal(w, (z.conj() * 2 + 1j).astype(dtype))
    equal(a, z.real.astype("d") + np.array([5, 25.0]))


def test_half_precision():
    kernel = ElementwiseKernel("float16 x", "float16 y", "float16 t = x * 2; t += 1; y = x > 1 ? t : sqrt(x)", "half")
    x = np.array([0.25, 1, 2, 3], "e")
    equal(kernel(cupy.asarray(x)), np.array([0.5, 1, 5, 7], "e"))


def test_outputs():
    x = cupy.arange(6, dtype="f")
    out = cupy.empty(6, "f")
    assert squared_diff(x, 1, out) is out
    equal(out, (np.arange(6, dtype="f") - 1) ** 2)
    frame = cupy.zeros((6, 3), "f")
    squared_diff(x, 1, frame[:, 1])
    equal(frame[:, 1], host(out))
    assert not host(frame[:, ::2]).any()
    assert isinstance(ElementwiseKernel("T x", "T y", "y = x", "one", return_tuple=True)(x), tuple)
    assert ElementwiseKernel("T x", "T y", "y = x", "none", no_return=True)(x) is None


def test_conditional_output_keeps_its_value():
    equal(keep(cupy.arange(5), cupy.full(5, -1)), [-1, -1, -1, 3, 4])
    frame = cupy.full((5, 2), -1)
    keep(cupy.arange(5), frame[:, 0])
    equal(frame, [[-1, -1]] * 3 + [[3, -1], [4, -1]])
    total = cupy.ones((40, 40))
    accumulate(cupy.arange(1600.0).reshape(40, 40).T, total)
    equal(total, 1 + np.arange(1600.0).reshape(40, 40).T)


def test_raw_arrays():
    equal(reverse(cupy.arange(7), size=7), np.arange(7)[::-1])
    equal(reverse(cupy.arange(14)[::2], size=7), np.arange(14)[::2][::-1])
    x = cupy.arange(24).reshape(2, 3, 4)
    for view in (x, x.transpose(2, 0, 1), x[:, ::-1, ::2], x[0, 1]):
        equal(reverse(view, size=view.size), host(view).ravel()[::-1])


def test_raw_output_and_indices():
    scatter = ElementwiseKernel("T x, raw int64 place", "raw T y",
                                "ptrdiff_t at[] = {place[2 * i], place[2 * i + 1]}; y[at] = x", "scatter")
    out = cupy.zeros((2, 3))
    scatter(cupy.arange(1.0, 4.0), cupy.asarray([0, 2, 1, 0, 1, 1]), out)
    equal(out, np.array([[0, 0, 1.0], [2, 3, 0]]))
    describe = ElementwiseKernel("raw T x", "int64 y", "y = i == 0 ? x.size() : i < 3 ? x.shape()[i - 1] : "
                                 "i < 5 ? x.strides()[i - 3] : x.ndim", "describe")
    view = cupy.zeros((4, 6), "f")[::2, ::3]
    equal(describe(view, size=6), [4, 2, 2, 48, 12, 2])


def test_index_and_size():
    equal(position(cupy.zeros((3, 4)).T), np.arange(12.0).reshape(4, 3))
    equal(position(cupy.zeros((3, 4))[::-1, ::2]), np.arange(6.0).reshape(3, 2))
    whole = ElementwiseKernel("T x", "int64 y", "y = _ind.size() + 0 * n", "whole")
    equal(whole(cupy.zeros((3, 4))), np.full((3, 4), 12))


def test_preamble_options_and_fragments():
    kernel = ElementwiseKernel(
        "T x", "T y", "y = twice(x) + extra + OFFSET", "fragments", options=("-DOFFSET=5",),
        preamble="template <class A> __device__ A twice(A a) { return a + a; }", loop_prep="const T extra = 100;",
        after_loop="y += 1000;")
    equal(kernel(cupy.arange(3)), [1105, 1107, 1109])
    assert kernel.kwargs["options"] == ("-DOFFSET=5",)


def test_continue_and_return_end_an_element():
    kernel = ElementwiseKernel("int64 x", "int64 y", "if (x == 1) continue; if (x == 2) return; y = 7", "skip")
    equal(kernel(cupy.arange(4), cupy.full(4, -1)), [7, -1, -1, 7])


def test_empty():
    equal(squared_diff(cupy.zeros((0, 3), "f"), cupy.zeros(3, "f")), np.zeros((0, 3), "f"))
    equal(reverse(cupy.zeros(0), size=0), np.zeros(0))


@st.composite
def views(draw):
    """A shape, and views of two arrays with this shape."""
    shape = tuple(draw(st.lists(st.integers(1, 6), max_size=4)))
    made = []
    for _ in range(2):
        order = draw(st.permutations(range(len(shape))))
        steps = [draw(st.sampled_from([1, 2, -1, 0])) for _ in shape]
        lengths = [n * abs(s) or 1 for n, s in zip(shape, steps, strict=True)]
        a = np.arange(float(np.prod([lengths[d] for d in order]))).reshape([lengths[d] for d in order])
        made.append((a, np.argsort(order) if shape else (), tuple(slice(None, None, s or None) for s in steps)))
    return shape, made


@settings(max_examples=100, deadline=None)
@given(views())
def test_any_layout(problem):
    shape, made = problem
    wanted = [np.broadcast_to(a.transpose(axes)[index], shape) for a, axes, index in made]
    arrays = [cupy.asarray(a).transpose(*map(int, axes))[index] for a, axes, index in made]
    kernel = _ANY
    equal(kernel(*arrays, cupy.zeros(shape)), wanted[0] * 100 + wanted[1] + np.arange(np.prod(shape)).reshape(shape))


_ANY = ElementwiseKernel("float64 x, float64 y", "float64 z", "z = x * 100 + y + i", "any_layout")


def test_attributes():
    assert (generic.nin, generic.nout, generic.nargs, generic.name) == (2, 2, 4, "generic")
    assert [p.name for p in generic.in_params] == ["x", "y"]
    assert [p.name for p in generic.params] == ["x", "y", "sum", "difference"]
    assert generic.operation == "sum = x + y; difference = x - y"
    assert (generic.preamble, generic.no_return, generic.return_tuple, generic.reduce_dims) == ("", False, False, True)
    squared_diff(cupy.zeros(1, "f"), 0)
    assert "z = (x - y) * (x - y)" in squared_diff.cached_code
    assert squared_diff.cached_code in squared_diff.cached_codes.values()
    assert repr(squared_diff) == "<ElementwiseKernel 'squared_diff'>"


@pytest.mark.parametrize("call, error, message", [
    (lambda x: squared_diff(x), TypeError, "Wrong number of arguments"),
    (lambda x: squared_diff(x, x.astype("d")), TypeError, "y has dtype float64"),
    (lambda x: squared_diff(x, x, x.astype("d")), TypeError, "z has dtype float64"),
    (lambda x: squared_diff(x, np.ones(4, "f")), TypeError, "Unsupported type"),
    (lambda x: squared_diff(x, "1"), TypeError, "parameter 'y'"),
    (lambda x: squared_diff(x, 1, 2), TypeError, "Output argument 'z'"),
    (lambda x: squared_diff(x, cupy.ones(3, "f")), ValueError, "could not be broadcast"),
    (lambda x: squared_diff(x, x, cupy.ones(1, "f")), ValueError, "Out shape is mismatched"),
    (lambda x: squared_diff(x, x, size=4), ValueError, "size"),
    (lambda x: reverse(x), ValueError, "Loop size is undecided"),
    (lambda x: reverse(x, size=-1), ValueError, "negative"),
    (lambda x: squared_diff(x, x, block_size=0), ValueError, "block_size"),
    (lambda x: generic(x, x, x, x.astype("i")), TypeError, "difference has dtype int32"),
    (lambda x: ElementwiseKernel("T x", "U y", "y = x", "k")(x), TypeError, "the type U of 'y'"),
    (lambda x: ElementwiseKernel("foo x", "T y", "y = x", "k"), TypeError, "'foo' is not the name"),
    (lambda x: ElementwiseKernel("object x", "T y", "y = x", "k"), TypeError, "parameter 'x': 'object'"),
    (lambda x: ElementwiseKernel("T x", "T x", "", "k"), ValueError, "two parameters"),
    (lambda x: ElementwiseKernel("T x", "T y", "", "a b"), ValueError, "Invalid kernel name"),
    (lambda x: ElementwiseKernel("T x", "T y", "", "k", wrong=1), TypeError, "wrong"),
])
def test_bad_use(call, error, message):
    """The argument is named."""
    with pytest.raises(error, match=message):
        call(cupy.ones(4, "f"))


def test_code_that_does_not_compile():
    """The message shows the line."""
    with pytest.raises(Exception, match="undefined_name") as caught:
        ElementwiseKernel("T x", "T y", "y = undefined_name", "broken")(cupy.ones(1))
    assert "broken" in str(caught.value)


def test_block_size_is_accepted():
    x = cupy.ones(1000, "f")
    equal(squared_diff(x, 3, block_size=512), np.full(1000, 4, "f"))


def test_kernels_are_collected():
    """A kernel is not kept by its calls."""
    import weakref

    kernel = ElementwiseKernel("T x", "T y", "y = x", "short_lived")
    kernel(cupy.ones(3))
    ref = weakref.ref(kernel)
    del kernel
    gc.collect()
    assert ref() is None


@pytest.mark.parametrize("char", "iIlLfde")
def test_atomic_add(char):
    count = cupy.ElementwiseKernel("int64 v", "raw T x", "atomicAdd(&x[v % 3], T(1))", "count")
    size = 3000 if char == "e" else 30000
    out = count(cupy.arange(size), cupy.zeros(3, char))
    assert out.tolist() == [size / 3] * 3


def test_atomic_functions_return_what_was_there():
    kernel = cupy.ElementwiseKernel(
        "int64 v", "raw float32 x, int32 y",
        "atomicMax(&x[0], v); atomicMin(&x[1], -float(v)); y = atomicExch(&x[2], 1) == 0", "extremes")
    x, first = kernel(cupy.arange(1000), cupy.zeros(3, "f"), cupy.zeros(1000, "i"))
    assert x.tolist() == [999, -999, 1]
    assert int(first.sum()) == 1


def test_shapes_are_of_ptrdiff_t():
    kernel = cupy.ElementwiseKernel(
        "raw T x, int8 k", "int64 y",
        "const ptrdiff_t *shape = x.shape(), *strides = x.strides(), *whole = _ind.shape(), *at = _ind.get();"
        "y = shape[0] + 10 * strides[0] + 1000 * whole[1] + 10000 * at[0]", "shapes")
    assert kernel(cupy.zeros((3, 2)), cupy.zeros((2, 1), "b")).tolist() == [[1163], [11163]]


def test_complex_numbers_by_their_other_name():
    kernel = cupy.ElementwiseKernel(
        "complex64 x", "complex64 y", "y = thrust::complex<float>(1, 2) * thrust::conj(x)", "conjugate")
    assert kernel(cupy.array([1j], "F")).tolist() == [2 - 1j]
    norms = cupy.ReductionKernel("complex128 x", "float64 y", "thrust::norm(x)", "a + b", "y = a", "0", "norms")
    assert norms(cupy.array([1j, 2, 1 + 1j])).item() == 7


def test_assertions_need_no_header():
    kernel = cupy.ElementwiseKernel("T x", "T y", "assert(x >= 0); y = x", "asserted")
    assert kernel(cupy.arange(3.0)).tolist() == [0, 1, 2]


def test_printf(capfd):
    kernel = cupy.ElementwiseKernel("int64 v", "int64 x", r'if (v == 1) printf("item %lld\n", (long long)v); x = v',
                                    "say")
    assert kernel(cupy.arange(3)).tolist() == [0, 1, 2]
    cupy.cuda.Device().synchronize()


def test_position_is_a_reserved_name():
    with pytest.raises(ValueError, match="'i'"):
        cupy.ElementwiseKernel("T i", "T x", "x = i", "k")


def test_options_are_checked():
    with pytest.raises(TypeError, match="tuple of str"):
        cupy.ElementwiseKernel("T v", "T x", "x = v", "k", options="-DN=1")


def test_indices_of_a_raw_array():
    x = np.arange(24, dtype="i").reshape(2, 3, 4)
    code = "ptrdiff_t at[] = {i / 12, i / 4 % 3, i % 4}; y = x[at]"
    kernel = cupy.ElementwiseKernel("raw int32 x", "int32 y", code, "walk")
    for order in "CF":
        np.testing.assert_array_equal(cupy.asnumpy(kernel(cupy.asarray(x, order=order), size=24)), x.ravel())
