"""Decompositions on the host: NumPy's LAPACK on views of the arrays' memory."""
import numpy

from cupy._core.transfer import host_view
from cupy._creation.from_data import asarray
from cupy._libs import linalg_check

__all__ = []


def _call(function, *arrays, **options):
    """Results as arrays; those of a failed decomposition are NaN where errors are ignored."""
    views = [host_view(a) for a in arrays]
    try:
        results = function(*views, **options)
    except numpy.linalg.LinAlgError:
        if linalg_check.mode() != "ignore":
            raise
        results = function(*[_unfailing(view) for view in views], **options)
        results = [numpy.full_like(x, numpy.nan) for x in (results if isinstance(results, tuple) else (results,))]
        results = results[0] if len(results) == 1 else results
    if isinstance(results, tuple | list):
        return tuple(asarray(x) for x in results)
    return asarray(results)


def _unfailing(view):
    """Matrices of the same shape for which every decomposition exists."""
    return numpy.broadcast_to(numpy.eye(*view.shape[-2:], dtype=view.dtype), view.shape)


def cholesky(a):
    """Lower factors."""
    return _call(numpy.linalg.cholesky, a)


def solve(a, b):
    """Solutions ``(batch, n, count)``."""
    return _call(numpy.linalg.solve, a, b)


def inv(a):
    """Inverses."""
    return _call(numpy.linalg.inv, a)


def det(a):
    """Determinants."""
    return _call(numpy.linalg.det, a)


def slogdet(a):
    """Signs and logarithms of the absolute values of determinants."""
    return _call(numpy.linalg.slogdet, a)


def qr(a, mode):
    """What `numpy.linalg.qr` returns in a mode, as a tuple."""
    results = _call(numpy.linalg.qr, a, mode=mode)
    return results if isinstance(results, tuple) else (results,)


def svd(a, full_matrices, compute_uv):
    """``u, s, vh``, or only ``s``."""
    return _call(numpy.linalg.svd, a, full_matrices=full_matrices, compute_uv=compute_uv)


def eigh(a, lower, vectors):
    """``w, v`` of Hermitian matrices, or only ``w``."""
    return _call(numpy.linalg.eigh if vectors else numpy.linalg.eigvalsh, a, UPLO="L" if lower else "U")


def eig(a, vectors):
    """``w, v``, complex, or only ``w``."""
    results = _call(numpy.linalg.eig if vectors else numpy.linalg.eigvals, a)
    wanted = a.dtype.char.upper()
    if vectors:
        return tuple(x.astype(wanted, copy=False) for x in results)
    return results.astype(wanted, copy=False)
