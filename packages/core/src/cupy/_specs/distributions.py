"""The distributions that random numbers are drawn from, one entry each.

A body computes ``out``, of type ``T``, from the parameters (``real``: doubles whose arithmetic is
the same everywhere; ``int64``) and from a source of numbers.  With a `base`, ``x`` is a number of that
basic distribution; ``source`` gives more.  The functions of a body are those of ``random/*.hpp``.
"""
from __future__ import annotations

from cupy._runtime.locks import cached_property
from cupy._specs.record import Record

__all__ = []

#: Bit generators: name in C++ → items of a draw that one stream serves.
ENGINES = {"philox4x3210": 4, "xorwow": 256, "mrg32k3a": 256}


class Distribution(Record):
    """How one element is drawn.

    Examples
    --------
    >>> DISTRIBUTIONS["gamma"].names
    ['shape', 'scale']
    """

    name: str
    #: Words ``name:constraint``; a constraint is one of `cupy.random._check`, ``-`` for none, or ``table`` for
    #: memory that the body reads by itself.
    parameters: str
    body: str
    base: str = ""
    #: Dtype chars of the types of items.
    types: str = "df"
    #: The base is drawn in the type of the items; otherwise in double.
    narrow: bool = False
    #: Dtype char of the parameters' type.
    kind: str = "d"

    @cached_property
    def names(self) -> list[str]:
        """Names of the parameters."""
        return [word.partition(":")[0] for word in self.parameters.split()]

    @cached_property
    def constraints(self) -> list[str]:
        """What each parameter must fulfil."""
        return [word.partition(":")[2] for word in self.parameters.split()]


_CONTINUOUS = (
    ("uniform", "low:- range:-", "out = fma(T(range), x, T(low))", "uniform", True),
    ("normal", "loc:- scale:non_negative", "out = fma(T(scale), x, T(loc))", "normal", True),
    ("exponential", "scale:non_negative", "out = T(scale) * x", "exponential", True),
    ("lognormal", "mean:- sigma:non_negative", "out = T(exact::exp(mean + sigma * x))", "normal"),
    ("gumbel", "loc:- scale:non_negative", "out = T(loc - scale * logarithm(x))", "exponential"),
    ("laplace", "loc:- scale:non_negative",
     "out = T(source.next() >> 31 ? loc + scale * x : loc - scale * x)", "exponential"),
    ("logistic", "loc:- scale:non_negative",
     "const real u = x == 0 ? 1.1102230246251565e-16 : x; out = T(loc + scale * logarithm(u / (1.0 - u)))", "uniform"),
    ("pareto", "a:positive", "out = T(exact::expm1(x / a))", "exponential"),
    ("power", "a:positive", "out = T(exact::exp(-(x / a)))", "exponential"),
    ("rayleigh", "scale:non_negative", "out = T(scale * root(2.0 * x))", "exponential"),
    ("weibull", "a:non_negative", "out = T(a == 0 ? real(0.0) : power(x, 1.0 / a))", "exponential"),
    ("triangular", "left:- mode:- right:-", "out = T(triangle(x, left, mode, right))", "uniform"),
    ("standard_cauchy", "", "out = T(source.next_normal() / x)", "normal"),
    ("gamma", "shape:non_negative scale:non_negative", "out = T(scale * draw_gamma(source, shape))"),
    ("beta", "a:positive b:positive", "out = T(draw_beta(source, a, b))"),
    ("chisquare", "df:positive", "out = T(draw_chisquare(source, df))"),
    ("f", "dfnum:positive dfden:positive",
     "const real top = draw_chisquare(source, dfnum) * dfden; "
     "out = T(top / (draw_chisquare(source, dfden) * dfnum))"),
    ("noncentral_chisquare", "df:positive nonc:non_negative", "out = T(draw_noncentral_chisquare(source, df, nonc))"),
    ("noncentral_f", "dfnum:positive dfden:positive nonc:non_negative",
     "const real top = draw_noncentral_chisquare(source, dfnum, nonc) * dfden; "
     "out = T(top / (draw_chisquare(source, dfden) * dfnum))"),
    ("standard_t", "df:positive", "out = T(draw_t(source, df))"),
    ("vonmises", "mu:- kappa:non_negative", "out = T(draw_vonmises(source, mu, kappa))"),
    ("wald", "mean:positive scale:positive", "out = T(draw_wald(source, mean, scale))"),
)

_DISCRETE = (
    ("poisson", "lam:poisson", "out = to_integer(draw_poisson(source, lam))"),
    ("binomial", "n:non_negative p:probability", "out = to_integer(draw_binomial(source, n, p))"),
    ("geometric", "p:positive_probability",
     "const real k = -(x / exact::log1p(-p)); out = p == 1.0 || k <= 1.0 ? 1 : to_integer(-floor_of(-k))",
     "exponential"),
    ("negative_binomial", "n:positive_and_finite p:positive_probability",
     "out = to_integer(draw_poisson(source, draw_gamma(source, n) * (1.0 - p) / p))"),
    ("hypergeometric", "ngood:non_negative nbad:non_negative nsample:non_negative",
     "out = to_integer(draw_hypergeometric(source, ngood, nbad, nsample))"),
    ("logseries", "p:probability_below_one", "out = to_integer(draw_logseries(source, p))"),
    ("zipf", "a:above_one", "out = to_integer(draw_zipf(source, a))"),
)

# Of whole rows of `inner` values, which begin at `row`.
_ROWS = (
    ("multinomial", "n:- pvals:table step:table", "multinomial(source, fill, i, n, row)"),
    ("multivariate_hypergeometric", "nsample:- colors:table",
     "multivariate_hypergeometric(source, fill, i, nsample, row)"),
)

_INTEGERS = (
    ("integers", "low:- last:-", "out = (T)((uint64)low + source.below(x, (uint32)last))", "words", "BHIL"),
    ("wide_integers", "low:- last:-",
     "out = (T)((uint64)low + source.below(source.next64(), (uint64)last))", "", "BHIL"),
    ("raw", "", "out = x", "words", "I"),
    ("category", "table:table", "out = (T)category(x, fill)", "uniform", "L"),
    ("permutation", "keys:table", "out = (T)permuted(fill, i)", "", "L"),
)

DISTRIBUTIONS = {name: Distribution(name, parameters, body, base[0] if base else "", narrow=len(base) > 1)
                 for name, parameters, body, *base in _CONTINUOUS}
DISTRIBUTIONS |= {name: Distribution(name, parameters, body, base[0] if base else "", "l")
                  for name, parameters, body, *base in _DISCRETE}
DISTRIBUTIONS |= {name: Distribution(name, parameters, body, "rows", "l") for name, parameters, body in _ROWS}
DISTRIBUTIONS |= {name: Distribution(name, parameters, body, base, types, kind="l")
                  for name, parameters, body, base, types in _INTEGERS}
