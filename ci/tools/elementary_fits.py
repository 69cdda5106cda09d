"""Polynomials and tables of the host's elementary functions: fits of mpmath's values, written as a header.

``python ci/tools/elementary_fits.py`` writes ``_host/kernels/elementary/fits.hpp``.
"""
import os

import mpmath as mp
from chebyshev_fits import coefficients, wrap

_HEADER = os.path.join(os.path.dirname(__file__),
                       "../../packages/core/src/cupy/_host/kernels/elementary/fits.hpp")
mp.mp.dps = 60


def summed(term, count=400):
    """The power series of these terms."""
    return lambda z: mp.fsum(term(n) * z**n for n in range(count))


def asin_term(n):
    """The coefficient of x^(2n+3) in asin x."""
    n += 1
    return mp.binomial(2 * n, n) / (mp.mpf(4)**n * (2 * n + 1))


def erfc_factor(t):
    """What is left of erfc after its decay, in a variable that reaches from 0 to 28."""
    x = mp.mpf(15) / 4 * (1 + t) / (1 - t)
    return mp.exp(x * x) * mp.erfc(x) * (1 + 2 * x)


def log1p_ratio(f):
    """log(1 + f) / f."""
    return mp.log1p(f) / f


def log1p_rest(base):
    """What the logarithm of 1 + f has beyond its first term, / f^2."""
    return lambda f: (log1p_ratio(f) - 1) / f / mp.log(base)


#: A number without its whole powers of two, less one.
_LEAST, _MOST = mp.sqrt(0.5) - 1, mp.sqrt(2) - 1

#: name → (function, from, to, accuracy for double and for float, which may be None)
FITS = {
    "exp_rest": ("(e^r - 1 - r) / r^2", summed(lambda n: 1 / mp.factorial(n + 2), 60), -0.3467, 0.3467, 2e-17, 4e-9),
    "exp2_rest": ("(2^r - 1) / r", summed(lambda n: mp.log(2)**(n + 1) / mp.factorial(n + 1), 60), -0.5, 0.5,
                  1e-17, 3e-9),
    "exp_twice_rest": ("(e^(2 r) - 1 - 2 r) / (2 r^2)",
                       summed(lambda n: mp.mpf(2)**(n + 1) / mp.factorial(n + 2), 60), -0.1734, 0.1734, 2e-17, 1e-7),
    "log_rest": ("(log((1 + s) / (1 - s)) - 2 s) / s^3", summed(lambda n: mp.mpf(2) / (2 * n + 3)), 0, 0.02944,
                 2e-17, None),
    "log_tail": ("the same without its first term, / s^2", summed(lambda n: mp.mpf(2) / (2 * n + 5)), 0, 0.02944,
                 2e-17, None),
    "sin_rest": ("(sin r - r) / r^3", summed(lambda n: (-1)**(n + 1) / mp.factorial(2 * n + 3), 60), 0, 0.617,
                 1e-17, 4e-9),
    "cos_rest": ("(cos r - 1 + r^2 / 2) / r^4", summed(lambda n: (-1)**n / mp.factorial(2 * n + 4), 60), 0, 0.617,
                 1e-17, 4e-9),
    "tan_rest": ("(tan r - r) / r^3", lambda z: (mp.tan(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, 0, 0.617, None, 1e-8),
    "atan_rest": ("(atan t - t) / t^3", summed(lambda n: mp.mpf((-1)**(n + 1)) / (2 * n + 3)), 0, 0.1716, 2e-17, 4e-9),
    "asin_rest": ("(asin x - x) / x^3", summed(asin_term), 0, 0.25, 2e-17, 4e-9),
    "sinh_rest": ("(sinh x - x) / x^3", summed(lambda n: 1 / mp.factorial(2 * n + 3), 60), 0, 0.25, 2e-16, 1e-7),
    "tanh_rest": ("(tanh x - x) / x^3", lambda z: (mp.tanh(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, 0, 0.0676, 2e-16, 1e-7),
    "erf_ratio": ("erf(x) / x", summed(lambda n: (-1)**n * 2 / mp.sqrt(mp.pi) / (mp.factorial(n) * (2 * n + 1)), 80),
                  0, 1, 2e-17, 4e-9),
    "erfc_factor": ("e^(x^2) erfc(x) (1 + 2 x), x = 15/4 (1 + t) / (1 - t),", erfc_factor, -1, 0.7639, 2e-17, 4e-9),
    "log1p_rest": ("(log(1 + f) / f - 1) / f", log1p_rest(mp.e), _LEAST, _MOST, None, 3e-8),
    "log2_rest": ("the same to the base 2", log1p_rest(2), _LEAST, _MOST, None, 3e-8),
    "log10_rest": ("the same to the base 10", log1p_rest(10), _LEAST, _MOST, None, 3e-8),
    "cbrt_near": ("x^(1/3)", lambda x: mp.cbrt(x), 0.5, 4, 2e-3, None),
}


def in_z(t_terms, a, b):
    """The polynomial in t = (2 z - a - b) / (b - a) as one in z."""
    total, power = [mp.mpf(0)] * len(t_terms), [mp.mpf(1)]
    for c in t_terms:
        for i, p in enumerate(power):
            total[i] += c * p
        shift, scale = -(a + b) / (b - a), 2 / (b - a)
        power = [shift * (power[i] if i < len(power) else 0) + scale * (power[i - 1] if i else 0)
                 for i in range(len(power) + 1)]
    return total


def function(name, what, f, a, b, double, single):
    """The C++ function of a fit."""
    a, b = mp.mpf(a), mp.mpf(b)

    def row(tolerance):
        return ", ".join(float(c).hex() for c in in_z(coefficients(f, a, b, tolerance), a, b))

    domain = f"// {what} on [{mp.nstr(a, 6)}, {mp.nstr(b, 6)}].\n"
    if double is None or single is None:
        kind, terms = ("float", row(single)) if double is None else ("double", row(double))
        return f"{domain}CUPY_DEVICE {kind} {name}({kind} x) {{\n    return poly(x, {terms});\n}}\n"
    return (f"{domain}template <class T, class Accuracy = T> CUPY_DEVICE T {name}(T x) {{\n"
            f"    if constexpr (is_single<Accuracy>)\n        return poly(x, {row(single)});\n"
            f"    else\n        return poly(x, {row(double)});\n}}\n")


def log2_ratio(wide):
    """The ratio log2(1 + f) / f for powers of floats, within 2^-36: the first `wide` terms in double."""
    terms = in_z(coefficients(lambda f: log1p_ratio(f) / mp.log(2), _LEAST, _MOST, 1e-11), _LEAST, _MOST)
    terms = [float(c).hex() for c in terms]
    return ("// log2(1 + f) / f on [-0.292893, 0.414214].\nCUPY_DEVICE double log2_ratio(float f) {\n"
            f"    const double rest = poly(f, {', '.join(terms[wide:])});\n"
            f"    return poly((double)f, {', '.join(terms[:wide])}, rest);\n}}\n")


def two_over_pi(count, step, modulus, terms):
    """Rows of 2^(step j) 2/pi modulo a power of two as sums of doubles."""
    rows = []
    with mp.workprec(1400):
        for j in range(count):
            rest = mp.mpf(2)**(step * j) * 2 / mp.pi
            rest -= mp.floor(rest / mp.mpf(2)**modulus) * mp.mpf(2)**modulus
            parts = []
            for _ in range(terms):
                parts.append(float(rest))
                rest -= mp.mpf(parts[-1])
            rows.append("    {" + ", ".join(part.hex() for part in parts) + "},")
    return "\n".join(rows)


def main():
    body = "\n".join([*(function(name, *fit) for name, fit in FITS.items()), log2_ratio(5)])
    text = f"""\
// Polynomials of elementary functions; written by ci/tools/elementary_fits.py.
#pragma once

#include "elementary/arithmetic.hpp"

namespace cupy {{
namespace elementary {{

{body}
// 2^(32 j) 2/pi modulo 2^54, as sums of four numbers.
constexpr double kTwoOverPi[32][4] = {{
{two_over_pi(32, 32, 54, 4)}
}};

}}  // namespace elementary
}}  // namespace cupy
"""
    with open(_HEADER, "w", encoding="utf-8") as out:
        out.write(wrap(text))


if __name__ == "__main__":
    main()
