"""Cases of interpolate and spatial for `beside_scipy`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._beside import case

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library


def _line(rng: numpy.random.Generator, n: int) -> Any:
    return numpy.sort(rng.random(n)) + numpy.arange(n), rng.random(n), rng.uniform(0.5, n - 1.5, n)


@case()
def splines(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, q) = lib.scipy("interpolate"), map(lib.array, _line(rng, n))
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
    i, (x, y, _) = lib.scipy("interpolate"), map(lib.array, _line(rng, n))
    return {"make_smoothing_spline": lambda: i.make_smoothing_spline(x, y),
            "UnivariateSpline": lambda: i.UnivariateSpline(x, y),
            "make_lsq_spline": lambda: i.make_lsq_spline(x, y, numpy.r_[[0.0] * 4, n / 2, [float(n)] * 4])}


@case()
def one_dimension(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, q) = lib.scipy("interpolate"), map(lib.array, _line(rng, n))
    out = {}
    for kind in ("linear", "nearest", "previous", "cubic"):
        f = i.interp1d(x, y, kind)
        out |= {f"interp1d {kind}": lambda kind=kind: i.interp1d(x, y, kind), f"interp1d {kind}()": lambda f=f: f(q)}
    return out


@case(10)
def polynomials(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    i, (x, y, q) = lib.scipy("interpolate"), map(lib.array, _line(rng, n))
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
    i, spatial = lib.scipy("interpolate"), lib.scipy("spatial")
    p, v, q = map(lib.array, (rng.random((n, 2)), rng.random(n), rng.random((n, 2))))
    out = {"Delaunay": lambda: spatial.Delaunay(p), "griddata linear": lambda: i.griddata(p, v, q)}
    for name in ("LinearNDInterpolator", "CloughTocher2DInterpolator", "NearestNDInterpolator"):
        make = getattr(i, name)
        f = make(p, v)
        out |= {name: lambda make=make: make(p, v), name + "()": lambda f=f: f(q)}
    t = spatial.Delaunay(p)
    return out | {"Delaunay.find_simplex": lambda: t.find_simplex(q), "ConvexHull": lambda: spatial.ConvexHull(p),
                  "Voronoi": lambda: spatial.Voronoi(p)}


@case()
def trees(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    spatial = lib.scipy("spatial")
    p, q, r = lib.array(rng.random((n, 3))), lib.array(rng.random((n, 3))), (2 / n) ** (1 / 3)
    t, other = spatial.KDTree(p), spatial.KDTree(q)
    return {"KDTree": lambda: spatial.KDTree(p), "KDTree.query": lambda: t.query(q),
            "KDTree.query 8": lambda: t.query(q, 8), "KDTree.query one": lambda: t.query(q[0]),
            "KDTree.query_ball_point one": lambda: t.query_ball_point(q[0], r),
            "KDTree.query_ball_point": lambda: t.query_ball_point(q, r),
            "KDTree.query_pairs": lambda: t.query_pairs(r, output_type="ndarray"),
            "KDTree.count_neighbors": lambda: t.count_neighbors(other, r),
            "KDTree.sparse_distance_matrix": lambda: t.sparse_distance_matrix(other, r, output_type="coo_matrix")}


@case(1000)
def distances(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    spatial = lib.scipy("spatial")
    d, p = lib.scipy("spatial.distance"), lib.array(rng.random((n, 3)))
    c = d.pdist(p)
    return {"cdist": lambda: d.cdist(p, p), "pdist": lambda: d.pdist(p), "squareform": lambda: d.squareform(c),
            "distance_matrix": lambda: spatial.distance_matrix(p, p),
            "procrustes": lambda: spatial.procrustes(p, p * 2 + 1)}


@case()
def rotations(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    t, q, v = lib.scipy("spatial.transform"), lib.array(rng.standard_normal((n, 4))), lib.array(rng.random((n, 3)))
    r = t.Rotation.from_quat(q)
    m, w = r.as_matrix(), r.as_rotvec()
    s = t.Slerp(lib.array(numpy.arange(float(n))), r)
    at = lib.array(rng.uniform(0, n - 1, n))
    out = {f"Rotation.{name}": getattr(r, name) for name in
           ("as_quat", "as_matrix", "as_rotvec", "as_mrp", "inv", "magnitude", "mean")}
    return out | {"Rotation.as_euler": lambda: r.as_euler("xyz"), "Rotation.from_quat": lambda: t.Rotation.from_quat(q),
                  "Rotation.from_matrix": lambda: t.Rotation.from_matrix(m), "Rotation.apply": lambda: r.apply(v),
                  "Rotation.from_rotvec": lambda: t.Rotation.from_rotvec(w), "Rotation *": lambda: r * r,
                  "Rotation.from_euler": lambda: t.Rotation.from_euler("xyz", v), "Slerp()": lambda: s(at),
                  "RigidTransform.from_components": lambda: t.RigidTransform.from_components(v, r)}
