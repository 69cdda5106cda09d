"""Rounding, limits, and parts of complex numbers."""
import numpy
import pytest

import cupy
from cupy import testing

VALUES = [-150.0, -25.5, -2.5, -1.25, -0.5, 0.0, 0.5, 1.255, 1.5, 2.5, 15.0, 25.0, 1234.5678]


@pytest.mark.parametrize("decimals", [-3, -2, -1, 0, 1, 2, 3])
@testing.for_dtypes("fdFD")
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_around_inexact(xp, dtype, decimals):
    with numpy.errstate(all="ignore"):
        values = numpy.asarray(VALUES).astype(dtype)
    return xp.around(xp.asarray(values * (1 + 1j if values.dtype.kind == "c" else 1)).astype(dtype),
                     decimals)


@pytest.mark.parametrize("decimals", [-1, 0, 2])
@testing.for_int_dtypes(no_bool=True)
@testing.numpy_cupy_array_equal()
def test_around_integers(xp, dtype, decimals):
    return xp.around(xp.asarray([0, 4, 5, 14, 15, 16, 25, 34, 35, 115], dtype=dtype), decimals)


@pytest.mark.parametrize("decimals", [-10**6, -400, -309, -308, -40, -20, -8, 39, 300, 309, 10**6, 2**31, -2**40])
@testing.for_dtypes("bilLefdFD")
@testing.numpy_cupy_allclose(rtol=1e-3, accept_error=OverflowError)
def test_around_beyond_the_dtype(xp, dtype, decimals):
    a = xp.asarray([5, 15, 100, 127], dtype=dtype)
    if a.dtype.kind in "iu" and -2**31 < decimals < -308:
        assert not xp.any(cupy.around(cupy.asarray(a), decimals))       # NumPy makes integers of NaN
        return a
    return xp.around(a, decimals)


@testing.for_signed_dtypes()
@testing.numpy_cupy_array_equal()
def test_around_negative_integers(xp, dtype):
    return xp.around(xp.asarray([-4, -5, -6, -14, -15, -16, -25, -35, -115], dtype=dtype), -1)


@testing.numpy_cupy_array_equal()
def test_around_names_and_out(xp):
    a, out = xp.asarray(VALUES), xp.zeros(len(VALUES))
    return [xp.round(a, 1), a.round(1), xp.around(a, 1, out), out, xp.around(xp.asarray([True, False]))]


@testing.for_dtypes("bBlefd")
@testing.numpy_cupy_array_equal()
def test_fix(xp, dtype):
    with numpy.errstate(all="ignore"):
        return xp.fix(xp.asarray(numpy.asarray(VALUES[3:]).astype(dtype)))


CLIPS = {
    "both": lambda xp, a: xp.clip(a, 3, 8),
    "low": lambda xp, a: xp.clip(a, 3, None),
    "high": lambda xp, a: xp.clip(a, None, 8),
    "none": lambda xp, a: xp.clip(a, None, None),
    "keywords": lambda xp, a: xp.clip(a, min=3, max=8),
    "keyword": lambda xp, a: xp.clip(a, max=8),
    "nothing": lambda xp, a: xp.clip(a),
    "method": lambda xp, a: a.clip(3, 8),
    "arrays": lambda xp, a: xp.clip(a, a[0], a[1] - a[0]),
    "wide": lambda xp, a: xp.clip(a, -2**70, 2**70) if a.dtype.kind in "iu" else a,
    "crossed": lambda xp, a: xp.clip(a, 8, 3),
    "out": lambda xp, a: xp.clip(a, 3, 8, out=xp.zeros(a.shape, a.dtype)),
}


@pytest.mark.parametrize("call", CLIPS.values(), ids=CLIPS)
@testing.for_all_dtypes(no_bool=True)
@testing.numpy_cupy_array_equal()
def test_clip(xp, dtype, call):
    return call(xp, testing.shaped_arange((3, 4), xp, dtype))


@testing.for_dtypes("fd")
@testing.numpy_cupy_array_equal()
def test_clip_nan(xp, dtype):
    a = xp.asarray([xp.nan, 1, -xp.inf, xp.inf], dtype=dtype)
    return [xp.clip(a, 0, 2), xp.clip(a, xp.nan, 2), xp.clip(a, a, 5)]


def test_clip_errors():
    for xp in (numpy, cupy):
        with pytest.raises(TypeError):
            xp.clip(xp.arange(3), a_min=1)
        with pytest.raises((TypeError, ValueError)):
            xp.clip(xp.arange(3), 1, 2, min=0)
        with pytest.raises(OverflowError):
            xp.clip(xp.arange(3, dtype="i1"), 300, None)


@pytest.mark.parametrize("options", [{}, {"nan": 5.0}, {"posinf": 9.0, "neginf": -9.0}], ids=str)
@testing.for_dtypes("?bLefdFD")
@testing.numpy_cupy_array_equal()
def test_nan_to_num(xp, dtype, options):
    with numpy.errstate(all="ignore"):
        a = numpy.asarray([1, 0, 3] if numpy.dtype(dtype).kind in "biu"
                          else [1.0, numpy.nan, numpy.inf, -numpy.inf]).astype(dtype)
    if a.dtype.kind == "c":
        a = a + numpy.asarray([1, numpy.nan, 2, 3]).astype(dtype) * 1j
    return xp.nan_to_num(xp.asarray(a.astype(dtype)), **options)


def test_nan_to_num_in_place():
    a = cupy.asarray([1.0, numpy.nan])
    assert cupy.nan_to_num(a, copy=False) is a and a.get().tolist() == [1, 0]


@testing.for_dtypes("bilefdFD")
@testing.numpy_cupy_allclose(rtol=1e-3, atol=1e-3)
def test_angle(xp, dtype):
    a = testing.shaped_arange((6,), xp, dtype)
    return [xp.angle(a - 3), xp.angle(a - 3, deg=True)]


@testing.numpy_cupy_array_equal()
def test_parts(xp):
    a = testing.shaped_arange((2, 3), xp, "D")
    return [xp.real(a), xp.imag(a), xp.real(a.real), xp.imag(a.real), xp.real(3.0), xp.conj(a)]


@testing.numpy_cupy_array_equal()
def test_real_if_close(xp):
    a = xp.asarray([1 + 1e-14j, 2])
    return [xp.real_if_close(a), xp.real_if_close(a, tol=1), xp.real_if_close(a, tol=1e3),
            xp.real_if_close(a * 1j), xp.real_if_close(a.real)]
