"""Random arguments inside the domains of special functions: what tests and benchmarks draw."""
from __future__ import annotations

from typing import Any

import numpy

#: Name of a real ufunc -> kinds of its arguments, a letter each (see `sample`).
REAL = {
    "agm": "pp", "airy": "t", "airye": "t", "bdtr": "iju", "bdtrc": "iju", "bdtri": "ijv", "bdtrik": "uPu",
    "bdtrin": "Puu", "bei": "S", "beip": "S", "ber": "S", "berp": "S", "besselpoly": "SSS", "beta": "rr",
    "betainc": "SSu", "betaincc": "SSu", "betainccinv": "SSv", "betaincinv": "SSv", "betaln": "pp", "binom": "pp",
    "boxcox": "pr", "boxcox1p": "pr", "btdtria": "vSv", "btdtrib": "Svv", "cbrt": "r", "chdtr": "SS", "chdtrc": "SS",
    "chdtri": "Sv", "chdtriv": "vS", "chndtr": "SSS", "chndtridf": "SvS", "chndtrinc": "SSv", "chndtrix": "vSS",
    "cosdg": "r", "cosm1": "t", "cotdg": "r", "dawsn": "r", "digamma": "r", "ellipe": "m", "ellipeinc": "rv",
    "ellipj": "tv", "ellipk": "m", "ellipkinc": "rv", "ellipkm1": "p", "elliprc": "pr", "elliprd": "ppp",
    "elliprf": "ppp", "elliprg": "ppp", "elliprj": "pppp", "entr": "p", "erf": "r", "erfc": "r", "erfcinv": "u",
    "erfcx": "r", "erfi": "t", "erfinv": "u", "eval_chebyc": "it", "eval_chebys": "it", "eval_chebyt": "iv",
    "eval_chebyu": "iv", "eval_gegenbauer": "ivv", "eval_genlaguerre": "ivS", "eval_hermite": "it",
    "eval_hermitenorm": "it", "eval_jacobi": "ivvv", "eval_laguerre": "iS", "eval_legendre": "iv",
    "eval_sh_chebyt": "iv", "eval_sh_chebyu": "iv", "eval_sh_jacobi": "iPvv", "eval_sh_legendre": "iv", "exp1": "p",
    "exp10": "r", "exp2": "r", "expi": "r", "expit": "r", "expm1": "r", "expn": "ip", "exprel": "r", "fdtr": "SSp",
    "fdtrc": "SSp", "fdtri": "SSv", "fdtridfd": "SvS", "fresnel": "t", "gamma": "r", "gammainc": "Sp",
    "gammaincc": "Sp", "gammainccinv": "Sv", "gammaincinv": "Sv", "gammaln": "r", "gammasgn": "r", "gdtr": "SSS",
    "gdtrc": "SSS", "gdtria": "vSS", "gdtrib": "SvS", "gdtrix": "SSv", "huber": "pr", "hyp0f1": "pt", "hyp1f1": "SSt",
    "hyp2f1": "SSSv", "hyperu": "SSS", "i0": "r", "i0e": "r", "i1": "r", "i1e": "r", "inv_boxcox": "vS",
    "inv_boxcox1p": "vS", "it2i0k0": "S", "it2j0y0": "S", "it2struve0": "S", "itairy": "t", "iti0k0": "S",
    "itj0y0": "S", "itmodstruve0": "S", "itstruve0": "S", "iv": "tS", "ive": "tS", "j0": "r", "j1": "r", "jv": "tS",
    "jve": "tS", "k0": "p", "k0e": "p", "k1": "p", "k1e": "p", "kei": "S", "keip": "S", "kelvin": "S", "ker": "S",
    "kerp": "S", "kl_div": "pp", "kn": "iS", "kolmogi": "u", "kolmogorov": "S", "kv": "tS", "kve": "tS", "log1p": "p",
    "log_expit": "r", "log_ndtr": "t", "log_wright_bessel": "SSS", "loggamma": "p", "logit": "u", "lpmv": "iiv",
    "mathieu_a": "iS", "mathieu_b": "iS", "mathieu_cem": "iSt", "mathieu_modcem1": "iSv", "mathieu_modcem2": "iSv",
    "mathieu_modsem1": "iSv", "mathieu_modsem2": "iSv", "mathieu_sem": "iSt", "modfresnelm": "S", "modfresnelp": "S",
    "modstruve": "tS", "nbdtr": "iju", "nbdtrc": "iju", "nbdtri": "ijv", "nbdtrik": "vSv", "nbdtrin": "Svv",
    "ncfdtr": "SSSS", "ncfdtri": "SSSv", "ncfdtridfd": "SvSS", "ncfdtridfn": "vSSS", "ncfdtrinc": "SSvS",
    "nctdtr": "Stt", "nctdtridf": "vvw", "nctdtrinc": "Svt", "nctdtrit": "Stv", "ndtr": "t", "ndtri": "u",
    "ndtri_exp": "n", "nrdtrimn": "upr", "nrdtrisd": "rvr", "obl_ang1": "kKvv", "obl_ang1_cv": "kKvKv",
    "obl_cv": "kKv", "obl_rad1": "kKvv", "obl_rad1_cv": "kKvKv", "obl_rad2": "kKvv", "obl_rad2_cv": "kKvKv",
    "owens_t": "tt", "pbdv": "tt", "pbvv": "tt", "pbwa": "vv", "pdtr": "iS", "pdtrc": "iS", "pdtri": "iv",
    "pdtrik": "vS", "poch": "pp", "powm1": "pr", "pro_ang1": "kKvv", "pro_ang1_cv": "kKvKv", "pro_cv": "kKv",
    "pro_rad1": "kKvb", "pro_rad1_cv": "kKvKb", "pro_rad2": "kKvb", "pro_rad2_cv": "kKvKb", "pseudo_huber": "pr",
    "psi": "p", "radian": "ppp", "rel_entr": "pp", "rgamma": "r", "round": "r", "shichi": "t", "sici": "t",
    "sindg": "r", "smirnov": "iu", "smirnovi": "iv", "spence": "p", "stdtr": "Sr", "stdtridf": "wp", "stdtrit": "Sv",
    "struve": "tS", "tandg": "r", "tklmbda": "tt", "voigt_profile": "tpp", "wright_bessel": "SSS", "wrightomega": "r",
    "xlog1py": "pp", "xlogy": "pp", "y0": "p", "y1": "p", "yn": "iS", "yv": "tS", "yve": "tS", "zetac": "t",
}
#: The same of ufuncs of complex numbers.
COMPLEX = {
    "airy": "c", "airye": "c", "dawsn": "c", "digamma": "c", "elliprc": "cc", "elliprd": "ccc", "elliprf": "ccc",
    "elliprg": "ccc", "elliprj": "cccc", "erf": "c", "erfc": "c", "erfcx": "c", "erfi": "c", "eval_chebyc": "vc",
    "eval_chebys": "vc", "eval_chebyt": "vc", "eval_chebyu": "vc", "eval_gegenbauer": "vvc", "eval_genlaguerre": "vvc",
    "eval_jacobi": "vvvc", "eval_laguerre": "vc", "eval_legendre": "vc", "eval_sh_chebyt": "vc",
    "eval_sh_chebyu": "vc", "eval_sh_jacobi": "vvvc", "eval_sh_legendre": "vc", "exp1": "c", "expi": "c", "expm1": "c",
    "fresnel": "c", "gamma": "c", "hankel1": "tc", "hankel1e": "tc", "hankel2": "tc", "hankel2e": "tc", "hyp0f1": "pc",
    "hyp1f1": "SSc", "hyp2f1": "vvvc", "iv": "tc", "ive": "tc", "jv": "tc", "jve": "tc", "kv": "tc", "kve": "tc",
    "log1p": "c", "log_ndtr": "c", "loggamma": "c", "ndtr": "c", "psi": "c", "rgamma": "c", "shichi": "c", "sici": "c",
    "spence": "c", "wofz": "c", "wrightomega": "c", "xlog1py": "cc", "xlogy": "cc", "yv": "tc", "yve": "tc",
}


def sample(kind: Any, n: int, seed: Any) -> numpy.ndarray[Any, Any]:
    """Random numbers of a kind.

    Parameters
    ----------
    kind : str
        ``p`` positive over five decades, ``r`` the same of both signs, ``m`` 1 less them, ``n`` less than zero;
        ``S`` positive up to 12, ``P`` positive up to 1,000, ``t`` up to 8 in size, ``b`` from 1.1 to 6; ``u`` and ``v``
        in the unit interval, near its ends or not, ``w`` above its middle; ``i`` and ``j`` whole, those of ``j``
        greater, ``k`` and ``K`` whole and small; ``c`` complex.
    n, seed : int
        How many, and what they are drawn from.

    Returns
    -------
    numpy.ndarray
        Double or complex double.
    """
    rng = numpy.random.default_rng(seed)
    size = 10 ** rng.uniform(-3, 2, n)
    if kind == "u":
        x = rng.random(n)
        x[::4] = 10 ** rng.uniform(-9, 0, len(x[::4]))
        return x
    return {
        "p": lambda: size, "r": lambda: size * rng.choice([-1, 1], n), "t": lambda: rng.uniform(-8, 8, n),
        "S": lambda: rng.uniform(0.1, 12, n), "P": lambda: 10 ** rng.uniform(0, 3, n),
        "v": lambda: rng.uniform(0.05, 0.95, n), "w": lambda: rng.uniform(0.55, 0.6, n),
        "b": lambda: rng.uniform(1.1, 6, n), "k": lambda: rng.integers(0, 4, n).astype(float),
        "K": lambda: rng.integers(4, 12, n).astype(float), "i": lambda: rng.integers(1, 20, n).astype(float),
        "j": lambda: rng.integers(20, 40, n).astype(float), "m": lambda: 1 - size, "n": lambda: -size,
        "c": lambda: rng.uniform(-5, 5, n) + 1j * rng.uniform(-5, 5, n),
    }[kind]()
