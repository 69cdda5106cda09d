"""
What a program does
===================

`record` writes down every operation of a block. Here is a smoothing filter before and after a look at it: the first
version waits for the device in each step.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.profiler import record
from cupyx.scipy import ndimage

image = cupy.random.default_rng(3).random((512, 512), dtype="f")


def waits(x):
    """Smooth until it hardly changes, asking each time."""
    for _ in range(8):
        smooth = ndimage.gaussian_filter(x, 1.5)
        if float(cupy.abs(smooth - x).max()) < 1e-3:
            break
        x = smooth
    return x


def flows(x):
    """The same number of steps, without a question between them."""
    for _ in range(8):
        x = ndimage.gaussian_filter(x, 1.5)
    return x


# %%
# Once each, so that what is found is not the first call.
recordings = {}
for name, function in (("waits", waits), ("flows", flows)):
    function(image)
    with record() as recordings[name]:
        function(image)
print(recordings["waits"].table(rows=6))

# %%
# The same as timelines: kernels, copies and waits.
colours = {"kernel": "C0", "copy": "C2", "wait": "C3"}
figure, axes = plt.subplots(2, 1, figsize=(10, 3.6), sharex=True, layout="constrained")
for axis, (name, recording) in zip(axes, recordings.items(), strict=True):
    for kind, colour in colours.items():
        bars = [(item.start * 1e3, max(item.host_time * 1e3, 0.02)) for item in recording.operations
                if item.kind == kind]
        axis.broken_barh(bars, (list(colours).index(kind), 0.8), color=colour)
    axis.set(yticks=[0.4, 1.4, 2.4], yticklabels=list(colours), title=name)
axes[-1].set_xlabel("milliseconds")
plt.show()
