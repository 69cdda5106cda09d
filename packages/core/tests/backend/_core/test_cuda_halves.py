"""Functions of ``cuda_fp16.h`` and ``cuda_bf16.h``, one table for both types, against arithmetic in float64."""
import numpy as np
import pytest

import cupy
from cupy_testing.user_kernels import skip_without_header

TYPES = {"half": ("cuda_fp16.h", "__half", "__half2"), "bfloat16": ("cuda_bf16.h", "__nv_bfloat16", "__nv_bfloat162")}
DIGITS = {"half": (11, -24, 65504.0), "bfloat16": (8, -133, float.fromhex("0x1.fep127"))}
WAYS = {"rn": np.rint, "rz": np.trunc, "ru": np.ceil, "rd": np.floor}


def rounded(x, name, way="rn"):
    """Numbers of float64 in the precision of a type."""
    digits, least, most = DIGITS[name]
    x = np.asarray(x, "d")
    unit = np.ldexp(1.0, np.maximum(np.frexp(x)[1] - digits, least))
    with np.errstate(over="ignore", invalid="ignore"):
        found = WAYS[way](x / unit) * unit
    away = {"rn": np.isfinite(x), "rz": np.zeros(x.shape, bool), "ru": x > 0, "rd": x < 0}[way] | ~np.isfinite(x)
    found = np.where(np.abs(found) > most, np.where(away, np.copysign(np.inf, x), np.copysign(most, x)), found)
    return np.where(np.isfinite(x), found, x)


ONE = {     # name → reference in float64, rounded after
    "__hneg": np.negative, "__habs": np.abs, "hsqrt": lambda x: np.sqrt(np.abs(x)), "hrcp": lambda x: 1 / x,
    "hrsqrt": lambda x: 1 / np.sqrt(np.abs(x)), "hexp": np.exp, "hexp2": np.exp2, "hexp10": lambda x: 10 ** x,
    "hlog": lambda x: np.log(np.abs(x)), "hlog2": lambda x: np.log2(np.abs(x)), "hlog10": lambda x: np.log10(np.abs(x)),
    "hsin": np.sin, "hcos": np.cos, "htanh": np.tanh, "hfloor": np.floor, "hceil": np.ceil, "htrunc": np.trunc,
    "hrint": np.rint}
POSITIVE = {"hsqrt", "hrsqrt", "hlog", "hlog2", "hlog10"}
TWO = {"__hadd": np.add, "__hsub": np.subtract, "__hmul": np.multiply, "__hdiv": np.divide, "__hmin": np.fmin,
       "__hmax": np.fmax, "__hmin_nan": np.minimum, "__hmax_nan": np.maximum, "__hadd_rn": np.add,
       "__hadd_sat": lambda x, y: np.clip(x + y, 0, 1), "__hmul_sat": lambda x, y: np.clip(x * y, 0, 1)}
COMPARED = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
            "ge": np.greater_equal}


def paired(name):
    """``__hadd_sat`` → ``__hadd2_sat``, ``hexp`` → ``h2exp``."""
    if name == "__hdiv":
        return "__h2div"
    if not name.startswith("__"):
        return f"h2{name[1:]}"
    stem, _, suffix = name[2:].partition("_")
    return f"__{stem}2{'_' + suffix if suffix else ''}"


def code_of(name):
    header, kind, pair = TYPES[name]
    rows = []
    for function in ONE:
        x = "__habs(x)" if function in POSITIVE else "x"
        two = "__habs2(v)" if function in POSITIVE else "v"
        rows += [f"FROM({function}({x}))", f"__low2float({paired(function)}({two}))",
                 f"__high2float({paired(function)}({two}))"]
    for function in TWO:
        rows += [f"FROM({function}(x, y))", f"__low2float({paired(function)}(v, w))",
                 f"__high2float({paired(function)}(v, w))"]
    for test in COMPARED:
        for u in "", "u":
            rows += [f"__h{test}{u}(x, y)", f"__low2float(__h{test}{u}2(v, w))",
                     f"__hb{test}{u}2(v, w)", f"__h{test}{u}2_mask(v, w) & 0xffff"]
    rows += ["FROM(__hfma(x, y, z))", "__low2float(__hfma2(v, w, v))", "FROM(__hfma_relu(x, y, z))",
             "FROM(__hfma_sat(x, y, z))", "__hisnan(x)", "__hisinf(x)", "FROM(MAKE(2.5f))",
             "__high2float(LOWS(v, w))", "__low2float(HIGHS(v, w))", "__low2float(__lowhigh2highlow(v))",
             "__high2float(v * (v + w) / w)"]     # with no sum that takes a product, which a GPU may round with it
    body = "".join(f"    out[{k} * n + at] = {row};\n" for k, row in enumerate(rows))
    text = f"""
#include <{header}>
extern "C" __global__ void f(double *out, const {kind} *xs, const {kind} *ys, const {kind} *zs, int n) {{
    const int at = threadIdx.x + blockIdx.x * blockDim.x;
    if (at >= n) return;
    const {kind} x = xs[at], y = ys[at], z = zs[at];
    const {pair} v = __halves2{name}2(x, z), w = __halves2{name}2(y, z);
{body}}}"""
    text = text.replace("FROM(", f"__{name}2float(").replace("MAKE(", f"__float2{name}(")
    return text.replace("LOWS(", f"__lows2{name}2(").replace("HIGHS(", f"__highs2{name}2("), rows


def compiled(code):
    kernel = cupy.RawKernel(code, "f", options=("--std=c++17",))
    try:
        kernel.compile()
    except cupy.cuda.compiler.CompileException as error:
        skip_without_header(error)
        raise
    return kernel


def inputs(name, count=64):
    rng = np.random.default_rng(3)
    x, y, z = rounded(rng.uniform(-4, 4, (3, count)), name)
    x[:4], y[1:5] = [np.nan, np.inf, -np.inf, 1.0], [np.nan, np.inf, 1.0, 0.5]
    y[10:20] = x[10:20]
    return x, y, z


def on_device(x, name):
    """An array of the type's bits."""
    bits = x.astype("f").view("I") >> 16 if name == "bfloat16" else x.astype("e").view("H")
    return cupy.asarray(bits.astype("H"))


@pytest.mark.parametrize("name", TYPES)
def test_functions(name):
    code, rows = code_of(name)
    x, y, z = inputs(name)
    out = cupy.zeros((len(rows), x.size))
    compiled(code)((1,), (x.size,), (out, *(on_device(a, name) for a in (x, y, z)), np.int32(x.size)))
    found = iter(out.get())
    ulp = 2.0 ** (1 - DIGITS[name][0])

    def expect(value, what, exact=True):
        np.testing.assert_allclose(next(found), value, rtol=0 if exact else 2 * ulp, atol=0 if exact else 1e-3,
                                   err_msg=what)

    with np.errstate(all="ignore"):
        for function, reference in ONE.items():
            exact = function.startswith("__") or function in ("hfloor", "hceil", "htrunc", "hrint", "hsqrt")
            for a in (x, x, z):
                expect(rounded(reference(a), name), function, exact)
        for function, reference in TWO.items():
            for a, b in ((x, y), (x, y), (z, z)):
                want = rounded(reference(a, b), name)
                expect(np.where(np.isnan(want), 0, want) if function.endswith("_sat") else want, function)
        nan = np.isnan(x) | np.isnan(y)
        for test, reference in COMPARED.items():
            for u in False, True:
                one = np.where(nan, u, reference(x, y))
                for want in (one, one, one & reference(z, z), one * 0xffff):
                    expect(want, test + "u" * u)
        fma = rounded(x * y + z, name)
        expect(fma, "__hfma")
        expect(rounded(x * y + x, name), "__hfma2")
        expect(np.where(fma < 0, 0, fma), "__hfma_relu")
        expect(np.where(np.isnan(fma), 0, np.clip(fma, 0, 1)), "__hfma_sat")
        expect(np.isnan(x), "__hisnan")
        expect(np.where(np.isinf(x), np.sign(x), 0), "__hisinf")
        for want, what in ((2.5, "make"), (y, "lows"), (z, "highs"), (z, "swap")):
            expect(np.broadcast_to(want, x.shape), what)
        expect(rounded(rounded(z * rounded(z + z, name), name) / z, name), "operators")


@pytest.mark.parametrize("name", TYPES)
def test_conversions(name):
    header, kind, _ = TYPES[name]
    wholes = {"short": "short", "ushort": "unsigned short", "int": "int", "uint": "unsigned", "ll": "long long",
              "ull": "unsigned long long"}
    rows = [f"__{name}2float(__float2{name}_{way}((float)x))" for way in WAYS]
    rows += [f"__{name}2float(__{whole}2{name}_{way}(({kind_})i))" for whole, kind_ in wholes.items() for way in WAYS]
    rows += [f"(double)__{name}2{whole}_{way}(__float2{name}((float)x))" for whole in wholes for way in WAYS]
    rows += [f"__{name}2float(__double2{name}(x))"]
    body = "".join(f"    out[{k} * n + at] = {row};\n" for k, row in enumerate(rows))
    code = f"""
#include <{header}>
extern "C" __global__ void f(double *out, const double *xs, const long long *is, int n) {{
    const int at = threadIdx.x;
    const double x = xs[at];
    const long long i = is[at];
{body}}}"""
    rng = np.random.default_rng(4)
    x = np.concatenate([rng.uniform(-3000, 3000, 40), np.ldexp(rng.uniform(-1, 1, 20), rng.integers(-30, 20, 20)),
                        [1e6, -1e6, np.inf, np.nan]]).astype("f").astype("d")
    i = rng.integers(-1 << 62, 1 << 62, 64) >> rng.integers(0, 62, 64)
    out = cupy.zeros((len(rows), 64))
    compiled(code)((1,), (64,), (out, cupy.asarray(x), cupy.asarray(i), np.int32(64)))
    found = iter(out.get())
    for way in WAYS:
        np.testing.assert_array_equal(next(found), rounded(x, name, way))
    dtypes = dict(zip(wholes, "hHiIqQ", strict=True))
    for whole in wholes:
        for way in WAYS:
            value = i.astype(dtypes[whole])
            np.testing.assert_array_equal(next(found), exact_rounding(value.tolist(), name, way), err_msg=whole + way)
    for whole in wholes:
        for way in WAYS:
            limits = np.iinfo(dtypes[whole])
            want = [min(max(int(WAYS[way](v)), limits.min), limits.max) if np.isfinite(v) else
                    0 if whole not in ("ll", "ull") else float(1 << 63) * (-1 if whole == "ll" else 1)
                    for v in rounded(x, name)]
            infinite = np.isinf(rounded(x, name))
            want = np.where(infinite, np.where(x > 0, float(limits.max), float(limits.min)), want)
            np.testing.assert_array_equal(next(found), want, err_msg=whole + way)
    np.testing.assert_array_equal(next(found), rounded(x, name))


def exact_rounding(values, name, way):
    """As `rounded`, of integers that float64 does not hold: their last digit says that more follow."""
    sticky = [v if abs(v) < 1 << 52 else (abs(v) >> 12 << 12 | bool(abs(v) & 4095) << 12) * (1 if v > 0 else -1)
              for v in values]
    return rounded(np.array(sticky, "d"), name, way)
