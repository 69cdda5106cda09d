"""Interpolation, convolution, windows and special functions."""
import numpy
import pytest

import cupy
from cupy import testing

X = [-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.75, 4.0, 9.0, numpy.nan]
INTERP = {
    "plain": {}, "left": {"left": -5.0}, "both": {"left": 1.5, "right": 7.0}, "period": {"period": 2.5},
    "negative period": {"period": -3.0, "left": 1.0},
}


@pytest.mark.parametrize("options", INTERP.values(), ids=INTERP)
@testing.for_dtypes("lfdD", name="values")
@testing.numpy_cupy_allclose(rtol=1e-12)
def test_interp(xp, values, options):
    xp_ = xp.asarray([0.0, 1.0, 2.0, 4.0])
    return xp.interp(xp.asarray(X), xp_, testing.shaped_reverse_arange((4,), xp, values), **options)


@pytest.mark.parametrize("left, right", [("i", None), (None, "?"), ("f", "i"), ("B", "d")])
@testing.for_dtypes("ldD", name="values")
@testing.numpy_cupy_allclose(rtol=1e-12)
def test_interp_between_arrays_of_one_item(xp, values, left, right):
    ends = {name: xp.array(1, char) for name, char in (("left", left), ("right", right)) if char}
    return xp.interp(xp.asarray(X), xp.asarray([0.0, 1.0, 2.0]), testing.shaped_arange((3,), xp, values), **ends)


def test_interp_of_nothing_needs_no_samples():
    """As NumPy from 2.5 on; before, it wants samples."""
    found = cupy.interp(cupy.zeros((0, 3)), cupy.zeros(0), cupy.zeros(0, "D"))
    assert found.shape == (0, 3) and found.dtype == "D"
    for x in (2.0, cupy.zeros(1)):
        with pytest.raises(ValueError, match="empty"):
            cupy.interp(x, cupy.zeros(0), cupy.zeros(0))
    with pytest.raises(ValueError, match="length"):
        cupy.interp(cupy.zeros(0), cupy.zeros(0), cupy.zeros(2))
    with pytest.raises(ValueError, match="period"):
        cupy.interp(cupy.zeros(0), cupy.zeros(2), cupy.zeros(2), period=0)


@testing.numpy_cupy_allclose(rtol=1e-12)
def test_interp_shapes(xp):
    points, values = xp.asarray([0, 1, 5]), xp.asarray([1.0, xp.inf, 3.0])
    return [xp.interp(2.5, points, values), xp.interp(xp.asarray([[1, 2], [5, 0]]), points, values),
            xp.interp(xp.asarray([3.0]), xp.asarray([3.0]), xp.asarray([7.0])),
            xp.interp(xp.zeros(0), points, values),
            xp.interp(xp.asarray([1.0, xp.nan, 5.0]), xp.asarray([3.0]), xp.asarray([7.0]), right=2)]


@pytest.mark.parametrize("points", [2, 9, 30_000])
@pytest.mark.parametrize("kind", ["even", "uneven", "equal", "infinite"])
def test_interp_of_many(kind, points):
    random = numpy.random.default_rng(0)
    where = numpy.linspace(0, 1, points) if kind == "even" else numpy.sort(random.standard_normal(points) ** 7)
    if kind == "equal":
        where = numpy.floor(where)
    if kind == "infinite":
        where[-1] = numpy.inf
    x, values = random.standard_normal(1 << 20), random.standard_normal(points)
    x[:2 * points] = numpy.repeat(where, 2)
    x[-3:] = numpy.nan, numpy.inf, -numpy.inf
    with numpy.errstate(all="ignore"):
        expected = numpy.interp(x, where, values, right=5)
    result = cupy.interp(cupy.asarray(x), cupy.asarray(where), cupy.asarray(values), right=5)
    numpy.testing.assert_allclose(result.get(), expected, rtol=1e-12, atol=1e-12)


def test_interp_errors():
    for xp in (numpy, cupy):
        for args, error in [((xp.zeros(2), xp.zeros(2), xp.zeros(3)), ValueError),
                            ((xp.zeros(2), xp.zeros(0), xp.zeros(0)), ValueError),
                            ((xp.zeros(2), xp.zeros((1, 2)), xp.zeros(2)), ValueError),
                            ((xp.zeros(2, "D"), xp.zeros(2), xp.zeros(2)), TypeError)]:
            with pytest.raises(error):
                xp.interp(*args)
        with pytest.raises(ValueError):
            xp.interp(xp.zeros(2), xp.zeros(2), xp.zeros(2), period=0)


@pytest.mark.parametrize("name", ["convolve", "correlate"])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("sizes", [(7, 3), (3, 7), (6, 4), (4, 6), (5, 5), (1, 4), (8, 1)])
@testing.for_dtypes("?bilfdD")
@testing.numpy_cupy_allclose(rtol=1e-5, contiguous_check=False)
def test_convolve(xp, name, mode, sizes, dtype):
    a = testing.shaped_random(sizes[:1], xp, dtype, seed=1)
    v = testing.shaped_random(sizes[1:], xp, dtype, seed=2)
    return getattr(xp, name)(a, v, mode)


@testing.numpy_cupy_allclose(rtol=1e-6)
def test_convolve_mixed_types_and_scalars(xp):
    return [xp.convolve(xp.arange(4), xp.ones(2, "f")), xp.convolve([1, 2], 3),
            xp.correlate(xp.arange(3) * 1j, xp.arange(3) * 1j, "full")]


def test_convolve_errors():
    for xp in (numpy, cupy):
        for name in ("convolve", "correlate"):
            with pytest.raises(ValueError):
                getattr(xp, name)(xp.zeros(0), xp.zeros(2))
            with pytest.raises(ValueError):
                getattr(xp, name)(xp.zeros((2, 2)), xp.zeros(2))
            with pytest.raises(ValueError):
                getattr(xp, name)(xp.zeros(3), xp.zeros(2), "no")


@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hanning"])
@pytest.mark.parametrize("size", [-1, 0, 1, 2, 5, 12])
@testing.numpy_cupy_allclose(rtol=1e-12, atol=1e-15)
def test_windows(xp, name, size):
    return getattr(xp, name)(size)


@pytest.mark.parametrize("beta", [0, 5, 14.0])
@pytest.mark.parametrize("size", [0, 1, 2, 9, 10])
@testing.numpy_cupy_allclose(rtol=1e-12)
def test_kaiser(xp, size, beta):
    return xp.kaiser(size, beta)


@testing.for_dtypes("blefd")
@testing.numpy_cupy_allclose(rtol={"default": 1e-12, "f": 1e-6, "e": 1e-2})
def test_i0(xp, dtype):
    return xp.i0(testing.shaped_linspace(-10, 10, (41,), xp, dtype))


@testing.for_dtypes("blefdFD")
@testing.numpy_cupy_allclose(rtol={"default": 1e-11, "f": 1e-4, "F": 1e-4, "e": 1e-1},
                             atol={"default": 1e-15, "f": 1e-6, "F": 1e-6, "e": 1e-2})
def test_sinc(xp, dtype):
    return xp.sinc(testing.shaped_linspace(-3, 3, (13,), xp, dtype))


def test_i0_of_complex_numbers():
    for xp in (numpy, cupy):
        with pytest.raises(TypeError):
            xp.i0(xp.zeros(2, "D"))
