"""LU factors and triangular solves on the host: SciPy's LAPACK on views of the arrays' memory."""
import numpy

import cupy
from cupy._ext import host_view

__all__ = []


def _routine(name, dtype):
    from scipy.linalg import get_lapack_funcs

    return get_lapack_funcs(name, dtype=dtype)


def lu(a):
    """Factors in one matrix, pivots that count from 0, and where an item of U's diagonal is zero, from 1."""
    batch, m, n = a.shape
    factors, pivots = cupy.empty_like(a), cupy.empty((batch, min(m, n)), "i4")
    status = numpy.zeros(batch, "i4")
    source, to, order, getrf = host_view(a), host_view(factors), host_view(pivots), _routine("getrf", a.dtype)
    for k in range(batch):
        to[k], order[k], status[k] = getrf(source[k])
    return factors, pivots, cupy.asarray(status)


def lu_solve(factors, pivots, b, transposed):
    """Solutions ``(batch, n, count)``, of the transposed systems if so asked."""
    x = cupy.empty_like(b)
    given, order, sides, to = map(host_view, (factors, pivots, b, x))
    getrs = _routine("getrs", b.dtype)
    for k in range(b.shape[0]):
        to[k], _ = getrs(given[k], order[k], sides[k], trans=int(transposed))
    return x


def triangular(a, b, lower, unit):
    """Solutions ``(batch, n, count)`` of systems of which one triangle is read."""
    x = cupy.empty_like(b)
    given, sides, to = map(host_view, (a, b, x))
    trtrs = _routine("trtrs", b.dtype)
    for k in range(b.shape[0]):         # LAPACK reads rows as columns, so that no copy is made
        to[k], _ = trtrs(given[k].T, sides[k], lower=not lower, trans=1, unitdiag=unit)
    return x
