"""Names of ``scipy.stats`` that modules here make from SciPy's when they are first asked for."""

import scipy

__all__ = []

_SCIPY = tuple(map(int, scipy.__version__.split(".")[:2]))

#: Functions whose results are arrays: SciPy computes them on arrays of any library from 1.18 on.
FROM_118 = (
    "binomtest", "bws_test", "cumfreq", "expectile", "kstest", "linregress", "obrientransform", "pointbiserialr",
    "quantile_test", "relfreq", "shapiro", "siegelslopes", "theilslopes",
)

#: Functions that SciPy computes on device arrays, through the array API.
ARRAY_API = (
    "alexandergovern", "ansari", "bartlett", "brunnermunzel", "chatterjeexi", "chisquare", "circmean",
    "circstd", "circvar", "combine_pvalues", "describe", "differential_entropy", "directional_stats",
    "epps_singleton_2samp", "f_oneway", "fligner", "friedmanchisquare", "gmean", "gstd", "gzscore", "hmean", "iqr",
    "jarque_bera", "kruskal", "kstat", "kstatvar", "kurtosis", "kurtosistest", "levene", "lmoment", "mannwhitneyu",
    "median_abs_deviation", "mode", "moment", "monte_carlo_test", "mood", "normaltest", "pearsonr",
    "pmean", "power", "power_divergence", "quantile", "sem", "skew", "skewtest",
    "spearmanrho", "tmax", "tmean", "tmin", "tsem", "tstd", "ttest_1samp", "ttest_ind", "ttest_ind_from_stats",
    "ttest_rel", "tvar", "variation", "wilcoxon", "yeojohnson_llf",
    *(("estimated_cdf", *FROM_118) if _SCIPY >= (1, 18) else ()),
)

#: Those of them that rank values.
RANKED = frozenset({
    "ansari", "brunnermunzel", "chatterjeexi", "fligner", "friedmanchisquare", "kruskal", "mannwhitneyu", "mood",
    "spearmanrho", "wilcoxon",
})

#: Those of them whose results of NaN and infinities are others than for NumPy's arrays.
OF_FINITE = frozenset({"median_abs_deviation", "moment", "tsem", "tstd", "tvar"})

#: Those of them whose work is so few sums that what SciPy asks of other libraries takes longer up to more items.
OF_SUMS = frozenset({
    "chisquare", "combine_pvalues", "gmean", "gstd", "hmean", "median_abs_deviation", "moment", "pmean",
    "power_divergence", "tmax", "tmean", "tmin", "tsem", "tstd", "tvar",
})

#: Modules here with functions of the same names, which SciPy's leave long samples to.
OF_LONG = {
    **dict.fromkeys(("ansari", "brunnermunzel", "chatterjeexi", "fligner", "friedmanchisquare", "kruskal",
                     "mannwhitneyu", "mood", "ranksums", "tiecorrect", "wilcoxon"), "_ranked"),
    **dict.fromkeys(("levene", "median_abs_deviation", "median_test", "percentileofscore", "scoreatpercentile",
                     "trim1", "trimboth"), "_ordered"),
    **dict.fromkeys(("bayes_mvs", "describe", "epps_singleton_2samp", "jarque_bera", "kurtosis", "kurtosistest",
                     "linregress", "moment", "mvsdist", "normaltest", "skew", "skewtest", "tsem", "tstd", "tvar"),
                    "_moments"),
    **dict.fromkeys(("boxcox", "yeojohnson", "yeojohnson_normmax"), "_transforms"),
}

#: Functions that SciPy computes on the host.
HOST_FUNCTIONS = (
    "anderson", "anderson_ksamp", "barnard_exact", "bayes_mvs", "boschloo_exact", "boxcox", "boxcox_normmax",
    "boxcox_normplot", "chi2_contingency", "dunnett", "ecdf", "fisher_exact", "fit", "goodness_of_fit", "logrank",
    "median_test", "multiscale_graphcorr", "mvsdist", "page_trend_test", "percentileofscore", "poisson_means_test",
    "ppcc_max", "ppcc_plot", "probplot", "ranksums", "scoreatpercentile", "sobol_indices", "somersd", "tiecorrect",
    "trim1", "trimboth", "tukey_hsd", "wasserstein_distance_nd", "weightedtau", "yeojohnson", "yeojohnson_normmax",
    "yeojohnson_normplot",
    *(FROM_118 if _SCIPY < (1, 18) else ()),
)

#: Classes that compute on the host, functions that make such, options of tests, and warnings.
HOST_CLASSES = (
    "abs", "exp", "log", "make_distribution", "order_statistic", "truncate",
    "Binomial", "BootstrapMethod", "CensoredData", "ConstantInputWarning", "Covariance", "DegenerateDataWarning",
    "FitError", "Logistic", "Mixture", "MonteCarloMethod", "NearConstantInputWarning", "Normal",
    "PermutationMethod", "Uniform",
)

#: Distributions of vectors and matrices.
MULTIVARIATE = (
    "dirichlet", "dirichlet_multinomial", "invwishart", "matrix_normal", "matrix_t", "multinomial",
    "multivariate_hypergeom", "multivariate_normal", "multivariate_t", "normal_inverse_gamma", "ortho_group",
    "random_correlation", "random_table", "special_ortho_group", "uniform_direction", "unitary_group",
    "vonmises_fisher", "wishart",
)

#: Distributions of one variable, and the classes to derive others from.
DISTRIBUTIONS = (
    "alpha", "anglit", "arcsine", "argus", "bernoulli", "beta", "betabinom", "betanbinom", "betaprime", "binom",
    "boltzmann", "bradford", "burr", "burr12", "cauchy", "chi", "chi2", "cosine", "crystalball", "dgamma",
    "dlaplace", "dpareto_lognorm", "dweibull", "erlang", "expon", "exponnorm", "exponpow", "exponweib", "f",
    "fatiguelife", "fisk", "foldcauchy", "foldnorm", "gamma", "gausshyper", "genexpon", "genextreme", "gengamma",
    "genhalflogistic", "genhyperbolic", "geninvgauss", "genlogistic", "gennorm", "genpareto", "geom", "gibrat",
    "gompertz", "gumbel_l", "gumbel_r", "halfcauchy", "halfgennorm", "halflogistic", "halfnorm", "hypergeom",
    "hypsecant", "invgamma", "invgauss", "invweibull", "irwinhall", "jf_skew_t", "johnsonsb", "johnsonsu", "kappa3",
    "kappa4", "ksone", "kstwo", "kstwobign", "landau", "laplace", "laplace_asymmetric", "levy", "levy_l",
    "levy_stable", "loggamma", "logistic", "loglaplace", "lognorm", "logser", "loguniform", "lomax", "maxwell",
    "mielke", "moyal", "nakagami", "nbinom", "ncf", "nchypergeom_fisher", "nchypergeom_wallenius", "nct", "ncx2",
    "nhypergeom", "norm", "norminvgauss", "pareto", "pearson3", "planck", "poisson", "poisson_binom", "powerlaw",
    "powerlognorm", "powernorm", "randint", "rayleigh", "rdist", "recipinvgauss", "reciprocal", "rel_breitwigner",
    "rice", "semicircular", "skellam", "skewcauchy", "skewnorm", "studentized_range", "t", "trapezoid", "triang",
    "truncexpon", "truncnorm", "truncpareto", "truncweibull_min", "tukeylambda", "uniform", "vonmises",
    "vonmises_line", "wald", "weibull_max", "weibull_min", "wrapcauchy", "yulesimon", "zipf", "zipfian",
    "rv_continuous", "rv_discrete", "rv_histogram",
)
