"""Pictures of `cupyx.scipy.interpolate`: points, and the curve or the surface through them."""

MODULE = "cupyx.scipy.interpolate"

_IMPORTS = """\
import matplotlib.pyplot as plt

import cupy
from cupyx.scipy import interpolate

"""

_CURVE = """\
x = cupy.asarray([0, 1, 2, 3, 4, 6, 7, 8, 9.5])
y = cupy.asarray([0, 0.2, 0.1, 2, 2.1, 2.2, 1, 1.1, 0])
at = cupy.linspace(0, 9.5, 400)
{call}

plt.figure(figsize=(8, 3))
plt.plot(at.get(), curve.get())
plt.plot(x.get(), y.get(), "o")
plt.show()
"""

_CURVES = {
    "Akima1DInterpolator": "curve = interpolate.Akima1DInterpolator(x, y)(at)",
    "BarycentricInterpolator": "curve = interpolate.BarycentricInterpolator(x, y)(at)     # one polynomial for all",
    "CubicHermiteSpline": "curve = interpolate.CubicHermiteSpline(x, y, cupy.zeros_like(x))(at)   # level there",
    "CubicSpline": "curve = interpolate.CubicSpline(x, y)(at)",
    "FloaterHormannInterpolator": "curve = interpolate.FloaterHormannInterpolator(x, y)(at)",
    "InterpolatedUnivariateSpline": "curve = interpolate.InterpolatedUnivariateSpline(x, y)(at)",
    "KroghInterpolator": "curve = interpolate.KroghInterpolator(x, y)(at)     # one polynomial for all",
    "LSQUnivariateSpline": "curve = interpolate.LSQUnivariateSpline(x, y, [3, 6])(at)",
    "PchipInterpolator": "curve = interpolate.PchipInterpolator(x, y)(at)      # no higher than the points",
    "UnivariateSpline": "curve = interpolate.UnivariateSpline(x, y, s=0.5)(at)",
    "barycentric_interpolate": "curve = interpolate.barycentric_interpolate(x, y, at)",
    "interp1d": 'curve = interpolate.interp1d(x, y, kind="previous")(at)',
    "krogh_interpolate": "curve = interpolate.krogh_interpolate(x, y, at)",
    "make_interp_spline": "curve = interpolate.make_interp_spline(x, y, k=2)(at)",
    "make_lsq_spline": "knots = cupy.asarray([0, 0, 0, 0, 3, 6, 9.5, 9.5, 9.5, 9.5])\n"
                       "curve = interpolate.make_lsq_spline(x, y, knots)(at)",
    "make_smoothing_spline": "curve = interpolate.make_smoothing_spline(x, y, lam=0.5)(at)",
    "pchip_interpolate": "curve = interpolate.pchip_interpolate(x, y, at)",
    "splev": "curve = interpolate.splev(at, interpolate.splrep(x, y))",
    "splrep": "curve = interpolate.splev(at, interpolate.splrep(x, y, s=0.5))",
    "make_splrep": "curve = interpolate.make_splrep(x, y, s=0.5)(at)",
}

_SURFACE = """\
points = cupy.random.default_rng(0).uniform(-1, 1, (80, 2))
values = cupy.cos(4 * cupy.hypot(points[:, 0], points[:, 1]))
x, y = cupy.meshgrid(cupy.linspace(-1, 1, 200), cupy.linspace(-1, 1, 200))
{call}

plt.figure(figsize=(5, 4))
plt.pcolormesh(x.get(), y.get(), surface.get())
plt.plot(*points.T.get(), "k.")
plt.show()
"""

_GRID = """\
rows, columns = cupy.linspace(-1, 1, 9), cupy.linspace(-1, 1, 9)
values = cupy.cos(4 * cupy.hypot(rows[:, None], columns))
x, y = cupy.meshgrid(cupy.linspace(-1, 1, 200), cupy.linspace(-1, 1, 200))
{call}

plt.figure(figsize=(5, 4))
plt.pcolormesh(x.get(), y.get(), surface.get())
plt.plot(*(place.ravel().get() for place in cupy.meshgrid(columns, rows)), "k.")
plt.show()
"""

_PLACES = "places = cupy.stack([x.ravel(), y.ravel()], axis=1)\n"

_SURFACES = {
    "CloughTocher2DInterpolator": "surface = interpolate.CloughTocher2DInterpolator(points, values)(x, y)",
    "LinearNDInterpolator": "surface = interpolate.LinearNDInterpolator(points, values)(x, y)",
    "NearestNDInterpolator": "surface = interpolate.NearestNDInterpolator(points, values)(x, y)",
    "RBFInterpolator": _PLACES + "surface = interpolate.RBFInterpolator(points, values)(places).reshape(x.shape)",
    "Rbf": "surface = interpolate.Rbf(*points.T, values)(x, y)",
    "SmoothBivariateSpline": "surface = interpolate.SmoothBivariateSpline(*points.T, values, s=0.1)(x, y, grid=False)",
    "griddata": 'surface = interpolate.griddata(points, values, (x, y), method="cubic")',
}

_GRIDS = {
    "RectBivariateSpline": "surface = interpolate.RectBivariateSpline(rows, columns, values)(y, x, grid=False)",
    "RegularGridInterpolator": "surface = interpolate.RegularGridInterpolator((rows, columns), values)((y, x))",
    "interpn": 'surface = interpolate.interpn((rows, columns), values, (y, x), method="nearest")',
}

FIGURES = {
    **{f"{MODULE}.{name}": _IMPORTS + _CURVE.format(call=call) for name, call in _CURVES.items()},
    **{f"{MODULE}.{name}": _IMPORTS + _SURFACE.format(call=call) for name, call in _SURFACES.items()},
    **{f"{MODULE}.{name}": _IMPORTS + _GRID.format(call=call) for name, call in _GRIDS.items()},
    "cupy.interp": _IMPORTS.replace("from cupyx.scipy import interpolate\n", "")
    + _CURVE.format(call="curve = cupy.interp(at, x, y)"),
    f"{MODULE}.BSpline": _IMPORTS + """\
x = cupy.linspace(0, 7, 400)
plt.figure(figsize=(8, 3))
for k in range(4):
    element = interpolate.BSpline.basis_element(list(range(k + 2)), extrapolate=False)
    plt.plot((x + k).get(), element(x).get(), label=f"degree {k}")
plt.legend()
plt.show()
""",
}
