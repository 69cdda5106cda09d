"""Random calls of functions of samples, counts and tables in ``stats`` that have no family of their own."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.expressions import expressions
from cupy_testing.fuzz.scipy_interpolation import given

if TYPE_CHECKING:
    from cupy_testing.fuzz.operands import Operand

__all__ = []

_WORDS = {
    "axis": (0, 1, -1, None), "truth": (True, False), "side": ("two-sided", "less", "greater"),
    "share": (0.1, 0.25, 0.4), "policy": ("propagate", "omit", "raise"), "n": (1, 2, 3),
    "bins": (3, 5, [0.0, 1.0, 2.5, 6.0]), "k": (1, 2, 3, 4),
    "statistic": ("mean", "sum", "count", "median", "std", "min", "max"), "lambda": (0.5, 0, 1, -0.5, None),
    "tail": ("left", "right"), "place": (0.5, 1.5, 3.0), "places": (25, [10, 50], 99.5), "low": (0.5, 1.0, None),
    "high": (3.0, 4.5, None), "inclusive": ((True, True), (False, True), (False, False)), "ddof": (0, 1),
    "kind": ("rank", "weak", "strict", "mean"), "power": (1, 0, -0.5, "log-likelihood", "neyman"),
    "method": ("fisher", "pearson", "mudholkar_george", "tippett", "stouffer"), "ps": ("bh", "by"),
    "center": ("mean", "median", "trimmed"), "interpolation": ("fraction", "lower", "higher"),
    "deviation": ("CD", "WD", "MD", "L2-star"), "spread": ("mindist", "mst"),
    "dist": ("norm", "expon", "logistic"), "bw": (None, "silverman", 0.5),
}
_SAMPLES = [
    "m.circstd(x, axis={axis}, nan_policy={policy})", "m.circvar(x, axis={axis}, nan_policy={policy})",
    "m.expectile(y, {share})", "m.gzscore(x, axis={axis}, ddof={ddof})", "m.percentileofscore(y, {place}, {kind})",
    "m.scoreatpercentile(y, {places}, interpolation_method={interpolation})", "m.tiecorrect(m.rankdata(y))",
    "m.tmax(x, {high}, {axis}, {truth})", "m.tmin(x, {low}, {axis}, {truth})",
    "m.tsem(x, ({low}, {high}), {inclusive}, {axis})", "m.tmean(x, ({low}, {high}), {inclusive}, {axis})",
    "m.tvar(x, ({low}, {high}), {inclusive}, {axis}, {ddof})", "xp.sort(m.trim1(y, {share}, {tail}))",
    "xp.sort(m.trimboth(x, {share}, {axis}), axis=0)", "m.trim_mean(x, {share}, {axis})", "m.yeojohnson(y, {place})",
    "m.yeojohnson_llf({place}, y)", "m.boxcox(y, {place})", "m.boxcox_llf({lambda} or 0, y)", "m.obrientransform(y, z)",
    "m.lmoment(y, {k})", "m.lmoment(y, standardize={truth})", "m.moment(x, {k}, {axis})",
    "m.binned_statistic(y, y, {statistic}, {bins})[:2]", "m.binned_statistic(y, [y, y * 2], {statistic}, {bins})",
    "m.binned_statistic_2d(y, y[::-1], y, {statistic}, [{bins}, 2])[0]", "m.cumfreq(y, {k}, ({low} or 0, 6.0))",
    "m.binned_statistic_dd([y, y[::-1]], y, {statistic}, [{bins}, 3]).statistic",
    "m.relfreq(y, {k}, ({low} or 0, 6.0))", "m.ecdf(y).cdf.quantiles", "m.ecdf(y).sf.probabilities",
    "m.cumfreq(y, {k})", "m.relfreq(y, {k})", "m.bayes_mvs(y)[{ddof}]", "m.sem(x, {axis}, {ddof})",
    "m.rankdata(x, axis={axis})", "m.directional_stats(x).mean_resultant_length", "m.gaussian_kde(y, {bw})(z)",
    "m.gaussian_kde(y, {bw}).integrate_box_1d(0, {place})", "m.gaussian_kde(y, {bw}).covariance",
    "m.entropy(x, axis={axis})", "m.entropy(x, x[::-1], axis={axis})", "m.iqr(x, {axis}, keepdims={truth})",
    "m.median_abs_deviation(x, {axis}, center=xp.mean)", "m.median_abs_deviation(x, {axis}, scale='normal')",
    "m.variation(x, {axis}, ddof={ddof})", "m.describe(x, {axis}, {ddof})", "m.zmap(y, z, ddof={ddof})",
    "m.mode(w, {axis})", "m.probplot(y, fit=False)", "m.quantile(x, {share}, axis={axis}, keepdims={truth})",
    "m.wasserstein_distance(y, z)", "m.energy_distance(y, z, y + 1, z + 1)", "m.sigmaclip(y, {k}, {k})",
    "m.rv_histogram((y, xp.arange(y.size + 1.0))).pdf(z)", "m.rv_histogram((y, xp.arange(y.size + 1.0))).ppf(p)",
    "m.boxcox_normplot(y, -1, {n}, N={k})", "m.yeojohnson_normplot(y, -1, {n}, N={k})",
    "m.ppcc_plot(y, -1, {n}, N={k})",
    "m.ppcc_max(y, (0.1, 0.9))", "m.wasserstein_distance_nd(x[:, :2], x[::-1, :2])", "m.mvsdist(y)[{ddof}].mean()",
    "m.qmc.discrepancy(p.reshape(2, 2), method={deviation})", "m.qmc.geometric_discrepancy(p.reshape(2, 2), {spread})",
    "m.qmc.update_discrepancy(p[:2], p.reshape(2, 2), 0.25)", "m.qmc.Halton({k}, scramble=False).random({n})",
    "m.qmc.Sobol({k}, scramble=False).random_base2({n})", "m.qmc.scale(p.reshape(2, 2), [0, 1], [{k}, 9])",
    "m.Normal(mu={place}, sigma={k}).cdf(y)", "m.Uniform(a=0, b={k}).logpdf(y)", "m.Logistic().icdf(p)",
    "m.Binomial(n=5, p={share}).pmf(w)", "m.truncate(m.Normal(), lb=0).pdf(y)",
    "m.order_statistic(m.Normal(), r={k}, n=4).cdf(y)",
    "m.Mixture([m.Normal(), m.Normal(mu={k})], weights=[0.25, 0.75]).cdf(y)", "m.boxcox_normmax(y)",
    "m.yeojohnson_normmax(y)", "m.differential_entropy(y)", "m.pmean(x, {n}, axis={axis})",
]
_TESTED = [
    "m.ttest_ind_from_stats(y[0], 1.5, {k} + 2, z[0], 1.0, 5, {truth}, {side})",
    "m.power_divergence(x, lambda_={power}, axis={axis})", "m.chisquare(x, axis={axis}, ddof={ddof})",
    "m.combine_pvalues(p, {method})", "m.false_discovery_control(p, method={ps})", "m.fligner(y, z, center={center})",
    "m.alexandergovern(y, z).statistic", "m.tukey_hsd(y, z).statistic", "m.ansari(y, z, {side})",
    "m.somersd(y, y[::-1]).statistic", "m.siegelslopes(y)", "m.theilslopes(y)", "m.weightedtau(y, y[::-1])",
    "m.mood(y, z, alternative={side})", "m.epps_singleton_2samp(y, z)", "m.anderson(y, {dist}).statistic",
    "m.anderson_ksamp([y, z]).statistic", "m.ks_1samp(y, lambda x: x / 9, alternative={side})",
    "m.kstest(y, {dist}, alternative={side})", "m.cramervonmises(y, {dist}).statistic",
    "m.chi2_contingency(w + 1, {truth})", "m.fisher_exact((w + 1)[:2, :2], {side})",
    "m.barnard_exact((w + 1)[:2, :2], {side}).statistic", "m.boschloo_exact((w + 1)[:2, :2], {side}).statistic",
    "m.binomtest({k}, 7, {share}, {side}).pvalue", "m.poisson_means_test({k}, 5, 4, 6, alternative={side})",
    "m.median_test(y, z).statistic", "m.page_trend_test(x).statistic",
    "m.quantile_test(y, q={place}, p={share}, alternative={side}).pvalue", "m.jarque_bera(x, axis={axis})",
    "m.skewtest(y)", "m.levene(y, z, center={center})", "m.brunnermunzel(y, z, {side})", "m.ranksums(y, z, {side})",
    "m.kruskal(y, z)", "m.contingency.crosstab(w[0], w[1])", "m.contingency.association(w + 1)",
    "m.contingency.expected_freq(w + 1)", "m.contingency.relative_risk({k}, 9, 4, 8).relative_risk",
    "m.contingency.odds_ratio((w + 1)[:2, :2]).statistic", "m.contingency.margins(w)", "m.chatterjeexi(y, y[::-1])",
    "m.logrank(y, z, {side}).pvalue",
    "m.permutation_test((y[:3], z[:3]), gap, n_resamples=999, alternative={side}).pvalue",
    "m.poisson_binom.pmf({k}, p)", "m.CensoredData(y).num_censored()",
    "m.spearmanrho(y, y[::-1])", "m.bws_test(y, z).statistic", "m.dunnett(y, control=z).statistic",
]
_MASKED = [f"m.mstats.{call}" for call in (
    *(f"{name}(y)" for name in ("hdmedian hdquantiles hdquantiles_sd idealfourths find_repeats meppf "
                                "median_cihs mjci mquantiles mquantiles_cimj msign plotting_positions rsh").split()),
    *(f"{name}(y, ({{share}}, {{share}}))" for name in ("trimmed_mean", "trimmed_std", "trimmed_stde", "trimmed_var",
                                                       "trimmed_mean_ci", "winsorize", "trimr")),
    "argstoarray(y, y)", "count_tied_groups(y).get(2)", "compare_medians_ms(y, z)",
    "kruskalwallis(y, z)", "ks_twosamp(y, z, {side})",
    "trima(y, ({low}, {high}))", "trimtail(y, {share}, {tail})", "sen_seasonal_slopes(x)",
    "kendalltau_seasonal(x)['global tau']",
    "ttest_onesamp(x, {place}, {axis})", "hdquantiles(y, p)", "mquantiles(x, [{share}], axis={axis})")]
_MULTIVARIATE = [
    "m.multivariate_normal({place}, 2.0).pdf(y)",
    "m.multivariate_normal.logpdf(x[:, :2], [0, {place}], [[2, 0.5], [0.5, 1]])",
    "m.multivariate_t.pdf(x[:, :2], [0, {place}], [[2, 0.5], [0.5, 1]], df={k})",
    "m.dirichlet.logpdf([0.2, 0.3, 0.5], [{k}, 2, 1.5])", "m.dirichlet.mean([{k}, 2, 1.5])",
    "m.multinomial.pmf([1, {k}, 2], {k} + 3, [0.2, 0.3, 0.5])",
    "m.multivariate_hypergeom.pmf([1, {k}], [5, 8], {k} + 1)",
    "m.wishart.logpdf([[2, 0.5], [0.5, 1]], {k} + 2, [[1, 0], [0, 2]])",
    "m.invwishart.logpdf([[2, 0.5], [0.5, 1]], {k} + 2, [[1, 0], [0, 2]])",
    "m.matrix_normal.logpdf([[1, 0], [{place}, 2]], rowcov=2, colcov=[[1, 0], [0, {k}]])",
    "m.vonmises_fisher.pdf([0.6, 0.8], [1, 0], {place})", "m.normal_inverse_gamma.logpdf({place}, {k}, 0, 1, 2, 1)",
    "m.dirichlet_multinomial.logpmf([1, {k}], [2, 3], {k} + 1)",
    "m.multivariate_normal.cdf([{place}, 0], [0, 0], [[2, 0.5], [0.5, 1]])",
    "m.multivariate_normal.entropy([0, 1], [[2, 0.5], [0.5, {k}]])", "m.uniform_direction(2).dim",
]


def _operands(rng: numpy.random.Generator) -> dict[str, Operand]:
    """A table, two samples of positive numbers, one of counts, and probabilities."""
    kind = str(rng.choice(list("dddf")))
    x, y, z = (rng.integers(1, 24, like) / 4 for like in ((4, 3), int(rng.integers(2, 9)), int(rng.integers(2, 9))))
    if rng.random() < 0.1:
        x.flat[0] = numpy.nan
    counts = given(rng, rng.integers(0, 5, (3, 3)), str(rng.choice(list("li"))))
    return {"x": given(rng, x, kind), "y": given(rng, y, kind), "z": given(rng, z, kind), "w": counts,
            "p": given(rng, rng.uniform(0, 1, 4), kind)}


def gap(x: Any, y: Any, axis: int = -1) -> Any:
    """How far the means of two samples are apart."""
    return x.mean(axis=axis) - y.mean(axis=axis)


for _name, _table in {"samples": _SAMPLES, "tested": _TESTED, "multivariate": _MULTIVARIATE, "masked": _MASKED}.items():
    expressions(f"stats_{_name}", "stats", _table, _WORDS, _operands, gap=gap)
