"""Recursive filters beside SciPy's."""

import numpy
import pytest
import scipy.signal

import cupy
import cupyx
from cupyx.scipy import signal

pytestmark = pytest.mark.usefixtures("way")

RNG = numpy.random.default_rng(7)


@pytest.fixture(autouse=True)
def the_same_numbers():
    """Each test draws what it draws alone: in single precision SciPy's rounding comes near the tolerance."""
    RNG.bit_generator.state = numpy.random.default_rng(7).bit_generator.state


def _signal(shape, dtype):
    x = RNG.standard_normal(shape)
    return (x + 1j * RNG.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


def _compare(found, wanted, tolerance):
    assert isinstance(found, cupy.ndarray)
    assert found.shape == wanted.shape
    assert found.dtype == wanted.dtype
    scale = numpy.abs(wanted).max() if wanted.size else 1
    numpy.testing.assert_allclose(found.get(), wanted, rtol=tolerance, atol=tolerance * max(scale, 1e-300))


def _tolerance(dtype):
    return 2e-4 if dtype in "fF" else 1e-9


FILTERS = {
    "one": ([1.0], [1.0, -0.9]),
    "two": scipy.signal.butter(2, 0.1),
    "three": ([0.5, 0.1, 0.2, 1], [2.0, 0.3, -0.1, 0.5]),
    "four": scipy.signal.butter(4, 0.1),
    "eight": scipy.signal.cheby1(8, 1, 0.5),
    "twelve": scipy.signal.butter(12, 0.6),
    "gain": ([2.0], [4.0]),
    "finite": (RNG.standard_normal(7), [2.0]),
    "numerator": (RNG.standard_normal(30), [1.0, -0.5, 0.2]),
    "denominator": ([1.0, 2.0], numpy.r_[1.0, RNG.standard_normal(24) / 40]),
    "near": ([1.0], [1.0, -1.98, 0.9801]),
    "unstable": ([1.0, 0.5], [1.0, -1.005]),
    "long": (RNG.standard_normal(700), [1.0]),
}


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize(
    "shape, axis", [((1,), 0), ((50,), -1), ((3000,), -1), ((3, 200), 1), ((200, 5), 0), ((2, 90, 3), 1), ((9000,), 0)]
)
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_lfilter(name, shape, axis, dtype):
    b, a = (numpy.asarray(c, dtype.lower() if dtype in "FD" else dtype) for c in FILTERS[name])
    x = _signal(shape, dtype)
    _compare(
        signal.lfilter(b, cupy.asarray(a), cupy.asarray(x), axis),
        scipy.signal.lfilter(b, a, x, axis),
        _tolerance(dtype),
    )
    shape_zi = list(shape)
    shape_zi[axis] = max(len(a), len(b)) - 1
    zi = _signal(shape_zi, dtype)
    found = signal.lfilter(b, a, cupy.asarray(x), axis, cupy.asarray(zi))
    for ours, theirs in zip(found, scipy.signal.lfilter(b, a, x, axis, zi)):
        _compare(ours, theirs, _tolerance(dtype))


def test_lfilter_of_integers_and_views():
    x = RNG.integers(-9, 9, (40, 6))
    b, a = [1, 2], [2, -1]
    for dtype in "bilB":
        found = signal.lfilter(b, a, cupy.asarray(abs(x).astype(dtype)))
        _compare(found, scipy.signal.lfilter(b, a, abs(x).astype("d")), 1e-12)
    _compare(
        signal.lfilter(b, a, cupy.asarray(x)[::-2, ::2], 0), scipy.signal.lfilter(b, a, x[::-2, ::2] * 1.0, 0), 1e-12
    )
    zi = numpy.ones((1, 6))
    assert signal.lfilter([1.0], [1.0, 0.5], cupy.ones((3, 6)), 0, cupy.ones((1, 1)))[1].shape == zi.shape
    assert signal.lfilter(b, a, cupy.zeros((3, 0))).shape == (3, 0)
    assert signal.lfilter(numpy.ones(1, "f"), numpy.ones(2, "f"), cupy.ones(5, "e")).dtype == "f"
    _compare(
        signal.lfilter([1.0, 1j], [1.0, 0.5j], cupy.ones(9)),
        scipy.signal.lfilter([1.0, 1j], [1.0, 0.5j], numpy.ones(9)),
        1e-12,
    )


@pytest.mark.parametrize("b", [[1.0], [1.0, 2, 0]])
def test_one_coefficient_may_be_zero(b):
    x = numpy.random.default_rng(1).standard_normal((2, 9))
    with numpy.errstate(all="ignore"):
        wanted = scipy.signal.lfilter(b, [0.0], x)
    numpy.testing.assert_array_equal(signal.lfilter(b, [0.0], cupy.asarray(x)).get(), wanted)
    with pytest.raises(ValueError, match=r"a\[0\] == 0"):
        signal.lfilter(b, [0.0, 1.0], cupy.asarray(x))


def test_states_continue():
    b, a = scipy.signal.butter(5, 0.2)
    x = cupy.asarray(_signal(500, "d"))
    whole = signal.lfilter(b, a, x)
    zi, parts = cupy.zeros(5), []
    for at in (0, 3, 200, 201):
        part, zi = signal.lfilter(b, a, x[at : {0: 3, 3: 200, 200: 201, 201: 500}[at]], zi=zi)
        parts.append(part)
    numpy.testing.assert_allclose(cupy.concatenate(parts).get(), whole.get(), rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("radius", [0.9, 0.99, 0.999, 0.9999, 1.0])
def test_poles_near_the_circle(radius):
    a = numpy.poly([radius * numpy.exp(1j * 0.3), radius * numpy.exp(-1j * 0.3)]).real
    x = _signal(20000, "d")
    _compare(signal.lfilter([1.0], a, cupy.asarray(x)), scipy.signal.lfilter([1.0], a, x), 1e-9)


def test_far_unstable_filters_and_late_pulses():
    a = [1.0, -3.0, 2.5]
    x = numpy.zeros(6000)
    x[5900] = 1
    found, wanted = signal.lfilter([1.0], a, cupy.asarray(x)).get(), scipy.signal.lfilter([1.0], a, x)
    assert (found[:5900] == 0).all()
    numpy.testing.assert_allclose(found, wanted, rtol=1e-9)


def test_not_a_number_stays_from_there_on():
    x = numpy.ones(6000)
    x[4500] = numpy.nan
    found = signal.lfilter([1.0], [1.0, -0.5], cupy.asarray(x)).get()
    assert numpy.isfinite(found[:4500]).all() and numpy.isnan(found[4500:]).all()


@pytest.mark.parametrize("sections", [1, 2, 3, 5, 8, 11])
@pytest.mark.parametrize(
    "shape, axis", [((1,), 0), ((70,), -1), ((3, 200), 1), ((200, 5), 0), ((2, 90, 3), 1), ((6000,), 0)]
)
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_sosfilt(sections, shape, axis, dtype):
    sos = scipy.signal.butter(2 * sections - 1, 0.3, output="sos").astype(dtype.lower() if dtype in "FD" else dtype)
    x = _signal(shape, dtype)
    _compare(
        signal.sosfilt(cupy.asarray(sos), cupy.asarray(x), axis), scipy.signal.sosfilt(sos, x, axis), _tolerance(dtype)
    )
    shape_zi = list(shape)
    shape_zi[axis] = 2
    zi = _signal([sections, *shape_zi], dtype)
    for ours, theirs in zip(
        signal.sosfilt(sos, cupy.asarray(x), axis, cupy.asarray(zi)), scipy.signal.sosfilt(sos, x, axis, zi)
    ):
        _compare(ours, theirs, _tolerance(dtype))


@pytest.mark.parametrize("padtype, padlen", [("odd", None), ("even", None), ("constant", 5), (None, None), ("odd", 0)])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", ["f", "d"])
def test_both_directions(padtype, padlen, axis, dtype):
    x = _signal((60, 80), dtype)
    b, a = scipy.signal.butter(3, 0.2)
    _compare(
        signal.filtfilt(b, a, cupy.asarray(x), axis, padtype, padlen),
        scipy.signal.filtfilt(b, a, x, axis, padtype, padlen),
        1e-6 if dtype == "f" else 1e-10,
    )
    sos = scipy.signal.butter(5, 0.3, output="sos")
    _compare(
        signal.sosfiltfilt(sos, cupy.asarray(x), axis, padtype, padlen),
        scipy.signal.sosfiltfilt(sos, x, axis, padtype, padlen),
        1e-6 if dtype == "f" else 1e-10,
    )


@pytest.mark.parametrize("irlen", [None, 30, 500])
@pytest.mark.parametrize("axis", [0, 1])
def test_gustafsson(irlen, axis):
    b, a = scipy.signal.ellip(4, 0.01, 120, 0.125)
    x = _signal((100, 101), "d")
    _compare(
        signal.filtfilt(b, a, cupy.asarray(x), axis, method="gust", irlen=irlen),
        scipy.signal.filtfilt(b, a, x, axis, method="gust", irlen=irlen),
        1e-6,
    )


def test_deconvolve():
    divisor, quotient = RNG.standard_normal(5) + numpy.r_[9, 0, 0, 0, 0], RNG.standard_normal(40)
    product = numpy.convolve(divisor, quotient)
    for ours, theirs in zip(
        signal.deconvolve(cupy.asarray(product), cupy.asarray(divisor)), scipy.signal.deconvolve(product, divisor)
    ):
        numpy.testing.assert_allclose(ours.get(), theirs, atol=1e-9)
    found = signal.deconvolve(cupy.ones(2), cupy.ones(3))
    assert found[0].size == 0 and found[1].get().tolist() == [1, 1]


def test_initial_states():
    b, a = scipy.signal.butter(5, 0.25)
    numpy.testing.assert_allclose(
        signal.lfilter_zi(cupy.asarray(b), cupy.asarray(a)).get(), scipy.signal.lfilter_zi(b, a)
    )
    numpy.testing.assert_allclose(
        signal.lfiltic(b, a, cupy.arange(5.0), cupy.arange(3.0)).get(),
        scipy.signal.lfiltic(b, a, numpy.arange(5.0), numpy.arange(3.0)),
    )
    sos = scipy.signal.butter(5, 0.25, output="sos")
    numpy.testing.assert_allclose(signal.sosfilt_zi(cupy.asarray(sos)).get(), scipy.signal.sosfilt_zi(sos))


@pytest.mark.parametrize(
    "call",
    [
        lambda s, x: s.lfilter([1.0], [0.0, 1.0], x),
        lambda s, x: s.lfilter([], [1.0], x),
        lambda s, x: s.lfilter([[1.0]], [1.0, 2], x),
        lambda s, x: s.lfilter([1.0], [1.0, 0.5], x, zi=x),
        lambda s, x: s.lfilter([1.0], [1.0, 0.5], x, zi=x[None, :1]),
        lambda s, x: s.lfilter([1.0], [], x),
        lambda s, x: s.lfilter([1.0], [1.0, 0.5], x[0]),
        lambda s, x: s.lfilter([1.0], [1.0, 0.5], x, axis=2),
        lambda s, x: s.sosfilt([[1.0, 0, 0, 2, 0, 0]], x),
        lambda s, x: s.sosfilt([[1.0, 0, 0, 1, 0]], x),
        lambda s, x: s.sosfilt([[1.0, 0, 0, 1, 0, 0]], x, zi=x),
        lambda s, x: s.sosfilt([[1.0, 0, 0, 1, 0, 0]], x[0]),
        lambda s, x: s.sosfilt([[[1.0, 0, 0, 1, 0, 0]]], x),
        lambda s, x: s.filtfilt([1.0], [1.0, 0.5], x, padlen=50),
        lambda s, x: s.filtfilt([1.0], [1.0, 0.5], x, padtype="none"),
        lambda s, x: s.filtfilt([1.0], [1.0, 0.5], x, method="none"),
        lambda s, x: s.deconvolve(x[:0], x),
        lambda s, x: s.deconvolve(x[None], x),
        lambda s, x: s.sosfiltfilt([[1.0, 0, 0, 1, 0, 0]], x, padlen=50),
    ],
)
def test_bad_input(call):
    for module, x in ((scipy.signal, numpy.ones(50)), (signal, cupy.ones(50))):
        with pytest.raises(ValueError):
            call(module, x)


def test_coefficients_of_the_device_are_not_waited_for():
    x = _signal((2, 9000), "d")
    coefficients = [FILTERS[name] for name in ("two", "finite", "numerator", "denominator")]
    sections, device = scipy.signal.butter(9, 0.3, output="sos"), cupy.asarray(x)
    on_device = [tuple(map(cupy.asarray, pair)) for pair in coefficients], cupy.asarray(sections)
    with cupyx.allow_synchronize(False):
        found = [signal.lfilter(b, a, device) for b, a in on_device[0]], signal.sosfilt(on_device[1], device)
    for ours, (b, a) in zip(found[0], coefficients):
        _compare(ours, scipy.signal.lfilter(b, a, x), 1e-9)
    _compare(found[1], scipy.signal.sosfilt(sections, x), 1e-9)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: signal.lfilter(cupy.ones(2), cupy.asarray([0.0, 1.0]), x),
        lambda x: signal.sosfilt(cupy.asarray([[1.0, 0, 0, 1, 0, 0], [1.0, 0, 0, 2, 0, 0]]), x),
        lambda x: signal.sosfilt(cupy.asarray([[1.0, 0, 0, 2, 0, 0]]), x, zi=x)[0],      # both are wrong
    ],
)
def test_what_coefficients_of_the_device_must_not_be(call):
    with pytest.raises(ValueError, match="a.0.|sos.* should be all ones"):
        call(cupy.ones(50)).get()


@pytest.mark.parametrize("filter", [([1.0], [1.0, -0.9999]), scipy.signal.butter(2, 0.01)], ids=["one", "two"])
def test_signals_of_many_tiles(filter):
    b, a = filter
    x, zi = _signal(600_000, "d"), numpy.ones(len(a) - 1)
    found = signal.lfilter(b, a, cupy.asarray(x), zi=cupy.asarray(zi))
    for ours, theirs in zip(found, scipy.signal.lfilter(b, a, x, zi=zi)):
        _compare(ours, theirs, 1e-9)


@pytest.mark.parametrize("dtype", ["f", "D"])
@pytest.mark.parametrize("sections", [1, 2, 4])
def test_few_signals_of_several_tiles(sections, dtype):
    sos, x = scipy.signal.butter(2 * sections, 0.1, output="sos"), _signal((2, 9000), dtype)
    zi = _signal((sections, 2, 2), "d")
    found = signal.sosfilt(sos, cupy.asarray(x), zi=cupy.asarray(zi))
    for ours, theirs in zip(found, scipy.signal.sosfilt(sos, x.astype(dtype.replace("f", "d")), zi=zi)):
        _compare(ours, theirs, 1e-5 if dtype == "f" else 1e-9)
    b, a = scipy.signal.butter(2 * sections - 1, 0.2)
    _compare(signal.lfilter(b, a, cupy.asarray(x)), scipy.signal.lfilter(b, a, x), 1e-4 if dtype == "f" else 1e-9)


def test_many_signals_of_several_tiles():
    x, sos = _signal((300, 5000), "d"), scipy.signal.butter(4, 0.05, output="sos")
    _compare(signal.sosfilt(sos, cupy.asarray(x)), scipy.signal.sosfilt(sos, x), 1e-9)


def test_many_columns():
    x = _signal((60, 5000), "d")
    found = signal.lfilter([1.0, 2.0], [1.0, -0.5], cupy.asarray(x), axis=0)
    _compare(found, scipy.signal.lfilter([1.0, 2.0], [1.0, -0.5], x, axis=0), 1e-9)
