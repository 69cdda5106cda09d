"""Formulas of distributions for which SciPy has compiled code of its own, or code that only NumPy's arrays know."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cupy

if TYPE_CHECKING:
    from cupy import ufunc
    from cupy.typing import ArrayLike

__all__ = []

_LOG_ROOT_2PI = 0.5 * math.log(2 * math.pi)


class _Special:
    """``cupyx.scipy.special``, imported when a formula is first used."""

    def __getattr__(self, name: str) -> ufunc:
        from cupyx.scipy import special

        return getattr(special, name)


special = _Special()


def _log(x: ArrayLike) -> cupy.ndarray:
    return cupy.log(cupy.asarray(x, dtype=float))


def _exp_of(formula: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args: cupy.exp(formula(*args))


def _log_choose(n: Any, k: cupy.ndarray | int) -> cupy.ndarray:
    return special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)


def _beta_logpdf(x: cupy.ndarray, a: float, b: float) -> cupy.ndarray:
    return special.xlog1py(b - 1.0, -x) + special.xlogy(a - 1.0, x) - special.betaln(a, b)


def _t_logpdf(x: cupy.ndarray, df: ArrayLike) -> cupy.ndarray:
    df = cupy.asarray(df, dtype=float)
    far = special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - 0.5 * cupy.log(df * math.pi)
    return cupy.where(cupy.isinf(df), -x ** 2 / 2 - _LOG_ROOT_2PI, far - (df + 1) / 2 * cupy.log1p(x * x / df))


def _lognorm_logpdf(x: cupy.ndarray, s: cupy.ndarray) -> cupy.ndarray:
    return cupy.where(x == 0, -cupy.inf, -_log(x) ** 2 / (2 * s ** 2) - _log(s * x) - _LOG_ROOT_2PI)


def _skewnorm_logpdf(x: cupy.ndarray, a: float) -> cupy.ndarray:
    return math.log(2) - x ** 2 / 2 - _LOG_ROOT_2PI + special.log_ndtr(a * x)


def _triang_pdf(x: cupy.ndarray, c: float) -> cupy.ndarray:
    return cupy.where(x < c, 2 * x / cupy.where(cupy.asarray(c) > 0, c, 1),
                      cupy.where(x > c, 2 * (1 - x) / cupy.where(cupy.asarray(c) < 1, 1 - c, 1), 2.0))


def _triang_cdf(x: cupy.ndarray, c: float) -> cupy.ndarray:
    return cupy.where(x < c, x ** 2 / cupy.where(cupy.asarray(c) > 0, c, 1),
                      1 - (1 - x) ** 2 / cupy.where(cupy.asarray(c) < 1, 1 - c, 1))


def _log_mass(a: ArrayLike, b: ArrayLike) -> cupy.ndarray:
    """Logarithm of the normal probability between a and b, from the tail that they lie in."""
    a, b = cupy.broadcast_arrays(cupy.asarray(a, dtype=float), cupy.asarray(b, dtype=float))
    right = a > 0
    low, high = cupy.where(right, -b, a), cupy.where(right, -a, b)
    tail = special.log_ndtr(high) + cupy.log1p(-cupy.exp(special.log_ndtr(low) - special.log_ndtr(high)))
    across = cupy.log1p(-special.ndtr(low) - special.ndtr(-high))
    return cupy.where(high <= 0, tail, across)


def _truncnorm_logcdf(x: cupy.ndarray, a: float, b: float) -> cupy.ndarray:
    return _log_mass(a, x) - _log_mass(a, b)


def _truncnorm_logsf(x: cupy.ndarray, a: float, b: float) -> cupy.ndarray:
    return _log_mass(x, b) - _log_mass(a, b)


def _truncnorm_ppf(q: cupy.ndarray, a: float, b: float) -> cupy.ndarray:
    left = special.ndtr(a) + q * (special.ndtr(b) - special.ndtr(a))
    right = special.ndtr(-cupy.asarray(b)) + (1 - q) * (special.ndtr(-cupy.asarray(a)) - special.ndtr(-cupy.asarray(b)))
    return cupy.clip(cupy.where(cupy.asarray(a) > 0, -special.ndtri(right), special.ndtri(left)), a, b)


def _binom_logpmf(k: cupy.ndarray, n: int, p: float) -> cupy.ndarray:
    return _log_choose(n, k) + special.xlogy(k, p) + special.xlog1py(n - k, -p)


def _binom_cdf(x: cupy.ndarray, n: int, p: float) -> cupy.ndarray:
    return special.bdtr(cupy.floor(x), n, p)


def _binom_sf(x: cupy.ndarray, n: int, p: float) -> cupy.ndarray:
    return special.bdtrc(cupy.floor(x), n, p)


def _quantile(guess: cupy.ndarray, reached: Callable[..., Any], low: int, high: int) -> cupy.ndarray:
    """The least whole number that `reached` is true for, next to a guess."""
    k = cupy.clip(cupy.ceil(guess), low, high)
    before = cupy.clip(k - 1, low, high)
    return cupy.where(reached(before), before, cupy.where(reached(k), k, cupy.clip(k + 1, low, high)))


def _binom_ppf(q: cupy.ndarray, n: int, p: float) -> cupy.ndarray:
    return _quantile(special.bdtrik(q, n, p), lambda k: _binom_cdf(k, n, p) >= q, 0, n)


def _binom_isf(q: cupy.ndarray, n: int, p: float) -> cupy.ndarray:
    return _quantile(special.bdtrik(1 - q, n, p), lambda k: _binom_sf(k, n, p) <= q, 0, n)


def _nbinom_logpmf(k: cupy.ndarray, n: int, p: float) -> cupy.ndarray:
    ways = special.gammaln(n + k) - special.gammaln(k + 1) - special.gammaln(n)
    return ways + n * _log(p) + special.xlog1py(k, -p)


def _hypergeom_logpmf(k: cupy.ndarray, total: int, good: int, draws: int) -> cupy.ndarray:
    return _log_choose(good, k) + _log_choose(total - good, draws - k) - _log_choose(total, draws)


def _bernoulli(formula: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, p: formula(x, 1, p)


def _bernoulli_cdf(x: cupy.ndarray, p: float) -> cupy.ndarray:
    return cupy.where(x < 0, 0.0, cupy.where(x < 1, 1 - p, 1.0))


def _bernoulli_sf(x: cupy.ndarray, p: float) -> cupy.ndarray:
    return cupy.where(x < 0, 1.0, cupy.where(x < 1, p, 0.0))


#: Private methods by the names of distribution and method in SciPy.
_FORMULAS = {
    "beta": {"_logpdf": _beta_logpdf, "_pdf": _exp_of(_beta_logpdf), "_cdf": lambda x, a, b: special.betainc(a, b, x),
             "_sf": lambda x, a, b: special.betaincc(a, b, x), "_ppf": lambda q, a, b: special.betaincinv(a, b, q),
             "_isf": lambda q, a, b: special.betainccinv(a, b, q)},
    "t": {"_logpdf": _t_logpdf, "_pdf": _exp_of(_t_logpdf)},
    "lognorm": {"_logpdf": _lognorm_logpdf, "_pdf": _exp_of(_lognorm_logpdf)},
    "skewnorm": {"_logpdf": _skewnorm_logpdf, "_pdf": _exp_of(_skewnorm_logpdf)},
    "triang": {"_pdf": _triang_pdf, "_cdf": _triang_cdf},
    "truncnorm": {"_logcdf": _truncnorm_logcdf, "_cdf": _exp_of(_truncnorm_logcdf), "_logsf": _truncnorm_logsf,
                  "_sf": _exp_of(_truncnorm_logsf), "_ppf": _truncnorm_ppf,
                  "_isf": lambda q, a, b: _truncnorm_ppf(1 - q, a, b)},
    "binom": {"_logpmf": _binom_logpmf, "_pmf": _exp_of(_binom_logpmf), "_cdf": _binom_cdf, "_sf": _binom_sf,
              "_ppf": _binom_ppf, "_isf": _binom_isf},
    "bernoulli": {"_logpmf": _bernoulli(_binom_logpmf), "_pmf": _bernoulli(_exp_of(_binom_logpmf)),
                  "_cdf": _bernoulli_cdf, "_sf": _bernoulli_sf, "_ppf": lambda q, p: cupy.where(q > 1 - p, 1.0, 0.0),
                  "_isf": lambda q, p: cupy.where(q < p, 1.0, 0.0)},
    "nbinom": {"_logpmf": _nbinom_logpmf, "_pmf": _exp_of(_nbinom_logpmf),
               "_cdf": lambda x, n, p: special.betainc(n, cupy.floor(x) + 1, p),
               "_sf": lambda x, n, p: special.betaincc(n, cupy.floor(x) + 1, p)},
    "hypergeom": {"_logpmf": _hypergeom_logpmf, "_pmf": _exp_of(_hypergeom_logpmf)},
}


def of(name: str) -> dict[str, Any]:
    """Private formulas of a distribution, by their names in SciPy."""
    return _FORMULAS.get(name, {})
