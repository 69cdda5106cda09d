"""Cases of stats for `beside_scipy`: n is the number of samples."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._beside import case

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

#: Functions of one sample of any numbers, of positive ones, of two samples, and of p-values.
_ONE = ("bayes_mvs", "circmean", "circstd", "circvar", "cumfreq", "describe", "differential_entropy", "iqr",
        "jarque_bera", "kstat", "kstatvar", "kurtosis", "kurtosistest", "lmoment", "median_abs_deviation", "mode",
        "moment", "normaltest", "obrientransform", "rankdata", "relfreq", "sem", "sigmaclip", "skew", "skewtest",
        "tiecorrect", "tmax", "tmean", "tmin", "tsem", "tstd", "tvar", "variation", "wilcoxon", "zscore")
_POSITIVE = ("chisquare", "entropy", "gmean", "gstd", "gzscore", "hmean", "power_divergence")
_TWO = ("alexandergovern", "ansari", "bartlett", "brunnermunzel", "chatterjeexi", "cramervonmises_2samp",
        "energy_distance", "epps_singleton_2samp", "f_oneway", "fligner", "kendalltau", "kruskal", "ks_2samp", "levene",
        "linregress", "mannwhitneyu", "median_test", "mood", "pearsonr", "ranksums", "spearmanr", "ttest_ind",
        "ttest_rel", "wasserstein_distance", "zmap")
_CHANCES = ("combine_pvalues", "false_discovery_control")


@case()
def samples(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    stats, x, y, z = lib.scipy("stats"), *(lib.array(rng.normal(size=n)) for _ in range(3))
    positive, chances = lib.array(rng.random(n) + 0.1), lib.array(rng.random(n))
    out = {name: lambda name=name, given=given: getattr(stats, name)(*given)
           for names, given in ((_ONE, (x,)), (_POSITIVE, (positive,)), (_TWO, (x, y)), (_CHANCES, (chances,)))
           for name in names}
    return out | {
        "friedmanchisquare": lambda: stats.friedmanchisquare(x, y, z), "pmean": lambda: stats.pmean(positive, 2.5),
        "boxcox_llf": lambda: stats.boxcox_llf(0.5, positive), "quantile": lambda: stats.quantile(x, 0.3),
        "percentileofscore": lambda: stats.percentileofscore(x, 0.3), "trimboth": lambda: stats.trimboth(x, 0.1),
        "trim_mean": lambda: stats.trim_mean(x, 0.1), "ttest_1samp": lambda: stats.ttest_1samp(x, 0.1),
        "ks_1samp": lambda: stats.ks_1samp(x, stats.norm.cdf), "binned_statistic": lambda: stats.binned_statistic(x, y),
        "cramervonmises": lambda: stats.cramervonmises(x, stats.norm.cdf),
        "binned_statistic median": lambda: stats.binned_statistic(x, y, "median")}


@case(1000)
def slow(lib: Library, n: int, rng: numpy.random.Generator) -> Any:
    stats, x, y = lib.scipy("stats"), lib.array(rng.normal(size=n)), lib.array(rng.normal(size=n))
    positive = lib.array(rng.random(n) + 0.1)
    return {"anderson": lambda: stats.anderson(x), "boxcox": lambda: stats.boxcox(positive),
            "shapiro": lambda: stats.shapiro(x), "theilslopes": lambda: stats.theilslopes(x, y),
            "weightedtau": lambda: stats.weightedtau(x, y), "yeojohnson": lambda: stats.yeojohnson(x)}
