"""Bessel, modified Bessel and Hankel functions of real order, their derivatives."""
from cupyx.scipy.special._common import family

__all__ = [
    "hankel1", "hankel1e", "hankel2", "hankel2e", "iv", "ive", "jn", "jv", "jve", "kn", "kv", "kve", "yv",
    "yve",
]

special = family("bessel.hpp")

jv = special("jv", "v z", "ff dd fF dD", "jv_of(in0, R(in1), false)", "Bessel function of the first kind.",
             "0.5, 2.0", "0.513016")
jn = jv
jve = special("jve", "v z", "ff dd fF dD", "jv_of(in0, R(in1), true)", "Scaled: exp(-abs(imag(z))) jv(v, z).",
              "0.5, 2.0",
              "0.513016")
yv = special("yv", "v z", "ff dd fF dD", "yv_of(in0, R(in1), false)", "Bessel function of the second kind.",
             "0.5, 2.0", "0.234786")
yve = special("yve", "v z", "ff dd fF dD", "yv_of(in0, R(in1), true)", "Scaled: exp(-abs(imag(z))) yv(v, z).",
              "0.5, 2.0",
              "0.234786")
iv = special("iv", "v z", "ff dd fF dD", "iv_of(in0, R(in1), false)", "Modified Bessel function of the first kind.",
             "0.5, 2.0", "2.046237")
ive = special("ive", "v z", "ff dd fF dD", "iv_of(in0, R(in1), true)", "Scaled: exp(-abs(real(z))) iv(v, z).",
              "0.5, 2.0",
              "0.276928")
kv = special("kv", "v z", "ff dd fF dD", "kv_of(in0, R(in1), false)", "Modified Bessel function of the second kind.",
             "0.5, 2.0", "0.119938")
kve = special("kve", "v z", "ff dd fF dD", "kv_of(in0, R(in1), true)", "Scaled: exp(z) kv(v, z).", "0.5, 2.0",
              "0.886227")
kn = special("kn", "n x", "ld ff dd", "kn(in0, in1)", "Modified Bessel function of the second kind of integer order.",
             "2, 2.0", "0.25376")
hankel1 = special("hankel1", "v z", "fF dD", "hankel_of(in0, R(in1), true, false)",
                  "Hankel function of the first kind.",
                  "0.5, 2.0", "(0.513016+0.234786j)")
hankel1e = special("hankel1e", "v z", "fF dD", "hankel_of(in0, R(in1), true, true)",
                   "Scaled: exp(-1j z) hankel1(v, z).", "1.0, 2.0", "(-0.337327-0.479873j)")
hankel2 = special("hankel2", "v z", "fF dD", "hankel_of(in0, R(in1), false, false)",
                  "Hankel function of the second kind.", "0.5, 2.0", "(0.513016-0.234786j)")
hankel2e = special("hankel2e", "v z", "fF dD", "hankel_of(in0, R(in1), false, true)",
                   "Scaled: exp(1j z) hankel2(v, z).", "0.5, 2.0", "0.56419j")
