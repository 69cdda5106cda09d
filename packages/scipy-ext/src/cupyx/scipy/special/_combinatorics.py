"""Combinations, permutations, factorials, and what is made of logarithms of gamma functions."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import cupy
from cupyx.scipy.special._through_scipy import ThroughSciPy

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["comb", "factorial", "factorial2", "factorialk", "multigammaln", "perm", "sinc", "stirling2"]

factorial2 = ThroughSciPy("factorial2")
factorialk = ThroughSciPy("factorialk")
stirling2 = ThroughSciPy("stirling2")


def comb(N: Any, k: Any, *, exact: bool = False, repetition: bool = False) -> cupy.ndarray | int:
    """The number of combinations of N things taken k at a time.

    Parameters
    ----------
    N, k : int or array_like
        How many things there are, and how many are taken; results are 0 where ``k > N`` or one is negative,
        without `repetition`.
    exact : bool, default False
        Give an exact integer; `N` and `k` are integers of Python then.
    repetition : bool, default False
        Things may be taken more than once.

    Returns
    -------
    cupy.ndarray or int
        An int with `exact`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import special
    >>> special.comb(cupy.array([5, 6]), 2)
    array([10., 15.])
    """
    from cupyx.scipy.special._gamma import binom

    if repetition and exact:
        return 1 if k == 0 and N == int(N) and N >= 0 else comb(N + k - 1, k, exact=True)
    if exact:
        return _exact("comb", N, k)
    if repetition:      # of nothing in one way, by `binom` in none
        N, k = cupy.asarray(N), cupy.asarray(k)
        return cupy.where((k == 0) & (N >= 0), 1.0, binom(N + k - 1, k))
    N, k = cupy.asarray(N), cupy.asarray(k)
    return cupy.where((k <= N) & (N >= 0) & (k >= 0), binom(N, k), 0.0)


def perm(N: Int | ArrayLike, k: Int | ArrayLike, exact: bool = False) -> cupy.ndarray | int:
    """The number of ordered choices of k of N things.

    Parameters
    ----------
    N, k : int or array_like
        How many things there are, and how many are taken.
    exact : bool, default False
        Give an exact integer.

    Returns
    -------
    cupy.ndarray or int
        An int with `exact`.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.perm(5, 2))
    20.0
    """
    if exact:
        return _exact("perm", N, k)
    from cupyx.scipy.special._gamma import poch

    N, k = cupy.asarray(N), cupy.asarray(k)
    return cupy.where((k <= N) & (N >= 0) & (k >= 0), poch(N - k + 1, k), 0.0)


def _exact(name: str, N: Int | ArrayLike, k: Int | ArrayLike) -> int:
    if isinstance(N, cupy.ndarray) or isinstance(k, cupy.ndarray):
        raise ValueError(f"exact {name} is of integers: an array on a device has no room for long ones")
    return getattr(__import__("scipy.special").special, name)(N, k, exact=True)


def factorial(n: SupportsIndex | ArrayLike, exact: bool = False,
              extend: Literal["zero", "complex"] = "zero") -> cupy.ndarray | float | tuple[cupy.ndarray, ...]:
    """Factorials.

    Parameters
    ----------
    n : int or array_like
        Whole or real numbers; complex ones with ``extend="complex"``.
    exact : bool, default False
        Exact integers, by SciPy on the host.
    extend : {"zero", "complex"}, default "zero"
        Of negative numbers: 0, or the continuation by the gamma function.

    Returns
    -------
    cupy.ndarray or int
        An int with `exact`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy import special
    >>> special.factorial(cupy.array([3.0, 4.0]))
    array([ 6., 24.])
    """
    if exact or not isinstance(n, cupy.ndarray) or extend != "zero" or n.dtype.kind not in "iuf":
        return ThroughSciPy("factorial")(n, exact=exact, extend=extend)
    from cupyx.scipy.special._gamma import gamma

    values = n.astype("d", copy=False)
    return cupy.where(values < 0, 0, gamma(values + 1))


def multigammaln(a: ArrayLike, d: Int) -> cupy.ndarray:
    """Logarithm of the multivariate gamma function of dimension d.

    Parameters
    ----------
    a : array_like
        Real numbers > (d - 1) / 2.
    d : int
        The dimension.

    Returns
    -------
    cupy.ndarray
        Of the shape of the first argument, or of the arguments' broadcast shape.

    Raises
    ------
    ValueError
        If `d` is no positive integer, or an element of `a` is too small.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.multigammaln(3.0, 2).round(6))
    1.550195
    """
    from cupyx.scipy.special._gamma import gammaln

    a = cupy.asarray(a)
    if cupy.asarray(d).ndim or math.floor(d) != d or d < 1:
        raise ValueError("d should be a positive integer (dimension)")
    d = int(d)
    if cupy.any(a <= 0.5 * (d - 1)):
        raise ValueError(f"condition a ({float(a.min()):f}) > 0.5 * (d-1) ({0.5 * (d - 1):f}) not met")
    steps = (1.0 - cupy.arange(1, d + 1)) / 2
    return gammaln(a[..., None] + steps).sum(axis=-1) + d * (d - 1) * 0.25 * math.log(math.pi)


def sinc(x: ArrayLike) -> cupy.ndarray:
    """Normalized sinc, ``sin(pi x) / (pi x)``.

    Parameters
    ----------
    x : array_like
        Real numbers.

    Returns
    -------
    cupy.ndarray
        Of the shape of the first argument, or of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.sinc(0.5).round(6))
    0.63662
    """
    return cupy.sinc(cupy.asarray(x))
