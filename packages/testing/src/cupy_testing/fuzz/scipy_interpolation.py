"""Random calls of interpolation with input that is odd: repeated, unsorted or missing points, few or none, any type.

Results are compared in single precision, as systems of near points lose digits, but with their types and shapes.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family
from cupy_testing.fuzz.operands import Operand
from cupy_testing.fuzz.scipy_modules import on

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import DTypeLike

__all__ = ["given", "settled"]

_LAYOUTS = ("contiguous",) * 4 + ("every_other", "backwards", "fortran", "read_only", "offset")
_CONDITIONS = ("not-a-knot", "natural", "clamped", "periodic", ((1, 0.5), "natural"), ((2, 0.0), (1, 1.0)),
               ("not-a-knot", (2, 1.0)), "unknown", ((3, 0.0), (1, 0.0)))
_KINDS = (*"linear nearest nearest-up previous next zero slinear quadratic cubic".split(), 1, 3, 4)
_METHODS = ("linear", "linear", "nearest", "slinear", "cubic", "quintic", "pchip", "splinef2d", "odd")
_BENT = ("nan", "inf", "repeated", "unsorted", "descending", "equal", "short", "long")


def settled(xp: ModuleType, x: Any) -> tuple[Any, ...] | str:
    """A result with its floats in single precision and their type, whatever it is nested in."""
    if isinstance(x, (list, tuple)):
        return tuple(settled(xp, item) for item in x)
    if isinstance(x, numpy.ndarray) and x.dtype == object:
        return tuple(settled(xp, item) for item in x.ravel())
    if not hasattr(x, "dtype"):
        return str(x) if isinstance(x, (str, bool, int)) or x is None else settled(xp, xp.asarray(x))
    return str(x.dtype), xp.asarray(x).astype({"c": "F", "f": "f"}.get(x.dtype.kind, x.dtype))


def given(rng: numpy.random.Generator, values: numpy.generic | numpy.ndarray,
          dtype: DTypeLike | None = None) -> Operand:
    """An operand with these values, in some layout."""
    values = numpy.asarray(values)
    one = Operand(rng, values.shape, dtype or values.dtype.char, str(rng.choice(_LAYOUTS)))
    with numpy.errstate(all="ignore"):
        one.values = numpy.ascontiguousarray(values).reshape(values.shape).astype(dtype or values.dtype)
    return one


def abscissas(rng: numpy.random.Generator, n: int) -> tuple[str, numpy.ndarray]:
    """``(how, n values)`` that ascend, mostly."""
    x = numpy.cumsum(rng.random(n) + 0.25) - 1
    if rng.random() < 0.3:
        x = numpy.arange(float(n))
    how = str(rng.choice(_BENT)) if rng.random() < 0.3 and n > 1 else ""
    k = int(rng.integers(0, max(n, 1)))
    if how in ("nan", "inf"):
        x[k] = float(how)
    elif how == "repeated":
        x[k] = x[k - 1]
    elif how == "unsorted":
        x = rng.permutation(x)
    elif how == "descending":
        x = x[::-1].copy()
    elif how == "equal":
        x[:] = x[0]
    elif how == "short":
        x = x[:-1]
    elif how == "long":
        x = numpy.append(x, x[-1] + 1)
    return how, x


def ordinates(rng: numpy.random.Generator, shape: tuple[int, ...]) -> tuple[Any, str]:
    """Values of some type, now and then with one that is not finite."""
    y = rng.standard_normal(shape)
    dtype = str(rng.choice(list("dddfliD?")))
    if dtype == "D":
        y = y + 1j * rng.standard_normal(shape)
    if rng.random() < 0.1 and y.size and dtype in "dfD":
        y.flat[rng.integers(0, y.size)] = rng.choice([numpy.nan, numpy.inf])
    return (y * 4 if dtype in "li" else y > 0 if dtype == "?" else y), dtype


def queries(rng: numpy.random.Generator, low: Any, high: Any,
            shape: Any = None) -> Any:
    """Points inside, at the ends, outside, and none."""
    shape = [(), (0,), (1,), (5,), (2, 3)][rng.integers(0, 5)] if shape is None else shape
    q = rng.uniform(low - 0.2, high + 0.2, shape) if rng.random() < 0.6 else rng.uniform(low, high, shape)
    if q.size and rng.random() < 0.3:
        q = numpy.array(q)
        q.flat[0] = rng.choice([low, high, numpy.nan])      # at infinity sums of powers depend on their order
    whole = q.size and numpy.isfinite(q).all() and rng.random() < 0.15
    return q.round().astype("l") if whole else q


def _extrapolate(rng: numpy.random.Generator) -> bool | str | None:
    return [None, True, False, "periodic"][rng.integers(0, 4)]


@family
def curves(rng: numpy.random.Generator) -> Any:
    """Interpolators of one variable."""
    n = int(rng.integers(1, 9))
    how, x = abscissas(rng, n)
    before, after = ((), ()) if rng.random() < 0.6 else [((2,), ()), ((), (2,)), ((2,), (1, 2)), ((), (0,))][
        rng.integers(0, 4)]
    y, dtype = ordinates(rng, (*before, n, *after))
    axis = len(before) - (y.ndim if rng.random() < 0.2 else 0)
    good = x[numpy.isfinite(x)]
    q = queries(rng, good.min(initial=0), good.max(initial=1))
    nu, how_outside, inside = int(rng.integers(0, 4)), _extrapolate(rng), _extrapolate(rng)
    bc = _CONDITIONS[rng.integers(0, len(_CONDITIONS))]
    k = int(rng.integers(0, 6))
    kind = _KINDS[rng.integers(0, len(_KINDS))]
    fill = [numpy.nan, "extrapolate", 0.0, (1.0, 2.0)][rng.integers(0, 4)]
    error, ready = [None, None, True, False][rng.integers(0, 4)], bool(rng.random() < 0.2)
    method = str(rng.choice(["akima", "makima"]))
    w = given(rng, rng.random(n) + 0.5)
    calls = {
        "CubicSpline": lambda m, xp, x, y, q, w: m.CubicSpline(x, y, axis, bc, inside)(q, nu, how_outside),
        "PchipInterpolator": lambda m, xp, x, y, q, w: m.PchipInterpolator(x, y, axis, bool(inside))(q, nu),
        "Akima": lambda m, xp, x, y, q, w: m.Akima1DInterpolator(x, y, axis, method=method)(q, nu, how_outside),
        "Hermite": lambda m, xp, x, y, q, w: m.CubicHermiteSpline(x, y, 2 * y, axis, inside)(q, nu, how_outside),
        "interp1d": lambda m, xp, x, y, q, w: m.interp1d(
            x, y, kind, axis, bounds_error=error, fill_value=fill, assume_sorted=ready)(q),
        "Krogh": lambda m, xp, x, y, q, w: m.KroghInterpolator(x, y, axis)(q),
        "Krogh.derivatives": lambda m, xp, x, y, q, w: m.KroghInterpolator(x, y, axis).derivatives(q, nu),
        "Barycentric": lambda m, xp, x, y, q, w: m.BarycentricInterpolator(x, y, axis)(q),
        "make_interp_spline": lambda m, xp, x, y, q, w: m.make_interp_spline(
            x, y, k, None, bc if rng_bc else None, axis)(
                q, min(nu, k + 1), how_outside),        # SciPy says 0 for higher orders, even of NaN
        "make_smoothing_spline": lambda m, xp, x, y, q, w: m.make_smoothing_spline(x, y, w, 0.5, axis=axis)(q),
        "AAA": lambda m, xp, x, y, q, w: m.AAA(x, y)(q),
        "pade": lambda m, xp, x, y, q, w: [p.coeffs for p in m.pade(y.ravel(), k + 1)],
    }
    rng_bc = rng.random() < 0.5
    name = str(rng.choice(sorted(calls)))
    if how in ("inf", "equal", "repeated") and name[0] in "BK" or n == 1 and name == "make_interp_spline":
        return None         # sums of infinities; SciPy reads beside arrays
    text = f"{name}({how}, {axis=}, {nu=}, {bc=}, {k=}, {kind!r}, {fill!r}, {error=}, {inside!r}, {how_outside!r})"
    return text, on("interpolate", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, x), given(rng, y, dtype), given(rng, q), w]


@family
def pieces(rng: numpy.random.Generator) -> Any:
    """Piecewise polynomials and splines of given coefficients, and what is made of them."""
    n, order = int(rng.integers(2, 6)), int(rng.integers(1, 5))
    how, x = abscissas(rng, n)
    after = [(), (), (2,), (2, 1)][rng.integers(0, 4)]
    c, dtype = ordinates(rng, (order, n - 1, *after))
    k = order - 1
    t = numpy.sort(numpy.concatenate([numpy.repeat([0.0, 2.0], k + 1), rng.integers(1, 4, n) / 2]))
    ends = t.copy()
    if how:
        t[rng.integers(0, len(t))] = {"nan": numpy.nan, "inf": numpy.inf}.get(how, 1.0)
    spline_c, spline_dtype = ordinates(rng, (len(t) - k - 1 + int(rng.integers(-1, min(k, 1) + 2)), *after))
    good = x[numpy.isfinite(x)]
    q = queries(rng, good.min(initial=0), good.max(initial=2))
    a, b = (float(v) for v in rng.uniform(-1, 3, 2).round(1))
    nu, inside, outside = int(rng.integers(0, 4)), _extrapolate(rng), _extrapolate(rng)
    knot, many = float(rng.choice([0.0, 0.5, 1.0, 2.0, 3.0])), int(rng.integers(0, 4))

    def spline(m: ModuleType, t: Any, d: Any) -> Any:
        return m.BSpline(t, d, k, extrapolate=inside is None or inside)
    calls = {
        "PPoly": lambda m, xp, x, c, q, t, d: m.PPoly(c, x, inside)(q, nu, outside),
        "PPoly.derivative": lambda m, xp, x, c, q, t, d: m.PPoly(c, x, inside).derivative(nu).c,
        "PPoly.antiderivative": lambda m, xp, x, c, q, t, d: m.PPoly(c, x, inside).antiderivative(nu)(q),
        "PPoly.integrate": lambda m, xp, x, c, q, t, d: m.PPoly(c, x, inside).integrate(a, b, outside),
        "PPoly.roots": lambda m, xp, x, c, q, t, d: m.PPoly(c, x, inside).roots(),
        "PPoly.extend": lambda m, xp, x, c, q, t, d: _extended(m.PPoly(c, x, inside), c[:nu + 1], x),
        "BPoly": lambda m, xp, x, c, q, t, d: m.BPoly(c, x, inside)(q, nu, outside),
        "BPoly.derivative": lambda m, xp, x, c, q, t, d: m.BPoly(c, x, inside).derivative(nu)(q),
        "BPoly.antiderivative": lambda m, xp, x, c, q, t, d: m.BPoly(c, x, inside).antiderivative(nu)(q),
        "BPoly.integrate": lambda m, xp, x, c, q, t, d: m.BPoly(c, x, inside).integrate(a, b, outside),
        "from_power_basis": lambda m, xp, x, c, q, t, d: m.BPoly.from_power_basis(m.PPoly(c, x)).c,
        "from_bernstein_basis": lambda m, xp, x, c, q, t, d: m.PPoly.from_bernstein_basis(m.BPoly(c, x)).c,
        "BSpline": lambda m, xp, x, c, q, t, d: spline(m, t, d)(q, nu, outside),
        "BSpline.derivative": lambda m, xp, x, c, q, t, d: spline(m, t, d).derivative(nu)(q),
        "BSpline.antiderivative": lambda m, xp, x, c, q, t, d: spline(m, t, d).antiderivative(nu)(q),
        "BSpline.integrate": lambda m, xp, x, c, q, t, d: spline(m, t, d).integrate(a, b, outside),
        "BSpline.insert_knot": lambda m, xp, x, c, q, t, d: spline(m, t, d).insert_knot(knot, many).tck,
        "design_matrix": lambda m, xp, x, c, q, t, d: m.BSpline.design_matrix(
            q, t, k, bool(outside) if outside != "periodic" else outside).toarray(),
        "basis_element": lambda m, xp, x, c, q, t, d: m.BSpline.basis_element(x, inside is None or inside)(q, nu),
        "from_spline": lambda m, xp, x, c, q, t, d: m.PPoly.from_spline(spline(m, t, d), outside).c,
        "splder": lambda m, xp, x, c, q, t, d: m.splder((t, d, k), nu),
        "splantider": lambda m, xp, x, c, q, t, d: m.splantider((t, d, k), nu),
        "splev": lambda m, xp, x, c, q, t, d: m.splev(q, (t, d, k), nu, many),
        "splint": lambda m, xp, x, c, q, t, d: m.splint(a, b, (t, d, k)),
    }
    name = str(rng.choice(sorted(calls)))
    if name.startswith(("spl", "from_spline")):     # Fortran code in SciPy reads whatever it is given
        spline_c, spline_dtype, t = rng.standard_normal(len(t)), "d", ends
        q = numpy.nan_to_num(q, nan=1.0).reshape(-1)[:max(1, q.size)] if q.size else numpy.ones(1)
        if k == 0:
            return None
    if (how in ("inf", "equal", "repeated", "descending") and name[:5] == "BPoly" or name == "BPoly" and nu > k
            or spline_dtype == "D" and name == "BSpline.integrate" or name == "design_matrix" and not q.size
            or name == "basis_element" and (how or n < 3)):
        return None         # where SciPy loses imaginary parts or fails, or looks at nothing
    if name in ("BSpline.derivative", "BSpline.integrate", "BPoly.integrate"):    # NaN elsewhere may count or not
        spline_c, c = (numpy.nan_to_num(v, posinf=1, neginf=-1) for v in (spline_c, c))
    nu = min(nu, k + 1) if "BSpline" in name else min(nu, n - 1) if name == "basis_element" else nu
    text = f"{name}({how}, {k=}, {nu=}, {a}, {b}, {inside!r}, {outside!r}, {knot}, {many})"
    return text, on("interpolate", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, x), given(rng, c, dtype), given(rng, q), given(rng, t), given(rng, spline_c, spline_dtype)]


def _extended(p: Any, c: Any, x: Any) -> Any:
    p.extend(c, x[1:] + (x[-1] - x[0]))
    return p.c, p.x


@family
def surfaces(rng: numpy.random.Generator) -> Any:
    """Interpolators of several variables: grids and scattered points."""
    dims = int(rng.integers(1, 4))
    sizes = [int(s) for s in rng.integers(1, 6, dims)]
    grids = [abscissas(rng, s) for s in sizes]
    after = [(), (), (2,)][rng.integers(0, 3)]
    v, dtype = ordinates(rng, (*sizes, *after))
    q = queries(rng, 0.0, 3.0, [(dims,), (0, dims), (4, dims), (2, 2, dims)][rng.integers(0, 4)])
    if rng.random() < 0.1:
        q = queries(rng, 0.0, 3.0, (3, dims + 1))
    method = str(rng.choice(_METHODS))
    error, fill = bool(rng.random() < 0.3), [numpy.nan, 0.0, None][rng.integers(0, 3)]
    nu = None if rng.random() < 0.8 else [int(d) for d in rng.integers(0, 3, dims)]
    calls = {
        "RegularGrid": lambda m, xp, v, q, *x: m.RegularGridInterpolator(x, v, method, error, fill)(q, nu=nu),
        "interpn": lambda m, xp, v, q, *x: m.interpn(x, v, q, method, error, fill),
        "NdPPoly": lambda m, xp, v, q, *x: m.NdPPoly(xp.stack([v[(slice(0, -1),) * dims]] * 2, axis=0).reshape(
            (2,) + (1,) * (dims - 1) + tuple(s - 1 for s in sizes) + after), x)(q, nu=nu, extrapolate=error),
    }
    name = str(rng.choice(sorted(calls)))
    odd = {how for how, _ in grids}
    if name == "NdPPoly" and "nan" in odd or method == "splinef2d" and dims == 1 or (
            odd & {"descending", "unsorted", "equal"} and dtype in "il?"):
        return None         # SciPy rounds what it turned round
    text = f"{name}({[how for how, _ in grids]}, {method}, {error}, {fill}, {nu})"
    return text, on("interpolate", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, v, dtype), given(rng, q), *(given(rng, x) for _, x in grids)]
