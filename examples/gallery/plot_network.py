"""
Groups in a network
===================

Two questions to a graph with the same tool, eigenvectors of a sparse matrix: which nodes matter (the stationary state
of a random walk), and which belong together (the second vector of the Laplacian).
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.scipy import sparse
from cupyx.scipy.sparse import csgraph, linalg

# %%
# Four groups whose members know each other often, and others rarely.
rng = cupy.random.default_rng(2)
groups, each = 4, 60
group = cupy.repeat(cupy.arange(groups), each)
chance = cupy.where(group[:, None] == group, 0.2, 0.006)
links = cupy.triu(rng.random(chance.shape) < chance, 1).astype("f8")
graph = sparse.csr_matrix(links + links.T)
print(f"{graph.shape[0]} nodes, {graph.nnz // 2} links, "
      f"{csgraph.connected_components(graph, directed=False)[0]} component")

# %%
# A walker follows links, and now and then starts anywhere: multiply until nothing changes.
degree = cupy.asarray(graph.sum(axis=0)).ravel()
walk = graph @ sparse.diags(1 / cupy.maximum(degree, 1))
rank = cupy.full(graph.shape[0], 1 / graph.shape[0])
for _ in range(60):
    rank = 0.85 * (walk @ rank) + 0.15 / rank.size

# %%
# The smallest eigenvectors of the normalised Laplacian are coordinates in which groups lie apart.
scale = sparse.diags(1 / cupy.sqrt(cupy.maximum(degree, 1)))
values, vectors = linalg.eigsh(sparse.identity(rank.size) + scale @ graph @ scale, k=4, which="LA")
order = cupy.argsort(-values)
x, y = vectors[:, order[1]].get(), vectors[:, order[2]].get()

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.5), layout="constrained")
left.spy(graph.get(), markersize=0.6)
left.set_title("links")
ends = cupy.stack(graph.tocoo().row[::7].reshape(1, -1)).get()[0], graph.tocoo().col[::7].get()
right.plot(x[[*ends]], y[[*ends]], color="0.5", alpha=0.25, linewidth=0.4, zorder=0)
right.scatter(x, y, c=group.get(), s=3e4 * rank.get()**1.2, cmap="tab10", edgecolors="white", linewidths=0.4)
right.set_title("eigenvectors; size: how often a walker is there")
right.set_xticks([])
right.set_yticks([])
plt.show()
