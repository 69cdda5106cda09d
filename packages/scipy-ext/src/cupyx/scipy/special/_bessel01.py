"""Bessel functions of orders zero and one, and of the second kind and integer order."""
from cupyx.scipy.special._common import family

__all__ = [
    "i0", "i0e", "i1", "i1e", "j0", "j1", "k0", "k0e", "k1", "k1e", "y0", "y1", "yn",
]

special = family("bessel01.hpp", separate=False)
modified = family("bessel_ik.hpp", separate=False)

j0 = special("j0", "x", "ff dd", "j0(in0)", "Bessel function of the first kind of order 0.", "1.0", "0.765198")
j1 = special("j1", "x", "ff dd", "j1(in0)", "Bessel function of the first kind of order 1.", "1.0", "0.440051")
y0 = special("y0", "x", "ff dd", "y0(in0)", "Bessel function of the second kind of order 0.", "1.0", "0.088257")
y1 = special("y1", "x", "ff dd", "y1(in0)", "Bessel function of the second kind of order 1.", "1.0", "-0.781213")
yn = special("yn", "n x", "ld ff dd", "yn(in0, in1)", "Bessel function of the second kind of integer order.", "2, 1.0",
             "-1.650683")
i0 = modified("i0", "x", "ff dd", "i0(in0)", "Modified Bessel function of order 0.", "1.0", "1.266066")
i0e = modified("i0e", "x", "ff dd", "i0e(in0)", "Scaled: exp(-abs(x)) i0(x).", "1.0", "0.46576")
i1 = modified("i1", "x", "ff dd", "i1(in0)", "Modified Bessel function of order 1.", "1.0", "0.565159")
i1e = modified("i1e", "x", "ff dd", "i1e(in0)", "Scaled: exp(-abs(x)) i1(x).", "1.0", "0.20791")
k0 = modified("k0", "x", "ff dd", "k0(in0)", "Modified Bessel function of the second kind of order 0.", "1.0",
              "0.421024")
k0e = modified("k0e", "x", "ff dd", "k0e(in0)", "Scaled: exp(x) k0(x).", "1.0", "1.144463")
k1 = modified("k1", "x", "ff dd", "k1(in0)", "Modified Bessel function of the second kind of order 1.", "1.0",
              "0.601907")
k1e = modified("k1e", "x", "ff dd", "k1e(in0)", "Scaled: exp(x) k1(x).", "1.0", "1.636153")
