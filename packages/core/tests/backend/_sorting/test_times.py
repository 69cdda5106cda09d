"""Arrays of dates and durations, sorted, counted and compared as NumPy does."""
import numpy
import pytest

import cupy

DATES = numpy.array(["2020-01-03", "NaT", "2020-01-01", "1900-01-01", "2020-01-03", "NaT"], "M8[D]")
SPANS = numpy.array([3, -1, 0, "NaT", 2, -(2**63 - 1)], "m8[s]")


def check(function, *values):
    want = function(numpy, *values)
    got = function(cupy, *map(cupy.asarray, values))
    for w, g in zip(*((x if isinstance(x, tuple) else (x,)) for x in (want, got)), strict=True):
        assert g.dtype == w.dtype
        numpy.testing.assert_array_equal(g.get(), w)


@pytest.mark.parametrize("values", [DATES, SPANS, DATES[:0]])
@pytest.mark.parametrize("function", [
    lambda xp, a: xp.sort(a), lambda xp, a: xp.argsort(a, kind="stable"), lambda xp, a: xp.unique(a),
    lambda xp, a: xp.unique(a, return_index=True, return_inverse=True, return_counts=True),
    lambda xp, a: xp.unique(a, return_counts=True, equal_nan=False),
    lambda xp, a: xp.searchsorted(xp.sort(a), a, side="right"),
    lambda xp, a: xp.count_nonzero(a)])
def test_order(function, values):
    check(function, values)


@pytest.mark.parametrize("values", [DATES, SPANS, DATES[2:4], SPANS[:3]])
@pytest.mark.parametrize("name", ["argmax", "argmin", "max", "min"])
def test_extremes(name, values):
    check(lambda xp, a: getattr(xp, name)(a), values)
    check(lambda xp, a: getattr(xp, name)(a.reshape(-1, 1), axis=0), values)


def test_searching_in_another_unit():
    check(lambda xp, a, v: xp.searchsorted(a, v), numpy.array([1, 2, 3], "m8[m]"), numpy.array([60, 119, 500], "m8[s]"))


@pytest.mark.parametrize("arguments, dtype", [
    ((numpy.datetime64("2020-01-01"), numpy.datetime64("2020-01-04")), None),
    ((numpy.timedelta64(0, "s"), numpy.timedelta64(1, "m"), numpy.timedelta64(20, "s")), None),
    (("2020-01", "2020-05"), "M8[M]"), ((0, 5), "m8[s]"), ((numpy.timedelta64(3, "s"),), None)])
def test_ranges(arguments, dtype):
    check(lambda xp: xp.arange(*arguments, dtype=dtype))


def test_equality_of_kinds():
    check(lambda xp, a: a == 1, DATES)
    check(lambda xp, a: a != 1, DATES)
    check(lambda xp, a, b: a == b, DATES, SPANS)
    check(lambda xp, a, b: b != a, DATES[:, None], SPANS)
    with pytest.raises(TypeError):
        cupy.asarray(DATES) < cupy.asarray(SPANS)
    with pytest.raises(TypeError):
        cupy.equal(cupy.asarray(DATES), cupy.asarray(SPANS))
