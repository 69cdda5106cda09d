"""Random calls of FITPACK's splines, of tensor products, and of the older radial functions, with input that is odd."""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy
from scipy.sparse.linalg import spsolve

from cupy_testing.fuzz.calls import family
from cupy_testing.fuzz.scipy_interpolation import abscissas, given, ordinates, queries, settled
from cupy_testing.fuzz.scipy_modules import on

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_OUTSIDE = (0, 1, 2, 3, "extrapolate", "zeros", "raise", "const", 4, "odd")
def _bounds(rng: numpy.random.Generator, low: Any,
            high: Any) -> Any:
    """Ends of an interval: of the points, beyond them, inside, or too few."""
    return [(None, None), (None, None), (low - 0.5, high + 0.5), (low + 0.5, high), [None, high + 1], (low,)][
        rng.integers(0, 6)]


def _weights(rng: numpy.random.Generator, n: int) -> Operand | None:
    """Weights, now and then one that is zero or negative, or too few; mostly none."""
    if rng.random() < 0.7:
        return None
    w = rng.random(n) + 0.5
    if rng.random() < 0.3 and n:
        w[rng.integers(0, n)] = rng.choice([0.0, -1.0])
    return given(rng, w[1:] if rng.random() < 0.1 else w)


def _inner(rng: numpy.random.Generator, low: Any, high: Any,
           most: Any = 3) -> Any:
    """Knots inside of an interval; now and then unsorted, repeated or outside."""
    t = numpy.sort(rng.uniform(low, high, int(rng.integers(0, most + 1))))
    if rng.random() < 0.2 and t.size:
        t = t[::-1].copy() if rng.random() < 0.5 else numpy.append(t, high + 1)
    return numpy.repeat(t, 2) if rng.random() < 0.1 else t


def _real(rng: numpy.random.Generator, shape: Any) -> Any:
    """Ordinates of which Fortran code makes no other than SciPy says: no complex ones."""
    y, dtype = ordinates(rng, shape)
    return (y.real, "d") if dtype == "D" else (y, dtype)


@family
def univariate_splines(rng: numpy.random.Generator) -> Any:
    """FITPACK's classes of one variable."""
    n = int(rng.integers(1, 12))
    how, x = abscissas(rng, n)
    y, dtype = _real(rng, (n,))
    good = x[numpy.isfinite(x)]
    low, high = good.min(initial=0), good.max(initial=1)
    q = queries(rng, low, high)
    k, nu, order = int(rng.integers(0, 7)), int(rng.integers(0, 5)), int(rng.integers(0, 4))
    s = [None, 0, 0.1, 5.0, -1.0][rng.integers(0, 5)]
    outside, then = (_OUTSIDE[i] for i in rng.integers(0, len(_OUTSIDE), 2))
    then = None if rng.random() < 0.6 else then
    bbox, finite = _bounds(rng, low, high), bool(rng.integers(2))
    a, b = (float(v) for v in rng.uniform(low - 1, high + 1, 2).round(1))
    w = _weights(rng, n)
    t = _inner(rng, low, high)
    options = {"bbox": bbox, "k": k, "ext": outside, "check_finite": finite}

    def made(m: ModuleType, x: Any, y: Any, t: Any, more: tuple[Any, ...]) -> Any:
        weighted = options | ({"w": more[0]} if more else {})
        if kind == "LSQ":
            return m.LSQUnivariateSpline(x, y, t, **weighted)
        if kind == "Interpolated":
            return m.InterpolatedUnivariateSpline(x, y, **weighted)
        return m.UnivariateSpline(x, y, s=s, **weighted)
    calls = {
        "()": lambda f, xp, q: f(q, nu, then),
        "knots": lambda f, xp, q: (f.get_knots(), f.get_coeffs(), f.get_residual()),
        "integral": lambda f, xp, q: f.integral(a, b),
        "derivatives": lambda f, xp, q: f.derivatives(min(max(a, low), high)),
        "roots": lambda f, xp, q: f.roots(),
        "derivative": lambda f, xp, q: f.derivative(order)(q, 0, then),
        "antiderivative": lambda f, xp, q: f.antiderivative(order)(q, 0, then),
        "smoothing": lambda f, xp, q: _smoothed(f, 2.0)(q),
        "class": lambda f, xp, q: type(f).__name__,
    }
    kind, name = str(rng.choice(["", "", "LSQ", "Interpolated"])), str(rng.choice(sorted(calls)))
    if not finite and not (numpy.isfinite(x).all() and numpy.isfinite(y).all()):
        return None         # knots of a fit that is none
    if nu + order >= k:
        q = numpy.nan_to_num(q)         # the last derivative is a constant, to SciPy at NaN too
    text = f"{kind}UnivariateSpline.{name}({how}, {options}, {s=}, {nu=}, {then!r}, {order=}, {a}, {b}, {t=})"
    return text, on("interpolate", lambda m, xp, x, y, q, t, *more: settled(
        xp, calls[name](made(m, x, y, t, more), xp, q))), [
            given(rng, x), given(rng, y, dtype), given(rng, q), given(rng, t), *([] if w is None else [w])]


def _smoothed(f: Any, s: Any) -> Any:
    f.set_smoothing_factor(s)
    return f


@family
def fitpack_curves(rng: numpy.random.Generator) -> Any:
    """FITPACK's functions of one variable, on points and on a fit of good ones."""
    n = int(rng.integers(1, 12))
    how, x = abscissas(rng, n)
    y, dtype = _real(rng, (n,))
    good = x[numpy.isfinite(x)]
    low, high = good.min(initial=0), good.max(initial=1)
    k, nu, many = int(rng.integers(0, 7)), int(rng.integers(-1, 6)), int(rng.integers(1, 4))
    s, periodic, task = [None, 0, 0.1, 5.0][rng.integers(0, 4)], bool(rng.random() < 0.2), int(rng.integers(-1, 1))
    outside, full = int(rng.integers(-1, 5)), int(rng.random() < 0.3)
    t, w = _inner(rng, low, high), _weights(rng, n)
    fitted = numpy.arange(9.0), rng.standard_normal(9)
    at, end = (float(v) for v in rng.uniform(-1, 9, 2).round(1))
    q = queries(rng, 0.0, 8.0)
    degree, curves = int(rng.integers(1, 6)), bool(rng.random() < 0.2)
    as_object = bool(rng.random() < 0.3)

    def fit(m: ModuleType, xp: ModuleType, x: Any, y: Any) -> tuple[Any, Any, int]:
        """A spline of one or two curves, with knots and coefficients or as an object."""
        if as_object:
            return m.make_interp_spline(x, y, degree if degree % 2 else 3)
        t, c, k = m.splrep(x, y, k=degree, s=0)
        return (t, [c, 2 * c], k) if curves else (t, c, k)
    calls = {
        "splrep": lambda m, xp, x, y, q, t, u, v, *w: _parts(m.splrep(
            x, y, *w, k=k, task=task, s=s, t=t if task < 0 else None, per=periodic, full_output=full)),
        "splprep": lambda m, xp, x, y, q, t, u, v, *w: _parts(m.splprep(
            [x, y], *w, k=k, task=task, s=s, t=t if task < 0 else None, per=periodic, full_output=full)),
        "splev": lambda m, xp, x, y, q, t, u, v, *w: m.splev(q, fit(m, xp, u, v), nu, outside),
        "splint": lambda m, xp, x, y, q, t, u, v, *w: m.splint(at, end, fit(m, xp, u, v)),
        "splint and more": lambda m, xp, x, y, q, t, u, v, *w: _wrk(m.splint(at, end, fit(m, xp, u, v), 1), u, degree),
        "sproot": lambda m, xp, x, y, q, t, u, v, *w: m.sproot(fit(m, xp, u, v), 10),
        "spalde": lambda m, xp, x, y, q, t, u, v, *w: m.spalde(q, fit(m, xp, u, v)),
        "insert": lambda m, xp, x, y, q, t, u, v, *w: _used(m.insert(at, fit(m, xp, u, v), many, periodic)),
        "splder": lambda m, xp, x, y, q, t, u, v, *w: _parts(m.splder(fit(m, xp, u, v), nu)),
        "splantider": lambda m, xp, x, y, q, t, u, v, *w: _parts(m.splantider(fit(m, xp, u, v), max(nu, 0))),
    }
    name = str(rng.choice(sorted(calls)))
    unfit = how == "repeated" or periodic and task or not (numpy.isfinite(x).all() and numpy.isfinite(y).all())
    if name in ("splrep", "splprep") and unfit:
        return None         # a fit that is none, of which SciPy sets nothing
    if curves and name in ("splder", "splantider") or name == "splev" and not q.size:
        return None         # SciPy asks lists for their shape; it refuses to evaluate nowhere
    if nu >= degree:
        q = numpy.nan_to_num(q)         # the last derivative is a constant, to SciPy at NaN too
    text = (f"{name}({how}, {k=}, {degree=}, {nu=}, {s=}, {task=}, {periodic}, {outside=}, {full}, {at}, {end}, "
            f"{many}, {curves}, {as_object}, t={len(t)})")
    return text, on("interpolate", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, x), given(rng, y, dtype), given(rng, q), given(rng, t), *(given(rng, v) for v in fitted),
        *([] if w is None else [w])]


def _used(tck: Any) -> Any:
    """A spline without what stands behind its coefficients, which SciPy does not set."""
    t, c, k = _parts(tck)
    return t, [each[:len(t) - k - 1] for each in c] if isinstance(c, tuple) else c[:len(t) - k - 1], k


def _wrk(found: Any, u: Any, k: int) -> Any:
    """An integral, and those of the basis as far as SciPy sets them."""
    if not isinstance(found, tuple) or not k or found[1] is None:       # SciPy 1.18 has none of several curves
        return found
    return found[0], found[1][:len(u)]


def _parts(found: Any) -> Any:
    """A spline object as its knots, coefficients and degree, within whatever else is returned; of none the message."""
    if isinstance(found, tuple) and any(isinstance(part, str) and part.startswith("Error on input") for part in found):
        return "Error on input data"        # with memory that SciPy has not set
    parts = getattr(found, "tck", None)
    if parts is not None:
        return parts
    return tuple(map(_parts, found)) if isinstance(found, (list, tuple)) else found


@family
def fitpack_surfaces(rng: numpy.random.Generator) -> Any:
    """FITPACK's splines of two variables, of scattered points and of grids."""
    side, n = (int(v) for v in rng.integers((2, 1), (8, 40)))
    how, x = abscissas(rng, side)
    y = numpy.arange(float(side))
    z, dtype = _real(rng, (side, side))
    p, v = rng.random((2, n)) * 4, rng.standard_normal(n)
    if rng.random() < 0.15:
        p[:, 1:] = p[:, :1]
    qx, qy = (numpy.sort(rng.uniform(-0.5, 4.5, int(rng.integers(0, 4)))) for _ in range(2))
    if rng.random() < 0.2:
        qx = qx[::-1].copy()
    grid = bool(rng.integers(2))
    kx, ky = (int(d) for d in rng.integers(0, 6, 2)) if rng.random() < 0.3 else (3, 3)
    dx, dy = (int(d) for d in rng.integers(-1, 4, 2)) if rng.random() < 0.4 else (0, 0)
    s, bbox = [0, 0.5, 100.0, -1][rng.integers(0, 4)], [None] * 4 if rng.random() < 0.7 else [-1, 6, None, 7]
    tx, ty = _inner(rng, 0.5, 3.5, 2), _inner(rng, 0.5, 3.5, 2)
    a, b, c, d = (float(v) for v in rng.uniform(-1, 5, 4).round(1))
    good = numpy.arange(6.0)

    def rect(m: ModuleType, u: Any) -> Any:
        return m.RectBivariateSpline(u, u, u[:, None] * u ** 2 % 5, kx=max(kx, 1), ky=max(ky, 1))

    def smooth(m: ModuleType, p: Any, v: Any) -> Any:
        return m.SmoothBivariateSpline(p[0], p[1], v, bbox=bbox, kx=kx, ky=ky, s=s)
    calls = {
        "Rect": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: m.RectBivariateSpline(
            x, y, z, bbox, kx, ky, s)(qx, qy, dx, dy, grid),
        "Rect.ev": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: rect(m, u).ev(qx, qy, dx, dy),
        "Rect()": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: rect(m, u)(qx, qy, dx, dy, grid),
        "Rect.integral": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: rect(m, u).integral(a, b, c, d),
        "partial_derivative": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: rect(m, u).partial_derivative(
            dx, dy)(xp.sort(qx), xp.sort(qy)),
        "Smooth": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: smooth(m, p, v)(qx, qy, grid=grid),
        "Smooth.knots": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: smooth(m, p, v).get_knots(),
        "LSQ": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: m.LSQBivariateSpline(
            p[0], p[1], v, tx, ty, bbox=bbox, kx=kx, ky=ky)(qx, qy, grid=grid),
        "bisplrep": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: m.bisplrep(p[0], p[1], v, kx=kx, ky=ky, s=s),
        "bisplev": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: m.bisplev(
            qx if dx else 1.5, qy, [*rect(m, u).tck, max(kx, 1), max(ky, 1)], dx, dy),
        "Sphere": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: m.RectSphereBivariateSpline(
            u[1:4] * 0.7, u * 0.9, z[:1, :1] + u[1:4, None] * u, s=max(s, 0))(xp.abs(qx) % 3, xp.abs(qy), grid=False),
        "SmoothSphere": lambda m, xp, x, y, z, p, v, qx, qy, tx, ty, u: m.SmoothSphereBivariateSpline(
            p[0] % 3.1, p[1], v, s=100.0)(xp.abs(qx) % 3, xp.abs(qy), grid=False),
    }
    name = str(rng.choice(sorted(calls)))
    if not (numpy.isfinite(x).all() and numpy.isfinite(z).all()) or n < 4 and name.startswith(("Smooth", "LSQ", "bi")):
        return None         # knots of a fit that is none
    if (p[:, 1:] == p[:, :1]).all() and name != "LSQ" or name == "bisplrep" and s < 0 or (
            name == "partial_derivative" and dx >= ky):
        return None         # where Fortran code prints what it was given, or is given more by its caller than it takes
    if name == "LSQ":
        tx, ty = (numpy.unique(one[one < 3.5]) for one in (tx, ty))
    text = (f"{name}({how}, {side=}, {n=}, {grid}, {kx=}, {ky=}, {dx=}, {dy=}, {s=}, {bbox}, {len(tx)}, {len(ty)}, "
            f"{a}, {b}, {c}, {d})")
    return text, on("interpolate", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, x), given(rng, y), given(rng, z, dtype), *(given(rng, o) for o in (p, v, qx, qy, tx, ty, good))]


@family
def tensor_splines(rng: numpy.random.Generator) -> Any:
    """Tensor products of B-splines, of given coefficients and through values on a grid."""
    dims = int(rng.integers(1, 4))
    degrees = [int(d) for d in rng.integers(0, 5, dims)]
    k = degrees[0] if rng.random() < 0.2 else tuple(degrees) if rng.random() < 0.95 else (*degrees, 1)
    per_axis = [k] * dims if isinstance(k, int) else degrees
    t = [numpy.concatenate([numpy.zeros(d + 1), numpy.sort(rng.integers(0, 5, 2) / 2), numpy.full(d + 1, 2.0)])
         for d in per_axis]
    if rng.random() < 0.15:
        t[0][rng.integers(0, len(t[0]))] = rng.choice([numpy.nan, numpy.inf, 3.0])
    after = [(), (), (2,), (2, 1)][rng.integers(0, 4)]
    sizes = [len(v) - d - 1 - int(rng.random() < 0.05) for v, d in zip(t, per_axis, strict=True)]
    c, dtype = ordinates(rng, (*sizes, *after))
    grids = [abscissas(rng, int(rng.integers(1, 8))) for _ in range(dims)]
    v, v_dtype = ordinates(rng, (*(len(x) for _, x in grids), *after))
    q = queries(rng, 0.0, 2.0, [(dims,), (0, dims), (4, dims), (2, 2, dims), (3, dims + 1)][rng.integers(0, 5)])
    nu = None if rng.random() < 0.5 else [int(d) for d in rng.integers(-1 if rng.random() < 0.1 else 0, 3, dims)]
    first, later = ([None, True, False][i] for i in rng.integers(0, 3, 2))
    calls = {
        "NdBSpline": lambda m, xp, c, v, q, *tx: m.NdBSpline(tx[:dims], c, k, extrapolate=first)(
            q, nu=nu, extrapolate=later),
        "design_matrix": lambda m, xp, c, v, q, *tx: _first_columns(xp, m.NdBSpline.design_matrix(
            xp.ascontiguousarray(q), tx[:dims], k, later is not False)),
        "derivative": lambda m, xp, c, v, q, *tx: m.NdBSpline(tx[:dims], c, k).derivative(nu)(q),
        "make_ndbspl": lambda m, xp, c, v, q, *tx: _maker(m)(
            tx[dims:], v, k, solver=spsolve)(q, nu=nu),
    }
    name = str(rng.choice(sorted(calls)))
    if name == "design_matrix" and not numpy.isfinite(numpy.concatenate(t)).all() or (
            name == "derivative" and dtype == "D") or name == "make_ndbspl" and (
            v_dtype in "li?" or not numpy.isfinite(v).all() or 0 in per_axis
            or {how for how, _ in grids} & {"unsorted", "descending", "equal", "repeated", "inf", "nan"}):
        return None         # SciPy loses imaginary parts, and coefficients that are not whole; it looks at no order
    if name == "design_matrix" or nu is not None:
        q, c = numpy.nan_to_num(q), numpy.nan_to_num(c, posinf=0, neginf=0)     # as above
    if nu is not None and max(n - d for n, d in zip(nu, per_axis, strict=True)) > 0 or name == "design_matrix":
        first = later = True            # to SciPy no number is outside then
    text = f"{name}({[how for how, _ in grids]}, {k=}, {nu=}, {first}, {later})"
    return text, on("interpolate", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, c, dtype), given(rng, v, v_dtype), given(rng, q), *(given(rng, one) for one in t),
        *(given(rng, x) for _, x in grids)]


def _maker(m: ModuleType) -> Any:
    """`make_ndbspl`, which is not public in SciPy."""
    known = m if hasattr(m, "make_ndbspl") else importlib.import_module(f"{m.__name__}._ndbspline")
    return known.make_ndbspl


def _first_columns(xp: ModuleType, matrix: Any) -> Any:
    """A matrix up to its last column with something in it: SciPy counts no others."""
    a = matrix.toarray()
    return a[:, :int(((xp.arange(a.shape[1]) + 1) * a.any(axis=0)).max(initial=0))]
