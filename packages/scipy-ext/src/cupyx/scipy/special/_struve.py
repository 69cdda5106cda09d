"""Struve functions."""
from cupyx.scipy.special._common import family

__all__ = ["modstruve", "struve"]

special = family("struve.hpp")

struve = special("struve", "v x", "ff dd", "struve_of(in0, in1, false)", "Struve function H of real order.",
                 "0.5, 2.0", "0.798975")
modstruve = special("modstruve", "v x", "ff dd", "struve_of(in0, in1, true)",
                    "Modified Struve function L of real order.", "0.5, 2.0", "1.558402")
