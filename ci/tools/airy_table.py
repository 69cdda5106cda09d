"""Airy functions on a grid and coefficients of their expansions, written as ``special/_kernels/airy_table.hpp``.

F. W. J. Olver, "Asymptotics and Special Functions", 1974, 11.8; DLMF 9.7.2.
"""
import os

import mpmath as mp

_FILE = os.path.join(os.path.dirname(__file__),
                     "../../packages/scipy-ext/src/cupyx/scipy/special/_kernels/airy_table.hpp")
STEPS, REACH, TERMS = 4, 10, 24     # places in a unit; the last place; coefficients of the expansions


def values(x):
    """Ai, Ai', Bi and Bi'."""
    return [f(x, derivative=k) for f in (mp.airyai, mp.airybi) for k in (0, 1)]


def expansion():
    """u_k and v_k of DLMF 9.7.2."""
    u = [mp.mpf(1)]
    for k in range(1, TERMS):
        u.append(u[-1] * (6 * k - 5) * (6 * k - 3) * (6 * k - 1) / (216 * k * (2 * k - 1)))
    return u, [x * (6 * k + 1) / (1 - 6 * k) for k, x in enumerate(u)]


def _row(numbers):
    """Numbers in braces, over several lines if they are many."""
    lines, line = [], "        {"
    for k, x in enumerate(numbers):
        word = mp.nstr(x, 18) + ("}" if k == len(numbers) - 1 else ",")
        if len(line) + len(word) > 117:
            lines.append(line)
            line = "        "
        line += word if line.endswith("{") else " " + word
    return "\n".join([*lines, line])


def main():
    """Write the header."""
    grid = ",\n".join(_row(values(mp.mpf(k) / STEPS)) for k in range(-REACH * STEPS, REACH * STEPS + 1))
    even_odd = ",\n".join(_row(row[odd::2]) for row in expansion() for odd in (0, 1))
    with open(_FILE, "w", encoding="utf-8") as file:
        file.write(f"""// Airy functions on a grid, and their expansions (DLMF 9.7.2): of ci/tools/airy_table.py.
#pragma once

#include "poly.hpp"

namespace cupy {{
namespace special {{

constexpr int kAirySteps = {STEPS}, kAiryReach = {REACH}, kAiryTerms = {TERMS // 2};

// Ai, Ai', Bi and Bi' at k / kAirySteps.
CUPY_CALLED const double *airy_at(int k) {{
    static constexpr double values[2 * kAiryReach * kAirySteps + 1][4] = {{
{grid}}};
    return values[k + kAiryReach * kAirySteps];
}}
// Sums over k of u_2k t^k, u_(2k + 1) t^k, v_2k t^k and v_(2k + 1) t^k.
CUPY_CALLED void airy_expansion(double t, double (&sums)[4]) {{
    static constexpr double terms[4][kAiryTerms] = {{
{even_odd}}};
    for (int part = 0; part < 4; part++) {{
        double sum = 0;
        for (int k = kAiryTerms - 1; k >= 0; k--) sum = fma(sum, t, terms[part][k]);
        sums[part] = sum;
    }}
}}

}}  // namespace special
}}  // namespace cupy
""")


if __name__ == "__main__":
    mp.mp.dps = 50
    main()
