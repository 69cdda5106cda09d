"""Sums of slices: as accurate as pairwise sums, whatever their length."""
import math

import numpy
import pytest

import cupy
from cupy import testing


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "f2"])
def test_reduceat_is_accurate(dtype):
    n = 1 << (24 if dtype == "f4" else 11 if dtype == "f2" else 20)
    rng = numpy.random.default_rng(3)
    values = (rng.random(n) * 2.0 ** rng.integers(-20, 1, n)).astype(dtype)
    got = complex(cupy.add.reduceat(cupy.asarray(values), [0, n // 2])[0])
    wanted = math.fsum(values[:n // 2].real.astype("f8"))
    assert abs(got.real - wanted) <= 2 * numpy.finfo(dtype).eps * wanted


def test_ones_beyond_the_mantissa():
    n = 17 << 20
    assert float(cupy.add.reduceat(cupy.ones(n, "f4"), [0])[0]) == n


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_infinities_and_nan(dtype):
    with numpy.errstate(all="ignore"):
        values = numpy.array([1, numpy.inf, 2, 3, -numpy.inf, numpy.inf, numpy.nan, 1, 1e308, 1e308], dtype)
        wanted = numpy.add.reduceat(values, [0, 3, 4, 6, 7, 8])
    got = cupy.add.reduceat(cupy.asarray(values), [0, 3, 4, 6, 7, 8]).get()
    numpy.testing.assert_array_equal(got.real, wanted.real)


KEYS = [range(2), (range(2), 0), (slice(None), range(1, 3)), [range(2)], memoryview(numpy.array([1, 1])), (1, range(2)),
        numpy.int64(1), (True, 1), None, ..., (), ((0, 1), (2, 2)), 1.0, "a", {0}, 1j, object(), (0, 1.5), 5, (0, 0, 0)]


@pytest.mark.parametrize("key", KEYS, ids=map(str, range(len(KEYS))))
@pytest.mark.parametrize("name", ["add", "maximum", "subtract", "hypot"])
@testing.numpy_cupy_allclose(rtol=1e-12, accept_error=IndexError)
def test_every_key_that_chooses_items_changes_them(xp, name, key):
    a = testing.shaped_arange((2, 3), xp, "d")
    getattr(xp, name).at(a, key, 10)
    return a


@pytest.mark.parametrize("indices", [[0, 1], (1, 0), range(2), [True, False], [1.0, 0.0], [], [[0]], 1, None])
@testing.numpy_cupy_array_equal(accept_error=(TypeError, ValueError, IndexError))
def test_indices_of_reduceat(xp, indices):
    try:
        return xp.add.reduceat(xp.arange(6).reshape(2, 3), indices)
    except TypeError as error:
        raise ValueError from error


@pytest.mark.parametrize("indices", [[0, 3, 1, 1, 5], [5, 0], [], [2], [6], [0, -1], [[0, 1]]], ids=str)
@pytest.mark.parametrize("name", ["add", "maximum", "subtract"])
@testing.numpy_cupy_array_equal(accept_error=(IndexError, ValueError))
def test_reduceat_of_indices_on_the_device(xp, name, indices):
    return getattr(xp, name).reduceat(xp.arange(12).reshape(2, 6), xp.array(indices, "i"), axis=1)


@testing.for_dtypes("?bIfF")
@testing.numpy_cupy_array_equal(accept_error=TypeError)
def test_arrays_of_indices_of_reduceat(xp, dtype):
    return xp.add.reduceat(xp.arange(6).reshape(2, 3), xp.ones(2, dtype))


@pytest.mark.parametrize("name", ["add", "maximum", "gcd", "logical_or", "subtract"])
@pytest.mark.parametrize("where", [[1, 0, 1], 1, 0, [[True], [False]], numpy.ones((2, 2, 3), bool), numpy.ones(3),
                                   numpy.ones(2, bool)], ids=repr)
@testing.numpy_cupy_array_equal(accept_error=(TypeError, ValueError))
def test_masks_of_reduce(xp, name, where):
    where = xp.asarray(where) if isinstance(where, numpy.ndarray) else where
    return getattr(xp, name).reduce(xp.arange(6).reshape(2, 3), 1, where=where, initial=3)


@pytest.mark.parametrize("where", [[1, 0, 1], 1, 0, True, numpy.True_, numpy.int64(0), numpy.ones((2, 2, 3), bool),
                                   numpy.ones(3)], ids=repr)
@testing.numpy_cupy_array_equal(accept_error=(TypeError, ValueError))
def test_masks_of_calls(xp, where):
    where = xp.asarray(where) if isinstance(where, numpy.ndarray) else where
    return xp.add(xp.arange(3), 1, out=xp.full((2, 2, 3), 7), where=where)


@pytest.mark.parametrize("name", ["add", "true_divide", "ldexp", "power", "less", "sqrt", "bitwise_and", "multiply"])
def test_dtypes_of_a_signature(name):
    ours, theirs = getattr(cupy, name), getattr(numpy, name)
    rng, chars = numpy.random.default_rng([*map(ord, name)]), list("?bBilfdFD")
    for _ in range(200):
        given = tuple(numpy.dtype(c) for c in rng.choice(chars, ours.nin)) + (None,) * ours.nout
        options = {"signature": tuple(None if rng.random() < 0.5 else numpy.dtype(rng.choice(chars))
                                      for _ in range(ours.nargs)),
                   "casting": str(rng.choice(["no", "safe", "same_kind", "unsafe"]))}
        try:
            wanted = theirs.resolve_dtypes(given, **options)
        except TypeError:
            with pytest.raises(TypeError):
                ours.resolve_dtypes(given, **options)
        else:
            assert ours.resolve_dtypes(given, **options) == wanted, (given, options)


def test_dtypes_of_a_reduction():
    assert cupy.add.resolve_dtypes((None, numpy.dtype("f4"), None), reduction=True) == (numpy.dtype("f4"),) * 3


@pytest.mark.parametrize("key", [((0,),), ((0, 2),), ((),), ([0],), ((0,), (1,)), (slice(None), (1,))])
def test_at_sequences_within_a_key(key):
    found, wanted = (xp.zeros((3, 3), "i1") for xp in (cupy, numpy))
    cupy.maximum.at(found, key, cupy.asarray(5, "i1"))
    numpy.maximum.at(wanted, key, 5)
    numpy.testing.assert_array_equal(found.get(), wanted)
