"""Every function of SciPy's ``stats`` once, on arrays of the device, against SciPy."""
import warnings

import cupy
import numpy
import pytest
from cupy.testing import assert_allclose
from scipy import stats as host
from scipy._lib._array_api import xp_capabilities_table

from cupyx.scipy import stats
from cupyx.scipy.stats import _names

RNG = numpy.random.default_rng(11)
A, B = RNG.random((12, 3)) + 0.2, RNG.random((12, 3)) + 0.3
A[3] = A[5]                                     # ties
TABLE = numpy.array([[8, 2, 5], [1, 5, 7]])
TWO = TABLE[:, :2]
COUNTS = numpy.array([16.0, 18, 16, 14, 12, 12])

pytestmark = pytest.mark.filterwarnings("ignore")


def least(x, axis=None):
    return x.min(axis=axis)



#: name -> arguments (arrays become the device's), or those and keywords
CALLS = {
    "alexandergovern": (A[:, 0], B[:, 0], B[:, 1]), "ansari": (A[:, 0], B[:, 0]), "bartlett": (A[:, 0], B[:, 0]),
    "bayes_mvs": (A[:, 0],), "barnard_exact": (TWO,), "binned_statistic": (A[:, 0], A[:, 1], "median"),
    "binned_statistic_2d": (A[:, 0], A[:, 1], A[:, 2], "std"), "binned_statistic_dd": (A, B[:, 0], "max"),
    "binomtest": (3, 15, 0.1), "boschloo_exact": (TWO,), "boxcox": (A[:, 0],), "boxcox_llf": (0.3, A),
    "boxcox_normmax": (A[:, 0],), "boxcox_normplot": (A[:, 0], -1, 1, {"N": 5}), "brunnermunzel": (A, B),
    "bws_test": (A[:6, 0], B[:6, 0]), "chatterjeexi": (A[:, 0], B[:, 0]), "chi2_contingency": (TABLE,),
    "chisquare": (COUNTS,), "circmean": (A,), "circstd": (A,), "circvar": (A,), "combine_pvalues": (A[:, 0] / 2,),
    "cramervonmises": (A[:, 0], "norm"), "cramervonmises_2samp": (A[:, 0], B[:, 0]), "cumfreq": (A[:, 0], 4),
    "describe": (A,), "differential_entropy": (A,), "directional_stats": (A,), "energy_distance": (A[:, 0], B[:, 0]),
    "entropy": (A, B, 2), "estimated_cdf": (A, numpy.array([0.4, 0.5, 0.6])),
    "epps_singleton_2samp": (A[:, 0], B[:, 0]), "expectile": (A[:, 0], 0.3), "f_oneway": (A, B),
    "false_discovery_control": (A[:, 0] / 2,), "fisher_exact": (TWO,), "fligner": (A[:, 0], B[:, 0]),
    "friedmanchisquare": (A[:, 0], A[:, 1], A[:, 2]), "gmean": (A,), "gstd": (A[:9, 0],), "gzscore": (A,),
    "hmean": (A,), "iqr": (A, 0), "jarque_bera": (A,), "kendalltau": (A[:, 0], B[:, 0]), "kruskal": (A, B),
    "ks_1samp": (A[:, 0], "cdf"), "ks_2samp": (A[:, 0], B[:, 0]), "kstat": (A, 3), "kstatvar": (A, 2),
    "kstest": (A[:, 0], "norm"), "kurtosis": (A,), "kurtosistest": (A,), "levene": (A[:, 0], B[:, 0]),
    "linregress": (A[:, 0], B[:, 0]), "lmoment": (A,), "mannwhitneyu": (A, B), "median_abs_deviation": (A,),
    "median_test": (A[:, 0], B[:, 0]), "mode": (A,), "moment": (A, 3), "mood": (A, B), "normaltest": (A,),
    "obrientransform": (A[:, 0], B[:, 0]), "page_trend_test": (A,), "pearsonr": (A[:, 0], B[:, 0]),
    "percentileofscore": (A[:, 0], 0.5), "pmean": (A, 1.5), "pointbiserialr": (A[:, 0] > 0.6, B[:, 0]),
    "poisson_means_test": (20, 100, 10, 90), "power_divergence": (COUNTS, None, 0, 0, "neyman"),
    "ppcc_max": (A[:, 0],), "ppcc_plot": (A[:, 0], -1, 1, {"N": 4}), "probplot": (A[:, 0],),
    "quantile": (A, numpy.array([[0.2], [0.7]])), "quantile_test": (A[:, 0],), "rankdata": (A,), "ranksums": (A, B),
    "relfreq": (A[:, 0], 4), "scoreatpercentile": (A[:, 0], 30), "sem": (A,), "shapiro": (A[:, 0],),
    "siegelslopes": (A[:, 0], B[:, 0]), "sigmaclip": (A,), "skew": (A,), "skewtest": (A,), "somersd": (TABLE,),
    "spearmanr": (A,), "spearmanrho": (A[:, 0], B[:, 0]), "theilslopes": (A[:, 0], B[:, 0]),
    "tiecorrect": (numpy.array([1, 2.5, 2.5, 4]),), "tmax": (A, 0.9), "tmean": (A, (0.3, 0.9)), "tmin": (A, 0.3),
    "trim1": (A[:, 0], 0.2), "trim_mean": (A, 0.2), "trimboth": (A[:, 0], 0.2), "tsem": (A, (0.3, 0.9)),
    "tstd": (A, (0.3, 0.9)), "ttest_1samp": (A, 0.5), "ttest_ind": (A, B), "ttest_rel": (A, B),
    "ttest_ind_from_stats": (A[0], B[0], 12, A[1], B[1], 12), "tukey_hsd": (A[:, 0], B[:, 0], B[:, 1]),
    "tvar": (A, (0.3, 0.9)), "variation": (A,), "wasserstein_distance": (A[:, 0], B[:, 0]),
    "wasserstein_distance_nd": (A[:4], B[:4]), "weightedtau": (A[:, 0], B[:, 0]), "wilcoxon": (A, B),
    "yeojohnson": (A[:, 0],), "yeojohnson_llf": (0.3, A), "yeojohnson_normmax": (A[:, 0],),
    "yeojohnson_normplot": (A[:, 0], -1, 1, {"N": 4}), "zmap": (A, B), "zscore": (A,),
    "anderson": (A[:, 0], "norm", {"method": "interpolate"}), "anderson_ksamp": ([A[:, 0], B[:, 0]],),
    "mvsdist": (A[:, 0],), "dunnett": (A[:, 0], A[:, 1], {"control": B[:, 0], "rng": 1}), "ecdf": (A[:, 0],),
    "logrank": (A[:, 0], B[:, 0]), "fit": ("norm", A[:, 0]), "goodness_of_fit": ("norm", A[:, 0], {"n_mc_samples": 9}),
    "multiscale_graphcorr": (A[:, :1], B[:, :1], {"reps": 9}),
    "bootstrap": ((A[:, 0],), "least", {"n_resamples": 19, "vectorized": True, "method": "percentile"}),
    "permutation_test": ((A[:4, 0], B[:3, 0]), "gap", {"vectorized": True}),
    "monte_carlo_test": (A[:, 0], "uniform", "least", {"n_resamples": 9, "vectorized": True}),
    "power": ("test", "uniforms", (10, 12), {"n_resamples": 9, "vectorized": True}),
    "sobol_indices": None, "make_distribution": None, "truncate": None, "order_statistic": None, "abs": None,
    "exp": None, "log": None,
}
#: What draws random numbers: the shape of the result is compared.
DRAWN = {"bootstrap", "monte_carlo_test", "power", "goodness_of_fit", "multiscale_graphcorr"}


def flat(x):
    """The numbers of a result: of tuples, lists and objects whose fields are public."""
    if isinstance(x, cupy.ndarray):
        yield x.get()
    elif isinstance(x, (numpy.ndarray, numpy.generic, float, int)):
        yield numpy.asarray(x)
    elif isinstance(x, (tuple, list)):
        for item in x:
            yield from flat(item)
    elif hasattr(x, "dist"):
        yield from flat((x.mean(), x.std()))
    else:
        for name in ("statistic", "pvalue", "cdf", "quantiles", "probabilities", "params", "power", "mean_direction",
                     "mean_resultant_length", "standard_error"):
            if not callable(getattr(x, name, None)):
                yield from flat(getattr(x, name, ()))


def call(m, xp, name):
    """The function of a library on the table's arguments."""
    def converted(x):
        named = {"cdf": lambda v: v / 2, "least": least,
                 "gap": lambda x, y, axis: x.mean(axis=axis) - y.mean(axis=axis),
                 "uniform": lambda size: xp.random.random(size), "norm": m.norm if name == "fit" else "norm",
                 "uniforms": (lambda size: xp.random.random(size),) * 2,
                 "test": lambda x, y, axis: m.ttest_ind(x, y, axis=axis).pvalue}
        if isinstance(x, numpy.ndarray):
            return xp.asarray(x)
        if isinstance(x, (tuple, list)):
            return type(x)(map(converted, x))
        return named.get(x, x) if isinstance(x, str) else x

    args = list(CALLS[name])
    keywords = args.pop() if isinstance(args[-1], dict) else {}
    if name == "goodness_of_fit":
        args[0] = m.norm
    return getattr(m, name)(*map(converted, args), **{key: converted(x) for key, x in keywords.items()})


def test_all_names_are_called():
    functions = {name for name in dir(host) if not name.startswith("_") and callable(getattr(host, name))
                 and type(getattr(host, name)).__name__ == "function"}
    assert not functions - set(CALLS) - {"test"}
    assert all(callable(getattr(stats, name)) for name in functions if name != "test")


@pytest.mark.parametrize("name", sorted(name for name in CALLS if CALLS[name] and hasattr(host, name)))
def test_function(name):
    wanted, found = list(flat(call(host, numpy, name))), list(flat(call(stats, cupy, name)))
    assert [x.shape for x in found] == [x.shape for x in wanted]
    assert wanted
    for a, b in zip(found, wanted, strict=True):
        if name in ("trim1", "trimboth"):       # in any order
            a, b = cupy.sort(cupy.asarray(a)), numpy.sort(b)
        if name not in DRAWN:
            assert_allclose(a, b, rtol=1e-7, atol=1e-12)


def held(x):
    """Everything that a result holds and shows: values of tuples, and attributes of SciPy's results."""
    if isinstance(x, (tuple, list)):
        yield from (found for item in x for found in held(item))
    public = {key: value for key, value in getattr(x, "__dict__", {}).items() if not key.startswith("_")}
    if public:
        yield from (found for value in public.values() for found in held(value))
    elif not isinstance(x, (tuple, list)):
        yield x


def of_any_library():
    """Names that SciPy computes for arrays of any library, by its own table, or that its next release does."""
    return sorted(name for name in CALLS if CALLS[name] and hasattr(host, name) and (
        name in _names.FROM_118 or not xp_capabilities_table.get(getattr(host, name), {"np_only": True})["np_only"]))


@pytest.mark.parametrize("name", of_any_library())
def test_results_are_arrays_where_scipy_takes_any_librarys(name):
    result = call(stats, cupy, name)
    values = list(held(result))
    numbers = [x for x in values if isinstance(x, (numpy.ndarray, numpy.generic, float))]
    assert not numbers or name == "binomtest"       # whose arguments here are numbers
    assert name == "binomtest" or any(isinstance(x, cupy.ndarray) for x in values)


@pytest.mark.parametrize("make", [
    lambda m, a, b: m.binomtest(a, b).proportion_ci(), lambda m, a, b: m.pearsonr(a, b).confidence_interval(),
    lambda m, a, b: m.ttest_ind(a, b, nan_policy="omit").confidence_interval(),
    lambda m, a, b: m.tukey_hsd(a, b).confidence_interval(), lambda m, a, b: m.quantile_test(a).confidence_interval(),
    lambda m, a, b: m.ecdf(a).cdf.evaluate(b), lambda m, a, b: m.page_trend_test(a.reshape(4, 4)).pvalue,
    lambda m, a, b: m.contingency.odds_ratio([[8, 2], [1, 5]]).confidence_interval(),
])
def test_methods_of_results(make):
    a = numpy.array([0.5, 1, 2, 4, 3, 1, 7, 5, 9, 11, 3, 8, 2, 6, 10, 12])
    b = a[::-1].cumsum()
    if "binomtest" in make.__code__.co_names and not _names._SCIPY >= (1, 18):
        a, b = numpy.int64(3), numpy.int64(7)
    elif "binomtest" in make.__code__.co_names:
        a, b = numpy.array([3, 4]), numpy.array([7, 9])
    found = make(stats, cupy.asarray(a), cupy.asarray(b))
    assert_allclose(list(flat(found)), list(flat(make(host, a, b))), rtol=1e-9)


def test_a_result_from_the_host_is_like_scipys():
    a, b = cupy.asarray(A[:, 0]), cupy.asarray(B[:, 0])
    missing = a.copy()
    missing[2] = numpy.nan
    for made, plain in ((stats.tukey_hsd(a, b), host.tukey_hsd(a.get(), b.get())),
                        (stats.ttest_ind(missing, b, nan_policy="omit"), host.ttest_ind(A[:, 0], B[:, 0])),
                        (stats.pearsonr(a.tolist(), b.tolist()), host.pearsonr(a.get(), b.get())),
                        (stats.linregress(a, b), host.linregress(a.get(), b.get()))):
        assert type(made) is type(plain)
        assert str(made).split("(")[0] == str(plain).split("(")[0]
        assert vars(made).keys() >= {key for key in vars(plain) if not key.startswith("_")}
    long = cupy.arange(5000) % 7
    for name in ("kendalltau", "spearmanr"):        # short and long samples alike
        for x in (long[:20], long):
            result = getattr(stats, name)(x, x[::-1])
            assert isinstance(result.statistic, cupy.ndarray)
            assert float(result.correlation) == float(result.statistic)


@pytest.mark.parametrize("make", [
    lambda m, xp: m.zmap(xp.ones((2, 3)), xp.empty((0, 3))), lambda m, xp: m.zmap(xp.ones(2), xp.empty(0)),
    lambda m, xp: m.zmap(xp.empty((2, 0)), xp.empty((2, 0))), lambda m, xp: m.zscore(xp.empty((0, 3))),
    lambda m, xp: m.boxcox_llf(1, xp.empty((0, 3))), lambda m, xp: m.boxcox_llf(1, xp.empty((3, 0))),
    lambda m, xp: m.boxcox_llf(1, []), lambda m, xp: m.entropy(xp.empty((0, 3))),
    lambda m, xp: m.trim_mean(xp.empty((0, 3)), 0.1),
    *(lambda m, xp, kind=kind, range=range: m.binned_statistic([], [], kind, range=range).statistic
      for kind in ("mean", "std", "count", "median", "max") for range in (None, (0, 1))),
])
def test_no_data(make):
    """The results, errors and warnings of SciPy, where nothing on the device is waited for."""
    outcomes = []
    for m, xp in ((host, numpy), (stats, cupy)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                result = make(m, xp)
                result = result.get() if isinstance(result, cupy.ndarray) else result
                outcomes.append((numpy.shape(result), str(result)))
            except ValueError:
                outcomes.append("ValueError")
        outcomes[-1] = outcomes[-1], {str(w.message) for w in caught if w.category.__name__ == "SmallSampleWarning"}
    assert outcomes[0] == outcomes[1]


def test_functions_of_distributions():
    x = cupy.asarray([0.2, 0.7])
    for made in (lambda m: m.truncate(m.Normal(), lb=0.0), lambda m: m.order_statistic(m.Normal(), r=2, n=3),
                 lambda m: m.exp(m.Normal()), lambda m: m.abs(m.Normal()), lambda m: m.log(m.Uniform(a=1.0, b=3.0)),
                 lambda m: m.make_distribution(m.norm)()):
        assert_allclose(made(stats).cdf(x), made(host).cdf(x.get()), rtol=1e-9)
    wanted = host.sobol_indices(func=lambda x: x[:1] + x[1:] ** 2, n=16, dists=[host.uniform()] * 2, rng=1)
    found = stats.sobol_indices(func=lambda x: x[:1] + x[1:] ** 2, n=16, dists=[host.uniform()] * 2, rng=1)
    assert_allclose(found.first_order, wanted.first_order)
