"""Binary and grey morphology, structures."""
import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage

SHAPES = [(20, 23), (7, 8, 9), (30,), (3, 4, 5, 6), (1, 1), (40, 3)]


def structures(rank):
    rough = numpy.random.default_rng(3).random((2, 3, 4, 3)[:rank]) > 0.3
    rough.flat[0] = True
    return [None, numpy.ones((3,) * rank, bool), rough]


@pytest.mark.parametrize("border", [0, 1])
@pytest.mark.parametrize("shape", SHAPES)
def test_binary(same, image, shape, border):
    x, mask = image(shape, "?"), image(shape, "?", 1) | image(shape, "?", 2)
    for structure in structures(len(shape)):
        rough = structure is not None and not structure.all()
        # SciPy never ends with a structure that does not hold its centre.
        for iterations in (1, 3) if rough else (1, 3, 0):
            for given in (None, mask):
                for name in ("binary_erosion", "binary_dilation"):
                    same(name, x, structure, iterations, given, border_value=border)
        same("binary_opening", x, structure, border_value=border)
        same("binary_closing", x, structure, 2, border_value=border)
        same("binary_hit_or_miss", x, structure)
        if not rough:
            same("binary_propagation", x & mask, structure, mask, border_value=border)
            same("binary_fill_holes", x, structure)


@pytest.mark.parametrize("shape", [*SHAPES, (), (0, 3), (1, 1)])
def test_steps_until_nothing_changes(same, image, shape, way):
    x, mask = image(shape, "?"), image(shape, "?", 1) | image(shape, "?", 2)
    for dtype in "?Bd":
        for border in (0, 1):
            same("binary_propagation", (x & mask).astype(dtype), mask=mask, border_value=border)
        same("binary_propagation", x.astype(dtype))
        same("binary_fill_holes", x.astype(dtype))


def test_steps_end_beside_the_centre(image):
    """Where SciPy's do not."""
    x = cupy.asarray(image((6, 7), "?"))
    for options in ({"structure": cupy.asarray([[1, 0, 0]])}, {"origin": 1},
                    {"structure": [[0, 0, 1]], "origin": (0, -1)}):
        ndimage.binary_propagation(x, **options)
        ndimage.binary_fill_holes(x, **options)


@pytest.mark.parametrize("origin", [(1, 1), (-1, 0)])
@pytest.mark.parametrize("name", ["erosion", "dilation", "opening", "closing"])
def test_binary_steps_from_an_origin(same, image, name, origin):
    x, mask = image((7, 6), "?"), image((7, 6), "?", 1)
    rough = numpy.random.default_rng(1).random((3, 3)) > 0.4
    same(f"binary_{name}", x, rough, 3, mask=mask, origin=origin, border_value=1, brute_force=True)


def test_complex_outputs_are_refused():
    for name in ("binary_fill_holes", "binary_erosion"):
        with pytest.raises(TypeError, match="Complex output"):
            getattr(ndimage, name)(cupy.ones((3, 3), bool), output=cupy.zeros((3, 3), complex))


def test_binary_arguments(same, image):
    x = image((6, 7, 8), "?")
    same("binary_dilation", x, axes=(0, 2), iterations=2)
    same("binary_erosion", x, numpy.ones((2, 3), bool), axes=(1, 2), origin=(-1, 1))
    same("binary_fill_holes", x, axes=(1, 2))
    same("binary_dilation", x[0], numpy.zeros((3, 3), bool), -1)
    same("binary_erosion", image((9, 9), "i"), iterations=2)
    out = cupy.zeros((6, 7, 8), "i")
    assert ndimage.binary_dilation(cupy.asarray(x), output=out) is out
    numpy.testing.assert_array_equal(out.get(), scipy.ndimage.binary_dilation(x))
    for call, error in [
            (lambda a: ndimage.binary_erosion(a, cupy.ones(3)), RuntimeError),
            (lambda a: ndimage.binary_erosion(a, cupy.ones((0, 3, 3))), RuntimeError),
            (lambda a: ndimage.binary_erosion(a, iterations=1.5), TypeError),
            (lambda a: ndimage.binary_erosion(a * 1j), TypeError),
            (lambda a: ndimage.binary_erosion(a, mask=a[0]), RuntimeError)]:
        with pytest.raises(error):
            call(cupy.asarray(x))


@pytest.mark.parametrize("name, dtype", [
    (name, dtype) for name in ("grey_erosion", "grey_dilation", "grey_opening", "grey_closing", "white_tophat",
                               "black_tophat", "morphological_gradient", "morphological_laplace")
    for dtype in ("Bdi" if name.startswith("morphological") else "Bdi?")])      # NumPy does not subtract bools
def test_grey(same, image, name, dtype):
    for shape in SHAPES:
        x, rank = image(shape, dtype), len(shape)
        same(name, x, 3)
        same(name, x, (4, 2, 3, 1)[:rank], mode="constant", cval=0)
        same(name, x, footprint=structures(rank)[2])
        if dtype != "?":
            same(name, x, structure=numpy.random.default_rng(1).integers(0, 4, (2, 3, 4, 3)[:rank]))
    if name.startswith("morphological"):
        same(name, image((9, 10), "f"), 3, output="i")
    if dtype != "?":
        same(name, image((9, 10, 11), dtype), (3, 2), axes=(0, 2), mode="wrap")


def test_grey_in_place(image):
    x = image((20, 21), "i")
    for name in ("grey_erosion", "grey_dilation", "grey_opening", "white_tophat", "morphological_laplace"):
        a, b = cupy.asarray(x), x.copy()
        getattr(ndimage, name)(a, 3, output=cupy.zeros_like(a))
        numpy.testing.assert_array_equal(a.get(), x)
        if name in ("grey_erosion", "grey_dilation"):
            getattr(ndimage, name)(a, 3, output=a)
            numpy.testing.assert_array_equal(a.get(), getattr(scipy.ndimage, name)(b, 3))


def test_structures():
    for rank in range(5):
        for connectivity in range(rank + 2):
            numpy.testing.assert_array_equal(ndimage.generate_binary_structure(rank, connectivity).get(),
                                             scipy.ndimage.generate_binary_structure(rank, connectivity))
    rough = numpy.array([[0, 1, 0], [1, 1, 1], [0, 1, 1]])
    for iterations in range(5):
        wanted, origin = scipy.ndimage.iterate_structure(rough, iterations, 1) if iterations > 1 else (
            scipy.ndimage.iterate_structure(rough, iterations), None)
        found = ndimage.iterate_structure(cupy.asarray(rough), iterations, 1 if iterations > 1 else None)
        if iterations > 1:
            assert list(found[1]) == list(origin)
            found = found[0]
        numpy.testing.assert_array_equal(found.get(), wanted)


@pytest.mark.parametrize("name", ["white_tophat", "black_tophat", "grey_opening", "grey_closing"])
def test_truths_are_bytes_between_two_filters(image, name):
    """What heights make of them wraps."""
    x = image((9, 11)) > 40
    for structure in (numpy.ones((3, 3), bool), image((3, 2)) > 30):
        found = getattr(ndimage, name)(cupy.asarray(x), structure=structure)
        wanted = getattr(scipy.ndimage, name)(x, structure=structure)
        numpy.testing.assert_array_equal(found.get(), wanted.view("B") != 0)


@pytest.mark.parametrize("dtype", "bBhHiIlfd")
def test_heights_and_footprints_of_any_kind(same, dtype):
    """Heights are of the pixels' type, in which sums wrap, but for the first pixel's; rows longer than a call makes."""
    rng = numpy.random.default_rng(ord(dtype))
    for shape in [(1300,), (3, 600), (30, 9), (13, 1, 7), (2, 1)]:
        rank = len(shape)
        for _ in range(6):
            x = (rng.normal(size=shape) * 100).astype("i").astype(dtype)
            sizes = rng.integers(1, 6, rank)
            footprint = rng.random(sizes) < 0.6
            footprint[(0,) * rank] = True
            heights = rng.normal(size=sizes) * 50
            keywords = {"mode": rng.choice(["reflect", "constant", "nearest", "mirror", "wrap"]).item(), "cval": 3,
                        "origin": [int(rng.integers(-(n // 2), (n - 1) // 2 + 1)) for n in sizes]}
            if dtype in "fd" and not footprint.all():
                x.flat[rng.integers(0, x.size)] = numpy.nan
            for name in ("minimum_filter", "maximum_filter"):
                same(name, x, footprint=footprint, rtol=0, atol=0, **keywords)
            for structure in (heights, heights.astype(int)):
                for given in (None, footprint):
                    for name in ("grey_erosion", "grey_dilation"):
                        same(name, x, footprint=given, structure=structure, output="d", rtol=0, atol=0, **keywords)


@pytest.mark.parametrize("shape", [(30, 41), (11, 9, 10), (120, 90)])
@pytest.mark.parametrize("name", ["binary_erosion", "binary_dilation"])
def test_more_steps_than_change_anything(same, name, shape):
    rng = numpy.random.default_rng(len(shape))
    cross = scipy.ndimage.generate_binary_structure(len(shape), 1)
    ragged = cross.copy()
    ragged[(0,) * len(shape)] = True
    for share in (0.02, 0.5, 0.97):
        x, mask = rng.random(shape) < share, rng.random(shape) < 0.7
        for iterations in (2, 8, 9, 30):
            for structure in (None, cross, ragged):
                same(name, x, structure, iterations)
                same(name, x, structure, iterations, mask, border_value=1)
