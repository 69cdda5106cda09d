"""Random calls of what interpolates scattered points, which may be equal, on a line, few, or not finite.

Where points lie on circles with others, or twice, several answers are right: results are then looked at, not compared.
"""
from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family
from cupy_testing.fuzz.scipy_interpolation import given, ordinates, queries, settled
from cupy_testing.fuzz.scipy_modules import on
from cupy_testing.fuzz.scipy_points import cloud

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []

_BASES = ("multiquadric inverse gaussian linear cubic quintic thin_plate thin-plate Inverse odd").split()
_NORMS = ("euclidean", "cityblock", "chebyshev", "odd")



#: Clouds with points of equal distances, on one circle, or twice.
_TIES = ("lattice", "whole", "equal", "pairs")

#: Kernels of `RBFInterpolator` as functions of distances, each with the least degree of its polynomial.
_KERNELS = {
    "linear": (lambda r: -r, 0), "cubic": (lambda r: r**3, 1), "quintic": (lambda r: -r**5, 2),
    "thin_plate_spline": (lambda r: r**2 * numpy.log(numpy.where(r == 0, 1, r)), 1),
    "multiquadric": (lambda r: -numpy.sqrt(r**2 + 1), 0), "gaussian": (lambda r: numpy.exp(-r**2), -1),
}
_WORST = 1e9        # condition of a system whose solutions have the digits that are compared


def _distances(p: numpy.ndarray, q: numpy.ndarray) -> Any:
    return numpy.sqrt(((p[:, None] - q) ** 2).sum(-1))


def is_singular(p: numpy.ndarray, smooth: float, kernel: str, epsilon: float | None, degree: int | None) -> bool:
    """Whether rounding decides about the system of an `RBFInterpolator`."""
    if kernel not in _KERNELS:
        return False        # which is refused
    function, least = _KERNELS[kernel]
    p, dims = p.astype("d"), p.shape[1]
    powers = [x for x in itertools.product(range(4), repeat=dims)
              if sum(x) <= (max(least, 0) if degree is None else degree)]
    half = numpy.where(numpy.ptp(p, 0) == 0, 1, numpy.ptp(p, 0) / 2)
    scaled = (p - (p.max(0) + p.min(0)) / 2) / half
    terms = numpy.prod(scaled[:, None] ** numpy.reshape(powers, (-1, dims)), -1)
    with numpy.errstate(all="ignore"):
        square = function(_distances(p, p) * (epsilon or 1.0)) + smooth * numpy.eye(len(p))
        system = numpy.block([[square, terms], [terms.T, numpy.zeros((len(powers),) * 2)]])
        return bool(not numpy.isfinite(system).all() or numpy.linalg.cond(system) > _WORST)


def right_values(method: str, p: numpy.ndarray, v: numpy.ndarray, q: numpy.ndarray) -> list[numpy.ndarray]:
    """For each point of `q` all values that it may have, by some triangulation of Delaunay's or some nearest point."""
    if method == "nearest" or p.shape[1] == 1:
        return [_of_one(method, p, v, point) for point in q]
    simplices, dims = [], p.shape[1]
    for corners in itertools.combinations(range(len(p)), dims + 1):
        edges = p[list(corners[1:])] - p[corners[0]]
        volume = abs(numpy.linalg.det(edges))
        if volume < 1e-9:
            continue
        centre = numpy.linalg.solve(2 * edges, (edges ** 2).sum(1)) + p[corners[0]]
        radius = numpy.linalg.norm(centre - p[corners[0]])
        if (_distances(p, centre[None])[:, 0] > radius * (1 - 1e-9)).all():
            simplices.append((list(corners), numpy.linalg.inv(edges)))
    found = []
    for point in q:
        values = []
        for corners, inverse in simplices:
            weights = (point - p[corners[0]]) @ inverse
            weights = numpy.concatenate([[1 - weights.sum()], weights])
            if (weights > -1e-9).all():
                values.append(numpy.tensordot(weights, v[corners], 1))
        found.append(numpy.array(values).reshape(len(values), *v.shape[1:]))
    return found


def _of_one(method: str, p: numpy.ndarray, v: numpy.ndarray, point: numpy.ndarray) -> numpy.ndarray:
    """The values of the nearest points, or on lines between neighbours on an axis."""
    far = _distances(p, point[None])[:, 0]
    if method == "nearest":
        return v[far <= far.min() + 1e-12]
    x, t = p[:, 0].astype("d"), point[0]
    low, high = x[x <= t].max(initial=-numpy.inf), x[x >= t].min(initial=numpy.inf)
    part = (t - low) / (high - low) if high > low else 0
    ends = [(a, b) for a in numpy.flatnonzero(x == low) for b in numpy.flatnonzero(x == high)]
    return numpy.array([v[a] + (v[b] - v[a]) * part for a, b in ends]).reshape(len(ends), *v.shape[1:])


def looked_at(values: Any, right: list[numpy.ndarray], fill: float) -> Any:
    """Of an answer its type, its shape, and whether each value is one of the right ones: the fill value outside."""
    found = numpy.asarray(values.get() if hasattr(values, "get") else values)
    told = []
    for one, several in zip(found.reshape(len(right), *found.shape[1:]), right, strict=True):
        near = [numpy.isclose(one, x, 1e-6, 1e-9, equal_nan=True).all() for x in several]
        told.append(any(near) or not near and bool(numpy.isclose(one, fill, equal_nan=True).all()))
    return str(found.dtype), str(found.shape), str(told)


@family
def scattered(rng: numpy.random.Generator) -> Any:
    """Interpolators of scattered points."""
    n, dims = int(rng.integers(1, 9)), int(rng.integers(1, 4))
    how, p = cloud(rng, n, dims)
    after = [(), (), (2,)][rng.integers(0, 3)]
    v, dtype = ordinates(rng, (n, *after))
    q = queries(rng, 0.0, 1.0, [(dims,), (0, dims), (5, dims)][rng.integers(0, 3)])
    method, fill = str(rng.choice(["linear", "nearest", "cubic", "odd"])), [numpy.nan, 0.5][rng.integers(0, 2)]
    kernel = str(rng.choice(["linear", "thin_plate_spline", "cubic", "quintic", "multiquadric", "gaussian", "odd"]))
    near = None if rng.random() < 0.6 else int(rng.integers(1, n + 3))
    if how in (*_TIES, "line", "tiny", "huge"):     # of equal distances a tree takes some
        near = None
    epsilon, degree = [None, 1.5][rng.integers(0, 2)], [None, -1, 0, 1, 2][rng.integers(0, 5)]
    smooth, rescale = float(rng.choice([0.0, 0.1])), bool(rng.random() < 0.3)
    calls = {
        "griddata": lambda m, xp, p, v, q: m.griddata(p, v, q, method, fill, rescale),
        "NearestND": lambda m, xp, p, v, q: m.NearestNDInterpolator(p, v, rescale)(q),
        "LinearND": lambda m, xp, p, v, q: m.LinearNDInterpolator(p, v, fill, rescale)(q),
        "CloughTocher": lambda m, xp, p, v, q: m.CloughTocher2DInterpolator(p, v, fill, rescale=rescale)(q),
        "RBF": lambda m, xp, p, v, q: m.RBFInterpolator(p, v, near, smooth, kernel, epsilon, degree)(q),
    }
    name = str(rng.choice(sorted(calls)))
    if name == "RBF" and how in ("tiny", "huge"):       # far from all points sums cancel
        q = q * (1e-100 if how == "tiny" else 1e100)
    if how == "huge" and name != "RBF" or how in ("nan", "inf") and name == "RBF" \
            or name == "RBF" and is_singular(p, smooth, kernel, epsilon, degree):
        return None         # where Qhull fails; an error since SciPy 1.18
    way = {"NearestND": "nearest", "LinearND": "linear", "CloughTocher": "cubic"}.get(name, method)
    finish = settled
    if how in _TIES and name != "RBF" and way in ("nearest", "linear", "cubic") and not (way == "cubic" and dims == 1):
        q, rescale = q.astype("d"), False
        if way == "cubic":      # whose slopes depend on the triangles, but not those of a plane
            plane = (p @ numpy.arange(1.0, dims + 1) + 0.5).reshape(n, *[1] * len(after))
            v, dtype = numpy.broadcast_to(plane, v.shape), "d"
        if not numpy.isfinite(v).all() or not numpy.isfinite(q).all():
            return None
        right = right_values("linear" if way == "cubic" else way, p, v.astype(dtype) + 0.0, q.reshape(-1, dims))

        def finish(xp: ModuleType, x: Any) -> Any:
            return looked_at(x, right, fill)
    text = f"{name}({how}, {method}, {fill}, {kernel}, {near}, {epsilon}, {degree}, {smooth}, {rescale})"
    return text, on("interpolate", lambda m, xp, *arrays: finish(xp, calls[name](m, xp, *arrays))), [
        given(rng, p), given(rng, v, dtype), given(rng, q)]


@family
def radial_functions(rng: numpy.random.Generator) -> Any:
    """The older class of radial functions."""
    from scipy.interpolate import Rbf

    n, dims = int(rng.integers(1, 9)), int(rng.integers(1, 4))
    how, p = cloud(rng, n, dims)
    mode = str(rng.choice(["1-D", "1-D", "N-D", "odd"]))
    v, dtype = ordinates(rng, (n, 2) if mode == "N-D" else (n + (rng.random() < 0.05),))
    shape = [(), (0,), (4,), (2, 2)][rng.integers(0, 4)]
    q = rng.random((*shape, dims + (rng.random() < 0.05)))
    options = {"function": str(rng.choice(_BASES)), "norm": str(rng.choice(_NORMS)), "mode": mode,
               "smooth": float(rng.choice([0.0, 0.1]))}
    if rng.random() < 0.3:
        options["epsilon"] = 0.5
    if n == 1 or how in ("equal", "pairs", "line", "lattice", "nan", "inf", "huge", "tiny", "whole"):
        options["smooth"] = 0.5         # a system that has a solution
    if mode == "N-D" and dtype in "fli?" or how == "nan" and options["norm"] == "chebyshev":
        return None         # SciPy keeps coefficients in the type of the values; its largest difference is no NaN
    with numpy.errstate(all="ignore"):
        try:
            system = Rbf(*p.T, numpy.zeros(n), **{**options, "mode": "1-D"}).A
            if numpy.isfinite(system).all() and numpy.linalg.cond(system) > _WORST:
                return None     # where rounding decides
        except numpy.linalg.LinAlgError:
            return None
        except Exception:       # which both refuse
            pass
    text = f"Rbf({how}, {options})"
    return text, on("interpolate", lambda m, xp, p, v, q: settled(xp, m.Rbf(*p.T, v, **options)(*xp.moveaxis(
        q, -1, 0)))), [given(rng, p), given(rng, v, dtype), given(rng, q)]
