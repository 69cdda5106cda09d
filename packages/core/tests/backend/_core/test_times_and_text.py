"""Arrays of datetimes, strings and records; sums, means and limits of dates and durations."""
import operator

import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy
from cupy import testing

ORDERS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
TIMES = numpy.array(["2020-01-01", "NaT", "2021-05-05", "1969-12-31"], "M8[D]")
WORDS = numpy.array(["b", "ab", "abc", "", "b"])


def same(ours, theirs):
    numpy.testing.assert_array_equal(ours.get(), theirs)
    assert ours.dtype == theirs.dtype


@pytest.mark.parametrize("compare", ORDERS)
def test_order_of_times(compare):
    a, other = cupy.asarray(TIMES), TIMES[::-1].astype("M8[s]")
    same(compare(a, cupy.asarray(other)), compare(TIMES, other))
    same(compare(a, numpy.datetime64("2020-06-01")), compare(TIMES, numpy.datetime64("2020-06-01")))


@pytest.mark.parametrize("unit", ["D", "h", "ns"])
def test_arithmetic_of_times(unit):
    step = numpy.timedelta64(36, "h").astype(f"m8[{unit}]")
    same(cupy.asarray(TIMES) + step, TIMES + step)
    same(cupy.asarray(TIMES) - cupy.asarray(TIMES[::-1].copy()), TIMES - TIMES[::-1])
    same(abs(cupy.asarray(TIMES - TIMES[0])), abs(TIMES - TIMES[0]))
    same(cupy.isnat(cupy.asarray(TIMES)), numpy.isnat(TIMES))


@pytest.mark.parametrize("compare", ORDERS)
@pytest.mark.parametrize("kind", ["U", "S"])
def test_order_of_text(compare, kind):
    words, other = WORDS.astype(kind), WORDS[::-1].astype(kind + "7")
    same(compare(cupy.asarray(words), cupy.asarray(other)), compare(words, other))
    one = "ab" if kind == "U" else b"ab"
    same(compare(cupy.asarray(words), one), compare(words, one))


def test_text_and_numbers_do_not_mix():
    with pytest.raises(TypeError):
        cupy.asarray(WORDS) + cupy.arange(5)
    with pytest.raises(TypeError):
        cupy.arange(3) + "a"
    with pytest.raises(TypeError):
        cupy.add(cupy.arange(3), None)


def test_items_of_records():
    host = numpy.array([(1, 2.5), (3, 4.5)], [("a", "i4"), ("b", "f8")])
    a = cupy.asarray(host)
    same(a["b"] + 1, host["b"] + 1)
    same(a == a[::-1], host == host[::-1])
    a["a"] = 7
    host["a"] = 7
    same(a[1:], host[1:])


@pytest.mark.parametrize("name", ["isfinite", "isinf", "isnan"])
@pytest.mark.parametrize("dtype", ["M8[s]", "m8[D]"])
def test_nat_is_not_finite(name, dtype):
    a = numpy.array([1, "NaT"], dtype)
    numpy.testing.assert_array_equal(getattr(cupy, name)(cupy.asarray(a)).get(), getattr(numpy, name)(a))
    assert bool(getattr(cupy, name)(a[1])) is bool(getattr(numpy, name)(a[1]))


CALENDAR = {
    "unit from the text": lambda xp: xp.array(["1980-03-23"], dtype="M8"),
    "unit from the array": lambda xp: xp.array(numpy.array(["1980-03-23"], "M8[D]"), dtype="M8"),
    "days as months": lambda xp: xp.array(["1980-03-23", "NaT", "1969-11-30"], dtype="M8[D]").astype("M8[M]"),
    "months as seconds": lambda xp: xp.array(["1980-03", "NaT"], dtype="M8[M]").astype("M8[s]"),
    "months as years": lambda xp: xp.array(["1980-03", "NaT"], dtype="M8[M]").astype("M8[Y]"),
    "months and days": lambda xp: xp.array(["1980-03", "NaT"], "M8[M]") == xp.array(["1980-03-01", "NaT"], "M8[D]"),
    "months before hours": lambda xp: xp.array(["1980-03"], "M8[M]") < xp.array(["1980-03-02"], "M8[h]"),
    "a year less a day": lambda xp: xp.array(["1980"], "M8[Y]") - xp.array(["1980-03-02"], "M8[D]"),
    "fmin": lambda xp: xp.fmin(xp.array(["1980-03", "NaT", "NaT"], "M8[M]"),
                               xp.array(["NaT", "1980-03-01", "NaT"], "M8[D]")),
    "fmax": lambda xp: xp.fmax(xp.array([3, 5, "NaT"], "m8[s]"), xp.array([4, "NaT", 1], "m8[ms]")),
}


@pytest.mark.parametrize("call", CALENDAR.values(), ids=CALENDAR)
def test_calendar(call):
    ours, theirs = call(cupy), call(numpy)
    numpy.testing.assert_array_equal(ours.get(), theirs)
    assert ours.dtype == theirs.dtype


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


@pytest.mark.parametrize("make", [
    lambda xp: xp.empty(3, "U"), lambda xp: xp.ndarray(3, "U2"), lambda xp: xp.empty_like(xp.zeros((2, 3), "U4").T),
    lambda xp: xp.empty((2, 3), [("a", "i4"), ("b", "U2", (2,))], "F")])
def test_new_text_is_empty(make):
    for _ in range(3):
        filler = [cupy.full(k, 255, "u1") for k in (12, 24, 96, 120)]
        del filler                      # whose memory the next array gets
        result = make(cupy)
        assert not any((result if result.dtype.names is None else result["b"]).get().tobytes())
        assert repr(result)


@pytest.mark.parametrize("name", ["any", "all", "count_nonzero", "argmax", "argmin"])
@pytest.mark.parametrize("a", [WORDS, WORDS.astype("S"), WORDS[[1, 3, 0, 2]].reshape(2, 2), WORDS[:0],
                               numpy.zeros(2, "S3"), WORDS[::2].astype("S3").view("V3")])
def test_reductions_of_text(name, a):
    for options in [{}, *({"axis": k} for k in range(a.ndim) if a.dtype.kind != "V" or name != "count_nonzero")]:
        try:
            expected = getattr(numpy, name)(a, **options)
        except (TypeError, ValueError) as error:
            with pytest.raises(type(error)):
                getattr(cupy, name)(cupy.asarray(a), **options)
        else:
            same(getattr(cupy, name)(cupy.asarray(a), **options), expected)


@pytest.mark.parametrize("a", [numpy.zeros(2, "V2"), numpy.zeros(2, "i4,f8")])
@pytest.mark.parametrize("other", [None, 1, "a"])
def test_records_are_compared_with_records_alone(a, other):
    for xp in (numpy, cupy):
        for compare in (operator.eq, operator.ne):
            with pytest.raises(TypeError):
                compare(xp.asarray(a), other)


@pytest.mark.parametrize("name", ["angle", "sinc", "isposinf", "isneginf"])
@pytest.mark.parametrize("dtype", ["M8[s]", "m8[s]"])
@testing.numpy_cupy_raises(accept_error=TypeError)
def test_functions_of_numbers_refuse_times(xp, name, dtype):
    getattr(xp, name)(xp.zeros(2, dtype))
