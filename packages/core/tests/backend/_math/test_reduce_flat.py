"""Reductions of many lines of few items: columns whose number is no power of two, what lies between them, axes inside
them, more of them than one launch reduces well; rows and lines that begin anywhere; few lines of many columns."""
import numpy
import pytest

import cupy

#: The shape in memory, the part that is reduced, along which axes.
LINES = {
    "one column": ((70_001,), slice(1, None, 3), 0),
    "a few columns": ((30_011, 3), ..., 0),
    "columns from the second on": ((6000, 19), (..., slice(1, -2)), 0),
    "every other column": ((5003, 22), (..., slice(None, None, 2)), 0),
    "many columns": ((700, 173), ..., 0),
    "rows": ((9000, 13), (..., slice(0, 10)), None),
    "rows within columns": ((4000, 11, 3), ..., (0, 2)),
    "columns within rows": ((4000, 3, 7), ..., (0, 1)),
    "groups": ((3, 12_001, 5), ..., 1),
    "groups of few rounds": ((6, 801, 10), ..., 1),
    "a hundred columns": ((9001, 101), (..., slice(1, -1)), 0),
    "spans of groups": ((3, 12_000, 2, 2), ..., (0, 1)),
    "rows with gaps": ((5000, 100), (..., slice(1, -2)), 1),
    "pairs": ((9001, 2), ..., 1),
    "rows of three": ((9001, 3), ..., 1),
    "rows of a vector and more": ((6000, 21), ..., 1),
    "rows and lines of groups": ((700, 3, 7, 3, 5), ..., (1, 4)),
    "rows of several groups of memory": ((3, 5001, 2, 3), slice(None, None, -1), (0, 2, 3)),
    "every other item of groups": ((900, 3, 5, 8), (..., slice(None, None, 2)), (1, 3)),
    "short rows backwards": ((9000, 5), slice(None, None, -1), 1),
    "rows of lines that begin anywhere": ((50, 5, 1001), slice(None, None, -1), (0, 2)),
    "few lines": ((3, 40_001), ..., 0),
    "few lines of every other column": ((2, 80_000), (..., slice(None, None, 2)), 0),
    "columns that fill no block": ((3000, 317), ..., 0),
}


def items(dtype, shape, rng):
    if dtype == "?":
        return rng.random(shape) < rng.choice([0.0001, 0.9999], shape[-1])
    if numpy.dtype(dtype).kind in "iu":
        limits = numpy.iinfo(dtype)
        return rng.integers(max(limits.min, -10**6), min(limits.max, 10**6), shape, endpoint=True).astype(dtype)
    return (rng.normal(size=shape) + 30).astype(dtype)


@pytest.mark.parametrize("lines", LINES)
@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "i8", "f2", "f4", "f8", "c16"])
def test_lines(dtype, lines):
    shape, part, axis = LINES[lines]
    whole = items(dtype, shape, numpy.random.default_rng(11))
    x, y = whole[part], cupy.asarray(whole)[part]
    wide = x.astype("D" if dtype == "c16" else "d")
    for name in ("sum", "mean", "max", "any", "var"):
        exact = x if name in ("max", "any") or (name == "sum" and x.dtype.kind in "biu") else wide
        want = getattr(exact, name)(axis)
        rtol = {"f2": 2e-3, "f4": 5e-6}.get(dtype, 1e-12)
        if dtype == "f2" and name == "sum":
            want = numpy.where(want > 65504, numpy.inf, want)
        numpy.testing.assert_allclose(getattr(y, name)(axis).get(), want, rtol=rtol, err_msg=name)
    if x.dtype.kind in "iu":
        numpy.testing.assert_array_equal(y.prod(axis).get(), x.prod(axis))
    if not isinstance(axis, tuple):
        for name in ("argmax", "argmin"):
            numpy.testing.assert_array_equal(getattr(y, name)(axis).get(), getattr(x, name)(axis), err_msg=name)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_places_of_equals_and_nans(dtype):
    rng = numpy.random.default_rng(2)
    x = rng.integers(0, 9, (20_000, 7)).astype(dtype)
    x[rng.random(x.shape) < 0.0003] = numpy.nan
    x[:, 2] = 1
    x[19_999, 3] = -numpy.inf
    for part in (slice(None), slice(1, 6)):
        for name in ("argmax", "argmin"):
            have = getattr(cupy.asarray(x)[:, part], name)(0).get()
            numpy.testing.assert_array_equal(have, getattr(x[:, part], name)(0))


@pytest.mark.parametrize("dtype, far", [("u1", 250), ("i2", -32000), ("u2", 65000), ("f4", 2**24), ("f8", 1e6)])
@pytest.mark.parametrize("shape, axis", [((40_000, 5), 0), ((50, 20_000), 0), ((300_000,), 0), ((3000, 70), 1)])
def test_variance_far_from_zero(dtype, far, shape, axis):
    """The spread is small beside the mean, and the first item lies beyond all others."""
    x = (numpy.random.default_rng(4).integers(0, 6, shape) + far).astype(dtype)
    x[0] = far - 60 if far > 0 else far + 1000
    want = (x.astype("d") - far).var(axis)
    numpy.testing.assert_allclose(cupy.asarray(x).var(axis).get(), want, rtol=1e-6 if dtype == "f4" else 1e-10)


@pytest.mark.parametrize("bad, what", [(numpy.inf, numpy.nan), (numpy.nan, numpy.nan), (1e200, numpy.inf)])
def test_variance_of_what_has_none(bad, what):
    x = numpy.ones((30_000, 3))
    x[[0, 7_000], 1] = bad, -bad
    with numpy.errstate(all="ignore"):
        numpy.testing.assert_array_equal(x.var(0), [0, what, 0])
    numpy.testing.assert_array_equal(cupy.asarray(x).var(0).get(), [0, what, 0])


@pytest.mark.parametrize("dtype", ["?", "u1", "i4", "f4"])
@pytest.mark.parametrize("shape, axis", [((900, 17, 40, 9), (0, 1, 3)), ((60, 40, 800, 6), (0, 1, 3)),
                                         ((33, 50_001, 5), (0, 2)), ((3, 40, 5000, 10), (0, 2, 3))])
def test_kept_axes_between_reduced_ones(dtype, shape, axis):
    x = items(dtype, shape, numpy.random.default_rng(6))
    y = cupy.asarray(x)
    for name in ("sum", "mean", "max", "any", "min", "var", "std"):
        wide = x.astype("d") if name in ("sum", "mean", "var", "std") else x
        want, have = getattr(wide, name)(axis), getattr(y, name)(axis, keepdims=True).get()
        assert have.shape == tuple(1 if k in axis else n for k, n in enumerate(shape))
        numpy.testing.assert_allclose(have.reshape(want.shape), want, rtol=1e-5 if dtype == "f4" else 1e-11)
    numpy.testing.assert_allclose(y.var(axis, ddof=7).get(), x.var(axis, ddof=7, dtype="d"), rtol=1e-5)


@pytest.mark.parametrize("bad, what", [(numpy.inf, numpy.nan), (numpy.nan, numpy.nan), (1e200, numpy.inf)])
def test_variance_of_what_has_none_around_kept_axes(bad, what):
    x = numpy.ones((9000, 20, 3))
    x[[0, 7_000], 1, 2] = bad, -bad
    want = numpy.zeros(20)
    want[1] = what
    numpy.testing.assert_array_equal(cupy.asarray(x).var((0, 2)).get(), want)


def test_wide_outputs_of_many_parts():
    """So many that one block does not join them all."""
    x = numpy.random.default_rng(5).integers(0, 200, (40_000, 350)).astype("u1")
    y = cupy.asarray(x)
    numpy.testing.assert_array_equal(y.sum(0).get(), x.sum(0))
    numpy.testing.assert_allclose(y.var(0).get(), x.var(0), rtol=1e-12)
