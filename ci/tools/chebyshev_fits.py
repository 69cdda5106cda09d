"""Polynomials of special functions' kernels: fits of mpmath's values, written as headers.

``python ci/tools/chebyshev_fits.py bessel01`` writes ``special/_kernels/bessel01_fits.hpp``.  A fit is a truncated
Chebyshev series of f on [a, b], as a polynomial in t in [-1, 1]; float has fewer terms than double.
"""
import functools
import os
import sys

import mpmath as mp
import numpy
import temme_table

_FOLDER = os.path.join(os.path.dirname(__file__), "../../packages/scipy-ext/src/cupyx/scipy/special/_kernels")
mp.mp.dps = 60
TWO_OVER_PI = 2 / mp.pi


def coefficients(f, a, b, tolerance, beside=0, most=64):
    """Monomial coefficients in t of the shortest Chebyshev series of f.

    It is within `tolerance` of f, relative to the least of f + `beside`.
    """
    with mp.workdps(45):
        nodes = [mp.cos(mp.pi * (2 * k + 1) / (2 * most)) for k in range(most)]
        values = [mp.mpf(f((a + b) / mp.mpf(2) + (b - a) / mp.mpf(2) * t)) for t in nodes]
        series = [2 / mp.mpf(most) * mp.fsum(v * mp.cos(mp.pi * j * (2 * k + 1) / (2 * most))
                                            for k, v in enumerate(values)) for j in range(most)]
        series[0] /= 2
        least = min(abs(v + beside) for v in values)
        keep, tail = most, mp.mpf(0)
        while keep > 1 and tail + abs(series[keep - 1]) < tolerance * least:
            keep -= 1
            tail += abs(series[keep])
        if keep == most:
            raise ValueError("the series does not converge: split the interval")
        total = [mp.mpf(0)] * keep
        before, now = [mp.mpf(1)], [mp.mpf(0), mp.mpf(1)]
        for j in range(keep):
            for i, c in enumerate(before):
                total[i] += series[j] * c
            following = [mp.mpf(0)] + [2 * c for c in now]
            for i, c in enumerate(before):
                following[i] -= c
            before, now = now, following
        return total


def _powers(terms, a, b):
    """Coefficients of powers of x itself, from those of t = (2 x - a - b) / (b - a)."""
    scale, shift = 2 / (b - a), -(a + b) / (b - a)
    total = [mp.mpf(0)] * len(terms)
    for j, c in enumerate(terms):
        for i in range(j + 1):
            total[i] += c * mp.binomial(j, i) * scale ** i * shift ** (j - i)
    return total


def _domain(a, b):
    return f"// On [{mp.nstr(a, 6)}, {mp.nstr(b, 6)}].\n"


def function(name, f, a, b, double=2e-17, single=6e-9, kept=0, beside=0):
    """The C++ function of a fit, of float alone if `double` is None, of double alone if `single` is.

    Of float alone, `kept` is how many of the last steps keep what they round off, and `beside` what the values are
    added to; "powers" are those of x itself, and "wide" takes x as a double too, for as many terms as follow the word.
    """
    a, b = mp.mpf(a), mp.mpf(b)
    if isinstance(kept, str):
        terms = _powers(coefficients(f, a, b, single, beside), a, b)
        wide, domain = int(kept.removeprefix("wide").removeprefix("powers") or 0), _domain(a, b)
        floats = f"poly({'near' if wide else 'x'}, {', '.join(mp.nstr(c, 12) for c in terms[wide:])})"
        if not wide:
            return f"{domain}CUPY_DEVICE float {name}(float x) {{\n    return {floats};\n}}\n"
        first = ", ".join(mp.nstr(c, 18) for c in terms[:wide])
        value = f"(double){floats}"
        for k in range(wide)[::-1]:
            value = f"fma(x, {value}, {name}_terms[{k}])"
        return (f"{domain}static __constant__ double {name}_terms[] = {{{first}}};\n"
                f"CUPY_DEVICE double {name}(double x, float near) {{\n    return {value};\n}}\n")

    def row(tolerance):
        return ", ".join(mp.nstr(c, 18) for c in coefficients(f, a, b, tolerance, beside))

    def row_of_floats():
        terms = coefficients(f, a, b, single, beside)
        kept_terms = terms[:kept] + [mp.mpf(float(numpy.float32(float(c)))) for c in terms[kept:]]
        apart = [mp.polyval([x - y for x, y in zip(terms, kept_terms)][::-1], mp.mpf(k) / 64 - 1) for k in range(129)]
        kept_terms[0] += (max(apart) + min(apart)) / 2       # what the rounding of the others moves in the mean
        return ", ".join(mp.nstr(c, 12) for c in kept_terms)

    domain = _domain(a, b)
    if double is None:
        if kept:
            middle, scale = mp.nstr((a + b) / 2, 9), mp.nstr(2 / (b - a), 9)
            kind, t = (("special::Pair", f"times(x, {scale}f)") if a == -b else
                       ("float", f"centred(x, {middle}f, {scale}f)"))
            return (f"{domain}CUPY_DEVICE special::Pair {name}({kind} x) {{\n"
                    f"    const special::Pair t = special::{t};\n"
                    f"    return special::poly_{('once', 'twice')[kept - 1]}(t, {row_of_floats()});\n}}\n")
        return (f"{domain}CUPY_DEVICE float {name}(float x) {{\n"
                f"    const float t = (x - {mp.nstr((a + b) / 2, 9)}f) * {mp.nstr(2 / (b - a), 9)}f;\n"
                f"    return poly(t, {row_of_floats()});\n}}\n")
    terms = f"{domain}static __constant__ double {name}_terms[] = {{{row(double)}}};\n"
    if single is None:
        return (f"{terms}CUPY_DEVICE double {name}(double x) {{\n"
                f"    return poly_of((x - {mp.nstr((a + b) / 2, 18)}) * {mp.nstr(2 / (b - a), 18)}, {name}_terms);\n"
                "}\n")
    return (f"{terms}"
            f"template <class T> CUPY_DEVICE T {name}(T x) {{\n"
            f"    const T t = (x - T({mp.nstr((a + b) / 2, 18)})) * T({mp.nstr(2 / (b - a), 18)});\n"
            f"    if constexpr (sizeof(T) == 4)\n        return poly(t, {row(single)});\n"
            f"    else\n        return poly_of(t, {name}_terms);\n}}\n")


def wrap(text, width=118):
    """Long lines of coefficients over several."""
    out = []
    for line in text.split("\n"):
        while len(line) > width:
            cut = line.rindex(" ", 0, width)
            out.append(line[:cut])
            line = " " * 20 + line[cut + 1:]
        out.append(line)
    return "\n".join(out)


def _amplitude(order, which):
    """P and Q of Hankel's form of J and Y in (8/x)^2 (DLMF 10.17.3)."""
    def value(y):
        x = 8 / mp.sqrt(y)
        angle = x - order * mp.pi / 2 - mp.pi / 4
        j, yy, scale = mp.besselj(order, x), mp.bessely(order, x), mp.sqrt(mp.pi * x / 2)
        c, s = mp.cos(angle), mp.sin(angle)
        return scale * (j * c + yy * s) if which == "p" else scale * (yy * c - j * s) * x
    return value


def _modulus(order):
    """Modulus of Hankel's form of J in (7/x)^2 (DLMF 10.18)."""
    p, q = _amplitude(order, "p"), _amplitude(order, "q")
    return lambda y: mp.hypot(p(y * 64 / 49), q(y * 64 / 49) * mp.sqrt(y) / 7)


def _phase(order):
    """x times what the phase has beyond x - (order / 2 + 1 / 4) pi."""
    p, q = _amplitude(order, "p"), _amplitude(order, "q")
    return lambda y: mp.atan2(q(y * 64 / 49) * mp.sqrt(y) / 7, p(y * 64 / 49)) * 7 / mp.sqrt(y)


def _modulus_rest(order):
    """What the modulus has beyond 1, over 1 / x^2, in that."""
    return lambda y: (_modulus(order)(49 * y) - 1) / y


def _phase_rest(order):
    """What x times the phase has beyond (4 order^2 - 1) / 8, over 1 / x^2, in that."""
    return lambda y: (_phase(order)(49 * y) - (mp.mpf(4 * order * order - 1) / 8)) / y


def _y_without_zeros(order):
    """Y without the zeros that it has between 2 and 7."""
    first, second = (mp.besselyzero(order, k + 2 - order) for k in (0, 1))
    return lambda x: mp.bessely(order, x) / (x - first) / (x - second)


def _y0_beside_zero(y):
    """What Y0 has beyond 2 / pi log(x / z) J0(x), z its first zero, over y - z^2 for y = x^2."""
    zero = mp.besselyzero(0, 1)
    x = mp.sqrt(y)
    x += mp.mpf(10) ** -15 if abs(x - zero) < mp.mpf(10) ** -15 else 0
    return (mp.bessely(0, x) - TWO_OVER_PI * mp.log(x / zero) * mp.besselj(0, x)) / (x * x - zero * zero)


def _y_regular(order):
    def value(y):
        x = mp.sqrt(y)
        rest = mp.bessely(order, x) - TWO_OVER_PI * mp.log(x) * mp.besselj(order, x)
        return rest if order == 0 else (rest + TWO_OVER_PI / x) / x
    return value


def _j_without_zeros(order):
    """J without its first two positive zeros, and that of J1 at zero."""
    first, second = (mp.besseljzero(order, k) ** 2 for k in (1, 2))

    def value(y):
        x = mp.sqrt(y)
        return mp.besselj(order, x) / (x if order else 1) / (y - first) / (y - second)
    return value


def _lgamma_without_zeros(s):
    """log Gamma(x) / ((x - 1) (x - 2)) for x = a (1 + s) / (1 - s), a = sqrt(5)."""
    x = mp.sqrt(5) * (1 + s) / (1 - s)
    x += mp.mpf(10) ** -20 if min(abs(x - 1), abs(x - 2)) < mp.mpf(10) ** -20 else 0
    return mp.loggamma(x) / ((x - 1) * (x - 2))


def _digamma_without_root(square):
    """psi(x) / (x - its root) for x = a (1 + s) / (1 - s), a^2 = `square`, or of x itself."""
    def value(s):
        x = mp.sqrt(square) * (1 + s) / (1 - s) if square else s
        return mp.digamma(x) / (x - _DIGAMMA_ROOT)
    return value


def _atanh_rest(square):
    """What the inverse hyperbolic tangent of s has beyond s, over s^3, in s^2."""
    s = mp.sqrt(square)
    return (mp.atanh(s) - s) / s ** 3


def _digamma_tail(y):
    """x^2 times what log(x) - psi(x) has beyond 1 / (2 x), for y = 1 / x^2."""
    x = 1 / mp.sqrt(y)
    return (mp.log(x) - mp.digamma(x) - 1 / (2 * x)) * x * x


def _stirling_factor(y):
    """What Gamma(x) has beyond Stirling's formula, as a factor less one, for y = 1 / x."""
    if y < mp.mpf(10) ** -3:
        return y / 12 + y * y / 288 - 139 * y ** 3 / 51840
    return mp.gamma(1 / y) / (mp.sqrt(2 * mp.pi) * (1 / y) ** (1 / y - mp.mpf(0.5)) * mp.exp(-1 / y)) - 1


def _stirling_tail(y):
    """x times what Stirling's formula lacks, in 1/x^2."""
    x = 1 / mp.sqrt(y)
    return (mp.loggamma(x) - ((x - mp.mpf(0.5)) * mp.log(x) - x + mp.log(2 * mp.pi) / 2)) * x


def _stirling_of_reciprocal(r):
    """The same over 1 / x, in 1 / x."""
    return _stirling_tail(mp.mpf(r) ** 2)


def _gamma_scaled(y):
    """Gamma(x) x^(1/2 - x) e^x, for y = 1 / (x + 1/2)."""
    x = 1 / y - mp.mpf(0.5)
    return mp.gamma(x) * mp.exp(x - (x - mp.mpf(0.5)) * mp.log(x))


def _log_rest(f):
    """What log(1 + f) / f has beyond 1, over f."""
    return (mp.log1p(f) / f - 1) / f if abs(f) > 1e-12 else -mp.mpf(0.5) + f / 3


def _log_rest_beyond(f):
    """What that has beyond f / 3 - 1 / 2, over f^2."""
    return ((_log_rest(f) + mp.mpf(0.5)) / f - mp.mpf(1) / 3) / f if abs(f) > 1e-10 else f / 5 - mp.mpf(1) / 4


def _scaled_tail(t):
    """(z + 2) erfcx(z) / 2 in t = (z - 2) / (z + 2)."""
    z = 2 * (1 + t) / (1 - t)
    return (z + 2) * mp.exp(z * z) * mp.erfc(z) / 2


@functools.cache
def _temme_table():
    return temme_table.table()


def _temme(order):
    """A coefficient of Temme's expansion in eta, of order 0 what it has beyond -1/3, over eta."""
    return lambda eta: mp.fsum(c * eta ** n for n, c in enumerate(_temme_table()[order][order == 0:]))


def _lgamma_beside_two(u):
    """log Gamma(x) / ((x - 1) (x - 2)) for x = 2 + u."""
    u += mp.mpf(10) ** -20 if min(abs(u), abs(u + 1)) < mp.mpf(10) ** -20 else 0
    return mp.loggamma(2 + u) / (u * (u + 1))


def _k_regular(order):
    def value(y):
        x = mp.sqrt(y)
        if order == 0:
            return mp.besselk(0, x) + mp.log(x) * mp.besseli(0, x)
        return (mp.besselk(1, x) - mp.log(x) * mp.besseli(1, x)) * x
    return value


def _k_scaled(order):
    return lambda y: mp.sqrt(1 / y) * mp.exp(1 / y) * mp.besselk(order, 1 / y)


def _between(a, b, t):
    """From a to b, of t from -1 to 1."""
    return a + (b - a) * (t + 1) / mp.mpf(2)


def _i_scaled(order):
    return lambda y: mp.sqrt(1 / y) * mp.exp(-1 / y) * mp.besseli(order, 1 / y)


def _erfcx(x):
    return mp.exp(x * x) * mp.erfc(x) if x < 1e3 else (1 - 1 / (2 * x * x) + 3 / (4 * x ** 4)) / x / mp.sqrt(mp.pi)


def _erfcx_scaled(t):
    x = 4 * (1 + t) / (1 - t)
    return (1 + 2 * x) * _erfcx(x)


def _erfinv(w):
    x = mp.sqrt(-mp.expm1(-w))
    return mp.erfinv(x) / x


def _erfcinv(s):
    """erfcinv(exp(-s^2)) / s."""
    if s < 1.4:
        return mp.erfinv(-mp.expm1(-s * s)) / s
    x = mp.sqrt(s * s - mp.log(s * mp.sqrt(mp.pi)))
    for _ in range(8):
        y = _log_erfc(x) + s * s
        x += y / (2 * mp.exp(-x * x - _log_erfc(x)) / mp.sqrt(mp.pi))
    return x / s


def _log_erfc(x):
    with mp.workdps(60):
        return mp.log(mp.erfc(x))


def _dawson(x):
    with mp.workdps(60):
        return mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x)


def _e1(x):
    with mp.workdps(60):
        return x * mp.exp(x) * mp.e1(x)


def _ei(x):
    with mp.workdps(60):
        return x * mp.exp(-x) * mp.ei(x)


_EI_ROOT = mp.findroot(mp.ei, 0.3725)
_FIFTH = (5 - mp.sqrt(5)) / (5 + mp.sqrt(5))
_EIGHTH = (8 - mp.sqrt(8)) / (8 + mp.sqrt(8))
_DIGAMMA_ROOT = mp.findroot(mp.digamma, 1.4616321449683623)


def _sici(which):
    """f and g of DLMF 6.2.17 in 16/x^2, times x and x^2."""
    def value(y):
        with mp.workdps(60):
            x = 4 / mp.sqrt(y)
            s, c = mp.si(x) - mp.pi / 2, mp.ci(x)
            if which == "f":
                return (c * mp.sin(x) - s * mp.cos(x)) * x
            return (-c * mp.cos(x) - s * mp.sin(x)) * x * x
    return value


def _k0_beyond(over):
    """The integral of K0(t), or K0(t) / t, over [x, infinity), times e^x x^(1/2) or e^x x^(3/2), in r = 1 / x."""
    def value(r):
        def part(s):                                    # DLMF 10.32.9 in u = s sqrt(r)
            u = s * mp.sqrt(r)
            return mp.exp(-2 * mp.sinh(u / 2) ** 2 / r) * (u * mp.tanh(u) / r if over else 1 / mp.cosh(u))
        step = mp.mpf(1) / 16
        return step * (part(0) / 2 + mp.fsum(part(k * step) for k in range(1, 230)))
    return value


def _fresnel(which):
    """f and g of DLMF 7.2.10 in (1.306122448979591836734694/x^2)^2, times pi x and (pi x)^2 x."""
    def value(y):
        with mp.workdps(60):
            x = mp.mpf("1.6") / mp.sqrt(mp.sqrt(y))
            c, s, a = mp.mpf(0.5) - mp.fresnelc(x), mp.mpf(0.5) - mp.fresnels(x), mp.pi * x * x / 2
            if which == "f":
                return (s * mp.cos(a) - c * mp.sin(a)) * mp.pi * x
            return (c * mp.cos(a) + s * mp.sin(a)) * mp.pi ** 2 * x ** 3
    return value


def _normal_tail(t):
    """What erfc(x / sqrt 2) exp(x^2 / 2) (x + 9 / 8) has beyond 1, for t + 1 / 2 = 1 / (x + 9 / 8)."""
    if t < mp.mpf("-0.4999"):
        y = t + mp.mpf("0.5")
        return mp.sqrt(2 / mp.pi) * (1 + y * mp.mpf("1.125")) * (1 - y * y) - 1
    x = 1 / (t + mp.mpf("0.5")) - mp.mpf("1.125")
    return mp.erfc(x / mp.sqrt(2)) * mp.exp(x * x / 2) * (x + mp.mpf("1.125")) - 1


def _erfc_tail(t):
    """What erfcx(x) (9 / 8 + 11 / 8 x) has beyond 1, for t + 3 / 8 = 1 / (9 / 8 + 11 / 8 x)."""
    below = 1 / (t + mp.mpf(3) / 8)
    return _erfcx((below - mp.mpf(9) / 8) * 8 / 11) * below - 1


def _mills(t):
    """What erfc(x / sqrt 2) exp(x^2 / 2) / t has beyond 1, for t = 1 / (1 + x)."""
    x = 1 / t - 1
    return mp.erfc(x / mp.sqrt(2)) * mp.exp(x * x / 2) / t - 1


def _beyond(f, least="1e-14"):
    return lambda y: f(max(y, mp.mpf(least)))


FITS = {
    "degrees": [
        ("sine", lambda y: mp.sin(mp.sqrt(y)) / mp.sqrt(y) if y else mp.mpf(1), 0, mp.pi ** 2 / 4, 1e-17, None),
    ],
    "erf": [
        ("erfcx_scaled", _erfcx_scaled, -1, 1, 2e-17, None),
        ("erfinv_centre", _erfinv, 0, 6.25, 2e-17, None),
        ("erfcinv_near", _erfcinv, 0.8, 2.5, 2e-17, None),
        ("erfcinv_middle", _erfcinv, 2.5, 7, 2e-17, None),
        ("erfcinv_far", _erfcinv, 7, 28, 2e-17, None),
        ("erfcinv_scaled", lambda t: _erfcinv(4 * (1 + t) / (1 - t)), mp.mpf(-3) / 13, 0.75, 2e-17, None),
        ("tail_scaled", _normal_tail, "-0.436", mp.mpf(7) / 18, None, 3e-9, "powers", 1),
        ("log_less", lambda q: (-mp.log1p(-q) / q - 1) / q if q > 1e-12 else mp.mpf(1) / 2 + q / 3, 0, 0.5, None, 2e-8,
         "powers"),
        ("erfc_scaled", _erfc_tail, "-0.3082", mp.mpf(37) / 72, None, 3e-9, "powers", 1),
        ("mills", _mills, 0, 1, None, 1.5e-8, 0, 1),
        ("centre_single", _erfinv, 0, 6.25, None, 2e-8, 2),
        ("centre_wide", lambda t: _erfinv((t + 1) / mp.mpf("0.32")), -1, 1, None, 5e-9, "wide2"),
        ("tail_single", lambda r: _erfcinv(1 / r), 0.097, 0.385, None, 2e-8, 1),
        ("dawson_near", lambda y: _dawson(mp.sqrt(y)) / mp.sqrt(y), 0, 6.25),
        ("dawson_middle", lambda y: _dawson(mp.sqrt(y)) * mp.sqrt(y), 6.25, 25),
        ("dawson_far", lambda y: _dawson(mp.sqrt(1 / y)) / mp.sqrt(y), "0.002", 0.04),
    ],
    "gamma": [
        ("gamma_middle", mp.gamma, 2, 3), ("lgamma_one", lambda x: mp.loggamma(x) / (x - 1), 0.5, 1.5),
        ("lgamma_middle", _lgamma_without_zeros, -_FIFTH, _FIFTH, 2e-17, None),
        ("lgamma_single", _lgamma_without_zeros, -_FIFTH, _FIFTH, None, 2e-8, 2),
        ("stirling", _stirling_tail, "1e-12", 0.04, 2e-15, 6e-8),
        ("stirling_factor", _stirling_factor, 0, 1, None, 1e-8, 0, 1),
        ("gamma_scaled", _gamma_scaled, "0.005", mp.mpf(2) / 3, 2e-17, None),
        ("digamma_middle", _digamma_without_root(8), -_EIGHTH, _EIGHTH, 2e-17, None),
        ("digamma_single", _digamma_without_root(5), -_FIFTH, _FIFTH, None, 1e-8, 2),
        ("digamma_far", _beyond(_digamma_tail), 0, 0.04, None, 1e-6),
        ("digamma_root", lambda x: mp.digamma(_DIGAMMA_ROOT + x) / x, -0.5, 0.5),
        ("atanh_rest", _atanh_rest, 0, mp.mpf(1) / 9, 2e-17, None),
    ],
    "wide": [
        ("log_rest", _log_rest, mp.sqrt(0.5) - 1, mp.sqrt(2) - 1, None, 2e-8, "powers"),
        ("log_rest_longer", _log_rest_beyond, mp.sqrt(0.5) - 1, mp.sqrt(2) - 1, None, 3e-8, "powers"),
        ("scaled_tail", _scaled_tail, -1, mp.mpf(9) / 13, None, 4e-9, "wide2"),
        ("temme_0", _temme(0), -0.63, 0.79, None, 2e-8, "powers"),
        ("temme_1", _temme(1), -0.63, 0.79, None, 2e-8, "powers", 1),
        ("temme_2", _temme(2), -0.63, 0.79, None, 2e-7, "powers", 1),
        ("temme_3", _temme(3), -0.63, 0.79, None, 1e-6, "powers", 1),
        ("temme_4", _temme(4), -0.63, 0.79, None, 1e-5, "powers", 1),
        ("lgamma_near", _lgamma_beside_two, -1, 1, None, 3e-9, "wide2"),
        ("lgamma_far", _stirling_tail, "1e-12", mp.mpf(1) / 9, None, 1e-7, "powers"),
        ("lgamma_middle", _stirling_of_reciprocal, "0.02", 1, None, 5e-8, "powers"),
        ("digamma_near", lambda u: _digamma_without_root(0)(u + 2), -1, 1, None, 5e-9, "wide1"),
        ("digamma_far", _beyond(_digamma_tail), 0, mp.mpf(1) / 9, None, 2e-7, "powers"),
        *[(f"j{n}_near", lambda t, n=n: _j_without_zeros(n)(_between(0, 49, t)), -1, 1, None, 5e-9, "wide3")
          for n in (0, 1)],
        *[(f"modulus_{n}", _beyond(_modulus_rest(n), "1e-9"), 0, mp.mpf(1) / 49, None, 1e-6, "powers") for n in (0, 1)],
        *[(f"phase_{n}", _beyond(_phase_rest(n), "1e-9"), 0, mp.mpf(1) / 49, None, 1e-7, "powers") for n in (0, 1)],
        ("sine", lambda y: (mp.sin(mp.sqrt(y)) / mp.sqrt(y) - 1) / y, "1e-12", 0.66, None, 1e-8, "powers"),
        ("cosine", lambda y: (mp.cos(mp.sqrt(y)) - 1) / y, "1e-12", 0.66, None, 5e-9, "powers"),
        *[(f"y{n}_middle", lambda t, n=n: _y_without_zeros(n)(_between(2, 7, t)), -1, 1, None, 5e-9,
           "wide3") for n in (0, 1)],
        ("y0_beside_zero", _beyond(_y0_beside_zero), 0, 4, None, 5e-9, "wide2"),
        ("y1_below_two", _beyond(_y_regular(1)), 0, 4, None, 5e-9, "wide2"),
        ("j0_below_two", lambda y: mp.besselj(0, mp.sqrt(y)), 0, 4, None, 5e-9, "wide2"),
        ("j1_below_two", _beyond(lambda y: mp.besselj(1, mp.sqrt(y)) / mp.sqrt(y)), 0, 4, None, 5e-9, "wide2"),
        *[(f"i{n}_near", lambda t, n=n: mp.exp(-_between(2, 8, t)) * mp.besseli(n, _between(2, 8, t)),
           -1, 1, None, 5e-9, "wide3") for n in (0, 1)],
        *[(f"i{n}_far", _beyond(_i_scaled(n), "1e-12"), 0, 0.125, None, 5e-9, "wide1") for n in (0, 1)],
        ("i0_below_two", lambda y: mp.besseli(0, mp.sqrt(y)), 0, 4, None, 5e-9, "wide2"),
        ("i1_below_two", _beyond(lambda y: mp.besseli(1, mp.sqrt(y)) / mp.sqrt(y)), 0, 4, None, 5e-9, "wide2"),
        *[(f"k{n}_below_one", _beyond(_k_regular(n)), 0, 1, None, 5e-9, "wide2") for n in (0, 1)],
        *[(f"k{n}_beyond_one", _k_scaled(n), "1e-12", 1, None, 5e-9, "wide1") for n in (0, 1)],
    ],
    "bessel01": [
        *[(f"j{n}_near", _j_without_zeros(n), 0, 64) for n in (0, 1)],
        ("j0_nearer", _j_without_zeros(0), 0, 49),
        *[(f"modulus_{n}", _beyond(_modulus(n)), 0, 1) for n in (0, 1)],
        *[(f"phase_{n}", _beyond(_phase(n)), 0, 1, 6e-16, 6e-7) for n in (0, 1)],
        ("sine", lambda y: mp.sin(mp.sqrt(y)) / mp.sqrt(y), "1e-30", 0.75),
        ("cosine", lambda y: mp.cos(mp.sqrt(y)), 0, 0.75),
        *[(f"hankel_p{n}", _beyond(_amplitude(n, "p")), 0, 1) for n in (0, 1)],
        *[(f"hankel_q{n}", _beyond(_amplitude(n, "q")), 0, 1) for n in (0, 1)],
        *[(f"y{n}_{k}", _beyond(_y_regular(n)), (0, 16)[k - 1], (16, 64)[k - 1], 2e-19, 6e-11)
          for n in (0, 1) for k in (1, 2)],
        ("y0_beside_zero", _beyond(_y0_beside_zero), 0, 4, None, 2e-8),
        ("y1_below_two", _beyond(_y_regular(1)), 0, 4, None),
        ("j0_below_two", lambda y: mp.besselj(0, mp.sqrt(y)), 0, 4, None),
        ("j1_below_two", _beyond(lambda y: mp.besselj(1, mp.sqrt(y)) / mp.sqrt(y)), 0, 4, None),
        *[(f"y{n}_middle", _y_without_zeros(n), 2, 7, None, 2e-8) for n in (0, 1)],
    ],
    "bessel_ik": [
        ("i0_near", lambda x: mp.exp(-x) * mp.besseli(0, x), 0, 8),
        ("i0_far", lambda y: mp.sqrt(8 / y) * mp.exp(-8 / y) * mp.besseli(0, 8 / y) if y > 1e-3 else
         (1 + y / 64 + 9 * y * y / 8192 + 225 * y ** 3 / (6 * 262144) + 11025 * y ** 4 / (24 * 64 ** 4)
          + 893025 * y ** 5 / (120 * 64 ** 5) + 108056025 * y ** 6 / (720 * 64 ** 6)) / mp.sqrt(2 * mp.pi), 0, 1),
        ("i1_near", lambda x: mp.exp(-x) * (mp.besseli(1, x) / x if x else 0.5), 0, 8),
        ("i1_far", lambda y: mp.sqrt(8 / y) * mp.exp(-8 / y) * mp.besseli(1, 8 / y) if y > 1e-3 else
         (1 - 3 * y / 64 - 15 * y * y / 8192 - 315 * y ** 3 / (6 * 262144) - 14175 * y ** 4 / (24 * 64 ** 4)
          - 1091475 * y ** 5 / (120 * 64 ** 5) - 127702575 * y ** 6 / (720 * 64 ** 6)) / mp.sqrt(2 * mp.pi), 0, 1),
        ("i0_below_one", lambda y: mp.besseli(0, mp.sqrt(y)), 0, 1),
        ("i1_below_one", _beyond(lambda y: mp.besseli(1, mp.sqrt(y)) / mp.sqrt(y)), 0, 1),
        *[(f"k{n}_below_one", _beyond(_k_regular(n)), 0, 1) for n in (0, 1)],
        *[(f"k{n}_beyond_one", _k_scaled(n), "1e-12", 1, 2e-17, 2e-8) for n in (0, 1)],
    ],
    "bessel": [
        ("temme_1", lambda y: (mp.rgamma(1 - mp.sqrt(y)) - mp.rgamma(1 + mp.sqrt(y))) / (2 * mp.sqrt(y)),
         "1e-30", 0.25),
        ("temme_2", lambda y: (mp.rgamma(1 - mp.sqrt(y)) + mp.rgamma(1 + mp.sqrt(y))) / 2, 0, 0.25),
    ],
    "expint": [
        ("e1_near", lambda x: mp.e1(x) + mp.log(x), "1e-30", 1),
        ("e1_middle", _e1, 1, 4),
        ("e1_far", lambda y: _e1(4 / y), "0.02", 1),
        ("ei_root", lambda x: (mp.ei(x) - mp.log(x / _EI_ROOT)) / (x - _EI_ROOT), "1e-30", 6),
        ("ei_10", _ei, 6, 10),
        ("ei_20", _ei, 10, 20),
        ("ei_40", _ei, 20, 40),
        ("ei_far", lambda y: _ei(40 / y), "0.0001", 1),
        ("si_near", lambda y: mp.si(mp.sqrt(y)) / mp.sqrt(y), "1e-30", 16),
        ("cin_near", lambda y: (mp.ci(mp.sqrt(y)) - mp.euler - mp.log(mp.sqrt(y))) / y, "1e-15", 16),
        ("f_near", _sici("f"), 0.25, 1),
        ("f_far", _sici("f"), "1e-6", 0.25),
        ("g_near", _sici("g"), 0.25, 1),
        ("g_far", _sici("g"), "1e-6", 0.25),
    ],
    "integrals": [
        ("k0_near", _k0_beyond(False), 0.25, 1, 2e-17, None), ("k0_far", _k0_beyond(False), "1e-12", 0.25, 2e-17, None),
        ("k0_over_near", _k0_beyond(True), 0.25, 1, 2e-17, None),
        ("k0_over_far", _k0_beyond(True), "1e-12", 0.25, 2e-17, None),
    ],
    "fresnel": [
        ("s_near", lambda y: mp.fresnels(mp.root(y, 4)) / mp.root(y, 4) ** 3, "1e-30", 6.5536),
        ("c_near", lambda y: mp.fresnelc(mp.root(y, 4)) / mp.root(y, 4), "1e-30", 6.5536),
        ("f_near", _fresnel("f"), 0.25, 1),
        ("f_far", _fresnel("f"), "1e-6", 0.25),
        ("g_near", _fresnel("g"), 0.25, 1),
        ("g_far", _fresnel("g"), "1e-6", 0.25),
    ],
}


def main(*families):
    """Write the headers of the families named, or of all."""
    for family in families or FITS:
        body = []
        for name, f, *rest in FITS[family]:
            try:
                body.append(function(name, f, *rest))
            except ValueError as error:
                raise ValueError(f"{family}.{name}: {error}") from None
        text = (f"// Polynomials of the {family} family, generated by ci/tools/chebyshev_fits.py.\n#pragma once\n\n"
                f'#include "{"pair" if "special::Pair" in "".join(body) else "poly"}.hpp"\n\n'
                f"namespace cupy {{\nnamespace {family}_fits {{\n\n" + "\n".join(body)
                + f"\n}}  // namespace {family}_fits\n}}  // namespace cupy\n")
        with open(os.path.join(_FOLDER, f"{family}_fits.hpp"), "w", encoding="utf-8") as file:
            file.write(wrap(text))


if __name__ == "__main__":
    main(*sys.argv[1:])
