"""
Counting and measuring cells
============================

Bright cells on an uneven background: smooth, threshold, split what touches by distances and a watershed, measure.
"""
import matplotlib.pyplot as plt
import numpy

import cupy
from cupyx.scipy import ndimage

# %%
# A picture of 120 round cells, some of which touch, with noise and a background that grows brighter to one side.

rng = numpy.random.default_rng(3)
size, count = 768, 120
y, x = cupy.ogrid[:size, :size]
picture = cupy.zeros((size, size), "f")
for row, column, radius in zip(*rng.uniform(20, size - 20, (2, count)), rng.uniform(9, 18, count), strict=True):
    picture = cupy.maximum(picture, cupy.clip(1.3 - cupy.hypot(y - row, x - column) / radius, 0, 0.8).astype("f"))
noise = cupy.asarray(rng.normal(0, 0.08, (size, size)), "f")
picture += 0.3 * x.astype("f") / size + noise

# %%
# The background is what is left when everything narrower than a cell is taken away.

smooth = ndimage.gaussian_filter(picture, 2)
background = ndimage.gaussian_filter(ndimage.grey_opening(smooth, size=61), 20)
cells = ndimage.binary_opening(smooth - background > 0.25, iterations=2)
cells = ndimage.binary_fill_holes(cells)

# %%
# Cells that touch are one region, but each has a point far from the background: those are markers, and a watershed of
# the distances finds the borders between them.

distance = ndimage.distance_transform_edt(cells)
peaks = (ndimage.maximum_filter(distance, size=15) == distance) & (distance > 4)
markers, found = ndimage.label(ndimage.binary_dilation(peaks, iterations=2))
markers = cupy.where(cells, markers, -1)
height = (255 * (1 - distance / distance.max())).astype("u1")
labels = cupy.where(cells, ndimage.watershed_ift(height, markers), 0)

# %%
# What each cell is like: area, brightness, where it lies.

index = numpy.arange(1, found + 1)
area = ndimage.sum_labels(cells, labels, index).get()
brightness = ndimage.mean(smooth - background, labels, index).get()
centres = numpy.array(ndimage.center_of_mass(cells, labels, index))
print(f"{found} cells, median area {numpy.median(area):.0f} pixels, mean brightness {brightness.mean():.2f}")

figure, (before, after) = plt.subplots(1, 2, figsize=(12, 6), layout="constrained")
before.imshow(picture.get(), cmap="gray")
before.set_title("picture")
shown = numpy.random.default_rng(0).permutation(found + 1) * (numpy.arange(found + 1) > 0)
after.imshow(numpy.ma.masked_equal(shown[numpy.maximum(labels.get(), 0)], 0), cmap="turbo", interpolation="nearest")
after.plot(centres[:, 1], centres[:, 0], "k.", markersize=3)
after.set_title(f"{found} cells")
for axes in (before, after):
    axes.set_axis_off()
plt.show()
