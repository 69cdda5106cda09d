"""Sums, means, running sums and limits of dates and durations."""
import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy

DURATIONS = numpy.array([[5, 1, 3], [-7, 2, 2]], "m8[s]")
HOLED = numpy.array([5, "NaT", -8], "m8[ms]")
DATES = numpy.array(["2020-01-01", "2021-05-05", "NaT"], "M8[D]")


@pytest.mark.parametrize("values", [DURATIONS, HOLED, DURATIONS.T, DURATIONS[:, ::-2]])
@pytest.mark.parametrize("name", ["sum", "mean", "cumsum", "nansum", "median", "min", "max", "ptp", "nanmin", "nanmax"])
def test_durations(name, values):
    axes = [None, 0, -1] if name != "median" or values.ndim > 1 else [None]
    for axis in axes:
        if name == "median" and numpy.isnat(values).any():
            continue
        wanted = getattr(numpy, name)(values, axis=axis)
        got = getattr(cupy, name)(cupy.asarray(values), axis=axis)
        assert got.dtype == wanted.dtype
        assert_array_equal(got.get(), wanted)


@pytest.mark.parametrize("call", [
    lambda xp, a: xp.add.reduce(a), lambda xp, a: a.sum(axis=1, keepdims=True), lambda xp, a: a.mean(axis=0),
    lambda xp, a: a.cumsum(1), lambda xp, a: xp.clip(a, a[0, 1], a[0, 2]), lambda xp, a: a.sum() / 2,
    lambda xp, a: xp.maximum.reduce(a), lambda xp, a: a[:, :0].sum(axis=1), lambda xp, a: xp.cumsum(a),
])
def test_calls(call):
    wanted = call(numpy, DURATIONS)
    got = call(cupy, cupy.asarray(DURATIONS))
    assert got.dtype == wanted.dtype
    assert_array_equal(got.get(), wanted)


def test_dates_have_limits_and_no_sums():
    a = cupy.asarray(DATES)
    assert cupy.nanmin(a).get() == DATES[0] and cupy.nanmax(a).get() == DATES[1]
    for name in ("sum", "mean", "cumsum", "prod"):
        with pytest.raises(TypeError):
            getattr(cupy, name)(a)
    with pytest.raises(TypeError):
        cupy.prod(cupy.asarray(DURATIONS))
