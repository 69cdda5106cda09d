"""The tables of errors in ``docs/guide/special.md``: largest relative errors of ours and SciPy's.

``python ci/tools/special_errors.py [--points N] [--seconds S] [--jobs J] [NAME...]`` prints rows; ``--write`` puts the
tables between the marks of the guide.  Points are drawn over five decades, on whole, half and eighth numbers and
beside zeros.  Double and complex are held against mpmath, in S seconds a function as many points as it can; single
precision against SciPy's double, where that does not cancel.  Names keep the tables' other rows.
"""
import argparse
import functools
import math
import multiprocessing
import os
import re
import signal
import time

import mpmath as mp
import numpy
import scipy.special
import wave_references as waves

import cupy
from cupyx.scipy import special

_GUIDE = os.path.join(os.path.dirname(__file__), "../../docs/guide/special.md")
_MARKS = "<!-- {} -->", "<!-- end of {} -->"
_TITLES = {"errors": "Of double:", "complex errors": "Of complex double:",
           "single errors": "Of single precision, against double where ours and SciPy's agree:"}


def _scaled(order, function, sign):
    return lambda x: function(order, x) * mp.exp(sign * x)


def _gammainc(a, x, upper=False):
    return mp.gammainc(a, x, regularized=True) if upper else mp.gammainc(a, 0, x, regularized=True)


def _betainc(a, b, x):
    return mp.betainc(a, b, 0, x, regularized=True)


def _owens_t(h, a):
    return mp.quad(lambda t: mp.exp(-h * h * (1 + t * t) / 2) / (1 + t * t), mp.linspace(0, a, 5)) / (2 * mp.pi)


def _voigt(x, sigma, gamma):
    z = (x + 1j * gamma) / (sigma * mp.sqrt(2))
    return mp.re(mp.exp(-z * z) * mp.erfc(-1j * z)) / (sigma * mp.sqrt(2 * mp.pi))


def _student(df, t):
    tail = _betainc(df / 2, mp.mpf(0.5), df / (df + t * t)) / 2
    return 1 - tail if t > 0 else tail


def _airy_integral(x, sign=-1):
    first = mp.airyai(0) * x * mp.hyp1f2(mp.mpf(1) / 3, mp.mpf(2) / 3, mp.mpf(4) / 3, x ** 3 / 9)
    second = mp.airyai(0, derivative=1) * x * x / 2 * mp.hyp1f2(mp.mpf(2) / 3, mp.mpf(4) / 3, mp.mpf(5) / 3, x ** 3 / 9)
    return first + second if sign < 0 else mp.sqrt(3) * (first - second)


def _bessel_integral(sign):
    return lambda x: x * mp.hyp1f2(mp.mpf(0.5), 1, mp.mpf(1.5), sign * x * x / 4)


def _bessel_integral_over(sign):
    return lambda x: x * x / 8 * mp.hyp2f3(1, 1, 2, 2, 2, sign * x * x / 4)


def _struve_integral(sign):
    return lambda x: x * x / mp.pi * mp.hyp2f3(1, 1, 1.5, 1.5, 2, sign * x * x / 4)


def _besselpoly(a, lmb, nu):
    k = lmb + nu + 1
    return a ** nu / mp.gamma(nu + 1) / k * mp.hyp1f2(k / 2, k / 2 + 1, nu + 1, -a * a)


#: name, or name[output] -> kinds of arguments, mpmath's function
REFERENCES = {
    "agm": ("pp", mp.agm), "airy[0]": ("t", mp.airyai), "airy[1]": ("t", lambda x: mp.airyai(x, derivative=1)),
    "airy[2]": ("t", mp.airybi), "airy[3]": ("t", lambda x: mp.airybi(x, derivative=1)),
    "bdtr": ("Iju", lambda k, n, p: _betainc(n - k, k + 1, 1 - p)), "bei": ("S", lambda x: mp.bei(0, x)),
    "ber": ("S", lambda x: mp.ber(0, x)), "besselpoly": ("SSS", _besselpoly),
    "beta": ("pp", mp.beta), "betainc": ("SSu", _betainc),
    "betaincc": ("SSu", lambda a, b, x: _betainc(b, a, 1 - x)),
    "betaln": ("pp", lambda a, b: mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)), "binom": ("pp", mp.binomial),
    "boxcox": ("pt", lambda x, k: (x ** k - 1) / k), "boxcox1p": ("pt", lambda x, k: ((1 + x) ** k - 1) / k),
    "cbrt": ("p", lambda x: mp.root(x, 3)), "chdtr": ("SS", lambda v, x: _gammainc(v / 2, x / 2)),
    "chdtrc": ("SS", lambda v, x: _gammainc(v / 2, x / 2, True)), "cosm1": ("t", lambda x: mp.cos(x) - 1),
    "cosdg": ("r", lambda x: mp.cos(mp.radians(x))), "cotdg": ("r", lambda x: mp.cot(mp.radians(x))),
    "dawsn": ("t", lambda x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x)), "digamma": ("p", mp.digamma),
    "ellipe": ("m", mp.ellipe), "ellipeinc": ("tu", mp.ellipe), "ellipk": ("m", mp.ellipk),
    "ellipj[0]": ("tu", lambda u, m: mp.ellipfun("sn", u, m=m)),
    "ellipj[1]": ("tu", lambda u, m: mp.ellipfun("cn", u, m=m)),
    "ellipj[2]": ("tu", lambda u, m: mp.ellipfun("dn", u, m=m)), "ellipkinc": ("tu", mp.ellipf),
    "ellipkm1": ("p", lambda p: mp.ellipk(1 - p)), "elliprc": ("pp", mp.elliprc), "elliprd": ("ppp", mp.elliprd),
    "elliprf": ("ppp", mp.elliprf), "elliprg": ("ppp", mp.elliprg), "elliprj": ("pppp", mp.elliprj),
    "entr": ("p", lambda x: -x * mp.log(x)), "erf": ("r", mp.erf), "erfc": ("t", mp.erfc),
    "erfcinv": ("u", lambda p: mp.erfinv(1 - p)), "erfcx": ("p", lambda x: mp.exp(x * x) * mp.erfc(x)),
    "erfi": ("t", mp.erfi), "erfinv": ("u", mp.erfinv), "eval_chebyt": ("iw", mp.chebyt),
    "eval_chebyu": ("iw", mp.chebyu), "eval_gegenbauer": ("ivw", mp.gegenbauer), "eval_hermite": ("it", mp.hermite),
    "eval_genlaguerre": ("ivS", mp.laguerre), "eval_jacobi": ("ivvw", mp.jacobi), "eval_legendre": ("iw", mp.legendre),
    "exp1": ("p", mp.e1), "exp10": ("t", lambda x: mp.mpf(10) ** x), "exp2": ("t", lambda x: mp.mpf(2) ** x),
    "expi": ("r", mp.ei), "expit": ("t", lambda x: 1 / (1 + mp.exp(-x))),
    "expm1": ("r", mp.expm1), "expn": ("ip", mp.expint), "exprel": ("r", lambda x: mp.expm1(x) / x),
    "fdtr": ("SSp", lambda n, d, x: _betainc(n / 2, d / 2, n * x / (n * x + d))), "fresnel[0]": ("t", mp.fresnels),
    "fresnel[1]": ("t", mp.fresnelc), "gamma": ("t", mp.gamma), "gammainc": ("SS", _gammainc),
    "gammaincc": ("SS", lambda a, x: _gammainc(a, x, True)), "gammaln": ("p", mp.loggamma),
    "gdtr": ("SSS", lambda a, b, x: _gammainc(b, a * x)), "hyp0f1": ("pt", mp.hyp0f1), "hyp1f1": ("ttt", mp.hyp1f1),
    "hyp2f1": ("tttw", mp.hyp2f1), "hyperu": ("SSS", mp.hyperu), "i0": ("p", lambda x: mp.besseli(0, x)),
    "i0e": ("p", _scaled(0, mp.besseli, -1)), "i1": ("p", lambda x: mp.besseli(1, x)),
    "i1e": ("p", _scaled(1, mp.besseli, -1)), "inv_boxcox": ("vv", lambda y, k: (1 + k * y) ** (1 / k)),
    "it2i0k0[0]": ("S", _bessel_integral_over(1)), "it2j0y0[0]": ("S", _bessel_integral_over(-1)),
    "itairy[0]": ("t", _airy_integral), "itairy[1]": ("t", lambda x: _airy_integral(x, 1)),
    "iti0k0[0]": ("S", _bessel_integral(1)), "itj0y0[0]": ("S", _bessel_integral(-1)),
    "itmodstruve0": ("S", _struve_integral(1)), "itstruve0": ("S", _struve_integral(-1)),
    "iv": ("tS", mp.besseli), "j0": ("p", lambda x: mp.besselj(0, x)), "j1": ("p", lambda x: mp.besselj(1, x)),
    "jv": ("tS", mp.besselj), "k0": ("p", lambda x: mp.besselk(0, x)), "k0e": ("p", _scaled(0, mp.besselk, 1)),
    "k1": ("p", lambda x: mp.besselk(1, x)), "k1e": ("p", _scaled(1, mp.besselk, 1)),
    "kei": ("S", lambda x: mp.kei(0, x)), "ker": ("S", lambda x: mp.ker(0, x)),
    "kl_div": ("pp", lambda x, y: x * mp.log(x / y) - x + y), "kn": ("iS", mp.besselk), "kv": ("tS", mp.besselk),
    "mathieu_a": ("iS", waves.mathieu_value(0)), "mathieu_b": ("iS", waves.mathieu_value(1)),
    "mathieu_cem[0]": ("nSd", waves.mathieu(0)), "mathieu_sem[0]": ("nSd", waves.mathieu(1)),
    "mathieu_modcem1[0]": ("nSv", waves.modified_mathieu(0, 0)),
    "mathieu_modcem2[0]": ("nSv", waves.modified_mathieu(0, 1)),
    "mathieu_modsem1[0]": ("nSv", waves.modified_mathieu(1, 0)),
    "mathieu_modsem2[0]": ("nSv", waves.modified_mathieu(1, 1)),
    "modstruve": ("tS", mp.struvel), "log1p": ("p", mp.log1p), "log_expit": ("t", lambda x: -mp.log1p(mp.exp(-x))),
    "log_ndtr": ("t", lambda x: mp.log(mp.ncdf(x))), "loggamma": ("p", mp.loggamma),
    "logit": ("u", lambda p: mp.log(p / (1 - p))),
    "nbdtr": ("iju", lambda k, n, p: _betainc(n, k + 1, p)), "ndtr": ("t", mp.ncdf),
    "ndtri": ("u", lambda p: mp.sqrt(2) * mp.erfinv(2 * p - 1)), "obl_ang1[0]": ("knvw", waves.spheroidal(-1)),
    "obl_cv": ("knS", waves.spheroidal_value(-1)), "obl_rad1[0]": ("knvb", waves.spheroidal_radial(-1)),
    "owens_t": ("tv", _owens_t),
    "pbdv[0]": ("tt", mp.pcfd), "pbvv[0]": ("tt", lambda v, x: mp.pcfv(-v - mp.mpf(0.5), x)),
    "pbwa[0]": ("vv", mp.pcfw),
    "pdtr": ("iS", lambda k, m: _gammainc(k + 1, m, True)), "pdtrc": ("iS", lambda k, m: _gammainc(k + 1, m)),
    "poch": ("pp", mp.rf), "polygamma": ("ip", mp.polygamma), "powm1": ("pt", mp.powm1),
    "pro_ang1[0]": ("knvw", waves.spheroidal(1)), "pro_cv": ("knS", waves.spheroidal_value(1)),
    "pro_rad1[0]": ("knvb", waves.spheroidal_radial(1)),
    "pseudo_huber": ("pr", lambda d, r: d * d * (mp.sqrt(1 + (r / d) ** 2) - 1)),
    "rel_entr": ("pp", lambda x, y: x * mp.log(x / y)), "rgamma": ("t", mp.rgamma), "shichi[0]": ("t", mp.shi),
    "shichi[1]": ("S", mp.chi), "sici[0]": ("t", mp.si), "sici[1]": ("S", mp.ci),
    "sindg": ("r", lambda x: mp.sin(mp.radians(x))), "spence": ("p", lambda z: mp.polylog(2, 1 - z)),
    "stdtr": ("St", _student), "struve": ("tS", mp.struveh),
    "tandg": ("r", lambda x: mp.tan(mp.radians(x))), "voigt_profile": ("tpp", _voigt),
    "wrightomega": ("t", lambda x: mp.lambertw(mp.exp(x))), "xlog1py": ("pp", lambda x, y: x * mp.log1p(y)),
    "xlogy": ("pp", lambda x, y: x * mp.log(y)), "y0": ("p", lambda x: mp.bessely(0, x)),
    "y1": ("p", lambda x: mp.bessely(1, x)), "yn": ("iS", mp.bessely), "yv": ("tS", mp.bessely),
    "zeta": ("t", mp.zeta), "zetac": ("t", lambda x: mp.zeta(x) - 1),
}


def _log_ndtr(z):
    z /= mp.sqrt(2)
    return mp.log1p(-mp.erfc(z) / 2) if mp.re(z) > 0 else mp.log(mp.erfc(-z) / 2)


def _wright_omega(z):
    return mp.lambertw(mp.exp(z), int(mp.ceil((mp.im(z) - mp.pi) / (2 * mp.pi))))


#: The same of complex numbers, the last argument.
COMPLEX = {
    "airy[0]": ("z", mp.airyai), "airy[1]": ("z", lambda z: mp.airyai(z, derivative=1)), "airy[2]": ("z", mp.airybi),
    "airy[3]": ("z", lambda z: mp.airybi(z, derivative=1)),
    "dawsn": ("z", lambda z: mp.sqrt(mp.pi) / 2 * mp.exp(-z * z) * mp.erfi(z)), "digamma": ("z", mp.digamma),
    "elliprc": ("zz", mp.elliprc), "elliprd": ("zzz", mp.elliprd), "elliprf": ("zzz", mp.elliprf),
    "elliprg": ("zzz", mp.elliprg),
    "erf": ("z", mp.erf), "erfc": ("z", mp.erfc), "erfcx": ("z", lambda z: mp.exp(z * z) * mp.erfc(z)),
    "erfi": ("z", mp.erfi), "eval_chebyt": ("vz", mp.chebyt), "eval_chebyu": ("vz", mp.chebyu),
    "eval_gegenbauer": ("vvz", mp.gegenbauer), "eval_genlaguerre": ("vvz", mp.laguerre),
    "eval_jacobi": ("vvvz", mp.jacobi), "eval_legendre": ("vz", mp.legendre),
    "exp1": ("z", mp.e1), "expi": ("z", mp.ei), "expm1": ("z", mp.expm1), "fresnel[0]": ("z", mp.fresnels),
    "fresnel[1]": ("z", mp.fresnelc), "gamma": ("z", mp.gamma), "hankel1": ("tz", mp.hankel1),
    "hankel2": ("tz", mp.hankel2), "hyp0f1": ("pz", mp.hyp0f1), "hyp1f1": ("ttz", mp.hyp1f1),
    "hyp2f1": ("vvvz", mp.hyp2f1), "iv": ("tz", mp.besseli), "jv": ("tz", mp.besselj), "kv": ("tz", mp.besselk),
    "log1p": ("z", lambda z: mp.log(1 + z)), "log_ndtr": ("z", _log_ndtr),
    "loggamma": ("z", mp.loggamma), "ndtr": ("z", lambda z: mp.erfc(-z / mp.sqrt(2)) / 2), "rgamma": ("z", mp.rgamma),
    "shichi[0]": ("z", mp.shi), "shichi[1]": ("z", mp.chi), "sici[0]": ("z", mp.si), "sici[1]": ("z", mp.ci),
    "spence": ("z", lambda z: mp.polylog(2, 1 - z)), "wofz": ("z", lambda z: mp.exp(-z * z) * mp.erfc(-1j * z)),
    "wrightomega": ("z", _wright_omega), "xlog1py": ("zz", lambda x, y: x * mp.log(1 + y)),
    "xlogy": ("zz", lambda x, y: x * mp.log(y)), "yv": ("tz", mp.bessely),
}

#: Seconds of processor time for one of mpmath's values: some take hours.
_PATIENCE = 2.0


def sample(kind, n, seed):
    """Numbers of a kind, some of them with few digits; as many of the first as one likes."""
    rng = numpy.random.default_rng(seed)
    size = 10 ** rng.uniform(-3, 2, n)
    x = {"p": size, "r": size * rng.choice([-1, 1], n), "t": rng.uniform(-10, 10, n), "S": rng.uniform(0.05, 20, n),
         "u": rng.random(n), "m": 1 - size, "i": rng.integers(1, 20, n), "I": rng.integers(1, 20, n),
         "j": rng.integers(20, 40, n), "v": rng.uniform(0.05, 3, n), "w": rng.uniform(-1, 1, n),
         "k": rng.integers(0, 4, n), "n": rng.integers(4, 12, n), "d": rng.uniform(-180, 180, n),
         "b": rng.uniform(1.1, 6, n), "z": size * numpy.exp(2j * numpy.pi * rng.random(n))}[kind]
    if kind in "iIjkn":
        return x.astype(float if kind == "I" else int)
    if kind == "z":
        x[::4] = numpy.clip(x[::4].real, -20, 20) + 1j * numpy.clip(x[::4].imag, -20, 20)
        return x
    x[::8] = numpy.round(x[::8] * 8) / 8 + (0.0625 if kind in "prtSm" else 0)
    if kind in "prtS":                      # whole and half numbers, near the first of which poles and zeros lie
        x[4::16] = numpy.round(x[4::16] * 2) / 2 + (0.5 if kind in "pS" else 0)
        x[12::16] = (numpy.round(x[12::16]) + (kind in "pS")) * (1 + 10 ** rng.uniform(-12, -2, len(x[12::16])))
    return numpy.clip(x, 1e-9, 1 - 1e-9) if kind == "u" else x


def beside_zeros(function, x):
    """Points of a function of one variable on both sides of the zeros that lie between those of `x`."""
    low = numpy.sort(x)
    low, high = low[:-1], low[1:]
    with numpy.errstate(all="ignore"):
        kept = (function(low) * function(high) < 0) & (high - low < 0.25)
        low, high = low[kept], high[kept]
        for _ in range(60):
            middle = (low + high) / 2
            same = function(middle) * function(low) > 0
            low, high = numpy.where(same, middle, low), numpy.where(same, high, middle)
    distances = 1 + numpy.outer([-1, 1], 10.0 ** -numpy.arange(2, 14, 2)).ravel()
    return numpy.outer(low, distances).ravel() if len(low) < 200 else low[:0]


def _of(module, name, args):
    """The values of ``name`` or ``name[output]``."""
    name, _, output = name.partition("[")
    with numpy.errstate(all="ignore"):
        found = getattr(module, name)(*args)
    return found[int(output[:-1])] if output else found


def both(name, args):
    """Ours and SciPy's values of ``name`` or ``name[output]``, as NumPy's arrays."""
    return _of(special, name, [cupy.asarray(x) for x in args]).get(), _of(scipy.special, name, args)


def _double(name, kinds, points):
    """Arguments, in an order of no meaning."""
    args = [sample(kind, points, k) for k, kind in enumerate(kinds)]
    if len(args) == 1 and kinds != "z":
        plain, _, output = name.partition("[")
        function = getattr(scipy.special, plain)
        more = beside_zeros(lambda x: function(x)[int(output[:-1])] if output else function(x), args[0])
        args[0][points // 2:points // 2 + len(more)] = more[:points // 2]
    order = numpy.random.default_rng(0).permutation(points)
    return [x[order] for x in args]


def _give_up(*_):
    raise TimeoutError


def errors(table, name, points, seconds):
    """``(ours, SciPy's, points)``: largest relative errors of double or complex double."""
    kinds, function = table[name]
    args = _double(name, kinds, points)
    ours, theirs = both(name, args)
    signal.signal(signal.SIGVTALRM, _give_up)
    worst, until, done = [0.0, 0.0], time.process_time() + seconds, 0
    with mp.workdps(40):
        for k in range(points):
            if time.process_time() > until:
                break
            numbers = [int(x[k]) if kind in "iIjkn" else mp.mpmathify(x[k].item()) for kind, x in zip(kinds, args)]
            signal.setitimer(signal.ITIMER_VIRTUAL, _PATIENCE)
            try:
                true = function(*numbers) if "z" in kinds else mp.re(function(*numbers))
            except (ValueError, ZeroDivisionError, mp.libmp.NoConvergence, TimeoutError):
                mp.mp.dps = 40
                continue                    # a pole, or where mpmath gives up, or we
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            done += 1
            if not (numpy.isfinite(theirs[k]) and 1e-290 < abs(true) < 1e300):
                continue
            for j, found in enumerate((ours[k], theirs[k])):
                error = float(abs(mp.mpmathify(found.item()) - true) / abs(true))
                worst[j] = max(worst[j], error if error == error else math.inf)
    return *worst, done


def single_errors(name, points):
    """The same of single precision, where ours and SciPy's of double agree.

    SciPy's spheroidal functions of single precision do not end: theirs is NaN.
    """
    kinds = REFERENCES[name][0]
    args = [x.astype("f") for x in _double(name, kinds.replace("i", "I"), points)]
    with numpy.errstate(all="ignore"):
        checked, exact = both(name, [x.astype("d") for x in args])
        ours = _of(special, name, [cupy.asarray(x) for x in args]).get()
        theirs = exact * numpy.nan if name.startswith(("pro_", "obl_")) else _of(scipy.special, name, args)
        kept = (abs(checked - exact) < 1e-9 * abs(exact)) & (abs(exact) > 1e-36) & (abs(exact) < 1e38)
        return *[float((abs(x[kept] - exact[kept]) / abs(exact[kept])).max(initial=0)) for x in (ours, theirs)], points


def _row(points, seconds, job):
    kind, name = job
    found = (single_errors(name, points) if kind == "single errors" else
             errors(COMPLEX if kind == "complex errors" else REFERENCES, name, points, seconds))
    return kind, "| `{}` | {:.1e} | {:.1e} | {:,} |".format(name, *found)


def main():
    """Print the tables, or write them into the guide."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--points", type=int, default=20000)
    parser.add_argument("--seconds", type=float, default=10, help="of processor time for a function")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    jobs = [(kind, name) for kind, table in (("single errors", REFERENCES), ("complex errors", COMPLEX),
                                             ("errors", REFERENCES))
            for name in sorted(table) if not arguments.names or name in arguments.names
            if kind != "single errors" or name != "eval_hermite"]     # which has no loop of single precision
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        for kind, row in pool.imap(functools.partial(_row, arguments.points, arguments.seconds), jobs):
            print(kind, row, flush=True)
            if arguments.write:
                _write(kind, row)


def _write(kind, row):
    """Put a row into the guide, in place of the function's own."""
    with open(_GUIDE, encoding="utf-8") as file:
        text = file.read()
    start, end = (mark.format(kind) for mark in _MARKS)
    before, _, rest = text.partition(start)
    old, _, after = rest.partition(end)
    rows = {line.split("`")[1]: line for line in (*re.findall(r"^\| `.*", old, re.MULTILINE), row)}
    table = "\n".join(["| function | ours | SciPy | points |", "| --- | --- | --- | --- |",
                       *(rows[name] for name in sorted(rows))])
    with open(_GUIDE, "w", encoding="utf-8") as file:
        file.write(f"{before}{start}\n{_TITLES[kind]}\n\n{table}\n{end}{after}")


if __name__ == "__main__":
    main()
