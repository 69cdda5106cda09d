"""Pictures of samples: the distributions of `cupy.random`, histograms, densities, statistics of bins."""

_DRAWN = """\
import matplotlib.pyplot as plt

import cupy

x = cupy.random.{call}
plt.figure(figsize=(8, 3))
plt.hist(x.get(), {bins}, density=True)
plt.show()
"""

_REAL = {
    "beta": "2, 5", "chisquare": "4", "exponential": "2", "f": "5, 20", "gamma": "2.5, 2", "gumbel": "0, 1",
    "laplace": "0, 1", "logistic": "0, 1", "lognormal": "0, 0.5", "noncentral_chisquare": "4, 3",
    "noncentral_f": "5, 20, 2", "normal": "3, 2", "pareto": "5", "power": "3", "rayleigh": "2", "standard_t": "4",
    "triangular": "0, 1, 4", "uniform": "-1, 1", "vonmises": "0, 2", "wald": "1, 3", "weibull": "1.5",
}

_PARTLESS = {"standard_exponential": "", "standard_gamma": "2.5, ", "standard_normal": ""}

_WHOLE = {
    "binomial": "20, 0.3", "geometric": "0.3", "hypergeometric": "15, 10, 12", "logseries": "0.6",
    "negative_binomial": "4, 0.4", "poisson": "5",
}

_SHOWN = """\
import matplotlib.pyplot as plt

import cupy
{imports}
x = cupy.random.default_rng(0).normal(3, 2, 2000)
{call}

plt.figure(figsize=(8, 3))
{drawn}
plt.show()
"""

_PAIRS = """\
import matplotlib.pyplot as plt

import cupy
{imports}
x, y = cupy.random.default_rng(0).multivariate_normal([0, 0], [[1, 0.7], [0.7, 1]], 5000).T
{call}

plt.figure(figsize=(5, 4))
{drawn}
plt.show()
"""

_STATS = "from cupyx.scipy import stats\n"

FIGURES = {
    **{f"cupy.random.{name}": _DRAWN.format(call=f"{name}({parameters}, 100_000)", bins="100")
       for name, parameters in _REAL.items()},
    **{f"cupy.random.{name}": _DRAWN.format(call=f"{name}({parameters}size=100_000)", bins="100")
       for name, parameters in _PARTLESS.items()},
    **{f"cupy.random.{name}": _DRAWN.format(call=f"{name}({parameters}, 100_000)", bins="range(30), align=\"left\"")
       for name, parameters in _WHOLE.items()},
    "cupy.random.multivariate_normal": _PAIRS.format(imports="", call="", drawn='plt.plot(x.get(), y.get(), ".", '
                                                     'markersize=2)').replace("T\n\n\n", "T\n\n"),
    "cupy.histogram": _SHOWN.format(imports="", call="counts, edges = cupy.histogram(x, bins=30)",
                                    drawn="plt.stairs(counts.get(), edges.get())"),
    "cupy.histogram2d": _PAIRS.format(imports="", call="counts, rows, columns = cupy.histogram2d(x, y, bins=40)",
                                      drawn="plt.pcolormesh(rows.get(), columns.get(), counts.T.get())"),
    "cupyx.scipy.stats.gaussian_kde": _SHOWN.format(
        imports=_STATS, call="at = cupy.linspace(-4, 10, 400)\ndensity = stats.gaussian_kde(x)(at)",
        drawn="plt.hist(x.get(), 60, density=True, alpha=0.5)\nplt.plot(at.get(), density.get())"),
    "cupyx.scipy.stats.binned_statistic": _SHOWN.format(
        imports=_STATS, call="y = cupy.sin(x) + cupy.random.default_rng(1).normal(0, 0.3, x.size)\n"
        "means, edges, numbers = stats.binned_statistic(x, y, bins=30)",
        drawn='plt.plot(x.get(), y.get(), ".", alpha=0.3)\nplt.stairs(means.get(), edges.get(), linewidth=2)'),
    "cupyx.scipy.stats.binned_statistic_2d": _PAIRS.format(
        imports=_STATS, call="means = stats.binned_statistic_2d(x, y, x * y, bins=20).statistic",
        drawn="plt.imshow(means.get())"),
    **{f"cupyx.scipy.stats.qmc.{name}": """\
import matplotlib.pyplot as plt

from cupyx.scipy.stats import qmc

""" + f"points = qmc.{name}(2, rng=0).random(256)\n" + """\
plt.figure(figsize=(4, 4))
plt.plot(*points.T.get(), ".")
plt.show()
""" for name in ("Halton", "LatinHypercube", "Sobol")},
}
