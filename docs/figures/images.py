"""Pictures of `cupyx.scipy.ndimage`: an image, and what becomes of it."""

MODULE = "cupyx.scipy.ndimage"

_IMPORTS = """\
import matplotlib.pyplot as plt

import cupy
from cupyx.scipy import ndimage

"""

_CLEAN = """\
y, x = cupy.ogrid[-1:1:128j, -1:1:128j]
image = (cupy.hypot(x, y) < 0.8) - 0.5 * (abs(x) < 0.2) * (abs(y) < 0.5)     # a disc, and a bar in it
"""

_NOISY = _CLEAN + """\
image += 0.2 * cupy.random.default_rng(0).standard_normal(image.shape)
"""

_SALT = _CLEAN + """\
image[cupy.random.default_rng(0).random(image.shape) < 0.05] = 2             # pixels that are wrong
"""

_PEPPER = _SALT.replace("= 2 ", "= -1")

_BLOBS = """\
noise = cupy.random.default_rng(1).standard_normal((128, 128))
image = ndimage.gaussian_filter(noise, 5) > 0.03
"""

_BESIDE = """
figure, axes = plt.subplots(1, 2, figsize=(8, 4))
for axis, picture, title in zip(axes, (image, result), ("image", "result"), strict=True):
    axis.imshow(picture.get(), cmap="{colours}")
    axis.set_title(title)
plt.show()
"""


def beside(scene, call, colours="gray", before=""):
    """A program that draws an image beside what a call makes of it."""
    return _IMPORTS + scene + before + f"result = {call}\n" + _BESIDE.format(colours=colours)


def _rows(scene, table, **more):
    return {f"{MODULE}.{name}": beside(scene, f"ndimage.{name}({arguments})", **more)
            for name, arguments in table.items()}


_SMOOTHED = {
    "gaussian_filter": "image, 3",
    "gaussian_filter1d": "image, 3, axis=1",
    "uniform_filter": "image, 9",
    "uniform_filter1d": "image, 9, axis=1",
    "minimum_filter": "image, 5",
    "minimum_filter1d": "image, 5, axis=1",
    "maximum_filter": "image, 5",
    "maximum_filter1d": "image, 5, axis=1",
    "convolve": "image, cupy.ones((5, 5)) / 25",
    "convolve1d": "image, cupy.ones(9) / 9, axis=0",
    "generic_filter": "image, lambda window: window.max() - window.min(), 3",
    "vectorized_filter": "image, cupy.median, size=5",
    "morphological_gradient": "image, 3",
}

_REPAIRED = {
    "median_filter": "image, 5",
    "percentile_filter": "image, 40, 5",
    "rank_filter": "image, 3, 3",
    "grey_erosion": "image, 3",
    "grey_opening": "image, 5",
    "white_tophat": "image, 5",
}

_FILLED = {
    "black_tophat": "image, 5",
    "grey_closing": "image, 5",
    "grey_dilation": "image, 3",
}

_EDGES = {
    "sobel": "image",
    "prewitt": "image",
    "laplace": "image",
    "gaussian_laplace": "image, 2",
    "gaussian_gradient_magnitude": "image, 2",
    "generic_gradient_magnitude": "image, ndimage.sobel",
    "generic_laplace": "image, lambda a, axis, *rest: ndimage.correlate1d(a, [1, -2, 1], axis)",
    "morphological_laplace": "image, 3",
    "correlate": "image, cupy.asarray([[-1, 0, 1]] * 3)",
    "correlate1d": "image, [-1, 0, 1], axis=1",
}

_MOVED = {
    "affine_transform": "image, cupy.asarray([[1.2, 0.4], [0, 1.2]]), offset=(-40, -10)",
    "map_coordinates": "image, cupy.stack([128 * cupy.hypot(x, y), 64 + 64 * x + 0 * y])",
    "rotate": "image, 30, reshape=False",
    "shift": "image, (10, 25.5)",
    "zoom": "image, (2, 0.5)",
}

_FOURIER = {
    "fourier_ellipsoid": "9",
    "fourier_gaussian": "3",
    "fourier_shift": "(10, 25)",
    "fourier_uniform": "9",
}

_MORPHED = {
    "binary_closing": "image, iterations=3",
    "binary_dilation": "image, iterations=3",
    "binary_erosion": "image, iterations=3",
    "binary_fill_holes": "image",
    "binary_opening": "image, iterations=3",
    "distance_transform_bf": "image",
    "distance_transform_cdt": "image",
    "distance_transform_edt": "image",
}

_MARKED = """
plt.imshow(image.get(), cmap="gray")
{drawn}
plt.show()
"""


def _marked(call, drawn):
    """A program that draws on an image of regions what a measurement says of them."""
    return _IMPORTS + _BLOBS + "labels, count = ndimage.label(image)\n" + call + _MARKED.format(drawn=drawn)


FIGURES = {
    **_rows(_NOISY, _SMOOTHED),
    **_rows(_SALT, _REPAIRED),
    **_rows(_PEPPER, _FILLED),
    **_rows(_CLEAN, _EDGES),
    **_rows(_CLEAN, _MOVED),
    **_rows(_BLOBS, _MORPHED),
    **{f"{MODULE}.{name}": beside(_NOISY, f"cupy.fft.ifft2(ndimage.{name}(cupy.fft.fft2(image), {arguments})).real")
       for name, arguments in _FOURIER.items()},
    f"{MODULE}.geometric_transform": beside(
        _CLEAN, "ndimage.geometric_transform(image, twist)",
        before="\n\ndef twist(place):\n    return place[0], place[1] + 8 * math.sin(place[0] / 10)\n\n\n"
    ).replace("import matplotlib", "import math\n\nimport matplotlib", 1),
    f"{MODULE}.binary_propagation": beside(
        _BLOBS, "ndimage.binary_propagation(seeds, mask=image)",
        before="seeds = cupy.zeros_like(image)\nseeds[:, 64] = True   # what hangs together with the middle is kept\n"),
    f"{MODULE}.binary_hit_or_miss": beside(
        _BLOBS, "ndimage.binary_hit_or_miss(image, cupy.asarray([[0, 0, 1, 1]]))     # what begins to the right"),
    f"{MODULE}.label": beside(_BLOBS, "ndimage.label(image)[0]", "nipy_spectral"),
    f"{MODULE}.watershed_ift": beside(
        _BLOBS, "ndimage.watershed_ift(depth.astype(\"uint8\"), markers)", "nipy_spectral",
        before="distance = ndimage.distance_transform_edt(image)\ndepth = distance.max() - distance\n"
               "peaks = (ndimage.maximum_filter(distance, 15) == distance) & image\n"
               "markers = cupy.where(image, ndimage.label(peaks)[0], -1).astype(\"int16\")\n"),
    f"{MODULE}.spline_filter": beside(_CLEAN, "ndimage.spline_filter(image)"),
    f"{MODULE}.spline_filter1d": beside(_CLEAN, "ndimage.spline_filter1d(image, axis=1)"),
    f"{MODULE}.center_of_mass": _marked(
        "centres = ndimage.center_of_mass(image, labels, cupy.arange(1, count + 1))\n",
        'for row, column in centres:\n    plt.plot(float(column), float(row), "r+", markersize=12)'),
    f"{MODULE}.find_objects": _marked(
        "boxes = ndimage.find_objects(labels)\n",
        "for rows, columns in boxes:\n"
        "    corners = [columns.start, columns.start, columns.stop, columns.stop, columns.start]\n"
        '    plt.plot(corners, [rows.start, rows.stop, rows.stop, rows.start, rows.start], "r")'),
}
