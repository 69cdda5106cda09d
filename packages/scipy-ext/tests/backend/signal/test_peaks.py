"""Peaks, extrema and filters of neighbourhoods beside SciPy's."""

import math
import warnings

import numpy
import pytest
import scipy.signal

import cupy
from cupyx.scipy import signal

pytestmark = pytest.mark.usefixtures("way")

RNG = numpy.random.default_rng(2)
SIGNALS = {
    "noise": RNG.standard_normal(3000),
    "steps": RNG.integers(0, 5, 3000).astype(float),
    "walk": RNG.standard_normal(20000).cumsum(),
    "flat": numpy.r_[0, numpy.ones(500), 0, 2, 2, 0.5, 2],
    "up": numpy.arange(50.0),
    "empty": numpy.zeros(0),
    "one": numpy.ones(1),
    "holes": numpy.where(RNG.random(1000) < 0.02, numpy.nan, RNG.standard_normal(1000)),
    "ramp": numpy.tile([0.0, 1], 400) * numpy.arange(800),
    "short": numpy.array([0, 1, 0, 1, 1, 0, 3, 0], "i"),
}
CONDITIONS = [
    {},
    {"height": 0.5},
    {"height": (0, 1.5)},
    {"height": (None, 1)},
    {"threshold": 0.5},
    {"threshold": (0.1, 2.0)},
    {"distance": 7},
    {"distance": 2.5, "height": 0},
    {"prominence": 1},
    {"prominence": (0.5, 2), "wlen": 30},
    {"width": 2},
    {"width": (1, 5), "rel_height": 0.9},
    {"plateau_size": 1},
    {"plateau_size": (2, 10), "height": 1},
    {"height": 0, "threshold": 0, "distance": 3, "prominence": 0.5, "width": 0.5},
]


@pytest.mark.parametrize("name", SIGNALS)
@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda c: "-".join(c))
def test_find_peaks(name, condition):
    x = SIGNALS[name]
    if "distance" in condition and name in ("steps", "flat", "short"):
        x = x + numpy.linspace(0, 0.01, x.size)
    found, wanted = signal.find_peaks(cupy.asarray(x), **condition), scipy.signal.find_peaks(x, **condition)
    numpy.testing.assert_array_equal(found[0].get(), wanted[0])
    assert found[0].dtype == wanted[0].dtype
    assert sorted(found[1]) == sorted(wanted[1])
    for key, values in wanted[1].items():
        assert found[1][key].dtype == values.dtype
        numpy.testing.assert_allclose(found[1][key].get(), values, rtol=1e-11)


def test_conditions_of_samples():
    x = SIGNALS["noise"]
    bound = numpy.linspace(-1, 1, x.size)
    for condition in ({"height": bound}, {"height": (bound, None)}, {"prominence": (None, bound + 2)}):
        given = {
            key: cupy.asarray(value)
            if isinstance(value, numpy.ndarray)
            else tuple(None if v is None else cupy.asarray(v) for v in value)
            for key, value in condition.items()
        }
        numpy.testing.assert_array_equal(
            signal.find_peaks(cupy.asarray(x), **given)[0].get(), scipy.signal.find_peaks(x, **condition)[0]
        )


@pytest.mark.parametrize("name", ["noise", "walk", "steps", "holes"])
@pytest.mark.parametrize("wlen", [None, 2, 51, 4000.5])
def test_properties(name, wlen):
    x = SIGNALS[name]
    peaks = scipy.signal.find_peaks(x)[0]
    a, places = cupy.asarray(x), cupy.asarray(peaks)
    for found, wanted in zip(signal.peak_prominences(a, places, wlen), scipy.signal.peak_prominences(x, peaks, wlen)):
        numpy.testing.assert_array_equal(found.get(), wanted)
    for rel_height in (0, 0.5, 1):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for found, wanted in zip(
                signal.peak_widths(a, places, rel_height, None, wlen),
                scipy.signal.peak_widths(x, peaks, rel_height, None, wlen),
            ):
                numpy.testing.assert_allclose(found.get(), wanted)
    data = signal.peak_prominences(a, places)
    numpy.testing.assert_allclose(
        signal.peak_widths(a, places, 0.5, data)[0].get(), scipy.signal.peak_widths(x, peaks)[0]
    )


def test_no_peaks_warn():
    x = cupy.arange(5.0)
    with pytest.warns(Warning, match="prominence of 0"):
        signal.peak_prominences(x, cupy.array([2]))
    with pytest.warns(Warning, match="width of 0"):
        signal.peak_widths(x, cupy.array([2]))


@pytest.mark.parametrize("axis, order, mode", [(0, 1, "clip"), (1, 3, "clip"), (-1, 2, "wrap")])
def test_extrema(axis, order, mode):
    x = RNG.integers(0, 9, (30, 40))
    for name in ("argrelmax", "argrelmin"):
        for found, wanted in zip(
            getattr(signal, name)(cupy.asarray(x), axis, order, mode), getattr(scipy.signal, name)(x, axis, order, mode)
        ):
            numpy.testing.assert_array_equal(found.get(), wanted)
    for found, wanted in zip(
        signal.argrelextrema(cupy.asarray(x), cupy.greater_equal, axis, order, mode),
        scipy.signal.argrelextrema(x, numpy.greater_equal, axis, order, mode),
    ):
        numpy.testing.assert_array_equal(found.get(), wanted)


@pytest.mark.parametrize("comparator", ["greater", "less", "greater_equal", "less_equal", "not_equal"])
@pytest.mark.parametrize("dtype", ["f", "d", "e", "B", "h", "L", "?"])
@pytest.mark.parametrize("shape, axis", [((300,), 0), ((5, 7, 3), 1), ((1, 40), 0), ((0, 3), 1)])
@pytest.mark.parametrize("order, mode", [(1, "clip"), (4, "wrap"), (60, "clip"), (60, "wrap")])
def test_extrema_of_all_types(comparator, dtype, shape, axis, order, mode):
    x = RNG.integers(0, 30, shape).astype(dtype)
    if dtype in "fd":
        x[RNG.random(shape) < 0.1] = numpy.nan
    wanted = scipy.signal.argrelextrema(x, getattr(numpy, comparator), axis, order, mode)
    for module in (cupy, numpy):
        found = signal.argrelextrema(cupy.asarray(x), getattr(module, comparator), axis, order, mode)
        assert len(found) == len(wanted)
        for ours, theirs in zip(found, wanted):
            numpy.testing.assert_array_equal(ours.get(), theirs)


def test_extrema_of_an_axis_that_is_not_there():
    with pytest.raises(IndexError):
        signal.argrelmax(cupy.ones(5), 1)


def test_find_peaks_cwt():
    x = numpy.sin(numpy.arange(0, 10, 0.05))
    numpy.testing.assert_array_equal(
        signal.find_peaks_cwt(cupy.asarray(x), numpy.arange(1, 10)).get(),
        scipy.signal.find_peaks_cwt(x, numpy.arange(1, 10)),
    )


def test_medians_with_nans():
    x = cupy.asarray([1.0, numpy.nan, 3.0, 2.0, numpy.nan, numpy.nan, 5.0])
    numpy.testing.assert_array_equal(signal.medfilt(x, 3).get(), [1, 3, 3, 3, numpy.nan, numpy.nan, 5])


@pytest.mark.parametrize("dtype", ["f", "d", "i", "B"])
@pytest.mark.parametrize("shape, size", [((30,), 5), ((30,), None), ((12, 13), 3), ((12, 13), (5, 1)), ((5, 6, 7), 3),
                                         ((300,), 7), ((100,), 9), ((60,), 15), ((400,), 51), ((6, 40), (1, 5))])
def test_ranks(dtype, shape, size):
    x = (RNG.random(shape) * 100).astype(dtype)
    numpy.testing.assert_array_equal(signal.medfilt(cupy.asarray(x), size).get(), scipy.signal.medfilt(x, size))
    if len(shape) == 2:
        numpy.testing.assert_array_equal(signal.medfilt2d(cupy.asarray(x), size).get(), scipy.signal.medfilt2d(x, size))
    reverse = x[..., ::-1]
    numpy.testing.assert_array_equal(
        signal.medfilt(cupy.asarray(x)[..., ::-1], size).get(), scipy.signal.medfilt(reverse, size))
    domain = numpy.ones((3,) * len(shape), "i")
    domain.flat[0] = 0
    numpy.testing.assert_array_equal(
        signal.order_filter(cupy.asarray(x), cupy.asarray(domain), 1).get(), scipy.signal.order_filter(x, domain, 1)
    )


@pytest.mark.parametrize(("shape", "domain"), [((20,), (5,)), ((20,), (1,)), ((4, 9), (1, 3)), ((4, 9), (3, 1)),
                                               ((3, 40), (1, 33)), ((4, 9), (3, 3)), ((0,), (3,))])
@pytest.mark.parametrize("dtype", "dfi")
def test_order_filter_of_whole_neighbourhoods(shape, domain, dtype):
    x = (9 * RNG.random(shape)).astype(dtype)
    for ones in (numpy.ones(domain), cupy.ones(domain)):
        for rank in {0, math.prod(domain) // 2, math.prod(domain) - 1} if x.size else ():
            numpy.testing.assert_array_equal(signal.order_filter(cupy.asarray(x), ones, rank).get(),
                                             scipy.signal.order_filter(x, cupy.asnumpy(ones), rank))
        assert signal.order_filter(cupy.asarray(x), ones, 0).shape == shape


@pytest.mark.parametrize("shape, size", [((50,), None), ((20, 30), 5), ((20, 30), (3, 5))])
@pytest.mark.parametrize("noise", [None, 0.3])
def test_wiener(shape, size, noise):
    x = RNG.random(shape)
    numpy.testing.assert_allclose(
        signal.wiener(cupy.asarray(x), size, noise).get(), scipy.signal.wiener(x, size, noise), atol=1e-10
    )


@pytest.mark.parametrize("mode", ["interp", "mirror", "constant", "nearest", "wrap"])
@pytest.mark.parametrize("length, order, deriv", [(5, 2, 0), (11, 3, 1), (7, 4, 2), (1, 0, 0), (9, 2, 3)])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", ["f", "d", "i"])
def test_savgol(mode, length, order, deriv, axis, dtype):
    # Of one's own: single precision is held to its digits, of which some samples lose more than others.
    x = (numpy.random.default_rng(length).standard_normal((30, 33)) * 9).astype(dtype)
    found, wanted = [
        module.savgol_filter(as_array(x), length, order, deriv, 0.5, axis, mode, 1.5)
        for module, as_array in ((signal, cupy.asarray), (scipy.signal, numpy.asarray))
    ]
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(
        found.get(), wanted, rtol=1e-3 if dtype == "f" else 1e-8, atol=2e-3 if dtype == "f" else 1e-9
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda s, x: s.find_peaks(x[None]),
        lambda s, x: s.find_peaks(x, distance=0.5),
        lambda s, x: s.find_peaks(x, height=x[:5]),
        lambda s, x: s.find_peaks(x, width=1, wlen=1),
        lambda s, x: s.peak_prominences(x, [99]),
        lambda s, x: s.peak_prominences(x, [-1]),
        lambda s, x: s.peak_prominences(x, [[1]]),
        lambda s, x: s.peak_prominences(x, [1], wlen=0),
        lambda s, x: s.peak_widths(x, [1], rel_height=-1),
        lambda s, x: s.argrelmax(x, order=0),
        lambda s, x: s.medfilt(x, 4),
        lambda s, x: s.medfilt2d(x),
        lambda s, x: s.order_filter(x, [1, 1], 0),
        lambda s, x: s.medfilt(x + 1j),
        lambda s, x: s.savgol_filter(x, 99, 2),
        lambda s, x: s.savgol_filter(x, 5, 2, mode="x"),
        lambda s, x: s.savgol_filter(x, 5, 5),
    ],
)
def test_bad_input(call):
    for module, x in ((scipy.signal, numpy.sin(numpy.arange(50.0))), (signal, cupy.sin(cupy.arange(50.0)))):
        with pytest.raises(ValueError):
            call(module, x)
    with pytest.raises(ValueError):
        signal.peak_widths(cupy.arange(9.0), [1], prominence_data=([1.0], [5], [8]))
    with pytest.raises(TypeError):
        signal.peak_prominences(cupy.arange(9.0), [1.5])
