"""Error functions, Fresnel's integrals, exponential, sine and cosine integrals."""
from cupyx.scipy.special._common import family

__all__ = [
    "dawsn", "erf", "erfc", "erfcinv", "erfcx", "erfi", "erfinv", "exp1", "expi", "expn", "fresnel", "log_ndtr",
    "modfresnelm", "modfresnelp", "ndtr", "ndtri", "ndtri_exp", "owens_t", "shichi", "sici", "spence", "voigt_profile",
    "wofz",
]

special = family("erf.hpp", separate=False)

erf = special("erf", "x", "dd ff DD FF", "erf(in0)", "Error function.", "0.5", "0.5205")
erfc = special("erfc", "x", "dd ff DD FF", "erfc(in0)", "One minus the error function.", "0.5", "0.4795")
erfcx = special("erfcx", "x", "dd ff DD FF", "erfcx(in0)", "Scaled: exp(x**2) erfc(x).", "2.0", "0.255396")
erfi = special("erfi", "x", "dd ff DD FF", "erfi(in0)", "Imaginary error function, -i erf(ix).", "0.5", "0.614952")
dawsn = special("dawsn", "x", "dd ff DD FF", "dawsn(in0)", "Dawson's integral.", "1.0", "0.53808")
wofz = special("wofz", "z", "DD FF", "wofz(in0)", "Faddeeva function, exp(-z**2) erfc(-iz).", "1 + 1j",
               "(0.304744+0.208219j)")
erfinv = special("erfinv", "y", "ff dd", "erfinv(in0)", "Inverse of the error function.", "0.5", "0.476936")
erfcinv = special("erfcinv", "y", "ff dd", "erfcinv(in0)", "Inverse of `erfc`.", "0.5", "0.476936")
ndtr = special("ndtr", "x", "dd ff DD FF", "ndtr(in0)", "Distribution function of the standard normal distribution.",
               "1.0", "0.841345")
log_ndtr = special("log_ndtr", "x", "dd ff DD FF", "log_ndtr(in0)",
                   "Logarithm of `ndtr`, accurate in both tails.", "-40.0", "-804.608442")
ndtri = special("ndtri", "p", "ff dd", "ndtri(in0)", "Inverse of `ndtr`.", "0.975", "1.959964")
ndtri_exp = special("ndtri_exp", "y", "ff dd", "ndtri_exp(in0)",
                    "Inverse of `log_ndtr`: where probabilities are too small for numbers.", "-800.0", "-39.884695")
voigt_profile = special("voigt_profile", "x sigma gamma", "ddd fff", "voigt_profile(in0, in1, in2)",
                        "Convolution of a normal density (sigma) and a Cauchy density (gamma).", "0.5, 1.0, 0.5",
                        "0.256364")
owens_t = special("owens_t", "h a", "ff dd", "owens_t(in0, in1)",
                  "Owen's T: the probability that X > h and 0 < Y < a X for independent standard normal X, Y.",
                  "1.0, 0.5", "0.043065")

special = family("fresnel.hpp")

fresnel = special("fresnel", "z", "d->dd f->ff D->DD F->FF", "%fresnel",
                  "Fresnel integrals S and C, of sin(pi t**2 / 2) and cos(pi t**2 / 2) from 0 to z.", "1.0",
                  "[0.438259, 0.779893]")
modfresnelp = special("modfresnelp", "x", "f->FF d->DD", "%modfresnelp",
                      "Integral of exp(1j t**2) from x on, and its scaled form.", "1.0",
                      "[(-0.277867+0.316389j), (0.207794+0.11516j)]")
modfresnelm = special("modfresnelm", "x", "f->FF d->DD", "%modfresnelm",
                      "Integral of exp(-1j t**2) from x on, and its scaled form.", "1.0",
                      "[(-0.277867-0.316389j), (0.207794-0.11516j)]")

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
