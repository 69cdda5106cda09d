"""
A point cloud, cleaned and shaded
=================================

A scan of a torus with stray points: the nearest neighbours of each point say which points are strays, and the
directions in which neighbours spread the least are the normals of the surface, which shade it. Neighbours are found on
the device, and the 3 x 3 covariances of all of them are decomposed at once.
"""
import cupy
import matplotlib.pyplot as plt

from cupyx.scipy.spatial import KDTree

# %%
# The scan
# --------
# 20,000 points of the surface with a little noise, and 400 that belong to nothing.
random = cupy.random.default_rng(0)
around, across = 2 * cupy.pi * random.random((2, 20_000))
radius = 2 + cupy.cos(across)
surface = cupy.stack((radius * cupy.cos(around), radius * cupy.sin(around), cupy.sin(across)), axis=1)
surface += 0.01 * random.standard_normal(surface.shape)
strays = (random.random((400, 3)) - 0.5) * cupy.array([7.0, 7.0, 3.0])
cloud = cupy.concatenate((surface, strays))

# %%
# Strays are lonely
# -----------------
# The mean distance to the eight nearest neighbours; the point itself is the first.
distances, _ = KDTree(cloud).query(cloud, k=9)
loneliness = distances[:, 1:].mean(axis=1)
kept = cloud[loneliness < 3 * cupy.median(loneliness)]
print(f"{len(cloud) - len(kept)} of {len(cloud)} points are taken for strays")

# %%
# Normals
# -------
# The eigenvector of the least eigenvalue of the neighbours' covariance, for all points at once.
_, neighbours = KDTree(kept).query(kept, k=16)
patches = kept[neighbours]
patches -= patches.mean(axis=1, keepdims=True)
normals = cupy.linalg.eigh(patches.swapaxes(1, 2) @ patches)[1][:, :, 0]
light = abs(normals @ cupy.array([0.3, 0.5, 0.8]))

figure, axes = plt.subplots(1, 2, figsize=(10, 4), subplot_kw={"projection": "3d"})
axes[0].scatter(*cloud.T.get(), c=loneliness.get(), s=1, vmax=0.3)
axes[0].set_title("the scan, strays are bright")
axes[1].scatter(*kept.T.get(), c=light.get(), s=1, cmap="gray")
axes[1].set_title("the surface, by its normals")
for axis in axes:
    axis.set_box_aspect((1, 1, 0.4))
    axis.set_axis_off()
plt.show()
