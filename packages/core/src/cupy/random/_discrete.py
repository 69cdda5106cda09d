"""Discrete distributions: methods of `Generator` and of `RandomState`, as in `_continuous`."""
import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.from_data import asarray, ascontiguousarray
from cupy._core.broadcast import broadcast_to
from cupy.random import _check
from cupy.random._docs import documented
from cupy.random._source import Source

__all__ = []


@documented
class Discrete(Source):
    """Draws of counts."""

    _may_lack_outcomes = False

    def binomial(self, n, p, size=None, dtype=int):
        """Successes among `n` trials of probability `p`."""
        return self._count("binomial", (n, p), size, dtype, ("n",))

    def geometric(self, p, size=None, dtype=int):
        """Trials of probability `p` up to the first success."""
        return self._count("geometric", (p,), size, dtype)

    def hypergeometric(self, ngood, nbad, nsample, size=None, dtype=int):
        """Good ones among `nsample` that are taken without replacement."""
        found = [_check.read(x, name, True) for x, name in ((ngood, "ngood"), (nbad, "nbad"), (nsample, "nsample"))]
        good, bad, sample = _check.together(found)
        _check.refuse(good + bad - sample, lambda rest: rest < 0, "ngood + nbad < nsample")
        return self._count("hypergeometric", [value for value, _ in found], size, dtype)

    def logseries(self, p, size=None, dtype=int):
        """Logarithmic series distribution."""
        return self._count("logseries", (p,), size, dtype)

    def multinomial(self, n, pvals, size=None, dtype=int):
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

    def negative_binomial(self, n, p, size=None, dtype=int):
        """Failures before `n` successes of probability `p`."""
        return self._count("negative_binomial", (n, p), size, dtype)

    def poisson(self, lam=1.0, size=None, dtype=int):
        """Poisson distribution."""
        return self._count("poisson", (lam,), size, dtype)

    def zipf(self, a, size=None, dtype=int):
        """Zipf distribution."""
        return self._count("zipf", (a,), size, dtype)


def _bits(integer):
    """The float64 with the bits of an integer."""
    return float(numpy.int64(integer).view("d"))
