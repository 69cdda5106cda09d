"""Triangular systems in blocks, which GPUs solve by core's own kernels, against SciPy."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy.linalg._substitution import substitute


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape", [(1, 1, 1), (4, 5, 3), (1, 32, 1), (2, 33, 5), (1, 70, 2), (1, 130, 1), (1, 256, 3),
                                   (2, 300, 1)])
def test_against_scipy(shape, dtype):
    batch, n, columns = shape
    rng = numpy.random.default_rng(0)
    a = rng.standard_normal((batch, n, n)) / n + 2 * numpy.eye(n)
    b = rng.standard_normal((batch, n, columns))
    if dtype in "FD":
        a, b = a + 1j * rng.standard_normal(a.shape) / n, b + 1j * b[:, ::-1]
    a, b = a.astype(dtype), b.astype(dtype)
    tolerance = 100 * numpy.finfo(dtype).eps
    for lower in (True, False):
        for unit in (True, False):
            x = substitute(cupy.asarray(a), cupy.asarray(b), lower, unit)
            assert x.dtype == dtype
            for k in range(batch):
                wanted = scipy.linalg.solve_triangular(a[k], b[k], lower=lower, unit_diagonal=unit)
                numpy.testing.assert_allclose(x[k].get(), wanted, tolerance, tolerance)


def test_other_triangle_is_not_read_and_divisions_are_exact():
    a = numpy.tril(numpy.full((40, 40), 3.0))
    a[numpy.triu_indices(40, 1)] = numpy.nan
    b = numpy.zeros((40, 1))
    b[0], b[1:] = 3.0, 3.0
    x = substitute(cupy.asarray(a[None]), cupy.asarray(b[None]), True, False)
    numpy.testing.assert_array_equal(x[0, :, 0].get(), [1.0] + [0.0] * 39)


def test_extreme_pivots():
    a = numpy.diag([1e-310, 1e300, 1e-300, numpy.inf])
    b = numpy.array([[1e-310], [1e300], [1e-290], [1.0]])
    x = substitute(cupy.asarray(a[None]), cupy.asarray(b[None]), True, False)
    numpy.testing.assert_allclose(x[0, :, 0].get(), [1.0, 1.0, 1e10, 0.0], rtol=1e-15)
