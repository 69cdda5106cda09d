"""Statistics of samples that are too long for the host, beside SciPy's."""
import importlib
import warnings

import numpy
import pytest
import scipy.stats

import cupy
from cupyx.scipy import stats
from cupyx.scipy.stats import _array_api, _names, _ordered

RNG = numpy.random.default_rng(8)
X, Y, Z = RNG.normal(0.1, 1.3, 900), RNG.normal(size=700), RNG.normal(0.3, 1, 900)
SIDES = ({}, {"alternative": "less"}, {"alternative": "greater"})
#: Arguments of each function: what is left to SciPy is not among them.
PLAIN = {
    "ansari": [((X, Y), side) for side in SIDES],
    "bayes_mvs": [((numpy.resize(X, 1500),), {}), ((numpy.resize(Y, 1001), 0.5), {})],
    "boxcox": [((abs(X) + 1.2,), {}), ((abs(X) + 1.2, 0.3), {})],
    "brunnermunzel": [((X, Y), side | more) for side in SIDES for more in ({}, {"distribution": "normal"})],
    "chatterjeexi": [((X, Z), {}), ((X, Z), {"y_continuous": True})],
    "describe": [((X,), {}), ((X,), {"ddof": 0, "bias": False}), ((X.reshape(30, 30), 1), {}),
                 ((X.reshape(30, 30), None), {})],
    "epps_singleton_2samp": [((X, Y), {}), ((X, Y), {"t": (0.3, 0.7, 1.1)})],
    "fligner": [((X, Y), {}), ((X, Y, Z), {"center": "mean"})],
    "friedmanchisquare": [((X, Z, X + Z), {}), ((X, Z, -X, -Z), {})],
    "jarque_bera": [((X,), {}), ((X.reshape(30, 30),), {"axis": 1})],
    "kruskal": [((X, Y), {}), ((X, Y, Z), {}), ((X, Y, Z, Y + 1), {"axis": -1})],
    "kurtosis": [((X,), {}), ((X,), {"fisher": False, "bias": False}), ((X.reshape(9, 100),), {})],
    "kurtosistest": [((X,), side) for side in SIDES],
    "levene": [((X, Y), {}), ((X, Y, Z), {"center": "mean"})],
    "linregress": [((X, Z), side) for side in SIDES],
    "mannwhitneyu": [((X, Y), side | {"use_continuity": corrected, "method": method}) for side in SIDES
                     for corrected in (True, False) for method in ("auto", "asymptotic")],
    "median_abs_deviation": [((X,), {}), ((X,), {"scale": "normal"}), ((X.reshape(9, 100), 1), {}),
                             ((X.reshape(9, 100), None), {})],
    "median_test": [((X, Y), {}), ((X, Y, Z), {"ties": "above"}), ((X, Y), {"ties": "ignore", "correction": False}),
                    ((X, Y), {"lambda_": "log-likelihood"})],
    "moment": [((X, order), {}) for order in (1, 2, 3, 4)],
    "mood": [((X, Y), side) for side in SIDES],
    "mvsdist": [],
    "normaltest": [((X,), {}), ((X.reshape(30, 30),), {"axis": 1})],
    "percentileofscore": [((X, score, kind), {}) for score in (0.3, 99, X[5], numpy.array([[0.2, X[7], numpy.nan]]))
                          for kind in ("rank", "weak", "strict", "mean")],
    "ranksums": [((X, Y), side) for side in SIDES],
    "scoreatpercentile": [((X, per), {"interpolation_method": how}) for per in (0, 31, 50.0, 100)
                          for how in ("fraction", "lower", "higher")],
    "skew": [((X,), {}), ((X,), {"bias": False}), ((X.reshape(9, 100), None), {})],
    "skewtest": [((X,), side) for side in SIDES],
    "tiecorrect": [((scipy.stats.rankdata(numpy.round(X, 1)),), {}), ((X,), {})],
    "trim1": [((X, 0.3, tail), {}) for tail in ("left", "right")],
    "trimboth": [((X, 0.1), {}), ((X.reshape(30, 30), 0.1, 1), {}), ((X.reshape(30, 30), 0.25, None), {})],
    "tsem": [((X,), {}), ((X.reshape(9, 100),), {"ddof": 0})],
    "tstd": [((X,), {}), ((X.reshape(9, 100),), {"axis": None})],
    "tvar": [((X,), {}), ((X.reshape(9, 100),), {"axis": 1})],
    "wilcoxon": [((X, *more), side | {"zero_method": zeros, "method": method, "correction": zeros != "pratt"})
                 for more in ((), (Z,)) for side in SIDES for zeros in ("wilcox", "pratt", "zsplit")
                 for method in ("auto", "asymptotic")],
    "yeojohnson": [((X,), {}), ((X, 0.3), {}), ((-abs(X) - 0.1,), {})],
    "yeojohnson_normmax": [((X,), {}), ((abs(X) + 0.1,), {}), ((-abs(X) - 0.1,), {})],
}
OPTIMIZED = ("boxcox", "yeojohnson", "yeojohnson_normmax")
TRIMMED = ("trim1", "trimboth")     # whose items are in any order
KINDS = {"float64": lambda x: x, "float32": lambda x: x.astype("f"), "ties": lambda x: numpy.round(x, 1),
         "int": lambda x: numpy.round(3 * x).astype(int)}


@pytest.fixture(autouse=True)
def long(monkeypatch):
    """All samples count as long."""
    monkeypatch.setattr(_array_api, "_FEW", -1)
    monkeypatch.setattr(_ordered, "host_memory", lambda: False)     # where NumPy sorts in less time


def converted(args, change):
    """Arguments with samples that are changed, for SciPy and for us."""
    theirs = [change(x) if isinstance(x, numpy.ndarray) and x.size > 9 else x for x in args]
    return theirs, [cupy.asarray(x) if isinstance(x, numpy.ndarray) else x for x in theirs]


def theirs_of(name, args, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(scipy.stats, name)(*args, **options)


def parts(result):
    """Results as a flat list."""
    return [y for x in result for y in parts(x)] if isinstance(result, (tuple, list)) else [result]


def agree(name, found, wanted, rtol):
    assert type(found).__name__ == type(wanted).__name__ or isinstance(found, cupy.ndarray)
    if name in ("wilcoxon", "mannwhitneyu"):
        assert hasattr(found, "zstatistic") == hasattr(wanted, "zstatistic")
        found, wanted = ([*x, getattr(x, "zstatistic", x[0])] for x in (found, wanted))
    if name in TRIMMED:
        found, wanted = cupy.sort(found, axis=None), numpy.sort(wanted, axis=None)
    assert len(parts(found)) == len(parts(wanted))
    for ours, theirs in zip(parts(found), parts(wanted)):
        if theirs is None:
            assert ours is None
            continue
        assert numpy.shape(ours) == numpy.shape(theirs)
        if name not in _names.HOST_FUNCTIONS:
            assert isinstance(ours, cupy.ndarray) and ours.dtype == numpy.asarray(theirs).dtype
        numpy.testing.assert_allclose(cupy.asnumpy(ours), theirs, rtol=rtol, atol=1e-10 if rtol < 1e-6 else 1e-5)


def test_all_are_tested():
    assert PLAIN.keys() == _names.OF_LONG.keys()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", PLAIN)
def test_long_samples(name, kind):
    own = getattr(importlib.import_module(f"cupyx.scipy.stats.{_names.OF_LONG[name]}"), name)
    for args, options in PLAIN[name]:
        theirs, ours = converted(args, KINDS[kind])
        found = own(*ours, **options)
        assert found is not NotImplemented
        wanted = theirs_of(name, theirs, options)
        rtol = 3e-3 if kind == "float32" else 1e-6 if name in OPTIMIZED else 1e-8
        agree(name, found, wanted, rtol)
        agree(name, getattr(stats, name)(*ours, **options), wanted, rtol)


@pytest.mark.parametrize("value", [numpy.nan, numpy.inf])
@pytest.mark.parametrize("name", sorted(PLAIN.keys() - {"bayes_mvs", "mvsdist", *OPTIMIZED}))
def test_what_is_not_finite(name, value):
    for args, options in PLAIN[name][:2]:
        theirs, ours = converted(args, lambda x: numpy.where(numpy.arange(x.size).reshape(x.shape) == 7, value, x))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = getattr(stats, name)(*ours, **options)
        agree(name, found, theirs_of(name, theirs, options), 1e-8)


@pytest.mark.parametrize("name", sorted(PLAIN.keys() - {"bayes_mvs", "mvsdist", "percentileofscore", "tiecorrect"}))
def test_what_is_left_to_scipy(name):
    """Constant samples, few items, other axes and missing values."""
    (args, options), *_ = PLAIN[name]
    for change in (numpy.ones_like, lambda x: x[:9], lambda x: 1e9 + 1e-8 * x):
        theirs, ours = converted(args, change)
        found = []
        for module, given in ((scipy.stats, theirs), (stats, ours)):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found.append(getattr(module, name)(*given, **options))
            except ValueError as error:
                found.append(str(error))
        if isinstance(found[0], str):
            assert found[0] == found[1]
        else:
            agree(name, found[1], found[0], 1e-6)


@pytest.mark.parametrize("name", ["kruskal", "mannwhitneyu", "levene", "skew", "normaltest", "median_abs_deviation"])
@pytest.mark.parametrize("options", [{"nan_policy": "omit"}, {"axis": 1}, {"keepdims": True}], ids=str)
def test_other_axes_and_missing_values(name, options):
    (args, _), *_ = PLAIN[name]
    theirs, ours = converted(args, lambda x: numpy.where(numpy.arange(600) == 77, numpy.nan, x[:600]).reshape(30, 20))
    agree(name, getattr(stats, name)(*ours, **options), theirs_of(name, theirs, options), 1e-8)


@pytest.mark.parametrize("name", ["ranksums", "mood", "wilcoxon", "linregress", "skewtest"])
def test_alternatives(name):
    _, ours = converted(PLAIN[name][0][0], lambda x: x)
    with pytest.raises(ValueError, match="alternative"):
        getattr(stats, name)(*ours, alternative="odd")


def test_distributions_of_mean_and_variance():
    x = numpy.resize(X, 1500)
    for ours, theirs in zip(stats.mvsdist(cupy.asarray(x)), scipy.stats.mvsdist(x)):
        numpy.testing.assert_allclose([ours.mean(), ours.std()], [theirs.mean(), theirs.std()])
