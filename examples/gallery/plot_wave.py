"""
Waves behind two slits
======================

The wave equation in a basin, a step of which is one stencil: a `RawKernel` could do it, and so can slices; here it is
one elementwise kernel over shifted views.
"""
import cupy
import matplotlib.pyplot as plt

# %%
# A wall with two slits, and a rim that swallows waves.
n = 240
wall = cupy.zeros((n, n), bool)
wall[:, 90:93] = True
for centre in (100, 140):
    wall[centre - 5:centre + 5, 90:93] = False
distance = cupy.minimum(cupy.arange(n), n - 1 - cupy.arange(n))
rim = cupy.minimum(distance[:, None], distance)
damping = cupy.where(rim < 20, 0.02 * (20 - rim) / 20, 0).astype("f") + 0.0002

# %%
# One step reads five values of the present and one of the past.
step = cupy.ElementwiseKernel(
    "float32 c, float32 up, float32 down, float32 left, float32 right, float32 past, float32 damping, bool wall",
    "float32 next",
    "next = wall ? 0 : (2 - damping) * c - (1 - damping) * past + 0.25f * (up + down + left + right - 4 * c)", "wave")
now, past = cupy.zeros((2, n, n), "f")
inner = (slice(1, -1), slice(1, -1))
for t in range(620):
    now[20:-20, 24] = float(cupy.sin(cupy.float32(0.35 * t)))
    step(now[inner], now[:-2, 1:-1], now[2:, 1:-1], now[1:-1, :-2], now[1:-1, 2:], past[inner], damping[inner],
         wall[inner], past[inner])
    now, past = past, now

picture = cupy.where(wall, cupy.nan, now)
intensity = cupy.abs(now[:, 200:215]).mean(axis=1)
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.5), width_ratios=(3, 1), sharey=True, layout="constrained")
left.imshow(picture.get(), cmap="RdBu_r", vmin=-1, vmax=1)
left.axis("off")
right.plot(intensity.get(), cupy.arange(n).get())
right.set(title="what arrives", xticks=[])
plt.show()
