"""Every distribution: types, shapes, wrong parameters as in NumPy, and its law against SciPy's."""
import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy

stats = pytest.importorskip("scipy.stats")
pytestmark = pytest.mark.optional

#: Name → (parameters, law of SciPy); several rows where the algorithm has several parts.
CONTINUOUS = [
    ("beta", (2.0, 3.5), stats.beta(2, 3.5)),
    ("beta", (0.3, 0.6), stats.beta(0.3, 0.6)),
    ("chisquare", (3.0,), stats.chi2(3)),
    ("exponential", (2.0,), stats.expon(scale=2)),
    ("f", (4.0, 7.0), stats.f(4, 7)),
    ("gamma", (2.5, 1.5), stats.gamma(2.5, scale=1.5)),
    ("gamma", (0.4, 2.0), stats.gamma(0.4, scale=2)),
    ("gumbel", (1.0, 2.0), stats.gumbel_r(1, 2)),
    ("laplace", (1.0, 2.0), stats.laplace(1, 2)),
    ("logistic", (1.0, 2.0), stats.logistic(1, 2)),
    ("lognormal", (0.5, 0.7), stats.lognorm(0.7, scale=numpy.exp(0.5))),
    ("noncentral_chisquare", (3.0, 2.0), stats.ncx2(3, 2)),
    ("noncentral_chisquare", (0.7, 2.0), stats.ncx2(0.7, 2)),
    ("noncentral_f", (5.0, 8.0, 2.0), stats.ncf(5, 8, 2)),
    ("normal", (1.0, 2.0), stats.norm(1, 2)),
    ("pareto", (3.0,), stats.lomax(3)),
    ("power", (2.5,), stats.powerlaw(2.5)),
    ("rayleigh", (2.0,), stats.rayleigh(scale=2)),
    ("standard_cauchy", (), stats.cauchy()),
    ("standard_exponential", (), stats.expon()),
    ("standard_gamma", (3.0,), stats.gamma(3)),
    ("standard_normal", (), stats.norm()),
    ("standard_t", (4.0,), stats.t(4)),
    ("triangular", (-1.0, 0.5, 2.0), stats.triang(0.5, -1, 3)),
    ("uniform", (-1.0, 3.0), stats.uniform(-1, 4)),
    ("vonmises", (0.5, 2.0), stats.vonmises(2, loc=0.5)),
    ("wald", (2.0, 3.0), stats.invgauss(2 / 3, scale=3)),
    ("weibull", (1.7,), stats.weibull_min(1.7)),
]

DISCRETE = [
    ("binomial", (20, 0.2), stats.binom(20, 0.2)),
    ("binomial", (300, 0.7), stats.binom(300, 0.7)),
    ("geometric", (0.2,), stats.geom(0.2)),
    ("hypergeometric", (7, 9, 5), stats.hypergeom(16, 7, 5)),
    ("hypergeometric", (70, 90, 60), stats.hypergeom(160, 70, 60)),
    ("hypergeometric", (90, 30, 100), stats.hypergeom(120, 90, 100)),
    ("logseries", (0.8,), stats.logser(0.8)),
    ("negative_binomial", (4.5, 0.3), stats.nbinom(4.5, 0.3)),
    ("poisson", (3.0,), stats.poisson(3)),
    ("poisson", (80.0,), stats.poisson(80)),
    ("zipf", (2.5,), stats.zipf(2.5)),
]

#: Name → parameters that NumPy refuses, with the name of the argument to blame.
BAD = [
    ("beta", (0.0, 1.0), "a"), ("beta", (1.0, -1.0), "b"), ("chisquare", (0.0,), "df"),
    ("exponential", (-1.0,), "scale"), ("f", (0.0, 1.0), "dfnum"), ("f", (1.0, 0.0), "dfden"),
    ("gamma", (-1.0, 1.0), "shape"), ("gamma", (1.0, -1.0), "scale"), ("gumbel", (0.0, -1.0), "scale"),
    ("laplace", (0.0, -1.0), "scale"), ("logistic", (0.0, -1.0), "scale"), ("lognormal", (0.0, -1.0), "sigma"),
    ("noncentral_chisquare", (0.0, 1.0), "df"), ("noncentral_chisquare", (1.0, -1.0), "nonc"),
    ("noncentral_f", (0.0, 1.0, 1.0), "dfnum"), ("noncentral_f", (1.0, 0.0, 1.0), "dfden"),
    ("noncentral_f", (1.0, 1.0, -1.0), "nonc"), ("normal", (0.0, -1.0), "scale"), ("pareto", (0.0,), "a"),
    ("power", (0.0,), "a"), ("rayleigh", (-1.0,), "scale"), ("standard_gamma", (-1.0,), "shape"),
    ("standard_t", (0.0,), "df"), ("triangular", (2.0, 1.0, 3.0), "left"), ("triangular", (0.0, 4.0, 3.0), "mode"),
    ("triangular", (1.0, 1.0, 1.0), "left"), ("vonmises", (0.0, -1.0), "kappa"), ("wald", (0.0, 1.0), "mean"),
    ("wald", (1.0, 0.0), "scale"), ("weibull", (-1.0,), "a"), ("binomial", (-1, 0.5), "n"),
    ("binomial", (3, 1.5), "p"), ("binomial", (3, -0.5), "p"), ("geometric", (0.0,), "p"),
    ("geometric", (1.5,), "p"), ("hypergeometric", (-1, 2, 1), "ngood"), ("hypergeometric", (1, -2, 1), "nbad"),
    ("hypergeometric", (1, 2, -1), "nsample"), ("hypergeometric", (1, 2, 4), "nsample"), ("logseries", (1.0,), "p"),
    ("logseries", (-0.1,), "p"), ("negative_binomial", (0, 0.5), "n"), ("negative_binomial", (1, 0.0), "p"),
    ("poisson", (-1.0,), "lam"), ("poisson", (1e19,), "lam"), ("zipf", (1.0,), "a"),
]

NAN = numpy.nan
BAD_NAN = [("binomial", (3, NAN)), ("geometric", (NAN,)), ("logseries", (NAN,)), ("poisson", (NAN,)), ("zipf", (NAN,))]


def ident(row):
    return row[0] if isinstance(row, tuple) else ""


@pytest.mark.parametrize("row", CONTINUOUS, ids=ident)
def test_continuous_law(row):
    name, parameters, law = row
    n = 500 if name == "noncentral_f" else 4000         # SciPy takes long for this one
    for char, seed in (("d", 11), ("f", 12)):
        draw = getattr(cupy.random.default_rng(seed), name)
        drawn = draw(*parameters, size=n, dtype=char).get()
        assert drawn.dtype == numpy.dtype(char)
        assert stats.kstest(drawn.astype("d"), law.cdf).pvalue > 0.003


@pytest.mark.parametrize("row", DISCRETE, ids=ident)
def test_discrete_law(row):
    """Chi-square over cells that expect at least ten."""
    name, parameters, law = row
    n = 20000
    drawn = getattr(cupy.random.default_rng(13), name)(*parameters, size=n).get()
    assert drawn.dtype == numpy.int64
    low, high = int(law.ppf(0.001)), int(law.ppf(0.999))
    edges = [low]
    for k in range(low, high):
        if n * (law.cdf(k) - (law.cdf(edges[-1]) if len(edges) > 1 else 0)) >= 10:
            edges.append(k)
    shares = numpy.diff([0, *law.cdf(edges[1:]), 1])
    counts = numpy.bincount(numpy.searchsorted(edges[1:], drawn, side="left"), minlength=len(edges))
    assert stats.chisquare(counts, n * shares).pvalue > 0.003


@pytest.mark.parametrize("row", [row for row in CONTINUOUS + DISCRETE if row[1]], ids=ident)
def test_arrays_are_numbers(row):
    """An array of one value gives what the number gives; lists and broadcasting work."""
    name, parameters, _ = row
    expected = getattr(cupy.random.default_rng(3), name)(*parameters, size=(2, 3)).get()
    arrays = [cupy.full((2, 3), p) for p in parameters]
    assert_array_equal(getattr(cupy.random.default_rng(3), name)(*arrays).get(), expected)
    first = [cupy.array([[parameters[0]], [parameters[0]]]), *parameters[1:]]
    assert_array_equal(getattr(cupy.random.default_rng(3), name)(*first, size=(2, 3)).get(), expected)
    lists = [[p] for p in parameters]
    assert_array_equal(getattr(cupy.random.default_rng(3), name)(*lists, size=(2, 3)).get(), expected)
    assert getattr(cupy.random.default_rng(3), name)(*parameters).shape == ()
    with pytest.raises(ValueError, match="not compatible|broadcast"):
        getattr(cupy.random.default_rng(3), name)(*arrays, size=(3,))


@pytest.mark.parametrize(("name", "parameters", "argument"), BAD)
def test_wrong_parameters(name, parameters, argument):
    with pytest.raises(ValueError):
        getattr(numpy.random.default_rng(0), name)(*parameters)
    draw = getattr(cupy.random.default_rng(0), name)
    with pytest.raises(ValueError, match=rf"\b{argument}\b"):
        draw(*parameters, size=3)
    with pytest.raises(ValueError, match=rf"\b{argument}\b"):
        draw(*([p] for p in parameters))
    with pytest.raises(ValueError, match=rf"\b{argument}\b"):
        draw(*(cupy.array([p, p]) for p in parameters))


@pytest.mark.parametrize(("name", "parameters"), BAD_NAN)
def test_nan_refused(name, parameters):
    with pytest.raises(ValueError):
        getattr(cupy.random.default_rng(0), name)(*parameters)
    with pytest.raises(ValueError):
        getattr(cupy.random.default_rng(0), name)(*(cupy.array([p]) for p in parameters))


@pytest.mark.parametrize("name", ["gamma", "normal", "beta", "wald", "vonmises", "standard_t", "noncentral_chisquare"])
def test_nan_passes(name):
    """Where NumPy lets NaN pass, the numbers are NaN."""
    count = 1 if name == "standard_t" else 2
    assert numpy.isnan(getattr(cupy.random.default_rng(0), name)(*[NAN] * count, size=3).get()).all()


@pytest.mark.parametrize("value", [1j, "a", None, {}])
def test_not_numbers(value):
    with pytest.raises(TypeError):
        cupy.random.default_rng(0).gamma(value)
    with pytest.raises(TypeError):
        cupy.random.default_rng(0).gamma(cupy.array([1j]))


def test_parameters_may_be_numpy_arrays():
    shape, scale = numpy.array([[1.0], [9.0]]), numpy.array([1, 5, 20])
    for draw in (cupy.random.default_rng(0).gamma, cupy.random.RandomState(0).gamma):
        assert draw(shape, scale).shape == (2, 3)
    have, want = (cupy.random.default_rng(0).normal(as_array(shape), as_array(scale)) for as_array in
                  (numpy.asarray, cupy.asarray))
    numpy.testing.assert_array_equal(have.get(), want.get())


def test_counts_in_arrays_want_integers():
    for bad in ([2.5], cupy.array([2.5])):
        with pytest.raises(TypeError):
            cupy.random.default_rng(0).binomial(bad, 0.5)


def test_a_count_loses_its_fraction():
    draws = [cupy.random.default_rng(0).binomial(count, 0.5, size=100).get() for count in (7, 7.0, 7.9)]
    assert_array_equal(draws[0], draws[1])
    assert_array_equal(draws[0], draws[2])


@pytest.mark.parametrize(("name", "parameters", "expected"), [
    ("gamma", (0.0,), 0), ("exponential", (0.0,), 0), ("normal", (3.0, 0.0), 3), ("binomial", (0, 0.5), 0),
    ("binomial", (7, 0.0), 0), ("binomial", (7, 1.0), 7), ("poisson", (0.0,), 0), ("geometric", (1.0,), 1),
    ("weibull", (0.0,), 0), ("hypergeometric", (0, 5, 3), 0), ("hypergeometric", (5, 0, 3), 3),
    ("hypergeometric", (3, 4, 7), 3), ("logseries", (0.0,), 1), ("rayleigh", (0.0,), 0), ("zipf", (2000.0,), 1)])
def test_degenerate(name, parameters, expected):
    assert_array_equal(getattr(cupy.random.default_rng(0), name)(*parameters, size=50).get(), [expected] * 50)


@pytest.mark.parametrize("kind", [cupy.random.XORWOW, cupy.random.MRG32k3a])
def test_other_bit_generators(kind):
    one = cupy.random.Generator(kind(4))
    assert stats.kstest(one.standard_normal(3000).get(), "norm").pvalue > 0.01
    assert stats.kstest(one.random(3000, dtype="f").get().astype("d"), "uniform").pvalue > 0.01
    assert stats.kstest(one.gamma(2.0, size=3000).get(), stats.gamma(2).cdf).pvalue > 0.01
    assert abs(one.poisson(30.0, 5000).get().mean() - 30) < 0.4


def test_types_of_counts():
    one = cupy.random.default_rng(0)
    assert one.poisson(3.0, 5, dtype="f").dtype == numpy.float32
    assert one.binomial(5, 0.5, 5, dtype=numpy.int8).dtype == numpy.int8


def test_tails():
    """Normal numbers are not cut off near what a few bits can tell."""
    x = cupy.random.default_rng(5).standard_normal(1 << 22, dtype="f").get()
    assert stats.norm.sf(4.5) * x.size * 0.4 < (abs(x) > 4.5).sum() < stats.norm.sf(4.5) * x.size * 5
    assert abs(x).max() > 4.9
    assert numpy.isfinite(x).all()


@pytest.mark.parametrize("scale", [-0.0, numpy.float64(-0.0), [1, -0.0], -1.0], ids=str)
@pytest.mark.parametrize("name", ["normal", "gumbel", "laplace", "lognormal", "logistic"])
def test_scales_with_a_minus_are_refused(name, scale):
    with pytest.raises(ValueError, match="< 0"):
        getattr(cupy.random, name)(0, cupy.asarray(scale) if isinstance(scale, list) else scale)


@pytest.mark.parametrize("draw", [lambda *ends: cupy.random.uniform(*ends),
                                  lambda *ends: cupy.random.default_rng(1).uniform(*ends)])
@pytest.mark.parametrize("low", [0.0, [0.0, 1.0], numpy.array([0.0, 1.0]), "device"])
@pytest.mark.parametrize("high", [9.0, [2.0, 3.0], "device"])
def test_ends_of_uniform_lie_on_the_host_or_the_device(draw, low, high):
    low = cupy.array([0.0, 1.0]) if isinstance(low, str) else low
    high = cupy.array([2.0, 3.0]) if isinstance(high, str) else high
    drawn = draw(low, high)
    assert (drawn >= cupy.asarray(low)).all() and (drawn < cupy.asarray(high)).all()
    with pytest.raises(OverflowError):
        draw(-1e308, [1e308, 1e308])
