"""Statistics of masked arrays, as in ``scipy.stats.mstats``, computed on the host."""
from cupyx.scipy.stats._array_api import find, on_host

_NAMES = (
    "argstoarray", "brunnermunzel", "chisquare", "compare_medians_ms", "count_tied_groups", "describe", "f_oneway",
    "find_repeats", "friedmanchisquare", "gmean", "hdmedian", "hdquantiles", "hdquantiles_sd", "hmean", "idealfourths",
    "kendalltau", "kendalltau_seasonal", "kruskal", "kruskalwallis", "ks_1samp", "ks_2samp", "ks_twosamp", "kstest",
    "kurtosis", "kurtosistest", "linregress", "mannwhitneyu", "median_cihs", "meppf", "mjci", "mode", "moment",
    "mquantiles", "mquantiles_cimj", "msign", "normaltest", "obrientransform", "pearsonr", "plotting_positions",
    "pointbiserialr", "rankdata", "rsh", "scoreatpercentile", "sem", "sen_seasonal_slopes", "siegelslopes", "skew",
    "skewtest", "spearmanr", "theilslopes", "tmax", "tmean", "tmin", "trim", "trima", "trimboth", "trimmed_mean",
    "trimmed_mean_ci", "trimmed_std", "trimmed_stde", "trimmed_var", "trimr", "trimtail", "tsem", "ttest_1samp",
    "ttest_ind", "ttest_onesamp", "ttest_rel", "tvar", "variation", "winsorize", "zmap", "zscore",
)
__all__ = sorted(_NAMES)

__getattr__ = find(frozenset(_NAMES), on_host, "scipy.stats.mstats")
