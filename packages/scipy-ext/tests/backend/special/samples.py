"""Where each elementwise function is looked at: a letter an argument, and how close results have to be."""
import numpy

#: name -> kinds of arguments (see `sample`), or those and the relative tolerance of double.
REAL = {
    "agm": "pp", "bdtr": "iju", "bdtrc": "iju", "bdtri": ("ijv", 1e-10), "bdtrik": ("uPu", 1e-7),
    "bdtrin": ("Puu", 1e-4),
    "bei": ("S", 1e-9), "beip": ("S", 1e-9), "ber": ("S", 1e-9), "berp": ("S", 1e-7), "beta": "rr", "betainc": "SSu",
    "betaincc": "SSu", "betainccinv": ("SSv", 1e-11), "betaincinv": ("SSv", 1e-11), "betaln": ("pp", 1e-11),
    "binom": ("pp", 1e-10), "boxcox": "pr", "boxcox1p": "pr", "btdtria": ("vSv", 1e-10), "btdtrib": ("Svv", 1e-10),
    "cbrt": "r", "chdtr": "SS", "chdtrc": "SS", "chdtri": "Sv", "chdtriv": ("vS", 1e-10), "cosdg": "r",
    "cosm1": ("t", 1e-10),
    "cotdg": ("r", 1e-10), "dawsn": "r", "digamma": ("r", 1e-11), "ellipe": "m", "ellipeinc": "rv", "ellipk": "m",
    "ellipkinc": ("rv", 1e-11), "ellipkm1": "p", "elliprc": "pr", "elliprd": "ppp", "elliprf": "ppp", "elliprg": "ppp",
    "elliprj": ("pppp", 1e-11), "entr": "p", "erf": "r", "erfc": "r", "erfcinv": "u", "erfcx": ("r", 2e-13),
    "erfi": ("t", 2e-13), "erfinv": "u", "exp1": "p", "exp10": "r", "exp2": "r", "expi": ("r", 1e-12), "expit": "r",
    "expm1": "r", "expn": "ip", "exprel": "r", "fdtr": "SSp", "fdtrc": "SSp", "fdtri": ("SSv", 1e-10), "gamma": "r",
    "gammainc": "Sp", "gammaincc": "Sp", "gammainccinv": ("Sv", 1e-11), "gammaincinv": ("Sv", 1e-11),
    "gammaln": ("r", 1e-11), "gammasgn": "r", "gdtr": "SSS", "gdtrc": "SSS", "gdtria": ("vSS", 1e-10),
    "gdtrib": ("SvS", 1e-10), "gdtrix": ("SSv", 1e-10), "huber": "pr", "hyp0f1": ("pt", 1e-9), "i0": "r", "i0e": "r",
    "i1": "r", "i1e": "r", "inv_boxcox": "vS", "inv_boxcox1p": "vS", "iv": ("tS", 1e-10), "ive": ("tS", 1e-10),
    "j0": ("r", 1e-10), "j1": ("r", 1e-10), "jv": ("tS", 1e-9), "jve": ("tS", 1e-9), "k0": "p", "k0e": "p", "k1": "p",
    "k1e": "p", "kei": ("S", 1e-7), "keip": ("S", 1e-7), "ker": ("S", 1e-7), "kerp": ("S", 1e-7),
    "kl_div": ("pp", 1e-12),
    "kn": "iS", "kolmogi": "u", "kolmogorov": "S", "kv": ("tS", 1e-10), "kve": ("tS", 1e-10), "log1p": "p",
    "log_expit": "r", "log_ndtr": ("t", 1e-12), "log_wright_bessel": ("SSS", 1e-10), "loggamma": ("p", 1e-12),
    "logit": "u", "lpmv": ("iiv", 1e-9), "nbdtr": "iju", "nbdtrc": "iju", "nbdtri": ("ijv", 1e-9),
    "nbdtrik": ("vSv", 1e-8), "nbdtrin": ("Svv", 1e-8), "ndtr": "t", "ndtri": "u", "ndtri_exp": "n",
    "nrdtrimn": ("upr", 1e-10), "nrdtrisd": ("rvr", 1e-10), "owens_t": ("tt", 1e-11), "pdtr": "iS", "pdtrc": "iS",
    "pdtri": "iv", "pdtrik": ("vS", 1e-10), "poch": ("pp", 1e-11), "powm1": "pr", "pseudo_huber": "pr",
    "psi": ("p", 1e-11),
    "radian": ("ppp", 1e-11), "rel_entr": "pp", "rgamma": "r", "round": "r", "sindg": "r", "smirnov": "iu",
    "smirnovi": ("iv", 1e-9), "spence": "p", "stdtr": "Sr", "stdtridf": ("wp", 1e-6), "stdtrit": ("Sv", 1e-10),
    "tandg": ("r", 1e-10),
    "tklmbda": ("tt", 1e-6), "voigt_profile": "tpp", "wright_bessel": ("SSS", 1e-10), "wrightomega": "r",
    "xlog1py": "pp",
    "xlogy": "pp", "y0": ("p", 1e-10), "y1": ("p", 1e-10), "yn": ("iS", 1e-9), "yv": ("tS", 1e-8), "yve": ("tS", 1e-8),
    "zetac": ("t", 1e-12), "airy": ("t", 1e-9), "airye": ("t", 1e-9), "ellipj": ("tv", 1e-11), "fresnel": ("t", 1e-8),
    "kelvin": ("S", 1e-7), "shichi": "t", "sici": ("t", 1e-11),
}
COMPLEX = {
    "airy": ("c", 1e-10), "airye": ("c", 1e-10), "dawsn": "c", "digamma": "c", "elliprc": "cc", "elliprd": "ccc",
    "elliprf": "ccc", "elliprg": ("ccc", 1e-11), "erf": "c", "erfc": "c", "erfcx": "c", "erfi": "c",
    "exp1": ("c", 1e-11),
    "expi": ("c", 1e-12), "expm1": "c", "fresnel": ("c", 1e-11), "gamma": "c", "hankel1": ("tc", 1e-9),
    "hankel1e": ("tc", 1e-9), "hankel2": ("tc", 1e-9), "hankel2e": ("tc", 1e-9), "hyp0f1": ("pc", 1e-9),
    "iv": ("tc", 1e-9), "ive": ("tc", 1e-9), "jv": ("tc", 1e-9), "jve": ("tc", 1e-9), "kv": ("tc", 1e-9),
    "kve": ("tc", 1e-9), "log1p": "c", "loggamma": "c", "ndtr": "c", "log_ndtr": ("c", 1e-5), "psi": "c", "rgamma": "c",
    "shichi": "c", "sici": "c", "spence": "c", "wofz": "c", "wrightomega": "c", "xlog1py": "cc", "xlogy": "cc",
    "yv": ("tc", 1e-9), "yve": ("tc", 1e-9),
}
SPECIAL = numpy.array([0.0, 1.0, 2.0, 0.5, -0.5, numpy.nan])


def kinds_and_tolerance(table, name):
    """``(kinds, rtol)`` of a function."""
    row = table[name]
    return row if isinstance(row, tuple) else (row, 5e-13)


def sample(kind, n, seed):
    """Numbers of a kind: p positive, r of both signs, t moderate of both signs, S moderate positive, P positive of any
    size, u and v in the unit interval (near its ends or not), w its upper half, i and j whole, m below 1, n negative,
    c complex."""
    rng = numpy.random.default_rng(seed)
    size = 10 ** rng.uniform(-3, 2, n)
    if kind == "u":
        x = rng.random(n)
        x[::4] = 10 ** rng.uniform(-9, 0, len(x[::4]))
        return x
    return {
        "p": lambda: size, "r": lambda: size * rng.choice([-1, 1], n), "t": lambda: rng.uniform(-8, 8, n),
        "S": lambda: rng.uniform(0.1, 12, n), "P": lambda: 10 ** rng.uniform(0, 3, n),
        "v": lambda: rng.uniform(0.05, 0.95, n),
        "w": lambda: rng.uniform(0.55, 0.6, n), "i": lambda: rng.integers(1, 20, n).astype(float),
        "j": lambda: rng.integers(20, 40, n).astype(float), "m": lambda: 1 - size, "n": lambda: -size,
        "c": lambda: rng.uniform(-5, 5, n) + 1j * rng.uniform(-5, 5, n),
    }[kind]()
