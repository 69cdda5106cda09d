"""Eigenvalues and eigenvectors."""
import numpy
import pytest

import cupy
from cupy_testing.samples import normal_values

CHARS = "fdFD"
TOLERANCE = {"f": 1e-3, "d": 1e-9, "F": 1e-3, "D": 1e-9}


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (4, 3, 3), (2, 2, 33, 33)])
@pytest.mark.parametrize("triangle", ["L", "U", "l"])
def test_hermitian(char, shape, triangle):
    a = normal_values(shape, char)     # only one triangle is read
    tolerance = TOLERANCE[char]
    w, v = cupy.linalg.eigh(cupy.asarray(a), UPLO=triangle)
    wanted = numpy.linalg.eigvalsh(a, UPLO=triangle)
    assert w.dtype == wanted.dtype and v.dtype == a.dtype
    numpy.testing.assert_allclose(w.get(), wanted, rtol=tolerance, atol=tolerance)
    half = numpy.tril(a, -1) if triangle in "Ll" else numpy.swapaxes(numpy.triu(a, 1), -1, -2).conj()
    full = half + numpy.swapaxes(half, -1, -2).conj() + numpy.eye(shape[-1]) * a.real
    numpy.testing.assert_allclose(full @ v.get(), v.get() * w.get()[..., None, :], rtol=tolerance, atol=tolerance)
    numpy.testing.assert_allclose(cupy.linalg.eigvalsh(cupy.asarray(a), triangle).get(), wanted,
                                  rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (3, 4, 4)])
def test_general(char, shape):
    a = normal_values(shape, char)
    tolerance = TOLERANCE[char]
    w, v = cupy.linalg.eig(cupy.asarray(a))
    assert w.dtype == v.dtype == numpy.dtype(char.upper())
    numpy.testing.assert_allclose(a @ v.get(), v.get() * w.get()[..., None, :], rtol=tolerance, atol=tolerance)
    for values in (w, cupy.linalg.eigvals(cupy.asarray(a))):
        numpy.testing.assert_allclose(numpy.sort_complex(values.get().round(3)),
                                      numpy.sort_complex(numpy.linalg.eigvals(a).round(3)), atol=2e-3)


@pytest.mark.parametrize("name", ["eig", "eigh", "eigvals", "eigvalsh"])
def test_arguments(name):
    function = getattr(cupy.linalg, name)
    for shape in ((3,), (2, 3)):
        with pytest.raises(numpy.linalg.LinAlgError):
            function(cupy.ones(shape))
    for shape in ((0, 0), (0, 3, 3)):
        ours, theirs = function(cupy.ones(shape)), getattr(numpy.linalg, name)(numpy.ones(shape))
        ours, theirs = (x if isinstance(x, tuple) else (x,) for x in (ours, theirs))
        assert [x.shape for x in ours] == [x.shape for x in theirs]


def test_unknown_triangle():
    with pytest.raises(ValueError, match="UPLO"):
        cupy.linalg.eigh(cupy.eye(2), UPLO="x")


def test_integers():
    w = cupy.linalg.eigvalsh(cupy.asarray([[2, 1], [1, 2]]))
    assert w.dtype == "d"
    numpy.testing.assert_allclose(w.get(), [1, 3])
