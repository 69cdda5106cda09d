"""
Clusters by expectation and maximisation
========================================

A mixture of normal distributions is fitted to 30,000 points: every step is a few operations over all points and all
clusters, with `logsumexp` against underflow and stacked Cholesky factors.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.scipy.spatial import distance
from cupyx.scipy.special import logsumexp

random = cupy.random.default_rng(11)
true_means = cupy.array([[-3.0, 0.0], [2.0, 2.5], [2.5, -2.0], [0.0, 4.5]])
shapes = cupy.array([[[1.2, 0.0], [0.8, 0.4]], [[0.5, 0.0], [0.0, 0.9]],
                     [[1.4, 0.0], [-0.9, 0.3]], [[0.4, 0.0], [0.3, 0.4]]])
kind = random.integers(0, 4, 30_000)
points = true_means[kind] + (shapes[kind] @ random.standard_normal((kind.size, 2, 1)))[:, :, 0]

# %%
# Begin with points that are likely to be far from each other: each is drawn by its squared distance to those before.
means = points[:1]
for _ in range(3):
    nearest = distance.cdist(points, means, "sqeuclidean").min(axis=1)
    means = cupy.concatenate((means, random.choice(points, 1, p=nearest / nearest.sum())))
covariances = cupy.tile(cupy.eye(2), (4, 1, 1))
weights = cupy.full(4, 0.25)

# %%
# Forty steps; nothing waits for the device in between.
likelihood = []
for _ in range(40):
    factors = cupy.linalg.cholesky(covariances)
    apart = cupy.linalg.inv(factors) @ (points.T - means[:, :, None])
    logs = -0.5 * (apart ** 2).sum(axis=1) - cupy.log(cupy.diagonal(factors, axis1=1, axis2=2)).sum(axis=1)[:, None]
    logs += cupy.log(weights / (2 * cupy.pi))[:, None]
    total = logsumexp(logs, axis=0)
    likelihood.append(total.mean())
    share = cupy.exp(logs - total)
    size = share.sum(axis=1)
    weights, means = size / len(points), share @ points / size[:, None]
    off = points - means[:, None]
    covariances = cupy.einsum("kn,kni,knj->kij", share, off, off) / size[:, None, None]
print("means:", means.get().round(2).tolist())

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
left.scatter(*points[::5].T.get(), c=share.argmax(axis=0)[::5].get(), s=2, cmap="Set1")
circle = cupy.stack((cupy.cos(cupy.linspace(0, 6.3, 60)), cupy.sin(cupy.linspace(0, 6.3, 60))))
for ellipse in (means[:, :, None] + 2 * cupy.linalg.cholesky(covariances) @ circle).get():
    left.plot(*ellipse, "0.5")
left.set_title("points, and two standard deviations of each cluster")
right.plot(cupy.stack(likelihood).get(), "o-")
right.set_title("mean logarithm of the likelihood")
right.set_xlabel("step")
plt.show()
