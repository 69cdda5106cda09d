"""
Larger than memory, with Dask
=============================

Dask cuts an array into chunks and decides when each is made; here the chunks are device arrays. A cloud of stars is
generated, convolved and reduced chunk by chunk.
"""
import cupy
import dask.array
import matplotlib.pyplot as plt
from cupyx.scipy import ndimage

# %%
# Chunks are made where they are used, by a function of their place.
n, chunk = 512, 128


def stars(block_info=None):
    """A chunk of the sky: few bright points, and noise."""
    row, column = block_info[None]["chunk-location"]
    rng = cupy.random.default_rng(100 * row + column)
    sky = 0.02 * rng.standard_normal((chunk, chunk))
    sky[rng.integers(0, chunk, 12), rng.integers(0, chunk, 12)] += rng.exponential(8.0, 12)
    return sky


sky = dask.array.map_blocks(stars, chunks=((chunk,) * (n // chunk),) * 2, dtype="f8", meta=cupy.empty((0, 0)))

# %%
# Neighbouring chunks lend each other a border, so that the filter sees no seams.
blurred = sky.map_overlap(lambda part: ndimage.gaussian_filter(part, 2), depth=10, boundary="reflect",
                          meta=cupy.empty((0, 0)))
brightness = blurred.max(axis=1)
picture, profile = dask.array.compute(blurred, brightness, scheduler="synchronous")
print(f"{sky.npartitions} chunks of {type(sky._meta).__module__}.{type(sky._meta).__name__}; "
      f"the brightest point has {float(picture.max()):.2f}")

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.4), width_ratios=(3, 1), sharey=True, layout="constrained")
left.imshow(cupy.arcsinh(20 * cupy.maximum(picture, 0)).get(), cmap="inferno")
left.axis("off")
right.plot(profile.get(), range(n))
right.set(title="brightest in a row", xticks=[])
plt.show()
