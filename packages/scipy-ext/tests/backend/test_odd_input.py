"""Interpolation and functions of points with odd input, chosen at random, against SciPy."""
import pytest
from cupy_testing.fuzz import __main__ as fuzz

CALLS = 60


@pytest.mark.parametrize("family", [
    "curves", "fitpack_curves", "fitpack_surfaces", "half_spaces", "hulls", "metrics", "neighbours", "pieces",
    "radial_functions", "scattered", "spheres", "surfaces", "tensor_splines", "turns", "univariate_splines"])
def test_odd_input(family):
    for number in range(CALLS):
        name, text, found = fuzz.case(number, f"^{family}$")
        assert name == family and found is None, f"{number} {text}: {found}"
