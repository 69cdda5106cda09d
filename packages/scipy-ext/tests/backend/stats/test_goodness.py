"""Tests of goodness of fit of samples that are too long for the host, beside SciPy's."""
import numpy
import pytest
import scipy.stats

import cupy
from cupyx.scipy import stats

RNG = numpy.random.default_rng(31)
X, Y = RNG.normal(size=40_000), RNG.normal(0.01, 1, 30_000)
SIDES = ["two-sided", "less", "greater"]


def agree(found, wanted, rtol):
    for name in ("statistic", "pvalue", "statistic_location", "statistic_sign"):
        if hasattr(wanted, name):
            a, b = getattr(found, name), getattr(wanted, name)
            assert isinstance(a, cupy.ndarray) and a.dtype == numpy.asarray(b).dtype
            numpy.testing.assert_allclose(a.get(), b, rtol=rtol, atol=1e-12)


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("method", ["auto", "approx", "asymp"])
def test_kolmogorovs_test_of_a_distribution(alternative, method):
    wanted = scipy.stats.ks_1samp(X, scipy.stats.norm.cdf, (0, 1.01), alternative, method)
    agree(stats.ks_1samp(cupy.asarray(X), stats.norm.cdf, (0, 1.01), alternative, method), wanted, 1e-8)
    agree(stats.ks_1samp(cupy.asarray(X), scipy.stats.norm.cdf, (0, 1.01), alternative, method), wanted, 1e-8)


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("dtype", ["d", "f", "i"])
def test_smirnovs_test_of_two_samples(alternative, dtype):
    x, y = ((100 * v).astype(dtype) for v in (X, Y))
    wanted = scipy.stats.ks_2samp(x, y, alternative)
    exact = 1e-10 if wanted.statistic.dtype == float else 1e-4
    agree(stats.ks_2samp(cupy.asarray(x), cupy.asarray(y), alternative), wanted, exact)
    agree(stats.ks_2samp(cupy.asarray(x), cupy.asarray(y), alternative, mode="asymp"), wanted, exact)


def test_cramers_tests():
    wanted = scipy.stats.cramervonmises(X, scipy.stats.norm.cdf)
    agree(stats.cramervonmises(cupy.asarray(X), stats.norm.cdf), wanted, 1e-7)
    for y in (Y, numpy.round(Y, 2), X[::-1].copy()):
        found = stats.cramervonmises_2samp(cupy.asarray(X), cupy.asarray(y))
        agree(found, scipy.stats.cramervonmises_2samp(X, y), 1e-6)


def test_missing_numbers_and_other_axes():
    x = X.copy()
    x[7] = numpy.nan
    for name, args in (("ks_1samp", (stats.norm.cdf,)), ("cramervonmises", (stats.norm.cdf,)),
                       ("ks_2samp", (cupy.asarray(Y),)), ("cramervonmises_2samp", (cupy.asarray(Y),))):
        found = getattr(stats, name)(cupy.asarray(x), *args)
        assert numpy.isnan(found.statistic.get()) and numpy.isnan(found.pvalue.get())
        left = getattr(stats, name)(cupy.asarray(x), *args, nan_policy="omit")
        assert 0 <= float(left.pvalue) <= 1
        rows = getattr(stats, name)(cupy.asarray(X.reshape(4, -1)), *[
            a.reshape(4, -1) if isinstance(a, cupy.ndarray) else a for a in args], axis=1)
        assert rows.statistic.shape == (4,)


def test_values_of_distances_have_one_axis():
    with pytest.raises(ValueError, match="one axis"):
        stats.wasserstein_distance(cupy.ones((200, 200)), cupy.ones((200, 200)))
