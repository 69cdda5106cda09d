"""Airy and Kelvin functions."""
from cupyx.scipy.special._common import family

__all__ = [
    "airy", "airye", "bei", "beip", "ber", "berp", "kei", "keip", "kelvin", "ker", "kerp",
]

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
