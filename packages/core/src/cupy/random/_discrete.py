"""Discrete distributions: methods of `Generator` and of `RandomState`, as in `_continuous`."""
from __future__ import annotations

from typing import TYPE_CHECKING, overload

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.from_data import asarray, ascontiguousarray
from cupy._core.broadcast import broadcast_to
from cupy.random import _check
from cupy.random._docs import documented
from cupy.random._source import Source

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = []


@documented
class Discrete(Source):
    """Draws of counts."""

    _may_lack_outcomes = False

    @overload
    def binomial(self, n: ArrayLike, p: ArrayLike, size: Ints | None = ..., *,
                 dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def binomial(self, n: ArrayLike, p: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def binomial(self, n: ArrayLike, p: ArrayLike, size: Ints | None = None, dtype: DTypeLike = int) -> ndarray:
        """Successes among `n` trials of probability `p`."""
        return self._count("binomial", (n, p), size, dtype, ("n",))

    @overload
    def geometric(self, p: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def geometric(self, p: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def geometric(self, p: ArrayLike, size: Ints | None = None, dtype: DTypeLike = int) -> ndarray:
        """Trials of probability `p` up to the first success."""
        return self._count("geometric", (p,), size, dtype)

    @overload
    def hypergeometric(self, ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: Ints | None = ..., *,
                       dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def hypergeometric(self, ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: Ints | None = ...,
                       dtype: DTypeLike = ...) -> ndarray: ...
    def hypergeometric(self, ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: Ints | None = None,
                       dtype: DTypeLike = int) -> ndarray:
        """Good ones among `nsample` that are taken without replacement."""
        found = [_check.read(x, name, True) for x, name in ((ngood, "ngood"), (nbad, "nbad"), (nsample, "nsample"))]
        good, bad, sample = _check.together(found)
        _check.refuse(good + bad - sample, lambda rest: rest < 0, "ngood + nbad < nsample")
        return self._count("hypergeometric", [value for value, _ in found], size, dtype)

    @overload
    def logseries(self, p: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def logseries(self, p: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def logseries(self, p: ArrayLike, size: Ints | None = None, dtype: DTypeLike = int) -> ndarray:
        """Logarithmic series distribution."""
        return self._count("logseries", (p,), size, dtype)

    @overload
    def multinomial(self, n: ArrayLike, pvals: ArrayLike, size: Ints | None = ..., *,
                    dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def multinomial(self, n: ArrayLike, pvals: ArrayLike, size: Ints | None = ...,
                    dtype: DTypeLike = ...) -> ndarray: ...
    def multinomial(self, n: ArrayLike, pvals: ArrayLike, size: Ints | None = None, dtype: DTypeLike = int) -> ndarray:
        """How often each outcome comes in `n` trials; the last axis of `pvals` and of the result are the outcomes."""
        n_value, n_host = _check.read(n, "n", True)
        _check.check(n_value if n_host is None else n_host, "n", "non_negative")
        on_device = isinstance(pvals, ndarray)
        chances = pvals.astype("d") if on_device else numpy.asarray(pvals, "d")
        if chances.ndim < 1 or not (chances.shape[-1] or self._may_lack_outcomes):
            raise ValueError("pvals must have at least 1 dimension and the last dimension of pvals must be greater "
                             "than 0.")
        _check.check(chances, "pvals", "probability")
        outcomes = chances.shape[-1]
        if outcomes and not bool((chances[..., :-1].sum(axis=-1) <= 1.0 + 1e-12).all()):
            raise ValueError("sum(pvals[:-1]) > 1.0")
        joint = numpy.broadcast_shapes(n_value.shape, chances.shape[:-1])
        shape = _check.output_shape(size, [joint])
        out = empty((*shape, outcomes), "l")
        if out.size:
            step = outcomes if chances.ndim > 1 else 0
            table = asarray(chances)
            table = ascontiguousarray(broadcast_to(table, (*shape, outcomes)) if step else table)
            trials = _check.spread(n_value, shape) if isinstance(n_value, ndarray) else float(n_value)
            self._stream.fill("multinomial", "l", out, (trials, table, _bits(step)), inner=outcomes, rows=True)
        return out if dtype is int else out.astype(dtype, copy=False)

    @overload
    def negative_binomial(self, n: ArrayLike, p: ArrayLike, size: Ints | None = ..., *,
                          dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def negative_binomial(self, n: ArrayLike, p: ArrayLike, size: Ints | None = ...,
                          dtype: DTypeLike = ...) -> ndarray: ...
    def negative_binomial(self, n: ArrayLike, p: ArrayLike, size: Ints | None = None,
                          dtype: DTypeLike = int) -> ndarray:
        """Failures before `n` successes of probability `p`."""
        return self._count("negative_binomial", (n, p), size, dtype)

    @overload
    def poisson(self, lam: ArrayLike = ..., size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def poisson(self, lam: ArrayLike = ..., size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def poisson(self, lam: ArrayLike = 1.0, size: Ints | None = None, dtype: DTypeLike = int) -> ndarray:
        """Poisson distribution."""
        return self._count("poisson", (lam,), size, dtype)

    @overload
    def zipf(self, a: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def zipf(self, a: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def zipf(self, a: ArrayLike, size: Ints | None = None, dtype: DTypeLike = int) -> ndarray:
        """Zipf distribution."""
        return self._count("zipf", (a,), size, dtype)


def _bits(integer: int) -> float:
    """The float64 with the bits of an integer."""
    return float(numpy.int64(integer).view("d"))
