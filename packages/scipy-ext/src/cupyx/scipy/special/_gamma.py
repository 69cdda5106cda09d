"""The gamma function and its relatives, zeta functions."""
from cupyx.scipy.special._common import family

__all__ = [
    "digamma", "gamma", "gammaln", "gammasgn", "loggamma", "polygamma", "psi", "rgamma", "zeta", "zetac",
]

special = family("zeta.hpp", separate=False)

gamma = special("gamma", "z", "ff dd FF DD", "gamma(in0)", "Gamma function.", "5.0", "24.0")
gammaln = special("gammaln", "x", "ff dd", "gammaln(in0)", "Logarithm of the magnitude of the gamma function.", "5.0",
                  "3.178054")
loggamma = special("loggamma", "z", "ff dd FF DD", "loggamma(in0)",
                   "Principal branch of the logarithm of the gamma function; NaN of a negative real number.", "1 + 2j",
                   "(-1.876079+0.129646j)")
gammasgn = special("gammasgn", "x", "ff dd", "gammasgn(in0)", "Sign of the gamma function.", "-0.5", "-1.0")
rgamma = special("rgamma", "z", "ff dd FF DD", "rgamma(in0)", "One divided by the gamma function; 0 at its poles.",
                 "3.0", "0.5")
digamma = special("digamma", "z", "ff dd FF DD", "digamma(in0)", "Derivative of the logarithm of the gamma function.",
                  "1.0", "-0.577216")
psi = digamma
zetac = special("zetac", "x", "ff dd", "zetac(in0)", "Riemann's zeta function minus one.", "2.0", "0.644934")
_hurwitz = special("hurwitz_zeta", "x q", "ff dd", "hurwitz_zeta(in0, in1)", "Zeta function of Hurwitz.",
                   "2.0, 1.0", "1.644934")
_riemann = special("riemann_zeta", "x", "ff dd FF DD", "riemann_zeta(in0)", "Zeta function of Riemann.", "2.0",
                   "1.644934")
_polygamma = special("polygamma", "n x", "ff dd", "polygamma(in0, in1)", "Derivatives of `digamma`.", "1, 1.0",
                     "1.644934")


def zeta(x, q=None, out=None):
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


def polygamma(n, x):
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
    return _polygamma(n, x)
