"""Functions of floats over their whole range, and complex powers, against NumPy."""
import numpy
import pytest

import cupy
from cupy import testing

SPECIAL = [0.0, -0.0, 1, -1, 2, -2, 3, 0.5, -0.5, 7.5, -7.5, 1e-45, -1e-45, 3e38, -3e38, 16777217, 2.0**30, 1e-20,
           1.0000001, 0.9999999, numpy.inf, -numpy.inf, numpy.nan]


def _pairs(dtype):
    rng = numpy.random.default_rng(0)
    x, y = (part.ravel() for part in numpy.meshgrid(SPECIAL, SPECIAL))
    size = 20_000
    bits = [rng.integers(0, 2**32, size, dtype="u4").view("f4") for _ in "xy"]
    # quotients of all sizes, and whole ones
    scale = 2.0 ** rng.integers(-60, 60, size)
    whole = rng.integers(-50, 50, size) * 0.1
    x = numpy.concatenate([x, bits[0], rng.standard_normal(size) * scale, whole])
    y = numpy.concatenate([y, bits[1], rng.standard_normal(size), numpy.full(size, 0.1)])
    return x.astype(dtype), y.astype(dtype)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("name", ["fmod", "remainder", "floor_divide"])
def test_remainders(name, dtype):
    x, y = _pairs(dtype)
    want, got = getattr(numpy, name)(x, y), getattr(cupy, name)(cupy.asarray(x), cupy.asarray(y)).get()
    testing.assert_array_equal(got, want)
    number = ~numpy.isnan(want)
    testing.assert_array_equal(numpy.signbit(got[number]), numpy.signbit(want[number]))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", ["exp", "tanh", "sin", "cos"])
def test_float32(name):
    x = numpy.arange(0, 2**32, 65_537, dtype="u8").astype("u4").view("f4")
    if name in ("sin", "cos"):
        x = x[~(abs(x) > 1e4)]
    want = getattr(numpy, name)(x.astype("f8"))
    got = getattr(cupy, name)(cupy.asarray(x)).get()
    rounded = want.astype("f4")
    finite = numpy.isfinite(rounded)
    testing.assert_array_equal(got[~finite], rounded[~finite])
    error = abs(got[finite] - want[finite]) / numpy.spacing(numpy.maximum(abs(rounded[finite]), 1e-38)).astype("f8")
    assert error.max() < 3


PARTS = [0.0, 1.0, -1.0, 2.0, -2.5, 0.5, 300.0, numpy.inf, -numpy.inf, numpy.nan]


@pytest.mark.parametrize("dtype", "FD")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_special_complex_powers(dtype):
    z = numpy.array([complex(x, y) for x in PARTS for y in PARTS], dtype)
    base, exponent = (x.ravel() for x in numpy.meshgrid(z, z))
    # NumPy has NaN for 1 / infinity; tiny angles times huge numbers hang on the last bit of a logarithm.
    kept = ~(numpy.isinf(base) & (exponent == -1))
    base, exponent = base[kept], exponent[kept]
    want, have = numpy.power(base, exponent), cupy.power(cupy.asarray(base), cupy.asarray(exponent)).get()
    for part in ("real", "imag"):
        x, y = getattr(want, part), getattr(have, part)
        scale = numpy.where(numpy.isfinite(want), abs(want), 0)
        near = abs(x - y) <= (1e-3 if dtype == "F" else 1e-10) * scale + numpy.finfo(dtype).tiny
        assert (near | (x == y) | numpy.isnan(x) & numpy.isnan(y)).all()


@pytest.mark.parametrize(("low", "high"), [(-110, -86), (-87, -85), (85, 87), (86, 90), (-1, 1)])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_ends_of_exp(low, high):
    x = numpy.linspace(low, high, 20001).astype("f")
    want, have = numpy.exp(x.astype("d")), cupy.exp(cupy.asarray(x)).get()
    numpy.testing.assert_array_equal(numpy.isinf(have), numpy.isinf(want.astype("f")))
    finite = numpy.isfinite(have)
    error = abs(have.astype("d") - want)[finite]
    assert (error <= 5 * numpy.spacing(want[finite].astype("f")).astype("d")).all()


@pytest.mark.parametrize("name", ["exp", "sin", "cos", "tanh"])
@pytest.mark.parametrize("dtype", "ef")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_among_others(name, dtype):
    x = numpy.linspace(-12, 12, 101).astype(dtype)
    x[::4], x[1::8], x[2::8] = numpy.nan, numpy.inf, -numpy.inf
    numpy.testing.assert_allclose(getattr(cupy, name)(cupy.asarray(x)).get(), getattr(numpy, name)(x),
                                  rtol=2e-3 if dtype == "e" else 1e-6, atol=1e-7)


@testing.for_dtypes("efd")
@testing.numpy_cupy_array_equal()
def test_parts_of_any_float(xp, dtype):
    """Subnormal numbers, zeros, infinities and NaN among them."""
    width = numpy.dtype(dtype).itemsize
    bits = numpy.random.default_rng(1).integers(0, 1 << (8 * width - 1), 20_000, dtype=f"u{width}")
    bits = numpy.concatenate([bits, numpy.arange(70, dtype=bits.dtype)])
    items = bits.view(dtype)
    x = xp.asarray(numpy.concatenate([items, -items, numpy.array([0.0, -0.0, numpy.inf, -numpy.inf], dtype)]))
    with numpy.errstate(all="ignore"):
        mantissa, exponent = xp.frexp(x)
    return mantissa, exponent, xp.signbit(mantissa) & (x == x)


@pytest.mark.parametrize("name", ["logaddexp", "logaddexp2"])
@testing.for_dtypes("fd")
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_added_exponentials_of_special_numbers(xp, name, dtype):
    special = numpy.array(SPECIAL, dtype)
    x, y = (xp.asarray(part.ravel()) for part in numpy.meshgrid(special, special))
    with numpy.errstate(all="ignore"):
        return getattr(xp, name)(x, y)


@pytest.mark.parametrize("dtype", "bBhHiIlL")
@pytest.mark.parametrize("name", ["floor_divide", "remainder", "fmod"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_many_integers_by_one(name, dtype):
    """One divisor for all, for the first thousand, and for all but one."""
    info, rng = numpy.iinfo(dtype), numpy.random.default_rng(6)
    x = rng.integers(info.min, info.max, 3000, dtype, endpoint=True)
    x[:2] = info.min, info.max
    for by in {1, 2, 3, 7, 100, info.max, info.max - 1, info.max // 2 + 1, info.min or 5, -3 if info.min else 9}:
        others = numpy.full_like(x, by)
        others[1000:] = rng.integers(1, 100, 2000)
        single = numpy.full_like(x, by)
        single[1700] = 11
        for y in (numpy.array(by, dtype), others, single):
            found = getattr(cupy, name)(cupy.asarray(x), cupy.asarray(y))
            numpy.testing.assert_array_equal(found.get(), getattr(numpy, name)(x, y))
    for by in (0, -1) if info.min else (0,):
        found = getattr(cupy, name)(cupy.asarray(x), cupy.asarray(numpy.array(by, dtype))).get()
        wanted = -x if by and name == "floor_divide" else numpy.zeros_like(x)
        numpy.testing.assert_array_equal(found, wanted)
