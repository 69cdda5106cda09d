"""Scores, entropy, trimmed means, the Box-Cox likelihood, and what SciPy computes through the array API."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import stats as host

from cupyx.scipy import stats
from cupyx.scipy.stats import _array_api

RNG = numpy.random.default_rng(1)
X = RNG.random((5, 7))
TOL = {"f": 1e-5, "d": 1e-9, "i": 1e-9}


def close(actual, desired, tol=1e-9):
    assert numpy.shape(actual) == numpy.shape(desired)
    assert actual.dtype == numpy.asarray(desired).dtype
    assert_allclose(actual, desired, rtol=tol, atol=tol)


@pytest.mark.parametrize("axis", [(1,), (0, 2), (-1, 1)])
def test_scores_over_several_axes(axis):
    a = numpy.random.default_rng(4).random((3, 4, 5))
    a[1] = 2.5
    x = cupy.asarray(a)
    close(stats.zscore(x, axis=axis), host.zscore(a, axis=axis))
    close(stats.zmap(x[0], x, axis=axis), host.zmap(a[0], a, axis=axis))


@pytest.mark.parametrize("dtype", "fdi")
@pytest.mark.parametrize("axis", [0, 1, None])
def test_scores_and_means(dtype, axis):
    a, b = (X * 10).astype(dtype), (X[::-1] * 10 + 1).astype(dtype)
    x, y = cupy.asarray(a), cupy.asarray(b)
    close(stats.zmap(x, y, axis=axis, ddof=1), host.zmap(a, b, axis=axis, ddof=1), TOL[dtype])
    close(stats.zscore(x, axis=axis), host.zscore(a, axis=axis), TOL[dtype])
    for cut in (0, 0.2, 0.4):
        close(stats.trim_mean(x, cut, axis=axis), host.trim_mean(a, cut, axis=axis), TOL[dtype])


@pytest.mark.parametrize("policy", ["propagate", "omit"])
@pytest.mark.filterwarnings("ignore")
def test_nan(policy):
    a = numpy.ones((3, 4))
    a[0, 0], a[1, 1] = 2, numpy.nan
    close(stats.zscore(cupy.asarray(a), nan_policy=policy), host.zscore(a, nan_policy=policy))
    close(stats.zmap(cupy.asarray(a), cupy.asarray(a), axis=None, nan_policy=policy),
          host.zmap(a, a, axis=None, nan_policy=policy))
    ones = numpy.ones(4, "i8")
    for scores in (ones + numpy.arange(-1, 3), ones.copy()):
        close(stats.zmap(cupy.asarray(scores), cupy.asarray(ones), nan_policy=policy),
              host.zmap(scores, ones, nan_policy=policy))
    with pytest.raises(ValueError, match="nan"):
        stats.zscore(cupy.asarray(a), nan_policy="raise")
    with pytest.raises(ValueError, match="nan"):            # that are deviations from infinity
        stats.zscore(cupy.asarray([1, 2, numpy.inf]), nan_policy="raise")
    with pytest.raises(ValueError, match="nan_policy"):
        stats.zscore(cupy.asarray(a), nan_policy="odd")


@pytest.mark.parametrize("dtype", "?bilefdFD")
def test_scores_of_nothing_have_the_type_of_scores(dtype):
    assert stats.zscore(cupy.zeros(0, dtype)).dtype == host.zscore(numpy.zeros(0, dtype)).dtype


@pytest.mark.parametrize("dtype", "fdi")
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("base", [None, 2, 10])
def test_entropy(dtype, axis, base):
    a, b = (X * 10 + 1).astype(dtype), (X[::-1] * 10 + 1).astype(dtype)
    close(stats.entropy(cupy.asarray(a), base=base, axis=axis), host.entropy(a, base=base, axis=axis), TOL[dtype])
    close(stats.entropy(cupy.asarray(a), cupy.asarray(b), base, axis), host.entropy(a, b, base, axis), TOL[dtype])


@pytest.mark.parametrize("dtype", "fdi")
@pytest.mark.parametrize("power", [0, -1.5, 0.1, 2])
def test_box_cox(dtype, power):
    a = (X * 10 + 1).astype(dtype)
    close(stats.boxcox_llf(power, cupy.asarray(a)), host.boxcox_llf(power, a), TOL[dtype])
    close(stats.boxcox_llf(power, cupy.asarray(a[0])), host.boxcox_llf(power, a[0]), TOL[dtype])
    assert numpy.isnan(stats.boxcox_llf(power, cupy.zeros(0)))


def test_refused():
    with pytest.raises(ValueError, match="positive"):
        stats.entropy(cupy.ones(3), base=-1)
    with pytest.raises(ValueError, match="too big"):
        stats.trim_mean(cupy.ones(4), 0.8)


@pytest.mark.parametrize("dtype", "fdi")
def test_means_of_nothing_that_is_left(dtype):
    close(stats.trim_mean(cupy.ones((4, 3), dtype), 0.6), numpy.full(3, numpy.nan, "f" if dtype == "f" else "d"), 0)


ONE = ["circmean", "circstd", "circvar", "describe", "differential_entropy", "gmean", "gstd", "gzscore", "hmean", "iqr",
       "jarque_bera", "kstat", "kstatvar", "kurtosis", "kurtosistest", "median_abs_deviation", "mode", "moment",
       "normaltest", "sem", "skew", "skewtest", "tmax", "tmean", "tmin", "tsem", "tstd", "tvar", "variation"]
TWO = ["alexandergovern", "ansari", "bartlett", "brunnermunzel", "chatterjeexi", "cramervonmises_2samp",
       "epps_singleton_2samp", "f_oneway", "fligner", "kruskal", "ks_2samp", "levene", "linregress", "mannwhitneyu",
       "mood", "pearsonr", "pointbiserialr", "ranksums", "siegelslopes", "somersd", "theilslopes", "ttest_ind",
       "ttest_rel", "weightedtau", "wilcoxon"]


def numbers(result):
    return [numpy.asarray(cupy.asnumpy(v), float) for v in (result if isinstance(result, tuple) else [result])
            if v is not None and not isinstance(v, tuple)]


@pytest.fixture(params=["by few items", "by SciPy's array mode"])
def road(request, monkeypatch):
    """Few items in the host's memory are NumPy's at once; the mode that devices take is tried beside that."""
    monkeypatch.setattr(_array_api, "_FEW", 1 << 15 if request.param == "by few items" else -1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ONE)
def test_of_one_sample(name, road):
    a = RNG.random(30) + 0.5
    found = numbers(getattr(stats, name)(cupy.asarray(a)))
    for ours, theirs in zip(found, numbers(getattr(host, name)(a)), strict=True):
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-10)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TWO)
def test_of_two_samples(name, road):
    a = RNG.random(30) + 0.5
    b = a + RNG.normal(size=30) * 0.2
    if name == "pointbiserialr":
        a = a > 1
    if name == "somersd":
        a, b = numpy.round(a * 4), numpy.round(b * 4)
    ours, theirs = getattr(stats, name)(cupy.asarray(a), cupy.asarray(b)), getattr(host, name)(a, b)
    if not isinstance(theirs, tuple):
        ours, theirs = (((r.statistic, r.pvalue)) for r in (ours, theirs))
    for x, y in zip(numbers(ours), numbers(theirs), strict=True):
        numpy.testing.assert_allclose(x, y, rtol=1e-7, atol=1e-10)


def test_results_stay_on_the_device(road):
    x = cupy.asarray(RNG.random((4, 30)))
    for name in ("skew", "gmean", "sem"):
        assert isinstance(getattr(stats, name)(x, axis=1), cupy.ndarray)
    result = stats.pearsonr(x[0], x[1])
    assert isinstance(result.statistic, cupy.ndarray)
    low, high = result.confidence_interval(0.9)
    want = host.pearsonr(x[0].get(), x[1].get()).confidence_interval(0.9)
    assert float(low) == pytest.approx(want.low)
    assert float(high) == pytest.approx(want.high)


def test_samples_are_held_against_distributions_of_ours(road):
    x = RNG.normal(size=50)
    for ours, theirs in ((stats.norm.cdf, host.norm.cdf), (stats.norm(0.1, 2).cdf, host.norm(0.1, 2).cdf),
                         (lambda v: stats.norm.cdf(v), host.norm.cdf)):
        for name in ("ks_1samp", "cramervonmises"):
            found, wanted = (getattr(m, name)(v, f) for m, v, f in ((stats, cupy.asarray(x), ours), (host, x, theirs)))
            numpy.testing.assert_allclose(float(found.pvalue), wanted.pvalue, rtol=1e-9)


@pytest.mark.parametrize("method", ["bh", "by"])
@pytest.mark.parametrize("axis", [None, 0, -1])
def test_false_discoveries(method, axis):
    p = RNG.random((5, 40)).round(1)
    for values in (p, p.astype("f"), p[:, :1], p[:0]):
        found, wanted = (m.false_discovery_control(v, axis=axis, method=method)
                         for m, v in ((stats, cupy.asarray(values)), (host, values)))
        assert found.dtype == wanted.dtype
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-6 if values.dtype == "f" else 1e-13)
    for wrong in ([0.5, 1.5], [0.5, numpy.nan], [True, False]):
        with pytest.raises(ValueError, match="between 0 and 1"):
            stats.false_discovery_control(cupy.asarray(wrong))
    with pytest.raises(ValueError, match="Unrecognized"):
        stats.false_discovery_control(cupy.asarray(p), method="holm")


def test_resampling():
    x = cupy.asarray(RNG.random(40))
    result = stats.bootstrap((x,), lambda a, axis: cupy.mean(a, axis=axis), n_resamples=99, random_state=1)
    assert float(result.confidence_interval.low) < float(x.mean()) < float(result.confidence_interval.high)
    test = stats.permutation_test((x, x + 1), lambda a, b, axis: cupy.mean(a, axis=axis) - cupy.mean(b, axis=axis),
                                  n_resamples=99, vectorized=True)
    assert float(test.pvalue) < 0.1


def test_mode_of_scipy_is_restored():
    from scipy._lib import _array_api_override

    before = _array_api_override.SCIPY_ARRAY_API
    stats.skew(cupy.asarray(RNG.random(10)))
    with pytest.raises((TypeError, ValueError)):
        stats.skew(cupy.asarray(RNG.random(10)), axis=7)
    assert _array_api_override.SCIPY_ARRAY_API is before
    masked = numpy.ma.masked_array([1.0, 2, 3], [0, 0, 1])
    assert host.gmean(masked) == pytest.approx(2 ** 0.5)


def test_submodules():
    table = numpy.array([[10, 20], [30, 15]])
    assert_allclose(stats.contingency.expected_freq(cupy.asarray(table)), host.contingency.expected_freq(table))
    ours, theirs = stats.chi2_contingency(cupy.asarray(table)), host.chi2_contingency(table)
    assert_allclose(ours.expected_freq, theirs.expected_freq)
    assert float(ours.pvalue) == pytest.approx(float(theirs.pvalue))
    assert float(stats.mstats.gmean(cupy.asarray(X[0]))) == pytest.approx(float(host.gmean(X[0])))
    assert isinstance(stats.sampling.DiscreteAliasUrn(cupy.asarray([0.2, 0.8]), random_state=1).rvs(5), cupy.ndarray)
    assert isinstance(stats.Normal(mu=1.0, sigma=2.0).pdf(cupy.asarray(X)), cupy.ndarray)


@pytest.mark.parametrize("low, high", [(4, 4), (1.5, 1.5), (0.7, 2)])
def test_clipped_values(low, high):
    a = RNG.normal(size=(4, 30))
    a[0, :3] = 20
    ours, theirs = stats.sigmaclip(cupy.asarray(a), low, high), host.sigmaclip(a, low, high)
    assert_allclose(ours.clipped, theirs.clipped)
    assert_allclose(ours.lower, theirs.lower, rtol=1e-12)
    assert_allclose(ours.upper, theirs.upper, rtol=1e-12)


@pytest.mark.parametrize("axis", [1.5, (0, 1)])
def test_false_discoveries_need_one_axis(axis):
    with pytest.raises(ValueError, match="must be an integer"):
        stats.false_discovery_control(cupy.asarray([0.5, 0.7]), axis=axis)


def test_covariances_take_and_give_device_arrays():
    matrix = numpy.array([[4.0, 1], [1, 3]])
    eigenvalues, vectors = numpy.linalg.eigh(matrix)        # whose signs another library may choose otherwise
    x = numpy.array([0.5, -1])
    for make in (lambda xp, m: m.Covariance.from_diagonal(xp.asarray([4.0, 3])),
                 lambda xp, m: m.Covariance.from_cholesky(xp.linalg.cholesky(xp.asarray(matrix))),
                 lambda xp, m: m.Covariance.from_eigendecomposition((xp.asarray(eigenvalues),
                                                                          xp.asarray(vectors)))):
        wanted, found = make(numpy, host), make(cupy, stats)
        for name in ("whiten", "colorize"):
            y = getattr(found, name)(cupy.asarray(x))
            assert isinstance(y, cupy.ndarray)
            numpy.testing.assert_allclose(y.get(), getattr(wanted, name)(x))
        numpy.testing.assert_allclose(cupy.asarray(found.log_pdet).get(), wanted.log_pdet)
        numpy.testing.assert_allclose(stats.multivariate_normal.logpdf(cupy.asarray(x), cov=found).get(),
                                      host.multivariate_normal.logpdf(x, cov=wanted))


@pytest.mark.parametrize("make", [
    lambda m, x, censored: m.CensoredData.right_censored(x, censored),
    lambda m, x, censored: m.CensoredData.left_censored(x, censored),
    lambda m, x, censored: m.CensoredData.interval_censored(x, x + censored)])
def test_censored_data_is_made_of_device_arrays(make):
    x, censored = numpy.asarray([1.5, 2.0, 2.0, 3.5, 4.0, 7.0]), numpy.asarray([True, False, False, True, False, False])
    ours, theirs = make(stats, cupy.asarray(x), cupy.asarray(censored)), make(host, x, censored)
    fits = [m.expon.fit(data, floc=0) for m, data in ((stats, ours), (host, theirs))]
    numpy.testing.assert_allclose([float(p) for p in fits[0]], fits[1], rtol=1e-5)
    if theirs.num_censored() == len(theirs._right):
        found, wanted = stats.ecdf(ours).sf, host.ecdf(theirs).sf
        numpy.testing.assert_allclose(found.probabilities.get(), wanted.probabilities)
        numpy.testing.assert_allclose(found.evaluate(cupy.asarray([1.0, 3.0])).get(), wanted.evaluate([1.0, 3.0]))
