"""Shape parameters of each family of distributions of one variable in ``scipy.stats``: whole numbers where needed."""
from __future__ import annotations

CONTINUOUS: dict[str, tuple[float, ...]] = {
    "alpha": (3.57,), "anglit": (), "arcsine": (), "argus": (1.0,), "beta": (2.3, 0.63), "betaprime": (5, 6),
    "bradford": (0.299,), "burr": (10.5, 4.3), "burr12": (10, 4), "cauchy": (), "chi": (78,), "chi2": (55,),
    "cosine": (), "crystalball": (2.0, 3.0), "dgamma": (1.1,), "dpareto_lognorm": (3, 1.2, 1.5, 2),
    "dweibull": (2.07,), "erlang": (10,), "expon": (), "exponnorm": (1.5,), "exponpow": (2.7,),
    "exponweib": (2.89, 1.95), "f": (29, 18), "fatiguelife": (29,), "fisk": (3.09,), "foldcauchy": (4.72,),
    "foldnorm": (1.95,), "gamma": (1.99,), "gausshyper": (13.8, 3.12, 2.51, 5.18), "genexpon": (9.13, 16.2, 3.28),
    "genextreme": (-0.1,), "gengamma": (4.42, 3.12), "genhalflogistic": (0.773,), "genhyperbolic": (0.5, 1.5, -0.5),
    "geninvgauss": (2.3, 1.5), "genlogistic": (0.412,), "gennorm": (1.3,), "genpareto": (0.1,), "gibrat": (),
    "gompertz": (0.947,), "gumbel_l": (), "gumbel_r": (), "halfcauchy": (), "halfgennorm": (0.675,),
    "halflogistic": (), "halfnorm": (), "hypsecant": (), "invgamma": (4.07,), "invgauss": (0.145,),
    "invweibull": (10.6,), "irwinhall": (10,), "jf_skew_t": (8, 4), "johnsonsb": (4.32, 3.18),
    "johnsonsu": (2.55, 2.25), "kappa3": (1.0,), "kappa4": (0.0, 0.0), "kstwobign": (), "landau": (), "laplace": (),
    "laplace_asymmetric": (2,), "levy": (), "levy_l": (), "loggamma": (0.414,), "logistic": (), "loglaplace": (3.25,),
    "lognorm": (0.95,), "loguniform": (0.0125, 1.25), "lomax": (1.88,), "maxwell": (), "mielke": (10.4, 4.6),
    "moyal": (), "nakagami": (4.97,), "ncf": (27, 27, 0.416), "nct": (14, 0.24), "ncx2": (21, 1.06), "norm": (),
    "pareto": (2.62,), "pearson3": (0.1,), "powerlaw": (1.66,), "powerlognorm": (2.14, 0.446), "powernorm": (4.45,),
    "rayleigh": (), "rdist": (1.6,), "recipinvgauss": (0.63,), "rel_breitwigner": (36.5,), "rice": (0.775,),
    "semicircular": (), "skewcauchy": (0.5,), "skewnorm": (4.0,), "t": (2.74,), "trapezoid": (0.2, 0.8),
    "triang": (0.158,), "truncexpon": (4.69,), "truncnorm": (-1.08, 3.07), "truncpareto": (1.8, 5.3),
    "truncweibull_min": (2.5, 0.25, 1.75), "tukeylambda": (3.13,), "uniform": (), "wald": (), "weibull_max": (2.87,),
    "weibull_min": (1.79,), "wrapcauchy": (0.0311,),
}
DISCRETE: dict[str, tuple[float, ...]] = {
    "bernoulli": (0.3,), "betabinom": (5, 2.3, 0.63), "betanbinom": (5, 9.3, 1), "binom": (5, 0.4),
    "boltzmann": (1.4, 19), "dlaplace": (0.8,), "geom": (0.5,), "hypergeom": (30, 12, 6), "logser": (0.6,),
    "nbinom": (5, 0.5), "nchypergeom_fisher": (140, 80, 60, 0.5), "nchypergeom_wallenius": (140, 80, 60, 0.5),
    "nhypergeom": (20, 7, 1), "planck": (0.51,), "poisson": (0.6,), "randint": (7, 31), "skellam": (15, 8),
    "yulesimon": (11.0,), "zipf": (6.6,), "zipfian": (0.75, 15),
}
