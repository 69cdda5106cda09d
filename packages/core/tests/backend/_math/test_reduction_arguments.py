"""Arguments that reductions take beyond an axis: `initial`, `where`, `out` of another type; order of results."""
import operator
import warnings

import numpy
import pytest

import cupy
from cupy import testing

X = numpy.arange(12, dtype="i1").reshape(3, 4) - 5


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
@pytest.mark.parametrize("initial", [2, 2.5, numpy.float32(1), -3])
def test_initial_takes_the_type_of_the_result(name, initial):
    for axis in (None, 1):
        want = getattr(numpy, name)(X, axis, initial=initial)
        have = getattr(cupy, name)(cupy.asarray(X), axis, initial=initial)
        assert have.dtype == want.dtype
        numpy.testing.assert_array_equal(have.get(), want)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c16"])
@pytest.mark.parametrize("arguments", [{}, {"initial": -0.0}, {"initial": 0.0}, {"initial": None},
                                       {"axis": 1, "initial": -0.0}, {"axis": 1, "initial": -0.0, "keepdims": True},
                                       {"axis": 0, "initial": -0.0, "where": [True, False, True]}])
def test_signs_of_zeros_that_are_added(dtype, arguments):
    """A sum from -0.0, or from its first item, is -0.0 where all items are; else sums begin with 0.0."""
    x = numpy.array([[-0.0, -0.0, 0.0], [-0.0, 0.0, -0.0], [-0.0] * 3], dtype)
    for items in (x, x[:0], x[2], x[2, :1]):
        for name in ("sum", "nansum", "add.reduce"):
            find = operator.attrgetter(name)
            some = {key: value for key, value in arguments.items() if key != "axis" or items.ndim > value}
            try:
                want = find(numpy)(items, **some)
            except ValueError:          # no items, or no first one
                continue
            have = find(cupy)(cupy.asarray(items), **some).get()
            numpy.testing.assert_array_equal(numpy.signbit(have.real), numpy.signbit(want.real))


def test_initial_that_does_not_fit():
    x = cupy.asarray(X)
    with pytest.raises(OverflowError):
        cupy.min(x, initial=300)
    with pytest.raises(TypeError):
        cupy.sum(x, initial=1j)
    for call in (lambda: cupy.sum(x[:0], initial=None), lambda: cupy.sum(x, initial=None, where=x > 0),
                 lambda: cupy.max(x, initial=None, where=x > 0)):
        with pytest.raises(ValueError, match="identity"):
            call()


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "nansum", "mean", "nanmean", "var", "nanvar"])
@pytest.mark.parametrize("dtype", ["i4", "f4", "c16"])
@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
def test_out_of_another_type(name, dtype):
    for x in (X, X.astype("f8"))[:1 if name.startswith("nan") and dtype == "i4" else 2]:
        want = getattr(numpy, name)(x, 0).astype(dtype)
        out = cupy.zeros(4, dtype)
        assert getattr(cupy, name)(cupy.asarray(x), 0, out=out) is out
        numpy.testing.assert_allclose(out.get(), want, rtol=1e-6)


@pytest.mark.parametrize("name", ["mean", "var", "std", "nanstd", "ptp"])
def test_out_of_another_shape(name):
    with pytest.raises(ValueError, match="shape"):
        getattr(cupy, name)(cupy.asarray(X), 0, out=cupy.zeros((2, 4)))


@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
def test_spread_of_infinite_items(name):
    for items in ([1, 2, numpy.inf], [-numpy.inf, 1, 2], [3, numpy.inf, -numpy.inf]):
        assert numpy.isnan(getattr(cupy, name)(cupy.array(items)).get())


@pytest.mark.parametrize("name", ["nanvar", "nanstd"])
def test_nan_forms_with_a_known_mean(name):
    x = numpy.array([[1, numpy.nan, 4], [2, 5, 7.0]])
    mean = numpy.nanmean(x, 1, keepdims=True)
    for given in ({"correction": 1}, {"mean": mean}, {"mean": mean, "where": numpy.array([True, True, False])}):
        want = getattr(numpy, name)(x, 1, **given)
        given = {k: cupy.asarray(v) if isinstance(v, numpy.ndarray) else v for k, v in given.items()}
        cupy.testing.assert_allclose(getattr(cupy, name)(cupy.asarray(x), 1, **given), want)


def test_variance_of_another_type():
    x = X.astype("f4")
    for dtype in ("f2", "f8", "c8", "c16"):
        have = cupy.var(cupy.asarray(x), 0, dtype)
        assert have.dtype == numpy.var(x, 0, dtype).dtype
    for xp in (numpy, cupy):
        for wrong in (lambda xp: xp.std(xp.asarray(x), 0, "i4"), lambda xp: xp.nanvar(xp.asarray(x), 0, "i4"),
                      lambda xp: xp.nanmean(xp.asarray(x), out=xp.zeros((), "i4")),
                      lambda xp: xp.std(xp.asarray(x), out=xp.zeros((), "i4")),
                      lambda xp: xp.var(xp.asarray(x > 1), 0, bool)):
            with pytest.raises(TypeError):
                wrong(xp)


@pytest.mark.parametrize("name", ["mean", "var", "nanvar", "nanmean"])
@pytest.mark.parametrize("dtype", ["?", "i1", "i8"])
@pytest.mark.parametrize("where", [True, numpy.array([[True], [False], [True]])])
def test_moments_cut_down_to_integers(name, dtype, where):
    x = numpy.array([[1, 2, 4, 7], [0, 1, 9, 9], [3, 3, 3, 4]])
    for axis in (None, 0, 1):
        for a in (x, x + 0.75)[:1 if name.startswith("nan") else 2]:
            want = getattr(numpy, name)(a, axis, dtype, where=where)
            mask = True if where is True else cupy.asarray(where)
            have = getattr(cupy, name)(cupy.asarray(a), axis, dtype, where=mask)
            assert have.dtype == want.dtype
            numpy.testing.assert_array_equal(have.get(), want)


def test_deviation_cut_down_to_an_integer():
    x = numpy.array([[1, 2, 4, 7], [0, 1, 9, 9]])
    for name in ("std", "nanstd"):
        want, have = getattr(numpy, name)(x, dtype=int), getattr(cupy, name)(cupy.asarray(x), dtype=int)
        assert have.dtype == want.dtype and have == want


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "nancumsum"])
def test_running_results_keep_fortran_order(name):
    x = numpy.asfortranarray(X.astype("f8"))
    for axis in (0, 1):
        want, have = getattr(numpy, name)(x, axis), getattr(cupy, name)(cupy.asarray(x), axis)
        assert have.flags.f_contiguous and want.flags.f_contiguous
        numpy.testing.assert_allclose(have.get(), want)


def test_results_are_contiguous():
    x, y = cupy.arange(3.0), cupy.arange(6.0)
    assert cupy.correlate(x, y, "full").flags.c_contiguous
    assert cupy.unpackbits(cupy.arange(4, dtype="u1").reshape(2, 2), axis=1, count=3).flags.c_contiguous
    assert cupy.add(cupy.asfortranarray(cupy.ones((3, 4))), cupy.ones(4), order="A").flags.f_contiguous


def test_average_of_small_integers():
    x = numpy.arange(100, 112, dtype="i1").reshape(3, 4)
    cupy.testing.assert_allclose(cupy.average(cupy.asarray(x), weights=cupy.asarray(x)), numpy.average(x, weights=x))


@pytest.mark.parametrize("name", ["nansum", "nanprod", "nancumsum", "nancumprod"])
@pytest.mark.parametrize("dtype", ["?", "i4", "L", "f4"])
def test_nan_of_another_type(name, dtype):
    x = numpy.array([[3.5, numpy.nan, 2], [numpy.nan, 1, -2 if dtype in ("i4", "f4") else 2]])
    for axis in (None, 1):
        want, have = getattr(numpy, name)(x, axis, dtype), getattr(cupy, name)(cupy.asarray(x), axis, dtype)
        assert have.dtype == want.dtype
        numpy.testing.assert_array_equal(have.get(), want)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "c16"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_mean_of_infinite_items_without_nan(dtype):
    x = numpy.array([[numpy.inf, 1, numpy.nan], [numpy.inf, -numpy.inf, 2], [numpy.nan] * 3, [1, numpy.nan, 4]], dtype)
    for axis in (None, 0, 1):
        want, have = numpy.nanmean(x, axis), cupy.nanmean(cupy.asarray(x), axis)
        assert have.dtype == want.dtype
        numpy.testing.assert_allclose(have.get(), want, rtol=1e-6)


@pytest.mark.parametrize("chars", ["Qh", "QL", "Lq", "qQ", "iI", "ih", "df", "di", "if", "?i", "i?", "Dd", "Bb"])
def test_ranges_into_other_dtypes(chars):
    """The least are taken from the greatest as they are in `out`, with the dtype that both have."""
    found = []
    for xp in (numpy, cupy):
        out = xp.zeros(3, chars[1])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(xp.ptp(xp.arange(6).reshape(2, 3).astype(chars[0]), 0, out).tolist())
        except TypeError:
            found.append("TypeError")
            assert not out.any() or xp is numpy         # nothing is half-written
    assert found[1] == found[0]


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "var", "std", "nansum", "nanprod", "nanmean", "trace"])
@pytest.mark.parametrize("dtype", ["S3", "U2", "M8[s]", "i4,f4"])
@testing.numpy_cupy_raises(accept_error=TypeError)
def test_types_of_no_numbers_are_refused(xp, name, dtype):
    getattr(xp, name)(xp.ones((2, 2)), dtype=dtype)
