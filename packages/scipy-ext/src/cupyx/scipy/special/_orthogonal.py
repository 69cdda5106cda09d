"""Hypergeometric functions, and orthogonal polynomials at points."""
from __future__ import annotations

from cupyx.scipy.special._common import family

__all__ = [
    "eval_chebyc", "eval_chebys", "eval_chebyt", "eval_chebyu", "eval_gegenbauer", "eval_genlaguerre", "eval_hermite",
    "eval_hermitenorm", "eval_jacobi", "eval_laguerre", "eval_legendre", "eval_sh_chebyt", "eval_sh_chebyu",
    "eval_sh_jacobi", "eval_sh_legendre", "hyp0f1", "hyp1f1", "hyp2f1", "hyperu",
]

special = family("hyper.hpp")

hyp0f1 = special("hyp0f1", "v z", "ff fF dd dD", "hyp0f1(in0, R(in1))", "Confluent hypergeometric limit function 0F1.",
                 "0.5, 1.0", "3.762196")
hyp1f1 = special("hyp1f1", "a b x", "fff ffF ddd ddD", "hyp1f1_of(in0, in1, R(in2))",
                 "Confluent hypergeometric function 1F1.", "0.5, 1.5, 1.0", "1.462652")
hyp2f1 = special("hyp2f1", "a b c z", "dddd dddD ffff fffF", "hyp2f1_of(in0, in1, in2, R(in3))",
                 "Gauss's hypergeometric function 2F1.", "0.5, 1.0, 1.5, 0.5", "1.24645")
hyperu = special("hyperu", "a b x", "fff ddd", "hyperu_of(in0, in1, in2)",
                 "Confluent hypergeometric function U of Tricomi.", "0.5, 1.5, 1.0", "1.0")

special = family("orthogonal.hpp")


def _loops(parameters: int) -> str:
    """Integer degrees, then real ones, with real and complex points; `parameters` are real."""
    return " ".join(f"{degree}{kind * parameters}{point}->{point}"
                    for degree, kind, point in ("ldd", "fff", "ffF", "ddd", "ddD"))


_ONE, _TWO, _THREE = (_loops(parameters) for parameters in range(3))

eval_jacobi = special("eval_jacobi", "n alpha beta x", _THREE, "eval_jacobi(in0, in1, in2, R(in3))",
                      "Jacobi polynomials; degrees need not be integers.", "2, 0.5, 1.0, 0.5", "-0.164063")
eval_sh_jacobi = special("eval_sh_jacobi", "n p q x", _THREE, "eval_sh_jacobi(in0, in1, in2, R(in3))",
                         "Jacobi polynomials on [0, 1].", "2, 2.0, 1.0, 0.5", "-0.05")
eval_gegenbauer = special("eval_gegenbauer", "n alpha x", _TWO, "eval_gegenbauer(in0, in1, R(in2))",
                          "Gegenbauer polynomials; degrees need not be integers.", "2, 0.5, 0.5", "-0.125")
eval_genlaguerre = special("eval_genlaguerre", "n alpha x", _TWO, "eval_genlaguerre(in0, in1, R(in2))",
                           "Generalized Laguerre polynomials; degrees need not be integers.", "2, 0.5, 0.5", "0.75")
eval_laguerre = special("eval_laguerre", "n x", _ONE, "eval_genlaguerre(in0, 0.0, R(in1))", "Laguerre polynomials.",
                        "2, 0.5", "0.125")
eval_legendre = special("eval_legendre", "n x", _ONE, "eval_legendre(in0, R(in1))",
                        "Legendre polynomials; degrees need not be integers.", "2, 0.5", "-0.125")
eval_sh_legendre = special("eval_sh_legendre", "n x", _ONE, "eval_legendre(in0, 2.0 * R(in1) - 1.0)",
                           "Legendre polynomials on [0, 1].", "2, 0.25", "-0.125")
eval_chebyt = special("eval_chebyt", "n x", _ONE, "eval_chebyt(in0, R(in1))",
                      "Chebyshev polynomials of the first kind.", "2, 0.25", "-0.875")
eval_sh_chebyt = special("eval_sh_chebyt", "n x", _ONE, "eval_chebyt(in0, 2.0 * R(in1) - 1.0)",
                         "Chebyshev polynomials of the first kind on [0, 1].", "2, 0.25", "-0.5")
eval_chebyc = special("eval_chebyc", "n x", _ONE, "eval_chebyc(in0, R(in1))",
                      "Chebyshev polynomials of the first kind on [-2, 2].", "2, 0.5", "-1.75")
eval_chebyu = special("eval_chebyu", "n x", _ONE, "eval_chebyu(in0, R(in1))",
                      "Chebyshev polynomials of the second kind.", "2, 0.25", "-0.75")
eval_sh_chebyu = special("eval_sh_chebyu", "n x", _ONE, "eval_chebyu(in0, 2.0 * R(in1) - 1.0)",
                         "Chebyshev polynomials of the second kind on [0, 1].", "2, 0.25", "0.0")
eval_chebys = special("eval_chebys", "n x", _ONE, "eval_chebyu(in0, 0.5 * R(in1))",
                      "Chebyshev polynomials of the second kind on [-2, 2].", "2, 0.5", "-0.75")
eval_hermite = special("eval_hermite", "n x", "ld->d", "eval_hermite(in0, in1)", "Hermite polynomials of physicists.",
                       "2, 0.5", "-1.0")
eval_hermitenorm = special("eval_hermitenorm", "n x", "ld->d", "eval_hermitenorm(in0, in1)",
                           "Hermite polynomials of probabilists.", "2, 0.5", "-0.75")
