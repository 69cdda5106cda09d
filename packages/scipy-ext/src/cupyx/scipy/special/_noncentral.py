"""Noncentral distributions and their inverses."""
from cupyx.scipy.special._common import family

__all__ = [
    "chndtr", "chndtridf", "chndtrinc", "chndtrix", "ncfdtr", "ncfdtri", "ncfdtridfd", "ncfdtridfn", "ncfdtrinc",
    "nctdtr", "nctdtridf", "nctdtrinc", "nctdtrit",
]

special = family("noncentral.hpp")

chndtr = special("chndtr", "x df nc", "fff ddd", "chndtr(in0, in1, in2)",
                 "Distribution function of the noncentral chi-squared distribution.", "1.0, 2.0, 0.5", "0.324351")
chndtrix = special("chndtrix", "p df nc", "fff ddd", "chndtrix(in0, in1, in2)", "Inverse of `chndtr` in x.",
                   "0.5, 2.0, 0.5", "1.759406")
chndtridf = special("chndtridf", "x p nc", "fff ddd", "chndtridf(in0, in1, in2)", "Inverse of `chndtr` in df.",
                    "1.0, 0.25, 0.5", "2.395513")
chndtrinc = special("chndtrinc", "x df p", "fff ddd", "chndtrinc(in0, in1, in2)", "Inverse of `chndtr` in nc.",
                    "1.0, 2.0, 0.25", "1.170069")
ncfdtr = special("ncfdtr", "dfn dfd nc f", "ffff dddd", "ncfdtr(in0, in1, in2, in3)",
                 "Distribution function of the noncentral F distribution.", "2.0, 3.0, 0.5, 1.0", "0.46972")
ncfdtri = special("ncfdtri", "dfn dfd nc p", "ffff dddd", "ncfdtri(in0, in1, in2, in3)", "Inverse of `ncfdtr` in f.",
                  "2.0, 3.0, 0.5, 0.5", "1.11496")
ncfdtridfd = special("ncfdtridfd", "dfn p nc f", "ffff dddd", "ncfdtridfd(in0, in1, in2, in3)",
                     "Inverse of `ncfdtr` in dfd.", "2.0, 0.45, 0.5, 1.0", "2.243421")
ncfdtridfn = special("ncfdtridfn", "p dfd nc f", "ffff dddd", "ncfdtridfn(in0, in1, in2, in3)",
                     "Inverse of `ncfdtr` in dfn.", "0.45, 3.0, 0.5, 1.0", "2.968165")
ncfdtrinc = special("ncfdtrinc", "dfn dfd p f", "ffff dddd", "ncfdtrinc(in0, in1, in2, in3)",
                    "Inverse of `ncfdtr` in nc.", "2.0, 3.0, 0.4, 1.0", "1.111886")
nctdtr = special("nctdtr", "df nc t", "fff ddd", "nctdtr(in0, in1, in2)",
                 "Distribution function of the noncentral t distribution.", "3.0, 0.5, 1.0", "0.651528")
nctdtrit = special("nctdtrit", "df nc p", "fff ddd", "nctdtrit(in0, in1, in2)", "Inverse of `nctdtr` in t.",
                   "3.0, 0.5, 0.5", "0.543497")
nctdtridf = special("nctdtridf", "p nc t", "fff ddd", "nctdtridf(in0, in1, in2)", "Inverse of `nctdtr` in df.",
                    "0.65, 0.5, 1.0", "2.877181")
nctdtrinc = special("nctdtrinc", "df p t", "fff ddd", "nctdtrinc(in0, in1, in2)", "Inverse of `nctdtr` in nc.",
                    "3.0, 0.6, 1.0", "0.645638")
