"""Incomplete gamma functions, chi-square, gamma and Poisson distributions."""
from cupyx.scipy.special._common import family

__all__ = [
    "chdtr", "chdtrc", "chdtri", "chdtriv", "gammainc", "gammaincc", "gammainccinv", "gammaincinv", "gdtr",
    "gdtrc", "gdtria", "gdtrib", "gdtrix", "pdtr", "pdtrc", "pdtri", "pdtrik",
]

special = family("gammainc.hpp")

gammainc = special("gammainc", "a x", "ff dd", "gammainc(in0, in1)", "Regularized lower incomplete gamma function.",
                   "2.0, 1.0", "0.264241")
gammaincc = special("gammaincc", "a x", "ff dd", "gammaincc(in0, in1)", "Regularized upper incomplete gamma function.",
                    "2.0, 1.0", "0.735759")
gammaincinv = special("gammaincinv", "a y", "ff dd", "gammaincinv(in0, in1)", "Inverse of `gammainc` in x.",
                      "2.0, 0.5", "1.678347")
gammainccinv = special("gammainccinv", "a y", "ff dd", "gammainccinv(in0, in1)", "Inverse of `gammaincc` in x.",
                       "2.0, 0.5", "1.678347")
chdtr = special("chdtr", "v x", "ff dd", "chdtr(in0, in1)",
                "Distribution function of chi-square with v degrees of freedom.", "2.0, 1.0", "0.393469")
chdtrc = special("chdtrc", "v x", "ff dd", "chdtrc(in0, in1)", "One minus `chdtr`.", "2.0, 1.0", "0.606531")
chdtri = special("chdtri", "v p", "ff dd", "chdtri(in0, in1)", "Inverse of `chdtrc` in x.", "2.0, 0.5", "1.386294")
chdtriv = special("chdtriv", "p x", "ff dd", "chdtriv(in0, in1)", "Inverse of `chdtr` in v.", "0.5, 1.0", "1.597148")
gdtr = special("gdtr", "a b x", "fff ddd", "gdtr(in0, in1, in2)",
               "Distribution function of the gamma distribution of rate a and shape b.", "1.0, 2.0, 1.0", "0.264241")
gdtrc = special("gdtrc", "a b x", "fff ddd", "gdtrc(in0, in1, in2)", "One minus `gdtr`.", "1.0, 2.0, 1.0", "0.735759")
gdtria = special("gdtria", "p b x", "fff ddd", "gdtria(in0, in1, in2)", "Inverse of `gdtr` in a.", "0.5, 2.0, 1.0",
                 "1.678347")
gdtrib = special("gdtrib", "a p x", "fff ddd", "gdtrib(in0, in1, in2)", "Inverse of `gdtr` in b.", "1.0, 0.5, 1.0",
                 "1.31425")
gdtrix = special("gdtrix", "a b p", "fff ddd", "gdtrix(in0, in1, in2)", "Inverse of `gdtr` in x.", "1.0, 2.0, 0.5",
                 "1.678347")
pdtr = special("pdtr", "k m", "ff dd", "pdtr(in0, in1)", "Distribution function of Poisson's distribution of mean m.",
               "2.0, 1.0", "0.919699")
pdtrc = special("pdtrc", "k m", "ff dd", "pdtrc(in0, in1)", "One minus `pdtr`.", "2.0, 1.0", "0.080301")
pdtri = special("pdtri", "k y", "ld ff dd", "pdtri(in0, in1)", "Inverse of `pdtr` in m.", "2, 0.5", "2.67406")
pdtrik = special("pdtrik", "p m", "ff dd", "pdtrik(in0, in1)", "Inverse of `pdtr` in k.", "0.5, 2.0", "1.323489")
