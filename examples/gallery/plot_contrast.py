"""
A picture in bad light
======================

Salt, haze and blur, taken away one after another: a median, a histogram that is stretched tile by tile, and a
sharpening by the difference from a smoothed copy.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.scipy import ndimage

# %%
# A scene of our own: stones of all sizes, seen through haze, with pixels that failed.
rng = cupy.random.default_rng(4)
n = 320
scene = cupy.zeros((n, n), "f")
y, x = cupy.mgrid[:n, :n].astype("f")
for centre_y, centre_x, radius, tone in rng.random((90, 4)).get().tolist():
    inside = (x - centre_x * n)**2 + (y - centre_y * n)**2 < (4 + 24 * radius)**2
    scene = cupy.where(inside, 0.25 + 0.7 * tone + 0.002 * (x - centre_x * n), scene)
haze = 0.55 + 0.25 * ndimage.gaussian_filter(rng.random((n, n), dtype="f"), 60, mode="wrap") + 0.1 * x / n
photo = ndimage.gaussian_filter(0.25 * scene + haze, 1.0)
failed = rng.random((n, n))
photo = cupy.where(failed < 0.03, 0, cupy.where(failed > 0.97, 1, photo)).astype("f")

# %%
# Single pixels go with a median; then every tile's values are spread over the whole range by its own histogram.
clean = ndimage.median_filter(photo, 3)


def stretched(image, tiles=5):
    """Ranks of the values among those of the neighbouring tiles, mixed smoothly from tile to tile."""
    size = n // tiles
    result, weight = cupy.zeros_like(image), cupy.zeros_like(image)
    for row in range(tiles):
        for column in range(tiles):
            part = image[row * size:(row + 1) * size, column * size:(column + 1) * size]
            levels = cupy.sort(part.ravel())
            rank = cupy.searchsorted(levels, image) / levels.size
            middle_y, middle_x = (row + 0.5) * size, (column + 0.5) * size
            share = cupy.exp(-((y - middle_y)**2 + (x - middle_x)**2) / (0.7 * size)**2)
            result += share * rank
            weight += share
    return result / weight


even = stretched(clean)
sharp = cupy.clip(even + 0.8 * (even - ndimage.gaussian_filter(even, 2)), 0, 1)
for name, image in (("photo", photo), ("sharp", sharp)):
    print(f"{name}: deviation {float(image.std()):.3f}, edges {float(cupy.abs(ndimage.sobel(image)).mean()):.3f}")

figure, axes = plt.subplots(1, 4, figsize=(13, 3.5), layout="constrained")
steps = {"photo": photo, "median": clean, "stretched": even, "sharpened": sharp}
for axis, (title, image) in zip(axes, steps.items(), strict=True):
    axis.imshow(image.get(), cmap="gray", vmin=0, vmax=1)
    axis.set_title(title)
    axis.axis("off")
plt.show()
