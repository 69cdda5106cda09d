"""Permutation tests and bootstrap intervals with random numbers of the device, against SciPy's."""
import cupy
import numpy
import pytest
from scipy import stats as host

from cupyx.scipy import stats

RNG = numpy.random.default_rng(5)
A, B = RNG.normal(size=(2, 25)), RNG.normal(0.4, 1, (2, 25))


def gap(x, y, axis):
    return x.mean(axis=axis) - y.mean(axis=axis)


def product(x, y, axis):
    return (x * y).mean(axis=axis)


def mean(x, axis):
    return x.mean(axis=axis)


@pytest.mark.parametrize("kind, statistic, data", [
    ("independent", gap, (A, B[:, :20])), ("samples", gap, (A, B)), ("pairings", product, (A, B)),
    ("samples", mean, (B,))], ids=["independent", "samples", "pairings", "signs"])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_permutations(kind, statistic, data, alternative):
    options = {"permutation_type": kind, "alternative": alternative, "axis": 1, "n_resamples": 4000}
    rng = cupy.random.default_rng(1)
    found = stats.permutation_test(tuple(map(cupy.asarray, data)), statistic, batch=900, rng=rng, **options)
    wanted = host.permutation_test(data, statistic, rng=1, **options)
    assert found.null_distribution.shape == wanted.null_distribution.shape == (4000, 2)
    numpy.testing.assert_allclose(found.statistic.get(), wanted.statistic)
    numpy.testing.assert_allclose(found.pvalue.get(), wanted.pvalue, atol=0.04)
    for ours, theirs in zip(found.null_distribution.get().T, wanted.null_distribution.T):
        assert ours.std() == pytest.approx(theirs.std(), rel=0.06)
        assert abs(ours.mean() - theirs.mean()) < 5 * theirs.std() / 60


def test_permutations_keep_the_observations():
    data = tuple(map(cupy.asarray, (A[0], B[0])))

    def statistic(x, y, axis):
        return cupy.sort(cupy.concatenate([x, y], axis=axis), axis=axis)[..., 7]

    for kind in ("independent", "samples"):
        result = stats.permutation_test(data, statistic, permutation_type=kind, n_resamples=50)
        assert (result.null_distribution == result.statistic).all()


def test_all_permutations_and_given_generators_are_scipys():
    data = (A[0, :4], B[0, :3])
    found = stats.permutation_test(tuple(map(cupy.asarray, data)), gap)
    numpy.testing.assert_allclose(float(found.pvalue), host.permutation_test(data, gap).pvalue)
    found = stats.permutation_test(tuple(map(cupy.asarray, (A[0], B[0]))), gap, n_resamples=99, rng=3)
    wanted = host.permutation_test((A[0], B[0]), gap, n_resamples=99, rng=3)
    numpy.testing.assert_allclose(found.null_distribution.get(), wanted.null_distribution)


@pytest.mark.parametrize("method", ["BCa", "basic", "percentile"])
@pytest.mark.parametrize("data, statistic, paired", [((A,), mean, False), ((A, B[:, :20]), gap, False),
                                                     ((A, B), product, True)], ids=["one", "two", "paired"])
def test_bootstrap(method, data, statistic, paired):
    options = {"method": method, "paired": paired, "axis": 1, "n_resamples": 3000}
    rng = cupy.random.default_rng(2)
    found = stats.bootstrap(tuple(map(cupy.asarray, data)), statistic, batch=700, rng=rng, **options)
    wanted = host.bootstrap(data, statistic, rng=1, **options)
    assert found.bootstrap_distribution.shape == (2, 3000)
    numpy.testing.assert_allclose(found.standard_error.get(), wanted.standard_error, rtol=0.08)
    for ours, theirs in zip(found.confidence_interval, wanted.confidence_interval):
        numpy.testing.assert_allclose(ours.get(), theirs, atol=0.25 * wanted.standard_error.max())
    more = stats.bootstrap(tuple(map(cupy.asarray, data)), statistic, bootstrap_result=found, **options)
    assert more.bootstrap_distribution.shape == (2, 6000)


@pytest.mark.parametrize("call", [
    lambda s, x: s.permutation_test((x, x), gap, permutation_type="other"), lambda s, x: s.bootstrap((x[:1],), mean),
    lambda s, x: s.permutation_test((x, x), gap, n_resamples=0), lambda s, x: s.permutation_test((x,), mean),
    lambda s, x: s.bootstrap((x,), mean, method="other"), lambda s, x: s.bootstrap((x,), mean, batch=0),
    lambda s, x: s.bootstrap((x,), mean, bootstrap_result=10),
    lambda s, x: s.permutation_test((x, x[:5]), product, permutation_type="pairings")])
def test_bad_arguments(call):
    for library, x in ((host, A[0]), (stats, cupy.asarray(A[0]))):
        with pytest.raises((ValueError, TypeError, IndexError)):
            call(library, x)
