"""Decompositions on the host: NumPy's LAPACK on views of the arrays' memory."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.transfer import host_view
from cupy._core.from_data import asarray
from cupy._host.shares import in_shares
from cupy._host.threads import limit_blas
from cupy._linalg.decompose import failures

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []

limit_blas()

_SMALL = 32             # rows and columns of matrices of which a thread takes many
_MANY = 8192            # elements of a batch that is worth several threads


def _call(function: Callable[..., Any], *arrays: ndarray, **options: Any) -> Any:
    """Results as arrays; those of a matrix that fails are NaN where errors are ignored."""
    views = [host_view(a) for a in arrays]
    try:
        results = _batched(function, views, options)
    except numpy.linalg.LinAlgError:
        if failures.mode() != "ignore":
            raise
        results = _each(function, views, options)
    if isinstance(results, tuple | list):
        return tuple(asarray(x) for x in results)
    return asarray(results)


def _batched(function: Callable[..., Any], views: list[numpy.ndarray], options: Mapping[str, Any]) -> Any:
    """Results of a batch; many small matrices are shared between threads, for larger ones LAPACK has its own."""
    first = views[0]
    if first.size < _MANY or max(first.shape[1:]) > _SMALL:
        return function(*views, **options)
    parts = in_shares(len(first), lambda start, stop: function(*[x[start:stop] for x in views], **options))
    if isinstance(parts[0], tuple):
        return tuple(numpy.concatenate(results) for results in zip(*parts, strict=True))
    return numpy.concatenate(parts)


def _each(function: Callable[..., Any], views: list[numpy.ndarray], options: Mapping[str, Any]) -> Any:
    """Results of a batch whose matrices are decomposed one by one, since some of them fail."""
    found = []
    for matrices in zip(*views, strict=True):
        try:
            results = function(*matrices, **options)
        except numpy.linalg.LinAlgError:
            results = function(*[numpy.eye(*x.shape, dtype=x.dtype) for x in matrices], **options)
            results = results if isinstance(results, tuple) else (results,)
            results = tuple(numpy.full_like(x, numpy.nan) for x in results)
        found.append(results if isinstance(results, tuple) else (results,))
    stacks = [numpy.stack(results) for results in zip(*found, strict=True)]
    return tuple(stacks) if len(stacks) > 1 else stacks[0]


def cholesky(a: ndarray) -> ndarray:
    """Lower factors."""
    return _call(numpy.linalg.cholesky, a)


def solve(a: ndarray, b: ndarray) -> ndarray:
    """Solutions ``(batch, n, count)``."""
    return _call(numpy.linalg.solve, a, b)


def lstsq(a: ndarray, b: ndarray, limit: Any) -> tuple[ndarray, ndarray, Any, ndarray]:
    """What `numpy.linalg.lstsq` returns of one matrix, without singular vectors."""
    try:
        x, residuals, rank, s = numpy.linalg.lstsq(host_view(a), host_view(b), limit)
    except numpy.linalg.LinAlgError:
        if failures.mode() != "ignore":
            raise
        x, s = (numpy.full(shape, numpy.nan) for shape in ((a.shape[1], *b.shape[1:]), min(a.shape)))
        x, s, rank = x.astype(a.dtype), s.astype(a.real.dtype), numpy.int32(0)
        residuals = s[:0]
    return asarray(x), asarray(residuals), rank, asarray(s)


def inv(a: ndarray) -> ndarray:
    """Inverses."""
    return _call(numpy.linalg.inv, a)


def det(a: ndarray) -> ndarray:
    """Determinants."""
    return _call(numpy.linalg.det, a)


def slogdet(a: ndarray) -> tuple[ndarray, ...]:
    """Signs and logarithms of the absolute values of determinants."""
    return _call(numpy.linalg.slogdet, a)


def qr(a: ndarray, mode: str) -> tuple[ndarray, ...]:
    """What `numpy.linalg.qr` returns in a mode, as a tuple."""
    results = _call(numpy.linalg.qr, a, mode=mode)
    return results if isinstance(results, tuple) else (results,)


def svd(a: ndarray, full_matrices: bool, compute_uv: bool) -> ndarray | tuple[ndarray, ...]:
    """``u, s, vh``, or only ``s``."""
    return _call(numpy.linalg.svd, a, full_matrices=full_matrices, compute_uv=compute_uv)


def eigh(a: ndarray, lower: bool, vectors: bool) -> ndarray | tuple[ndarray, ...]:
    """``w, v`` of Hermitian matrices, or only ``w``."""
    return _call(numpy.linalg.eigh if vectors else numpy.linalg.eigvalsh, a, UPLO="L" if lower else "U")


def eig(a: ndarray, vectors: bool) -> ndarray | tuple[ndarray, ...]:
    """``w, v``, complex, or only ``w``."""
    results = _call(numpy.linalg.eig if vectors else numpy.linalg.eigvals, a)
    wanted = a.dtype.char.upper()
    if isinstance(results, tuple):
        return tuple(x.astype(wanted, copy=False) for x in results)
    return results.astype(wanted, copy=False)
