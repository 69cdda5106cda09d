"""The table of errors in ``docs/guide/special.md``: largest relative errors of ours and SciPy's against mpmath.

``python ci/tools/special_errors.py [--points N] [NAME...]`` prints rows; ``--write`` puts the table between the marks
of the guide.  Points are drawn over five decades, on eighths and between.
"""
import argparse
import os
import re

import mpmath as mp
import numpy
import scipy.special

import cupy
from cupyx.scipy import special

_GUIDE = os.path.join(os.path.dirname(__file__), "../../docs/guide/special.md")
_MARKS = "<!-- errors -->", "<!-- end of errors -->"


def _scaled(order, function, sign):
    return lambda x: function(order, x) * mp.exp(sign * x)


#: name -> kinds of arguments, mpmath's function
REFERENCES = {
    "erf": ("r", mp.erf), "erfc": ("t", mp.erfc), "erfcx": ("p", lambda x: mp.exp(x * x) * mp.erfc(x)),
    "erfi": ("t", mp.erfi), "dawsn": ("t", lambda x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x)),
    "erfinv": ("u", mp.erfinv), "ndtr": ("t", mp.ncdf), "log_ndtr": ("t", lambda x: mp.log(mp.ncdf(x))),
    "ndtri": ("u", lambda p: mp.sqrt(2) * mp.erfinv(2 * p - 1)), "gamma": ("t", mp.gamma),
    "gammaln": ("p", mp.loggamma), "rgamma": ("t", mp.rgamma), "digamma": ("p", mp.digamma),
    "polygamma": ("ip", mp.polygamma), "zeta": ("t", mp.zeta), "beta": ("pp", mp.beta),
    "betaln": ("pp", lambda a, b: mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)),
    "binom": ("pp", mp.binomial), "poch": ("pp", mp.rf),
    "gammainc": ("SS", lambda a, x: mp.gammainc(a, 0, x, regularized=True)),
    "gammaincc": ("SS", lambda a, x: mp.gammainc(a, x, regularized=True)),
    "betainc": ("SSu", lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True)),
    "j0": ("p", lambda x: mp.besselj(0, x)), "j1": ("p", lambda x: mp.besselj(1, x)),
    "y0": ("p", lambda x: mp.bessely(0, x)), "y1": ("p", lambda x: mp.bessely(1, x)),
    "i0": ("p", lambda x: mp.besseli(0, x)), "i1": ("p", lambda x: mp.besseli(1, x)),
    "i0e": ("p", _scaled(0, mp.besseli, -1)), "k0": ("p", lambda x: mp.besselk(0, x)),
    "k1": ("p", lambda x: mp.besselk(1, x)), "k0e": ("p", _scaled(0, mp.besselk, 1)), "jv": ("tS", mp.besselj),
    "yv": ("tS", mp.bessely), "iv": ("tS", mp.besseli), "kv": ("tS", mp.besselk), "expi": ("r", mp.ei),
    "exp1": ("p", mp.e1), "expn": ("ip", mp.expint), "spence": ("p", lambda z: mp.polylog(2, 1 - z)),
    "ellipk": ("m", mp.ellipk), "ellipe": ("m", mp.ellipe), "ellipkinc": ("tu", mp.ellipf),
    "ellipeinc": ("tu", mp.ellipe), "elliprf": ("ppp", mp.elliprf), "elliprj": ("pppp", mp.elliprj),
    "wrightomega": ("t", lambda x: mp.lambertw(mp.exp(x))), "hyp0f1": ("pt", mp.hyp0f1),
    "exprel": ("r", lambda x: mp.expm1(x) / x), "cosm1": ("t", lambda x: mp.cos(x) - 1),
}


def sample(kind, n, seed):
    """Numbers of a kind, half of them with few digits."""
    rng = numpy.random.default_rng(seed)
    size = 10 ** rng.uniform(-3, 2, n)
    x = {"p": size, "r": size * rng.choice([-1, 1], n), "t": rng.uniform(-10, 10, n), "S": rng.uniform(0.05, 20, n),
         "u": rng.random(n), "m": 1 - size, "i": rng.integers(1, 20, n).astype(float)}[kind]
    x[::8] = numpy.round(x[::8] * 8) / 8 + (0.0625 if kind in "prtSm" else 0)
    return numpy.clip(x, 1e-9, 1 - 1e-9) if kind == "u" else x


def errors(name, points):
    """``(ours, SciPy's)`` largest relative errors of double."""
    kinds, function = REFERENCES[name]
    args = [sample(kind, points, k) for k, kind in enumerate(kinds)]
    with numpy.errstate(all="ignore"):
        theirs = getattr(scipy.special, name)(*args)
    ours = getattr(special, name)(*[cupy.asarray(x) for x in args]).get()
    worst = [0.0, 0.0]
    with mp.workdps(40):
        for k in range(points):
            numbers = [int(x[k]) if kind == "i" else mp.mpf(float(x[k])) for kind, x in zip(kinds, args)]
            true = mp.re(function(*numbers))
            if not numpy.isfinite(theirs[k]) or abs(true) < 1e-290:
                continue
            for j, found in enumerate((ours[k], theirs[k])):
                worst[j] = max(worst[j], float(abs(mp.mpf(float(found)) - true) / abs(true)))
    return worst


def table(names, points):
    """The rows as Markdown."""
    yield "| function | ours | SciPy |\n| --- | --- | --- |"
    for name in names:
        ours, theirs = errors(name, points)
        yield f"| `{name}` | {ours:.1e} | {theirs:.1e} |"


def main():
    """Print the table, or write it into the guide."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    rows = []
    for row in table(arguments.names or sorted(REFERENCES), arguments.points):
        print(row, flush=True)
        rows.append(row)
    if arguments.write:
        with open(_GUIDE, encoding="utf-8") as file:
            text = file.read()
        start, end = _MARKS
        text = re.sub(f"{start}.*{end}", f"{start}\n" + "\n".join(rows) + f"\n{end}", text, flags=re.DOTALL)
        with open(_GUIDE, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
