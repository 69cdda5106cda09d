"""Least squares and pseudo-inverses."""
import numpy
import pytest

import cupy
from cupy_testing.samples import normal_values

CHARS = "fdFD"
TOLERANCE = {"f": 1e-3, "d": 1e-9, "F": 1e-3, "D": 1e-9}


def same(name, *arrays, char="d", **options):
    ours = getattr(cupy.linalg, name)(*map(cupy.asarray, arrays), **options)
    theirs = getattr(numpy.linalg, name)(*arrays, **options)
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
    numpy.testing.assert_allclose(ours.get(), theirs, rtol=TOLERANCE[char], atol=TOLERANCE[char])


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4), (2, 4, 3)])
def test_pinv(char, shape):
    same("pinv", normal_values(shape, char), char=char)


def test_pinv_limits():
    a = numpy.diag([1.0, 1e-3, 1e-9])
    same("pinv", a, rcond=1e-2)
    same("pinv", a, rtol=1e-5)
    same("pinv", a, rtol=None)
    same("pinv", a, hermitian=True)
    with pytest.raises(ValueError, match="both"):
        cupy.linalg.pinv(cupy.asarray(a), 1e-3, rtol=1e-3)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize(("a", "b"), [((5, 3), (5,)), ((5, 3), (5, 2)), ((3, 5), (3,)), ((4, 4), (4, 2))])
def test_lstsq(char, a, b):
    a, b = normal_values(a, char), normal_values(b, char, 1)
    ours = cupy.linalg.lstsq(cupy.asarray(a), cupy.asarray(b), rcond=None)
    theirs = numpy.linalg.lstsq(a, b, rcond=None)
    assert ours[2] == theirs[2]
    for x, y in ((ours[0], theirs[0]), (ours[1], theirs[1]), (ours[3], theirs[3])):
        assert x.dtype == y.dtype and x.shape == y.shape
        numpy.testing.assert_allclose(x.get(), y, rtol=TOLERANCE[char], atol=TOLERANCE[char])


def test_lstsq_of_low_rank():
    a = numpy.outer([1.0, 2, 3], [1.0, 1])
    ours, theirs = cupy.linalg.lstsq(cupy.asarray(a), cupy.ones(3)), numpy.linalg.lstsq(a, numpy.ones(3))
    assert ours[2] == theirs[2] == 1 and ours[1].shape == theirs[1].shape == (0,)
    numpy.testing.assert_allclose(ours[0].get(), theirs[0])


@pytest.mark.parametrize("columns", [(), (2,)])
def test_lstsq_of_nan(columns):
    """NaN, where what cannot be solved is ignored."""
    cupyx = pytest.importorskip("cupyx")
    with cupyx.errstate(linalg="ignore"):
        x, residuals, _, s = cupy.linalg.lstsq(cupy.full((4, 2), cupy.nan), cupy.ones((4, *columns)))
    assert x.shape == (2, *columns) and bool(cupy.isnan(x).all())
    assert s.shape == (2,) and residuals.ndim == 1


@pytest.mark.parametrize("char", "?bILefdF")
@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (2, 3, 0), (4, 0, 0)])
def test_pinv_of_empty_matrices_keeps_the_type(char, shape):
    same("pinv", numpy.zeros(shape, char))


@pytest.mark.parametrize(("a", "b"), [((3, 3), (3, 0)), ((0, 2), (0,)), ((2, 0), (2, 2)), ((4, 2), (4, 0))])
def test_lstsq_of_nothing(a, b):
    a, b = normal_values(a, "d"), normal_values(b, "d")
    for x, y in zip(cupy.linalg.lstsq(cupy.asarray(a), cupy.asarray(b)), numpy.linalg.lstsq(a, b), strict=True):
        x, y = numpy.asarray(cupy.asnumpy(x)), numpy.asarray(y)
        assert x.dtype == y.dtype and x.shape == y.shape
        numpy.testing.assert_allclose(x, y)
