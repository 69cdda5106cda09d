"""Bessel functions and their kin: modified ones, Hankel's, Airy's, Kelvin's, Struve's and Wright's."""
from cupyx.scipy.special._common import family

__all__ = [
    "airy", "airye", "bei", "beip", "ber", "berp", "hankel1", "hankel1e", "hankel2", "hankel2e", "i0", "i0e", "i1",
    "i1e", "iv", "ive", "j0", "j1", "jn", "jv", "jve", "k0", "k0e", "k1", "k1e", "kei", "keip", "kelvin", "ker",
    "kerp", "kn", "kv", "kve", "log_wright_bessel", "modstruve", "struve", "wright_bessel", "y0", "y1", "yn", "yv",
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

special = family("bessel01.hpp", separate=False)
modified = family("bessel_ik.hpp", separate=False)

j0 = special("j0", "x", "dd ff", "j0(in0)", "Bessel function of the first kind of order 0.", "1.0", "0.765198")
j1 = special("j1", "x", "dd ff", "j1(in0)", "Bessel function of the first kind of order 1.", "1.0", "0.440051")
y0 = special("y0", "x", "dd ff", "y0(in0)", "Bessel function of the second kind of order 0.", "1.0", "0.088257")
y1 = special("y1", "x", "dd ff", "y1(in0)", "Bessel function of the second kind of order 1.", "1.0", "-0.781213")
yn = special("yn", "n x", "ld ff dd", "yn(in0, in1)", "Bessel function of the second kind of integer order.", "2, 1.0",
             "-1.650683")
i0 = modified("i0", "x", "dd ff", "i0(in0)", "Modified Bessel function of order 0.", "1.0", "1.266066")
i0e = modified("i0e", "x", "dd ff", "i0e(in0)", "Scaled: exp(-abs(x)) i0(x).", "1.0", "0.46576")
i1 = modified("i1", "x", "dd ff", "i1(in0)", "Modified Bessel function of order 1.", "1.0", "0.565159")
i1e = modified("i1e", "x", "dd ff", "i1e(in0)", "Scaled: exp(-abs(x)) i1(x).", "1.0", "0.20791")
k0 = modified("k0", "x", "dd ff", "k0(in0)", "Modified Bessel function of the second kind of order 0.", "1.0",
              "0.421024")
k0e = modified("k0e", "x", "dd ff", "k0e(in0)", "Scaled: exp(x) k0(x).", "1.0", "1.144463")
k1 = modified("k1", "x", "dd ff", "k1(in0)", "Modified Bessel function of the second kind of order 1.", "1.0",
              "0.601907")
k1e = modified("k1e", "x", "dd ff", "k1e(in0)", "Scaled: exp(x) k1(x).", "1.0", "1.636153")

special = family("airy.hpp")

airy = special("airy", "z", "f->ffff d->dddd F->FFFF D->DDDD", "%airy", "Airy functions Ai, Ai', Bi, Bi'.", "1.0",
               "[0.135292, -0.159147, 1.207424, 0.932436]")
airye = special("airye", "z", "f->ffff d->dddd F->FFFF D->DDDD", "%airye",
                "Airy functions without their exponentials: Ai exp(zeta), Bi exp(-abs(real(zeta))), zeta = 2/3 z**1.5.",
                "1.0", "[0.263514, -0.309977, 0.619912, 0.478729]")
kelvin = special("kelvin", "x", "f->FFFF d->DDDD", "%kelvin",
                 "Kelvin functions and their derivatives, as complex numbers.",
                 "1.0", "[(0.984382+0.249566j), (0.286706-0.494995j), (-0.062446+0.497397j), (-0.694604+0.35237j)]")
ber = special("ber", "x", "ff dd", "kelvin_part(in0, false, false, false)", "Kelvin function ber.", "1.0", "0.984382")
bei = special("bei", "x", "ff dd", "kelvin_part(in0, false, false, true)", "Kelvin function bei.", "1.0", "0.249566")
berp = special("berp", "x", "ff dd", "kelvin_part(in0, false, true, false)", "Derivative of `ber`.", "1.0", "-0.062446")
beip = special("beip", "x", "ff dd", "kelvin_part(in0, false, true, true)", "Derivative of `bei`.", "1.0", "0.497397")
ker = special("ker", "x", "ff dd", "kelvin_part(in0, true, false, false)", "Kelvin function ker.", "1.0", "0.286706")
kei = special("kei", "x", "ff dd", "kelvin_part(in0, true, false, true)", "Kelvin function kei.", "1.0", "-0.494995")
kerp = special("kerp", "x", "ff dd", "kelvin_part(in0, true, true, false)", "Derivative of `ker`.", "1.0", "-0.694604")
keip = special("keip", "x", "ff dd", "kelvin_part(in0, true, true, true)", "Derivative of `kei`.", "1.0", "0.35237")

special = family("struve.hpp")

struve = special("struve", "v x", "dd ff", "struve_of(in0, in1, false)", "Struve function H of real order.",
                 "0.5, 2.0", "0.798975")
modstruve = special("modstruve", "v x", "dd ff", "struve_of(in0, in1, true)",
                    "Modified Struve function L of real order.", "0.5, 2.0", "1.558402")

special = family("wright.hpp")

wright_bessel = special("wright_bessel", "a b x", "ddd fff", "wright_bessel_of(in0, in1, in2, false)",
                        "Wright's generalized Bessel function.", "1.0, 1.0, 2.0", "4.252351")
log_wright_bessel = special("log_wright_bessel", "a b x", "ddd fff", "wright_bessel_of(in0, in1, in2, true)",
                            "Logarithm of `wright_bessel`, for results beyond the largest number.", "1.0, 1.0, 2.0",
                            "1.447472")
