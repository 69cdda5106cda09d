"""Steps of erosion by moved images, which the host takes for large ones, on small random ones."""
import cupy
import numpy
import pytest
import scipy.ndimage
from cupyx.scipy import ndimage
from cupyx.scipy.ndimage._morphology import _shifts


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(_shifts, "_LEAST", 1)


@pytest.mark.parametrize("name", ["binary_erosion", "binary_dilation"])
@pytest.mark.parametrize("ndim", [1, 2, 3])
def test_random(name, ndim):
    rng = numpy.random.default_rng(ndim)
    for _ in range(150):
        shape, size = rng.integers(1, 12, ndim), rng.integers(1, 5, ndim)
        a, structure = rng.random(shape) < rng.random(), rng.random(size) < 0.6
        mask = rng.random(shape) < 0.5 if rng.random() < 0.4 else None
        options = {"structure": structure, "iterations": int(rng.integers(1, 4)),
                   "border_value": int(rng.integers(2)),
                   "origin": [int(rng.integers(-(n // 2), (n - 1) // 2 + 1)) for n in size]}
        want = getattr(scipy.ndimage, name)(a, mask=mask, brute_force=True, **options)
        for image in (cupy.asarray(a), cupy.asarray(numpy.asfortranarray(a)), cupy.asarray(a.astype("d") * 3)):
            got = getattr(ndimage, name)(image, mask=None if mask is None else cupy.asarray(mask), **options)
            numpy.testing.assert_array_equal(got.get(), want)


@pytest.mark.parametrize("name", ["binary_erosion", "binary_dilation"])
def test_until_nothing_changes(name):
    rng = numpy.random.default_rng(1)
    cross = scipy.ndimage.generate_binary_structure(2, 1)
    cross[0, 1] = False         # alike in both directions, it would not be repeated
    for share in (0.02, 0.5, 0.95):
        a, mask = rng.random((30, 40)) < share, rng.random((30, 40)) < 0.7
        want = getattr(scipy.ndimage, name)(a, cross, iterations=0, mask=mask)
        got = getattr(ndimage, name)(cupy.asarray(a), cross, iterations=0, mask=cupy.asarray(mask))
        numpy.testing.assert_array_equal(got.get(), want)


def test_output_that_is_the_image():
    a = numpy.random.default_rng(2).random((20, 30)) > 0.2
    image = cupy.asarray(a)
    ndimage.binary_erosion(image, output=image)
    numpy.testing.assert_array_equal(image.get(), scipy.ndimage.binary_erosion(a))
