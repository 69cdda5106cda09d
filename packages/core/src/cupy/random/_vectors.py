"""Distributions of vectors: Dirichlet, multivariate normal, multivariate hypergeometric."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty, zeros
from cupy._core.from_data import asarray, ascontiguousarray
from cupy._indexing.select import where
from cupy._core.arguments import as_array
from cupy.random import _check
from cupy.random._source import float_char

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

__all__ = []


def dirichlet(source: Any, alpha: Any, size: Any, dtype: DTypeLike, constraint: str = "non_negative") -> ndarray:
    """Gamma numbers divided by their sum; where all shapes are small, parts broken off a stick.

    A parameter of 0 gives 0, and nothing but such parameters zeros alone.
    """
    value, host = _check.read(alpha, "alpha")
    shape = _check.shape_of(size) or ()
    if value.ndim == 0:         # the same for every number along the last axis of `size`
        count = shape[-1] if shape else 1
        shape = shape[:-1]
        host = None if isinstance(value, ndarray) else numpy.full(count, value)
        value = value.reshape(1).repeat(count) if host is None else asarray(host)
    if value.ndim != 1:
        raise ValueError(f"alpha must be a one-dimensional array, not of {value.ndim} dimensions")
    _check.check(value if host is None else host, "alpha", constraint)
    char = float_char(dtype, "dirichlet")
    shape = (*shape, value.shape[0])
    if host is not None and host.size and host.max() < 0.1:
        return _broken_stick(source, host, shape).astype(char, copy=False)
    draws = source._draw("gamma", (value, 1.0), shape, "d")
    total = draws.sum(axis=-1, keepdims=True)
    return (draws / where(total == 0, 1.0, total)).astype(char, copy=False)


def _broken_stick(source: Any, alpha: Any, shape: tuple[int, ...]) -> ndarray:
    out, rest = zeros(shape, "d"), 1.0
    parts = numpy.flatnonzero(alpha)
    after = alpha[::-1].cumsum()[::-1]
    for k in parts[:-1]:
        part = source._draw("beta", (float(alpha[k]), float(after[k + 1])), shape[:-1])
        out[..., k] = rest * part
        rest = rest * (1.0 - part)
    if parts.size:
        out[..., parts[-1]] = rest
    return out


def multivariate_normal(source: Any, mean: Any, cov: Any, size: Any, check_valid: str, tol: float, method: str,
                        dtype: DTypeLike) -> ndarray:
    """Standard normal vectors times a root of the covariance."""
    if method not in ("eigh", "svd", "cholesky"):
        raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
    if check_valid not in ("warn", "raise", "ignore"):
        raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
    from cupy import linalg

    char = float_char(dtype, "multivariate_normal")
    mean, cov = (x if isinstance(x, ndarray) else asarray(x) for x in (mean, cov))
    if mean.ndim != 1:
        raise ValueError("mean must be 1 dimensional")
    if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
        raise ValueError("cov must be 2 dimensional and square")
    if mean.shape[0] != cov.shape[0]:
        raise ValueError("mean and cov must have same length")
    mean, cov = mean.astype("d"), cov.astype("d")
    draws = source._draw("normal", (0.0, 1.0), (*(_check.shape_of(size) or ()), mean.shape[0]))
    if method == "cholesky":
        root, valid = linalg.cholesky(cov), None
    elif method == "eigh":
        values, vectors = linalg.eigh(cov)
        root, valid = vectors * abs(values) ** 0.5, (values > -tol).all()
    else:
        left, values, right = linalg.svd(cov)
        root = left * values ** 0.5
        valid = (abs((right.T * values) @ right - cov) <= tol + tol * abs(cov)).all()
    if valid is not None and check_valid != "ignore" and not bool(valid):
        if check_valid == "raise":
            raise ValueError("covariance is not symmetric positive-semidefinite.")
        warnings.warn("covariance is not symmetric positive-semidefinite.", RuntimeWarning, stacklevel=3)
    return (draws @ root.T + mean).astype(char, copy=False)


def multivariate_hypergeometric(source: Any, colors: Any, nsample: Any, size: Any, method: str) -> ndarray:
    """Each color's count in turn, given those before it."""
    if method not in ("count", "marginals"):
        raise ValueError('method must be "count" or "marginals".')
    on_device = isinstance(colors, ndarray)
    counts = colors if on_device else numpy.asarray(colors)
    if counts.ndim != 1 or (counts.size and counts.dtype.kind not in "iu"):
        raise ValueError("colors must be a one-dimensional sequence of nonnegative integers "
                         f"not exceeding {numpy.iinfo(numpy.int64).max}.")
    if int(nsample) < 0:
        raise ValueError("nsample must be nonnegative.")
    _check.refuse(counts, lambda v: v < 0, "colors must be a one-dimensional sequence of nonnegative integers "
                  f"not exceeding {numpy.iinfo(numpy.int64).max}.")
    _check.refuse(counts.sum(), lambda v: v < nsample, "nsample > sum(colors)")
    out = empty((*(_check.shape_of(size) or ()), counts.size), "l")
    if out.size:
        table = ascontiguousarray(as_array(counts if on_device else counts.tolist()).astype("d"))
        source._stream.fill("multivariate_hypergeometric", "l", out, (float(nsample), table), inner=counts.size,
                            rows=True)
    return out
