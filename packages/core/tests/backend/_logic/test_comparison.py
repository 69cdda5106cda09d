"""Arrays compared within a tolerance, or as a whole."""
import numpy
import pytest

import cupy
from cupy import testing

SPECIAL = [0.0, -0.0, 1.0, 1.0 + 1e-6, 1.1, -1.0, numpy.nan, numpy.inf, -numpy.inf, 1e-9, 1e30]


@pytest.mark.parametrize("equal_nan", [False, True])
@testing.for_dtypes("efdFD")
@testing.numpy_cupy_array_equal()
def test_isclose_special_values(xp, dtype, equal_nan):
    with numpy.errstate(all="ignore"):
        a = xp.asarray(numpy.asarray(SPECIAL).astype(dtype))
        return xp.isclose(a[:, None], a, equal_nan=equal_nan)


@testing.for_all_dtypes_combination(names=("x", "y"))
@testing.numpy_cupy_array_equal()
def test_isclose_types(xp, x, y):
    return xp.isclose(testing.shaped_arange((3,), xp, x), testing.shaped_arange((2, 1), xp, y))


@pytest.mark.parametrize("rtol, atol", [(0, 0), (0.5, 0), (0, 1.5), (1e-3, 1e-3)])
@testing.numpy_cupy_array_equal()
def test_isclose_tolerances(xp, rtol, atol):
    a = testing.shaped_arange((4, 5), xp)
    return xp.isclose(a, a + 1, rtol, atol)


@testing.numpy_cupy_array_equal()
def test_isclose_tolerance_arrays_and_scalars(xp):
    a = testing.shaped_arange((4, 5), xp, "d")
    return [xp.isclose(a, a + 1, rtol=xp.asarray([0, 0.2, 0.3, 1, 2])), xp.isclose(a, 3)]


@pytest.mark.parametrize("name", ["allclose", "array_equal", "array_equiv"])
@pytest.mark.parametrize("other", [0, 1e-12, 1])
@testing.numpy_cupy_equal()
def test_whole(xp, name, other):
    a = testing.shaped_arange((3, 4), xp, "d")
    return bool(getattr(xp, name)(a, a + other))


@testing.numpy_cupy_equal()
def test_whole_with_nan(xp):
    a = xp.asarray([1.0, xp.nan])
    return [bool(x) for x in (
        xp.allclose(a, a), xp.allclose(a, a, equal_nan=True), xp.array_equal(a, a),
        xp.array_equal(a, a, equal_nan=True), xp.array_equal(a * 1j, a * 1j, equal_nan=True))]


@testing.numpy_cupy_equal()
def test_whole_shapes(xp):
    a = xp.ones((2, 3))
    return [bool(x) for x in (
        xp.array_equal(a, a[:1]), xp.array_equiv(a, a[:1]), xp.array_equiv(a, xp.ones(4)),
        xp.array_equal([1, 2], (1, 2)), xp.array_equal(a[:0], a[:0]), xp.allclose(a[:0], 1))]


def test_results_are_zero_dimensional_arrays():
    for name in ("allclose", "array_equal", "array_equiv"):
        got = getattr(cupy, name)(cupy.ones(2), cupy.ones(2))
        assert isinstance(got, cupy.ndarray) and got.shape == () and got.dtype == bool


@pytest.mark.parametrize("function", ["allclose", "array_equal"])
@pytest.mark.parametrize("dtype", ["?", "b", "i", "l", "e", "f", "d", "F"])
@pytest.mark.parametrize("size", [1, 1000, 200003])
def test_one_different_item(function, dtype, size):
    x = (numpy.arange(size) % 97).astype(dtype)
    a = cupy.asarray(x)
    assert bool(getattr(cupy, function)(a, a.copy()))
    for place in (0, size // 2, size - 1):
        y = x.copy()
        y[place] = 98 if dtype != "?" else not y[place]
        assert not bool(getattr(cupy, function)(a, cupy.asarray(y)))


@pytest.mark.parametrize("size", [1, 200003])
def test_nan_in_large_arrays(size):
    a = cupy.ones(size)
    a[size // 2] = cupy.nan
    for function in (cupy.allclose, cupy.array_equal):
        assert not bool(function(a, a))
        assert bool(function(a, a, equal_nan=True))


@testing.numpy_cupy_array_equal()
def test_isclose_with_a_python_number(xp):
    """It is of the array's type, however exact it is."""
    return xp.isclose(xp.ones(2, "f4"), 1 - 2.2e-16, rtol=0, atol=0), xp.isclose(1, xp.arange(3)), xp.isclose(1, 2)


@pytest.mark.parametrize("options", [{"atol": 0}, {"atol": numpy.timedelta64(2, "s")}, {"atol": 0, "equal_nan": True}],
                         ids=str)
@testing.numpy_cupy_array_equal()
def test_isclose_of_durations(xp, options):
    a, b = xp.asarray([1, "NaT", 5, 3], "m8[s]"), xp.asarray([1, "NaT", 7, 9], "m8[s]")
    return xp.isclose(a, b, **options)


@pytest.mark.parametrize("operands", [("foo", 1), (["a", "1"], [1, 2])], ids=str)
def test_arrays_of_strings_and_of_numbers(operands):
    for xp in (numpy, cupy):
        a, b = map(xp.asarray, operands)
        assert not xp.array_equal(a, b)
        assert not xp.array_equiv(a, b)
        assert not (a == b).any()
        assert (a != b).all()


def test_equal_durations():
    a = cupy.asarray([1, "NaT"], "m8[s]")
    assert not cupy.array_equal(a, a)
    assert cupy.array_equal(a, a, equal_nan=True)
    assert not cupy.array_equal(a, a + numpy.timedelta64(1, "s"), equal_nan=True)
