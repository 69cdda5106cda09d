"""Distributions, against SciPy's."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from cupy_testing import distribution_arguments
from scipy import stats as host

from cupyx.scipy import HostWarning, stats

RNG = numpy.random.default_rng(3)
CONTINUOUS = [
    "norm", "uniform", "expon", "gamma", "beta", "t", "chi2", "f", "lognorm", "weibull_min", "weibull_max",
    "laplace", "logistic", "cauchy", "pareto", "gumbel_r", "gumbel_l", "rayleigh", "maxwell", "halfnorm", "chi",
    "invgamma", "triang", "skewnorm", "truncnorm", "loguniform", "genpareto", "genextreme", "levy", "powerlaw",
    "gompertz", "arcsine", "johnsonsu", "burr12", "dweibull", "nakagami", "hypsecant", "moyal"]
DISCRETE = [
    "binom", "poisson", "geom", "nbinom", "bernoulli", "randint", "hypergeom", "zipf", "planck", "boltzmann",
    "dlaplace", "yulesimon", "logser", "betabinom"]
PROBABILITIES = numpy.array([0.0, 0.01, 0.2, 0.5, 0.9, 1, -1, 2, numpy.nan])

pytestmark = pytest.mark.filterwarnings("ignore")


def close(actual, desired, tol=1e-7):
    assert isinstance(actual, cupy.ndarray)
    assert actual.shape == numpy.shape(desired)
    assert_allclose(actual, desired, rtol=tol, atol=1e-12)


def points(dist, args, options):
    loc = options["loc"]
    x = numpy.r_[dist.ppf(PROBABILITIES[1:5], *args, **options), -1e3, 1e6, numpy.nan, loc, loc + 1, loc + 0.5]
    return x[x != loc] if dist.name == "powerlaw" else x


@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous(name):
    args = distribution_arguments.CONTINUOUS[name]
    ours, theirs, options = getattr(stats, name), getattr(host, name), {"loc": 1, "scale": 2.0}
    x = points(theirs, args, options)
    for method in ("pdf", "logpdf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf"):
        at = PROBABILITIES if method in ("ppf", "isf") else x
        close(getattr(ours, method)(cupy.asarray(at), *args, **options), getattr(theirs, method)(at, *args, **options))
    sample = ours.rvs(*args, size=(40, 50), random_state=1, **options)
    assert sample.shape == (40, 50)
    below = float((sample < float(theirs.median(*args, **options))).mean())
    assert below == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize("name", DISCRETE)
def test_discrete(name):
    args = distribution_arguments.DISCRETE[name]
    ours, theirs, options = getattr(stats, name), getattr(host, name), {"loc": 1}
    x = points(theirs, args, options)
    for method in ("pmf", "logpmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf"):
        at = PROBABILITIES if method in ("ppf", "isf") else x
        close(getattr(ours, method)(cupy.asarray(at), *args, **options), getattr(theirs, method)(at, *args, **options))
    sample = ours.rvs(*args, size=2000, random_state=1, **options)
    assert sample.dtype == numpy.int64
    std = theirs.std(*args) or 1.0
    assert float(sample.mean()) == pytest.approx(float(theirs.mean(*args, **options)), abs=5 * std / 2000 ** 0.5)


@pytest.mark.parametrize("p", [0.0, 0.3, 0.7, 1.0])
def test_quantiles_at_the_steps_of_bernoullis_distribution(p):
    at = numpy.array([0.0, p, 1 - p, 0.5, 1.0])
    for method in ("ppf", "isf"):
        wanted = getattr(host.bernoulli, method)(at, p)
        close(getattr(stats.bernoulli, method)(cupy.asarray(at), p), wanted)
    close(stats.bernoulli.sf(cupy.asarray([-0.5, 0, 0.5, 1, 2]), p), host.bernoulli.sf([-0.5, 0, 0.5, 1, 2], p))


@pytest.mark.parametrize("name", ["gamma", "t", "lognorm", "weibull_min", "chi2", "pareto"])
def test_parameters_as_arrays(name):
    ours, theirs = getattr(stats, name), getattr(host, name)
    a, x = RNG.random((4, 1)) + 0.5, RNG.random((4, 6))
    for method in ("pdf", "logpdf", "cdf", "sf", "logcdf", "ppf", "isf"):
        for shape in (cupy.asarray(a), a):
            close(getattr(ours, method)(cupy.asarray(x), shape, loc=0.1, scale=2),
                  getattr(theirs, method)(x, a, loc=0.1, scale=2))
        frozen = ours(cupy.asarray(a), scale=cupy.asarray(a))
        close(getattr(frozen, method)(cupy.asarray(x)), getattr(theirs(a, scale=a), method)(x))
    close(ours.mean(cupy.asarray(a)), theirs.mean(a))
    assert ours.rvs(cupy.asarray(a), size=(4, 9)).shape == (4, 9)
    bad = cupy.asarray([-1.0, 1.0])
    assert cupy.isnan(ours.pdf(cupy.asarray([0.5, 0.5]), bad)).tolist() == [True, False]
    with pytest.raises(ValueError, match="Domain error"):
        ours.rvs(-1.0)


def test_formulas_that_go_through_values_one_by_one():
    x = numpy.linspace(-2, 3, 7)
    close(stats.norminvgauss.sf(cupy.asarray(x), 1.25, 0.5), host.norminvgauss.sf(x, 1.25, 0.5))


def test_location_and_scale():
    x, scale = RNG.random((4, 6)), numpy.array([-1, 1, 1, numpy.nan, 0, 2.0])
    for method in ("pdf", "cdf", "logsf", "ppf"):
        close(getattr(stats.norm, method)(cupy.asarray(x), scale=cupy.asarray(scale)),
              getattr(host.norm, method)(x, scale=scale))
    close(stats.norm.cdf(0.3, scale=-1), numpy.array(numpy.nan))
    close(stats.norm.cdf([[0.3]]), host.norm.cdf([[0.3]]))
    close(stats.norm.pdf(cupy.arange(3, dtype="f")), host.norm.pdf(numpy.arange(3, dtype="f")))


def test_moments_and_fits():
    x = RNG.normal(3, 2, 200)
    assert stats.norm.fit(cupy.asarray(x)) == pytest.approx(host.norm.fit(x))
    assert stats.gamma.mean(2.5) == pytest.approx(2.5)
    assert stats.gamma.entropy(2.5) == pytest.approx(float(host.gamma.entropy(2.5)))
    assert stats.norm.stats(1, 2, moments="mvsk") == pytest.approx(host.norm.stats(1, 2, moments="mvsk"))
    assert stats.norm.support() == (-numpy.inf, numpy.inf)
    assert stats.expon.expect(lambda v: v) == pytest.approx(1.0)
    assert stats.norm.moment(2, 1, 2) == pytest.approx(5.0)
    low, high = stats.norm(1, 2).interval(0.9)
    assert_allclose(cupy.stack([low, high]), host.norm(1, 2).interval(0.9))
    assert float(stats.expon.median()) == pytest.approx(numpy.log(2))


@pytest.mark.parametrize("state", [None, 3, "legacy", "numpy"])
def test_sources_of_randomness(state):
    state = {"legacy": cupy.random.RandomState(1), "numpy": numpy.random.default_rng(1)}.get(state, state)
    sample = stats.norm(3, 2).rvs(size=4000, random_state=state)
    assert isinstance(sample, cupy.ndarray)
    assert float(sample.mean()) == pytest.approx(3, abs=0.2)
    if isinstance(state, int):
        assert_allclose(stats.norm(3, 2).rvs(size=4000, random_state=state), sample)


def test_derived_classes():
    class Ours(stats.rv_continuous):
        def _pdf(self, x):
            return cupy.exp(-x ** 2 / 2) / numpy.sqrt(2 * numpy.pi)

    x = RNG.random(5)
    close(Ours(name="ours").pdf(cupy.asarray(x)), host.norm.pdf(x))
    table = stats.rv_discrete(values=(cupy.asarray([1, 2, 5]), cupy.asarray([0.2, 0.3, 0.5])))
    close(table.pmf(cupy.asarray([1, 2, 3, 5])), [0.2, 0.3, 0, 0.5])
    close(table.cdf(cupy.asarray([1, 2, 3, 5])), [0.2, 0.5, 0.5, 1])
    counts = numpy.histogram(x, 4)
    histogram = stats.rv_histogram(tuple(cupy.asarray(v) for v in counts))
    close(histogram.pdf(cupy.asarray(x)), host.rv_histogram(counts).pdf(x))


def test_vectors():
    cov, mean, p = numpy.array([[2, 0.5], [0.5, 1]]), [1, 2.0], RNG.random((3, 5, 2))
    ours, theirs = stats.multivariate_normal, host.multivariate_normal
    close(ours.pdf(cupy.asarray(p), mean, cov), theirs.pdf(p, mean, cov))
    close(ours(cupy.asarray(mean), cupy.asarray(cov)).logpdf(p), theirs(mean, cov).logpdf(p))
    close(ours.logpdf(cupy.asarray(p[0, :, 0])), theirs.logpdf(p[0, :, 0]))
    close(ours.cdf(cupy.asarray(p), mean, cov), theirs.cdf(p, mean, cov), 1e-4)
    plane, off = numpy.ones((2, 2)), numpy.array([[1, 1.0], [1, 2]])
    close(ours.pdf(off, [0, 0], plane, True), theirs.pdf(off, [0, 0], plane, True))
    sample = ours.rvs(mean, cov, 4000, random_state=1)
    assert_allclose(cupy.cov(sample.T), cov, atol=0.2)
    with pytest.raises(numpy.linalg.LinAlgError):
        ours.pdf(off, [0, 0], plane)
    with pytest.raises(ValueError, match="mean"):
        ours.pdf(off, [0, 0, 0], cov)
    assert float(stats.dirichlet.pdf(cupy.asarray([0.2, 0.8]), cupy.asarray([1.0, 2]))) == pytest.approx(
        host.dirichlet.pdf([0.2, 0.8], [1.0, 2]))
    assert isinstance(stats.ortho_group.rvs(3, random_state=1), cupy.ndarray)


def test_work_on_the_host_is_warned_of(monkeypatch):
    from cupyx.scipy import _host

    monkeypatch.setattr(_host, "host_memory", lambda: False)
    with pytest.warns(HostWarning, match="landau"):
        stats.landau.pdf(cupy.asarray([1.0]))


def test_lists_of_device_numbers_are_parameters():
    p = cupy.asarray([0.25, 0.5])
    wanted = host.norm.pdf(0.5, [0.25, 1.0], [1.0, 0.5])
    numpy.testing.assert_allclose(stats.norm.pdf(0.5, [p[0], 1.0], (1, p[1])).get(), wanted, rtol=1e-14)
