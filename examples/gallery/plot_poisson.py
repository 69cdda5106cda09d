"""
A membrane over an L
====================

Poisson's equation on a domain with a corner: the matrix of the second differences is sparse, and conjugate gradients
solve it, first alone and then with an incomplete factor as a preconditioner.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.scipy import sparse
from cupyx.scipy.sparse import linalg

# %%
# Points inside the domain get a number; an edge of the grid joins two of them.
n = 96
inside = cupy.ones((n, n), bool)
inside[: n // 2, n // 2:] = False
inside[[0, -1], :] = inside[:, [0, -1]] = False
number = cupy.cumsum(inside.ravel()).reshape(n, n) - 1
count = int(inside.sum())
pairs = []
for axis in (0, 1):
    here = inside.take(cupy.arange(n - 1), axis) & inside.take(cupy.arange(1, n), axis)
    pairs.append((number.take(cupy.arange(n - 1), axis)[here], number.take(cupy.arange(1, n), axis)[here]))
rows, columns = (cupy.concatenate(part) for part in zip(*pairs, strict=True))
edges = sparse.coo_matrix((cupy.ones(rows.size), (rows, columns)), shape=(count, count))
matrix = (4 * sparse.identity(count) - edges - edges.T).tocsr()
print(f"{count} unknowns, {matrix.nnz} elements that are not zero")

# %%
# Both ways with the norm of the residual after each step.
load = cupy.full(count, 1.0 / n**2)
histories = {}
factor = linalg.spilu(matrix.tocsc(), fill_factor=1)
for name, m in (("alone", None),
                ("with an incomplete factor", linalg.LinearOperator(matrix.shape, factor.solve))):
    seen = histories[name] = []

    def note(x, seen=seen):
        seen.append(float(cupy.linalg.norm(load - matrix @ x)))

    height, info = linalg.cg(matrix, load, tol=1e-8, M=m, callback=note)
    print(f"{name}: {len(seen)} steps, converged: {info == 0}")

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
membrane = cupy.full((n, n), cupy.nan)
membrane[inside] = height
left.imshow(membrane.get(), cmap="magma")
left.axis("off")
for name, seen in histories.items():
    right.semilogy(seen, label=name)
right.set(xlabel="step", ylabel="norm of the residual")
right.legend()
plt.show()
