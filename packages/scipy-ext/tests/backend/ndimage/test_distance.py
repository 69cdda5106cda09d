"""Distance transforms, exact in every metric."""
import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage

SHAPES = [(20, 33), (7, 8, 9), (130,), (5, 1), (70, 100), (3, 40, 4, 5), (1, 200)]


@pytest.mark.parametrize("share", [0.05, 0.5, 0.99, 0.999, 2])
@pytest.mark.parametrize("shape", SHAPES)
def test_euclid(shape, share, way):
    x = numpy.random.default_rng(4).random(shape) < share
    a = cupy.asarray(x)
    for sampling in (None, 2.5, [0.3, 1.7, 2.2, 1.1][:len(shape)]):
        wanted, places = scipy.ndimage.distance_transform_edt(x, sampling, return_indices=True)
        found, sites = ndimage.distance_transform_edt(a, sampling, return_indices=True)
        numpy.testing.assert_array_equal(found.get(), wanted)
        if sampling is None or x.all():
            numpy.testing.assert_array_equal(sites.get(), places)
        if x.all():
            continue
        assert not x[tuple(sites.get())].any()
        steps = numpy.broadcast_to(1.0 if sampling is None else sampling, len(shape))
        ways = (sites.get() - numpy.indices(shape)) * steps.reshape(-1, *[1] * len(shape))
        numpy.testing.assert_array_equal(numpy.sqrt((ways ** 2).sum(0)), wanted)
        numpy.testing.assert_array_equal(ndimage.distance_transform_bf(a, sampling=sampling).get(), wanted)


@pytest.mark.parametrize("metric", ["chessboard", "taxicab"])
@pytest.mark.parametrize("shape", SHAPES)
def test_steps(same, shape, metric, way):
    for share in (0.3, 0.95, 2):
        x = numpy.random.default_rng(4).random(shape) < share
        same("distance_transform_cdt", x, metric)
        if x.size < 1000:
            same("distance_transform_bf", x, metric)
            if not x.all():
                same("distance_transform_bf", x, metric, return_indices=True)
                same("distance_transform_bf", x, sampling=(1.5,) * len(shape), return_indices=True)
        if x.all():
            same("distance_transform_cdt", x, metric, return_indices=True)
            if x.size < 1000:
                same("distance_transform_bf", x, metric, return_indices=True)
            continue
        distances, sites = ndimage.distance_transform_cdt(cupy.asarray(x), metric, return_indices=True)
        ways = abs(sites.get() - numpy.indices(shape))
        numpy.testing.assert_array_equal(ways.max(0) if metric == "chessboard" else ways.sum(0), distances.get())


def test_structures(same, way):
    x = numpy.random.default_rng(4).random((20, 21)) < 0.9
    for metric in (numpy.ones((3, 3), bool), numpy.array([[1, 0, 1], [0, 1, 0], [1, 0, 1]], bool)):
        same("distance_transform_cdt", x, metric)
    same("distance_transform_bf", numpy.ones((4, 5), bool))


def test_arguments(way):
    a = cupy.asarray(numpy.random.default_rng(4).random((9, 8)) < 0.7)
    wanted, places = ndimage.distance_transform_edt(a, return_indices=True)
    distances, indices = cupy.zeros((8, 9)).T, cupy.zeros((2, 9, 8), "i")
    assert ndimage.distance_transform_edt(a, return_indices=True, distances=distances, indices=indices) is None
    numpy.testing.assert_array_equal(distances.get(), wanted.get())
    numpy.testing.assert_array_equal(indices.get(), places.get())
    assert ndimage.distance_transform_edt(a, float64_distances=False).dtype == "f"
    assert ndimage.distance_transform_edt(cupy.zeros((0, 3))).shape == (0, 3)
    for call, error in [
            (lambda: ndimage.distance_transform_edt(a, return_distances=False), RuntimeError),
            (lambda: ndimage.distance_transform_edt(a, distances=cupy.zeros((9, 8), "f")), RuntimeError),
            (lambda: ndimage.distance_transform_edt(a, indices=indices), RuntimeError),
            (lambda: ndimage.distance_transform_edt(a, return_indices=True, indices=indices[:1]), RuntimeError),
            (lambda: ndimage.distance_transform_cdt(a, "no"), ValueError),
            (lambda: ndimage.distance_transform_cdt(a, cupy.ones((2, 3))), ValueError),
            (lambda: ndimage.distance_transform_bf(a, "no"), RuntimeError)]:
        with pytest.raises(error):
            call()
