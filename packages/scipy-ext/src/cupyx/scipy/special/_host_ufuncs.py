"""Elementwise functions without kernels: Mathieu's and spheroidal ones."""
from cupyx.scipy.special._through_scipy import ElementwiseThroughSciPy

__all__ = [
    "mathieu_a", "mathieu_b", "mathieu_cem", "mathieu_modcem1", "mathieu_modcem2", "mathieu_modsem1",
    "mathieu_modsem2", "mathieu_sem", "obl_ang1", "obl_ang1_cv", "obl_cv", "obl_rad1", "obl_rad1_cv",
    "obl_rad2", "obl_rad2_cv", "pro_ang1", "pro_ang1_cv", "pro_cv", "pro_rad1",
    "pro_rad1_cv", "pro_rad2", "pro_rad2_cv",
]

mathieu_a = ElementwiseThroughSciPy("mathieu_a")
mathieu_b = ElementwiseThroughSciPy("mathieu_b")
mathieu_cem = ElementwiseThroughSciPy("mathieu_cem")
mathieu_modcem1 = ElementwiseThroughSciPy("mathieu_modcem1")
mathieu_modcem2 = ElementwiseThroughSciPy("mathieu_modcem2")
mathieu_modsem1 = ElementwiseThroughSciPy("mathieu_modsem1")
mathieu_modsem2 = ElementwiseThroughSciPy("mathieu_modsem2")
mathieu_sem = ElementwiseThroughSciPy("mathieu_sem")
obl_ang1 = ElementwiseThroughSciPy("obl_ang1")
obl_ang1_cv = ElementwiseThroughSciPy("obl_ang1_cv")
obl_cv = ElementwiseThroughSciPy("obl_cv")
obl_rad1 = ElementwiseThroughSciPy("obl_rad1")
obl_rad1_cv = ElementwiseThroughSciPy("obl_rad1_cv")
obl_rad2 = ElementwiseThroughSciPy("obl_rad2")
obl_rad2_cv = ElementwiseThroughSciPy("obl_rad2_cv")
pro_ang1 = ElementwiseThroughSciPy("pro_ang1")
pro_ang1_cv = ElementwiseThroughSciPy("pro_ang1_cv")
pro_cv = ElementwiseThroughSciPy("pro_cv")
pro_rad1 = ElementwiseThroughSciPy("pro_rad1")
pro_rad1_cv = ElementwiseThroughSciPy("pro_rad1_cv")
pro_rad2 = ElementwiseThroughSciPy("pro_rad2")
pro_rad2_cv = ElementwiseThroughSciPy("pro_rad2_cv")
