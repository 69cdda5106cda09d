"""Cases of interpolate for `beside_scipy`."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._beside import case

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library


def line(rng: numpy.random.Generator, n: int) -> Any:
    return numpy.sort(rng.random(n)) + numpy.arange(n), rng.random(n), rng.uniform(0.5, n - 1.5, n)


@case()
def splines(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, q) = lib.scipy("interpolate"), map(lib.array, line(rng, n))
    out = {"make_interp_spline": lambda: i.make_interp_spline(x, y), "splrep": lambda: i.splrep(x, y, s=0)}
    for name in ("CubicSpline", "PchipInterpolator", "Akima1DInterpolator"):
        make = getattr(i, name)
        f = make(x, y)
        out |= {name: lambda make=make: make(x, y), name + "()": lambda f=f: f(q)}
    f, b, tck = i.CubicSpline(x, y), i.make_interp_spline(x, y), i.splrep(x, y, s=0)
    middle = n / 2
    return out | {
        "CubicHermiteSpline": lambda: i.CubicHermiteSpline(x, y, y), "BSpline()": lambda: b(q),
        "BSpline.derivative": lambda: b.derivative(), "BSpline.antiderivative": lambda: b.antiderivative(),
        "BSpline.integrate": lambda: b.integrate(1, middle),
        "BSpline.design_matrix": lambda: b.design_matrix(q, b.t, 3),
        "PPoly.derivative": lambda: f.derivative(), "PPoly.antiderivative": lambda: f.antiderivative(),
        "PPoly.integrate": lambda: f.integrate(1, middle), "PPoly.from_spline": lambda: i.PPoly.from_spline(b),
        "BPoly.from_power_basis": lambda: i.BPoly.from_power_basis(f), "splev": lambda: i.splev(q, tck),
        "InterpolatedUnivariateSpline": lambda: i.InterpolatedUnivariateSpline(x, y)}


@case(1000)
def smoothing(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, _) = lib.scipy("interpolate"), map(lib.array, line(rng, n))
    return {"make_smoothing_spline": lambda: i.make_smoothing_spline(x, y),
            "UnivariateSpline": lambda: i.UnivariateSpline(x, y),
            "make_lsq_spline": lambda: i.make_lsq_spline(x, y, numpy.r_[[0.0] * 4, n / 2, [float(n)] * 4])}


@case()
def one_dimension(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, q) = lib.scipy("interpolate"), map(lib.array, line(rng, n))
    out = {}
    for kind in ("linear", "nearest", "previous", "cubic"):
        f = i.interp1d(x, y, kind)
        out |= {f"interp1d {kind}": lambda kind=kind: i.interp1d(x, y, kind), f"interp1d {kind}()": lambda f=f: f(q)}
    return out


@case(10)
def polynomials(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, q) = lib.scipy("interpolate"), map(lib.array, line(rng, n))
    k, b = i.KroghInterpolator(x, y), i.BarycentricInterpolator(x, y)
    return {"KroghInterpolator": lambda: i.KroghInterpolator(x, y), "KroghInterpolator()": lambda: k(q),
            "BarycentricInterpolator()": lambda: b(q), "AAA": lambda: i.AAA(x, y), "pade": lambda: i.pade(y, 3)}


@case()
def grids(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, side = lib.scipy("interpolate"), max(5, round(n ** 0.5))
    x, v, q = map(lib.array, (numpy.arange(float(side)), rng.random((side, side)), rng.uniform(0, side - 1, (n, 2))))
    f, g = i.RegularGridInterpolator((x, x), v), i.RectBivariateSpline(x, x, v)
    return {"RegularGridInterpolator": lambda: i.RegularGridInterpolator((x, x), v),
            "RegularGridInterpolator()": lambda: f(q),
            "interpn": lambda: i.interpn((x, x), v, q), "RectBivariateSpline": lambda: i.RectBivariateSpline(x, x, v),
            "RectBivariateSpline.ev": lambda: g.ev(q[:, 0], q[:, 1])}


@case(1000)
def radial(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, p, v, q = lib.scipy("interpolate"), *map(lib.array, (rng.random((n, 2)), rng.random(n), rng.random((n, 2))))
    f = i.RBFInterpolator(p, v)
    return {"RBFInterpolator": lambda: i.RBFInterpolator(p, v), "RBFInterpolator()": lambda: f(q)}


@case()
def scattered(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, p, v, q = lib.scipy("interpolate"), *map(lib.array, (rng.random((n, 2)), rng.random(n), rng.random((n, 2))))
    out = {f"griddata {kind}": functools.partial(i.griddata, p, v, q, kind) for kind in ("linear", "nearest", "cubic")}
    for name in ("LinearNDInterpolator", "CloughTocher2DInterpolator", "NearestNDInterpolator"):
        make = getattr(i, name)
        f = make(p, v)
        out |= {name: lambda make=make: make(p, v), name + "()": lambda f=f: f(q)}
    return out


@case()
def splines_of_fitpack(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, q) = lib.scipy("interpolate"), map(lib.array, line(rng, n))
    tck, f, b = i.splrep(x, y, s=0), i.InterpolatedUnivariateSpline(x, y), i.make_interp_spline(x, y)
    middle, a_knot, rise = n / 2, lib.array(numpy.array([n / 2])), i.make_interp_spline(x, y - 0.5)
    of_roots, roots = i.splrep(x, y - 0.5, s=0), i.InterpolatedUnivariateSpline(x, y - 0.5)
    inner = lib.array(numpy.linspace(1.0, n - 1.0, max(1, n // 8)))
    return {
        "splev derivative": lambda: i.splev(q, tck, 1), "splint": lambda: i.splint(1, middle, tck),
        "sproot": lambda: i.sproot(of_roots), "spalde": lambda: i.spalde(a_knot, tck),
        "splder": lambda: i.splder(tck), "splantider": lambda: i.splantider(tck),
        "insert": lambda: i.insert(middle, tck), "splprep": lambda: i.splprep([x, y], s=0),
        "splrep k=1": lambda: i.splrep(x, y, k=1, s=0), "BSpline.insert_knot": lambda: b.insert_knot(middle),
        "BSpline.construct_fast": lambda: i.BSpline.construct_fast(b.t, b.c, 3),
        "BSpline": lambda: i.BSpline(b.t, b.c, 3), "BSpline() derivative": lambda: b(q, 1),
        "BSpline() one": lambda: b(middle), "UnivariateSpline()": lambda: f(q),
        "UnivariateSpline() one": lambda: f(middle), "UnivariateSpline.derivative": lambda: f.derivative(),
        "UnivariateSpline.antiderivative": lambda: f.antiderivative(),
        "UnivariateSpline.derivatives": lambda: f.derivatives(middle),
        "UnivariateSpline.integral": lambda: f.integral(1, middle), "UnivariateSpline.roots": lambda: roots.roots(),
        "UnivariateSpline.get_knots": lambda: f.get_knots(), "UnivariateSpline.get_coeffs": lambda: f.get_coeffs(),
        "LSQUnivariateSpline": lambda: i.LSQUnivariateSpline(x, y, inner),
        "PPoly.from_spline roots": lambda: i.PPoly.from_spline(rise).roots()}


@case(1000)
def smoothing_of_fitpack(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, _) = lib.scipy("interpolate"), map(lib.array, line(rng, n))
    return {"splrep s": lambda: i.splrep(x, y, s=n / 10), "splprep s": lambda: i.splprep([x, y], s=n / 10),
            "make_splrep": lambda: i.make_splrep(x, y, s=n / 10), "generate_knots": lambda: list(
                i.generate_knots(x, y, s=n / 10)), "make_splprep": lambda: i.make_splprep([x, y], s=n / 10)}


@case()
def piecewise(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, q) = lib.scipy("interpolate"), map(lib.array, line(rng, n))
    f, middle = i.CubicSpline(x, y - 0.5), n / 2
    p, b = i.PPoly(f.c, f.x), i.BPoly.from_power_basis(f)
    slopes = lib.array(rng.random((n, 2)))
    right = x + (x[-1] - x[0] + 1.0)
    return {
        "PPoly": lambda: i.PPoly(f.c, f.x), "PPoly()": lambda: p(q), "PPoly() one": lambda: p(middle),
        "PPoly() derivative": lambda: p(q, 1), "PPoly.roots": lambda: p.roots(), "PPoly.solve": lambda: p.solve(0.1),
        "PPoly.extend": lambda: i.PPoly(f.c, f.x).extend(f.c, right[1:]), "BPoly": lambda: i.BPoly(b.c, b.x),
        "BPoly()": lambda: b(q), "BPoly() derivative": lambda: b(q, 1), "BPoly.derivative": lambda: b.derivative(),
        "BPoly.antiderivative": lambda: b.antiderivative(), "BPoly.integrate": lambda: b.integrate(1, middle),
        "PPoly.from_bernstein_basis": lambda: i.PPoly.from_bernstein_basis(b),
        "BPoly.from_derivatives": lambda: i.BPoly.from_derivatives(x[:100], slopes[:100]),
        "CubicSpline periodic": lambda: i.CubicSpline(x, y * (x != x[0]) * (x != x[-1]), bc_type="periodic"),
        "CubicSpline natural": lambda: i.CubicSpline(x, y, bc_type="natural"),
        "CubicSpline.derivative": lambda: f.derivative(), "CubicSpline.antiderivative": lambda: f.antiderivative(),
        "CubicSpline.roots": lambda: f.roots(), "CubicSpline.integrate": lambda: f.integrate(1, middle),
        "pchip_interpolate": lambda: i.pchip_interpolate(x, y, q),
        "Akima1DInterpolator makima": lambda: i.Akima1DInterpolator(x, y, method="makima")}


@case(1000)
def rational(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, _) = lib.scipy("interpolate"), map(lib.array, line(rng, min(n, 20)))
    floater, krogh, at = i.FloaterHormannInterpolator(x, y), i.KroghInterpolator(x, y), lib.array(rng.random(n) * 9)
    bary, aaa, more = i.BarycentricInterpolator(x, y), i.AAA(x, y), [lib.array(numpy.array([v])) for v in (99.0, 1.0)]

    def another() -> None:
        b = i.BarycentricInterpolator(x, y)
        b.add_xi(*more)
    return {
        "FloaterHormann": lambda: i.FloaterHormannInterpolator(x, y), "FloaterHormann()": lambda: floater(at),
        "AAA()": lambda: aaa(at), "AAA.poles": lambda: i.AAA(x, y).poles(), "Krogh.derivatives": lambda:
            krogh.derivatives(at), "Krogh.derivative": lambda: krogh.derivative(at, 2),
        "BarycentricInterpolator": lambda: i.BarycentricInterpolator(x, y),
        "Barycentric() many": lambda: bary(at), "Barycentric.set_yi": lambda: bary.set_yi(y),
        "Barycentric.add_xi": another, "Barycentric.derivative": lambda: bary.derivative(at),
        "krogh_interpolate": lambda: i.krogh_interpolate(x, y, at),
        "barycentric_interpolate": lambda: i.barycentric_interpolate(x, y, at), "lagrange": lambda: i.lagrange(
            x[:5], y[:5]), "approximate_taylor_polynomial": lambda: i.approximate_taylor_polynomial(
                lib.xp.sin, 0.1, 5, 1.0)}


@case()
def surfaces(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, side = lib.scipy("interpolate"), max(5, round(n ** 0.5))
    x, v, q = map(lib.array, (numpy.arange(float(side)), rng.random((side, side)), rng.uniform(0, side - 1, (n, 2))))
    f, line_of_q = i.RectBivariateSpline(x, x, v), lib.array(numpy.sort(rng.uniform(0, side - 1, side)))
    polar = lib.array(numpy.linspace(0.1, 3, side)), lib.array(numpy.linspace(0.1, 6, side))
    sphere, tck = i.RectSphereBivariateSpline(*polar, v), [*f.tck, 3, 3]
    knots = lib.array(numpy.r_[[0.0] * 3, numpy.linspace(0, side - 1, side - 2), [side - 1.0] * 3])
    b = i.NdBSpline((knots, knots), v, 3)
    p = i.NdPPoly(lib.array(rng.random((4, 4, side - 1, side - 1))), (x, x))
    out = {f"RegularGridInterpolator {m}": lambda m=m: i.RegularGridInterpolator((x, x), v, method=m)(q)
           for m in ("nearest", "slinear", "cubic", "pchip") if n <= 1000}
    return out | {
        "RectBivariateSpline()": lambda: f(line_of_q, line_of_q), "RectBivariateSpline.integral": lambda:
            f.integral(1, 2, 1, 2), "RectBivariateSpline.ev derivative": lambda: f.ev(q[:, 0], q[:, 1], dx=1),
        "RectBivariateSpline.partial_derivative": lambda: f.partial_derivative(1, 0),
        "RectBivariateSpline.get_coeffs": lambda: f.get_coeffs(),
        "RectSphereBivariateSpline": lambda: i.RectSphereBivariateSpline(*polar, v),
        "RectSphereBivariateSpline.ev": lambda: sphere.ev(q[:, 0] % 3, q[:, 1] % 6),
        "bisplev": lambda: i.bisplev(line_of_q, line_of_q, tck), "NdBSpline()": lambda: b(q),
        "NdBSpline": lambda: i.NdBSpline(b.t, b.c, 3), "NdBSpline.derivative": lambda: b.derivative((1, 0)),
        "NdBSpline.design_matrix": lambda: b.design_matrix(q, b.t, (3, 3)),
        "NdPPoly()": lambda: p(q),
        "NdPPoly": lambda: i.NdPPoly(p.c, p.x), "NdPPoly.derivative": lambda: p.derivative((1, 0)),
        "NdPPoly.antiderivative": lambda: p.antiderivative((1, 0)), "NdPPoly.integrate": lambda: p.integrate(
            ((1, 2), (1, 2))), "NdPPoly.integrate_1d": lambda: p.integrate_1d(1, 2, 0)}


@case(1000)
def scattered_smoothing(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, side = lib.scipy("interpolate"), max(5, round(n ** 0.5)) ** 2
    x, y, v, q = map(lib.array, (*rng.random((2, side)), rng.random(side), rng.random((n, 2))))
    rbf = i.Rbf(x, y, v)
    near = i.RBFInterpolator(q, v[:len(q)], neighbors=8)
    inner = lib.array(numpy.array([0.5]))
    return {
        "SmoothBivariateSpline": lambda: i.SmoothBivariateSpline(x, y, v, kx=2, ky=2),
        "LSQBivariateSpline": lambda: i.LSQBivariateSpline(x, y, v, inner, inner, kx=1, ky=1),
        "SmoothSphereBivariateSpline": lambda: i.SmoothSphereBivariateSpline(x * 3, y * 6, v, s=float(side)),
        "bisplrep": lambda: i.bisplrep(x, y, v, kx=2, ky=2), "Rbf": lambda: i.Rbf(x, y, v),
        "Rbf()": lambda: rbf(q[:, 0], q[:, 1]), "RBFInterpolator neighbors": lambda: near(q),
        "RBFInterpolator gaussian": lambda: i.RBFInterpolator(q, v[:len(q)], kernel="gaussian", epsilon=1.0),
        "RBFInterpolator linear": lambda: i.RBFInterpolator(q, v[:len(q)], kernel="linear")}
