"""Images larger than the tiles of the kernels that go over tiles, of widths that are and are not whole packs."""
import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage
from cupyx.scipy.ndimage._filters import rank
from cupyx.scipy.ndimage._interpolation import _launch

MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]


@pytest.mark.parametrize("shape", [(70, 260), (3, 41, 90), (35, 33), (2, 200)])
@pytest.mark.parametrize("dtype", "fdB")
def test_squares_of_weights(same, image, shape, dtype):
    x = image(shape, dtype)
    close = {"rtol": 1e-6, "atol": 1e-2 if dtype == "f" else 1e-9}
    for size, mode in zip((3, 5, 7, 3, 7), MODES, strict=True):
        weights = image((1,) * (len(shape) - 2) + (size, size))
        for some in (weights, weights.astype("f"), (weights > 50) * 1.0, weights.tolist()):    # a list is the host's
            same("correlate", x, some, mode=mode, cval=3, **close)
            same("convolve", x, some, mode=mode, cval=3, **close)
        same("sobel", x, mode=mode, **close)
        same("prewitt", x, 0, mode=mode, **close)
        same("uniform_filter", x, size, mode=mode, **close)


def test_infinities_under_weights_of_zero(same, image):
    """They do not matter, wherever the weights lie."""
    x = image((40, 50))
    x[20, 30] = numpy.inf
    weights = numpy.array([[1.0, 0, -1], [2, 0, -2], [1, 1e-20, 1]])
    wide = numpy.ones((9, 11))
    wide[2:7, 3:5] = 0
    for some in (weights, weights.tolist(), wide):
        same("correlate", x, some)
        same("convolve", x, some)


@pytest.mark.parametrize("dtype", "?BhILefd")
def test_medians_of_boxes(image, monkeypatch, dtype):
    """The kernel of devices, run on the host too."""
    monkeypatch.setattr(rank, "serial_blocks", lambda: False)
    for shape in ((20, 33), (9, 128), (2, 7, 12), (5, 6, 7), (1, 1, 3)):
        x = image(shape, dtype)
        for size, mode in zip((3, 5, 7, 3, 5), MODES, strict=True):
            for box in ((1,) * (len(shape) - 2) + (size, size), (3,) * len(shape)):
                found = ndimage.median_filter(cupy.asarray(x), box, mode=mode, cval=1).get()
                wanted = scipy.ndimage.median_filter(x.astype("f") if dtype == "e" else x, box, mode=mode, cval=1)
                numpy.testing.assert_array_equal(found, wanted)
    if dtype in "efd":
        x = image((30, 41), dtype)
        x[5:12, 5:12] = numpy.nan
        x[20:25, 3] = x[22:, 20:] = numpy.inf
        x[25:28, 30:] = -numpy.array(numpy.nan)
        for size in (3, 5, 7):
            padded = numpy.pad(x, size // 2, mode="symmetric")
            windows = numpy.lib.stride_tricks.sliding_window_view(padded, (size, size)).reshape(*x.shape, -1)
            found = ndimage.median_filter(cupy.asarray(x), size).get()
            numpy.testing.assert_array_equal(found, numpy.sort(windows, -1)[..., size * size // 2])


@pytest.mark.parametrize("shape", [(70, 1056), (3, 41, 90), (35, 33)])
@pytest.mark.parametrize("dtype", "?Bi")
def test_packed_pixels(same, image, shape, dtype):
    x, mask = (image(shape) > 20).astype(dtype), image(shape, "?", 1)
    lead = (1,) * (len(shape) - 2)
    for name in ("binary_erosion", "binary_dilation"):
        for box in ((3, 3), (5, 7), (31, 31), (4, 2), (1, 9)):
            for iterations in (1, 9):
                same(name, x, numpy.ones(lead + box), iterations, border_value=iterations > 1)
        rough = image(lead + (5, 5), "?", 2)
        for iterations in (1, 3, 20):
            same(name, x, rough, iterations, mask, border_value=1, origin=(0,) * len(lead) + (1, -2))
            same(name, x, rough, iterations)


@pytest.mark.parametrize("shape", [(70, 260), (3, 41, 90), (129, 130), (200,), (2, 2, 66, 67)])
@pytest.mark.parametrize("density", [30, 60, 100])
def test_labels(same, image, shape, density):
    x = image(shape) < density
    structures = [scipy.ndimage.generate_binary_structure(x.ndim, k + 1) for k in range(x.ndim)]
    if x.ndim == 2:
        structures += map(numpy.array, (
            [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 0, 1], [0, 1, 0], [1, 0, 0]], [[0, 0, 0], [1, 1, 1], [0, 0, 0]],
            [[0, 1, 0], [0, 1, 0], [0, 1, 0]], [[1, 1, 0], [0, 1, 0], [0, 1, 1]], [[0, 0, 1], [1, 1, 1], [1, 0, 0]]))
    for structure in structures:
        same("label", x, structure)
    same("label", x * numpy.float32(0.5))
    same("label", x.astype("B") * 8)


@pytest.mark.parametrize("order", [0, 1, 3])
@pytest.mark.parametrize("mode", ["reflect", "grid-mirror", "constant", "nearest", "mirror", "wrap", "grid-wrap",
                                  "grid-constant"])
def test_coordinates_inside_and_beyond(same, image, order, mode):
    for shape in ((40, 36), (24, 22, 26)):      # SciPy's coefficients of short axes are not exact
        points = numpy.random.default_rng(0).random((len(shape), 500)) * (30, 50)[len(shape) == 2] - 6
        for dtype, char in (("d", "d"), ("f", "f"), ("B", "d")):
            x = image(shape, dtype)
            close = {"rtol": 1e-4, "atol": 2e-3} if dtype == "f" else {}
            same("map_coordinates", x, points.astype(char), order=order, mode=mode, cval=7, **close)
        if dtype != "B":
            same("zoom", x, 1.7, order=order, mode=mode, **close)
    turn = numpy.array([[0.9, 0.1], [-0.1, 0.9]])
    same("affine_transform", image((40, 36)), turn, 2.5, order=order, mode=mode)
    same("zoom", image((20, 30, 31)), (1, 2, 0.7), order=order, mode=mode, atol=1e-4)


@pytest.mark.parametrize("dtype", "fdiB?")
@pytest.mark.parametrize("labelled", "iBlb")
def test_sums_over_few_labels(same, image, dtype, labelled):
    """Labels that are missing, named twice, far apart, negative; numbers of pixels that are no whole packs."""
    for shape in ((37, 101), (5003,), (1,)):
        x, labels = image(shape, dtype), (image(shape, seed=1) / 4).astype(labelled)
        for index in ([1, 5, 5, 3], 7, [[2, 90], [0, -3]], list(range(24)), [4, 100_000_000], list(range(70))):
            for name in ("sum_labels", "mean", "variance"):
                if name == "sum_labels" or not numpy.setdiff1d(index, labels).size:
                    same(name, x, labels, index if index == 7 else numpy.array(index),
                         rtol=1e-5 if dtype == "f" else 1e-10)


@pytest.mark.parametrize("mode", ["constant", "reflect", "nearest"])
def test_scattered_coordinates(same, image, mode, monkeypatch):
    """Large images are read from tiles of four by four pixels."""
    monkeypatch.setattr(_launch, "_TILED", 100)
    for shape in ((64, 40), (32, 100), (33, 40)):
        for char in "fd":
            points = (numpy.random.default_rng(0).random((2, 3000)) * 50 - 5).astype(char)
            same("map_coordinates", image(shape, "f"), points, mode=mode, rtol=1e-4, atol=2e-3)
