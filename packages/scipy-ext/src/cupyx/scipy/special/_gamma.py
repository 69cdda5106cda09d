"""The gamma function and its relatives, the beta function, both incomplete, zeta functions."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupyx.scipy.special._common import family

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike

__all__ = [
    "beta", "betainc", "betaincc", "betainccinv", "betaincinv", "betaln", "binom", "btdtr", "btdtri", "btdtria",
    "btdtrib", "chdtr", "chdtrc", "chdtri", "chdtriv", "digamma", "gamma", "gammainc", "gammaincc", "gammainccinv",
    "gammaincinv", "gammaln", "gammasgn", "gdtr", "gdtrc", "gdtria", "gdtrib", "gdtrix", "loggamma", "pdtr", "pdtrc",
    "pdtri", "pdtrik", "poch", "polygamma", "psi", "rgamma", "zeta", "zetac",
]

special = family("zeta.hpp", separate=False)

gamma = special("gamma", "z", "dd DD ff FF", "gamma(in0)", "Gamma function.", "5.0", "24.0")
gammaln = special("gammaln", "x", "dd ff", "gammaln(in0)", "Logarithm of the magnitude of the gamma function.", "5.0",
                  "3.178054")
loggamma = special("loggamma", "z", "dd DD ff FF", "loggamma(in0)",
                   "Principal branch of the logarithm of the gamma function; NaN of a negative real number.", "1 + 2j",
                   "(-1.876079+0.129646j)")
gammasgn = special("gammasgn", "x", "dd ff", "gammasgn(in0)", "Sign of the gamma function.", "-0.5", "-1.0")
rgamma = special("rgamma", "z", "dd DD ff FF", "rgamma(in0)", "One divided by the gamma function; 0 at its poles.",
                 "3.0", "0.5")
psi = special("psi", "z", "dd DD ff FF", "digamma(in0)", "Derivative of the logarithm of the gamma function.", "1.0",
              "-0.577216")
digamma = psi
zetac = special("zetac", "x", "dd ff", "zetac(in0)", "Riemann's zeta function minus one.", "2.0", "0.644934")
_hurwitz = special("hurwitz_zeta", "x q", "ff dd", "hurwitz_zeta(in0, in1)", "Zeta function of Hurwitz.",
                   "2.0, 1.0", "1.644934")
_riemann = special("riemann_zeta", "x", "dd DD ff FF", "riemann_zeta(in0)", "Zeta function of Riemann.", "2.0",
                   "1.644934")
_polygamma = special("polygamma", "n x", "ff dd", "polygamma(in0, in1)", "Derivatives of `digamma`.", "1, 1.0",
                     "1.644934")


def zeta(x: ArrayLike, q: ArrayLike | None = None, out: ndarray | None = None) -> ndarray:
    """Zeta function of Riemann, or of Hurwitz.

    Parameters
    ----------
    x : array_like
        Exponents; complex ones are allowed without `q`.
    q : array_like, optional
        The sum of ``(k + q)**-x`` over k = 0, 1, …; without it Riemann's function, for ``x < 1`` by continuation.
    out : cupy.ndarray, optional
        Where the result goes.

    Returns
    -------
    cupy.ndarray
        Of the shape of the first argument, or of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.zeta(2.0).round(6)), float(special.zeta(2.0, 2.0).round(6))
    (1.644934, 0.644934)
    """
    return _riemann(x, out=out) if q is None else _hurwitz(x, q, out=out)


def polygamma(n: ArrayLike, x: ArrayLike) -> ndarray:
    """The n-th derivative of `digamma`.

    Parameters
    ----------
    n : array_like
        Orders, integers >= 0.
    x : array_like
        Real numbers.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.polygamma(1, 1.0).round(6))
    1.644934
    """
    single = all(getattr(operand, "dtype", None) == "f" for operand in (n, x))
    return _polygamma(n, x, dtype="f" if single else "d")


special = family("beta.hpp")

beta = special("beta", "a b", "dd ff", "beta(in0, in1)", "Beta function, gamma(a) gamma(b) / gamma(a + b).",
               "2.0, 3.0", "0.083333")
betaln = special("betaln", "a b", "dd ff", "betaln(in0, in1)", "Logarithm of the magnitude of `beta`.", "2.0, 3.0",
                 "-2.484907")
binom = special("binom", "x y", "ff dd", "binom(in0, in1)", "Binomial coefficient of real numbers.", "5.0, 2.0", "10.0")
poch = special("poch", "z m", "ff dd", "poch(in0, in1)", "Pochhammer's symbol, gamma(z + m) / gamma(z).", "1.0, 4.0",
               "24.0")

special = family("gammainc.hpp")

gammainc = special("gammainc", "a x", "dd ff", "gammainc(in0, in1)", "Regularized lower incomplete gamma function.",
                   "2.0, 1.0", "0.264241")
gammaincc = special("gammaincc", "a x", "dd ff", "gammaincc(in0, in1)", "Regularized upper incomplete gamma function.",
                    "2.0, 1.0", "0.735759")
gammaincinv = special("gammaincinv", "a y", "dd ff", "gammaincinv(in0, in1, ENOUGH)", "Inverse of `gammainc` in x.",
                      "2.0, 0.5", "1.678347")
gammainccinv = special("gammainccinv", "a y", "dd ff", "gammainccinv(in0, in1, ENOUGH)", "Inverse of `gammaincc` in x.",
                       "2.0, 0.5", "1.678347")
chdtr = special("chdtr", "v x", "ff dd", "chdtr(in0, in1)",
                "Distribution function of chi-square with v degrees of freedom.", "2.0, 1.0", "0.393469")
chdtrc = special("chdtrc", "v x", "ff dd", "chdtrc(in0, in1)", "One minus `chdtr`.", "2.0, 1.0", "0.606531")
chdtri = special("chdtri", "v p", "ff dd", "chdtri(in0, in1, ENOUGH)",
                 "Inverse of `chdtrc` in x.", "2.0, 0.5", "1.386294")
chdtriv = special("chdtriv", "p x", "ff dd", "chdtriv(in0, in1, ENOUGH)",
                  "Inverse of `chdtr` in v.", "0.5, 1.0", "1.597148")
gdtr = special("gdtr", "a b x", "fff ddd", "gdtr(in0, in1, in2)",
               "Distribution function of the gamma distribution of rate a and shape b.", "1.0, 2.0, 1.0", "0.264241")
gdtrc = special("gdtrc", "a b x", "fff ddd", "gdtrc(in0, in1, in2)", "One minus `gdtr`.", "1.0, 2.0, 1.0", "0.735759")
gdtria = special("gdtria", "p b x", "fff ddd", "gdtria(in0, in1, in2, ENOUGH)",
                 "Inverse of `gdtr` in a.", "0.5, 2.0, 1.0", "1.678347")
gdtrib = special("gdtrib", "a p x", "fff ddd", "gdtrib(in0, in1, in2, ENOUGH)",
                 "Inverse of `gdtr` in b.", "1.0, 0.5, 1.0", "1.31425")
gdtrix = special("gdtrix", "a b p", "fff ddd", "gdtrix(in0, in1, in2, ENOUGH)",
                 "Inverse of `gdtr` in x.", "1.0, 2.0, 0.5", "1.678347")
pdtr = special("pdtr", "k m", "ff dd", "pdtr(in0, in1)", "Distribution function of Poisson's distribution of mean m.",
               "2.0, 1.0", "0.919699")
pdtrc = special("pdtrc", "k m", "ff dd", "pdtrc(in0, in1)", "One minus `pdtr`.", "2.0, 1.0", "0.080301")
pdtri = special("pdtri", "k y", "ld ff dd", "pdtri(in0, in1, ENOUGH)", "Inverse of `pdtr` in m.", "2, 0.5", "2.67406")
pdtrik = special("pdtrik", "p m", "ff dd", "pdtrik(in0, in1, ENOUGH)",
                 "Inverse of `pdtr` in k.", "0.5, 2.0", "1.323489")

special = family("betainc.hpp")

betainc = special("betainc", "a b x", "fff ddd", "betainc(in0, in1, in2, ENOUGH)",
                  "Regularized incomplete beta function.", "2.0, 3.0, 0.5", "0.6875")
betaincc = special("betaincc", "a b x", "fff ddd", "betaincc(in0, in1, in2, ENOUGH)", "One minus `betainc`.",
                   "2.0, 3.0, 0.5", "0.3125")
betaincinv = special("betaincinv", "a b y", "fff ddd", "betaincinv(in0, in1, in2, ENOUGH)",
                     "Inverse of `betainc` in x.", "2.0, 3.0, 0.5", "0.385728")
betainccinv = special("betainccinv", "a b y", "fff ddd", "betainccinv(in0, in1, in2, ENOUGH)",
                      "Inverse of `betaincc` in x.", "2.0, 3.0, 0.5", "0.385728")
btdtria = special("btdtria", "p b x", "fff ddd", "btdtria(in0, in1, in2, ENOUGH)", "Inverse of `betainc` in a.",
                  "0.5, 2.0, 0.5", "2.0")
btdtrib = special("btdtrib", "a p x", "fff ddd", "btdtrib(in0, in1, in2, ENOUGH)", "Inverse of `betainc` in b.",
                  "2.0, 0.5, 0.5", "2.0")


def btdtr(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> ndarray:
    """Distribution function of the beta distribution: `betainc`.

    Parameters
    ----------
    a, b : array_like
        Shapes, > 0.
    x : array_like
        Real numbers in [0, 1].

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.btdtr(2.0, 3.0, 0.5).round(6))
    0.6875
    """
    return betainc(a, b, x)


def btdtri(a: ArrayLike, b: ArrayLike, p: ArrayLike) -> ndarray:
    """Inverse of `btdtr` in x: `betaincinv`.

    Parameters
    ----------
    a, b : array_like
        Shapes, > 0.
    p : array_like
        Probabilities.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.btdtri(2.0, 3.0, 0.6875).round(6))
    0.5
    """
    return betaincinv(a, b, p)
