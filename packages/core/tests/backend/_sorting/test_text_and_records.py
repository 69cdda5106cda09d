"""Sorting, searching and sets of strings and records, against NumPy."""
import numpy
import pytest

import cupy
from cupy import testing

RNG = numpy.random.default_rng(0)
WORDS = numpy.array(["".join(RNG.choice(list("abé\U0001F600zA"), n)) for n in RNG.integers(0, 12, 40)])
BYTES = numpy.array([word.encode() for word in WORDS] + [b"\xff", b"\x00a", b""])
RECORDS = numpy.zeros(40, [("x", "i4"), ("y", "f4"), ("s", "U3"), ("v", "i2", (2,))])
RECORDS["x"], RECORDS["y"], RECORDS["v"] = RNG.integers(0, 3, 40), RNG.integers(0, 3, 40), RNG.integers(0, 2, (40, 2))
RECORDS["s"] = WORDS
VOIDS = numpy.frombuffer(RNG.integers(0, 3, 120, numpy.uint8).tobytes(), "V3")
EVERY = pytest.mark.parametrize("x", [WORDS, WORDS.reshape(4, 10), BYTES, RECORDS, RECORDS.reshape(5, 8), VOIDS],
                                ids=["str", "rows of str", "bytes", "records", "rows of records", "void"])


def _check(function, *arrays, **options):
    """What cupy returns for arrays is what NumPy returns."""
    results = getattr(cupy, function)(*map(cupy.asarray, arrays), **options)
    expected = getattr(numpy, function)(*arrays, **options)
    for result, wanted in zip(*(x if isinstance(x, tuple) else (x,) for x in (results, expected)), strict=True):
        testing.assert_array_equal(result, wanted)
        assert result.dtype == wanted.dtype


@EVERY
def test_sorts(x):
    _check("sort", x)
    _check("sort", x, axis=0)
    _check("sort", x, axis=None)
    _check("sort", x[..., :0])
    _check("argsort", x, kind="stable")
    testing.assert_array_equal(cupy.partition(cupy.asarray(x), 3), numpy.sort(x))


@EVERY
@pytest.mark.parametrize("wanted", [(), (True, True, True)])
def test_unique(x, wanted):
    _check("unique", x, *wanted)
    if x.dtype.names is None:
        _check("unique", x, *wanted, axis=0)


@EVERY
def test_searches(x):
    ordered = numpy.sort(x.ravel())
    for side in ("left", "right"):
        _check("searchsorted", ordered, x, side=side)
    _check("isin", x, x.ravel()[:5])
    _check("isin", x, x.ravel()[:5], invert=True)


@pytest.mark.parametrize("name", ["union1d", "intersect1d", "setdiff1d", "setxor1d"])
@pytest.mark.parametrize("x", [WORDS, BYTES], ids=["str", "bytes"])
def test_sets(x, name):
    _check(name, x[:25], x[15:])


@pytest.mark.parametrize("order", ["y", ["s", "x"], ("v",)])
def test_order_of_fields(order):
    _check("sort", RECORDS, order=order)
    _check("argsort", RECORDS.reshape(5, 8), order=order, axis=0, kind="stable")
    a = cupy.asarray(RECORDS)
    a.sort(order=order)
    testing.assert_array_equal(a, numpy.sort(RECORDS, order=order))


@pytest.mark.parametrize("order", ["q", ["x", "x"]])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_bad_order(xp, order):
    xp.sort(xp.zeros(3, [("x", "i4")]), order=order)


@testing.numpy_cupy_raises(accept_error=ValueError)
def test_order_of_an_array_without_fields(xp):
    xp.argsort(xp.arange(3), order="x")


def test_text_is_a_key_of_lexsort():
    keys = WORDS, RECORDS["x"]
    testing.assert_array_equal(cupy.lexsort(tuple(map(cupy.asarray, keys))), numpy.lexsort(keys))


@pytest.mark.parametrize("invert", [False, True])
def test_times_in_times_of_another_unit(invert):
    _check("isin", numpy.array([1, 5, "NaT", 3], "m8[s]"), numpy.array([1000, "NaT", 3], "m8[ms]"), invert=invert)


def test_places_of_words():
    assert cupy.searchsorted(cupy.asarray(["a", "b", "d"]), cupy.asarray(["c", "a"])).tolist() == [2, 0]
