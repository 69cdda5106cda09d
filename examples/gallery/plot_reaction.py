"""
Spots and mazes of two substances
=================================

Gray and Scott's equations: one substance feeds the other, both diffuse. `ndimage.laplace` is the diffusion with a
border that wraps around, and `cupy.fuse` makes one kernel of the reaction.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.scipy import ndimage


@cupy.fuse
def react(u, v, spread_u, spread_v, feed, kill):
    """Both substances after a step of time 1."""
    turned = u * v * v
    return u + 0.16 * spread_u - turned + feed * (1 - u), v + 0.08 * spread_v + turned - (feed + kill) * v


def grow(feed, kill, steps=2000, size=160):
    """The second substance, begun from a few random squares."""
    random = cupy.random.default_rng(4)
    seeds = cupy.zeros((size, size), "f")
    seeds.ravel()[random.integers(0, size * size, 24)] = 1
    v = 0.4 * ndimage.maximum_filter(seeds, 7, mode="wrap") * random.random((size, size), dtype="f")
    u = 1 - v
    for _ in range(steps):
        u, v = react(u, v, ndimage.laplace(u, mode="wrap"), ndimage.laplace(v, mode="wrap"),
                     cupy.float32(feed), cupy.float32(kill))
    return v


# %%
# The rates of feeding and of decay decide what grows.
kinds = {"mitosis": (0.0367, 0.0649), "maze": (0.029, 0.057), "holes": (0.039, 0.058)}
figure, axes = plt.subplots(1, 3, figsize=(12, 4), layout="constrained")
for ax, (name, rates) in zip(axes, kinds.items(), strict=True):
    pattern = grow(*rates)
    objects, count = ndimage.label(pattern > 0.2)
    ax.imshow(pattern.get(), cmap="magma")
    ax.set_title(f"{name}: {count} separate")
    ax.set_axis_off()
plt.show()
