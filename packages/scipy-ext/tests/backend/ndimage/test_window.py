"""Filters over footprints of any shape: correlations, extrema, ranks."""
import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage

MODES = ["reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "grid-constant", "grid-wrap"]
SHAPES = [(20, 23), (7, 8, 9), (30,), (3, 4, 5, 6), (1, 2), (2, 3, 2, 3, 2)]
SIZES = (3, 4, 2, 3, 1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shape", SHAPES)
def test_modes_and_axes(same, image, shape, mode):
    sizes = SIZES[:len(shape)]
    footprint = numpy.ones(sizes, bool)
    footprint.flat[1] = len(shape) == 1        # SciPy's ranks along one axis forget what a footprint leaves out
    weights = numpy.random.default_rng(1).integers(-3, 4, sizes)
    for dtype in "dBi":
        x = image(shape, dtype)
        for name in ("correlate", "convolve"):
            same(name, x, weights, mode=mode, cval=3, origin=-1 if min(sizes) > 1 else 0)
        same("median_filter", x, 3, mode=mode)
        same("rank_filter", x, -2, footprint=footprint, mode=mode, cval=7)
        same("percentile_filter", x, 30, size=sizes, mode=mode)
        for name in ("minimum_filter", "maximum_filter"):
            same(name, x, 5, mode=mode, cval=8)
            same(name, x, footprint=footprint, mode=mode)
            same(name, x, (17, 2, 3, 20, 1)[:len(shape)], mode=mode, origin=[0] * (len(shape) - 1) + [0])


@pytest.mark.parametrize("dtype", "?BhHifd")
def test_any_rank_of_few_items(same, image, dtype):
    rng = numpy.random.default_rng(1)
    for count in (2, 5, 8, 9, 10, 15, 25, 26, 27, 28, 48, 49, 50):
        for shape, sizes in (((90,), (count,)), ((17, 19), (7, 8)), ((6, 7, 9), (4, 5, 3))):
            footprint = numpy.zeros(sizes, bool)
            footprint.flat[rng.permutation(footprint.size)[:count]] = True
            x = image(shape, dtype)
            for rank in {0, 1, count // 2, count - 2, count - 1, int(rng.integers(count))}:
                same("rank_filter", x, rank, footprint=footprint, mode=MODES[rng.integers(5)], cval=2,
                     origin=[int(rng.integers(-(size // 2), (size + 1) // 2)) for size in sizes])


@pytest.mark.parametrize("dtype", "Bfd")
def test_weights_of_the_device(image, dtype):
    """On GPUs nobody waits for them."""
    rng = numpy.random.default_rng(1)
    for shape in ((300,), (40, 45), (9, 20, 31)):
        x = image(shape, dtype)
        for mode in MODES[:5]:
            for taps in (1, 3, 4, 8, 9, 30):
                row = rng.integers(-2, 9, taps) / 4
                for line in (row, row + row[::-1], row - row[::-1]):
                    for name in ("correlate1d", "convolve1d"):
                        found = getattr(ndimage, name)(cupy.asarray(x), cupy.asarray(line), 0, mode=mode, output="d")
                        wanted = getattr(scipy.ndimage, name)(x, line, 0, mode=mode, output="d")
                        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-12, atol=1e-12)
            weights = rng.integers(0, 3, (2, 3, 4)[:len(shape)]) / 2
            for name in ("correlate", "convolve"):
                found = getattr(ndimage, name)(cupy.asarray(x), cupy.asarray(weights), mode=mode, cval=2)
                wanted = getattr(scipy.ndimage, name)(x, weights, mode=mode, cval=2)
                numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-5 if dtype == "f" else 1e-12)


@pytest.mark.parametrize("dtype", "Bfd")
@pytest.mark.parametrize("name", ["correlate", "convolve"])
def test_boxes_of_weights_of_the_device(image, dtype, name):
    """Few pixels and many; zeros hide infinities."""
    weights = numpy.random.default_rng(1).integers(0, 3, (3, 3, 2)) / 2
    for shape in ((16, 16, 16), (3, 120, 110)):
        x = image(shape, dtype)
        if dtype != "B":
            x[1, 8, ::7] = numpy.inf
        for mode in ("reflect", "constant"):
            found = getattr(ndimage, name)(cupy.asarray(x), cupy.asarray(weights), mode=mode, cval=2)
            wanted = getattr(scipy.ndimage, name)(x, weights, mode=mode, cval=2)
            numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-5 if dtype == "f" else 1e-12)


def test_ranks_among_items_that_are_not_numbers():
    x = numpy.random.default_rng(1).random((20, 21))
    x[::3, ::2] = numpy.nan
    x[1::4, 3] = -numpy.inf
    for size in (3, 5, 7):
        for rank in (1, size, size ** 2 - 3):
            found = ndimage.rank_filter(cupy.asarray(x), rank, size).get()
            wanted = scipy.ndimage.generic_filter(x, lambda w, rank=rank: numpy.sort(w)[rank], size)
            numpy.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("dtype", "?bBhHiIlefd")
@pytest.mark.parametrize("mode", MODES[:5])
def test_every_rank_of_whole_boxes(image, dtype, mode):
    """Of rows that GPUs read by packs and others, which windows reach beyond on both sides."""
    rng = numpy.random.default_rng(MODES.index(mode))
    info = numpy.finfo(dtype) if dtype in "efd" else numpy.iinfo(dtype) if dtype != "?" else None
    for shape, sizes in (((5, 16), (3, 3)), ((6, 15), (3, 3)), ((1, 32), (3, 3)), ((7, 8), (5, 5)), ((9, 3), (5, 5)),
                         ((4, 3, 24), (3, 3, 3)), ((2, 6, 5), (3, 3, 3)), ((3, 8, 16), (1, 3, 3)), ((9, 8), (7, 7))):
        x = image(shape, dtype)
        if info is not None:
            x[rng.random(shape) < 0.2] = info.min
            x[rng.random(shape) < 0.2] = info.max
        if dtype in "efd":
            x[rng.random(shape) < 0.3] = numpy.nan
            x[rng.random(shape) < 0.1] = numpy.inf
            x[rng.random(shape) < 0.1] = -numpy.inf
        before = [int(rng.integers(0, size)) for size in sizes[:-1]] + [sizes[-1] // 2]
        windows = numpy.pad(x, [(b, size - 1 - b) for b, size in zip(before, sizes, strict=True)], **{
            "reflect": {"mode": "symmetric"}, "constant": {"mode": "constant", "constant_values": 1},
            "nearest": {"mode": "edge"}, "mirror": {"mode": "reflect"}, "wrap": {"mode": "wrap"}}[mode])
        windows = numpy.lib.stride_tricks.sliding_window_view(windows, sizes).reshape(*shape, -1)
        ordered = numpy.sort(windows, -1)
        count = ordered.shape[-1]
        for rank in range(1, count - 1) if count < 28 else (count // 2,):
            found = ndimage.rank_filter(cupy.asarray(x), rank, sizes, mode=mode, cval=1,
                                        origin=[b - size // 2 for b, size in zip(before, sizes, strict=True)])
            numpy.testing.assert_array_equal(found.get(), ordered[..., rank], f"{shape} {sizes} {rank}")


def test_constants_that_are_no_pixels(same, image):
    """A constant beyond the edges is multiplied as it is, not as the type of the image has it."""
    for shape in ((30,), (20, 23), (40, 60), (7, 8, 9)):
        for size in (3, 4):
            for share in (0, 0.6):
                weights = numpy.random.default_rng(1).random((size,) * len(shape))
                weights[weights < share] = 0
                same("correlate", image(shape, "B"), weights, output="d", mode="constant", cval=-1.5)


@pytest.mark.parametrize("dtype", "?bBhHiIlLfd")
def test_types(same, image, dtype):
    x = image((23, 31), dtype)
    for name in ("median_filter", "minimum_filter", "maximum_filter"):
        same(name, x, 5)
        same(name, x, 7, output="d")
    same("correlate", x, numpy.arange(12.0).reshape(3, 4), rtol=1e-5)
    if dtype not in "?L":        # negative sums as such: SciPy's are undefined in C
        same("sobel", x, rtol=1e-5, atol=1e-4)
        same("laplace", x, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("name", ["minimum_filter1d", "maximum_filter1d"])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 40, 100])
def test_long_windows(same, image, name, size):
    for shape in ((37,), (20, 33), (5, 41, 3)):
        for axis in range(len(shape)):
            same(name, image(shape, "f"), size, axis, origin=size // 3, mode="mirror")
            same(name, image(shape, "B"), size, axis, origin=-(size // 2), mode="constant", cval=9)


def test_complex_numbers(same, image):
    x, weights = image((12, 13), "D"), image((3, 2), "D", 1)
    for kind in ((x, weights), (x.real, weights), (x, weights.real)):
        same("correlate", *kind)
        same("convolve", *kind, mode="constant", cval=2)
        same("correlate1d", kind[0], kind[1][:, 0], 0)
        same("convolve1d", kind[0], kind[1][:, 0], 1)
    same("convolve", x, weights, mode="constant", cval=2 + 1j)
    same("gaussian_filter", x, 1, mode="constant", cval=1 + 2j)
    same("uniform_filter", x, 3)


def test_products_of_rows(same, image):
    """Weights that are applied row by row, and some that nearly are."""
    x = image((20, 21))
    rows = numpy.outer([1, 2, 3, 1.5], [2, 3, 4.5])
    same("correlate", x, rows)
    same("convolve", x, rows, mode="constant", cval=5)
    same("correlate", x.astype("B"), numpy.outer([1, 2, 1, 1], [1, 2, 1]))
    rows[1, 1] += 1e-6
    same("correlate", x, rows)
    same("correlate", image((6, 7, 8)), numpy.multiply.outer(rows, [1, 2]), origin=(1, 0, -1))


def test_slopes(same, image):
    for shape in ((20, 23), (7, 8, 9)):
        x = image(shape)
        for mode in MODES:
            for axis in range(x.ndim):
                same("sobel", x, axis, mode=mode, cval=2)
                same("prewitt", x, axis, mode=mode, cval=2)
            same("laplace", x, mode=mode, cval=2)
            same("gaussian_laplace", x, 1.2, mode=mode)
            same("gaussian_gradient_magnitude", x, (1.2,) * x.ndim, mode=mode)
        same("sobel", x, mode=["wrap", "nearest", "mirror"][:x.ndim])
        same("laplace", x, axes=(0,))
        same("gaussian_laplace", x, 1.2, axes=(1,))
        same("laplace", x > 50)
        for name in ("sobel", "prewitt", "laplace"):
            same(name, x.astype("f"), output="i")       # axis by axis, each cut to whole numbers


def test_axes_and_origins(same, image):
    x = image((6, 7, 8))
    for name in ("median_filter", "minimum_filter", "maximum_filter", "uniform_filter"):
        same(name, x, (3, 4), axes=(0, 2), origin=(1, -1))
    same("correlate", x, numpy.arange(6.0).reshape(2, 3), axes=(1, 2))
    same("minimum_filter", x, footprint=numpy.array([[1, 0], [1, 1]]), axes=(-1, 0))


def test_outputs(image):
    x = image((13, 14), "f")
    for name, argument in (("median_filter", 3), ("maximum_filter", 5), ("correlate", image((3, 4), seed=1))):
        call, wanted = getattr(ndimage, name), getattr(scipy.ndimage, name)(x, argument)
        a = cupy.asarray(x)
        assert call(a, argument, output=a) is a
        numpy.testing.assert_allclose(a.get(), wanted, rtol=1e-5)
        out = cupy.zeros((28, 13), "d")[::2].T
        call(cupy.asarray(x[::-1].copy())[::-1], argument, output=out)
        numpy.testing.assert_allclose(out.get(), wanted, rtol=1e-5)


@pytest.mark.parametrize("shape, row", [((4,), (1,)), ((4, 3), (1, 3)), ((4, 3), (4, 1)), ((3, 4, 5), (3, 1, 5))])
@pytest.mark.parametrize("name, argument", [("correlate", "weights"), ("convolve", "weights"), ("median_filter", 3),
                                            ("rank_filter", (1, 3)), ("maximum_filter", 3), ("grey_opening", 3),
                                            ("uniform_filter", 2), ("white_tophat", 3), ("percentile_filter", (40, 3))])
def test_images_that_repeat_items(image, name, argument, shape, row):
    x = image(row, "d")
    if argument == "weights":
        argument = numpy.arange(1.0, 2 ** len(shape) + 1).reshape((2,) * len(shape))
    arguments = argument if isinstance(argument, tuple) else (argument,)
    wanted = getattr(scipy.ndimage, name)(numpy.broadcast_to(x, shape).copy(), *arguments)
    repeated = cupy.broadcast_to(cupy.asarray(x), shape)
    numpy.testing.assert_allclose(getattr(ndimage, name)(repeated, *arguments).get(), wanted, atol=1e-12)


def test_not_a_number():
    """NaN is the greatest of all, not only of those before it."""
    x = numpy.array([1, numpy.nan, 3, 2, -numpy.inf, numpy.nan, numpy.inf, 0])
    found = ndimage.median_filter(cupy.asarray(x), 3).get()
    padded = numpy.pad(x, 1, mode="symmetric")
    wanted = numpy.sort(numpy.lib.stride_tricks.sliding_window_view(padded, 3), axis=-1)[:, 1]
    numpy.testing.assert_array_equal(found, wanted)


def test_empty_and_single():
    for name, argument in (("median_filter", 3), ("maximum_filter", 3), ("uniform_filter", 3), ("sobel", -1)):
        call = getattr(ndimage, name)
        assert call(cupy.zeros((0, 3)), argument).shape == (0, 3)
        if name != "sobel":
            assert float(call(cupy.asarray(2.0), argument)) == 2
    for shape in ((0, 3), (7, 0), (0, 0)):
        weights = cupy.asarray([[3.25, 2.25], [-2.75, -3.75], [4.5, 1]])
        for call in (ndimage.convolve, ndimage.correlate):
            for cval in (0, 1.5):
                assert call(cupy.zeros(shape), weights, mode="constant", cval=cval).shape == shape


@pytest.mark.parametrize("call, error", [
    (lambda a: ndimage.convolve1d(a, cupy.ones(5, "D"), origin=-7), ValueError),
    (lambda a: ndimage.correlate1d(a, cupy.ones(5, "D"), origin=3), ValueError),
    (lambda a: ndimage.correlate(a, cupy.ones(3)), RuntimeError),
    (lambda a: ndimage.correlate(a, cupy.ones((3, 3)), origin=2), ValueError),
    (lambda a: ndimage.correlate(a, cupy.ones((3, 3)), mode=["wrap", "wrap"]), RuntimeError),
    (lambda a: ndimage.correlate(a, cupy.ones((3, 3)) * 1j, cval=1j), ValueError),
    (lambda a: ndimage.median_filter(a), RuntimeError),
    (lambda a: ndimage.median_filter(a, 3, mode="no"), RuntimeError),
    (lambda a: ndimage.median_filter(a * 1j, 3), TypeError),
    (lambda a: ndimage.median_filter(a, 3, origin=2), ValueError),
    (lambda a: ndimage.rank_filter(a, 9, 3), RuntimeError),
    (lambda a: ndimage.rank_filter(a, 1.5, 3), TypeError),
    (lambda a: ndimage.percentile_filter(a, 101, 3), RuntimeError),
    (lambda a: ndimage.minimum_filter(a), RuntimeError),
    (lambda a: ndimage.minimum_filter(a, footprint=cupy.zeros((3, 3))), ValueError),
    (lambda a: ndimage.minimum_filter(a, 3, axes=(0, 0)), ValueError),
    (lambda a: ndimage.minimum_filter(a, 3, axes=2), numpy.exceptions.AxisError),
    (lambda a: ndimage.minimum_filter(a, 3, axes=(0, 2)), ValueError),
    (lambda a: ndimage.maximum_filter1d(a, 0), RuntimeError),
    (lambda a: ndimage.maximum_filter(a, 3, output=cupy.zeros(3)), RuntimeError)])
def test_bad_arguments(call, error):
    with pytest.raises(error):
        call(cupy.zeros((4, 5)))


@pytest.mark.parametrize("name", ["minimum_filter", "maximum_filter"])
@pytest.mark.parametrize("shape", [(21, 37), (3, 70, 130), (66, 65)])
def test_boxes(same, image, shape, name):
    """Windows along the last two axes, which GPUs go over at once."""
    for dtype in "fB":
        for size in ((3, 3), (7, 8), (20, 16), (33, 17), (2, 64), (70, 5)):
            for mode in ("reflect", "constant"):
                same(name, image(shape, dtype), (1,) * (len(shape) - 2) + size, mode=mode, cval=50)
    same(name, image(shape, "f"), 5)
