"""Binomial, negative binomial, F, Student's and normal distributions and their inverses."""
from cupyx.scipy.special._common import family

__all__ = [
    "bdtr", "bdtrc", "bdtri", "bdtrik", "bdtrin", "fdtr", "fdtrc", "fdtri", "fdtridfd", "nbdtr", "nbdtrc",
    "nbdtri", "nbdtrik", "nbdtrin", "nrdtrimn", "nrdtrisd", "stdtr", "stdtridf", "stdtrit", "tklmbda",
]

special = family("distributions.hpp")

bdtr = special("bdtr", "k n p", "fff dld ddd", "bdtr(in0, in1, in2)",
               "Distribution function of the binomial distribution: at most k of n.", "2.0, 5, 0.5", "0.5")
bdtrc = special("bdtrc", "k n p", "fff dld ddd", "bdtrc(in0, in1, in2)", "One minus `bdtr`.", "2.0, 5, 0.5", "0.5")
bdtri = special("bdtri", "k n y", "fff dld ddd", "bdtri(in0, in1, in2)", "Inverse of `bdtr` in p.", "2.0, 5, 0.5",
                "0.5")
bdtrik = special("bdtrik", "y n p", "fff ddd", "bdtrik(in0, in1, in2)", "Inverse of `bdtr` in k.", "0.5, 5.0, 0.5",
                 "2.0")
bdtrin = special("bdtrin", "k y p", "fff ddd", "bdtrin(in0, in1, in2)", "Inverse of `bdtr` in n.", "2.0, 0.5, 0.5",
                 "5.0")
nbdtr = special("nbdtr", "k n p", "lld fff ddd", "nbdtr(in0, in1, in2)",
                "Distribution function of the negative binomial distribution: at most k failures before n successes.",
                "2, 3, 0.5", "0.5")
nbdtrc = special("nbdtrc", "k n p", "lld fff ddd", "nbdtrc(in0, in1, in2)", "One minus `nbdtr`.", "2, 3, 0.5", "0.5")
nbdtri = special("nbdtri", "k n y", "lld fff ddd", "nbdtri(in0, in1, in2)", "Inverse of `nbdtr` in p.", "2, 3, 0.5",
                 "0.5")
nbdtrik = special("nbdtrik", "y n p", "fff ddd", "nbdtrik(in0, in1, in2)", "Inverse of `nbdtr` in k.",
                  "0.75, 3.0, 0.5", "3.771471")
nbdtrin = special("nbdtrin", "k y p", "fff ddd", "nbdtrin(in0, in1, in2)", "Inverse of `nbdtr` in n.",
                  "2.0, 0.5, 0.5", "3.0")
fdtr = special("fdtr", "dfn dfd x", "fff ddd", "fdtr_of(in0, in1, in2, false)", "Distribution function of F.",
               "2.0, 3.0, 1.0", "0.535242")
fdtrc = special("fdtrc", "dfn dfd x", "fff ddd", "fdtr_of(in0, in1, in2, true)", "One minus `fdtr`.", "2.0, 3.0, 1.0",
                "0.464758")
fdtri = special("fdtri", "dfn dfd p", "fff ddd", "fdtri(in0, in1, in2)", "Inverse of `fdtr` in x.", "2.0, 3.0, 0.5",
                "0.881102")
fdtridfd = special("fdtridfd", "dfn p x", "fff ddd", "fdtridfd(in0, in1, in2)", "Inverse of `fdtr` in dfd.",
                   "2.0, 0.5, 0.9", "2.764855")
stdtr = special("stdtr", "df t", "ff dd", "stdtr(in0, in1)", "Distribution function of Student's t.", "3.0, 1.0",
                "0.804499")
stdtrit = special("stdtrit", "df p", "ff dd", "stdtrit(in0, in1)", "Inverse of `stdtr` in t.", "3.0, 0.9", "1.637744")
stdtridf = special("stdtridf", "p t", "ff dd", "stdtridf(in0, in1)", "Inverse of `stdtr` in df.", "0.8, 1.0",
                   "2.638744")
nrdtrimn = special("nrdtrimn", "p std x", "fff ddd", "nrdtrimn(in0, in1, in2)",
                   "The mean with which x is the p-quantile of a normal distribution.", "0.9, 1.0, 2.0", "0.718448")
nrdtrisd = special("nrdtrisd", "mn p x", "fff ddd", "nrdtrisd(in0, in1, in2)",
                   "The standard deviation with which x is the p-quantile of a normal distribution.", "0.0, 0.9, 2.0",
                   "1.560608")
tklmbda = special("tklmbda", "x lmbda", "ff dd", "tklmbda(in0, in1)",
                  "Distribution function of Tukey's lambda distribution.", "1.0, 0.5", "0.830719")
