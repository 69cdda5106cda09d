"""Differences, gradients, areas, jumps undone, vector products."""
import numpy
import pytest

import cupy
from cupy import testing
from cupy_testing import layouts

EXACT = {
    "diff": lambda xp, a: xp.diff(a),
    "diff n": lambda xp, a: xp.diff(a, 2),
    "diff axis": lambda xp, a: xp.diff(a, axis=0),
    "diff too often": lambda xp, a: xp.diff(a, 9),
    "diff none": lambda xp, a: xp.diff(a, 0),
    "diff prepend": lambda xp, a: xp.diff(a, prepend=0 if a.dtype != bool else False),
    "diff both": lambda xp, a: xp.diff(a, axis=0, prepend=a[:1], append=a[:2]),
    "ediff1d": lambda xp, a: xp.ediff1d(a) if a.dtype != bool else a,
    "ediff1d ends": lambda xp, a: xp.ediff1d(a, a[0], a[1]) if a.dtype != bool else a,
    "ediff1d one": lambda xp, a: xp.ediff1d(a[0, :1], a[0, 0]) if a.dtype != bool else a,
    "ediff1d empty": lambda xp, a: xp.ediff1d(a[:0]) if a.dtype != bool else a,
}


@pytest.mark.parametrize("call", EXACT.values(), ids=EXACT)
@testing.for_dtypes("?bBlfD")
@testing.numpy_cupy_array_equal()
def test_exact(xp, dtype, call):
    return call(xp, testing.shaped_arange((3, 4), xp, dtype) ** 2 if dtype != numpy.bool_
                else testing.shaped_arange((3, 4), xp, dtype))


CLOSE = {
    "gradient": lambda xp, a: xp.gradient(a),
    "gradient axis": lambda xp, a: xp.gradient(a, axis=0),
    "gradient step": lambda xp, a: xp.gradient(a, 2.0),
    "gradient steps": lambda xp, a: xp.gradient(a, 2, 0.5),
    "gradient axes": lambda xp, a: xp.gradient(a, 0.5, axis=(1, 0)),
    "gradient uneven": lambda xp, a: xp.gradient(a, xp.asarray([0, 1, 3, 3.5]), axis=1),
    "gradient mixed": lambda xp, a: xp.gradient(a, 2.0, xp.asarray([0, 1, 3, 3.5])),
    "gradient edge": lambda xp, a: xp.gradient(a, edge_order=2),
    "gradient uneven edge": lambda xp, a: xp.gradient(
        a, xp.asarray([0, 1, 3, 3.5]), axis=1, edge_order=2),
    "trapezoid": lambda xp, a: xp.trapezoid(a),
    "trapezoid dx": lambda xp, a: xp.trapezoid(a, dx=0.5, axis=0),
    "trapezoid x": lambda xp, a: xp.trapezoid(a, xp.asarray([0, 1, 3, 3.5])),
    "trapezoid x axis": lambda xp, a: xp.trapezoid(a, xp.asarray([0, 1, 3]), axis=0),
    "trapezoid matrix": lambda xp, a: xp.trapezoid(a, xp.arange(12.0).reshape(3, 4) ** 2),
    "trapezoid vector": lambda xp, a: xp.trapezoid(a[0]),
    "trapezoid short": lambda xp, a: xp.trapezoid(a[:, :1]),
}


@pytest.mark.parametrize("call", CLOSE.values(), ids=CLOSE)
@testing.for_dtypes("hlfdD")
@testing.numpy_cupy_allclose(rtol=1e-5, atol=1e-6, contiguous_check=False)
def test_close(xp, dtype, call):
    return call(xp, testing.shaped_arange((3, 4), xp, dtype) ** 2)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("edge_order", [1, 2])
@testing.for_dtypes("efdF")
@testing.numpy_cupy_allclose(rtol=1e-2, atol=1e-2)
def test_gradient_large(xp, dtype, axis, edge_order):
    return xp.gradient(testing.shaped_random((20, 30, 40), xp, dtype, scale=1), 0.5, axis=axis, edge_order=edge_order)


@pytest.mark.parametrize("options", [
    {}, {"discont": 4}, {"axis": 0}, {"period": 4.0}, {"period": 3, "discont": 2}], ids=str)
@testing.for_dtypes("fd")
@testing.numpy_cupy_allclose(rtol=1e-5, atol=1e-5)
def test_unwrap(xp, dtype, options):
    return xp.unwrap(testing.shaped_random((6, 20), xp, dtype, scale=20), **options)


@pytest.mark.parametrize("axis", [0, 1])
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_fortran_order(xp, axis):
    a = xp.asarray(testing.shaped_random((6, 20), xp, "d", scale=20), order="F")
    return [xp.unwrap(a, axis=axis, period=4.0), xp.gradient(a, 2.0, axis=axis), xp.diff(a, axis=axis),
            xp.clip(a, min=None), xp.isreal(a), *xp.gradient(a[:, :5].copy("F"), edge_order=2)]


@pytest.mark.parametrize(("shape", "axis"), [((100003,), 0), ((300, 257), 0), ((300, 257), 1), ((5, 700, 3), 1)])
@testing.numpy_cupy_allclose(rtol=1e-9, atol=1e-6)
def test_unwrap_long(xp, shape, axis):
    return xp.unwrap(testing.shaped_random(shape, xp, "d", scale=20), axis=axis)


@testing.numpy_cupy_allclose(rtol=1e-6)
def test_unwrap_with_nan(xp):
    return xp.unwrap(xp.asarray([0, 4, numpy.nan, 1, 9.0]))


@pytest.mark.parametrize(("shape", "axis"), [((2,), 0), ((7, 5), 0), ((7, 5), 1), ((100003,), 0), ((2, 9000), 1)])
@testing.for_dtypes("fd")
@testing.numpy_cupy_allclose(rtol=1e-5, atol=1e-4)
def test_unwrap_keeps_first_items_that_are_infinite(xp, dtype, shape, axis):
    a = testing.shaped_random(shape, xp, dtype, scale=20)
    for i, first in enumerate([numpy.inf, -numpy.inf, numpy.inf, -1, numpy.nan, 0, 2][:len(a)]):
        a[(i, 0) if a.ndim > 1 else i] = first
    return [xp.unwrap(a if a.ndim > 1 else a[i:], axis=axis, **more) for i in (0, len(a) - 1)
            for more in ({}, {"period": numpy.inf})]


@testing.numpy_cupy_allclose(rtol=1e-5)
def test_trapezoid_with_infinite_ends(xp):
    return xp.trapezoid(xp.asarray([[numpy.inf, 1, 2, 3], [1, 2, 3, -numpy.inf], [numpy.inf, 0, 0, -numpy.inf]]))


@testing.for_all_dtypes()
@testing.numpy_cupy_allclose(rtol=1e-3)
def test_trapezoid_of_every_type(xp, dtype):
    a = testing.shaped_random((3, 5), xp, dtype)
    return [xp.trapezoid(a), xp.trapezoid(a, axis=0, dx=2), xp.trapezoid(a, xp.asarray([0.0, 1, 3, 4, 9]))]


@pytest.mark.parametrize("period", [4, 5, 255])
@pytest.mark.parametrize("discont", [None, 3])
@testing.for_dtypes("hil")
@testing.numpy_cupy_array_equal()
def test_unwrap_integers(xp, dtype, period, discont):
    return xp.unwrap(testing.shaped_random((50,), xp, dtype, scale=30), discont, period=period)


CROSS = {
    "3 3": lambda xp, a, b: xp.cross(a, b),
    "one": lambda xp, a, b: xp.cross(a[0], b),
    "axis": lambda xp, a, b: xp.cross(a.T, b.T, axis=0),
    "axes": lambda xp, a, b: xp.cross(a.T, b, axisa=0, axisc=0),
}


@pytest.mark.parametrize("call", CROSS.values(), ids=CROSS)
@testing.for_dtypes("bilfD")
@testing.numpy_cupy_allclose(rtol=1e-6, contiguous_check=False)
def test_cross(xp, dtype, call):
    return call(xp, testing.shaped_arange((4, 3), xp, dtype),
                testing.shaped_arange((4, 3), xp, dtype)[::-1])


ERRORS = {
    "diff negative": (lambda xp: xp.diff(xp.zeros(3), -1), ValueError),
    "diff scalar": (lambda xp: xp.diff(xp.asarray(1)), ValueError),
    "diff axis": (lambda xp: xp.diff(xp.zeros(3), axis=1), numpy.exceptions.AxisError),
    "ediff1d": (lambda xp: xp.ediff1d(xp.zeros(3, int), to_end=1.5), TypeError),
    "gradient short": (lambda xp: xp.gradient(xp.zeros(1)), ValueError),
    "gradient order": (lambda xp: xp.gradient(xp.zeros(5), edge_order=3), ValueError),
    "gradient length": (lambda xp: xp.gradient(xp.zeros(5), xp.zeros(4)), ValueError),
    "gradient planes": (lambda xp: xp.gradient(xp.zeros(5), xp.zeros((5, 1))), ValueError),
    "gradient many": (lambda xp: xp.gradient(xp.zeros(5), 1.0, 2.0), TypeError),
    "trapezoid": (lambda xp: xp.trapezoid(xp.zeros(5), xp.zeros(3)), ValueError),
    "cross length": (lambda xp: xp.cross(xp.zeros(4), xp.zeros(3)), ValueError),
    "cross scalar": (lambda xp: xp.cross(xp.asarray(1), xp.zeros(3)), ValueError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp)


@pytest.mark.parametrize("options", [{}, {"offset": 1}, {"offset": -1, "axis1": 2}, {"dtype": "D"}],
                         ids=str)
@testing.for_dtypes("?bBlfD")
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_trace(xp, dtype, options):
    return [testing.shaped_arange((3, 4, 3), xp, dtype).trace(**options),
            xp.trace(testing.shaped_arange((3, 3), xp, dtype))]


@pytest.mark.parametrize("dtype", ["M8[D]", "m8[s]"])
@pytest.mark.parametrize("options", [{}, {"axis": 0}, {"edge_order": 2}], ids=str)
@testing.numpy_cupy_array_equal()
def test_gradient_of_times(xp, dtype, options):
    return xp.gradient(xp.asarray(numpy.array([[0, 3, 7], [8, 20, 21], [5, 5, 90]]).astype(dtype)), 2, **options)


@pytest.mark.parametrize("layout", [layouts.unaligned, layouts.field, layouts.offset, layouts.every_other,
                                    layouts.backwards])
@pytest.mark.parametrize("char", "fd")
def test_trapezoids_of_any_layout(layout, char):
    values = numpy.array([1, 2, 4, 9, -3], char)
    assert float(cupy.trapezoid(layout(cupy, values))) == float(numpy.trapezoid(values))
