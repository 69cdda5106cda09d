"""The beta function, binomial coefficients, Pochhammer's symbol."""
from cupyx.scipy.special._common import family

__all__ = [
    "beta", "betaln", "binom", "poch",
]

special = family("beta.hpp")

beta = special("beta", "a b", "ff dd", "beta(in0, in1)", "Beta function, gamma(a) gamma(b) / gamma(a + b).",
               "2.0, 3.0", "0.083333")
betaln = special("betaln", "a b", "ff dd", "betaln(in0, in1)", "Logarithm of the magnitude of `beta`.", "2.0, 3.0",
                 "-2.484907")
binom = special("binom", "x y", "ff dd", "binom(in0, in1)", "Binomial coefficient of real numbers.", "5.0, 2.0", "10.0")
poch = special("poch", "z m", "ff dd", "poch(in0, in1)", "Pochhammer's symbol, gamma(z + m) / gamma(z).", "1.0, 4.0",
               "24.0")
