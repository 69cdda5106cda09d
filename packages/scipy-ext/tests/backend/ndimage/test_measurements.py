"""Labels, objects and measurements of labelled regions."""
import numpy
import pytest
import scipy.ndimage

import cupy
from cupyx.scipy import ndimage

SHAPES = [(20, 33), (7, 8, 9), (30,), (3, 4, 5, 6)]
STATISTICS = ["sum_labels", "mean", "variance", "standard_deviation", "minimum", "maximum", "median"]
CHOICES = [None, 3, numpy.array([1, 4, 2]), numpy.array([[1, 1], [0, 3]])]


def labels_of(shape, dtype="i"):
    return numpy.random.default_rng(5).integers(0, 5, shape).astype(dtype)


@pytest.mark.parametrize("shape", [*SHAPES, (1, 1), (40, 3), (64, 100), (2, 2, 2, 3, 2)])
def test_label(same, image, shape, way):
    for dtype in "?Bd":
        x = image(shape, "?").astype(dtype)
        for connectivity in range(1, len(shape) + 1):
            same("label", x, scipy.ndimage.generate_binary_structure(len(shape), connectivity))
    diagonal = numpy.zeros((3,) * len(shape), bool)
    diagonal[(1,) * len(shape)] = diagonal[(0,) * len(shape)] = diagonal[(2,) * len(shape)] = True
    same("label", image(shape, "?"), diagonal)


@pytest.mark.parametrize("shape", [(300, 170), (40, 45, 50), (2, 3, 70, 90)])
def test_label_structures(same, image, shape, way):
    """Structures that leave out some neighbours, or all that lie beside a pixel of a plane."""
    random = numpy.random.default_rng(len(shape))
    for _ in range(12):
        half = random.random((3,) * len(shape)) < random.choice([0.1, 0.5])
        structure = half | half[(slice(None, None, -1),) * len(shape)]
        structure[(1,) * len(shape)] = True
        same("label", image(shape, "?"), structure)


def test_label_winding(way):
    """Regions that meet only after long ways round."""
    spiral = numpy.zeros((41, 41), bool)
    for k in range(0, 20, 2):
        spiral[k, k:41 - k] = spiral[k:41 - k, 40 - k] = spiral[40 - k, k:41 - k] = spiral[k + 2:41 - k, k] = True
        spiral[k + 2, k:k + 3] = True
    for x in (spiral, ~spiral, spiral.T):
        labels, count = ndimage.label(cupy.asarray(x))
        wanted, number = scipy.ndimage.label(x)
        assert count == number
        numpy.testing.assert_array_equal(labels.get(), wanted)


def test_label_arguments(image, way):
    x = cupy.asarray(image((9, 10), "?"))
    out = cupy.zeros((9, 10), "h")
    assert ndimage.label(x, output=out) == scipy.ndimage.label(x.get())[1]
    assert ndimage.label(x, output="l")[0].dtype == "l"
    for call, error in [
            (lambda: ndimage.label(x, cupy.ones(3)), RuntimeError),
            (lambda: ndimage.label(x, cupy.ones((2, 3))), ValueError),
            (lambda: ndimage.label(x, output=out[1:]), ValueError),
            (lambda: ndimage.label(x * 1j), TypeError),
            (lambda: ndimage.label(cupy.eye(300), output="B"), RuntimeError)]:
        with pytest.raises(error):
            call()


@pytest.mark.parametrize("dtype", "?BhIlfd")
@pytest.mark.parametrize("name", STATISTICS)
def test_statistics(same, image, name, dtype, way):
    rtol = 1e-4 if dtype == "f" else 1e-9
    for shape in SHAPES:
        x = image(shape, dtype)
        same(name, x, rtol=rtol)
        for index in CHOICES:
            for kind in "iBlf":
                same(name, x, labels_of(shape, kind), index, rtol=rtol)


def test_complex_sums(image, way):
    x, labels = image((9, 10), "D"), labels_of((9, 10))
    found = ndimage.sum_labels(cupy.asarray(x), cupy.asarray(labels), cupy.arange(5)).get()
    numpy.testing.assert_allclose(found, [x[labels == k].sum() for k in range(5)])
    found = ndimage.variance(cupy.asarray(x), cupy.asarray(labels), cupy.arange(5)).get()
    numpy.testing.assert_allclose(found, [x[labels == k].var() for k in range(5)])


@pytest.mark.parametrize("name", ["minimum", "maximum", "median", "minimum_position", "maximum_position", "extrema"])
def test_order_of_complex_numbers(same, image, name):
    x, labels = image((9, 10), "D").round(-1), labels_of((9, 10))
    same(name, x)
    same(name, x, labels)
    for index in (2, [1, 3], numpy.array([4, 1, 2])):
        same(name, x, labels, index)
    assert ndimage.minimum(cupy.asarray(x), cupy.asarray(labels), [99]).get() == [0]


def test_histograms_of_odd_labels(same, image, way):
    x, labels = image((9, 10)), labels_of((9, 10), "B")
    for kind in (labels, labels[0], 1):
        same("histogram", x, 0, 50, 7, kind)
    assert ndimage.histogram(cupy.asarray(x), 0, 50, 7, cupy.asarray(labels), []).shape == (0, 7)
    with pytest.raises(ValueError, match="index"):
        ndimage.histogram(cupy.asarray(x), 0, 50, 7, cupy.asarray(labels), [300])


def test_missing_labels(way):
    x, labels = cupy.asarray([3.0, 1, 2]), cupy.asarray([1, 1, 2])
    assert ndimage.minimum(x, labels, [1, 7]).get().tolist() == [1, 0]
    assert ndimage.sum_labels(x, labels, [7]).get().tolist() == [0]
    assert numpy.isnan(ndimage.mean(x, labels, [7]).get()).all()
    assert numpy.isnan(ndimage.median(x, labels, [7]).get()).all()
    assert ndimage.mean(x, labels, [1.5, 2.0, 1]).get()[1:].tolist() == [2, 2]
    assert ndimage.sum_labels(x, labels, [2 ** 40, 2]).get().tolist() == [0, 2]


def test_positions(image):
    for shape in SHAPES:
        x = numpy.random.default_rng(7).permutation(numpy.prod(shape)).reshape(shape)
        labels = labels_of(shape)
        a, b = cupy.asarray(x), cupy.asarray(labels)
        for index in (None, 2, [1, 4, 3]):
            for name in ("minimum_position", "maximum_position"):
                assert getattr(ndimage, name)(a, b, index) == getattr(scipy.ndimage, name)(x, labels, index)
            four = scipy.ndimage.extrema(x, labels, index)
            for found, wanted in zip(ndimage.extrema(a, b, index), four, strict=True):
                numpy.testing.assert_array_equal(found.get() if isinstance(found, cupy.ndarray) else found, wanted)
            found = ndimage.center_of_mass(a, b, index)
            found = [v.get() if isinstance(v, cupy.ndarray) else v for v in found]
            numpy.testing.assert_allclose(found, scipy.ndimage.center_of_mass(x, labels, index))


@pytest.mark.parametrize("shape", [*SHAPES, (5, 1)])
def test_objects_and_values(shape, way):
    labels = numpy.random.default_rng(1).integers(-1, 7, shape)
    for dtype in "bil":
        for most in (0, 3, 12):
            found = ndimage.find_objects(cupy.asarray(labels.astype(dtype)), most)
            assert found == scipy.ndimage.find_objects(labels.astype(dtype), most)
    found = ndimage.value_indices(cupy.asarray(labels), ignore_value=2)
    wanted = scipy.ndimage.value_indices(labels, ignore_value=2)
    assert set(found) == set(wanted)
    for value, places in wanted.items():
        for a, b in zip(found[value], places, strict=True):
            numpy.testing.assert_array_equal(a.get(), b)
    with pytest.raises(ValueError, match="integer"):
        ndimage.value_indices(cupy.zeros(3))


@pytest.mark.parametrize("label", [-1, 0, 1, 2, 3])
@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_boxes_around_a_single_pixel(label, most):
    assert ndimage.find_objects(cupy.asarray(label), most) == scipy.ndimage.find_objects(numpy.array(label), most)



@pytest.mark.parametrize("shape", SHAPES)
def test_functions_of_regions(image, shape, way):
    x, labels = image(shape), labels_of(shape)
    a, b = cupy.asarray(x), cupy.asarray(labels)
    for given, index in ((None, None), (labels, None), (labels, 3), (labels, [1, 4, 2])):
        there = None if given is None else b
        wanted = scipy.ndimage.histogram(x, 10, 80, 5, given, index)
        found = ndimage.histogram(a, 10, 80, 5, there, index).get()
        numpy.testing.assert_array_equal(found, numpy.stack(wanted) if index == [1, 4, 2] else wanted)
        wanted = scipy.ndimage.labeled_comprehension(x, given, index, numpy.mean, float, -1)
        found = ndimage.labeled_comprehension(a, there, index, cupy.mean, float, -1)
        numpy.testing.assert_allclose(found.get(), wanted)
        found = ndimage.labeled_comprehension(a, there, index, lambda v: float(v.mean()), float, -1)
        numpy.testing.assert_allclose(found.get() if isinstance(found, cupy.ndarray) else found, wanted)
    found = ndimage.labeled_comprehension(a, b, [1, 9], lambda v, p: p.max(), int, -5, True)
    assert found.get().tolist() == [int(numpy.flatnonzero(labels == 1).max()), -5]


def test_watershed(image):
    x = image((20, 21), "B")
    markers = numpy.zeros(x.shape, int)
    markers[3, 4], markers[15, 9], markers[7, 19] = 1, 2, -3
    found = ndimage.watershed_ift(cupy.asarray(x), cupy.asarray(markers))
    numpy.testing.assert_array_equal(found.get(), scipy.ndimage.watershed_ift(x, markers))
    with pytest.raises(TypeError):
        ndimage.watershed_ift(cupy.asarray(x.astype("d")), cupy.asarray(markers))


@pytest.mark.parametrize("dtype", "BilfdD")
def test_histograms_by_edges_and_complex_items(dtype):
    """Items on edges, beyond the ends and, of complex ones, beside them; labels that do not exist or are no numbers."""
    rng = numpy.random.default_rng(5)
    x = rng.integers(0, 12, 3000).astype(dtype)
    if dtype == "D":
        x += 1j * rng.integers(-1, 2, x.size)
    if dtype == "d":
        x[:50] = numpy.nan
    labels = rng.integers(-3, 40, x.size)
    for low, high, bins in [(0, 10, 10), (2, 9, 21), (3, 3, 4), (0.1, 0.7, 3), (-5, 50, 1)]:
        for index in [numpy.arange(1, 30), [5, 2, 5, 100], 7, [1.0, 2.0]]:
            wanted = scipy.ndimage.histogram(x, low, high, bins, labels, index)
            if numpy.ndim(index):
                # SciPy has None for labels without pixels.
                wanted = numpy.array([numpy.zeros(bins, int) if counts is None else counts for counts in wanted.flat])
            found = ndimage.histogram(cupy.asarray(x), low, high, bins, cupy.asarray(labels), index).get()
            numpy.testing.assert_array_equal(found, wanted.reshape(found.shape))


@pytest.mark.parametrize("index", [None, 1, [1, 2]], ids=str)
def test_histograms_of_odd_bins(index):
    x, labels = numpy.arange(12.0).reshape(3, 4), numpy.arange(12).reshape(3, 4) % 3
    there = cupy.asarray(x), cupy.asarray(labels)
    for bins in (-1, 0, True):
        wanted = numpy.array(list(scipy.ndimage.histogram(x, 0, 5, bins, labels, index)))
        numpy.testing.assert_array_equal(ndimage.histogram(there[0], 0, 5, bins, there[1], index).get(), wanted)
    for low, high, bins in [(0, 5, -2), ([], 5, 3), ([0, 1], 5, 3), (0, [5, 6], 3), (5, 0, 3)]:
        with pytest.raises(ValueError, match="non-negative|1d|monotonically"):
            scipy.ndimage.histogram(x, low, high, bins, labels, index)
        with pytest.raises(ValueError, match="non-negative|1d|monotonically"):
            ndimage.histogram(there[0], low, high, bins, there[1], index)


@pytest.mark.parametrize("dtype", "bBhHlL")
def test_values_far_apart(dtype):
    """Few and many values between the ends, which lie apart as far as the type allows."""
    rng = numpy.random.default_rng(6)
    ends = numpy.iinfo(dtype)
    for low, high in [(ends.min, ends.max), (ends.max - 100, ends.max), (0, 90), (0, min(70_000, ends.max))]:
        if high - low > 2 ** 33:
            continue            # SciPy has a counter for each value between the ends
        x = rng.integers(low, high, (30, 17), dtype, endpoint=True)
        wanted, found = scipy.ndimage.value_indices(x), ndimage.value_indices(cupy.asarray(x))
        assert list(found) == sorted(found)
        assert set(found) == {int(value) for value in wanted}
        for value, places in wanted.items():
            numpy.testing.assert_array_equal([place.get() for place in found[int(value)]], places)
        index = numpy.append(x.ravel()[:5], x.dtype.type(3))
        wanted = scipy.ndimage.labeled_comprehension(x * 1.0, x, index, numpy.sum, float, -1)
        found = ndimage.labeled_comprehension(cupy.asarray(x * 1.0), cupy.asarray(x), index, cupy.sum, float, -1)
        numpy.testing.assert_allclose(found.get(), wanted)


@pytest.mark.parametrize("dtype", ["i1", "i4", "i8", "u2"])
def test_few_labelled_pixels(dtype):
    """Labels and indices that a short table has room for, and those that it has none for."""
    rng = numpy.random.default_rng(3)
    for number, (shape, high, index) in enumerate((
            ((9, 7), 6, [1, 2, 5]), ((40,), 5, [3, 3, 0, 99]), ((3, 4, 5), 100, [7, 50]), ((30,), 5, [-1, 2]),
            ((20, 20), 3, range(40)), ((8, 8), 60, [100]), ((5, 1), 4, [[0, 1], [2, 9]]))):
        x = rng.random(shape).astype("fd"[number % 2]) if number % 3 else rng.integers(0, 99, shape)
        labels = rng.integers(0, high, shape).astype(dtype)
        if number == 3 and dtype[0] == "i":
            labels[::3] = -1
        index = numpy.array(index)
        for name in ("sum_labels", "mean", "variance", "standard_deviation"):
            with numpy.errstate(all="ignore"):
                want = getattr(scipy.ndimage, name)(x, labels, index)
            got = getattr(ndimage, name)(cupy.asarray(x), cupy.asarray(labels), cupy.asarray(index))
            numpy.testing.assert_allclose(got.get(), want, rtol=1e-6 if x.dtype == "f" else 1e-12)
        if dtype[0] == "u" and index.min() < 0:
            continue
        for more in ({}, {"pass_positions": True}):
            def total(values, positions=0):
                return float((values + positions).sum())
            want = scipy.ndimage.labeled_comprehension(x, labels, index.ravel(), total, float, -3, **more)
            given = map(cupy.asarray, (x, labels, index.ravel()))
            got = ndimage.labeled_comprehension(*given, total, float, -3, **more)
            numpy.testing.assert_allclose(got.get(), want, rtol=1e-5)
        for values in (labels, labels.ravel()[:1].reshape(()), labels.astype("i8") * 1000 - 5):
            want, got = scipy.ndimage.value_indices(values), ndimage.value_indices(cupy.asarray(values))
            assert list(got) == list(want) and all(type(key) is values.dtype.type for key in got)
            for key, places in want.items():
                numpy.testing.assert_array_equal([place.get() for place in got[key]], places)
