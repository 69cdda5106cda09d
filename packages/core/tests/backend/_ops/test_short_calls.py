"""Calls on contiguous arrays of one shape, numbers and `out`, which take a way of their own."""
import numpy
import pytest

import cupy

CHARS = "?bBhHiIlLefdFD"
NUMBERS = [0, 1, -1, 3, 127, 128, 255, 256, -129, 2**31, 2**40, 2**63, 2**64, -2**63, 10**400, 0.5, -2.0, float("nan"),
           float("inf"), 1e300]


def outcome(function):
    try:
        with numpy.errstate(all="ignore"):
            result = function()
    except Exception as error:  # noqa: BLE001 - any: it is compared
        return type(error)
    return result


def assert_same(expected, actual):
    if isinstance(expected, type):
        assert isinstance(actual, type) and issubclass(expected, actual)
        return
    assert actual.dtype == expected.dtype and actual.shape == expected.shape
    numpy.testing.assert_allclose(actual.get(), expected, rtol=1e-3 if expected.dtype == "e" else 2e-6)


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "true_divide", "power", "less", "equal", "maximum",
                                  "arctan2", "bitwise_and", "left_shift"])
@pytest.mark.parametrize("char", "?bBlLefdD")
def test_numbers(name, char):
    ours, theirs = getattr(cupy, name), getattr(numpy, name)
    n = numpy.array([1, 0, 3, 7], char)
    a = cupy.asarray(n)
    shift = name == "left_shift"
    for x in NUMBERS:
        if shift and not -1 < x < 7 or name == "power" and char in "ef" and abs(x) > 5:
            continue
        if char == "?" and isinstance(x, int) and not -2**63 <= x < 2**63:
            continue        # NumPy compares integers of any size with all types but this
        for _ in range(2):      # the first call finds the loop, the next knows it
            assert_same(outcome(lambda x=x: theirs(n, x)), outcome(lambda x=x: ours(a, x)))
            if not (name == "power" and char in "bBlL" and isinstance(x, int) and x < 0):
                assert_same(outcome(lambda x=x: theirs(x, n)), outcome(lambda x=x: ours(x, a)))


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("into", CHARS)
def test_out(char, into):
    n = numpy.array([[1, 0, 1], [1, 1, 0]], char)
    a, b = cupy.asarray(n), cupy.asarray(n[::-1].copy())
    for call in (lambda f, x, y, o: f(x, y, out=o), lambda f, x, y, o: f(x, y, o), lambda f, x, y, o: f(x, 1, out=o)):
        m, o = numpy.full((2, 3), 1, into), cupy.full((2, 3), 1, into)
        expected = outcome(lambda m=m, call=call: call(numpy.add, n, n[::-1].copy(), m))
        actual = outcome(lambda o=o, call=call: call(cupy.add, a, b, o))
        assert_same(expected, actual)
        assert isinstance(expected, type) or actual is o
        numpy.testing.assert_array_equal(o.get(), m)


def test_out_that_is_an_input():
    n = numpy.arange(24.0)
    a = cupy.asarray(n)
    assert cupy.add(a, a, out=a) is a
    numpy.testing.assert_array_equal(a.get(), 2 * n)
    a = cupy.asarray(n)
    assert cupy.negative(a, a) is a
    a -= 1
    a *= a
    numpy.testing.assert_array_equal(a.get(), (-n - 1) ** 2)


@pytest.mark.parametrize("shift", [1, 3, 8])
def test_out_that_overlaps(shift):
    n = numpy.arange(32.0)
    a = cupy.asarray(n)
    cupy.add(a[:-shift], 1, out=a[shift:])
    numpy.add(n[:-shift].copy(), 1, out=n[shift:])
    numpy.testing.assert_array_equal(a.get(), n)
    cupy.add(a[shift:], a[:-shift], out=a[:-shift])
    numpy.add(n[shift:].copy(), n[:-shift].copy(), out=n[:-shift])
    numpy.testing.assert_array_equal(a.get(), n)


def test_out_that_does_not_fit():
    a = cupy.ones((2, 3))
    for out in (cupy.ones((3, 2)), cupy.ones(6), cupy.ones(())):
        with pytest.raises(ValueError, match="output"):
            cupy.add(a, a, out=out)
        with pytest.raises(ValueError, match="output"):
            cupy.add(a, 1, out)
    with pytest.raises(TypeError, match="casting"):
        cupy.add(a, 1, out=cupy.ones((2, 3), int))
    for out in ([1], 5):
        with pytest.raises(TypeError):
            cupy.add(a, a, out=out)
    column = cupy.ones((2, 3), order="F")
    assert cupy.add(a, a, out=column) is column
    numpy.testing.assert_array_equal(column.get(), numpy.full((2, 3), 2.0))


def test_wrong_numbers_of_arguments():
    a = cupy.ones(3)
    for arguments in ((), (a,), (a, a, a, a)):
        with pytest.raises(TypeError, match="positional arguments"):
            cupy.add(*arguments)
    with pytest.raises(TypeError, match="both"):
        cupy.add(a, a, a, out=a)
    with pytest.raises(TypeError, match="unexpected"):
        cupy.add(a, a, wrong=1)
