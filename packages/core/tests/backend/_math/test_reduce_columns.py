"""Reductions whose outputs lie beside one another: bytes and 16-bit integers in words, few items of many columns, lines
that begin anywhere, rows of every length."""
import numpy
import pytest

import cupy

SMALL = ["?", "i1", "u1", "i2", "u2"]
REDUCTIONS = ["sum", "max", "min", "any", "all", "mean", "prod", "var", "argmax", "argmin"]
#: Shape, the axes that are reduced, items before the first that is read, items of a line that are not.
LAYOUTS = {
    "aligned": ((70, 64), 0, 0, 0), "one axis of two": ((3, 37, 48), 1, 0, 0), "anywhere": ((70, 229), 0, 3, 0),
    "a pitch": ((40, 100), 0, 1, 5), "outer and inner": ((9, 6, 333), (0,), 0, 1),
    "two axes": ((5, 4, 7, 45), (0, 2), 0, 0),
    "few items of many": ((3, 170_000), 0, 0, 0), "few, groups": ((50, 5, 4001), 1, 1, 0), "rows": ((300, 90), 1, 0, 0),
    "all": ((41, 101), None, 1, 0), "long": ((70_000, 33), 0, 0, 0), "long, wide": ((20_000, 131), 0, 3, 0),
    "long lines that begin anywhere": ((1100, 2403), 0, 5, 2), "groups of long columns": ((3, 1500, 301), 1, 7, 3),
    "lines of several axes": ((2, 700, 3, 190), (1, 2), 1, 2), "a vector and more": ((3000, 150), 0, 1, 1),
}


def values(dtype, shape, rng):
    """Items of all bits; bools are mostly of one kind, so that columns differ."""
    if dtype == "?":
        return rng.random(shape) < rng.choice([0.01, 0.99], shape[-1])
    limits = numpy.iinfo(dtype)
    return rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", SMALL)
def test_small_integers(dtype, layout):
    shape, axis, before, after = LAYOUTS[layout]
    rng = numpy.random.default_rng(7)
    whole = values(dtype, (*shape[:-1], before + shape[-1] + after), rng)
    x, y = (a[..., before:before + shape[-1]] for a in (whole, cupy.asarray(whole)))
    for name in REDUCTIONS:
        if name.startswith("arg") and isinstance(axis, tuple):
            continue
        want, have = getattr(x, name)(axis), getattr(y, name)(axis)
        assert have.dtype == want.dtype
        numpy.testing.assert_allclose(have.get(), want, rtol=1e-11 if name == "var" else 1e-14, atol=0, err_msg=name)


@pytest.mark.parametrize("dtype", SMALL[1:])
@pytest.mark.parametrize("name, item", [("max", "min"), ("min", "max"), ("sum", "max"), ("sum", "min")])
def test_extreme_items(dtype, name, item):
    """Columns that hold nothing but the least or the greatest item of a type."""
    x = numpy.full((300, 64), getattr(numpy.iinfo(dtype), item), dtype)
    numpy.testing.assert_array_equal(getattr(cupy.asarray(x), name)(0).get(), getattr(x, name)(0))


@pytest.mark.parametrize("dtype", SMALL)
@pytest.mark.parametrize("shape, axis", [((4000, 333), 0), ((9000, 222), 1), ((5000, 17), 1), ((40_000, 6), 0),
                                         ((300_001,), 0), ((1300, 130, 5), 0)])
def test_first_of_the_best_small_integers(dtype, shape, axis):
    """Of items that repeat, and of none but the least or the greatest."""
    rng = numpy.random.default_rng(9)
    limits = numpy.iinfo("u1" if dtype == "?" else dtype)
    ends = [0, 1] if dtype == "?" else [limits.min, limits.min + 1, limits.max - 1, limits.max]
    for choice in (ends, ends[:2], ends[-2:], ends[:1], ends[-1:]):
        x = rng.choice(numpy.array(choice, dtype), shape)
        y = cupy.asarray(x)
        for a, b in ((x, y), (x[::-1, ..., 1:] if x.ndim > 1 else x[::2],
                              y[::-1, ..., 1:] if x.ndim > 1 else y[::2])):
            for name in ("argmax", "argmin"):
                numpy.testing.assert_array_equal(getattr(b, name)(axis).get(), getattr(a, name)(axis), err_msg=name)


@pytest.mark.parametrize("dtype", ["i1", "f2", "i4", "f4", "f8", "c8"])
@pytest.mark.parametrize("shape, axis", [((2, 70_000), 0), ((60, 3, 1200), 1), ((60, 3, 1201), 1), ((400, 2, 256), 1)])
def test_few_items_of_many_columns(dtype, shape, axis):
    x = numpy.random.default_rng(3).integers(-50, 50, shape).astype(dtype)
    for name in ("sum", "max", "argmax", "argmin", "any"):
        want = getattr(x, name)(axis)
        numpy.testing.assert_array_equal(getattr(cupy.asarray(x), name)(axis).get(), want, err_msg=name)
    y = x.astype("d") if dtype != "c8" else x.astype("D")
    numpy.testing.assert_allclose(cupy.asarray(x).var(axis).get(), y.var(axis), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("items", [2, 6, 8, 16, 22, 32, 56, 57, 64, 120, 128, 255])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_rows_of_every_length(dtype, items):
    x = numpy.random.default_rng(items).integers(-99, 99, (5000, items)).astype(dtype)
    for name in ("sum", "max", "argmin"):
        numpy.testing.assert_array_equal(getattr(cupy.asarray(x), name)(1).get(), getattr(x, name)(1), err_msg=name)


@pytest.mark.parametrize("dtype", ["?", "u1", "i2", "f2", "q", "f", "D"])
@pytest.mark.parametrize("shape, axis", [((40_000, 3), 0), ((30_001, 8), 0), ((3000, 5, 3), 1), ((700, 12, 7), 1)])
def test_first_of_the_best_in_narrow_groups(dtype, shape, axis):
    """Of items that repeat, of NaNs and of both zeros the first one counts."""
    rng = numpy.random.default_rng(5)
    x = rng.integers(0, 2 if dtype == "?" else 50, shape).astype(dtype)
    for share in (0, 0.001, 0.5) if x.dtype.kind in "fc" else (0,):
        if share:
            x[rng.random(shape) < share] = numpy.nan
            x[rng.random(shape) < share] = -0.0
        for a, b in ((x, cupy.asarray(x)), (x[::-1, 1:], cupy.asarray(x)[::-1, 1:])):
            for name in ("argmax", "argmin"):
                numpy.testing.assert_array_equal(getattr(b, name)(axis).get(), getattr(a, name)(axis), err_msg=name)
