"""CUDA's arithmetic and conversions with a direction of rounding, against exact fractions."""
import math
from fractions import Fraction

import numpy as np

from cupy_testing.user_kernels import function_module

WAYS = {"rn": 0, "rz": None, "ru": 1, "rd": -1}
WHOLE = {"int": "i", "uint": "I", "ll": "q", "ull": "Q"}
LIMITS = {"i": np.int32, "I": np.uint32, "q": np.int64, "Q": np.uint64}


def rounded(exact, char, way):
    """A fraction in floating point, rounded to nearest (`way` 0), up, down, or to zero (None)."""
    kind = {"f": np.float32, "d": np.float64}[char]
    bits, least = {"f": (24, -149), "d": (53, -1074)}[char]
    if exact == 0:
        return kind(0)
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= Fraction(2) ** exponent > size
    unit = Fraction(2) ** max(exponent - bits + 1, least)
    below = math.floor(exact / unit)
    rest = exact / unit - below
    if way is None:
        way = 1 if exact < 0 else -1
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and below % 2) if way == 0 else way > 0 and rest > 0
    units = (below + bool(up)) * unit
    if abs(units) <= Fraction(float(np.finfo(kind).max)):
        return kind(float(units))
    away = way == 0 or (way > 0) == (exact > 0)
    return kind(math.inf if away else np.finfo(kind).max) * (-1 if exact < 0 else 1)


def numbers(char, seed, count=150):
    """Of all sizes: also of those whose sums and products are rounded, overflow or are denormal."""
    rng = np.random.default_rng(seed)
    span = {"f": (-148, 127), "d": (-1070, 1023)}[char]
    exponents = np.concatenate([rng.integers(-3, 3, count // 3), rng.integers(*span, count // 3),
                                rng.integers(-30, 30, count - 2 * (count // 3))])
    return np.ldexp(rng.uniform(-2, 2, count), exponents).astype(char)


OPERATIONS = {"add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y,
              "div": lambda x, y: x / y}
ROWS = [(f"{char}={char * 2}", f"__{char}{name}_{way}(a, b)", name, way)
        for char in "fd" for name in OPERATIONS for way in WAYS]
ROWS += [(f"{char}={char}", f"__{char}{name}_{way}(a)", name, way) for char in "fd" for name in ("rcp", "sqrt")
         for way in WAYS]
ROWS += [(f"{char}={char * 3}", f"{name}_{way}(a, b, c)", "fma", way)
         for char, names in (("f", ("__fmaf", "__fmaf_ieee")), ("d", ("__fma",))) for name in names for way in WAYS]
ROWS += [("f=d", f"__double2float_{way}(a)", "same", way) for way in WAYS]
ROWS += [(f"{char}={whole}", f"__{name}2{target}_{way}(a)", "same", way)
         for name, whole in WHOLE.items() for target, char in (("float", "f"), ("double", "d")) for way in WAYS
         if char == "f" or whole in "qQ" or way == "rn"]
ROWS += [(f"{whole}={char}", f"__{source}2{name}_{way}(a)", "whole", way)
         for name, whole in WHOLE.items() for source, char in (("float", "f"), ("double", "d")) for way in WAYS]


def root(x, char, way):
    """The root of a fraction: that of its digits, to more places than any rounding sees."""
    shift = 4 * max(0, 1100 - x.numerator.bit_length() + x.denominator.bit_length())
    whole = math.isqrt((x.numerator << 2 * shift) // x.denominator)
    exact = whole * whole * x.denominator == x.numerator << 2 * shift
    return rounded(Fraction(2 * whole + (not exact), 2 << shift), char, way)


def expected(types, operation, way, values):
    exact = [Fraction(float(x)) if x.dtype.kind == "f" else Fraction(int(x)) for x in values]
    char, way = types[0], WAYS[way]
    if operation == "whole":
        limits = np.iinfo(LIMITS[char])
        found = {0: round, 1: math.ceil, -1: math.floor, None: math.trunc}[way](exact[0])
        return min(max(found, int(limits.min)), int(limits.max))
    if operation == "sqrt":
        return root(exact[0], char, way)
    if operation == "fma":
        return rounded(exact[0] * exact[1] + exact[2], char, way)
    if operation == "rcp":
        return rounded(1 / exact[0], char, way)
    return rounded(OPERATIONS[operation](*exact) if len(exact) == 2 else exact[0], char, way)


def inputs(types, operation):
    arrays = []
    for k, char in enumerate(types[2:]):
        x = np.random.default_rng(k).integers(-1 << 62, 1 << 62, 150).astype(LIMITS[char]) if char in LIMITS else (
            numbers(char, k))
        arrays.append(np.abs(x) if operation == "sqrt" else x)
    if operation == "fma":
        with np.errstate(over="ignore"):
            arrays[2][::2] = -(arrays[0] * arrays[1])[::2]       # sums that cancel
    finite = np.all([np.isfinite(x) for x in arrays], 0)
    return [x[finite] for x in arrays]


def test_directed():
    call = function_module([row[:2] for row in ROWS])
    for types, code, operation, way in ROWS:
        arrays = inputs(types, operation)
        found = call((types, code), *arrays)
        want = np.array([expected(types, operation, way, values) for values in zip(*arrays, strict=True)], found.dtype)
        np.testing.assert_array_equal(found, want, err_msg=code)


def test_outside_of_the_range():
    rows = [("i=f", "__float2int_rn(a)"), ("Q=d", "__double2ull_rz(a)"), ("q=d", "__double2ll_rd(a)"),
            ("f=ff", "__fadd_rz(a, b)"), ("d=dd", "__dadd_rd(a, b)"), ("d=dd", "__ddiv_ru(a, b)")]
    call = function_module(rows)
    infinite = np.array([np.inf, -np.inf, np.nan])
    assert call(rows[0], infinite).tolist() == [2**31 - 1, -2**31, 0]
    assert call(rows[1], infinite).tolist() == [2**64 - 1, 0, 2**63]
    assert call(rows[2], infinite).tolist() == [2**63 - 1, -2**63, -2**63]
    np.testing.assert_array_equal(call(rows[3], infinite, [1, 1, 1]), infinite)
    found = call(rows[4], np.array([1.5, 0.0]), np.array([-1.5, 0.0]))
    assert np.signbit(found).tolist() == [True, False]
    np.testing.assert_array_equal(call(rows[5], np.array([1.0, -1, 0, 5]), np.array([0.0, 0, 0, np.inf])),
                                  [np.inf, -np.inf, np.nan, 0])
