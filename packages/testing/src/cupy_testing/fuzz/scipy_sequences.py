"""Random calls of special functions that give sequences: orthogonal polynomials, zeros, all orders, derivatives."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from cupy_testing.fuzz.expressions import expressions
from cupy_testing.fuzz.scipy_interpolation import given

if TYPE_CHECKING:
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_WORDS = {
    "n": (0, 1, 2, 3, 5), "few": (1, 2, 3), "k": (0, 1, 2, 4), "m": (-2, -1, 0, 1, 3), "truth": (True, False),
    "alpha": (-0.5, 0.0, 0.5, 2.0), "place": (0.25, 0.5, 1.5, 3.0), "q": (0.5, 2.0, 10.0), "branch": (2, 3),
    "norm": ("truth", "odd"), "diff": (0, 1, 2), "inside": (0.25, 0.5, -0.75), "odd": (-1, 1.5, 6),
}
_ZEROS = ("ai_zeros bi_zeros bei_zeros beip_zeros ber_zeros berp_zeros kei_zeros keip_zeros ker_zeros kerp_zeros "
          "erf_zeros fresnel_zeros fresnelc_zeros fresnels_zeros kelvin_zeros jnjnp_zeros").split()
_PLAIN = "chebyc chebys chebyt chebyu hermite hermitenorm laguerre legendre sh_chebyt sh_chebyu sh_legendre".split()
_DERIVATIVES = "jvp yvp ivp kvp h1vp h2vp".split()
_ALIASES = "c cg h he j js l la p ps s t ts u us"      # of functions that give roots and weights
_POLYNOMIALS = [
    *(f"m.{name}_roots({{n}}{{{{}}}})".replace("{{}}", {"cg": ", {alpha}", "la": ", {alpha}", "j": ", {alpha}, 0.5",
      "js": ", 2.0, {alpha}"}.get(name, ", {truth}")) for name in _ALIASES.split()),
    *(f"m.roots_{name}({{n}}, {{truth}})" for name in _PLAIN), *(f"m.{name}({{n}}).coeffs" for name in _PLAIN),
    *(f"m.{name}({{few}}, {{truth}})(x)" for name in _PLAIN[2:]), "m.roots_gegenbauer({n}, {alpha})",
    "m.roots_genlaguerre({n}, {alpha}, {truth})", "m.roots_jacobi({n}, {alpha}, 0.5)",
    "m.roots_sh_jacobi({n}, 2.0, {alpha})", "m.gegenbauer({n}, {alpha}).coeffs", "m.genlaguerre({n}, {alpha}).coeffs",
    "m.jacobi({n}, {alpha}, 1.0).coeffs", "m.sh_jacobi({n}, 2.0, 0.5).coeffs", "m.assoc_laguerre(x, {n}, {alpha})",
    "m.legendre_p({n}, x, diff_n={diff})", "m.legendre_p_all({n}, x, diff_n={diff})",
    "m.assoc_legendre_p({n}, {m}, x, norm={truth}, diff_n={diff})",
    "m.assoc_legendre_p_all({n}, {k}, x, norm={truth})", "m.sph_legendre_p({n}, {m}, x)", "m.lqn({n}, {inside})",
    "m.sph_legendre_p_all({n}, {k}, x)", "m.sph_harm_y({n}, {m}, y, x)", "m.sph_harm_y_all({n}, {k}, y, x)",
    "m.lqmn({k}, {n}, {inside})", "m.assoc_legendre_p({n}, {m}, x + 1j, branch_cut={branch})", "m.diric(y * 4, {odd})",
]
_SEQUENCES = [
    *(f"m.{name}({{n}})" for name in _ZEROS), *(f"m.{name}({{k}}, y, {{diff}})" for name in _DERIVATIVES),
    *(f"m.{name}({{k}}, {{n}})" for name in "jn_zeros jnp_zeros yn_zeros ynp_zeros jnyn_zeros".split()),
    *(f"m.{name}({{few}}, {{truth}})" for name in "y0_zeros y1_zeros y1p_zeros".split()),
    *(f"m.spherical_{name}({{k}}, y, {{truth}})" for name in "jn yn in kn".split()), "m.lmbda({few}, {place})",
    "m.riccati_jn({few}, {place})", "m.riccati_yn({few}, {place})", "m.pbdv_seq({alpha}, {place})", "m.euler({n})",
    "m.pbvv_seq({alpha}, {place})", "m.pbdn_seq({few}, {place})", "m.obl_cv_seq({k}, {few} + {k}, {q})",
    "m.pro_cv_seq({k}, {few} + {k}, {q})", "m.mathieu_even_coef({n}, {q})", "m.mathieu_odd_coef({few}, {q})",
    "m.ellip_harm(1.0, 0.5, {k}, {few}, {q})", "m.ellip_harm_2(1.0, 0.5, {k}, {few}, 5.0)",
    "m.ellip_normal(1, 0.5, {k}, 1)", "m.comb(w, {k}, repetition={truth})",
    "m.comb({n}, {k}, exact=True, repetition={truth})",
    "m.factorial(w, exact={truth})", "m.factorial2(w, exact={truth})", "m.factorialk(w, {few}, exact={truth})",
    "m.factorial({odd}, exact={truth})", "m.perm(w, {k})", "m.perm({n}, {k}, exact=True)",
    "m.stirling2(w, {k}, exact=False)", "m.stirling2({n}, {k}, exact=True)", "m.multigammaln(y + 4, {few})",
    "m.log_softmax(x)", "m.log_softmax(x.reshape(-1, 1), axis={k})", "m.softmax(x)", "m.logsumexp(x, b=y)",
    "m.bernoulli({n})", "m.lambertw(x, {m})", "m.zeta(y + 2)", "m.polygamma({n}, y + 1)",
]


def _operands(rng: numpy.random.Generator) -> dict[str, Operand]:
    n = int(rng.integers(1, 6))     # of single precision SciPy's orders, which are integers of 64 bits, make double
    return {"x": given(rng, rng.uniform(-1, 1, n)), "y": given(rng, rng.uniform(0.1, 5, n)),
            "w": given(rng, rng.integers(-1, 9, n), str(rng.choice(list("lib"))))}


for _name, _table in {"polynomials": _POLYNOMIALS, "sequences": _SEQUENCES}.items():
    expressions(f"special_{_name}", "special", _table, _WORDS, _operands)
