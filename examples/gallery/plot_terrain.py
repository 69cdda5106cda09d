"""
A terrain from scattered heights
================================

Four hundred measured heights become a surface in two ways: a thin plate through all of them, and triangles; a spline on
the grid then gives the slope along a path.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.scipy import interpolate


def height(x, y):
    """What is measured."""
    return cupy.exp(-8 * ((x - 0.3) ** 2 + (y - 0.6) ** 2)) + 0.5 * cupy.sin(6 * x) * cupy.cos(5 * y) * x


points = cupy.random.default_rng(1).random((400, 2))
heights = height(*points.T)

# %%
# Both surfaces, where a grid of 200 x 200 asks for them.
line = cupy.linspace(0.03, 0.97, 200)
grid = cupy.stack(cupy.meshgrid(line, line, indexing="ij"), axis=-1)
plate = interpolate.RBFInterpolator(points, heights, kernel="thin_plate_spline")(grid.reshape(-1, 2)).reshape(200, 200)
flat = interpolate.LinearNDInterpolator(points, heights)(grid)
true = height(grid[..., 0], grid[..., 1])
for name, surface in {"thin plate": plate, "triangles": flat}.items():
    print(f"{name}: error {float(cupy.nanmean(abs(surface - true))):.4f}")

# %%
# A path over the surface: heights and slopes of a bicubic spline.
spline = interpolate.RectBivariateSpline(line, line, plate)
t = cupy.linspace(0, 1, 300)
x, y = 0.1 + 0.8 * t, 0.5 + 0.35 * cupy.sin(5 * t)
along = spline.ev(x, y)
steepness = cupy.hypot(spline.ev(x, y, dx=1), spline.ev(x, y, dy=1))

figure, axes = plt.subplots(1, 3, figsize=(15, 4.5), layout="constrained")
for ax, surface, title in zip(axes, (plate, flat), ("thin plate", "triangles"), strict=False):
    ax.contourf(line.get(), line.get(), surface.get().T, 24, cmap="terrain")
    ax.plot(*points.T.get(), "k.", markersize=2)
    ax.set_title(title)
axes[0].plot(x.get(), y.get(), "r")
axes[2].plot(t.get(), along.get(), label="height")
axes[2].plot(t.get(), steepness.get() / 10, label="slope / 10")
axes[2].set_title("along the red path")
axes[2].legend()
plt.show()
