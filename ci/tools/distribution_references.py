"""Distribution functions of mpmath's numbers and their inverses, for the table of errors."""
import mpmath as mp

from cupyx.scipy import special


def gammainc(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


def gammaincc(a, x):
    return mp.gammainc(a, x, regularized=True)


def betainc(a, b, x):
    return mp.betainc(a, b, 0, x, regularized=True)


def betaincc(a, b, x):
    return betainc(b, a, 1 - x)


def student(df, t):
    tail = betainc(df / 2, mp.mpf(0.5), df / (df + t * t)) / 2
    return 1 - tail if t > 0 else tail


def bdtr(k, n, p):
    return betaincc(k + 1, n - k, p)


def bdtrc(k, n, p):
    return betainc(k + 1, n - k, p)


def nbdtr(k, n, p):
    return betainc(n, k + 1, p)


def fdtr(n, d, x):
    return betainc(n / 2, d / 2, n * x / (n * x + d))


def chdtr(v, x):
    return gammainc(v / 2, x / 2)


def chdtrc(v, x):
    return gammaincc(v / 2, x / 2)


def gdtr(a, b, x):
    return gammainc(b, a * x)


def pdtr(k, m):
    return gammaincc(k + 1, m)


def kolmogorov(x):
    if x < 1:
        terms = [mp.exp(-((2 * k - 1) * mp.pi / x) ** 2 / 8) for k in range(1, 12)]
        return 1 - mp.sqrt(2 * mp.pi) / x * mp.fsum(terms)
    return 2 * mp.fsum((-1) ** (k - 1) * mp.exp(-2 * (k * x) ** 2) for k in range(1, 12))


def smirnov(n, x):
    return x * mp.fsum(mp.binomial(n, j) * (x + mp.mpf(j) / n) ** (j - 1) * (1 - x - mp.mpf(j) / n) ** (n - j)
                       for j in range(int(mp.floor(n * (1 - x))) + 1))


# -- noncentral: Poisson mixtures, from a term behind all that count downwards, so that nothing cancels ----------------

def _mixture(half, first, step, power=0):
    """The sum of weights half**(j + power) / Gamma(j + power + 1) times ``first(j)``, with the steps between those."""
    count = int(half + 12 * mp.sqrt(half + 1)) + 60
    value, weight = first(count), half ** (count + power) / mp.gamma(count + power + 1)
    total = weight * value
    for j in range(count - 1, -1, -1):
        value += step(j)
        weight *= (j + 1 + power) / half
        total += weight * value
    return mp.exp(-half) * total


def _gamma_steps(a, x):
    """Differences of regularized incomplete gamma functions of a + j and a + j + 1."""
    return lambda j: mp.exp((a + j) * mp.log(x) - x - mp.loggamma(a + j + 1))


def _beta_steps(a, b, x):
    return lambda j: mp.exp((a + j) * mp.log(x) + b * mp.log(1 - x) + mp.loggamma(a + j + b) - mp.loggamma(a + j + 1)
                            - mp.loggamma(b))


def chndtr(x, df, nc):
    return _mixture(nc / 2, lambda j: gammainc(df / 2 + j, x / 2), _gamma_steps(df / 2, x / 2))


def ncfdtr(dfn, dfd, nc, f):
    a, b, x = dfn / 2, dfd / 2, dfn * f / (dfd + dfn * f)
    return _mixture(nc / 2, lambda j: betainc(a + j, b, x), _beta_steps(a, b, x))


def nctdtr(df, nc, t):
    if t < 0:
        with mp.extradps(120):         # what is left of one
            return 1 - nctdtr(df, -nc, -t)
    half, x, b = nc * nc / 2, t * t / (df + t * t), df / 2
    even, odd = (_mixture(half, lambda j, a=a: betainc(a + j, b, x), _beta_steps(a, b, x), power)
                 for a, power in ((mp.mpf(0.5), 0), (mp.mpf(1), mp.mpf(0.5))))
    return mp.ncdf(-nc) + (even + mp.sign(nc) * odd) / 2


def _inverse(name, function, place):
    """What `name` looks for: the argument `place` of `function`, in whose place it has the function's value."""
    def solved(*args):
        with mp.workdps(15):
            start = mp.mpf(float(getattr(special, name)(*map(float, args))))
        if not 1e-90 < abs(start) < 9e9:       # an end of what is searched
            raise ValueError("no solution")
        return mp.findroot(lambda x: function(*args[:place], x, *args[place + 1:]) / args[place] - 1,
                           (start, start * (1 + mp.mpf(10) ** -9)))
    return solved


#: name -> kinds of arguments, the function that it inverts, the place of what it looks for
_INVERSES = {
    "bdtri": ("Ijq", bdtr, 2), "bdtrik": ("qSq", bdtr, 0), "bdtrin": ("Sqq", bdtr, 1),
    "betaincinv": ("SSq", betainc, 2), "betainccinv": ("SSq", betaincc, 2), "btdtria": ("qSq", betainc, 0),
    "btdtrib": ("Sqq", betainc, 1), "chdtri": ("Sq", chdtrc, 1), "chdtriv": ("qS", chdtr, 0),
    "chndtridf": ("SqS", chndtr, 1), "chndtrinc": ("SSq", chndtr, 2), "chndtrix": ("qSS", chndtr, 0),
    "fdtri": ("SSq", fdtr, 2), "fdtridfd": ("SqS", fdtr, 1), "gammaincinv": ("Sq", gammainc, 1),
    "gammainccinv": ("Sq", gammaincc, 1), "gdtria": ("qSS", gdtr, 0), "gdtrib": ("SqS", gdtr, 1),
    "gdtrix": ("SSq", gdtr, 2), "kolmogi": ("q", kolmogorov, 0), "nbdtri": ("ijq", nbdtr, 2),
    "nbdtrik": ("qSq", nbdtr, 0), "nbdtrin": ("Sqq", nbdtr, 1), "ncfdtri": ("SSSq", ncfdtr, 3),
    "ncfdtridfd": ("SqSS", ncfdtr, 1), "ncfdtridfn": ("qSSS", ncfdtr, 0), "ncfdtrinc": ("SSqS", ncfdtr, 2),
    "nctdtridf": ("qvv", nctdtr, 0), "nctdtrinc": ("Sqv", nctdtr, 1), "nctdtrit": ("Svq", nctdtr, 2),
    "ndtri_exp": ("N", lambda x: mp.log(mp.ncdf(x)), 0), "pdtri": ("iq", pdtr, 1), "pdtrik": ("qS", pdtr, 0),
    "smirnovi": ("iq", smirnov, 1), "stdtridf": ("qt", student, 0), "stdtrit": ("Sq", student, 1),
    "tklmbda": ("ww", lambda p, lmb: (p ** lmb - (1 - p) ** lmb) / lmb, 0),
}
#: name -> kinds of arguments, mpmath's function
DISTRIBUTIONS = {
    "bdtr": ("Iju", bdtr), "bdtrc": ("Iju", bdtrc), "betainc": ("SSu", betainc), "betaincc": ("SSu", betaincc),
    "chdtr": ("SS", chdtr), "chdtrc": ("SS", chdtrc),
    "chndtr": ("SSS", chndtr), "fdtr": ("SSp", fdtr),
    "fdtrc": ("SSp", lambda n, d, x: betainc(d / 2, n / 2, d / (n * x + d))), "gammainc": ("SS", gammainc),
    "gammaincc": ("SS", gammaincc), "gdtr": ("SSS", gdtr), "gdtrc": ("SSS", lambda a, b, x: gammaincc(b, a * x)),
    "kolmogorov": ("S", kolmogorov),
    "nbdtr": ("iju", nbdtr), "nbdtrc": ("iju", lambda k, n, p: betainc(k + 1, n, 1 - p)), "ncfdtr": ("SSSS", ncfdtr),
    "nctdtr": ("Stt", nctdtr),
    "nrdtrimn": ("qpr", lambda p, std, x: x - std * mp.sqrt(2) * mp.erfinv(2 * p - 1)),
    "nrdtrisd": ("rqr", lambda mean, p, x: (x - mean) / (mp.sqrt(2) * mp.erfinv(2 * p - 1))),
    "pdtr": ("iS", pdtr), "pdtrc": ("iS", lambda k, m: gammainc(k + 1, m)),
    "smirnov": ("iu", smirnov), "stdtr": ("St", student),
    **{name: (kinds, _inverse(name, function, place)) for name, (kinds, function, place) in _INVERSES.items()},
}
