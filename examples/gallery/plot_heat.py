"""
Heat and eigenmodes on an irregular mesh
========================================

Linear finite elements on triangles: matrices are assembled on the device, heat spreads by implicit steps with conjugate
gradients, and the slowest modes come from a sparse eigenvalue problem.
"""
import matplotlib.pyplot as plt
import numpy
import scipy.spatial

import cupy
from cupyx.scipy import sparse
from cupyx.scipy.sparse import linalg

# %%
# A plate with a hole: random points, denser near the hole, and the triangles between them.

rng = numpy.random.default_rng(0)
radius = 0.25 + 0.75 * rng.random(4000) ** 0.8
angle = 2 * numpy.pi * rng.random(4000)
circle = 2 * numpy.pi * numpy.arange(160) / 160
points = numpy.concatenate([numpy.stack([r * numpy.cos(a), r * numpy.sin(a)], 1)
                            for r, a in ((radius, angle), (1.0, circle), (0.25, circle[::2]))])
triangles = scipy.spatial.Delaunay(points).simplices
middle = points[triangles].mean(axis=1)
triangles = triangles[numpy.hypot(*middle.T) > 0.25]

# %%
# Stiffness and mass of each triangle, nine items each; COO adds up what belongs to the same pair of points.

corners, nodes = cupy.asarray(points[triangles]), cupy.asarray(triangles)
edges = cupy.roll(corners, -1, axis=1) - cupy.roll(corners, -2, axis=1)     # opposite to each corner
area = abs(edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]) / 2
row = cupy.repeat(nodes, 3, axis=1).ravel()
col = cupy.tile(nodes, (1, 3)).ravel()
stiff = cupy.einsum("tik,tjk->tij", edges, edges) / (4 * area)[:, None, None]
heavy = (cupy.eye(3) + 1) * (area / 12)[:, None, None]
shape = (len(points),) * 2
K, M = (sparse.coo_matrix((items.ravel(), (row, col)), shape=shape).tocsr() for items in (stiff, heavy))

# %%
# The rim is kept cold: its points leave the system. Heat starts in a spot beside the hole.

inside = cupy.flatnonzero(cupy.asarray(numpy.hypot(*points.T) < 0.999))
K, M = K[inside][:, inside], M[inside][:, inside]
place = cupy.asarray(points)[inside]
heat = cupy.exp(-cupy.square(place - cupy.asarray([0.5, 0.2])).sum(axis=1) / 0.01)
step = 0.002
A = M + step * K
jacobi = sparse.diags(1 / A.diagonal())
states = [heat]
for _ in range(40):
    heat, info = linalg.cg(A, M @ heat, x0=heat, rtol=1e-8, M=jacobi)
    assert info == 0
    states.append(heat)
print(f"{len(points)} points, {K.nnz} items")

# %%
# The modes that fade most slowly: the least eigenvalues, found near zero by a factorisation of the stiffness matrix.

values, modes = linalg.eigsh(K, k=4, M=M, sigma=0)
print("rates of decay:", values.get().round(2))

figure, axes = plt.subplots(2, 4, figsize=(14, 7), layout="constrained")
whole = numpy.zeros((8, len(points)))
whole[:4, inside.get()] = cupy.stack([states[k] for k in (0, 2, 10, 40)]).get()
whole[4:, inside.get()] = modes.T.get()
titles = [f"time {k * step:.3f}" for k in (0, 2, 10, 40)] + [f"mode {v:.1f}" for v in values.get()]
for ax, field, title in zip(axes.flat, whole, titles, strict=True):
    ax.tripcolor(*points.T, triangles, field, shading="gouraud", cmap="inferno" if "time" in title else "RdBu")
    ax.set_title(title)
    ax.set_aspect("equal")
    ax.set_axis_off()
plt.show()
