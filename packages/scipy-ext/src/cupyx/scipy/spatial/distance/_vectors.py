"""Distances of two vectors of numbers."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, SupportsIndex

import numpy

import cupy
from cupy import linalg
from cupy._ext import as_array

from cupyx.scipy import special
from cupyx.scipy.spatial.distance._arguments import inexact, product, total, vector, vectors, weights

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["braycurtis", "canberra", "chebyshev", "cityblock", "correlation", "cosine", "euclidean", "hamming",
           "hellinger", "jensenshannon", "kl_divergence", "mahalanobis", "minkowski", "seuclidean", "sqeuclidean"]


def minkowski(u: ArrayLike, v: ArrayLike, p: float = 2, w: ArrayLike | None = None) -> cupy.ndarray:
    """Minkowski distance, ``sum(w * abs(u - v) ** p) ** (1 / p)``.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    p : float, optional
        The power, above 0; infinity for the largest difference.
    w : (N,) array_like, optional
        Weights of the elements, not negative.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, `p` is not positive, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import minkowski
    >>> minkowski(cupy.array([1.0, 0.0, 0.0]), cupy.array([0.0, 1.0, 0.0]), 1)
    array(2.)
    """
    u, v = vectors(u, v)
    if p <= 0:
        raise ValueError("p must be greater than 0")
    apart = abs(inexact(u) - inexact(v))
    w = weights(w, u.shape[0])
    if p == numpy.inf:
        return (apart if w is None else cupy.where(w > 0, apart, 0)).max()
    if w is not None:
        apart = w ** (1 / p) * apart
    return linalg.norm(apart, p)


def euclidean(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Euclidean distance.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import euclidean
    >>> euclidean(cupy.array([3.0, 0.0]), cupy.array([0.0, 4.0]))
    array(5.)
    """
    return minkowski(u, v, 2, w)


def sqeuclidean(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Squared Euclidean distance.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import sqeuclidean
    >>> sqeuclidean(cupy.array([3.0, 0.0]), cupy.array([0.0, 4.0]))
    array(25.)
    """
    u, v = vectors(u, v)
    apart = inexact(u) - inexact(v)
    return total(apart * apart, weights(w, u.shape[0]))


def seuclidean(u: ArrayLike, v: ArrayLike, V: ArrayLike) -> cupy.ndarray:
    """Euclidean distance of elements over their standard deviations.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    V : (N,) array_like
        Variances.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    TypeError
        If there are not as many variances as elements.
    ValueError
        If the vectors do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import seuclidean
    >>> seuclidean(cupy.array([3.0, 0.0]), cupy.array([0.0, 8.0]), cupy.array([1.0, 4.0]))
    array(5.)
    """
    u, v = vectors(u, v)
    V = vector(V, "V")
    if V.shape != u.shape:
        raise TypeError("V must be a 1-D array of the same dimension as u and v.")
    return euclidean(u, v, 1 / inexact(V))


def cityblock(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Sum of absolute differences.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import cityblock
    >>> cityblock(cupy.array([1.0, 0.0, 0.0]), cupy.array([0.0, 1.0, 0.0]))
    array(2.)
    """
    u, v = vectors(u, v)
    return total(abs(u - v), weights(w, u.shape[0]))


def chebyshev(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Largest absolute difference.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative. Those of weight 0 do not count.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import chebyshev
    >>> chebyshev(cupy.array([3.0, 0.0]), cupy.array([0.0, 4.0]))
    array(4.)
    """
    u, v = vectors(u, v)
    apart, w = abs(u - v), weights(w, u.shape[0])
    return (apart if w is None else cupy.where(w > 0, apart, 0)).max()


def correlation(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None, centered: bool = True) -> cupy.ndarray:
    """One less the correlation of two vectors.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative.
    centered : bool, optional
        Whether means are taken away first.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    TypeError
        For complex vectors.
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import correlation
    >>> correlation(cupy.array([1.0, 2.0, 4.0]), cupy.array([4.0, 2.0, 1.0])).round(4)
    array(1.9286)
    """
    u, v = vectors(u, v)
    if "c" in (u.dtype.kind, v.dtype.kind):
        raise TypeError("`u` and `v` must be real.")
    u, v, w = inexact(u), inexact(v), weights(w, u.shape[0])
    w = None if w is None else w / w.sum()
    if centered:
        u, v = (x - (x.mean() if w is None else cupy.dot(x, w)) for x in (u, v))
    uv, uu, vv = product(u, v, w), product(u, u, w), product(v, v, w)
    return cupy.clip(1 - uv / cupy.sqrt(uu * vv), 0, 2)


def cosine(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """One less the cosine of the angle between two vectors.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import cosine
    >>> cosine(cupy.array([1.0, 0.0, 0.0]), cupy.array([0.0, 1.0, 0.0]))
    array(1.)
    """
    return correlation(u, v, w, centered=False)


def mahalanobis(u: ArrayLike, v: ArrayLike, VI: ArrayLike) -> cupy.ndarray:
    """Distance by the inverse of a covariance matrix, ``sqrt((u - v) @ VI @ (u - v))``.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    VI : (N, N) array_like
        Inverse of the covariance matrix.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the arrays do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import mahalanobis
    >>> mahalanobis(cupy.array([3.0, 0.0]), cupy.array([0.0, 4.0]), cupy.eye(2))
    array(5.)
    """
    u, v = vectors(u, v)
    apart = inexact(u) - inexact(v)
    return cupy.sqrt(cupy.dot(cupy.dot(apart, cupy.atleast_2d(as_array(VI, "VI"))), apart))


def braycurtis(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Bray-Curtis distance, ``sum(abs(u - v)) / sum(abs(u + v))``.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import braycurtis
    >>> braycurtis(cupy.array([1.0, 0.0, 0.0]), cupy.array([0.0, 1.0, 0.0]))
    array(1.)
    """
    u, v = vectors(u, v)
    w, u, v = weights(w, u.shape[0]), inexact(u), inexact(v)
    return total(abs(u - v), w) / total(abs(u + v), w)


def canberra(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Canberra distance, ``sum(abs(u - v) / (abs(u) + abs(v)))``, without elements that are both zero.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import canberra
    >>> canberra(cupy.array([1.0, 0.0, 0.0]), cupy.array([0.0, 1.0, 0.0]))
    array(2.)
    """
    u, v = vectors(u, v)
    w, u, v = weights(w, u.shape[0]), inexact(u), inexact(v)
    size = abs(u) + abs(v)
    quotients = abs(u - v) / cupy.where(size == 0, 1, size)
    return cupy.nansum(quotients if w is None else w * quotients)


def hamming(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Share of the elements that differ.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.
    w : (N,) array_like, optional
        Weights of the elements, not negative.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit, or a weight is negative.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import hamming
    >>> hamming(cupy.array([1, 0, 0, 1]), cupy.array([0, 0, 0, 1]))
    array(0.25)
    """
    u, v = vectors(u, v)
    w = weights(w, u.shape[0])
    differ = u != v
    return differ.mean() if w is None else cupy.dot(differ.astype("d"), w) / w.sum()


def jensenshannon(p: ArrayLike, q: ArrayLike, base: float | None = None, *, axis: SupportsIndex = 0,
                  keepdims: bool = False) -> cupy.ndarray:
    """Jensen-Shannon distance of distributions: the root of their divergence from their mean.

    Parameters
    ----------
    p, q : array_like
        Probabilities, which are scaled to the sum one.
    base : float, optional
        Base of the logarithm; e if not given.
    axis : int, optional
        The axis of each distribution.
    keepdims : bool, optional
        Keep the axis, with length one.

    Returns
    -------
    ndarray
        One for each pair of distributions; 0-d for a single one.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import jensenshannon
    >>> jensenshannon(cupy.array([1.0, 0.0, 0.0]), cupy.array([0.0, 1.0, 0.0]), 2.0).round(9)
    array(1.)
    """
    p, q = inexact(as_array(p, "p")), inexact(as_array(q, "q"))
    p = p / p.sum(axis=axis, keepdims=True)
    q = q / q.sum(axis=axis, keepdims=True)
    mean = (p + q) / 2
    result = (special.rel_entr(p, mean) + special.rel_entr(q, mean)).sum(axis=axis, keepdims=keepdims)
    if base is not None:
        result = result / math.log(base)
    return cupy.sqrt(cupy.maximum(result, 0) / 2)


def kl_divergence(u: ArrayLike, v: ArrayLike) -> cupy.ndarray:
    """Kullback-Leibler divergence, ``sum(u * log(u / v))``.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import kl_divergence
    >>> kl_divergence(cupy.array([0.5, 0.5]), cupy.array([0.25, 0.75])).round(4)
    array(0.1438)
    """
    u, v = vectors(u, v)
    return special.rel_entr(inexact(u), inexact(v)).sum()


def hellinger(u: ArrayLike, v: ArrayLike) -> cupy.ndarray:
    """Hellinger distance of distributions, ``sqrt(sum((sqrt(u) - sqrt(v)) ** 2) / 2)``.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors.

    Returns
    -------
    0-d ndarray
        The distance, on the device.

    Raises
    ------
    ValueError
        If the vectors do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import hellinger
    >>> hellinger(cupy.array([1.0, 0.0, 0.0]), cupy.array([0.0, 1.0, 0.0])).round(9)
    array(1.)
    """
    u, v = vectors(u, v)
    apart = cupy.sqrt(inexact(u)) - cupy.sqrt(inexact(v))
    return linalg.norm(apart) / math.sqrt(2)
