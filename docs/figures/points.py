"""Pictures of points and what joins them: `cupyx.scipy.spatial`, graphs, sparse patterns."""

_IMPORTS = """\
import matplotlib.pyplot as plt

import cupy
from cupyx.scipy import {module}

"""

_POINTS = "points = cupy.random.default_rng(0).random((60, 2))\n"

_GRAPH = """\
points = cupy.random.default_rng(0).random((60, 2))
near = spatial.distance.cdist(points, points)
graph = sparse.csr_matrix(cupy.where(near < 0.2, near, 0))        # an edge between neighbours, as long as it is
{call}

edges = sparse.coo_matrix({edges})
for start, end in zip(points[edges.row].get(), points[edges.col].get(), strict=True):
    plt.plot(*zip(start, end), "C0", linewidth=0.8)
plt.scatter(*points.T.get(), c={colours}, zorder=3)
plt.show()
"""

_GRAPHS = {
    "connected_components": ("count, labels = csgraph.connected_components(graph, directed=False)", "graph",
                             "cupy.asarray(labels).get()"),
    "minimum_spanning_tree": ("tree = csgraph.minimum_spanning_tree(graph)", "tree", '"C1"'),
    "dijkstra": ("distances = csgraph.dijkstra(graph, indices=0)", "graph", "cupy.asarray(distances).get()"),
    "breadth_first_tree": ("tree = csgraph.breadth_first_tree(graph, 0, directed=False)", "tree", '"C1"'),
    "depth_first_tree": ("tree = csgraph.depth_first_tree(graph, 0, directed=False)", "tree", '"C1"'),
}

_PATTERN = """
plt.figure(figsize=(4, 4))
plt.spy(a.toarray().get(), markersize=2)
plt.show()
"""

FIGURES = {
    "cupyx.scipy.spatial.Delaunay": _IMPORTS.format(module="spatial") + _POINTS + """\
triangles = spatial.Delaunay(points)

plt.triplot(*points.T.get(), triangles.simplices.get())
plt.plot(*points.T.get(), "o")
plt.show()
""",
    "cupyx.scipy.spatial.ConvexHull": _IMPORTS.format(module="spatial") + _POINTS + """\
hull = spatial.ConvexHull(points)

plt.plot(*points.T.get(), "o")
for line in hull.simplices:
    plt.plot(*points[line].T.get(), "C1")
plt.show()
""",
    "cupyx.scipy.spatial.Voronoi": _IMPORTS.format(module="spatial") + _POINTS + """\
spatial.voronoi_plot_2d(spatial.Voronoi(points))
plt.show()
""",
    "cupyx.scipy.spatial.KDTree": _IMPORTS.format(module="spatial") + _POINTS + """\
tree = spatial.KDTree(points)
middle = cupy.asarray([0.5, 0.5])
distances, nearest = tree.query(middle, k=8)

plt.plot(*points.T.get(), "o")
for neighbour in points[nearest].get():
    plt.plot(*zip(middle.get(), neighbour), "C1")
plt.show()
""",
    "cupyx.scipy.spatial.distance.cdist": _IMPORTS.format(module="spatial") + """\
x, y = cupy.meshgrid(cupy.linspace(-1, 1, 100), cupy.linspace(-1, 1, 100))
places = cupy.stack([x.ravel(), y.ravel()], axis=1)

figure, axes = plt.subplots(1, 3, figsize=(10, 3))
for axis, metric in zip(axes, ("cityblock", "euclidean", "chebyshev"), strict=True):
    distances = spatial.distance.cdist(places, cupy.zeros((1, 2)), metric)
    axis.contour(x.get(), y.get(), distances.reshape(x.shape).get())
    axis.set_title(metric)
plt.show()
""",
    **{f"cupyx.scipy.sparse.csgraph.{name}": "import matplotlib.pyplot as plt\n\nimport cupy\n"
       "from cupyx.scipy import sparse, spatial\nfrom cupyx.scipy.sparse import csgraph\n\n"
       + _GRAPH.format(call=call, edges=edges, colours=colours) for name, (call, edges, colours) in _GRAPHS.items()},
    **{f"cupyx.scipy.sparse.{name}": _IMPORTS.format(module="sparse") + f"a = {call}\n" + _PATTERN for name, call in {
        "random": "sparse.random(60, 60, density=0.05)",
        "diags": "sparse.diags([1, 2, 1], [-10, 0, 5], shape=(60, 60))",
        "kron": "sparse.kron(sparse.eye(6), cupy.tri(10))",
        "block_diag": "sparse.block_diag([cupy.ones((5, 20)), cupy.tri(20), cupy.eye(15)])",
        "tril": "sparse.tril(sparse.random(60, 60, density=0.1))",
    }.items()},
    "cupy.meshgrid": """\
import matplotlib.pyplot as plt

import cupy

x, y = cupy.meshgrid(cupy.linspace(-3, 3, 200), cupy.linspace(-2, 2, 100))
plt.contourf(x.get(), y.get(), cupy.sin(x * x + y).get())
plt.show()
""",
}
