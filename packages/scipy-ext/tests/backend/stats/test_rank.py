"""Ranks, rank correlations, distances of samples, densities and binned statistics, against SciPy."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import stats as host

from cupyx.scipy import stats
from cupyx.scipy.stats import _array_api, _rank

RNG = numpy.random.default_rng(2)


@pytest.fixture(autouse=True, params=["our own", "by few items"])
def way(request, monkeypatch):
    """Few items are SciPy's where they lie in the host's memory; what is here for more is held against it too."""
    monkeypatch.setattr(_array_api, "_FEW", 1 << 15 if request.param == "by few items" else -1)


def close(actual, desired, tol=1e-8):
    assert numpy.shape(actual) == numpy.shape(desired)
    assert_allclose(actual, desired, rtol=tol, atol=tol)


@pytest.mark.parametrize("method", ["average", "min", "max", "dense", "ordinal"])
@pytest.mark.parametrize("axis", [None, 0, 1, -1])
def test_ranks(method, axis):
    x = RNG.integers(0, 9, (3, 4, 20)).astype(float)
    ours, theirs = stats.rankdata(cupy.asarray(x), method, axis=axis), host.rankdata(x, method, axis=axis)
    assert ours.dtype == theirs.dtype
    close(ours, theirs)
    x[0, 0, 3] = numpy.nan
    for policy in ("propagate", "omit"):
        close(stats.rankdata(cupy.asarray(x), method, axis=axis, nan_policy=policy),
              host.rankdata(x, method, axis=axis, nan_policy=policy))
    assert stats.rankdata(cupy.zeros((0, 3)), method, axis=axis).size == 0
    with pytest.raises(ValueError, match="unknown method"):
        stats.rankdata(cupy.asarray(x), "odd")


@pytest.mark.parametrize("n", [20, 500])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("variant", "bc")
def test_correlations(n, alternative, variant, monkeypatch):
    monkeypatch.setattr(_rank, "_SMALL", 50)
    monkeypatch.setattr(_rank, "host_memory", lambda: False)
    a = RNG.integers(0, 30, n)
    b = a + RNG.integers(0, 40, n)
    options = {"method": "asymptotic", "variant": variant, "alternative": alternative}
    ours, theirs = stats.kendalltau(cupy.asarray(a), cupy.asarray(b), **options), host.kendalltau(a, b, **options)
    assert float(ours.statistic) == pytest.approx(theirs.statistic)
    assert float(ours.pvalue) == pytest.approx(theirs.pvalue)
    ours = stats.spearmanr(cupy.asarray(a), cupy.asarray(b), alternative=alternative)
    theirs = host.spearmanr(a, b, alternative=alternative)
    assert float(ours.statistic) == pytest.approx(theirs.statistic)
    assert float(ours.pvalue) == pytest.approx(theirs.pvalue)


@pytest.mark.parametrize("n", [1, 2, 64, 65, 300])
@pytest.mark.parametrize("dtype", "il")
def test_pairs_in_descending_order(n, dtype):
    p = RNG.permutation(n)
    wanted = (numpy.triu(p[:, None] > p)).sum()
    assert _rank._inversions(cupy.asarray(p.astype(dtype))) == wanted


def test_correlations_more(monkeypatch):
    monkeypatch.setattr(_rank, "_SMALL", 5)
    monkeypatch.setattr(_rank, "host_memory", lambda: False)
    up = numpy.arange(9)
    for a, b in ((up, up), (up, -up), (up * 0, up)):
        ours, theirs = stats.kendalltau(cupy.asarray(a), cupy.asarray(b)), host.kendalltau(a, b)
        numpy.testing.assert_allclose(float(ours.statistic), theirs.statistic)
    missing = numpy.where(up == 3, numpy.nan, up)
    for a, b in ((up, up), (up, -up), (up, up % 3), (up, missing), (missing, up)):
        ours, theirs = stats.spearmanr(cupy.asarray(a), cupy.asarray(b)), host.spearmanr(a, b)
        close(ours.statistic, theirs.statistic)
        close(ours.pvalue, theirs.pvalue)
    m = RNG.random((30, 4))
    for axis in (0, 1):
        close(stats.spearmanr(cupy.asarray(m), axis=axis).statistic, host.spearmanr(m, axis=axis).statistic)
        close(stats.spearmanr(cupy.asarray(m), axis=axis).pvalue, host.spearmanr(m, axis=axis).pvalue, 1e-6)
    with pytest.raises(ValueError, match="alternative"):
        stats.spearmanr(cupy.asarray(m), alternative="odd")


@pytest.mark.parametrize("name", ["wasserstein_distance", "energy_distance"])
def test_distances(name):
    u, v, uw, vw = RNG.random((4, 30))
    v, vw = v[:20], vw[:20]
    for weights in ((None, None), (uw, vw)):
        on_device = [None if w is None else cupy.asarray(w) for w in weights]
        close(getattr(stats, name)(cupy.asarray(u), cupy.asarray(v), *on_device), getattr(host, name)(u, v, *weights))
    for args in (([], [1.0]), (u, v, uw[:3]), (u, v, -uw), (u, v, 0 * uw)):
        with pytest.raises(ValueError, match=r"empty|same size|non-negative|positive and finite"):
            getattr(stats, name)(*[cupy.asarray(a) for a in args])


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("width", [None, "silverman", 0.3])
def test_density(d, weighted, width):
    data, q = RNG.random((d, 60)), RNG.random((d, 10)) * 2
    w = RNG.random(60) if weighted else None
    ours, theirs = stats.gaussian_kde(cupy.asarray(data), width, w), host.gaussian_kde(data, width, w)
    close(ours(cupy.asarray(q)), theirs(q))
    close(ours.logpdf(cupy.asarray(q * 30)), theirs.logpdf(q * 30))
    for name in ("covariance", "inv_cov", "weights", "dataset"):
        close(getattr(ours, name), getattr(theirs, name))
    assert ours.factor == pytest.approx(theirs.factor)
    assert ours.neff == pytest.approx(theirs.neff)
    normal = numpy.full(d, 0.3), 0.2 * numpy.eye(d)
    close(ours.integrate_gaussian(*normal), theirs.integrate_gaussian(*normal))
    close(ours.integrate_kde(ours), theirs.integrate_kde(theirs))
    if d == 1:
        close(ours.integrate_box_1d(0.1, 0.6), theirs.integrate_box_1d(0.1, 0.6))
    else:
        close(ours.marginal([0, -1])(q[[0, -1]]), theirs.marginal([0, -1])(q[[0, -1]]))
    box = [0.1] * d, [0.6] * d
    assert ours.integrate_box(*box) == pytest.approx(theirs.integrate_box(*box), abs=1e-4)
    drawn = ours.resample(2000, seed=1)
    assert drawn.shape == (d, 2000)
    assert_allclose(drawn.mean(axis=1), (cupy.asarray(data) * ours.weights).sum(axis=1), atol=0.1)


def test_density_refused():
    for data, options, message in (([1.0], {}, "multiple elements"), (numpy.ones((3, 2)), {}, "greater than number"),
                                   ([1, 2.0], {"weights": [1.0]}, "length n"),
                                   ([1, 2.0], {"bw_method": "odd"}, "bw_method")):
        with pytest.raises(ValueError, match=message):
            stats.gaussian_kde(cupy.asarray(data), **options)
    with pytest.raises(numpy.linalg.LinAlgError):
        stats.gaussian_kde(cupy.ones((2, 9)))
    with pytest.raises(ValueError, match="points have dimension"):
        stats.gaussian_kde(cupy.arange(5.0))(cupy.ones((2, 3)))


@pytest.mark.parametrize("statistic", ["mean", "median", "count", "sum", "std", "min", "max", lambda a: (a * a).sum()])
def test_bins(statistic):
    x, y, v = RNG.random((3, 200))
    xs, ys, vs = map(cupy.asarray, (x, y, v))
    cases = [(stats.binned_statistic(xs, vs, statistic, 7), host.binned_statistic(x, v, statistic, 7)),
             (stats.binned_statistic(xs, [vs, 2 * vs], statistic, [0, 0.1, 0.5, 0.6, 0.61]),
              host.binned_statistic(x, [v, 2 * v], statistic, [0, 0.1, 0.5, 0.6, 0.61])),
             (stats.binned_statistic_2d(xs, ys, vs, statistic, [6, 20], expand_binnumbers=True),
              host.binned_statistic_2d(x, y, v, statistic, [6, 20], expand_binnumbers=True)),
             (stats.binned_statistic_dd(cupy.stack([xs, ys, vs], axis=1), vs, statistic, 3, [(0.1, 0.9)] * 3),
              host.binned_statistic_dd(numpy.c_[x, y, v], v, statistic, 3, [(0.1, 0.9)] * 3))]
    single = x.astype("f")
    cases.append((stats.binned_statistic(cupy.asarray(single), vs, statistic, 7),
                  host.binned_statistic(single, v, statistic, 7)))
    assert cases[-1][0].bin_edges.dtype == cases[-1][1].bin_edges.dtype == "f"
    for ours, theirs in cases:
        close(ours.statistic, theirs.statistic)
        close(ours.binnumber, theirs.binnumber)
    again = stats.binned_statistic_dd(xs[:, None], vs, statistic, binned_statistic_result=stats.binned_statistic_dd(
        xs[:, None], vs, statistic, 7))
    close(again.statistic, cases[0][1].statistic)


def test_bins_of_complex_values():
    x, v = RNG.random(50), RNG.random(50) + 1j * RNG.random(50)
    for statistic in ("mean", "sum", "std", lambda a: a[0]):
        close(stats.binned_statistic(cupy.asarray(x), cupy.asarray(v), statistic, 4).statistic,
              host.binned_statistic(x, v, statistic, 4).statistic)


def test_bins_refused():
    x = cupy.arange(5.0)
    with pytest.raises(ValueError, match="numerically 0"):
        stats.binned_statistic(x, x, bins=[0, 1, 1, 2])
    for call in (lambda: stats.binned_statistic(x, x, "odd"), lambda: stats.binned_statistic(x, x[:2]),
                 lambda: stats.binned_statistic(x, x, bins=[3, 2, 1]), lambda: stats.binned_statistic(x / 0, x),
                 lambda: stats.binned_statistic(x, x, range=(3, 1))):
        with pytest.raises(ValueError, match=r"invalid statistic|must match|monotonically|non-finite|must be <="):
            call()
