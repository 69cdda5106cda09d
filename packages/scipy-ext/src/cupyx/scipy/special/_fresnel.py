"""Fresnel integrals."""
from cupyx.scipy.special._common import family

__all__ = [
    "fresnel", "modfresnelm", "modfresnelp",
]

special = family("fresnel.hpp")

fresnel = special("fresnel", "z", "f->ff d->dd F->FF D->DD", "%fresnel",
                  "Fresnel integrals S and C, of sin(pi t**2 / 2) and cos(pi t**2 / 2) from 0 to z.", "1.0",
                  "[0.438259, 0.779893]")
modfresnelp = special("modfresnelp", "x", "f->FF d->DD", "%modfresnelp",
                      "Integral of exp(1j t**2) from x on, and its scaled form.", "1.0",
                      "[(-0.277867+0.316389j), (0.207794+0.11516j)]")
modfresnelm = special("modfresnelm", "x", "f->FF d->DD", "%modfresnelm",
                      "Integral of exp(-1j t**2) from x on, and its scaled form.", "1.0",
                      "[(-0.277867-0.316389j), (0.207794-0.11516j)]")
