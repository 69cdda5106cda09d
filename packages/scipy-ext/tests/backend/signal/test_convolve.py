"""Convolution and correlation beside SciPy's."""

import numpy
import pytest
import scipy.signal

import cupy
from cupyx.scipy import signal

pytestmark = pytest.mark.usefixtures("way")

SHAPES = [
    ((5,), (3,)),
    ((3,), (5,)),
    ((64,), (64,)),
    ((1,), (7,)),
    ((100,), (1,)),
    ((1001,), (33,)),
    ((33,), (1001,)),
    ((6, 7), (2, 3)),
    ((6, 7), (7, 8)),
    ((9, 40), (4, 1)),
    ((4, 5, 6), (2, 3, 2)),
    ((3, 2, 3, 4), (1, 2, 3, 2)),
]


def _pair(shape1, shape2, dtype, seed=0):
    rng = numpy.random.default_rng(seed)
    if dtype in "FD":
        return [(rng.standard_normal(s) + 1j * rng.standard_normal(s)).astype(dtype) for s in (shape1, shape2)]
    if dtype in "fd":
        return [rng.standard_normal(s).astype(dtype) for s in (shape1, shape2)]
    return [rng.integers(-9, 9, s).astype(dtype) for s in (shape1, shape2)]


def _compare(found, wanted, dtype):
    assert found.dtype == wanted.dtype
    assert found.shape == wanted.shape
    tolerance = 2e-4 if dtype in "fF" else 1e-9
    numpy.testing.assert_allclose(found.get(), wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D", "i", "l", "b"])
@pytest.mark.parametrize("name", ["convolve", "correlate"])
@pytest.mark.parametrize("method", ["direct", "fft"])
def test_all_ways(shapes, mode, dtype, name, method):
    a, b = _pair(*shapes, dtype)
    found = getattr(signal, name)(cupy.asarray(a), cupy.asarray(b), mode, method)
    try:
        wanted = getattr(scipy.signal, name)(a, b, mode, method)
    except ValueError:
        pytest.fail("SciPy refuses this")
    _compare(found, wanted, dtype)


def test_layouts():
    a, b = _pair((20, 30), (5, 4), "d")
    found = signal.convolve(cupy.asarray(a)[::-2, ::3], cupy.asarray(b).T, method="direct")
    numpy.testing.assert_allclose(found.get(), scipy.signal.convolve(a[::-2, ::3], b.T), atol=1e-12)
    bools = numpy.array([True, False, True])
    assert signal.convolve(cupy.asarray(bools), cupy.asarray(bools)).get().tolist() == [True, False, True, False, True]
    assert signal.convolve(cupy.asarray(3.0), cupy.asarray(2.0)).item() == 6
    assert signal.correlate(cupy.asarray(3.0), cupy.asarray(2.0j)).item() == -6j


def test_integers_stay_exact():
    a = numpy.full(600, 2**31, "l")
    found = signal.convolve(cupy.asarray(a), cupy.asarray(a // 3))
    numpy.testing.assert_array_equal(found.get(), numpy.convolve(a, a // 3))


def test_not_a_number_stays_local():
    a = numpy.ones(50)
    a[20] = numpy.nan
    found = signal.convolve(cupy.asarray(a), cupy.ones(3), method="direct").get()
    assert numpy.isnan(found).sum() == 3


@pytest.mark.parametrize("name", ["fftconvolve", "oaconvolve"])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize(
    "shapes, axes",
    [
        (((7, 9), (3, 9)), 0),
        (((7, 9), (1, 4)), (1,)),
        (((7, 9), (7, 1)), 1),
        (((2, 5000), (2, 20)), -1),
        (((5000, 3), (20, 1)), 0),
        (((20,), (60000,)), None),
        (((60000,), (20,)), None),
        (((8, 8), (3, 3)), [1, 0]),
    ],
    ids=str,
)
@pytest.mark.parametrize("dtype", ["f", "d", "D", "i"])
def test_transforms(name, mode, shapes, axes, dtype):
    a, b = _pair(*shapes, dtype)
    _compare(
        getattr(signal, name)(cupy.asarray(a), cupy.asarray(b), mode, axes),
        getattr(scipy.signal, name)(a, b, mode, axes),
        dtype,
    )


@pytest.mark.parametrize("name", ["convolve2d", "correlate2d"])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("boundary, fill", [("fill", 0), ("fill", 2), ("wrap", 0), ("symm", 0)])
@pytest.mark.parametrize("shapes", [((6, 17), (3, 4)), ((3, 2), (4, 9)), ((5, 5), (1, 1)), ((12, 3), (2, 2))], ids=str)
@pytest.mark.parametrize("dtype", ["f", "d", "D", "i"])
def test_planes(name, mode, boundary, fill, shapes, dtype):
    a, b = _pair(*shapes, dtype)
    _compare(
        getattr(signal, name)(cupy.asarray(a), cupy.asarray(b), mode, boundary, fill),
        getattr(scipy.signal, name)(a, b, mode, boundary, fill),
        dtype,
    )


@pytest.mark.parametrize("dtype", ["f", "d"])
def test_sepfir2d(dtype):
    a = numpy.random.default_rng(1).standard_normal((9, 14)).astype(dtype)
    row, column = numpy.array([1, 2, 3, 2, 1.5], dtype), numpy.array([1, 0, -1], dtype)
    _compare(
        signal.sepfir2d(cupy.asarray(a), cupy.asarray(row), cupy.asarray(column)),
        scipy.signal.sepfir2d(a, row, column),
        dtype,
    )
    with pytest.raises(ValueError):
        signal.sepfir2d(cupy.asarray(a), cupy.ones(4), cupy.ones(3))


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("n, m", [(5, 3), (3, 5), (6, 6), (1, 4)])
def test_lags(mode, n, m):
    numpy.testing.assert_array_equal(
        signal.correlation_lags(n, m, mode).get(), scipy.signal.correlation_lags(n, m, mode)
    )


def test_choice():
    assert signal.choose_conv_method(cupy.ones(10), cupy.ones(10)) == "direct"
    assert signal.choose_conv_method(cupy.ones(1 << 17), cupy.ones(1 << 17)) == "fft"
    assert signal.choose_conv_method(cupy.full(1 << 17, 2**40), cupy.full(1 << 17, 2**12)) == "direct"
    method, seconds = signal.choose_conv_method(cupy.ones(100), cupy.ones(3), measure=True)
    assert method == min(seconds, key=seconds.get)


@pytest.mark.parametrize(
    "call",
    [
        lambda s, a: s.convolve(a, a, mode="other"),
        lambda s, a: s.convolve(a, a, method="other"),
        lambda s, a: s.convolve(a, a[None]),
        lambda s, a: s.correlate(a, a[None]),
        lambda s, a: s.correlate(a, a, "other"),
        lambda s, a: s.convolve(a.reshape(2, 3), a.reshape(3, 2), mode="valid"),
        lambda s, a: s.fftconvolve(a, a, axes=[]),
        lambda s, a: s.fftconvolve(a, a, axes=[0, 0]),
        lambda s, a: s.fftconvolve(a, a, axes=[3]),
        lambda s, a: s.fftconvolve(a, a, mode="other"),
        lambda s, a: s.convolve2d(a, a),
        lambda s, a: s.convolve2d(a[None], a[None], boundary="other"),
        lambda s, a: s.convolve2d(a[None], a[None], "other"),
        lambda s, a: s.convolve(a[:0], a),
        lambda s, a: s.correlation_lags(3, 4, "other"),
    ],
)
def test_bad_input(call):
    for module, a in ((scipy.signal, numpy.arange(6.0)), (signal, cupy.arange(6.0))):
        with pytest.raises(ValueError):
            call(module, a)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
@pytest.mark.parametrize("sizes", [(5000, 200), (9000, 700), (700, 9000), (20000, 1500), (100, 100), (9, 5)], ids=str)
def test_blocks_of_long_signals(sizes, dtype, mode):
    a, b = _pair(*[(n,) for n in sizes], dtype)
    found, wanted = signal.fftconvolve(cupy.asarray(a), cupy.asarray(b), mode), scipy.signal.fftconvolve(a, b, mode)
    assert found.dtype == wanted.dtype
    assert found.shape == wanted.shape
    assert abs(found.get() - wanted).max() <= (1e-5 if dtype in "fF" else 1e-13) * abs(wanted).max()


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("shape", [(1, 40, 1), (3, 40, 2), (3, 40, 1)], ids=str)
def test_blocks_of_many_lines(shape, mode):
    a, b = _pair((3, 500, 2), shape, "d")
    found = signal.fftconvolve(cupy.asarray(a), cupy.asarray(b), mode, axes=1)
    _compare(found, scipy.signal.fftconvolve(a, b, mode, axes=1), "d")


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_correlation_of_booleans(mode):
    a, b = numpy.arange(12) % 3 == 1, numpy.arange(5) % 2 == 0
    found, wanted = signal.correlate(cupy.asarray(a), cupy.asarray(b), mode), scipy.signal.correlate(a, b, mode)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_array_equal(found.get(), wanted)
    assert signal.correlate2d(cupy.asarray(a.reshape(3, 4)), cupy.asarray(b[:4].reshape(2, 2))).dtype == bool


@pytest.mark.parametrize("boundary", ["fill", "wrap", "symm"])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_lengths_around_a_run(mode, boundary):
    rng = numpy.random.default_rng(3)
    for number, columns in enumerate((1, 2, 7, 8, 9, 31, 63, 64, 65, 100, 129)):
        for taps in ((1, 1), (2, 3), (3, 70), (5, 2)):
            if mode == "valid" and (taps[1] > columns or taps[0] > 6):
                continue
            x = rng.integers(-9, 9, (6, columns)).astype("dflD"[number % 4])
            h, fill = rng.integers(-9, 9, taps), number % 3
            wanted = scipy.signal.convolve2d(x, h, mode, boundary, fill)
            found = signal.convolve2d(cupy.asarray(x), cupy.asarray(h), mode, boundary, fill)
            numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-5)
            wanted = scipy.signal.convolve(x[0], h[0], mode, "direct")
            found = signal.convolve(cupy.asarray(x[0]), cupy.asarray(h[0]), mode, "direct")
            numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-5)


@pytest.mark.parametrize("name", ["convolve", "correlate"])
@pytest.mark.parametrize("shapes", [((0, 3), (1, 1)), ((0,), (3,)), ((3,), (0,)), ((0,), (0,))])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_signals_of_nothing(name, shapes, mode):
    arrays = [numpy.ones(shape, "f4") for shape in shapes]
    try:
        wanted = getattr(scipy.signal, name)(*arrays, mode)
    except ValueError:
        with pytest.raises(ValueError):
            getattr(signal, name)(*map(cupy.asarray, arrays), mode)
        return
    found = getattr(signal, name)(*map(cupy.asarray, arrays), mode)
    assert found.shape == wanted.shape and found.dtype == wanted.dtype
