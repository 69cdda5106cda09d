"""Distribution functions of statistics and their inverses, central and noncentral."""
from cupyx.scipy.special._common import family

__all__ = [
    "bdtr", "bdtrc", "bdtri", "bdtrik", "bdtrin", "chndtr", "chndtridf", "chndtrinc", "chndtrix", "fdtr", "fdtrc",
    "fdtri", "fdtridfd", "kolmogi", "kolmogorov", "nbdtr", "nbdtrc", "nbdtri", "nbdtrik", "nbdtrin", "ncfdtr",
    "ncfdtri", "ncfdtridfd", "ncfdtridfn", "ncfdtrinc", "nctdtr", "nctdtridf", "nctdtrinc", "nctdtrit", "nrdtrimn",
    "nrdtrisd", "smirnov", "smirnovi", "stdtr", "stdtridf", "stdtrit", "tklmbda",
]

special = family("distributions.hpp")

bdtr = special("bdtr", "k n p", "fff dld ddd", "bdtr(in0, in1, in2, ENOUGH)",
               "Distribution function of the binomial distribution: at most k of n.", "2.0, 5, 0.5", "0.5")
bdtrc = special("bdtrc", "k n p", "fff dld ddd", "bdtrc(in0, in1, in2, ENOUGH)", "One minus `bdtr`.", "2.0, 5, 0.5",
                "0.5")
bdtri = special("bdtri", "k n y", "fff dld ddd", "bdtri(in0, in1, in2, ENOUGH)",
                "Inverse of `bdtr` in p.", "2.0, 5, 0.5", "0.5")
bdtrik = special("bdtrik", "y n p", "fff ddd", "bdtrik(in0, in1, in2, ENOUGH)",
                 "Inverse of `bdtr` in k.", "0.5, 5.0, 0.5", "2.0")
bdtrin = special("bdtrin", "k y p", "fff ddd", "bdtrin(in0, in1, in2, ENOUGH)",
                 "Inverse of `bdtr` in n.", "2.0, 0.5, 0.5", "5.0")
nbdtr = special("nbdtr", "k n p", "lld fff ddd", "nbdtr(in0, in1, in2, ENOUGH)",
                "Distribution function of the negative binomial distribution: at most k failures before n successes.",
                "2, 3, 0.5", "0.5")
nbdtrc = special("nbdtrc", "k n p", "lld fff ddd", "nbdtrc(in0, in1, in2, ENOUGH)", "One minus `nbdtr`.", "2, 3, 0.5",
                 "0.5")
nbdtri = special("nbdtri", "k n y", "lld fff ddd", "nbdtri(in0, in1, in2, ENOUGH)",
                 "Inverse of `nbdtr` in p.", "2, 3, 0.5", "0.5")
nbdtrik = special("nbdtrik", "y n p", "fff ddd", "nbdtrik(in0, in1, in2, ENOUGH)", "Inverse of `nbdtr` in k.",
                  "0.75, 3.0, 0.5", "3.771471")
nbdtrin = special("nbdtrin", "k y p", "fff ddd", "nbdtrin(in0, in1, in2, ENOUGH)", "Inverse of `nbdtr` in n.",
                  "2.0, 0.5, 0.5", "3.0")
fdtr = special("fdtr", "dfn dfd x", "fff ddd", "fdtr_of(in0, in1, in2, false, ENOUGH)", "Distribution function of F.",
               "2.0, 3.0, 1.0", "0.535242")
fdtrc = special("fdtrc", "dfn dfd x", "fff ddd", "fdtr_of(in0, in1, in2, true, ENOUGH)", "One minus `fdtr`.",
                "2.0, 3.0, 1.0", "0.464758")
fdtri = special("fdtri", "dfn dfd p", "fff ddd", "fdtri(in0, in1, in2, ENOUGH)",
                "Inverse of `fdtr` in x.", "2.0, 3.0, 0.5", "0.881102")
fdtridfd = special("fdtridfd", "dfn p x", "fff ddd", "fdtridfd(in0, in1, in2, ENOUGH)", "Inverse of `fdtr` in dfd.",
                   "2.0, 0.5, 0.9", "2.764855")
stdtr = special("stdtr", "df t", "ff dd", "stdtr(in0, in1, ENOUGH)", "Distribution function of Student's t.",
                "3.0, 1.0", "0.804499")
stdtrit = special("stdtrit", "df p", "ff dd", "stdtrit(in0, in1, ENOUGH)",
                  "Inverse of `stdtr` in t.", "3.0, 0.9", "1.637744")
stdtridf = special("stdtridf", "p t", "ff dd", "stdtridf(in0, in1, ENOUGH)", "Inverse of `stdtr` in df.", "0.8, 1.0",
                   "2.638744")
nrdtrimn = special("nrdtrimn", "p std x", "fff ddd", "nrdtrimn(in0, in1, in2)",
                   "The mean with which x is the p-quantile of a normal distribution.", "0.9, 1.0, 2.0", "0.718448")
nrdtrisd = special("nrdtrisd", "mn p x", "fff ddd", "nrdtrisd(in0, in1, in2)",
                   "The standard deviation with which x is the p-quantile of a normal distribution.", "0.0, 0.9, 2.0",
                   "1.560608")
tklmbda = special("tklmbda", "x lmbda", "ff dd", "tklmbda(in0, in1)",
                  "Distribution function of Tukey's lambda distribution.", "1.0, 0.5", "0.830719")

special = family("noncentral.hpp")

chndtr = special("chndtr", "x df nc", "fff ddd", "chndtr(in0, in1, in2, ENOUGH)",
                 "Distribution function of the noncentral chi-squared distribution.", "1.0, 2.0, 0.5", "0.324351")
chndtrix = special("chndtrix", "p df nc", "fff ddd", "chndtrix(in0, in1, in2, ENOUGH)", "Inverse of `chndtr` in x.",
                   "0.5, 2.0, 0.5", "1.759406")
chndtridf = special("chndtridf", "x p nc", "fff ddd", "chndtridf(in0, in1, in2, ENOUGH)", "Inverse of `chndtr` in df.",
                    "1.0, 0.25, 0.5", "2.395513")
chndtrinc = special("chndtrinc", "x df p", "fff ddd", "chndtrinc(in0, in1, in2, ENOUGH)", "Inverse of `chndtr` in nc.",
                    "1.0, 2.0, 0.25", "1.170069")
ncfdtr = special("ncfdtr", "dfn dfd nc f", "ffff dddd", "ncfdtr(in0, in1, in2, in3, ENOUGH)",
                 "Distribution function of the noncentral F distribution.", "2.0, 3.0, 0.5, 1.0", "0.46972")
ncfdtri = special("ncfdtri", "dfn dfd nc p", "ffff dddd", "ncfdtri(in0, in1, in2, in3, ENOUGH)",
                  "Inverse of `ncfdtr` in f.", "2.0, 3.0, 0.5, 0.5", "1.11496")
ncfdtridfd = special("ncfdtridfd", "dfn p nc f", "ffff dddd", "ncfdtridfd(in0, in1, in2, in3, ENOUGH)",
                     "Inverse of `ncfdtr` in dfd.", "2.0, 0.45, 0.5, 1.0", "2.243421")
ncfdtridfn = special("ncfdtridfn", "p dfd nc f", "ffff dddd", "ncfdtridfn(in0, in1, in2, in3, ENOUGH)",
                     "Inverse of `ncfdtr` in dfn.", "0.45, 3.0, 0.5, 1.0", "2.968165")
ncfdtrinc = special("ncfdtrinc", "dfn dfd p f", "ffff dddd", "ncfdtrinc(in0, in1, in2, in3, ENOUGH)",
                    "Inverse of `ncfdtr` in nc.", "2.0, 3.0, 0.4, 1.0", "1.111886")
nctdtr = special("nctdtr", "df nc t", "fff ddd", "nctdtr(in0, in1, in2, ENOUGH)",
                 "Distribution function of the noncentral t distribution.", "3.0, 0.5, 1.0", "0.651528")
nctdtrit = special("nctdtrit", "df nc p", "fff ddd", "nctdtrit(in0, in1, in2, ENOUGH)", "Inverse of `nctdtr` in t.",
                   "3.0, 0.5, 0.5", "0.543497")
nctdtridf = special("nctdtridf", "p nc t", "fff ddd", "nctdtridf(in0, in1, in2, ENOUGH)", "Inverse of `nctdtr` in df.",
                    "0.65, 0.5, 1.0", "2.877181")
nctdtrinc = special("nctdtrinc", "df p t", "fff ddd", "nctdtrinc(in0, in1, in2, ENOUGH)", "Inverse of `nctdtr` in nc.",
                    "3.0, 0.6, 1.0", "0.645638")

special = family("kolmogorov.hpp")

kolmogorov = special("kolmogorov", "y", "ff dd", "kolmogorov(in0)",
                     "Probability that Kolmogorov's limiting statistic exceeds y.", "1.0", "0.27")
kolmogi = special("kolmogi", "p", "ff dd", "kolmogi(in0)", "Inverse of `kolmogorov`.", "0.5", "0.827574")
smirnov = special("smirnov", "n d", "ld ff dd", "smirnov(in0, in1)",
                  "Probability that the one-sided statistic of n samples exceeds d.", "10, 0.3", "0.135464")
smirnovi = special("smirnovi", "n p", "ld ff dd", "smirnovi(in0, in1)", "Inverse of `smirnov` in d.", "10, 0.5",
                   "0.171579")
