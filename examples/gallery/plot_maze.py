"""
The shortest way through a maze
===============================

The free cells of a picture are a graph: the matrix of its edges is made from shifted copies of the picture, and
`csgraph` finds distances and the way.
"""
import cupy
import matplotlib.pyplot as plt
import numpy
from cupyx.scipy import ndimage, sparse
from cupyx.scipy.sparse import csgraph

# %%
# Caves: noise, smoothed and cut; the largest region that hangs together is kept.
size = 160
noise = cupy.random.default_rng(5).standard_normal((size, size))
free = ndimage.gaussian_filter(noise, 2.2, mode="wrap") > -0.045
labels, count = ndimage.label(free)
free = labels == 1 + ndimage.sum_labels(free, labels, cupy.arange(1, count + 1)).argmax()

# %%
# An edge joins two free cells that are neighbours, straight or across.
cells = cupy.arange(size * size).reshape(size, size)
rows, columns, lengths = [], [], []
for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
    here = (slice(0, size - down), slice(max(0, -right), size - max(0, right)))
    there = (slice(down, size), slice(max(0, right), size + min(0, right)))
    both = free[here] & free[there]
    rows.append(cells[here][both])
    columns.append(cells[there][both])
    lengths.append(cupy.full(rows[-1].size, float(numpy.hypot(down, right))))
rows, columns, lengths = map(cupy.concatenate, (rows, columns, lengths))
graph = sparse.coo_matrix((lengths, (rows, columns)), shape=(size * size,) * 2).tocsr()

# %%
# All distances from the free cell nearest to a corner, and the way to the cell that is farthest.
places = cells[free]
start = int(places[(places // size + places % size).argmin()])
distance, before = csgraph.dijkstra(graph, directed=False, indices=start, return_predecessors=True)
reached = cupy.where(cupy.isfinite(distance), distance, -1)
way = [int(reached.argmax())]
before = before.get()
while way[-1] != start:
    way.append(int(before[way[-1]]))
print(f"{places.size} cells, {lengths.size} edges; the farthest is {float(reached.max()):.0f} away")

picture = cupy.where(free, distance.reshape(size, size), cupy.nan).get()
plt.figure(figsize=(7, 6), layout="constrained")
plt.imshow(picture, cmap="viridis")
plt.colorbar(label="distance")
plt.plot(numpy.array(way) % size, numpy.array(way) // size, "r", linewidth=1.5)
plt.axis("off")
plt.show()
