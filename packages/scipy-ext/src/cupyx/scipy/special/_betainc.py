"""Incomplete beta functions and their inverses."""
from cupyx.scipy.special._common import family

__all__ = [
    "betainc", "betaincc", "betainccinv", "betaincinv", "btdtr", "btdtri", "btdtria", "btdtrib",
]

special = family("betainc.hpp")

betainc = special("betainc", "a b x", "fff ddd", "betainc(in0, in1, in2)", "Regularized incomplete beta function.",
                  "2.0, 3.0, 0.5", "0.6875")
betaincc = special("betaincc", "a b x", "fff ddd", "betaincc(in0, in1, in2)", "One minus `betainc`.", "2.0, 3.0, 0.5",
                   "0.3125")
betaincinv = special("betaincinv", "a b y", "fff ddd", "betaincinv(in0, in1, in2)", "Inverse of `betainc` in x.",
                     "2.0, 3.0, 0.5", "0.385728")
betainccinv = special("betainccinv", "a b y", "fff ddd", "betainccinv(in0, in1, in2)", "Inverse of `betaincc` in x.",
                      "2.0, 3.0, 0.5", "0.385728")
btdtria = special("btdtria", "p b x", "fff ddd", "btdtria(in0, in1, in2)", "Inverse of `betainc` in a.",
                  "0.5, 2.0, 0.5", "2.0")
btdtrib = special("btdtrib", "a p x", "fff ddd", "btdtrib(in0, in1, in2)", "Inverse of `betainc` in b.",
                  "2.0, 0.5, 0.5", "2.0")


def btdtr(a, b, x):
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


def btdtri(a, b, p):
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
