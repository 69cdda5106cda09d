"""Exponential, sine, cosine and hyperbolic integrals, the dilogarithm."""
from cupyx.scipy.special._common import family

__all__ = [
    "exp1", "expi", "expn", "shichi", "sici", "spence",
]

special = family("expint.hpp")

exp1 = special("exp1", "z", "ff dd FF DD", "exp1(in0)", "Exponential integral E1.", "1.0", "0.219384")
expi = special("expi", "x", "ff dd FF DD", "expi(in0)", "Exponential integral Ei.", "1.0", "1.895118")
expn = special("expn", "n x", "ld ff dd", "expn(in0, in1)", "Generalized exponential integral En.", "2, 1.0",
               "0.148496")
spence = special("spence", "z", "ff dd FF DD", "spence(in0)",
                 "Dilogarithm: the integral of log(t) / (1 - t) from 1 to z.", "2.0", "-0.822467")
sici = special("sici", "x", "f->ff d->dd F->FF D->DD", "%sici",
               "Sine and cosine integrals; the second of a negative real number is that of its size.", "1.0",
               "[0.946083, 0.337404]")
shichi = special("shichi", "x", "f->ff d->dd F->FF D->DD", "%shichi",
                 "Hyperbolic sine and cosine integrals; the second of a negative real number is that of its size.",
                 "1.0",
     "[1.057251, 0.837867]")
