"""Axes, kept dimensions and missing values of statistics, against SciPy."""
import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import stats as host

from cupyx.scipy import stats

RNG = numpy.random.default_rng(5)
WHOLE = RNG.random((4, 5)) + 0.1
HOLES = WHOLE.copy()
HOLES[1, 2] = HOLES[3, 0] = numpy.nan
#: name -> further arguments
REDUCTIONS = {"entropy": (), "trim_mean": (0.2,), "moment": (2,), "skew": (), "kurtosis": (), "gmean": (), "hmean": (),
              "sem": (), "iqr": (None,), "median_abs_deviation": None, "variation": (), "kstat": (2,), "mode": (),
              "tmean": (), "circmean": (), "differential_entropy": None, "ttest_1samp": (0.5,), "jarque_bera": ()}
POLICIES = ["propagate", "omit", "raise"]

pytestmark = pytest.mark.filterwarnings("ignore")


def values(x):
    return [v.get() if isinstance(v, cupy.ndarray) else v for v in (x if isinstance(x, tuple) else (x,))]


def same(name, arrays, *args, **keywords):
    """The result of ours, or its error, is SciPy's."""
    try:
        wanted = getattr(host, name)(*arrays, *args, **keywords)
    except ValueError as error:
        with pytest.raises(type(error)):
            getattr(stats, name)(*map(cupy.asarray, arrays), *args, **keywords)
        return
    found = getattr(stats, name)(*map(cupy.asarray, arrays), *args, **keywords)
    for a, b in zip(values(found), values(wanted), strict=True):
        assert numpy.shape(a) == numpy.shape(b)
        assert_allclose(a, b, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", sorted(REDUCTIONS))
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("keepdims", [False, True])
def test_reductions(name, policy, keepdims):
    args = REDUCTIONS[name] or ()
    for x in (WHOLE, HOLES):
        for axis in (0, -1, None, (0, 1)):
            keywords = {"axis": axis, "nan_policy": policy, "keepdims": keepdims}
            if name == "iqr":
                same(name, [x], **keywords)
            else:
                same(name, [x], *args, **keywords)


@pytest.mark.parametrize("name, args", [("tvar", ()), ("tstd", ()), ("tsem", ()), ("moment", (1,)), ("tmean", ()),
                                        ("median_abs_deviation", ())])
@pytest.mark.parametrize("bad", [numpy.nan, numpy.inf])
def test_what_is_no_number_is_not_lost(name, args, bad):
    x = WHOLE[:3].copy()
    x[1, 2] = bad
    for axis in (0, 1):
        same(name, [x], *args, axis=axis)


@pytest.mark.parametrize("name", ["zscore", "gzscore", "rankdata"])
@pytest.mark.parametrize("policy", POLICIES)
def test_scores(name, policy):
    for x in (WHOLE, HOLES, WHOLE[:, :0], HOLES[1]):
        for axis in (0, -1, None):
            same(name, [x], axis=axis, nan_policy=policy)


@pytest.mark.parametrize("name", ["kendalltau", "entropy", "ttest_ind", "ttest_rel", "mannwhitneyu", "pearsonr",
                                  "kruskal", "ks_2samp"])
@pytest.mark.parametrize("policy", POLICIES)
def test_pairs(name, policy):
    other = RNG.random((4, 5))
    keywords = {} if name == "pearsonr" else {"nan_policy": policy}
    for x in (WHOLE, HOLES):
        for axis in (0, 1):
            same(name, [x, other], axis=axis, **keywords)


@pytest.mark.parametrize("policy", POLICIES)
def test_likelihood_of_powers(policy):
    for x in (WHOLE, HOLES):
        for axis in (0, 1, None):
            for power in (0, 0.5):
                x_, keywords = cupy.asarray(x), {"axis": axis, "nan_policy": policy, "keepdims": True}
                try:
                    wanted = host.boxcox_llf(power, x, **keywords)
                except ValueError:
                    with pytest.raises(ValueError, match="nan"):
                        stats.boxcox_llf(power, x_, **keywords)
                else:
                    assert_allclose(stats.boxcox_llf(power, x_, **keywords), wanted, rtol=1e-9)


def test_fields_of_results_survive_the_host():
    x, y = cupy.asarray(HOLES), cupy.asarray(WHOLE[::-1].copy())
    found = stats.wilcoxon(x, y, method="asymptotic")
    wanted = host.wilcoxon(HOLES, WHOLE[::-1], method="asymptotic")
    assert_allclose(found.zstatistic, wanted.zstatistic)
    low, high = stats.ttest_1samp(x[1], 0.5, nan_policy="omit").confidence_interval()
    assert_allclose(cupy.stack([low, high]), host.ttest_1samp(HOLES[1], 0.5, nan_policy="omit").confidence_interval())


def test_no_axis_at_all():
    for name, args in (("trim_mean", (0.2,)), ("entropy", ()), ("rankdata", ())):
        same(name, [numpy.array(3.0)], *args)
    with pytest.raises(IndexError):
        stats.zscore(cupy.zeros((0, 3)), axis=2)
