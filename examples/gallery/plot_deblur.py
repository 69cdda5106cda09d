"""
A blurred picture made sharp
============================

Richardson and Lucy's iteration: convolutions by Fourier transforms, and two products of pictures between them.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.scipy import ndimage, signal

# %%
# A picture of stars and a ring, blurred by a disc out of focus, with the noise of counting.
size = 256
random = cupy.random.default_rng(6)
y, x = cupy.ogrid[:size, :size]
sharp = 0.05 + 0.6 * (abs(cupy.hypot(y - 128, x - 128) - 70) < 4)
sharp[random.integers(20, size - 20, 60), random.integers(20, size - 20, 60)] = 8
sharp = ndimage.gaussian_filter(sharp, 0.8)
yy, xx = cupy.ogrid[-7:8, -7:8]
disc = (yy ** 2 + xx ** 2 <= 42).astype("d")
disc /= disc.sum()
blurred = random.poisson(400 * cupy.maximum(signal.fftconvolve(sharp, disc, mode="same"), 0)) / 400

# %%
# What is expected of an estimate is compared with what was seen; the ratio corrects the estimate.
estimate = cupy.full_like(sharp, float(blurred.mean()))
errors = []
for _ in range(60):
    expected = cupy.maximum(signal.fftconvolve(estimate, disc, mode="same"), 1e-6)
    estimate = estimate * signal.fftconvolve(blurred / expected, disc[::-1, ::-1], mode="same")
    errors.append(cupy.sqrt(cupy.mean((estimate - sharp) ** 2)))

figure, axes = plt.subplots(1, 3, figsize=(14, 4.5), layout="constrained")
for ax, picture, title in zip(axes, (blurred, estimate), ("seen", "after 60 steps"), strict=False):
    ax.imshow(picture.get(), cmap="gray", vmin=0, vmax=0.9)
    ax.set_title(title)
    ax.set_axis_off()
axes[2].plot(cupy.stack(errors).get())
axes[2].set_title("error beside the sharp picture")
axes[2].set_xlabel("step")
plt.show()
