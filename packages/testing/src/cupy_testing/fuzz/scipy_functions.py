"""Random calls of special functions, and of statistics."""
from __future__ import annotations

from typing import Any

import numpy

from cupy_testing.fuzz.calls import axis, family, operand, shape
from cupy_testing.fuzz.scipy_modules import on


__all__ = []

#: Functions of one or more positive numbers of ordinary size -> how many.
_SPECIAL = {"erf": 1, "erfc": 1, "gammaln": 1, "gamma": 1, "expit": 1, "log1p": 1, "entr": 1, "ndtr": 1, "j0": 1,
            "j1": 1, "i0e": 1, "i1e": 1, "k0e": 1, "logit": 1, "psi": 1, "xlogy": 2, "rel_entr": 2, "beta": 2,
            "betaln": 2, "gammainc": 2, "gammaincc": 2, "exprel": 1, "sinc": 1, "cbrt": 1, "zeta": 1}

#: Functions of numbers -> kinds of arguments: any, positive, in (0, 1), whole.
_OF_KINDS = {
    "agm": "pp", "bdtr": "wWu", "bdtrc": "wWu", "bei": "a", "ber": "a", "betainc": "ppu", "betaincc": "ppu",
    "betaincinv": "ppu", "binom": "pp", "boxcox": "pa", "boxcox1p": "pa", "chdtr": "pp", "chdtrc": "pp", "chdtri": "pu",
    "cosdg": "a", "cosm1": "a", "dawsn": "a", "digamma": "p", "ellipe": "u", "ellipeinc": "au", "ellipk": "u",
    "ellipkinc": "au", "ellipkm1": "u", "elliprc": "pp", "elliprd": "ppp", "elliprf": "ppp", "elliprg": "ppp",
    "erfcinv": "u", "erfcx": "a", "erfi": "a", "erfinv": "u", "eval_chebyt": "wa", "eval_hermite": "wa",
    "eval_laguerre": "wa", "eval_legendre": "wu", "exp1": "p", "exp10": "a", "exp2": "a", "expi": "p", "expm1": "a",
    "expn": "wp", "fdtr": "ppp", "fdtrc": "ppp", "gammaincinv": "pu", "gammasgn": "a", "gdtr": "ppp", "huber": "pa",
    "hyp0f1": "pa", "hyp1f1": "apa", "hyperu": "ppp", "i0": "a", "i1": "a", "inv_boxcox": "pu", "iv": "pp", "jv": "pp",
    "k0": "p", "k1": "p", "kl_div": "pp", "kn": "wp", "kolmogorov": "p", "kv": "pp", "lambertw": "p", "log1p": "p",
    "log_expit": "a", "log_ndtr": "a", "loggamma": "p", "lpmv": "wwu", "modstruve": "pp", "nbdtr": "wWu", "ndtri": "u",
    "owens_t": "aa", "pdtr": "wp", "pdtrc": "wp", "pdtri": "wu", "poch": "pp", "polygamma": "wp", "pseudo_huber": "pa",
    "radian": "aaa", "rgamma": "a", "round": "a", "sindg": "a", "smirnov": "Wu", "spence": "p", "stdtr": "pa",
    "stdtrit": "pu", "struve": "pp", "tandg": "u", "voigt_profile": "app", "wrightomega": "a", "xlog1py": "pp",
    "y0": "p", "y1": "p", "yn": "wp", "yv": "pp", "zetac": "p", "softplus": "a",
}


@family
def special(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(sorted(set(_SPECIAL) - {"log1p", "sinc"})))
    whole = shape(rng, 2)
    operands = [operand(rng, like=whole, among="fd") for _ in range(_SPECIAL[name])]
    for one in operands:
        one.values = numpy.where(numpy.isfinite(one.values), abs(one.values) % 4 + 0.25, 1).astype(one.values.dtype)
    return name, on("special", lambda m, xp, *a: getattr(m, name)(*a)), operands


@family
def special_table(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(sorted(_OF_KINDS)))
    whole, operands = shape(rng, 2), []
    char = str(rng.choice(list("fdd")))
    for kind in _OF_KINDS[name]:
        one = operand(rng, like=whole, among="l" if kind in "wW" else char)
        x = numpy.nan_to_num(one.values.astype(float), posinf=1, neginf=2)
        x = {"a": x, "p": abs(x) % 4 + 0.25, "u": abs(x) % 1 * 0.75 + 0.125, "w": abs(x) % 5, "W": abs(x) % 5 + 6}[kind]
        one.values = x.astype(one.values.dtype)
        operands.append(one)
    return name, on("special", lambda m, xp, *a: getattr(m, name)(*a)), operands


@family
def ranks(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 2, 1, "ilfd")
    k, method = axis(rng, a, False), str(rng.choice(["average", "min", "max", "dense", "ordinal"]))
    if not numpy.isfinite(a.values).all():
        return None
    return f"rankdata({k}, {method})", on("stats", lambda m, xp, a: m.rankdata(a, method, axis=k)), [a]


@family
def statistics(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 2, 1, "lfd")
    k, policy = axis(rng, a), str(rng.choice(["propagate", "omit"]))
    kept = {"axis": k, "nan_policy": policy, "keepdims": bool(rng.integers(2))}
    scored = {"axis": k, "nan_policy": policy}
    calls = {
        **{name: (lambda m, xp, a, name=name: getattr(m, name)(a, **kept)) for name in (
            "skew", "kurtosis", "sem", "variation", "tmean", "iqr", "differential_entropy", "jarque_bera", "mode",
            "tstd", "tvar", "kstat")},
        **{name: (lambda m, xp, a, name=name: getattr(m, name)(abs(a) + 1, **kept)) for name in (
            "gmean", "hmean", "entropy", "gstd")},
        "zscore": lambda m, xp, a: m.zscore(a, **scored), "rankdata": lambda m, xp, a: m.rankdata(a, **scored),
        "moment": lambda m, xp, a: m.moment(a, [2, 3][policy == "omit"], **kept),
        "trim_mean": lambda m, xp, a: m.trim_mean(a, 0.2, **kept), "pmean": lambda m, xp, a: m.pmean(
            abs(a) + 1, 1.5, **kept), "ttest_1samp": lambda m, xp, a: tuple(m.ttest_1samp(a, 0.5, **kept)),
        "circmean": lambda m, xp, a: m.circmean(a, **kept), "zmap": lambda m, xp, a: m.zmap(a + 1, a, **scored),
        "wasserstein_distance": lambda m, xp, a: m.wasserstein_distance(a.ravel(), abs(a).ravel()),
        "energy_distance": lambda m, xp, a: m.energy_distance(a.ravel(), abs(a).ravel()),
        "sigmaclip": lambda m, xp, a: m.sigmaclip(a, 1.5, 1.5)[0], "norm": lambda m, xp, a: m.norm.logsf(a, 0.5, 2),
        "gamma": lambda m, xp, a: m.gamma.pdf(abs(a) + 0.5, 1.5), "poisson": lambda m, xp, a: m.poisson.cdf(a, 2.5),
    }
    name = str(rng.choice(sorted(calls)))
    if not a.values.size or (numpy.isinf(a.values).any() or name in ("norm", "gamma", "poisson") and
                             not numpy.isfinite(a.values).all()):
        return None
    return f"{name}({k}, {policy}, {kept['keepdims']})", on("stats", calls[name]), [a]
