"""Cases of spatial for `beside_scipy`."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._beside import case

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library


@case()
def hulls(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    spatial = lib.scipy("spatial")
    p, q = map(lib.array, (rng.random((n, 2)), rng.random((n, 2))))
    t = spatial.Delaunay(p)
    out = {"Delaunay": lambda: spatial.Delaunay(p), "Delaunay.find_simplex": lambda: t.find_simplex(q),
           "ConvexHull": lambda: spatial.ConvexHull(p), "Voronoi": lambda: spatial.Voronoi(p),
           "tsearch": lambda: spatial.tsearch(t, q), "Delaunay.lift_points": lambda: t.lift_points(q),
           "Delaunay.transform": lambda: spatial.Delaunay(p).transform,
           "Delaunay.vertex_neighbor_vertices": lambda: spatial.Delaunay(p).vertex_neighbor_vertices,
           "Delaunay.convex_hull": lambda: spatial.Delaunay(p).convex_hull}
    if n <= 1000:
        s, sphere = lib.array(rng.random((n, 3))), rng.standard_normal((n, 3))
        on_sphere = lib.array(sphere / numpy.sqrt((sphere ** 2).sum(1))[:, None])
        walls = rng.standard_normal((n, 2))
        walls = lib.array(numpy.c_[walls, -numpy.sqrt((walls ** 2).sum(1))])
        inside, voronoi = lib.array(numpy.zeros(2)), spatial.SphericalVoronoi(on_sphere)
        out |= {"Delaunay 3-D": lambda: spatial.Delaunay(s), "ConvexHull 3-D": lambda: spatial.ConvexHull(s),
                "HalfspaceIntersection": lambda: spatial.HalfspaceIntersection(walls, inside),
                "Delaunay.plane_distance": lambda: t.plane_distance(q),
                "SphericalVoronoi": lambda: spatial.SphericalVoronoi(on_sphere),
                "SphericalVoronoi.calculate_areas": lambda: voronoi.calculate_areas(),
                "SphericalVoronoi.sort": lambda: spatial.SphericalVoronoi(
                    on_sphere).sort_vertices_of_regions()}
    return out


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
            "KDTree.query 2 to 3": lambda: t.query(q, [2, 3]), "KDTree.query bound": lambda: t.query(
                q, 2, distance_upper_bound=r), "KDTree.query p=1": lambda: t.query(q, p=1),
            "KDTree.query_ball_point lengths": lambda: t.query_ball_point(q, r, return_length=True),
            "KDTree.query_ball_tree": lambda: t.query_ball_tree(other, r),
            "KDTree.query_pairs set": lambda: t.query_pairs(r, output_type="set"),
            "KDTree.sparse_distance_matrix dok": lambda: t.sparse_distance_matrix(other, r),
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


_METRICS = ("braycurtis canberra chebyshev cityblock correlation cosine dice euclidean hamming jaccard "
            "jensenshannon mahalanobis minkowski rogerstanimoto russellrao seuclidean sokalsneath "
            "sqeuclidean yule").split()
_OF_BOOLS = ("dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule")


@case(1000)
def metrics(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    d, values = lib.scipy("spatial.distance"), rng.random((n, 5))
    out = {}
    for name in _METRICS:
        p = lib.array(values < 0.5 if name in _OF_BOOLS else values)
        more = {"p": 3} if name == "minkowski" else {}
        out |= {f"cdist {name}": lambda p=p, name=name, more=more: d.cdist(p, p, name, **more),
                f"pdist {name}": lambda p=p, name=name, more=more: d.pdist(p, name, **more)}
    return out


@case()
def vectors(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    spatial, d = lib.scipy("spatial"), lib.scipy("spatial.distance")
    values, w = rng.random((2, n)), lib.array(rng.random(n))
    u, v = map(lib.array, values)
    out = {}
    for name in _METRICS:
        a, b = map(lib.array, values < 0.5 if name in _OF_BOOLS else values)
        if name not in ("mahalanobis", "seuclidean"):
            out[name] = functools.partial(getattr(d, name), a, b)
    p, q = map(lib.array, rng.random((2, n, 3)))
    if n <= 1000:
        inverse = lib.array(numpy.eye(n))
        matrix = lib.array(numpy.abs(rng.random((n, n))) * (1 - numpy.eye(n)))
        matrix = matrix + matrix.T
        out |= {"mahalanobis": lambda: d.mahalanobis(u, v, inverse), "is_valid_dm": lambda: d.is_valid_dm(matrix),
                "num_obs_dm": lambda: d.num_obs_dm(matrix), "directed_hausdorff": lambda: d.directed_hausdorff(p, q)}
    return out | {"euclidean w": lambda: d.euclidean(u, v, w), "seuclidean": lambda: d.seuclidean(u, v, w),
                  "minkowski_distance": lambda: spatial.minkowski_distance(p, q),
                  "minkowski_distance_p": lambda: spatial.minkowski_distance_p(p, q, 1),
                  "geometric_slerp": lambda: spatial.geometric_slerp(
                      lib.array(numpy.array([1.0, 0])), lib.array(numpy.array([0.0, 1])), u)}


@case()
def rotations(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    t, q, v = lib.scipy("spatial.transform"), lib.array(rng.standard_normal((n, 4))), lib.array(rng.random((n, 3)))
    r = t.Rotation.from_quat(q)
    m, w = r.as_matrix(), r.as_rotvec()
    s = t.Slerp(lib.array(numpy.arange(float(n))), r)
    at = lib.array(rng.uniform(0, n - 1, n))
    out = {f"Rotation.{name}": getattr(r, name) for name in
           ("as_quat", "as_matrix", "as_rotvec", "as_mrp", "inv", "magnitude", "mean")}
    few, euler = r[:5], t.Rotation.from_euler
    group, mrp, index = t.Rotation.create_group("O"), r.as_mrp(), lib.array(rng.integers(n, size=n))
    axes = lib.array(numpy.eye(3))
    moved = t.RigidTransform.from_components(v, r)
    exp, dual, four = moved.as_exp_coords(), moved.as_dual_quat(), moved.as_matrix()
    names = "inv as_matrix as_components as_exp_coords as_dual_quat"
    out |= {f"RigidTransform.{name}": getattr(moved, name) for name in names.split()}
    out |= {f"RigidTransform.{name}": functools.partial(getattr(t.RigidTransform, name), x) for name, x in (
        ("from_matrix", four), ("from_rotation", r), ("from_translation", v), ("from_exp_coords", exp),
        ("from_dual_quat", dual))}
    out |= {"RigidTransform *": lambda: moved * moved, "RigidTransform.apply": lambda: moved.apply(v),
            "RigidTransform[]": lambda: moved[1:], "RigidTransform.translation": lambda: moved.translation,
            "RigidTransform.rotation": lambda: moved.rotation, "RigidTransform ** 2": lambda: moved ** 2,
            "Rotation.from_mrp": lambda: t.Rotation.from_mrp(mrp), "Rotation ** 2": lambda: r ** 2,
            "Rotation.from_davenport": lambda: t.Rotation.from_davenport(axes, "extrinsic", v),
            "Rotation.as_davenport": lambda: r.as_davenport(axes, "extrinsic"),
            "Rotation.align_vectors": lambda: t.Rotation.align_vectors(v, v), "Rotation[]": lambda: r[1:],
            "Rotation[index]": lambda: r[index], "Rotation.random": lambda: t.Rotation.random(n),
            "Rotation.concatenate": lambda: t.Rotation.concatenate([r, r]),
            "Rotation.identity": lambda: t.Rotation.identity(n), "Rotation.create_group": lambda:
                t.Rotation.create_group("O"), "Rotation.approx_equal": lambda: r.approx_equal(r),
            "Rotation.reduce": lambda: few.reduce(group), "Rotation one from_euler": lambda: euler("z", 0.5),
            "Rotation one *": lambda: r[0] * r[1], "Rotation one as_matrix": lambda: r[0].as_matrix(),
            "Slerp": lambda: t.Slerp(lib.array(numpy.arange(float(n))), r)}
    if n <= 1000:
        spline = t.RotationSpline(lib.array(numpy.arange(float(n))), r)
        out |= {"RotationSpline()": lambda: spline(at), "RotationSpline": lambda: t.RotationSpline(
            lib.array(numpy.arange(float(n))), r)}
    return out | {"Rotation.as_euler": lambda: r.as_euler("xyz"), "Rotation.from_quat": lambda: t.Rotation.from_quat(q),
                  "Rotation.from_matrix": lambda: t.Rotation.from_matrix(m), "Rotation.apply": lambda: r.apply(v),
                  "Rotation.from_rotvec": lambda: t.Rotation.from_rotvec(w), "Rotation *": lambda: r * r,
                  "Rotation.from_euler": lambda: t.Rotation.from_euler("xyz", v), "Slerp()": lambda: s(at),
                  "RigidTransform.from_components": lambda: t.RigidTransform.from_components(v, r)}
