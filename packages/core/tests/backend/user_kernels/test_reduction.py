"""Reductions as programs write them: structures as accumulators, maps with several inputs, last steps."""
import numpy as np
import pytest

import cupy

rng = np.random.default_rng(6)

MOMENTS = """
template <typename T> struct Moments {
    long long n; T mean, m2;
    __host__ __device__ Moments() : n(0), mean(0), m2(0) {}
    __host__ __device__ Moments(T x) : n(1), mean(x), m2(0) {}
};
template <typename T> __device__ Moments<T> merge(const Moments<T> &a, const Moments<T> &b) {
    if (!a.n) return b;
    if (!b.n) return a;
    Moments<T> both;
    both.n = a.n + b.n;
    const T gap = b.mean - a.mean;
    both.mean = a.mean + gap * b.n / both.n;
    both.m2 = a.m2 + b.m2 + gap * gap * a.n * b.n / both.n;
    return both;
}
"""

BEST = """
template <typename T> struct Best {
    T value; long long place;
    __device__ Best() : value(0), place(-1) {}
    __device__ Best(T v, long long k) : value(v), place(k) {}
};
template <typename T> __device__ Best<T> better(const Best<T> &a, const Best<T> &b) {
    if (a.place < 0) return b;
    if (b.place < 0) return a;
    if (a.value == b.value) return a.place < b.place ? a : b;
    return a.value > b.value ? a : b;
}
"""


@pytest.mark.parametrize("axis", [None, 0, 1, (0, 2), -1])
@pytest.mark.parametrize("keepdims", [False, True])
def test_moments_in_a_structure(axis, keepdims):
    variance = cupy.ReductionKernel("T x", "T y", "Moments<T>(x)", "merge(a, b)", "y = a.m2 / a.n", "Moments<T>()",
                                    "variance", reduce_type="Moments<T>", preamble=MOMENTS)
    x = rng.normal(size=(4, 5, 6))
    np.testing.assert_allclose(variance(cupy.asarray(x), axis=axis, keepdims=keepdims).get(),
                               x.var(axis=axis, keepdims=keepdims))


def test_place_of_the_best():
    place = cupy.ReductionKernel("T x", "int64 y", "Best<T>(x, _J)", "better(a, b)", "y = a.place", "Best<T>()",
                                 "place", reduce_type="Best<T>", preamble=BEST)
    x = rng.integers(0, 50, (7, 31)).astype("f")
    np.testing.assert_array_equal(place(cupy.asarray(x), axis=1).get(), x.argmax(axis=1))
    assert int(place(cupy.asarray(x))) == x.argmax()


def test_norm_with_powers():
    norm = cupy.ReductionKernel("T x, float64 p", "float64 y", "pow(fabs((double)x), p)", "a + b",
                                "y = pow(a, 1 / p)", "0", "norm")
    x = rng.normal(size=(3, 8)).astype("f")
    np.testing.assert_allclose(norm(cupy.asarray(x), 3.0, axis=1).get(), (abs(x) ** 3.0).sum(1) ** (1 / 3), rtol=1e-5)


def test_weighted_sum_of_two_arrays():
    weighted = cupy.ReductionKernel("T x, T w", "T y", "x * w", "a + b", "y = a", "0", "weighted")
    x, w = rng.random((5, 9)), rng.random(9)
    np.testing.assert_allclose(weighted(cupy.asarray(x), cupy.asarray(w), axis=1).get(), x @ w)
    out = cupy.empty(5)
    assert weighted(cupy.asarray(x), cupy.asarray(w), out, axis=1) is out
    np.testing.assert_allclose(out.get(), x @ w)


def test_accumulator_wider_than_the_result():
    mean = cupy.ReductionKernel("float16 x", "float16 y", "static_cast<float>(x)", "a + b",
                                "y = a / (_in_ind.size() / _out_ind.size())", "0", "mean16", reduce_type="float")
    x = np.full(4096, 30, "e")
    assert float(mean(cupy.asarray(x))) == 30


@pytest.mark.parametrize("dtype", ["f", "d"])
def test_log_of_a_sum_of_exponentials(dtype):
    kernel = cupy.ReductionKernel(
        "T x", "T y", "LSE<T>(x)", "join(a, b)", "y = a.top + log(a.sum)", "LSE<T>()", "lse", reduce_type="LSE<T>",
        preamble="""
        template <typename T> struct LSE {
            T top, sum;
            __device__ LSE() : top(-1e30), sum(0) {}
            __device__ LSE(T x) : top(x), sum(1) {}
        };
        template <typename T> __device__ LSE<T> join(LSE<T> a, LSE<T> b) {
            LSE<T> c; c.top = a.top > b.top ? a.top : b.top;
            c.sum = a.sum * exp(a.top - c.top) + b.sum * exp(b.top - c.top);
            return c;
        }""")
    x = rng.normal(size=(6, 700)).astype(dtype) * 30
    np.testing.assert_allclose(kernel(cupy.asarray(x), axis=1).get(), np.logaddexp.reduce(x, axis=1), rtol=1e-4)


def test_complex_and_bool():
    power = cupy.ReductionKernel("complex128 z", "float64 p", "z.real() * z.real() + z.imag() * z.imag()", "a + b",
                                 "p = a", "0", "power")
    z = rng.normal(size=50) + 1j * rng.normal(size=50)
    np.testing.assert_allclose(float(power(cupy.asarray(z))), (abs(z) ** 2).sum())
    every = cupy.ReductionKernel("T x", "bool y", "x != T(0)", "a && b", "y = a", "true", "every")
    x = cupy.asarray([[1, 2], [0, 3]])
    assert every(x, axis=1).get().tolist() == [True, False] and not every(x)


def test_rows_of_a_raw_array():
    kernel = cupy.ReductionKernel("T x, raw T offsets", "T y", "x - offsets[_J % 4]", "max(a, b)", "y = a", "T(-1e30)",
                                  "peaks")
    x, offsets = rng.random((3, 4)), rng.random(4)
    np.testing.assert_allclose(kernel(cupy.asarray(x), cupy.asarray(offsets), axis=1).get(), (x - offsets).max(1))


def test_long_rows_and_short_ones():
    total = cupy.ReductionKernel("int32 x", "int64 y", "x", "a + b", "y = a", "0", "total", reduce_type="long long")
    for shape in ((100_000,), (3, 10_000), (2000, 3), (1, 1)):
        x = rng.integers(-1000, 1000, shape, dtype="i")
        np.testing.assert_array_equal(total(cupy.asarray(x), axis=-1).get(), x.sum(-1))
        np.testing.assert_array_equal(total(cupy.asarray(x).T, axis=0).get(), x.sum(-1))


def test_structures_of_several_inputs():
    """The place and size of the smallest weighted value: an accumulator without a dtype."""
    kernel = cupy.ReductionKernel(
        "T x, U w, float64 shift", "int64 y", "Best<double>(-(x * w + shift), _J)", "better(a, b)",
        "y = a.value > -1e300 ? a.place : -1", "Best<double>()", "smallest", reduce_type="Best<double>", preamble=BEST)
    x, w = rng.random((5, 40)).astype("f"), rng.integers(1, 9, 40)
    want = x.astype("d") * w
    got = kernel(cupy.asarray(x), cupy.asarray(w), 3.0, axis=1)
    np.testing.assert_array_equal(got.get(), want.argmin(axis=1))
    assert int(kernel(cupy.asarray(x), cupy.asarray(w), 3.0)) == want.argmin()


@pytest.mark.parametrize("view", [lambda t: t, lambda t: t[::-1, 1:], lambda t: t.T])
def test_structures_with_raw_arrays(view):
    """The best of what a table says for each item."""
    kernel = cupy.ReductionKernel(
        "T x, raw U table, raw W offset", "int64 y", "Best<double>(table[int(x)] + table.size() + offset[0], _J)",
        "better(a, b)", "y = a.place", "Best<double>()", "best_of_table", reduce_type="Best<double>", preamble=BEST)
    base = rng.random((5, 6)).astype("f")
    table, on_device = view(base), view(cupy.asarray(base))
    x = rng.integers(0, table.size, (4, 30))
    got = kernel(cupy.asarray(x), on_device, cupy.asarray(2.5), axis=1)
    np.testing.assert_array_equal(got.get(), table.ravel()[x].argmax(1))


@pytest.mark.parametrize("words,fits", [(12, True), (13, False)])
def test_accumulators_of_many_bytes(words, fits):
    """A table as an accumulator, reduced in parts too; one that does not fit is an error."""
    kernel = cupy.ReductionKernel(
        "int64 x", "int64 y", "Table(x)", "merge(a, b)", "y = a.most()", "Table()", "mode", reduce_type="Table",
        preamble=f"""
        struct Table {{
            long long count[{words}];
            __device__ Table() {{ for (int k = 0; k < {words}; ++k) count[k] = 0; }}
            __device__ Table(long long x) : Table() {{ ++count[x % {words}]; }}
            __device__ int most() const {{
                int best = 0;
                for (int k = 1; k < {words}; ++k) if (count[k] > count[best]) best = k;
                return best;
            }}
        }};
        __device__ Table merge(Table a, const Table &b) {{
            for (int k = 0; k < {words}; ++k) a.count[k] += b.count[k];
            return a;
        }}""")
    x = rng.integers(0, 12, 300_000) ** 2 // 11
    if fits:
        assert int(kernel(cupy.asarray(x))) == np.bincount(x % words).argmax()
    else:
        with pytest.raises(cupy.cuda.compiler.CompileException, match="96 bytes"):
            kernel(cupy.asarray(x))


@pytest.mark.parametrize(("last", "dtype", "want"), [
    ("y += a", "f", lambda y, a: y + a), ("if (a > 40) y = a", "d", lambda y, a: np.where(a > 40, a, y)),
    ("atomicAdd(&y, a)", "f", lambda y, a: y + a), ("y = y * 2 + a * scale", "i", lambda y, a: y * 2 + a * 3),
    ("raise(y, a)", "i", np.maximum),
    ("y -= a + _in_ind.size() + 10 * _out_ind.size()", "d", lambda y, a: y - a - 24 - 40)])
def test_last_steps_that_change_the_output(last, dtype, want):
    total = cupy.ReductionKernel(
        "T x, T scale", "T y", "x", "a + b", last, "0", "total",
        preamble="template <class T> __device__ void raise(T &y, T a) { atomicMax((int *)&y, int(a)); }")
    x = np.random.default_rng(4).integers(0, 15, (6, 4)).astype(dtype)
    y = cupy.asarray(np.array([[20, 30], [50, 60]], dtype)).T.reshape(4)[::-1]
    before = y.get()
    assert total(cupy.asarray(x), np.dtype(dtype).type(3), y, axis=0) is y
    np.testing.assert_array_equal(y.get(), want(before, x.sum(0)))
