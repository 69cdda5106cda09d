"""Convolution and correlation of vectors of all lengths, by products and by transforms."""
import numpy
import pytest

import cupy
from cupy import testing

LENGTHS = [(1, 1), (5, 3), (3, 5), (300, 7), (300, 299), (2100, 40), (5000, 129), (5000, 600)]


def _vectors(n, m, dtype):
    rng = numpy.random.default_rng(0)
    a, v = ((rng.standard_normal(k) * 3).astype(dtype) for k in (n, m))
    return (a + 1j * a[::-1], v - 2j * v) if numpy.dtype(dtype).kind == "c" else (a, v)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("dtype", list("?bBilfdFDe"))
def test_as_numpy(lengths, dtype):
    a, v = _vectors(*lengths, dtype)
    tolerance = {"f": 1e-5, "F": 1e-5, "e": 2e-2}.get(dtype, 1e-12)
    for name in ("convolve", "correlate"):
        for mode in ("full", "same", "valid"):
            wanted = getattr(numpy, name)(a, v, mode)
            found = getattr(cupy, name)(cupy.asarray(a), cupy.asarray(v)[::-1][::-1], mode).get()
            assert found.dtype == wanted.dtype
            scale = max(abs(wanted.astype("c16")).max(), 1)
            numpy.testing.assert_allclose(found.astype("c16"), wanted.astype("c16"), tolerance, tolerance * scale)


def test_a_long_shorter_vector():
    a, v = _vectors(30_000, 5000, "f8")
    found = cupy.convolve(cupy.asarray(a), cupy.asarray(v)).get()
    numpy.testing.assert_allclose(found, numpy.convolve(a, v), 1e-9, 1e-9)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_is_not_finite_stays_where_it_is():
    a, v = _vectors(3000, 900, "f8")
    a[700], v[3] = numpy.inf, numpy.nan
    numpy.testing.assert_allclose(cupy.convolve(cupy.asarray(a), cupy.asarray(v)).get(), numpy.convolve(a, v), 1e-9)


@pytest.mark.parametrize("name", ["convolve", "correlate"])
@pytest.mark.parametrize("mode", [None, 1.5, "vali"])
@testing.numpy_cupy_raises(accept_error=(TypeError, ValueError))
def test_bad_modes(xp, name, mode):
    getattr(xp, name)(xp.ones(3), xp.ones(2), mode=mode)


@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hanning"])
@testing.for_dtypes("bHlfd")
@testing.numpy_cupy_allclose(rtol=1e-12, atol=1e-15)
def test_windows_of_a_length_in_an_array(xp, name, dtype):
    return getattr(xp, name)(xp.asarray(10, dtype)), xp.kaiser(xp.asarray(10, dtype), 3)


@pytest.mark.parametrize("name", ["convolve", "correlate"])
@pytest.mark.parametrize("a", [2, 2.5, [], [[1, 2]], "abc", ["a", "b"]], ids=str)
@testing.numpy_cupy_array_equal(accept_error=(TypeError, ValueError))
def test_what_is_no_vector_of_numbers(xp, name, a):
    try:
        return getattr(xp, name)(a, xp.ones(2))
    except TypeError as error:      # NumPy says of text that it has no size
        raise ValueError from error


@pytest.mark.parametrize("more", [0, 1, 7, 9])
@testing.for_dtypes("fdFD")
@testing.numpy_cupy_allclose(rtol=1e-3)
def test_few_complete_overlaps_of_long_vectors(xp, dtype, more):
    a, v = (xp.asarray(x) for x in _vectors(5000 + more, 5000, numpy.dtype(dtype).char.lower()))
    a, v = abs(a).astype(dtype), abs(v).astype(dtype)
    return xp.correlate(a, v), xp.convolve(v, a, "valid")


@pytest.mark.parametrize("dtype", "efdFl?")
def test_correlate_of_equal_lengths(dtype):
    rng = numpy.random.default_rng(4)
    a, v = ((rng.random(5000) * 3).astype(dtype) for _ in range(2))
    found = cupy.correlate(cupy.asarray(a), cupy.asarray(v))
    exact = numpy.correlate(a.astype("d"), v.astype("d")) if dtype == "e" else numpy.correlate(a, v)
    assert found.dtype == a.dtype and found.shape == (1,)
    numpy.testing.assert_allclose(found.get().astype(exact.dtype), exact, rtol=2e-3 if dtype == "e" else 1e-4)


@pytest.mark.parametrize("lengths", [(0, 0), (0, 5000), (5000, 0)])
def test_correlate_of_nothing(lengths):
    for xp in (cupy, numpy):
        with pytest.raises(ValueError, match="cannot be empty"):
            xp.correlate(*(xp.zeros(n) for n in lengths))
