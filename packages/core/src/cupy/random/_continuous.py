"""Continuous distributions: methods of `Generator` and of `RandomState`.

Parameters are numbers or arrays, which are broadcast; `size` is the shape of the result, that of the
parameters by default; `dtype` is float64 or float32.  `_docs` adds the sections that say so.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, overload

from cupy.random import _check
from cupy.random._docs import documented
from cupy.random._source import Source

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.options import DTypeOf, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = []


@documented
class Continuous(Source):
    """Draws of real numbers."""

    @overload
    def beta(self, a: ArrayLike, b: ArrayLike, size: Ints | None = ..., *,
             dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def beta(self, a: ArrayLike, b: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def beta(self, a: ArrayLike, b: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Beta distribution."""
        return self._draw("beta", (a, b), size, dtype)

    @overload
    def chisquare(self, df: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def chisquare(self, df: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def chisquare(self, df: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Chi-square distribution."""
        return self._draw("chisquare", (df,), size, dtype)

    @overload
    def exponential(self, scale: ArrayLike = ..., size: Ints | None = ..., *,
                    dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def exponential(self, scale: ArrayLike = ..., size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def exponential(self, scale: ArrayLike = 1.0, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Exponential distribution of mean `scale`."""
        return self._draw("exponential", (scale,), size, dtype)

    @overload
    def f(self, dfnum: ArrayLike, dfden: ArrayLike, size: Ints | None = ..., *,
          dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def f(self, dfnum: ArrayLike, dfden: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def f(self, dfnum: ArrayLike, dfden: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """F distribution."""
        return self._draw("f", (dfnum, dfden), size, dtype)

    @overload
    def gamma(self, shape: ArrayLike, scale: ArrayLike = ..., size: Ints | None = ..., *,
              dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def gamma(self, shape: ArrayLike, scale: ArrayLike = ..., size: Ints | None = ...,
              dtype: DTypeLike = ...) -> ndarray: ...
    def gamma(self, shape: ArrayLike, scale: ArrayLike = 1.0, size: Ints | None = None,
              dtype: DTypeLike = float) -> ndarray:
        """Gamma distribution."""
        return self._draw("gamma", (shape, scale), size, dtype)

    @overload
    def gumbel(self, loc: ArrayLike = ..., scale: ArrayLike = ..., size: Ints | None = ..., *,
               dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def gumbel(self, loc: ArrayLike = ..., scale: ArrayLike = ..., size: Ints | None = ...,
               dtype: DTypeLike = ...) -> ndarray: ...
    def gumbel(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: Ints | None = None,
               dtype: DTypeLike = float) -> ndarray:
        """Gumbel distribution."""
        return self._draw("gumbel", (loc, scale), size, dtype)

    @overload
    def laplace(self, loc: ArrayLike = ..., scale: ArrayLike = ..., size: Ints | None = ..., *,
                dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def laplace(self, loc: ArrayLike = ..., scale: ArrayLike = ..., size: Ints | None = ...,
                dtype: DTypeLike = ...) -> ndarray: ...
    def laplace(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: Ints | None = None,
                dtype: DTypeLike = float) -> ndarray:
        """Laplace or double exponential distribution."""
        return self._draw("laplace", (loc, scale), size, dtype)

    @overload
    def logistic(self, loc: ArrayLike = ..., scale: ArrayLike = ..., size: Ints | None = ..., *,
                 dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def logistic(self, loc: ArrayLike = ..., scale: ArrayLike = ..., size: Ints | None = ...,
                 dtype: DTypeLike = ...) -> ndarray: ...
    def logistic(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: Ints | None = None,
                 dtype: DTypeLike = float) -> ndarray:
        """Logistic distribution."""
        return self._draw("logistic", (loc, scale), size, dtype)

    @overload
    def lognormal(self, mean: ArrayLike = ..., sigma: ArrayLike = ..., size: Ints | None = ..., *,
                  dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def lognormal(self, mean: ArrayLike = ..., sigma: ArrayLike = ..., size: Ints | None = ...,
                  dtype: DTypeLike = ...) -> ndarray: ...
    def lognormal(self, mean: ArrayLike = 0.0, sigma: ArrayLike = 1.0, size: Ints | None = None,
                  dtype: DTypeLike = float) -> ndarray:
        """Exponentials of normal numbers."""
        return self._draw("lognormal", (mean, sigma), size, dtype)

    @overload
    def noncentral_chisquare(self, df: ArrayLike, nonc: ArrayLike, size: Ints | None = ..., *,
                             dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def noncentral_chisquare(self, df: ArrayLike, nonc: ArrayLike, size: Ints | None = ...,
                             dtype: DTypeLike = ...) -> ndarray: ...
    def noncentral_chisquare(self, df: ArrayLike, nonc: ArrayLike, size: Ints | None = None,
                             dtype: DTypeLike = float) -> ndarray:
        """Noncentral chi-square distribution."""
        return self._draw("noncentral_chisquare", (df, nonc), size, dtype)

    @overload
    def noncentral_f(self, dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: Ints | None = ..., *,
                     dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def noncentral_f(self, dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: Ints | None = ...,
                     dtype: DTypeLike = ...) -> ndarray: ...
    def noncentral_f(self, dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: Ints | None = None,
                     dtype: DTypeLike = float) -> ndarray:
        """Noncentral F distribution."""
        return self._draw("noncentral_f", (dfnum, dfden, nonc), size, dtype)

    @overload
    def normal(self, loc: ArrayLike = ..., scale: ArrayLike = ..., size: Ints | None = ..., *,
               dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def normal(self, loc: ArrayLike = ..., scale: ArrayLike = ..., size: Ints | None = ...,
               dtype: DTypeLike = ...) -> ndarray: ...
    def normal(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: Ints | None = None,
               dtype: DTypeLike = float) -> ndarray:
        """Normal (Gaussian) distribution."""
        return self._draw("normal", (loc, scale), size, dtype)

    @overload
    def pareto(self, a: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def pareto(self, a: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def pareto(self, a: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Pareto II (Lomax) distribution."""
        return self._draw("pareto", (a,), size, dtype)

    @overload
    def power(self, a: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def power(self, a: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def power(self, a: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Numbers in [0, 1] whose density is a power."""
        return self._draw("power", (a,), size, dtype)

    @overload
    def rayleigh(self, scale: ArrayLike = ..., size: Ints | None = ..., *,
                 dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def rayleigh(self, scale: ArrayLike = ..., size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def rayleigh(self, scale: ArrayLike = 1.0, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Rayleigh distribution."""
        return self._draw("rayleigh", (scale,), size, dtype)

    @overload
    def standard_cauchy(self, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def standard_cauchy(self, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def standard_cauchy(self, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Cauchy distribution with mode 0."""
        return self._draw("standard_cauchy", (), size, dtype)

    @overload
    def standard_t(self, df: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def standard_t(self, df: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def standard_t(self, df: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Student's t distribution."""
        return self._draw("standard_t", (df,), size, dtype)

    @overload
    def triangular(self, left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: Ints | None = ..., *,
                   dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def triangular(self, left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: Ints | None = ...,
                   dtype: DTypeLike = ...) -> ndarray: ...
    def triangular(self, left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: Ints | None = None,
                   dtype: DTypeLike = float) -> ndarray:
        """Triangular distribution over [left, right] with its peak at `mode`."""
        found = [_check.read(x, name) for x, name in ((left, "left"), (mode, "mode"), (right, "right"))]
        x, y, z = [value if host is None else host for value, host in found]
        _check.refuse_pair(x, y, lambda p, q: p > q, "left > mode")
        _check.refuse_pair(y, z, lambda p, q: p > q, "mode > right")
        _check.refuse_pair(x, z, lambda p, q: p == q, "left == right")
        return self._draw("triangular", [value for value, _ in found], size, dtype)

    @overload
    def vonmises(self, mu: ArrayLike, kappa: ArrayLike, size: Ints | None = ..., *,
                 dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def vonmises(self, mu: ArrayLike, kappa: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def vonmises(self, mu: ArrayLike, kappa: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Von Mises distribution of angles in [-pi, pi]."""
        return self._draw("vonmises", (mu, kappa), size, dtype)

    @overload
    def wald(self, mean: ArrayLike, scale: ArrayLike, size: Ints | None = ..., *,
             dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def wald(self, mean: ArrayLike, scale: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def wald(self, mean: ArrayLike, scale: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Wald or inverse Gaussian distribution."""
        return self._draw("wald", (mean, scale), size, dtype)

    @overload
    def weibull(self, a: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def weibull(self, a: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def weibull(self, a: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Weibull distribution of one parameter."""
        return self._draw("weibull", (a,), size, dtype)
