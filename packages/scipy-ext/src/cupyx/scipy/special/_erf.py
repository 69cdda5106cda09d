"""Error functions, the normal distribution, and what is made of them."""
from cupyx.scipy.special._common import family

__all__ = [
    "dawsn", "erf", "erfc", "erfcinv", "erfcx", "erfi", "erfinv", "log_ndtr", "ndtr", "ndtri", "ndtri_exp",
    "owens_t", "voigt_profile", "wofz",
]

special = family("erf.hpp", separate=False)

erf = special("erf", "x", "ff dd FF DD", "erf(in0)", "Error function.", "0.5", "0.5205")
erfc = special("erfc", "x", "ff dd FF DD", "erfc(in0)", "One minus the error function.", "0.5", "0.4795")
erfcx = special("erfcx", "x", "ff dd FF DD", "erfcx(in0)", "Scaled: exp(x**2) erfc(x).", "2.0", "0.255396")
erfi = special("erfi", "x", "ff dd FF DD", "erfi(in0)", "Imaginary error function, -i erf(ix).", "0.5", "0.614952")
dawsn = special("dawsn", "x", "ff dd FF DD", "dawsn(in0)", "Dawson's integral.", "1.0", "0.53808")
wofz = special("wofz", "z", "FF DD", "wofz(in0)", "Faddeeva function, exp(-z**2) erfc(-iz).", "1 + 1j",
               "(0.304744+0.208219j)")
erfinv = special("erfinv", "y", "ff dd", "erfinv(in0)", "Inverse of the error function.", "0.5", "0.476936")
erfcinv = special("erfcinv", "y", "ff dd", "erfcinv(in0)", "Inverse of `erfc`.", "0.5", "0.476936")
ndtr = special("ndtr", "x", "ff dd FF DD", "ndtr(in0)", "Distribution function of the standard normal distribution.",
               "1.0", "0.841345")
log_ndtr = special("log_ndtr", "x", "ff dd FF DD", "log_ndtr(in0)",
                   "Logarithm of `ndtr`, accurate in both tails.", "-40.0", "-804.608442")
ndtri = special("ndtri", "p", "ff dd", "ndtri(in0)", "Inverse of `ndtr`.", "0.975", "1.959964")
ndtri_exp = special("ndtri_exp", "y", "ff dd", "ndtri_exp(in0)",
                    "Inverse of `log_ndtr`: where probabilities are too small for numbers.", "-800.0", "-39.884695")
voigt_profile = special("voigt_profile", "x sigma gamma", "fff ddd", "voigt_profile(in0, in1, in2)",
                        "Convolution of a normal density (sigma) and a Cauchy density (gamma).", "0.5, 1.0, 0.5",
                        "0.256364")
owens_t = special("owens_t", "h a", "ff dd", "owens_t(in0, in1)",
                  "Owen's T: the probability that X > h and 0 < Y < a X for independent standard normal X, Y.",
                  "1.0, 0.5", "0.043065")
