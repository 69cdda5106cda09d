"""CUDA's mathematical functions in user kernels, a kernel for each: against NumPy, the C library and mpmath."""
import math

import numpy as np
import pytest

from cupy_testing.user_kernels import function_module

SIZE = 96


def each(function):
    """`function` of numbers, at each place of arrays."""
    def call(*arrays):
        return np.array([guarded(function, *map(float, numbers)) for numbers in zip(*arrays, strict=True)])
    return call


def guarded(function, *numbers):
    try:
        return function(*numbers)
    except OverflowError:
        return math.inf


def half_turns(function, shift):
    """Exact at whole and half numbers, as C23 defines sinpi and cospi."""
    def call(x):
        r = np.fmod(x, 2)
        quarters = np.rint(2 * r)
        angle = np.pi * (r - quarters / 2)
        at = (quarters + shift) % 4
        return np.choose(at.astype(int), [np.sin(angle), np.cos(angle), -np.sin(angle), -np.cos(angle)])
    return call


def length(*x):
    most = np.max(np.abs(x), 0)
    return most * np.sqrt(np.sum([(a / most) ** 2 for a in x], 0))


REAL, POSITIVE, UNIT, ABOVE_ONE, SMALL = (-30, 30), (1e-3, 50), (-1, 1), (1, 60), (-4, 4)

#: Function → (domain of each argument, reference); each is tested by its own name and, with f, for float.
PLAIN = {
    "sin": (REAL, np.sin), "cos": (REAL, np.cos), "tan": (UNIT, np.tan), "asin": (UNIT, np.arcsin),
    "acos": (UNIT, np.arccos), "atan": (REAL, np.arctan), "sinh": (SMALL, np.sinh), "cosh": (SMALL, np.cosh),
    "tanh": (SMALL, np.tanh), "asinh": (REAL, np.arcsinh), "acosh": (ABOVE_ONE, np.arccosh),
    "atanh": ((-0.99, 0.99), np.arctanh), "exp": (REAL, np.exp), "exp2": (REAL, np.exp2),
    "exp10": (REAL, lambda x: 10.0 ** x), "expm1": (SMALL, np.expm1), "log": (POSITIVE, np.log),
    "log2": (POSITIVE, np.log2), "log10": (POSITIVE, np.log10), "log1p": (POSITIVE, np.log1p),
    "sqrt": (POSITIVE, np.sqrt), "rsqrt": (POSITIVE, lambda x: 1 / np.sqrt(x)), "cbrt": (REAL, np.cbrt),
    "rcbrt": (REAL, lambda x: 1 / np.cbrt(x)), "erf": (SMALL, each(math.erf)), "erfc": (SMALL, each(math.erfc)),
    "tgamma": ((0.1, 20), each(math.gamma)), "lgamma": ((2.5, 60), each(math.lgamma)),
    "floor": (REAL, np.floor), "ceil": (REAL, np.ceil), "trunc": (REAL, np.trunc), "rint": (REAL, np.rint),
    "nearbyint": (REAL, np.rint), "fabs": (REAL, np.abs),
    "round": (REAL, lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x)),
    "logb": (POSITIVE, lambda x: np.floor(np.log2(x))), "sinpi": (REAL, half_turns("sin", 0)),
    "cospi": (REAL, half_turns("cos", 1)), "normcdf": (SMALL, each(lambda x: math.erfc(-x / math.sqrt(2)) / 2)),
}
PAIRS = {
    "pow": (POSITIVE, SMALL, np.power), "atan2": (REAL, REAL, np.arctan2), "hypot": (REAL, REAL, np.hypot),
    "rhypot": (REAL, REAL, lambda x, y: 1 / np.hypot(x, y)), "fmod": (REAL, SMALL, np.fmod),
    "remainder": (REAL, SMALL, each(math.remainder)), "copysign": (REAL, REAL, np.copysign),
    "nextafter": (REAL, REAL, np.nextafter), "fdim": (REAL, REAL, lambda x, y: np.maximum(x - y, 0)),
    "fmax": (REAL, REAL, np.fmax), "fmin": (REAL, REAL, np.fmin), "fdivide": (REAL, REAL, np.divide),
}
MORE = {
    "norm3d(a, b, c)": ("ddd", length), "norm4d(a, b, c, e)": ("dddd", length),
    "rnorm3d(a, b, c)": ("ddd", lambda *x: 1 / length(*x)), "rnorm4d(a, b, c, e)": ("dddd", lambda *x: 1 / length(*x)),
    "TYPE p[] = {a, b, c}; r = normSUFFIX(3, p)": ("ddd", length),
    "TYPE p[] = {a, b, c}; r = rnormSUFFIX(3, p)": ("ddd", lambda *x: 1 / length(*x)),
    "fma(a, b, c)": ("ddd", lambda x, y, z: (x.astype("g") * y + z).astype("d")),
    "TYPE s, t; sincos(a, &s, &t); r = s + 4 * t": ("d", lambda x: np.sin(x) + 4 * np.cos(x)),
    "TYPE s, t; sincospi(a, &s, &t); r = s + 4 * t": ("d", lambda x: half_turns("sin", 0)(x)
                                                    + 4 * half_turns("cos", 1)(x)),
    "TYPE whole; r = modf(a, &whole); r += 4 * whole": ("d", lambda x: np.modf(x)[0] + 4 * np.modf(x)[1]),
    "int e; r = frexp(a, &e); r += 4 * e": ("d", lambda x: np.frexp(x)[0] + 4 * np.frexp(x)[1]),
    "int q; r = remquo(a, b, &q); r += 100 * (q & 7)":
        ("dd", lambda x, y: each(math.remainder)(x, y) + 100 * (np.rint(x / y).astype(int) % 8)),
    "ldexp(a, (int)b)": ("dd", lambda x, n: np.ldexp(x, np.trunc(n).astype(int))),
    "scalbn(a, (int)b)": ("dd", lambda x, n: np.ldexp(x, np.trunc(n).astype(int))),
    "scalbln(a, (long)b)": ("dd", lambda x, n: np.ldexp(x, np.trunc(n).astype(int))),
    "ilogb(a)": ("d", lambda x: np.floor(np.log2(np.abs(x)))),
    "lrint(a)": ("d", np.rint), "llrint(a)": ("d", np.rint),
    "lround(a)": ("d", lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x)),
    "llround(a)": ("d", lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x)),
    "isnan((a - a) / (a - a)) + 2 * isinf(a / (a - a)) + 4 * isfinite(a) + 8 * signbit(a)":
        ("d", lambda x: 1 + 2 + 4 + 8 * np.signbit(x)),
    "max(a, b) - min(a, b)": ("dd", lambda x, y: np.abs(x - y)), "abs(a)": ("d", np.abs),
    'nan("")': ("d", lambda x: x * np.nan),
}
FAST = {"__sinf(a)": np.sin, "__cosf(a)": np.cos, "__tanf(a)": np.tan, "__tanhf(a)": np.tanh, "__expf(a)": np.exp,
        "__exp10f(a)": lambda x: 10 ** x, "__logf(fabsf(a))": lambda x: np.log(np.abs(x)),
        "__log2f(fabsf(a))": lambda x: np.log2(np.abs(x)), "__log10f(fabsf(a))": lambda x: np.log10(np.abs(x)),
        "__powf(fabsf(a), 1.5f)": lambda x: np.abs(x) ** 1.5, "__fdividef(a, 3.0f)": lambda x: x / 3,
        "__saturatef(a)": lambda x: np.clip(x, 0, 1), "__frsqrt_rn(fabsf(a))": lambda x: 1 / np.sqrt(np.abs(x)),
        "float s, t; __sincosf(a, &s, &t); r = s + 4 * t": lambda x: np.sin(x) + 4 * np.cos(x)}

NAMED = {**{f"{name}SUFFIX(a)": (row[:-1], row[-1]) for name, row in PLAIN.items()},
         **{f"{name}SUFFIX(a, b)": (row[:-1], row[-1]) for name, row in PAIRS.items()}}


def row_of(code, char, count, suffixed):
    suffix = "f" if char == "f" and suffixed else ""
    kind = {"f": "float", "d": "double"}[char]
    return f"{char}={char * count}", code.replace("SUFFIX", suffix).replace("TYPE", kind)


#: By the C name (with f for float) and, without it, as C++ overloads it.
VARIANTS = [("d", True), ("f", True), ("f", False)]
TABLE = {row_of(code, char, len(domains), suffixed): (domains, reference)
         for char, suffixed in VARIANTS for code, (domains, reference) in NAMED.items()}
TABLE.update({row_of(code, char, len(types), True): ((REAL,) * len(types), reference)
              for char in "df" for code, (types, reference) in MORE.items()})
TABLE.update({("f=f", code): ((UNIT,), reference) for code, reference in FAST.items()})


def points(domains, char):
    rng = np.random.default_rng(len(domains))
    return [rng.uniform(*domain, SIZE).astype(char).astype("d") for domain in domains]


def test_functions():
    call = function_module(list(TABLE))
    for row, (domains, reference) in TABLE.items():
        char = row[0][0]
        arrays = points(domains, char)
        if "nextafter" in row[1]:
            arrays = [x.astype(char) for x in arrays]
        fast = row[1].startswith("__") or "__sincosf" in row[1]
        tolerance = {"d": 2e-14, "f": 2e-5 if fast else 3e-6}[char]
        np.testing.assert_allclose(call(row, *arrays), reference(*arrays).astype(char), rtol=tolerance,
                                   atol=4e-7 if fast else 0, err_msg=" ".join(row))


EDGES = {
    "sinpi(a)": ([-0.0, 1, 1e300, 2.5, np.inf], [-0.0, 0, 0, 1, np.nan]),
    "cospi(a)": ([0.5, 1, 1e300, 1.5, np.inf], [0, -1, 1, 0, np.nan]),
    "norm3d(a, a, a)": ([1e300, 1e-310, 0, np.inf, np.nan], [np.sqrt(3) * 1e300, np.sqrt(3) * 1e-310, 0, np.inf,
                                                           np.nan]),
    "norm4d(a, 0, exp(1000.0), 0)": ([np.nan, 1], [np.inf, np.inf]),
    "rhypot(a, a)": ([1e308, 0, np.inf], [7.0710678118654755e-309, np.inf, 0]),
    "normcdf(a)": ([-np.inf, np.inf, np.nan, 0], [0, 1, np.nan, 0.5]),
    "erfinv(a)": ([1, -1, 0, 2], [np.inf, -np.inf, 0, np.nan]),
    "erfcinv(a)": ([0, 2, 1, 3], [np.inf, -np.inf, 0, np.nan]),
    "normcdfinv(a)": ([0, 1, 0.5, -1], [-np.inf, np.inf, 0, np.nan]),
    "erfcx(a)": ([np.inf, -np.inf, 0, 1e300], [0, np.inf, 1, 5.6418958354775629e-301]),
    "cyl_bessel_i0(a)": ([0, np.inf, -np.inf], [1, np.inf, np.inf]),
    "cyl_bessel_i1(a)": ([0, np.inf, -np.inf], [0, np.inf, -np.inf]),
    "fmax(a, nan(0))": ([1.0], [1.0]), "max(a, nan(0))": ([1.0], [1.0]), "y0(a)": ([0.0, -1], [-np.inf, np.nan]),
}


def test_edges():
    rows = [("d=d", code) for code in EDGES]
    call = function_module(rows)
    for row in rows:
        given, want = EDGES[row[1]]
        np.testing.assert_allclose(call(row, np.array(given, "d")), want, rtol=1e-14, err_msg=row[1])


SPECIAL = {
    "erfinv": ((-0.999, 0.999), "erfinv"), "erfcinv": ((1e-20, 1.999), lambda m, x: m.erfinv(1 - x)),
    "erfcx": ((-3, 60), lambda m, x: m.exp(x * x) * m.erfc(x)), "normcdf": ((-35, 8), "ncdf"),
    "normcdfinv": ((1e-12, 0.9999), lambda m, x: m.sqrt(2) * m.erfinv(2 * x - 1)),
    "cyl_bessel_i0": ((-80, 80), lambda m, x: m.besseli(0, x)),
    "cyl_bessel_i1": ((-80, 80), lambda m, x: m.besseli(1, x)),
    "j0": ((-20, 20), lambda m, x: m.besselj(0, x)), "j1": ((-20, 20), lambda m, x: m.besselj(1, x)),
    "y0": ((0.1, 20), lambda m, x: m.bessely(0, x)), "y1": ((0.1, 20), lambda m, x: m.bessely(1, x)),
    "jn": ((0.1, 20), lambda m, x: m.besselj(3, x)), "yn": ((0.5, 20), lambda m, x: m.bessely(3, x)),
}


@pytest.mark.optional
def test_special_functions():
    mpmath = pytest.importorskip("mpmath")
    rows = {}
    for name, (domain, reference) in SPECIAL.items():
        for char, suffix in ("d", ""), ("f", "f"), ("f", ""):
            rows[f"{char}={char}", f"{name}{suffix}({'3, ' * (name in ('jn', 'yn'))}a)"] = domain, reference
    call = function_module(list(rows))
    with mpmath.workdps(60):
        for row, (domain, reference) in rows.items():
            char = row[0][0]
            x = np.random.default_rng(7).uniform(*domain, 48).astype(char).astype("d")
            function = getattr(mpmath, reference) if isinstance(reference, str) else (
                lambda v, reference=reference: reference(mpmath, v))
            want = [float(function(mpmath.mpf(v))) for v in x]
            # Bessel functions have zeros, about which NVIDIA's have absolute errors.
            tiny = {"d": 1e-13, "f": 2e-6} if row[1][0] in "jy" else {"d": 0, "f": 1e-37}
            np.testing.assert_allclose(call(row, x), want, rtol=1e-13 if char == "d" else 4e-6, atol=tiny[char],
                                       err_msg=row[1])
