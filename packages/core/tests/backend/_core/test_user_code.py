"""What users' kernels may say: CUDA's functions and constants, forms of arguments, names of their own."""
import os

import numpy
import pytest

import cupy

special = pytest.importorskip("scipy.special")

X = numpy.array([0.1, 0.5, 0.9])
FUNCTIONS = {
    "erfinv": special.erfinv, "erfcinv": special.erfcinv, "normcdf": special.ndtr,
    "normcdfinv": special.ndtri, "erfcx": special.erfcx, "j0": special.j0, "j1": special.j1,
    "y0": special.y0, "y1": special.y1, "cyl_bessel_i0": special.i0,
    "cyl_bessel_i1": special.i1, "sinpi": lambda x: numpy.sin(numpy.pi * x), "rsqrt": lambda x: x ** -0.5,
    "cospi": lambda x: numpy.cos(numpy.pi * x), "rcbrt": lambda x: 1 / numpy.cbrt(x), "exp10": lambda x: 10 ** x,
    "lgamma": special.gammaln, "tgamma": special.gamma, "erf": special.erf, "cbrt": numpy.cbrt,
}
pytestmark = pytest.mark.optional


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    wanted = FUNCTIONS[name](X)
    for dtype, rtol in (("d", 1e-13), ("f", 5e-6)):
        elementwise = cupy.ElementwiseKernel("T x", "T y", f"y = {name}(x)", f"user_{name}")
        numpy.testing.assert_allclose(elementwise(cupy.asarray(X, dtype)).get(), wanted, rtol=rtol, atol=rtol / 10)
    raw = cupy.RawKernel(f'extern "C" __global__ void f(double *x) {{ x[threadIdx.x] = {name}(x[threadIdx.x]); }}', "f")
    x = cupy.asarray(X)
    raw((1,), (3,), (x,))
    numpy.testing.assert_allclose(x.get(), wanted, rtol=1e-13, atol=1e-13)
    total = cupy.ReductionKernel("T x", "T y", f"{name}(x)", "a + b", "y = a", "0", f"sum_{name}")
    numpy.testing.assert_allclose(float(total(cupy.asarray(X))), wanted.sum(), rtol=1e-12, atol=1e-12)


INTEGERS = {
    "__clz(x)": 29, "__ffs(x)": 1, "__popc(x)": 2, "__brev(x)": -1610612736, "__mulhi(x << 20, x << 20)": 6400,
    "__byte_perm(x, x, 0x0444)": 0x05050505, "__vadd4(0x7f0102ff, x)": 0x7f010204, "__vabsdiffs4(x, 9)": 4,
    "__vmaxs2(0xffff0001, x)": 5, "__vcmpeq4(x, 0x01010105)": 0xff - 0x100 + 1, "__dp4a(x, x, 1)": 26,
    "__sad(x, 9, 1)": 5, "__hadd(x, 8)": 6, "__rhadd(x, 8)": 7, "__vsadu4(x, 0x01010101)": 7,
    "__float2int_rn(2.5f)": 2, "__float_as_int(1.0f)": 0x3f800000, "__double2int_rn(-2.5)": -2, "min(x, 3)": 3,
    "__popcll(x)": 2, "__funnelshift_l(x, x, 4)": 80, "__vavgu4(x, 2)": 4, "__vsubss4(0x80, x)": 0x80,
}
INTEGERS["__vcmpeq4(x, 0x01010105)"] = 0xff


@pytest.mark.parametrize("text", INTEGERS)
def test_functions_of_words(text):
    kernel = cupy.ElementwiseKernel("int32 x", "int32 y", f"y = (int){text}", "user_words")
    assert int(kernel(cupy.asarray([5], "i"))[0]) == INTEGERS[text]


@pytest.mark.parametrize("text, value", [
    ("M_PI", numpy.pi), ("M_E", numpy.e), ("M_SQRT1_2", 0.5 ** 0.5), ("FLT_MAX", numpy.finfo("f").max),
    ("DBL_EPSILON", 2.0 ** -52), ("INFINITY", numpy.inf), ("HUGE_VAL", numpy.inf), ("INT_MAX", 2 ** 31 - 1)])
def test_constants(text, value):
    found = cupy.ElementwiseKernel("float64 x", "float64 y", f"y = x * {text}", "user_constant")(cupy.ones(1))
    assert float(found[0]) == value


def test_arguments_of_elementwise_kernels():
    x = cupy.arange(6, dtype="f")
    backwards = cupy.ElementwiseKernel("raw T x", "T z", "i = n - 1 - i; z = x[i]", "backwards")
    assert backwards(x, size=6).tolist() == [5, 4, 3, 2, 1, 0]
    add = cupy.ElementwiseKernel("raw T x, raw T y", "raw T z", "z[i] = x[i] + y[0]", "add_raw")
    out = cupy.zeros(6, "f")
    add(x, numpy.float32(3), out, size=6)
    assert out.tolist() == [3, 4, 5, 6, 7, 8]
    scaled = cupy.ElementwiseKernel("T x, raw float64 y", "T z", "z = x * y[0]", "scaled_raw")
    assert scaled(x, 2).tolist() == [0, 2, 4, 6, 8, 10]


def test_numbers_of_raw_parameters_are_numbers_in_the_code():
    x = cupy.arange(6, dtype="f")
    clip = cupy.ElementwiseKernel(
        "T x, raw T low, raw T high", "U y", "T z = x < low ? low : x > high ? high : x; y = U(z - low)", "raw_clip")
    out = cupy.empty(6, "i")
    assert clip(x, 1.0, numpy.float64(4), out) is out
    assert out.tolist() == [0, 0, 1, 2, 3, 3]
    only = cupy.ElementwiseKernel("raw float32 a, raw T x", "T y", "y = x[i] * a", "raw_factor")
    assert only(2, x, size=6).tolist() == [0, 2, 4, 6, 8, 10]


def test_numbers_in_the_last_step_of_a_reduction():
    norm = cupy.ReductionKernel("T x, T p", "T y", "pow(abs(x), p)", "a + b", "y = pow(a, 1 / p)", "0", "norm_p")
    x = cupy.asarray([[3.0, 4.0], [5.0, 12.0]])
    numpy.testing.assert_allclose(norm(x, 2.0, axis=1).get(), [5, 13])
    numpy.testing.assert_allclose(norm(x, 1.0, axis=1).get(), [7, 17])
    line = cupy.ReductionKernel("T x, T slope, int64 shift", "T y", "x", "a + b", "y = a * slope + shift", "0", "line")
    assert line(x, 2.0, 7, axis=0).tolist() == [23, 39]
    assert line(cupy.zeros((0, 2)), 2.0, 7, axis=0).tolist() == [7, 7]


def test_arguments_of_raw_kernels():
    code = r"""
    typedef unsigned long long uint64_t;
    extern "C" __global__ void take(float *x, uint64_t shift) {
        x[threadIdx.x] = (float)(threadIdx.x + shift);
    }"""
    kernel = cupy.RawKernel(code, "take")
    x = cupy.empty(3, "f")
    with cupy.cuda.Stream() as outer:
        kernel((1,), (3,), (x, numpy.uint64(5)), stream=cupy.cuda.Stream.null)
        outer.synchronize()
    cupy.cuda.Stream.null.synchronize()
    assert x.tolist() == [5, 6, 7]


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") == "host", reason="the host backend's arrays have no such interface")
def test_other_libraries_arrays():
    class Other:
        def __init__(self, array):
            self.__cuda_array_interface__ = array.__cuda_array_interface__

    x = cupy.arange(4, dtype="f")
    assert cupy.ElementwiseKernel("T x", "T y", "y = x + 1", "of_other")(Other(x)).tolist() == [1, 2, 3, 4]
    assert float(cupy.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "sum_other")(Other(x))) == 6
