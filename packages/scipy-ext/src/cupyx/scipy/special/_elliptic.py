"""Elliptic integrals and Jacobi's elliptic functions."""
from cupyx.scipy.special._common import family

__all__ = [
    "ellipe", "ellipeinc", "ellipj", "ellipk", "ellipkinc", "ellipkm1", "elliprc", "elliprd", "elliprf",
    "elliprg", "elliprj",
]

special = family("elliptic.hpp")

ellipk = special("ellipk", "m", "dd ff", "ellipk(in0)", "Complete elliptic integral of the first kind.", "0.5",
                 "1.854075")
ellipkm1 = special("ellipkm1", "p", "dd ff", "ellipkm1(in0)", "`ellipk` of 1 - p, exact for small p.", "0.5",
                   "1.854075")
ellipe = special("ellipe", "m", "dd ff", "ellipe(in0)", "Complete elliptic integral of the second kind.", "0.5",
                 "1.350644")
ellipkinc = special("ellipkinc", "phi m", "dd ff", "ellipkinc(in0, in1)",
                    "Incomplete elliptic integral of the first kind.", "1.0, 0.5", "1.083217")
ellipeinc = special("ellipeinc", "phi m", "dd ff", "ellipeinc(in0, in1)",
                    "Incomplete elliptic integral of the second kind.", "1.0, 0.5", "0.92733")
ellipj = special("ellipj", "u m", "dd->dddd ff->ffff", "%ellipj", "Jacobi's functions sn, cn, dn and the amplitude.",
                 "1.0, 0.5", "[0.803002, 0.595977, 0.823161, 0.932315]")
elliprc = special("elliprc", "x y", "ff dd FF DD", "elliprc(R(in0), R(in1))",
                  "Degenerate elliptic integral of Carlson.", "1.0, 2.0", "0.785398")
elliprd = special("elliprd", "x y z", "fff ddd FFF DDD", "elliprd(R(in0), R(in1), R(in2))",
                  "Elliptic integral of the second kind in Carlson's form.", "1.0, 2.0, 3.0", "0.29046")
elliprf = special("elliprf", "x y z", "fff ddd FFF DDD", "elliprf(R(in0), R(in1), R(in2))",
                  "Elliptic integral of the first kind in Carlson's form.", "1.0, 2.0, 3.0", "0.726946")
elliprg = special("elliprg", "x y z", "fff ddd FFF DDD", "elliprg(R(in0), R(in1), R(in2))",
                  "Symmetric elliptic integral of the second kind in Carlson's form.", "1.0, 2.0, 3.0", "1.401847")
elliprj = special("elliprj", "x y z p", "ffff dddd FFFF DDDD", "elliprj(R(in0), R(in1), R(in2), R(in3))",
                  "Elliptic integral of the third kind in Carlson's form.", "1.0, 2.0, 3.0, 4.0", "0.239848")
