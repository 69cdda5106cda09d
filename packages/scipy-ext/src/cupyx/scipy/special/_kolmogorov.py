"""Distributions of Kolmogorov's and Smirnov's statistics."""
from cupyx.scipy.special._common import family

__all__ = [
    "kolmogi", "kolmogorov", "smirnov", "smirnovi",
]

special = family("kolmogorov.hpp")

kolmogorov = special("kolmogorov", "y", "ff dd", "kolmogorov(in0)",
                     "Probability that Kolmogorov's limiting statistic exceeds y.", "1.0", "0.27")
kolmogi = special("kolmogi", "p", "ff dd", "kolmogi(in0)", "Inverse of `kolmogorov`.", "0.5", "0.827574")
smirnov = special("smirnov", "n d", "ld ff dd", "smirnov(in0, in1)",
                  "Probability that the one-sided statistic of n samples exceeds d.", "10, 0.3", "0.135464")
smirnovi = special("smirnovi", "n p", "ld ff dd", "smirnovi(in0, in1)", "Inverse of `smirnov` in d.", "10, 0.5",
                   "0.171579")
