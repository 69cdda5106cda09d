"""Continuous distributions: methods of `Generator` and of `RandomState`.

Parameters are numbers or arrays, which are broadcast; `size` is the shape of the result, that of the
parameters by default; `dtype` is float64 or float32.  `_docs` adds the sections that say so.
"""
from cupy.random import _check
from cupy.random._docs import documented
from cupy.random._source import Source

__all__ = []


@documented
class Continuous(Source):
    """Draws of real numbers."""

    def beta(self, a, b, size=None, dtype=float):
        """Beta distribution."""
        return self._draw("beta", (a, b), size, dtype)

    def chisquare(self, df, size=None, dtype=float):
        """Chi-square distribution."""
        return self._draw("chisquare", (df,), size, dtype)

    def exponential(self, scale=1.0, size=None, dtype=float):
        """Exponential distribution of mean `scale`."""
        return self._draw("exponential", (scale,), size, dtype)

    def f(self, dfnum, dfden, size=None, dtype=float):
        """F distribution."""
        return self._draw("f", (dfnum, dfden), size, dtype)

    def gamma(self, shape, scale=1.0, size=None, dtype=float):
        """Gamma distribution."""
        return self._draw("gamma", (shape, scale), size, dtype)

    def gumbel(self, loc=0.0, scale=1.0, size=None, dtype=float):
        """Gumbel distribution."""
        return self._draw("gumbel", (loc, scale), size, dtype)

    def laplace(self, loc=0.0, scale=1.0, size=None, dtype=float):
        """Laplace or double exponential distribution."""
        return self._draw("laplace", (loc, scale), size, dtype)

    def logistic(self, loc=0.0, scale=1.0, size=None, dtype=float):
        """Logistic distribution."""
        return self._draw("logistic", (loc, scale), size, dtype)

    def lognormal(self, mean=0.0, sigma=1.0, size=None, dtype=float):
        """Exponentials of normal numbers."""
        return self._draw("lognormal", (mean, sigma), size, dtype)

    def noncentral_chisquare(self, df, nonc, size=None, dtype=float):
        """Noncentral chi-square distribution."""
        return self._draw("noncentral_chisquare", (df, nonc), size, dtype)

    def noncentral_f(self, dfnum, dfden, nonc, size=None, dtype=float):
        """Noncentral F distribution."""
        return self._draw("noncentral_f", (dfnum, dfden, nonc), size, dtype)

    def normal(self, loc=0.0, scale=1.0, size=None, dtype=float):
        """Normal (Gaussian) distribution."""
        return self._draw("normal", (loc, scale), size, dtype)

    def pareto(self, a, size=None, dtype=float):
        """Pareto II (Lomax) distribution."""
        return self._draw("pareto", (a,), size, dtype)

    def power(self, a, size=None, dtype=float):
        """Numbers in [0, 1] whose density is a power."""
        return self._draw("power", (a,), size, dtype)

    def rayleigh(self, scale=1.0, size=None, dtype=float):
        """Rayleigh distribution."""
        return self._draw("rayleigh", (scale,), size, dtype)

    def standard_cauchy(self, size=None, dtype=float):
        """Cauchy distribution with mode 0."""
        return self._draw("standard_cauchy", (), size, dtype)

    def standard_t(self, df, size=None, dtype=float):
        """Student's t distribution."""
        return self._draw("standard_t", (df,), size, dtype)

    def triangular(self, left, mode, right, size=None, dtype=float):
        """Triangular distribution over [left, right] with its peak at `mode`."""
        found = [_check.read(x, name) for x, name in ((left, "left"), (mode, "mode"), (right, "right"))]
        x, y, z = [value if host is None else host for value, host in found]
        _check.refuse_pair(x, y, lambda p, q: p > q, "left > mode")
        _check.refuse_pair(y, z, lambda p, q: p > q, "mode > right")
        _check.refuse_pair(x, z, lambda p, q: p == q, "left == right")
        return self._draw("triangular", [value for value, _ in found], size, dtype)

    def vonmises(self, mu, kappa, size=None, dtype=float):
        """Von Mises distribution of angles in [-pi, pi]."""
        return self._draw("vonmises", (mu, kappa), size, dtype)

    def wald(self, mean, scale, size=None, dtype=float):
        """Wald or inverse Gaussian distribution."""
        return self._draw("wald", (mean, scale), size, dtype)

    def weibull(self, a, size=None, dtype=float):
        """Weibull distribution of one parameter."""
        return self._draw("weibull", (a,), size, dtype)
