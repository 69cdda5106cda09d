"""Dissimilarities of two vectors of truth values."""
from __future__ import annotations

from typing import TYPE_CHECKING

import cupy

from cupyx.scipy.spatial.distance._arguments import total, vectors, weights

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"]


def counts(u, v, w) -> tuple[cupy.ndarray, ...]:
    """How many pairs are (true, true), (true, false), (false, true) and (false, false), weighted."""
    u, v = vectors(u, v)
    w = weights(w, u.shape[0])
    u, v = u.astype("d"), v.astype("d")
    return tuple(total(x, w) for x in (u * v, u * (1 - v), (1 - u) * v, (1 - u) * (1 - v)))


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
    u, v = u != 0, v != 0
    differ, used = (total(x.astype("d"), w) for x in (u ^ v, u | v))
    return cupy.where(used == 0, 0, differ / cupy.where(used == 0, 1, used))


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
    tt, tf, ft, ff = counts(u, v, w)
    whole = tt + tf + ft + ff
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
    return cupy.where(half == 0, 0, 2 * half / cupy.where(half == 0, 1, tt * ff + half))
