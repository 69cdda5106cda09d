"""Floating-point error settings, and functions with complex results outside real domains."""
import numpy
import pytest

import cupy
from cupy import testing


def test_errstate_nests():
    before = cupy.geterr()
    with cupy.errstate(divide="warn"):
        assert cupy.geterr()["divide"] == "warn"
        with cupy.errstate(all="ignore"):
            assert set(cupy.geterr().values()) == {"ignore"}
        assert cupy.geterr()["divide"] == "warn"
    assert cupy.geterr() == before


def test_errstate_decorates():
    @cupy.errstate(over="warn")
    def inside():
        return cupy.geterr()["over"]

    assert inside() == "warn" and cupy.geterr()["over"] == "ignore"


def test_errors_cannot_be_raised():
    with pytest.raises(ValueError, match="isfinite"):
        cupy.seterr(all="raise")
    with pytest.raises(ValueError):
        cupy.seterrcall(print)
    assert cupy.seterrcall(None) is None and cupy.geterrcall() is None
    assert cupy.setbufsize(100) == cupy.getbufsize() == 0


@pytest.mark.parametrize("name", ["sqrt", "log", "log2", "log10", "arcsin", "arccos", "arctanh"])
@pytest.mark.parametrize("values", [[0.25, 0.5], [-0.5, 0.5], [2.5, -3.0], [0.5, 0.25j]], ids=str)
@testing.numpy_cupy_allclose(rtol=1e-12, atol=1e-14)
def test_emath(xp, name, values):
    return getattr(xp.emath, name)(xp.asarray(values))


@testing.for_dtypes("bhilfd")
@testing.numpy_cupy_allclose(rtol=1e-5)
def test_emath_types(xp, dtype):
    return [xp.emath.sqrt(xp.asarray([-1, 4], dtype=dtype)), xp.emath.log(xp.asarray([1, 4], dtype=dtype))]


@testing.numpy_cupy_allclose(rtol=1e-12)
def test_emath_power_and_base(xp):
    return [xp.emath.power(xp.asarray([2, 4]), 2), xp.emath.power(xp.asarray([2, 4]), -2),
            xp.emath.power(xp.asarray([-2.0, 4]), 0.5), xp.emath.logn(2, xp.asarray([4.0, -8.0]))]


def test_dtype_classes_are_numpys():
    assert cupy.dtypes.Float32DType is type(numpy.dtype("f4"))
    assert cupy.exceptions.AxisError is numpy.exceptions.AxisError
