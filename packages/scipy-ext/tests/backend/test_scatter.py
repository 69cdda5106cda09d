"""Scatters where repeated indices count, against NumPy's `ufunc.at`; the ufunc rsqrt."""
import numpy
import pytest

import cupy
import cupyx

RNG = numpy.random.default_rng(5)
SCATTERS = {"scatter_add": numpy.add, "scatter_max": numpy.maximum, "scatter_min": numpy.minimum}


@pytest.mark.parametrize("name", SCATTERS)
@pytest.mark.parametrize("dtype", "iIqQefd")
@pytest.mark.parametrize("slices, values", [
    (RNG.integers(-6, 6, 40), RNG.integers(0, 9, (40, 5))),     # rows, some of them again and again
    ((RNG.integers(0, 6, 30), RNG.integers(0, 5, 30)), RNG.integers(0, 9, 30)),
    ((slice(None), [0, 3, 3]), RNG.integers(0, 9, (6, 1))),     # values are broadcast
    (slice(1, 5, 2), 7),
    (RNG.random((6, 5)) > 0.5, 3),
    ([], 1),
])
def test_repeated_indices_count(name, dtype, slices, values):
    x = RNG.integers(0, 9, (6, 5)).astype(dtype)
    a, there = cupy.asarray(x), tuple(map(_there, slices)) if isinstance(slices, tuple) else _there(slices)
    assert getattr(cupyx, name)(a, there, cupy.asarray(values)) is None
    SCATTERS[name].at(x, numpy.array(slices, int) if isinstance(slices, list) else slices, values)
    numpy.testing.assert_array_equal(a.get(), x)


def _there(index):
    return cupy.asarray(index) if isinstance(index, numpy.ndarray) else index


def test_views_are_changed_in_place():
    a = cupy.zeros((4, 3))
    cupyx.scatter_add(a[::2].T, cupy.array([1, 1, 2]), cupy.array([1.0, 10.0]))
    assert a.get().tolist() == [[0, 2, 1], [0, 0, 0], [0, 20, 10], [0, 0, 0]]


def test_what_does_not_fit_is_refused():
    a = cupy.zeros((4, 3))
    with pytest.raises(ValueError):
        cupyx.scatter_add(a, cupy.array([0, 1]), cupy.ones(5))
    with pytest.raises(IndexError):
        cupyx.scatter_max(a, (0, 0, 0), 1)
    assert not a.any()


@pytest.mark.parametrize("name", SCATTERS)
@pytest.mark.parametrize("key", [range(2), (slice(None), range(2)), (range(1, 3), 1), [range(2)]], ids=repr)
def test_any_sequence_is_an_array_of_indices(name, key):
    a = cupy.zeros((3, 4))
    wanted = a.get()
    getattr(cupyx, name)(a, key, 2)
    SCATTERS[name].at(wanted, key, 2)
    numpy.testing.assert_array_equal(a.get(), wanted)


@pytest.mark.parametrize("dtype", "efd")
def test_rsqrt(dtype):
    x = numpy.array([0.25, 1, 4, 100, numpy.inf], dtype)
    found = cupyx.rsqrt(cupy.asarray(x))
    assert found.dtype == dtype
    numpy.testing.assert_allclose(found.get(), 1 / numpy.sqrt(x), rtol=2e-3 if dtype == "e" else 1e-6)
