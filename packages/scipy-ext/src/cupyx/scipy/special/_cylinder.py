"""Integrals of Bessel, Struve and Airy functions, and parabolic cylinder functions."""
from cupyx.scipy.special._common import family

__all__ = ["besselpoly", "it2i0k0", "it2j0y0", "it2struve0", "itairy", "iti0k0", "itj0y0", "itmodstruve0", "itstruve0",
           "pbdv", "pbvv", "pbwa"]

special = family("integrals.hpp")

itj0y0 = special("itj0y0", "x", "f->ff d->dd", "%itj0y0", "Integrals of the Bessel functions J0 and Y0 from 0 to x.",
                 "1.0", "[0.91973, -0.637069]")
it2j0y0 = special("it2j0y0", "x", "f->ff d->dd", "%it2j0y0",
                  "Integrals of (1 - J0(t)) / t from 0 to x and of Y0(t) / t from x to infinity.", "1.0",
                  "[0.121165, 0.395273]")
iti0k0 = special("iti0k0", "x", "f->ff d->dd", "%iti0k0",
                 "Integrals of the modified Bessel functions I0 and K0 from 0 to x.", "1.0", "[1.086521, 1.24251]")
it2i0k0 = special("it2i0k0", "x", "f->ff d->dd", "%it2i0k0",
                  "Integrals of (I0(t) - 1) / t from 0 to x and of K0(t) / t from x to infinity.", "1.0",
                  "[0.128979, 0.208518]")
itstruve0 = special("itstruve0", "x", "ff dd", "itstruve0(in0)", "Integral of the Struve function H0 from 0 to x.",
                    "1.0", "0.30109")
it2struve0 = special("it2struve0", "x", "ff dd", "it2struve0(in0)",
                     "Integral of the Struve function H0(t) over t from x to infinity.", "1.0", "0.957197")
itmodstruve0 = special("itmodstruve0", "x", "ff dd", "itmodstruve0(in0)",
                       "Integral of the modified Struve function L0 from 0 to x.", "1.0", "0.336473")
itairy = special("itairy", "x", "f->ffff d->dddd", "%itairy",
                 "Integrals from 0 to x of the Airy functions Ai(t), Bi(t), Ai(-t) and Bi(-t).", "1.0",
                 "[0.236317, 0.872769, 0.465674, 0.373005]")
besselpoly = special("besselpoly", "a lmb nu", "ddd fff", "besselpoly(in0, in1, in2)",
                     "Integral of x**lmb times the Bessel function J of order nu of 2 a x, from 0 to 1.",
                     "1.0, 0.0, 1.0", "0.388055")

special = family("parabolic.hpp")

pbdv = special("pbdv", "v x", "ff->ff dd->dd", "%pbdv", "Parabolic cylinder function D and its derivative by x.",
               "1.5, 0.5", "[-0.062126, 1.219584]")
pbvv = special("pbvv", "v x", "ff->ff dd->dd", "%pbvv", "Parabolic cylinder function V and its derivative by x.",
               "1.5, 0.5", "[-0.649908, -0.084777]")
pbwa = special("pbwa", "a x", "ff->ff dd->dd", "%pbwa",
               "Parabolic cylinder function W and its derivative by x; NaN where an argument is beyond 5.", "1.5, 0.5",
               "[0.366459, -0.403455]")
