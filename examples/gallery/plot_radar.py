"""
Targets of a pulse-Doppler radar
================================

Echoes of three targets in noise: pulse compression finds how far, the Doppler transform how fast, and a threshold that
follows the noise around each cell says what is a target.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx import signal as radar
from cupyx.scipy import ndimage

# %%
# 128 pulses of a chirp; each target delays it and turns its phase from pulse to pulse.
pulses, samples, length = 128, 1024, 80
t = cupy.arange(length) / length
template = cupy.exp(1j * cupy.pi * 60 * (t - 0.5) ** 2)
random = cupy.random.default_rng(8)
echoes = (random.standard_normal((pulses, samples)) + 1j * random.standard_normal((pulses, samples))) * 1.5
for delay, turn, strength in ((200, 0.12, 1.0), (470, -0.31, 0.6), (800, 0.4, 0.4)):
    phases = cupy.exp(2j * cupy.pi * turn * cupy.arange(pulses))
    echoes[:, delay:delay + length] += strength * template * phases[:, None]

# %%
# Range, then velocity.
compressed = radar.pulse_compression(echoes, template, normalize=True, window="hamming")
cells = radar.pulse_doppler(compressed, window="hann")
power = cupy.fft.fftshift(abs(cells) ** 2, axes=0)

# %%
# The constant false alarm rate: each cell against the mean of those around it, but not next to it.
threshold, found = radar.ca_cfar(power, guard_cells=(3, 3), reference_cells=(8, 8), pfa=1e-10)
labels, count = ndimage.label(found, structure=cupy.ones((3, 3)))
places = ndimage.maximum_position(power, labels, range(1, count + 1))
for row, column in places:
    print(f"a target at delay {int(column)}, turning {int(row) / pulses - 0.5:.2f} a pulse")

figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5), layout="constrained")
left.plot(abs(echoes[0]).get(), linewidth=0.5, label="one pulse's echo")
left.plot(abs(compressed).mean(axis=0).get(), label="compressed, mean of all pulses")
left.legend()
left.set_xlabel("delay")
right.imshow(10 * cupy.log10(power + 1e-9).get(), aspect="auto", extent=(0, samples, 0.5, -0.5), cmap="magma")
for row, column in places:
    right.plot(int(column), int(row) / pulses - 0.5, "o", markersize=14, markerfacecolor="none", color="cyan")
right.set_title(f"{count} targets")
right.set_xlabel("delay")
right.set_ylabel("turns a pulse")
plt.show()
