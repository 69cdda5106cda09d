"""Element-wise kernels as programs write them: stencils, fractals, generators, scatter, types that are deduced."""
import os

import numpy as np
import pytest

import cupy

rng = np.random.default_rng(5)


def test_stencil_of_a_flat_array():
    diffuse = cupy.ElementwiseKernel(
        "raw T u, T alpha", "T out", """
        const ptrdiff_t n = u.size();
        const T left = i > 0 ? u[i - 1] : u[i], right = i + 1 < n ? u[i + 1] : u[i];
        out = u[i] + alpha * (left - 2 * u[i] + right);
        """, "diffuse")
    u = rng.random(100).astype("f")
    padded = np.pad(u, 1, mode="edge")
    want = u + np.float32(0.1) * (padded[:-2] - 2 * u + padded[2:])
    got = diffuse(cupy.asarray(u), np.float32(0.1), cupy.empty(100, "f"))
    np.testing.assert_allclose(got.get(), want, rtol=1e-5)


def test_stencil_by_shape_and_strides():
    """`shape()`, `ndim` and an index of several numbers, as arrays of kernels have them."""
    blur = cupy.ElementwiseKernel(
        "raw T x, int32 radius", "T y", """
        const ptrdiff_t rows = x.shape()[0], columns = x.shape()[1];
        const ptrdiff_t row = i / columns, column = i % columns;
        T sum = 0; int count = 0;
        for (ptrdiff_t r = max(row - radius, (ptrdiff_t)0); r <= min(row + radius, rows - 1); ++r)
            for (ptrdiff_t c = max(column - radius, (ptrdiff_t)0); c <= min(column + radius, columns - 1); ++c) {
                const ptrdiff_t at[] = {r, c};
                sum += x[at];
                ++count;
            }
        y = sum / count;
        """, "blur")
    x = rng.random((6, 10))
    for given in (x, x.T.copy().T, np.repeat(x, 2, axis=1)[:, ::2]):
        held = cupy.asarray(given)
        want = [[x[max(r - 1, 0):r + 2, max(c - 1, 0):c + 2].mean() for c in range(10)] for r in range(6)]
        np.testing.assert_allclose(blur(held, 1, cupy.empty((6, 10))).get(), want)


def test_coordinates_of_the_element():
    ramp = cupy.ElementwiseKernel(
        "", "float32 out", "out = 100 * _ind.get()[0] + _ind.get()[1]", "ramp", reduce_dims=False)
    rows, columns = np.indices((5, 7))
    np.testing.assert_array_equal(ramp(cupy.empty((5, 7), "f")).get(), 100 * rows + columns)


def test_fractal():
    escape = cupy.ElementwiseKernel(
        "complex128 c, int32 limit", "int32 count", """
        complex<double> z(0, 0);
        count = 0;
        while (count < limit && z.real() * z.real() + z.imag() * z.imag() <= 4) {
            z = z * z + c;
            ++count;
        }""", "escape")
    y, x = np.mgrid[-1.2:1.2:13j, -2:1:17j]
    c = x + 1j * y
    want = np.zeros(c.shape, int)
    for k, point in np.ndenumerate(c):
        z = 0
        while want[k] < 40 and z.real ** 2 + z.imag ** 2 <= 4:
            z = z * z + point
            want[k] += 1
    got = escape(cupy.asarray(c), 40)
    assert got.dtype == np.int32
    assert (got.get() != want).sum() <= 2        # points on the border may differ by rounding


def test_generator_of_each_element():
    advance = cupy.ElementwiseKernel(
        "", "uint32 state, float32 out", """
        state ^= state << 13; state ^= state >> 17; state ^= state << 5;
        out = state * 2.3283064365386963e-10f;
        """, "xorshift")
    seeds = rng.integers(1, 2**32, 50, dtype="I")
    state, out = cupy.asarray(seeds), cupy.empty(50, "f")
    advance(state, out)
    want = seeds.copy()
    want ^= want << np.uint32(13)
    want ^= want >> np.uint32(17)
    want ^= want << np.uint32(5)
    np.testing.assert_array_equal(state.get(), want)
    np.testing.assert_allclose(out.get(), want * 2.3283064365386963e-10, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["i", "f", "d", "Q"])
def test_scatter_with_atomics(dtype):
    scatter = cupy.ElementwiseKernel(
        "S index, T weight, int64 bins", "raw T histogram",
        "if (index >= 0 && index < bins) atomicAdd(&histogram[index], weight)", "scatter")
    index = rng.integers(-3, 12, 500)
    weight = rng.integers(1, 5, 500).astype(dtype)
    histogram = cupy.zeros(10, dtype)
    scatter(cupy.asarray(index), cupy.asarray(weight), 10, histogram)
    inside = (index >= 0) & (index < 10)
    np.testing.assert_array_equal(histogram.get(), np.bincount(index[inside], weight[inside], 10).astype(dtype))


LAYOUTS = {"C": lambda y: y, "turned": lambda y: y.T, "every other": lambda y: y[:, ::2], "backward": lambda y: y[::-1],
           "one for all": lambda y: cupy.lib.stride_tricks.as_strided(y, (40, 30), (0, 0)),
           "one a row": lambda y: cupy.lib.stride_tricks.as_strided(y, (40, 30), (y.itemsize, 0))}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["i", "f", "d"])
@pytest.mark.parametrize(("code", "preamble"), [
    ("if (x > 1) atomicAdd(&y, x)", ""), ("T &place = y; atomicAdd(&place, x > 1 ? x : T(0))", ""),
    ("join(y, x)", "template <class T> __device__ void join(T &y, T x) { if (x > 1) atomicAdd(&y, x); }"),
])
def test_outputs_are_where_they_lie(code, preamble, dtype, layout):
    add = cupy.ElementwiseKernel("T x", "T y", code, "add_large", preamble=preamble)
    y = LAYOUTS[layout](cupy.full((40, 60), 3, dtype))
    x = rng.integers(0, 5, y.shape).astype(dtype)
    add(cupy.asarray(x), y)
    large = np.where(x > 1, x, 0)
    axes = {"one for all": None, "one a row": 1}.get(layout, ())
    want = 3 + large.sum(axes, keepdims=True)
    np.testing.assert_array_equal(y.get(), np.broadcast_to(want, y.shape))


def test_gather_of_raw_arrays_alone():
    gather = cupy.ElementwiseKernel(
        "raw T source, raw int32 index, raw T table", "raw T out", "out[i] = source[index[i]] + table[i % 3]", "gather")
    source, index, table = rng.random(9), rng.integers(0, 9, 20, dtype="i"), rng.random(3)
    out = cupy.zeros(20)
    gather(cupy.asarray(source), cupy.asarray(index), cupy.asarray(table), out, size=20)
    np.testing.assert_allclose(out.get(), source[index] + np.resize(table, 20))


def test_preamble_templates_and_options():
    kernel = cupy.ElementwiseKernel(
        "T x, T low, T high", "T y, bool inside", "y = clamp_to(x, low, high) * FACTOR; inside = y == x * FACTOR",
        "clamp", preamble="""
        #define PICK(c, a, b) ((c) ? (a) : (b))
        template <typename T> __device__ __forceinline__ T clamp_to(T x, T low, T high) {
            return PICK(x < low, low, PICK(x > high, high, x));
        }""", options=("-DFACTOR=3",))
    x = rng.integers(-10, 10, (4, 5), dtype="i")
    y, inside = kernel(cupy.asarray(x), np.int32(-4), np.int32(4))
    np.testing.assert_array_equal(y.get(), x.clip(-4, 4) * 3)
    np.testing.assert_array_equal(inside.get(), abs(x) <= 4)


def test_work_around_the_loop():
    kernel = cupy.ElementwiseKernel(
        "T x", "T y", "y = x * scale + offset", "around",
        loop_prep="const T scale = T(2); T offset = T(1)", after_loop="offset = 0")
    x = rng.random(33)
    np.testing.assert_allclose(kernel(cupy.asarray(x)).get(), 2 * x + 1)


def test_results_as_tuples():
    kernel = cupy.ElementwiseKernel("T x", "T y", "y = -x", "minus", return_tuple=True, no_return=False)
    (y,) = kernel(cupy.arange(3))
    assert y.get().tolist() == [0, -1, -2]


@pytest.mark.parametrize("dtype", ["e", "f", "d", "F", "D"])
def test_types_that_are_deduced(dtype):
    kernel = cupy.ElementwiseKernel("T x, U n", "T y, U m", "y = x * x + T(1); m = n + 1", "deduced")
    x = (rng.random(10) * 2).astype(dtype)
    y, m = kernel(cupy.asarray(x), cupy.arange(10, dtype="h"))
    assert y.dtype == x.dtype and m.dtype == np.int16
    np.testing.assert_allclose(y.get(), x * x + 1, rtol=1e-2 if dtype == "e" else 1e-5)


def test_complex_functions():
    kernel = cupy.ElementwiseKernel(
        "complex64 z, float32 phase", "complex64 rotated, float32 size, float32 angle", """
        rotated = z * exp(complex<float>(0, phase));
        size = abs(rotated);
        angle = arg(conj(z));
        """, "rotate")
    z = (rng.normal(size=20) + 1j * rng.normal(size=20)).astype("F")
    rotated, size, angle = kernel(cupy.asarray(z), np.float32(0.5))
    np.testing.assert_allclose(rotated.get(), z * np.exp(0.5j), rtol=1e-5)
    np.testing.assert_allclose(size.get(), abs(z), rtol=1e-5)
    np.testing.assert_allclose(angle.get(), np.angle(z.conj()), rtol=1e-5)


def test_broadcast_views_and_python_numbers():
    kernel = cupy.ElementwiseKernel("float64 x, float64 y, float64 p", "float64 z",
                                    "z = pow(fabs(x - y), p)", "distance")
    x, y = rng.random((4, 6)), rng.random(12)
    got = kernel(cupy.asarray(x)[::-1, ::2], cupy.asarray(y)[::4], 1.5)
    np.testing.assert_allclose(got.get(), abs(x[::-1, ::2] - y[::4]) ** 1.5)
    out = cupy.empty((3, 4)).T
    kernel(cupy.asarray(x)[:, ::2], 0.25, 2, out)
    np.testing.assert_allclose(out.get(), (x[:, ::2] - 0.25) ** 2)


def test_constants_and_limits():
    kernel = cupy.ElementwiseKernel(
        "float64 x", "float64 y",
        "y = isnan(x) ? -1.0 : isinf(x) ? copysign(1e300, x) : x > M_PI ? CUDART_INF : x / M_PI", "limits",
        preamble="#include <math_constants.h>")
    x = np.array([0.0, 1, 4, np.nan, np.inf, -np.inf])
    np.testing.assert_allclose(kernel(cupy.asarray(x)).get(), [0, 1 / np.pi, np.inf, -1, 1e300, -1e300])


@pytest.mark.skipif("CUPY_HIP_SHIM" in os.environ, reason="the tests' own hipRTC holds no half type for these kernels")
def test_halves_of_the_toolkit():
    kernel = cupy.ElementwiseKernel(
        "float16 x, float16 y", "float16 z",
        "z = __half2float(__hfma(__half(float(x)), __float2half(float(y)), __half(1.0f)))", "halves",
        preamble="#include <cuda_fp16.h>")
    x, y = (rng.integers(0, 8, 20).astype("e") for _ in range(2))
    np.testing.assert_array_equal(kernel(cupy.asarray(x), cupy.asarray(y)).get(), x * y + np.float16(1))


def test_kernels_know_what_they_are_made_of():
    kernel = cupy.ElementwiseKernel("T x, raw S y", "T z", "z = x + y[0]", "facts", reduce_dims=True)
    assert (kernel.name, kernel.nin, kernel.nout, kernel.nargs) == ("facts", 2, 1, 3)
    assert kernel.operation == "z = x + y[0]" and kernel.reduce_dims and not kernel.return_tuple
    assert [p.name for p in kernel.in_params] == ["x", "y"] and [p.raw for p in kernel.params] == [False, True, False]
    kernel(cupy.arange(3.0), cupy.ones(1))
    assert "facts" in kernel.cached_code


def test_arrays_of_the_elements():
    kernel = cupy.ElementwiseKernel(
        "T x", "T y", "y = _raw_x[n - 1 - i] * 100 + _raw_x.size() + _raw_y.shape()[0]", "mirrored")
    x = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(kernel(cupy.asarray(x)).get(), x[::-1, ::-1] * 100 + 15)
    np.testing.assert_array_equal(kernel(cupy.asarray(x).T).get(), x.T[::-1, ::-1] * 100 + 16)
    out = cupy.zeros((8, 4))[::2]
    assert kernel(cupy.asarray(x[:1]), out[:1]).shape == (1, 4)
    np.testing.assert_array_equal(out[0].get(), x[0, ::-1] * 100 + 5)
    assert "_raw_x" in kernel.cached_code and kernel.nargs == 2


def test_filter_of_bytes_by_hand():
    """As filters of images address what they read: by bytes from the first element, with the output's shape."""
    preamble = r"""
    #include <cupy/cuda_workaround.h>
    #include <cupy/math_constants.h>
    template<> struct std::is_floating_point<float16> : std::true_type {};
    template<> struct std::is_signed<float16> : std::true_type {};
    template <class B, class A> __device__ __forceinline__
    typename std::enable_if<(!std::is_floating_point<A>::value || std::is_signed<B>::value), B>::type
    as(A a) { return (B)a; }
    template <class B, class A> __device__ __forceinline__
    typename std::enable_if<(std::is_floating_point<A>::value && !std::is_signed<B>::value), B>::type
    as(A a) { return a >= 0 ? (B)a : -(B)(-a); }
    """
    kernel = cupy.ElementwiseKernel("raw X x", "Y y", r"""
        using word = typename cupy::type_traits::conditional<
            cupy::type_traits::is_same<X, bool>::value, unsigned char, X>::type;
        const unsigned char *data = (const unsigned char *)&x[0];
        const int width = _raw_y.shape()[1], row = i / width, column = i % width;
        double sum = 0;
        for (int c = max(column - 1, 0); c <= min(column + 1, width - 1); ++c)
            sum += (*(word *)&data[row * x.strides()[0] + c * x.strides()[1]]) ? 1.25 : -1.0;
        y = as<Y>(sum + (x[i] ? CUDART_PI : 0) - CUDART_PI);
        """, "row_filter", preamble=preamble)
    for dtype, out in (("?", "h"), ("e", "f"), ("f", "B")):
        x = (rng.random((4, 6)) < 0.5).astype(dtype)
        p = np.pad(np.where(x, 1.25, -1.0), ((0, 0), (1, 1)))
        want = p[:, :-2] + p[:, 1:-1] + p[:, 2:] + np.where(x, np.pi, 0) - np.pi
        want = want if out == "f" else np.trunc(want).astype("h").astype(out)
        got = kernel(cupy.asarray(x), cupy.zeros((4, 6), out)).get()
        np.testing.assert_allclose(got, want, rtol=1e-6)


@pytest.mark.parametrize("code", ["y[i] = clock() >= 0 && clock64() > 0", "atomicAdd(&y[i], clock() >= 0)"])
def test_clocks(code):
    kernel = cupy.ElementwiseKernel("", "raw int32 y", code, "clocks", preamble="#include <cupy/carray.cuh>")
    assert int(kernel(cupy.zeros(1, "i"), size=1)[0]) == 1


@pytest.mark.parametrize("dtype", ["?", "u1", "f4", "c8"])
def test_the_address_of_an_element_has_the_type_of_the_array(dtype):
    kernel = cupy.ElementwiseKernel("raw X x", "Y y", """
        const X *__restrict__ items = &x[0];
        const auto &here = x[i];
        y = (Y)items[i] == (Y)here && *&here == items[i];
        """, "at_its_address")
    x = cupy.asarray(np.random.default_rng(0).integers(0, 2, 20).astype(dtype))
    assert kernel(x, cupy.zeros(20, dtype)).astype(bool).all()
