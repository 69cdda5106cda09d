"""Splines: coefficients, coordinates, transforms."""
import warnings

import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage
from cupyx.scipy.ndimage._interpolation import _launch

MODES = ["constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap", "reflect", "grid-mirror"]


def tolerance(dtype, mode, shape):
    """SciPy's coefficients for 'reflect' are inexact, the more the shorter a line is."""
    if mode in ("reflect", "grid-mirror"):
        return {"rtol": 1e-4, "atol": 1e-4 if min(shape) > 8 else 2}
    return {"rtol": 2e-5, "atol": 2e-3} if dtype == "f" else {"rtol": 1e-9, "atol": 1e-7}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shape", [(11, 14), (13,), (5, 6, 7), (3, 4, 3, 4), (1, 9)])
def test_transforms(same, image, shape, mode):
    rank = len(shape)
    coordinates = numpy.random.default_rng(2).uniform(-8, 20, (rank, 30))
    matrix = numpy.eye(rank) + numpy.random.default_rng(3).uniform(-0.3, 0.3, (rank, rank))
    for dtype in "df":
        x = image(shape, dtype)
        for order in range(6):
            more = {"order": order, "mode": mode, "cval": 3.3, **tolerance(dtype, mode, shape)}
            same("map_coordinates", x, coordinates, **more)
            same("shift", x, 1.3, **more)
            same("shift", x, [-2.7] + [0] * (rank - 1), **more)
            same("zoom", x, 1.7, **more)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                same("zoom", x, [0.6] + [1] * (rank - 1), grid_mode=True, **more)
            same("affine_transform", x, matrix, offset=1.1, **more)
            same("affine_transform", x, numpy.diag(matrix).copy(), offset=1.1, **more)
            if rank > 1:
                same("rotate", x, 33, **more)
                same("rotate", x, 90, axes=(0, -1), reshape=False, **more)


@pytest.mark.parametrize("order", [2, 3, 4, 5])
@pytest.mark.parametrize("mode", ["mirror", "reflect", "grid-wrap"])
def test_coefficients_reproduce_pixels(image, mode, order):
    """Splines go through the pixels, whatever the length of a line."""
    weights = {2: [1 / 8, 6 / 8, 1 / 8], 3: [1 / 6, 4 / 6, 1 / 6], 4: [1 / 384, 76 / 384, 230 / 384, 76 / 384, 1 / 384],
               5: [1 / 120, 26 / 120, 66 / 120, 26 / 120, 1 / 120]}[order]
    beyond = "wrap" if mode == "grid-wrap" else mode
    for length in (1, 2, 5, 30):
        x = image((length, 3))
        c = ndimage.spline_filter1d(cupy.asarray(x), order, 0, mode=mode)
        numpy.testing.assert_allclose(ndimage.correlate1d(c, weights, 0, mode=beyond).get(), x, rtol=1e-12, atol=1e-12)


def test_coefficients_beyond_the_edges(same, image):
    """Pixels taken for coefficients: none but the mode decides."""
    coordinates = numpy.random.default_rng(2).uniform(-30, 40, (2, 60))
    for mode in MODES:
        for order in range(2, 6):
            same("map_coordinates", image((9, 7)), coordinates, order=order, mode=mode, cval=3.3, prefilter=False)


def test_spline_filter(same, image):
    x = image((11, 14))
    for order in (2, 3, 4, 5):
        for mode in ("mirror", "grid-wrap", "constant", "wrap"):
            same("spline_filter", x, order, mode=mode)
            same("spline_filter1d", x, order, 0, mode=mode)
    same("spline_filter1d", x, 1)
    same("spline_filter", image((7, 8), "D"))
    same("spline_filter", image((7, 8), "B"), output="f", rtol=1e-5)


@pytest.mark.parametrize("dtype", "?bBhHiIl")
def test_whole_numbers(same, image, dtype):
    """Linear interpolation rounds and keeps to the range as SciPy does."""
    x = image((9, 11), dtype)
    for order in (0, 1):
        same("shift", x, (0.5, -1.25), order=order, mode="mirror")
        same("zoom", x, 2, order=order)
        same("affine_transform", x, numpy.array([[0.9, 0.2], [-0.1, 1.1]]), order=order)


def test_complex_and_outputs(same, image):
    x = image((7, 8), "D")
    same("rotate", x, 20)
    same("zoom", x, 2, mode="grid-constant", cval=1 + 1j)
    same("map_coordinates", x, image((2, 5)) / 20)
    same("shift", image((7, 8)), 0.7, output="f", rtol=1e-6, atol=1e-4)
    out = cupy.zeros((8, 7)).T
    a = cupy.asarray(image((7, 8)))
    assert ndimage.shift(a, 0.3, output=out) is out
    numpy.testing.assert_allclose(out.get(), scipy.ndimage.shift(image((7, 8)), 0.3))
    same("zoom", image((7, 8)), 2, order=3, prefilter=False)


def test_affine_matrices(same, image):
    x = image((7, 8))
    plain = numpy.array([[0.9, 0.2], [-0.1, 1.1]])
    homogeneous = numpy.array([[0.9, 0.2, 1], [-0.1, 1.1, 0.5], [0, 0, 1]])
    same("affine_transform", x, homogeneous)
    same("affine_transform", x, homogeneous[:2])
    same("affine_transform", x, plain, output_shape=(3, 20), order=1)
    numpy.testing.assert_allclose(ndimage.affine_transform(cupy.asarray(x), plain.tolist(), (1, 2), order=1).get(),
                                  scipy.ndimage.affine_transform(x, plain, (1, 2), order=1))
    same("affine_transform", image((4, 7, 8)), numpy.array([[1, 0, 0], [0, 0.9, 0.2], [0, -0.1, 1.1]]))
    with pytest.raises(ValueError, match="bottom row"):
        ndimage.affine_transform(cupy.asarray(x), cupy.asarray(homogeneous + 1))


@pytest.mark.parametrize("out", [1, 2, 4])
@pytest.mark.parametrize("order", [0, 1, 3])
@pytest.mark.parametrize("device", [False, True])
def test_affine_to_another_number_of_axes(image, out, order, device):
    rng = numpy.random.default_rng(out)
    matrix, shape = rng.random((2, out)), (5, 4, 3, 2)[:out]
    for x in (image((7, 8)), image((7, 8)) * (1 + 2j)):
        found = ndimage.affine_transform(cupy.asarray(x), cupy.asarray(matrix) if device else matrix, [0.5, 1.0],
                                         shape, order=order, mode="nearest")
        wanted = scipy.ndimage.affine_transform(x, matrix, [0.5, 1.0], shape, order=order, mode="nearest")
        numpy.testing.assert_allclose(found.get(), wanted, atol=1e-10)
    with pytest.raises(RuntimeError):
        ndimage.affine_transform(cupy.zeros((4, 5)), [1.0, 2.0], output_shape=(3, 3, 3))


def test_geometric_transform(same, image):
    x = image((7, 8))
    same("geometric_transform", x, lambda p, a: (p[0] - a, p[1] * 0.5 + p[0]), extra_arguments=(0.5,))
    same("geometric_transform", x, lambda p: (p[0] - 1, p[1]) if p[0] > 2 else (p[1], p[0]), output_shape=(5, 9))
    same("geometric_transform", x, lambda p: (float(p[0]), p[1]), (7, 3), order=1)


@pytest.mark.parametrize("call, error", [
    (lambda a: ndimage.zoom(a, 2, order=6), RuntimeError),
    (lambda a: ndimage.zoom(a, 2, order=6), ValueError),
    (lambda a: ndimage.zoom(a, 2, mode="no"), RuntimeError),
    (lambda a: ndimage.zoom(a, 2, mode="no"), ValueError),
    (lambda a: ndimage.zoom(a, (1, 2, 3)), RuntimeError),
    (lambda a: ndimage.shift(cupy.asarray(1.0), 1), RuntimeError),
    (lambda a: ndimage.spline_filter(a, 1), RuntimeError),
    (lambda a: ndimage.map_coordinates(a, cupy.zeros((3, 4))), RuntimeError),
    (lambda a: ndimage.map_coordinates(a, cupy.zeros((2, 4)) * 1j), TypeError),
    (lambda a: ndimage.affine_transform(a, cupy.eye(3)[:, :2]), RuntimeError),
    (lambda a: ndimage.rotate(a[0], 3), ValueError),
    (lambda a: ndimage.rotate(a, 3, axes=(0, 2)), ValueError),
    (lambda a: ndimage.rotate(cupy.zeros((4, 3, 4)), 0, axes=(0, -3)), RuntimeError),
    (lambda a: ndimage.rotate(a, 3, output=cupy.zeros(2)), RuntimeError)])
def test_bad_arguments(call, error):
    with pytest.raises(error):
        call(cupy.zeros((4, 5)))


@pytest.mark.parametrize("order", [1, 3])
def test_pixels_that_turn_onto_an_edge(order):
    """The last bit of a coordinate decides whether it is inside."""
    for n in range(3, 12):
        x = numpy.random.default_rng(n).standard_normal((n, 5)) + 3
        for angle in (30, -30, 60, 120, 150, -150, 210):
            wanted = scipy.ndimage.rotate(x, angle, reshape=False, order=order)
            found = ndimage.rotate(cupy.asarray(x), angle, reshape=False, order=order)
            numpy.testing.assert_allclose(found.get(), wanted, atol=1e-9)


@pytest.mark.parametrize("mode", ["reflect", "mirror", "wrap", "grid-wrap", "constant"])
def test_images_without_pixels(mode):
    """There is nothing but the constant."""
    empty = cupy.zeros((0, 4))
    for order in (0, 1, 3):
        found = (ndimage.map_coordinates(empty, cupy.ones((2, 3)), order=order, mode=mode, cval=1.5),
                 ndimage.affine_transform(empty, numpy.eye(2), output_shape=(1, 2), order=order, mode=mode, cval=1.5))
        assert all((x.get() == 1.5).all() for x in found)


def bilinear(image, y, x, border):
    """One pixel as OpenCV makes it: each of four neighbours beyond the edges counts as the constant."""
    top, left = int(numpy.floor(y)), int(numpy.floor(x))
    total = 0.0
    for i in (0, 1):
        for j in (0, 1):
            inside = 0 <= top + i < image.shape[0] and 0 <= left + j < image.shape[1]
            weight = (1 - abs(y - top - i)) * (1 - abs(x - left - j))
            total += weight * (image[top + i, left + j] if inside else border)
    return total


def test_opencv_mode(image):
    x = image((6, 7), "d")
    a, matrix, offset = cupy.asarray(x), numpy.array([[0.9, 0.3], [-0.2, 1.1]]), numpy.array([-0.7, 0.4])
    expected = numpy.array([[bilinear(x, *(matrix @ (i, j) + offset), 2.5) for j in range(7)] for i in range(6)])
    found = ndimage.affine_transform(a, matrix, offset, order=1, mode="opencv", cval=2.5)
    numpy.testing.assert_allclose(found.get(), expected, rtol=1e-12, atol=1e-12)
    places = (numpy.einsum("ij,jkl->ikl", matrix, numpy.indices(x.shape)) + offset[:, None, None])
    found = ndimage.map_coordinates(a, cupy.asarray(places), order=1, mode="opencv", cval=2.5)
    numpy.testing.assert_allclose(found.get(), expected, rtol=1e-12, atol=1e-12)
    moved = ndimage.shift(a, (0.5, 0), order=1, mode="opencv", cval=2.5)
    numpy.testing.assert_allclose(moved[0].get(), (x[0] + 2.5) / 2)

    # Resizing: centres of pixels, the edge beyond the edges.
    def places_of(old, new):
        return numpy.clip((numpy.arange(new) + 0.5) * old / new - 0.5, 0, old - 1)

    expected = [[bilinear(x, i, j, 0) for j in places_of(7, 21)] for i in places_of(6, 12)]
    found = ndimage.zoom(a, (2, 3), order=1, mode="opencv")
    numpy.testing.assert_allclose(found.get(), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("call", [
    lambda x, order: ndimage.zoom(x, 2, order=order), lambda x, order: ndimage.shift(x, 0.3, order=order),
    lambda x, order: ndimage.rotate(x, 20, order=order),
    lambda x, order: ndimage.affine_transform(x, [0.9, 1.1], order=order),
    lambda x, order: ndimage.map_coordinates(x, cupy.full((2, 3), 1.4), order=order)])
def test_no_order_is_order_one(image, call):
    x = cupy.asarray(image((6, 7), "d"))
    with pytest.warns(UserWarning, match="order"):
        found = call(x, None)
    numpy.testing.assert_array_equal(found.get(), call(x, 1).get())


@pytest.mark.parametrize("seed", range(40))
def test_coordinates_on_pixels_and_edges(seed):
    """Matrices and shifts by which many coordinates are whole, or one digit beside the edge."""
    rng = numpy.random.default_rng(seed)
    shape, output_shape = (tuple(int(n) for n in rng.integers(1, 45, 2)) for _ in range(2))
    x = rng.random(shape).astype("f")
    matrix = rng.choice([1, -1, 0, 0.5, 0.3333, 1.0000001, -0.9999999], (2, 2))
    edge = shape[0] - 1.0
    offset = rng.choice([0, edge, 1, -1e-13, 1e-12, 0.3, edge + 1e-13], 2)
    for mode in ("constant", "nearest", "mirror", "reflect", "wrap", "grid-wrap", "grid-constant"):
        for order in (0, 1):
            if order == 0 and (matrix % 1).any():
                continue                    # of pixels as near the last bit decides
            more = {"offset": offset, "output_shape": output_shape, "order": order, "mode": mode, "cval": 0.5}
            want = scipy.ndimage.affine_transform(x.astype("d"), matrix, **more)
            cupy.testing.assert_allclose(ndimage.affine_transform(cupy.asarray(x), matrix, **more), want, atol=1e-5)
    for factor in (0.5, 1, 1.5, 3.3):
        want = scipy.ndimage.zoom(x.astype("d"), factor, order=1)
        cupy.testing.assert_allclose(ndimage.zoom(cupy.asarray(x), factor, order=1), want, atol=1e-5)


@pytest.mark.parametrize("mode", MODES)
def test_order_zero_is_scipys_to_the_pixel(same, image, mode):
    """Images of any number of axes and type, of more than 256 columns and 64 rows, moved along some of their axes."""
    rng = numpy.random.default_rng(MODES.index(mode))
    for number, shape in enumerate(((700,), (70, 3), (3, 300), (4, 33, 7), (2, 3, 5, 4), (1, 9), (5, 1, 3)) * 3):
        x = image(shape, "Bfdlh?"[number % 6])
        more = {"order": 0, "mode": mode, "cval": 7, "output": [None, "B", "f"][number % 3]}
        shift = rng.uniform(-5, 5, len(shape))
        same("shift", x, shift.round() if number % 2 else shift, **more)
        same("shift", x, numpy.where(rng.random(len(shape)) < 0.5, 0, shift), **more)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            same("zoom", x, rng.uniform(0.3, 2.5, len(shape)), grid_mode=bool(number % 2), **more)
        same("affine_transform", x, rng.uniform(-1, 2, len(shape)), shift, **more)
        if len(shape) > 1:
            axes = tuple(int(axis) for axis in rng.permutation(len(shape))[:2])
            same("rotate", x, rng.uniform(0, 360), axes, reshape=bool(number % 2), **more)


@pytest.mark.parametrize("rows", [None, 8, 32])
@pytest.mark.parametrize("order", [0, 1, 3])
def test_rows_and_columns_of_a_warp(monkeypatch, same, image, order, rows):
    """Images that are more than one warp wide and one strip high, batches of them and volumes, moved and scaled."""
    if rows:
        monkeypatch.setattr(_launch, "_STRIP", rows)
        monkeypatch.setattr(_launch, "_in_strips", lambda *args: True)
    rng = numpy.random.default_rng(order)
    for number, shape in enumerate(((75, 70), (41, 31), (3, 34, 65), (6, 37, 40), (2, 5, 33, 34), (64, 2), (1, 40))):
        for dtype in "dfB":
            x = image(shape, dtype)
            still = [0] * (len(shape) - 2) if number % 2 else [0, 1.3][4 - len(shape):]
            shift = [*still, *rng.uniform(-9, 9, 2)]
            more = {"order": order, "mode": MODES[number % 6], "cval": 7,
                    **tolerance("d" if dtype == "d" else "f", "mirror", shape)}
            if dtype == "B":
                more["output"] = "f"
            same("shift", x, shift, **more)
            same("shift", x, [*still, -2.0, 3.0], **more)
            same("zoom", x, [1] * (len(shape) - 2) + [1.9, 0.7], **more)
            same("zoom", x, [1] * (len(shape) - 2) + [0.6, 2.1], **more)


@pytest.mark.parametrize("dtype", "Bfdl")
@pytest.mark.parametrize("mode", ["constant", "reflect"])
def test_nearest_pixels_of_runs_of_rows(image, dtype, mode):
    """Among them coordinates in the middle between two pixels, and whole runs beyond the edges."""
    rng = numpy.random.default_rng(1)
    turned = [[0.6, -0.8], [0.8, 0.6]]
    for shape, matrices in (((61, 50), (numpy.eye(2), numpy.eye(2) / 2, turned, [[0, 1], [-1, 0]], [[1e-3, 3], [0, -1]],
                                        *(numpy.eye(2) + rng.random((4, 2, 2)) / 10))),
                            ((13, 14, 15), (numpy.eye(3) / 2, *(numpy.eye(3) + rng.random((2, 3, 3)) / 10)))):
        x = image(shape, dtype)
        for matrix in matrices:
            for offset in (0, 0.5, -7.25, 30, 2.0 ** 40):
                found = ndimage.affine_transform(cupy.asarray(x), cupy.asarray(matrix), offset, order=0, mode=mode,
                                                 cval=3)
                wanted = scipy.ndimage.affine_transform(x, matrix, offset, order=0, mode=mode, cval=3)
                numpy.testing.assert_array_equal(found.get(), wanted)
