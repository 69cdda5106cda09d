"""Random calls of what is in space, with points that are odd: equal, on a line, few or none, missing, huge or tiny."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import family
from cupy_testing.fuzz.scipy_interpolation import given, settled
from cupy_testing.fuzz.scipy_modules import on

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["cloud"]

_ODD = ("lattice", "equal", "line", "nan", "inf", "huge", "tiny", "whole", "single", "pairs")
_METRICS = ("braycurtis canberra chebyshev cityblock correlation cosine dice euclidean hamming jaccard jensenshannon "
            "kulczynski1 mahalanobis matching minkowski rogerstanimoto russellrao seuclidean sokalmichener sokalsneath "
            "sqeuclidean yule odd").split()
_UNWEIGHTED = ("jensenshannon", "mahalanobis", "seuclidean")


def cloud(rng: numpy.random.Generator, n: int, dims: int) -> tuple[str, numpy.ndarray]:
    """``(how, points)``."""
    p = rng.random((n, dims))
    how = str(rng.choice(_ODD)) if rng.random() < 0.5 else ""
    if how == "lattice":
        p = (p * 3).round() / 2
    elif how == "equal":
        p[:] = p[:1]
    elif how == "line":
        p = p[:, :1] * numpy.arange(1.0, dims + 1)
    elif how in ("nan", "inf") and p.size:
        p.flat[rng.integers(0, p.size)] = float(how)
    elif how in ("huge", "tiny"):
        p *= 1e100 if how == "huge" else 1e-100
    elif how == "whole":
        return how, (p * 5).astype("l")
    elif how == "single":
        return how, p.astype("f")
    elif how == "pairs":
        p[n // 2:] = p[:n - n // 2]
    return how, p


@family
def neighbours(rng: numpy.random.Generator) -> Any:
    n, dims = int(rng.integers(0, 20)), int(rng.integers(1, 4))
    how, a = cloud(rng, n, dims)
    other_how, b = cloud(rng, int(rng.integers(0, 6)), dims + (rng.random() < 0.05))
    if rng.random() < 0.2 and len(b):
        b = b[0]
    p = float(rng.choice([1, 2, 3, 2.5, numpy.inf]))
    k = [1, 2, 3, n + 2, 0, [1], [2, 1], None][rng.integers(0, 8)]
    bound = float(rng.choice([numpy.inf, 0.5, 0.0]))
    r = [0.5, 0.2, 0.0, numpy.inf, numpy.nan][rng.integers(0, 5)]           # SciPy squares what is negative
    box = [None, None, None, 1.0, 2.0, [2.0] * dims, 0.0][rng.integers(0, 7)]
    plain, cumulative = bool(rng.integers(2)), bool(rng.integers(2))
    many = [0.5, [0.2, 0.5, 1.0], [1.0, 0.2], []][rng.integers(0, 4)]
    w = given(rng, rng.random(n))

    def tree(m: ModuleType, a: Any) -> Any:
        return m.KDTree(a, boxsize=box)

    def pairs(found: Any) -> list[tuple[int, ...]]:
        return sorted(map(tuple, found.tolist()))
    calls = {
        "query": lambda m, xp, a, b, w: tree(m, a).query(b, k, 0, p, bound)[0] if k is not None else tree(m, a).query(
            b, k),
        "query_ball_point": lambda m, xp, a, b, w: _lists(tree(m, a).query_ball_point(
            b, r, p, return_sorted=True)),
        "return_length": lambda m, xp, a, b, w: tree(m, a).query_ball_point(b, r, p, return_length=True),
        "query_ball_tree": lambda m, xp, a, b, w: str(list(map(sorted, tree(m, a).query_ball_tree(
            m.KDTree(b, boxsize=box), r, p)))),
        "query_pairs": lambda m, xp, a, b, w: str(pairs(tree(m, a).query_pairs(r, p, output_type="ndarray"))),
        "count_neighbors": lambda m, xp, a, b, w: xp.asarray(tree(m, a).count_neighbors(
            tree(m, b), xp.asarray(many) if isinstance(many, list) else many, p, None if plain else (
                w, None if cumulative else w[:len(b)]), cumulative)),
        "count_neighbors of itself": lambda m, xp, a, b, w: _counted(xp, tree(m, a), [0.2, 0.5], p, w, cumulative),
        "sparse_distance_matrix": lambda m, xp, a, b, w: tree(m, a).sparse_distance_matrix(
            m.KDTree(b, boxsize=box), r, p, output_type="coo_matrix").toarray(),
        "made": lambda m, xp, a, b, w: (tree(m, a).n, tree(m, a).m, tree(m, a).maxes, tree(m, a).mins),
    }
    name = str(rng.choice(sorted(calls)))
    if name.startswith("count") and not (n and len(b)):
        return None         # SciPy looks at weights that are none
    text = f"{name}({how}, {other_how}, {p=}, {k=}, {bound=}, {r=}, {box=}, {many=}, {cumulative})"
    return text, on("spatial", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, a), given(rng, b), w]


def _counted(xp: ModuleType, tree: Any, radii: Any, p: Any, w: Any, cumulative: Any) -> Any:
    return tree.count_neighbors(tree, xp.asarray(radii), p, w, cumulative)


def _lists(found: Any) -> Any:
    """Neighbours of one point or of several, SciPy's lists or our arrays."""
    if isinstance(found, numpy.ndarray) and found.dtype == object:
        return str([list(map(int, one)) for one in found.ravel()]), str(found.shape)
    return str(list(map(int, found)))


@family
def metrics(rng: numpy.random.Generator) -> Any:
    dims = int(rng.integers(1, 6))
    (how, a), (_, b) = cloud(rng, int(rng.integers(0, 6)), dims), cloud(rng, int(rng.integers(1, 5)), dims)
    if rng.random() < 0.3:
        a, b = a > 0.5, b > 0.5
    if rng.random() < 0.05:
        b = b[:, 1:]
    metric, p = str(rng.choice(_METRICS)), float(rng.choice([1, 2, 3, 0.5, numpy.inf]))
    weighted = rng.random() < 0.3 and metric not in _UNWEIGHTED
    w = given(rng, rng.random(dims) * (1 if rng.random() < 0.9 else -1))
    vector = rng.random(int(rng.integers(0, 11)))
    square = rng.random((4, 4 - (rng.random() < 0.2)))
    if rng.random() < 0.7 and square.shape == (4, 4):
        square = square + square.T
        numpy.fill_diagonal(square, 0)
    force, checks = str(rng.choice(["no", "tovector", "tomatrix"])), bool(rng.integers(2))

    def more(w: Any) -> dict[Any, Any]:
        return ({"p": p} if metric == "minkowski" else {}) | ({"w": w} if weighted else {})

    def two(m: ModuleType, xp: ModuleType, a: Any, b: Any, w: Any) -> Any:
        return getattr(m.distance, metric)(a[0], b[0], *([p] if metric == "minkowski" else []),
                                           **({"w": w} if weighted else {}))
    calls = {
        "cdist": lambda m, xp, a, b, w, v, s: m.distance.cdist(a, b, metric, **more(w)),
        "pdist": lambda m, xp, a, b, w, v, s: m.distance.pdist(a, metric, **more(w)),
        "distance": lambda m, xp, a, b, w, v, s: two(m, xp, a, b, w),
        "squareform": lambda m, xp, a, b, w, v, s: m.distance.squareform(v, force, checks),
        "squareform of a matrix": lambda m, xp, a, b, w, v, s: m.distance.squareform(s, force, checks),
        "is_valid_dm": lambda m, xp, a, b, w, v, s: m.distance.is_valid_dm(s, throw=checks),
        "is_valid_y": lambda m, xp, a, b, w, v, s: m.distance.is_valid_y(v, throw=checks),
        "num_obs_y": lambda m, xp, a, b, w, v, s: int(m.distance.num_obs_y(v)),
        "num_obs_dm": lambda m, xp, a, b, w, v, s: int(m.distance.num_obs_dm(s)),
        "distance_matrix": lambda m, xp, a, b, w, v, s: m.distance_matrix(a, b, p),
        "minkowski_distance": lambda m, xp, a, b, w, v, s: m.minkowski_distance(a[:1], b[:1], p),
        "minkowski_distance_p": lambda m, xp, a, b, w, v, s: m.minkowski_distance_p(a[:1], b[:1], p),
        "directed_hausdorff": lambda m, xp, a, b, w, v, s: m.distance.directed_hausdorff(
            xp.nan_to_num(a), xp.nan_to_num(b))[0],
        "procrustes": lambda m, xp, a, b, w, v, s: m.procrustes(a, b[:len(a)])[2],
    }
    name = str(rng.choice(sorted(calls)))
    if how == "single" or metric == "jensenshannon" and (a.dtype == bool or how) or (
            name == "distance" and (a.dtype == bool or a.shape[1:] != b.shape[1:])) or (
            metric == "dice" and weighted and a.dtype != bool) or (metric == "mahalanobis" and (how or len(a) < dims)):
        return None     # ours keep single precision; SciPy's lose theirs, subtract bools, or weigh what is none
    text = f"{name}({how}, {metric}, {p=}, {weighted}, {force}, {checks})"
    return text, on("spatial", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, a), given(rng, b), w, given(rng, vector), given(rng, square)]


@family
def hulls(rng: numpy.random.Generator) -> Any:
    n, dims = int(rng.integers(0, 12)), int(rng.integers(2, 4))
    how, a = cloud(rng, n, dims)
    _, q = cloud(rng, int(rng.integers(0, 5)), dims)
    start, end = rng.standard_normal((2, dims))
    start, end = start / numpy.linalg.norm(start), end / numpy.linalg.norm(end) * (1 if rng.random() < 0.9 else 2)
    t = queries_of_a_path(rng)
    calls = {
        "ConvexHull": lambda m, xp, a, q, s, e, t: (m.ConvexHull(a).volume, m.ConvexHull(a).area),
        "Delaunay": lambda m, xp, a, q, s, e, t: m.Delaunay(a).find_simplex(q) >= 0,
        "Delaunay of a hull": lambda m, xp, a, q, s, e, t: len(m.ConvexHull(m.Delaunay(a).points).vertices),
        "Voronoi": lambda m, xp, a, q, s, e, t: (m.Voronoi(a).vertices.shape, len(m.Voronoi(a).regions)),
        "geometric_slerp": lambda m, xp, a, q, s, e, t: m.geometric_slerp(s, e, t),
    }
    name = str(rng.choice(sorted(calls)))
    if how == "huge":
        return None         # where Qhull fails
    return f"{name}({how})", on("spatial", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        *(given(rng, x) for x in (a, q, start, end, t))]


@family
def half_spaces(rng: numpy.random.Generator) -> Any:
    """Intersections of half-spaces around a point that is inside, on a face or outside, and what is added to them."""
    dims = int(rng.integers(2, 4))
    sides = numpy.concatenate([numpy.eye(dims), -numpy.eye(dims)])
    many = int(rng.integers(0, 6))
    a = numpy.concatenate([sides, rng.standard_normal((many, dims))])
    b = numpy.concatenate([-numpy.ones(2 * dims), -rng.uniform(0.2, 2.0, many)])[:, None]
    h = numpy.concatenate([a, b], axis=1)
    how = str(rng.choice(["nan", "inf", "few", "none", "wide", "equal", "whole"])) if rng.random() < 0.3 else ""
    if how in ("nan", "inf"):
        h.flat[rng.integers(0, h.size)] = float(how)
    elif how in ("few", "none"):
        h = h[:dims if how == "few" else 0]
    elif how == "wide":
        h = numpy.concatenate([h, h[:, :1]], axis=1)
    elif how == "equal":
        h = numpy.concatenate([h, h])
    elif how == "whole":
        h = h.round().astype("l")
    inside = rng.uniform(-0.1, 0.1, dims + int(rng.random() < 0.05))
    where = str(rng.choice(["inside", "face", "outside", "nan"])) if rng.random() < 0.2 else "inside"
    if where != "inside":
        inside[0] = {"face": 1.0, "outside": 3.0, "nan": numpy.nan}[where]
    incremental, more = bool(rng.random() < 0.5), numpy.append(rng.standard_normal(dims), -0.5)[None]
    options = [None, None, None, "H", "odd"][rng.integers(0, 5)]

    def made(m: ModuleType, h: Any, i: Any) -> Any:
        return m.HalfspaceIntersection(h, i, incremental=incremental, qhull_options=options)
    calls = {
        "intersections": lambda m, h, i, n: made(m, h, i).intersections,
        "dual": lambda m, h, i, n: (made(m, h, i).dual_points, made(m, h, i).dual_equations),
        "facets": lambda m, h, i, n: (str(made(m, h, i).dual_facets), made(m, h, i).dual_vertices),
        "volume": lambda m, h, i, n: (made(m, h, i).dual_area, made(m, h, i).dual_volume),
        "given": lambda m, h, i, n: (made(m, h, i).halfspaces, made(m, h, i).interior_point, made(m, h, i).ndim),
        "add_halfspaces": lambda m, h, i, n: _added(made(m, h, i), n),
    }
    name = str(rng.choice(sorted(calls)))
    return f"{name}({how}, {where}, {incremental}, {options})", on(
        "spatial", lambda m, xp, *arrays: settled(xp, calls[name](m, *arrays))), [
            given(rng, h), given(rng, inside), given(rng, more)]


def _added(found: Any, more: Any) -> Any:
    found.add_halfspaces(more)
    corners = found.intersections
    found.close()
    return corners, found.halfspaces


@family
def spheres(rng: numpy.random.Generator) -> Any:
    """Diagrams on a circle, a sphere, or a sphere of more dimensions, whose points may be off it, equal or few."""
    dims, n = int(rng.integers(2, 5)), int(rng.integers(0, 12))
    radius = float(rng.choice([1, 1, 2.5, 0, -1]))
    center = None if rng.random() < 0.5 else rng.standard_normal(dims + int(rng.random() < 0.1))
    p = rng.standard_normal((n, dims))
    p /= numpy.linalg.norm(p, axis=1, keepdims=True)
    how = str(rng.choice(["nan", "off", "equal", "half", "flat", "single", "list"])) if rng.random() < 0.4 else ""
    if how == "half":
        p = abs(p)
    elif how == "flat" and n:
        p[:, 0] = 0
    elif how == "equal" and n > 1:
        p[1] = p[0]
    elif how in ("nan", "off") and n:
        p[0, 0] = numpy.nan if how == "nan" else 3
    p = p * radius + (0 if center is None or len(center) != dims else center)
    threshold = float(rng.choice([1e-6, 1e-6, 0.1, 0]))
    calls = {
        "vertices": lambda d: d.vertices,
        "regions": lambda d: str([list(map(int, region)) for region in d.regions]),
        "areas": lambda d: d.calculate_areas(),
        "sorted": lambda d: _in_order(d),
        "given": lambda d: (d.points, d.center, float(d.radius)),
    }
    name = str(rng.choice(sorted(calls)))
    return f"{name}({how}, {radius}, {threshold})", on("spatial", lambda m, xp, p, *c: settled(
        xp, calls[name](m.SphericalVoronoi(p, radius, c[0] if c else None, threshold)))), [
            given(rng, p, "f" if how == "single" else None), *([] if center is None else [given(rng, center)])]


def _in_order(diagram: Any) -> str:
    diagram.sort_vertices_of_regions()
    return str([list(map(int, region)) for region in diagram.regions])


def queries_of_a_path(rng: numpy.random.Generator) -> numpy.generic | numpy.ndarray:
    """Times from 0 to 1, and beyond."""
    t = rng.random([(), (0,), (3,)][rng.integers(0, 3)])
    return t * 1.5 if rng.random() < 0.2 else t


@family
def turns(rng: numpy.random.Generator) -> Any:
    n = [None, 1, 3, 0][rng.integers(0, 4)]
    shape = () if n is None else (n,)
    q = rng.standard_normal((*shape, 4))
    if rng.random() < 0.2 and q.size:
        q.flat[:4] = [0, numpy.nan, numpy.inf, 1e-200][rng.integers(0, 4)]
    v = rng.standard_normal((*([(), (1,), (3,), (2,)][rng.integers(0, 4)]), 3))
    t = numpy.sort(rng.uniform(-0.2 if rng.random() < 0.2 else 0, 1, 3))
    degrees, order = bool(rng.integers(2)), str(rng.choice(["xyz", "ZXZ", "x", "xX", "zyx", "abc"]))
    first, canonical = bool(rng.integers(2)), bool(rng.integers(2))

    def rotation(m: ModuleType, q: Any) -> Any:
        return m.Rotation.from_quat(q, scalar_first=first)
    calls = {
        "as_quat": lambda m, xp, q, v, t: rotation(m, q).as_quat(canonical=canonical),
        "as_matrix": lambda m, xp, q, v, t: rotation(m, q).as_matrix(),
        "as_rotvec": lambda m, xp, q, v, t: rotation(m, q).as_rotvec(degrees=degrees),
        "as_mrp": lambda m, xp, q, v, t: rotation(m, q).as_mrp(),
        "as_euler": lambda m, xp, q, v, t: rotation(m, q).as_euler(order, degrees),
        "from_euler": lambda m, xp, q, v, t: m.Rotation.from_euler(order, v, degrees).as_quat(canonical=True),
        "from_matrix": lambda m, xp, q, v, t: m.Rotation.from_matrix(v[..., None, :] * xp.eye(3)).as_matrix(),
        "from_rotvec": lambda m, xp, q, v, t: m.Rotation.from_rotvec(v, degrees).as_matrix(),
        "from_mrp": lambda m, xp, q, v, t: m.Rotation.from_mrp(v).as_matrix(),
        "from_davenport": lambda m, xp, q, v, t: m.Rotation.from_davenport(xp.eye(3), "extrinsic", v).as_matrix(),
        "apply": lambda m, xp, q, v, t: rotation(m, q).apply(v, inverse=degrees),
        "*": lambda m, xp, q, v, t: (rotation(m, q) * m.Rotation.from_rotvec(v)).as_matrix(),
        "**": lambda m, xp, q, v, t: (rotation(m, q) ** (len(order) - 1.5)).as_matrix(),
        "magnitude": lambda m, xp, q, v, t: rotation(m, q).magnitude(),
        "mean": lambda m, xp, q, v, t: rotation(m, q).mean().as_matrix(),
        "align_vectors": lambda m, xp, q, v, t: m.Rotation.align_vectors(v, v + 1)[0].as_matrix(),
        "Slerp": lambda m, xp, q, v, t: m.Slerp([0, 0.5, 1], rotation(m, q))(t).as_matrix(),
        "RotationSpline": lambda m, xp, q, v, t: m.RotationSpline(
            xp.asarray([0, 0.5, 1]), rotation(m, q))(t).as_matrix(),
        "len": lambda m, xp, q, v, t: (len(rotation(m, q)), rotation(m, q)[-1].as_matrix()),
        "RigidTransform": lambda m, xp, q, v, t: m.RigidTransform.from_components(v, rotation(m, q)).apply(v),
        "exp_coords": lambda m, xp, q, v, t: m.RigidTransform.from_exp_coords(
            xp.concatenate([v, v], -1)).as_exp_coords(),
    }
    name = str(rng.choice(sorted(calls)))
    text = f"{name}({degrees}, {order}, {first}, {canonical})"
    return text, on("spatial.transform", lambda m, xp, *arrays: settled(xp, calls[name](m, xp, *arrays))), [
        given(rng, q), given(rng, v), given(rng, t)]
