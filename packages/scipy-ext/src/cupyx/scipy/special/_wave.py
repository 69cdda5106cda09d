"""Mathieu functions and spheroidal wave functions."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupyx.scipy.special._common import family

if TYPE_CHECKING:
    from cupy import ufunc

__all__ = [
    "mathieu_a", "mathieu_b", "mathieu_cem", "mathieu_modcem1", "mathieu_modcem2", "mathieu_modsem1",
    "mathieu_modsem2", "mathieu_sem", "obl_ang1", "obl_ang1_cv", "obl_cv", "obl_rad1", "obl_rad1_cv", "obl_rad2",
    "obl_rad2_cv", "pro_ang1", "pro_ang1_cv", "pro_cv", "pro_rad1", "pro_rad1_cv", "pro_rad2", "pro_rad2_cv",
]

special = family("mathieu.hpp")

mathieu_a = special("mathieu_a", "m q", "ff dd", "mathieu_a(in0, in1)",
                    "Characteristic value of even Mathieu functions.", "1, 2.0", "2.3792")
mathieu_b = special("mathieu_b", "m q", "ff dd", "mathieu_b(in0, in1)",
                    "Characteristic value of odd Mathieu functions.", "1, 2.0", "-1.390677")



def _mathieu(name: str, kind: str, result: str) -> ufunc:
    return special(name, "m q x", "fff->ff ddd->dd", f"%{name}", f"{kind}, and its derivative by x.", "1, 2.0, 0.5",
                   result)


mathieu_cem = _mathieu("mathieu_cem", "Even Mathieu function of x in degrees", "[0.683615, 0.009668]")
mathieu_sem = _mathieu("mathieu_sem", "Odd Mathieu function of x in degrees", "[0.004147, 0.475289]")
mathieu_modcem1 = _mathieu("mathieu_modcem1", "Even modified Mathieu function of the first kind",
                           "[0.521066, -0.716659]")
mathieu_modsem1 = _mathieu("mathieu_modsem1", "Odd modified Mathieu function of the first kind", "[0.448316, 0.341112]")
mathieu_modcem2 = _mathieu("mathieu_modcem2", "Even modified Mathieu function of the second kind",
                           "[0.20161, 0.944477]")
mathieu_modsem2 = _mathieu("mathieu_modsem2", "Odd modified Mathieu function of the second kind",
                           "[-0.182839, 1.280908]")

special = family("spheroidal.hpp")

pro_cv = special("pro_cv", "m n c", "fff ddd", "pro_cv(in0, in1, in2)",
                 "Characteristic value of prolate spheroidal functions.", "1, 2, 1.0", "6.424699")
obl_cv = special("obl_cv", "m n c", "fff ddd", "obl_cv(in0, in1, in2)",
                 "Characteristic value of oblate spheroidal functions.", "1, 2, 1.0", "5.567527")


def _spheroidal(name: str, kind: str, x: float, value: float, result: str, given: str) -> tuple[ufunc, ufunc]:
    """The function of m, n, c and x, and the one that is given the characteristic value."""
    summary = f"{kind} spheroidal function of order m and degree n, and its derivative by x"
    return (special(name, "m n c x", "ffff->ff dddd->dd", f"%{name}", f"{summary}.", f"1, 2, 1.0, {x}", result),
            special(f"{name}_cv", "m n c cv x", "fffff->ff ddddd->dd", f"%{name}_cv",
                    f"{summary}; cv is the characteristic value.", f"1, 2, 1.0, {value}, {x}", given))


pro_ang1, pro_ang1_cv = _spheroidal("pro_ang1", "Prolate angular", 0.5, 6.4247, "[1.276209, 1.610924]",
                                    "[1.276209, 1.610924]")
obl_ang1, obl_ang1_cv = _spheroidal("obl_ang1", "Oblate angular", 0.5, 5.5675, "[1.32261, 1.858429]",
                                    "[1.32261, 1.858429]")
pro_rad1, pro_rad1_cv = _spheroidal("pro_rad1", "Prolate radial", 1.5, 6.4247, "[0.099047, 0.163074]",
                                    "[0.099047, 0.163074]")
obl_rad1, obl_rad1_cv = _spheroidal("obl_rad1", "Oblate radial", 1.5, 5.5675, "[0.146735, 0.132587]",
                                    "[0.146734, 0.132586]")
pro_rad2, pro_rad2_cv = _spheroidal("pro_rad2", "Prolate radial", 1.5, 6.4247, "[-2.029628, 4.73532]",
                                    "[-2.029628, 4.735321]")
obl_rad2, obl_rad2_cv = _spheroidal("obl_rad2", "Oblate radial", 1.5, 5.5675, "[-1.03589, 1.160911]",
                                    "[-1.035887, 1.160903]")
