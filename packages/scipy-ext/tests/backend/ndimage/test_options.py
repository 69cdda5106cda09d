"""Options of the functions of images that go beyond the common: outputs of any alignment, constants of other types."""
import warnings

import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage

SAMPLE = numpy.random.default_rng(5).integers(-6, 7, (7, 9)).astype("d")


def unaligned(dtype):
    """An array of a dtype one byte beside where its items belong, as the fields of a record may lie."""
    room = numpy.dtype(dtype).itemsize * SAMPLE.size
    return cupy.zeros(room + 1, "B")[1:].view(dtype).reshape(SAMPLE.shape)


@pytest.mark.parametrize(("name", "arguments"), [
    ("gaussian_filter", (1,)), ("gaussian_gradient_magnitude", (1,)), ("uniform_filter", (3,)),
    ("uniform_filter1d", (3,)), ("sobel", ()), ("laplace", ()),
    ("convolve", ([[1, 2, 3], [4, 5, 6], [7, 8, 9]],)), ("convolve1d", ([1, 2],)),
    ("maximum_filter", (3,)), ("maximum_filter1d", (3,)), ("minimum_filter", (None, [[1, 0], [1, 1]])),
    ("median_filter", (3,)), ("rank_filter", (2, 3)), ("grey_opening", (3,)), ("white_tophat", (3,)),
    ("spline_filter", ()), ("zoom", (1,)), ("shift", (0.5,)), ("rotate", (20, (1, 0), False)),
    ("fourier_gaussian", (1,))])
def test_output_of_any_alignment(name, arguments):
    host = numpy.zeros(SAMPLE.shape)
    getattr(scipy.ndimage, name)(SAMPLE, *arguments, output=host)
    output = unaligned("d")
    arguments = [cupy.asarray(a) if isinstance(a, list) else a for a in arguments]
    getattr(ndimage, name)(cupy.asarray(SAMPLE), *arguments, output=output)
    cupy.testing.assert_allclose(output, host, rtol=1e-12, atol=1e-12)


def test_labels_and_distances_of_any_alignment():
    a, labels = cupy.asarray(SAMPLE), unaligned("i")
    assert ndimage.label(a > 0, output=labels) == scipy.ndimage.label(SAMPLE > 0)[1]
    cupy.testing.assert_array_equal(labels, scipy.ndimage.label(SAMPLE > 0)[0])
    distances = unaligned("d")
    ndimage.distance_transform_edt(a > -4, distances=distances)
    cupy.testing.assert_allclose(distances, scipy.ndimage.distance_transform_edt(SAMPLE > -4))


@pytest.mark.parametrize("name", ["maximum_filter", "minimum_filter", "median_filter", "grey_erosion"])
@pytest.mark.parametrize("cval", [2.5, -3, 300])
@pytest.mark.parametrize(("dtype", "output"), [("B", "d"), ("b", "f"), ("i", "d"), ("B", "i"), ("I", "l")])
def test_constants_that_the_image_cannot_hold(name, cval, dtype, output):
    x = abs(SAMPLE).astype(dtype)
    for more in ({"size": 3}, {"footprint": numpy.array([[1, 1, 0], [1, 1, 1], [0, 1, 0]])}):
        want = getattr(scipy.ndimage, name)(x, mode="constant", cval=cval, output=output, **more)
        more = {key: cupy.asarray(value) if key == "footprint" else value for key, value in more.items()}
        found = getattr(ndimage, name)(cupy.asarray(x), mode="constant", cval=cval, output=output, **more)
        cupy.testing.assert_array_equal(found, want)


@pytest.mark.parametrize("name", ["fourier_gaussian", "fourier_uniform", "fourier_shift", "fourier_ellipsoid"])
@pytest.mark.parametrize("dtype", "ifdFD")
@pytest.mark.parametrize("output", "?BiefdFD")
def test_types_that_transforms_are_written_in(name, dtype, output):
    x = SAMPLE.astype(dtype)
    host, ours = (xp.zeros(x.shape, output) for xp in (numpy, cupy))
    try:
        getattr(scipy.ndimage, name)(x, 1.5, output=host)
    except RuntimeError:
        with pytest.raises(RuntimeError, match="output type not supported"):
            getattr(ndimage, name)(cupy.asarray(x), 1.5, output=ours)
        return
    getattr(ndimage, name)(cupy.asarray(x), 1.5, output=ours)
    cupy.testing.assert_allclose(ours, host, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", ["white_tophat", "black_tophat"])
def test_differences_are_not_cut_off(name):
    with pytest.raises(TypeError, match="Cannot cast"):
        getattr(ndimage, name)(cupy.asarray(SAMPLE), 3, output="B")
    for gradient in (ndimage.morphological_gradient, ndimage.morphological_laplace):
        with pytest.raises(TypeError, match="Cannot cast"):
            gradient(cupy.asarray(SAMPLE), 3, output=cupy.zeros(SAMPLE.shape, "i"))


@pytest.mark.parametrize("dtype", "fd")
def test_objects_of_floats(dtype):
    x = SAMPLE.astype(dtype) / 2
    assert ndimage.find_objects(cupy.asarray(x), max_label=5) == scipy.ndimage.find_objects(x, max_label=5)
    with pytest.raises(TypeError):
        ndimage.find_objects(cupy.asarray(x))
    with pytest.raises(ValueError, match="zero-size"):
        ndimage.find_objects(cupy.zeros((0, 3), "i"))


def test_objects_of_which_few_are_there():
    x = numpy.zeros((5, 6), "i")
    x[1, 2:4], x[4, 0] = 700, 3
    assert ndimage.find_objects(cupy.asarray(x)) == scipy.ndimage.find_objects(x)


@pytest.mark.parametrize("dtype", "bBhHiIlL")
def test_values_are_scalars_of_their_type(dtype):
    x = abs(SAMPLE).astype(dtype)
    found, want = ndimage.value_indices(cupy.asarray(x), ignore_value=2), scipy.ndimage.value_indices(x, ignore_value=2)
    assert [type(key) for key in found] == [type(key) for key in want]
    assert list(found) == list(want)
    for key, places in want.items():
        for ours, theirs in zip(found[key], places, strict=True):
            cupy.testing.assert_array_equal(ours, theirs)


def test_a_structure_that_is_not_symmetric():
    with pytest.raises(AssertionError, match="not symmetric"):
        ndimage.label(cupy.asarray(SAMPLE), cupy.asarray([[1, 0, 0], [0, 1, 0], [0, 0, 0]]))


@pytest.mark.parametrize("metric", ["euclidean", "taxicab", "chessboard"])
def test_places_where_there_is_no_background(metric):
    x = numpy.ones((3, 4), bool)
    for ours, theirs in zip(ndimage.distance_transform_bf(cupy.asarray(x), metric, return_indices=True),
                            scipy.ndimage.distance_transform_bf(x, metric, return_indices=True), strict=True):
        cupy.testing.assert_array_equal(ours, theirs)


def test_distances_in_complex_images():
    x = SAMPLE * 1j
    cupy.testing.assert_array_equal(ndimage.distance_transform_cdt(cupy.asarray(x)),
                                    scipy.ndimage.distance_transform_cdt(x))


@pytest.mark.parametrize("name", ["sum_labels", "mean", "variance", "standard_deviation"])
@pytest.mark.parametrize("index", [None, 3])
def test_no_pixels(name, index):
    x, labels = numpy.zeros((0, 4)), numpy.zeros((0, 4), "i")
    with numpy.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = getattr(scipy.ndimage, name)(x, labels, index)
    found = getattr(ndimage, name)(cupy.asarray(x), cupy.asarray(labels), index)
    cupy.testing.assert_array_equal(found, want)


def test_an_index_needs_labels():
    with pytest.raises(ValueError, match="index without defined labels"):
        ndimage.histogram(cupy.asarray(SAMPLE), 0, 3, 3, index=[1, 2])


@pytest.mark.parametrize("shape", [(1, 1), (5, 2), (3, 130), (70, 9), (1100, 3), (2, 1200), (4, 3, 67)])
@pytest.mark.parametrize("order", [2, 3, 4, 5])
@pytest.mark.parametrize("dtype", "Bfd")
def test_coefficients_of_lines_of_any_length(shape, order, dtype):
    x = (numpy.random.default_rng(1).random(shape) * 100).astype(dtype)
    pairs = [(scipy.ndimage.spline_filter(x, order), ndimage.spline_filter(cupy.asarray(x), order))]
    pairs += [(scipy.ndimage.spline_filter1d(x, order, axis), ndimage.spline_filter1d(cupy.asarray(x), order, axis))
              for axis in range(x.ndim)]
    for want, found in pairs:
        cupy.testing.assert_allclose(found, want, rtol=0, atol=1e-12 * abs(want).max())


def test_sizes_that_are_no_integers():
    for name in ("white_tophat", "grey_dilation"):
        with pytest.raises(TypeError):
            getattr(ndimage, name)(cupy.asarray(SAMPLE), 2.5)
