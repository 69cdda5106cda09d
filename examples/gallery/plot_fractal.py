"""
A fractal in one kernel
=======================

The Mandelbrot set and the basins of Newton's method: a line or a few of C++ for each pixel, broadcasting and types are
the library's business. The same text is compiled for NVIDIA, AMD and the host.
"""
import cupy
import matplotlib.pyplot as plt

# %%
# How soon a point escapes
# ------------------------
# The count is made smooth by the logarithm of how far the last step went.
escape = cupy.ElementwiseKernel("complex128 c, int32 most", "float32 count", """
    complex<double> z = 0;
    int k = 0;
    while (k < most && real(z) * real(z) + imag(z) * imag(z) < 256.0) {
        z = z * z + c;
        ++k;
    }
    count = k == most ? 0.0f : k + 1 - log2(0.5 * log2(real(z) * real(z) + imag(z) * imag(z)));
""", "escape")


def window(centre, width, pixels=600):
    """Complex numbers of a square of the plane."""
    line = cupy.linspace(-width / 2, width / 2, pixels)
    return centre + line + 1j * line[:, None]


whole = escape(window(-0.6, 2.7), 200)
seahorse = escape(window(-0.7453 + 0.1127j, 0.0065), 1000)

# %%
# Where Newton's method ends
# --------------------------
# The roots of z³ = 1: which of them is found, and after how many steps. Two outputs, one pass.
newton = cupy.ElementwiseKernel("complex128 start", "int8 root, float32 steps", """
    complex<double> z = start;
    int k = 0;
    for (; k < 40; ++k) {
        const complex<double> move = (z * z * z - 1.0) / (3.0 * z * z);
        z = z - move;
        if (abs(move) < 1e-6) break;
    }
    steps = k;
    root = real(z) > 0 ? 0 : imag(z) > 0 ? 1 : 2;
""", "newton")
root, steps = newton(window(0.001, 3))
basins = root + cupy.clip(steps / 30, 0, 0.95)

figure, axes = plt.subplots(1, 3, figsize=(15, 5), layout="constrained")
for ax, picture, title, colours in zip(axes, (cupy.log(whole + 1), cupy.log(seahorse + 1), basins),
                                       ("Mandelbrot's set", "its valley of seahorses", "Newton's basins of z³ = 1"),
                                       ("twilight_shifted", "inferno", "nipy_spectral"), strict=True):
    ax.imshow(picture.get(), cmap=colours, origin="lower")
    ax.set_title(title)
    ax.set_axis_off()
plt.show()
