"""Dissimilarities of two vectors of truth values."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy

from cupyx.scipy.spatial.distance._arguments import product, total, vectors, weights

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"]

_LEAST = numpy.nextafter(0.0, 1.0)      # the least positive number: a divisor where nothing is divided


def counts(u: Any, v: Any, w: Any) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray, cupy.ndarray]:
    """How many pairs are (true, true), (true, false), (false, true) and (false, false), weighted."""
    u, v = vectors(u, v)
    if w is None and u.dtype == v.dtype == bool:
        tt, of_u, of_v = (x.sum(dtype="d") for x in (u & v, u, v))
        return tt, of_u - tt, of_v - tt, u.size - of_u - of_v + tt
    w = weights(w, u.shape[0])
    u, v = u.astype("d", copy=False), v.astype("d", copy=False)
    not_u, not_v = 1 - u, 1 - v
    return product(u, v, w), product(u, not_v, w), product(not_u, v, w), product(not_u, not_v, w)


def dice(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Dice dissimilarity, ``(tf + ft) / (2 tt + tf + ft)`` of the counts of pairs.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors: truth values, or numbers that stand for them.
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
    >>> from cupyx.scipy.spatial.distance import dice
    >>> dice(cupy.array([True, False, True]), cupy.array([True, True, False])).round(4)
    array(0.5)
    """
    tt, tf, ft, _ = counts(u, v, w)
    return (tf + ft) / (2 * tt + tf + ft)


def jaccard(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Jaccard dissimilarity: the share of elements that differ among those that are not both false.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors: truth values, or numbers that stand for them.
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
    >>> from cupyx.scipy.spatial.distance import jaccard
    >>> jaccard(cupy.array([True, False, True]), cupy.array([True, True, False])).round(4)
    array(0.6667)
    """
    u, v = vectors(u, v)
    w = weights(w, u.shape[0])
    u, v = (x if x.dtype == bool else x != 0 for x in (u, v))
    differ, used = (x.sum(dtype="d") if w is None else total(x.astype("d"), w) for x in (u ^ v, u | v))
    return differ / cupy.maximum(used, _LEAST)


def rogerstanimoto(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Rogers-Tanimoto dissimilarity, ``R / (tt + ff + R)`` with ``R = 2 (tf + ft)``.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors: truth values, or numbers that stand for them.
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
    >>> from cupyx.scipy.spatial.distance import rogerstanimoto
    >>> rogerstanimoto(cupy.array([True, False, True]), cupy.array([True, True, False])).round(4)
    array(0.8)
    """
    tt, tf, ft, ff = counts(u, v, w)
    return 2 * (tf + ft) / (tt + ff + 2 * (tf + ft))


def russellrao(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Russell-Rao dissimilarity: the share of elements that are not both true.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors: truth values, or numbers that stand for them.
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
    >>> from cupyx.scipy.spatial.distance import russellrao
    >>> russellrao(cupy.array([True, False, True]), cupy.array([True, True, False])).round(4)
    array(0.6667)
    """
    u, v = vectors(u, v)
    w = weights(w, u.shape[0])
    whole = u.size if w is None else w.sum()
    tt = total(u & v if u.dtype == v.dtype == bool else u.astype("d", copy=False) * v, w)
    return (whole - tt) / whole


def sokalsneath(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Sokal-Sneath dissimilarity, ``R / (tt + R)`` with ``R = 2 (tf + ft)``.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors: truth values, or numbers that stand for them.
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

    Notes
    -----
    NaN for vectors that are all false, where SciPy raises ValueError: to know would need a wait for the device.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import sokalsneath
    >>> sokalsneath(cupy.array([True, False, True]), cupy.array([True, True, False])).round(4)
    array(0.8)
    """
    tt, tf, ft, _ = counts(u, v, w)
    return 2 * (tf + ft) / (tt + 2 * (tf + ft))


def yule(u: ArrayLike, v: ArrayLike, w: ArrayLike | None = None) -> cupy.ndarray:
    """Yule dissimilarity, ``R / (tt ff + R / 2)`` with ``R = 2 tf ft``.

    Parameters
    ----------
    u, v : (N,) array_like
        The vectors: truth values, or numbers that stand for them.
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
    >>> from cupyx.scipy.spatial.distance import yule
    >>> yule(cupy.array([True, False, True]), cupy.array([True, True, False])).round(4)
    array(2.)
    """
    tt, tf, ft, ff = counts(u, v, w)
    half = tf * ft
    return cupy.where(half == 0, 0.0, 2 * half / (tt * ff + half))
