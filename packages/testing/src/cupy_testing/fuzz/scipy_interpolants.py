"""Random calls of interpolation in one call, of polynomials through points, and of smoothing splines' makers."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from cupy_testing.fuzz.expressions import expressions
from cupy_testing.fuzz.scipy_interpolation import given

if TYPE_CHECKING:
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_WORDS = {
    "axis": (0, -1), "der": (0, 1, 2, [0, 1]), "k": (1, 2, 3), "smooth": (0, 0.5, None), "d": (0, 1, 3, 9),
    "n": (1, 2, 3),
    "kind": ("linear", "nearest", "nearest-up", "zero", "slinear", "quadratic", "cubic", "previous", "next", 3),
    "fill": ("extrapolate", 0.0, (-1.0, 2.0)), "truth": (True, False), "method": ("pchip", "akima", "makima"),
    "bc": ("not-a-knot", "clamped", "natural", "periodic"), "nu": (0, 1, 2),
}
_CALLS = [
    "m.barycentric_interpolate(x, y, q, axis=0)", "m.krogh_interpolate(x, y, q, der={der})",
    "m.pchip_interpolate(x, y, q, {nu})", "m.lagrange(x[:5], y[:5]).coeffs.shape",
    "m.approximate_taylor_polynomial(xp.sin, 0.5, {n}, 0.1).c.shape",
    "m.interp1d(x, y, {kind}, bounds_error=False, fill_value={fill})(q)",
    "m.FloaterHormannInterpolator(x, y, d={d})(q)", "m.interp1d(x, z, {kind}, axis=0, bounds_error=False)(q)",
    "m.make_splrep(x, y, s={smooth} or 0, k={k})(q)", "m.make_splprep([x, y], s={smooth} or 0, k={k})[0](q)",
    "list(m.generate_knots(x, y, s=0.1, k={k}))[-1]", "m.CubicSpline(x, z, bc_type={bc})(q, {nu})",
    "m.Akima1DInterpolator(x, z)(q, {nu})", "m.PchipInterpolator(x, z)(q, {nu})", "m.AAA(x, y)(q) * 0",
    "m.KroghInterpolator(x[:5], z[:5])(q)", "m.BarycentricInterpolator(x[:6], z[:6])(q)",
    "m.make_interp_spline(x, z, {k})(q, {nu})", "m.splev(q, m.splrep(x, y, k={k}), {nu})",
    "m.make_smoothing_spline(x, y, lam={smooth})(q)", "m.splint(0, 2, m.splrep(x, y, k={k}))",
    "m.UnivariateSpline(x, y, k={k}, s={smooth})(q)", "m.InterpolatedUnivariateSpline(x, y, k={k}).derivative()(q)",
    "m.make_lsq_spline(x, z, xp.asarray([0.0] * 4 + [9.0] * 4), 3)(q)", "m.sproot(m.splrep(x, y - 1))",
    "m.spalde(q[:1], m.splrep(x, y))", "m.insert(1.5, m.splrep(x, y))[0]", "m.pade([1.0, 1, 0.5, 0.25], {n})[0].c",
]


def _operands(rng: numpy.random.Generator) -> dict[str, Operand]:
    """Places that ascend, values of one and of several functions there, and where they are asked for."""
    n = int(rng.integers(8, 12))
    x = numpy.cumsum(rng.uniform(0.25, 1, n)) - 0.25
    y, z = rng.integers(-8, 9, n) / 4, rng.integers(-8, 9, (n, 2)) / 4
    return {"x": given(rng, x), "y": given(rng, y), "z": given(rng, z),
            "q": given(rng, rng.uniform(x[0], x[-1], 4))}


expressions("interpolants", "interpolate", _CALLS, _WORDS, _operands)
