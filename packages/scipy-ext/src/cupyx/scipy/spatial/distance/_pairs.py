"""Distances of all pairs of rows."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

import cupy
from cupy import linalg
from cupy._ext import Kernel, OfFew, as_array, multiprocessors, serial_blocks

from cupyx.scipy._host import few_by_scipy, of_scipy
from cupyx.scipy.spatial import _kernels
from cupyx.scipy.spatial.distance._arguments import real_dtype, rows, weights
from cupyx.scipy.spatial.distance._condensed import condensed

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["cdist", "pdist"]

_pairs = Kernel("pairs.hpp", _kernels, "Pairs", packed=("f", "d"))
_pairs_wide = Kernel("pairs_wide.hpp", _kernels, "Pairs", packed=("f",))
_pairs_of_bits = Kernel("pairs_of_bits.hpp", _kernels, "PairsOfBits", packed=("f", "d"))
_WIDE = ("kSumOfSquares", "kSumOfDifferences")     # of pairs_wide.hpp
_CONSTANTS = _pairs.constants
_MANY = 1 << 22     # pairs from which on wide tiles fill a GPU

_ALIASES = {
    "braycurtis": (), "canberra": (), "chebyshev": ("chebychev", "cheby", "cheb", "ch", "linf"),
    "cityblock": ("cblock", "cb", "c", "manhattan", "l1"), "correlation": ("co",), "cosine": ("cos",), "dice": (),
    "euclidean": ("euclid", "eu", "e", "l2"), "hamming": ("matching", "hamm", "ha", "h"), "hellinger": (),
    "jaccard": ("jacc", "ja", "j"), "jensenshannon": ("js",), "kl_divergence": ("kldivergence",),
    "mahalanobis": ("mahal", "mah"), "minkowski": ("mi", "m", "pnorm", "lp"), "rogerstanimoto": (), "russellrao": (),
    "seuclidean": ("se", "s"), "sokalsneath": (), "sqeuclidean": ("sqe", "sqeuclid"), "yule": ()}
_NAMES = {alias: name for name, aliases in _ALIASES.items() for alias in (name, *aliases)}

#: Arguments of metrics beside `w`; those that take no weights.
_MORE = {"minkowski": ("p",), "seuclidean": ("V",), "mahalanobis": ("VI",), "jensenshannon": ("base",)}
_UNWEIGHTED = ("mahalanobis", "jensenshannon", "hellinger", "kl_divergence", "seuclidean")

#: Metrics of which SciPy takes less time than the several launches of ours for matrices of so many elements.
_STEPS = frozenset(("correlation", "cosine", "jensenshannon", "mahalanobis", "yule"))


def _few(name: str, metric: str, most: int) -> OfFew:
    """SciPy's distances of few elements in the host's memory; where NaN is among these, it has other largest ones."""
    def distances(*rows: Any) -> Any:
        found = of_scipy(f"spatial.distance.{name}")(*rows)
        if math.isnan(found.sum()):
            raise ArithmeticError("a root of what rounding left below zero")
        return found
    theirs = distances if metric == "jensenshannon" else f"spatial.distance.{name}"
    return few_by_scipy(theirs, types="d?", most=most, finite=metric == "chebyshev")


_BY_SCIPY = {metric: _few("cdist", metric, 2048 if metric in _STEPS else 256)
             for metric in _ALIASES if metric not in ("hellinger", "kl_divergence")}
_IN_PAIRS_BY_SCIPY = {metric: _few("pdist", metric, 1024) for metric in _STEPS}


class _Sum(NamedTuple):
    """How the kernel computes a metric."""

    metric: str
    root: bool = False
    power: float = 2.0
    scale: float = 1.0


_SUMS = {"braycurtis": _Sum("kBrayCurtis"), "canberra": _Sum("kCanberra"), "chebyshev": _Sum("kLargest"),
         "cityblock": _Sum("kSumOfDifferences"), "euclidean": _Sum("kSumOfSquares", root=True),
         "sqeuclidean": _Sum("kSumOfSquares"), "kl_divergence": _Sum("kDivergence"),
         "hellinger": _Sum("kHellinger", root=True, scale=0.5)}


def cdist(XA: ArrayLike, XB: ArrayLike, metric: str | Callable[..., Any] = "euclidean", *,
          out: cupy.ndarray | None = None, **kwargs: Any) -> cupy.ndarray:
    """Distances of each row of one matrix to each row of another.

    Parameters
    ----------
    XA : (M, N) array_like
        Rows of the result.
    XB : (K, N) array_like
        Its columns.
    metric : str or callable, optional
        A metric of this module by name, or a function of two rows, which is called for each pair.
    out : (M, K) ndarray, optional
        Where the distances go.
    **kwargs
        Of the metric: `w` weights, `p` power of 'minkowski', `V` variances of 'seuclidean', `VI` inverse covariance of
        'mahalanobis', `base` of 'jensenshannon'.

    Returns
    -------
    (M, K) ndarray
        float64; differs from SciPy in that it is float32 where both matrices are, unless `out` is float64.

    Raises
    ------
    ValueError
        If shapes do not fit, a weight is negative, or the metric is unknown.
    TypeError
        If `metric` is neither a name nor a function, or does not take an argument.

    Notes
    -----
    Differences are formed before they are squared, so that near rows have exact distances. Dissimilarities of truth
    values, cosines and correlations follow from one product of matrices.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import cdist
    >>> cdist(cupy.array([[0.0, 0.0], [3.0, 0.0]]), cupy.array([[0.0, 4.0]]))
    array([[4.],
           [5.]])
    """
    if isinstance(metric, str) and metric in _BY_SCIPY and out is None and not kwargs:
        found = _BY_SCIPY[metric]((XA, XB, metric))
        if found is not NotImplemented:
            return found
    message = "{name} must be a 2-dimensional array."
    a, b = (_as_exact_as(out, rows(x, name, message)) for x, name in ((XA, "XA"), (XB, "XB")))
    if a.shape[1] != b.shape[1]:
        raise ValueError("XA and XB must have the same number of columns (i.e. feature dimension.)")
    metric = _by_name(metric)
    if callable(metric):
        found = _each(metric, [(x, y) for x in a for y in b], kwargs).reshape(len(a), len(b))
    else:
        found = _named(metric, a, b, kwargs, False)
    return _into(out, found)


def pdist(X: ArrayLike, metric: str | Callable[..., Any] = "euclidean", *, out: cupy.ndarray | None = None,
          **kwargs: Any) -> cupy.ndarray:
    """Distances of all pairs of different rows.

    Parameters
    ----------
    X : (M, N) array_like
        The rows.
    metric : str or callable, optional
        As for `cdist`.
    out : (M * (M - 1) / 2,) ndarray, optional
        Where the distances go.
    **kwargs
        Of the metric, as for `cdist`.

    Returns
    -------
    (M * (M - 1) / 2,) ndarray
        Of rows 0 and 1, 0 and 2, and so on: `squareform` makes a matrix of them.

    Raises
    ------
    ValueError
        If `X` has not two axes, a weight is negative, or the metric is unknown.
    TypeError
        If `metric` is neither a name nor a function, or does not take an argument.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import pdist
    >>> pdist(cupy.array([[0.0], [1.0], [3.0]]))
    array([1., 3., 2.])
    """
    if isinstance(metric, str) and metric in _IN_PAIRS_BY_SCIPY and out is None and not kwargs:
        found = _IN_PAIRS_BY_SCIPY[metric]((X, metric))
        if found is not NotImplemented:
            return found
    x = _as_exact_as(out, rows(X, "X", "A 2-dimensional array must be passed. (Shape was {shape})."))
    metric = _by_name(metric)
    if callable(metric):
        found = _each(metric, [(x[i], x[j]) for i in range(len(x)) for j in range(i + 1, len(x))], kwargs)
    else:
        found = _named(metric, x, x, kwargs, True)
    return _into(out, found)


def _by_name(metric: Callable[..., Any] | str) -> Callable[..., Any] | str:
    """The name of a function of ours that stands for it; other metrics as they are."""
    if isinstance(metric, str):
        return metric
    from cupyx.scipy.spatial import distance

    name = getattr(metric, "__name__", None)
    return name if name in _ALIASES and getattr(distance, name) is metric else metric


def _as_exact_as(out: cupy.ndarray | None, x: cupy.ndarray) -> cupy.ndarray:
    """Rows in double precision, where the distances are wanted in it."""
    return x.astype("d", copy=False) if getattr(out, "dtype", None) == "d" else x


def _into(out: cupy.ndarray | None, found: cupy.ndarray) -> cupy.ndarray:
    if out is None:
        return found
    if not isinstance(out, cupy.ndarray):
        raise TypeError("out must be an array of the device")
    if out.shape != found.shape:
        raise ValueError("Output array has incorrect shape.")
    if out.dtype != found.dtype:
        raise ValueError(f"Output array must be {found.dtype} type.")
    if not out.flags.c_contiguous:
        raise ValueError("Output array must be C-contiguous.")
    out[...] = found
    return out


def _each(metric: Callable[..., Any], pairs: list[tuple[cupy.ndarray, cupy.ndarray]],
          kwargs: dict[Any, Any]) -> cupy.ndarray:
    return cupy.stack([cupy.asarray(metric(x, y, **kwargs), "d") for x, y in pairs]) if pairs else cupy.empty(0)


def _named(metric: str, a: cupy.ndarray, b: cupy.ndarray, kwargs: dict[str, cupy.ndarray],
           in_pairs: bool) -> cupy.ndarray:
    if not isinstance(metric, str):
        raise TypeError("2nd argument metric must be a string identifier or a function.")
    name = metric.lower().removeprefix("test_")
    if name not in _NAMES:
        raise ValueError(f"Unknown Distance Metric: {metric.lower()}")
    name = _NAMES[name]
    for key in kwargs:
        if key not in _MORE.get(name, ()) and (key != "w" or name in _UNWEIGHTED):
            raise TypeError(f"the metric {name} takes no argument '{key}'")
    w = weights(kwargs.get("w"), a.shape[1])
    if name in _OF_COUNTS:
        return _of_counts(name, a, b, w, in_pairs)
    dtype = real_dtype(a, b)
    a, b = a.astype(dtype, copy=False), b.astype(dtype, copy=False)
    if name in ("cosine", "correlation"):
        return _of_angles(a, b, w, name == "correlation", in_pairs)
    return _of_sums(name, a, b, w, kwargs, in_pairs)


def _of_sums(name: str, a: cupy.ndarray, b: cupy.ndarray, w: cupy.ndarray | None,
             kwargs: dict[str, cupy.ndarray | int] | dict[str, cupy.ndarray], in_pairs: bool) -> cupy.ndarray:
    how = _SUMS.get(name)
    if name == "minkowski":
        how = _minkowski(kwargs.get("p", 2.0))
    elif name == "hamming":
        whole = a.shape[1] if w is None else float(w.sum())
        how = _Sum("kUnequal", scale=1 / whole if whole else math.nan)
    elif name == "seuclidean":
        how, w = _SUMS["euclidean"], 1 / _variances(kwargs.get("V"), a, b, in_pairs)
    elif name == "mahalanobis":
        how, (a, b, w) = _SUMS["euclidean"], _decorrelated(kwargs.get("VI"), a, b, in_pairs)
    elif name == "jensenshannon":
        base = kwargs.get("base")
        how = _Sum("kJensenShannon", root=True, scale=0.5 / (1 if base is None else math.log(base)))
        a, b = _shares(a), _shares(b)
    return _launch(how, a, b, w, in_pairs)


def _shares(x: cupy.ndarray) -> cupy.ndarray:
    """Rows over their sums; -1 in those that are no distributions."""
    total = x.sum(axis=1, keepdims=True)
    return cupy.where((x < 0).any(axis=1, keepdims=True) | (total == 0), x.dtype.type(-1), x / total)


def _minkowski(p: Any) -> _Sum:
    if p <= 0:
        raise ValueError("p must be greater than 0")
    name = {1: "cityblock", 2: "euclidean", numpy.inf: "chebyshev"}.get(p)
    return _SUMS[name] if name else _Sum("kPowers", power=float(p))


def _observations(a: cupy.ndarray, b: cupy.ndarray, in_pairs: bool) -> cupy.ndarray:
    return (a if in_pairs else cupy.concatenate((a, b))).astype("d", copy=False)


def _variances(V: Any, a: cupy.ndarray, b: cupy.ndarray, in_pairs: bool) -> cupy.ndarray:
    if V is None:
        return cupy.var(_observations(a, b, in_pairs), axis=0, ddof=1)
    V = as_array(V, "V").astype("d", copy=False)
    if V.ndim != 1:
        raise ValueError("Variance vector V must be one-dimensional.")
    if V.shape[0] != a.shape[1]:
        raise ValueError("Variance vector V must be of the same dimension as the vectors on which the distances are "
                         "computed.")
    return V


def _decorrelated(VI: Any, a: cupy.ndarray, b: cupy.ndarray, in_pairs: bool) -> Any:
    """Rows and weights whose squared distances are the quadratic form of `VI`."""
    if VI is None:
        x = _observations(a, b, in_pairs)
        if x.shape[0] <= x.shape[1]:
            raise ValueError(f"The number of observations ({x.shape[0]}) is too small; the covariance matrix is "
                             f"singular. For observations with {x.shape[1]} dimensions, at least {x.shape[1] + 1} "
                             "observations are required.")
        VI = linalg.inv(cupy.atleast_2d(cupy.cov(x.T)))
    VI = as_array(VI, "VI").astype("d", copy=False)
    values, vectors = linalg.eigh((VI + VI.T) / 2)
    turned = [(x.astype("d", copy=False) @ vectors).astype(x.dtype, copy=False) for x in (a, b)]
    return (*turned, values)


def _launch(how: Any, a: cupy.ndarray, b: cupy.ndarray, w: cupy.ndarray | None, in_pairs: bool,
            whole: float = 0.0) -> cupy.ndarray:
    m, k, length = a.shape[0], b.shape[0], a.shape[1]
    out = cupy.empty(m * (m - 1) // 2 if in_pairs else (m, k), a.dtype)
    if not out.size:
        return out
    kernel, constants, side = _pairs, _CONSTANTS, _CONSTANTS["kPairsSide"]
    if serial_blocks():
        blocks = max(1, min(m * k * length // 50_000, 8 * multiprocessors()))
    else:
        if a.dtype.char == "f" and w is None and how.metric in _WIDE and m * k >= _MANY:
            kernel, side = _pairs_wide, constants["kPairsWideSide"]
        blocks = -(-m // side) * -(-k // side)
    kernel(a.dtype.char, blocks=blocks, a=a.astype(a.dtype, "C", copy=False), b=b.astype(a.dtype, "C", copy=False),
           weights=None if w is None else w.astype(a.dtype, "C", copy=False), out=out, rows=m, columns=k,
           length=length, power=how.power, scale=how.scale, metric=constants[how.metric], root=how.root,
           condensed=in_pairs, whole=whole)
    return out


def _is_short(rows: cupy.ndarray) -> bool:
    """Whether the kernel makes sums of products, in one pass; else products of matrices, and passes over the result."""
    return serial_blocks() and rows.shape[1] <= _CONSTANTS["kPairsHostSteps"]


def _of_angles(a: cupy.ndarray, b: cupy.ndarray, w: cupy.ndarray | None, centered: bool,
               in_pairs: bool) -> cupy.ndarray:
    if w is not None:
        w = (w / w.sum()).astype(a.dtype)
    if centered:
        a, b = (x - (x.mean(axis=1) if w is None else x @ w)[:, None] for x in (a, b))
    a, b = (x / cupy.sqrt((x * x).sum(axis=1) if w is None else (x * x) @ w)[:, None] for x in (a, b))
    if _is_short(a):
        return _launch(_Sum("kAngle"), a, b, w, in_pairs)
    found = (a if w is None else a * w) @ b.T
    if in_pairs:
        found = condensed(found)
    cupy.subtract(1, found, out=found)
    return cupy.clip(found, 0, 2, out=found)


def _safe(number: cupy.ndarray, by: cupy.ndarray) -> cupy.ndarray:
    """A quotient, 0 where the divisor is."""
    return cupy.where(by == 0, 0, number / cupy.where(by == 0, 1, by))


#: Dissimilarities of truth values, of the numbers of pairs that are (true, true) and unequal one way and the other.
_OF_COUNTS = {
    "dice": lambda tt, tf, ft, whole: (tf + ft) / (2 * tt + tf + ft),
    "jaccard": lambda tt, tf, ft, whole: _safe(tf + ft, tt + tf + ft),
    "rogerstanimoto": lambda tt, tf, ft, whole: 2 * (tf + ft) / (whole + tf + ft),
    "russellrao": lambda tt, tf, ft, whole: (whole - tt) / whole,
    "sokalsneath": lambda tt, tf, ft, whole: 2 * (tf + ft) / (tt + 2 * (tf + ft)),
    "yule": lambda tt, tf, ft, whole: _safe(2 * tf * ft, tt * (whole - tt - tf - ft) + tf * ft)}

#: What the kernel ends with, of Yule's without weights.
_COUNTS = {"dice": "kDice", "jaccard": "kJaccard", "rogerstanimoto": "kRogersTanimoto", "russellrao": "kRussellRao",
           "sokalsneath": "kSokalSneath", "yule": "kYule"}


def _words(x: cupy.ndarray) -> cupy.ndarray:
    """Truth values, 32 of them a word, words of all rows beside each other: ``(words, rows)``, filled up with rows."""
    bits, side = cupy.packbits(x, axis=1), _pairs_of_bits.constants["kBitsSide"]
    whole = cupy.zeros((-(-x.shape[0] // side) * side, -(-bits.shape[1] // 4) * 4), "B")
    whole[:x.shape[0], :bits.shape[1]] = bits
    return cupy.ascontiguousarray(whole.view("I").T)


def _of_bits(name: str, a: cupy.ndarray, b: cupy.ndarray, dtype: numpy.dtype[Any], in_pairs: bool) -> cupy.ndarray:
    u, v = (x.astype(bool, copy=False) for x in (a, b))
    (m, length), k, side = a.shape, b.shape[0], _pairs_of_bits.constants["kBitsSide"]
    out = cupy.empty(m * (m - 1) // 2 if in_pairs else (m, k), dtype)
    if out.size:
        words = [_words(x) for x in ((u,) if in_pairs else (u, v))]
        ones = [x.sum(axis=1, dtype="i") for x in ((u,) if in_pairs else (u, v))]
        _pairs_of_bits.map(dtype.char, -(-m // side) * -(-k // side), work=side * side * (length // 32 + 8), a=words[0],
                           b=words[-1], ones_a=ones[0], ones_b=ones[-1], out=out, rows=m, columns=k,
                           words=words[0].shape[0], length=length, metric=_CONSTANTS[_COUNTS[name]], condensed=in_pairs)
    return out


def _of_counts(name: str, a: cupy.ndarray, b: cupy.ndarray, w: cupy.ndarray | None, in_pairs: bool) -> cupy.ndarray:
    dtype = real_dtype(a, b)
    short = _is_short(a)
    if w is None and not short and (name != "dice" or a.dtype == b.dtype == bool):
        return _of_bits(name, a, b, dtype, in_pairs)
    counted = dtype if w is None else "d"
    if name == "dice":      # SciPy multiplies numbers here, and only here
        u, v = a.astype("d"), b.astype("d")
    else:
        u, v = (x.astype(counted) if x.dtype == bool else (x != 0).astype(counted) for x in (a, b))
    if short and (name != "yule" or w is None):
        whole = float(a.shape[1] if w is None else w.sum())
        return _launch(_Sum(_COUNTS[name]), u, v, w, in_pairs, whole).astype(dtype, copy=False)
    def products(x: cupy.ndarray, y: cupy.ndarray) -> cupy.ndarray:
        return (_launch(_Sum("kProducts"), x, y, None, False) if short else x @ y.T).astype("d", copy=False)

    if w is None:
        tt, whole = products(u, v), a.shape[1]
        tf, ft = u.sum(axis=1).astype("d", copy=False)[:, None] - tt, v.sum(axis=1).astype("d", copy=False) - tt
    else:       # differences of sums would leave, by rounding, what is no pair
        tt, tf, ft, whole = products(u * w, v), products(u * w, 1 - v), products((1 - u) * w, v), w.sum()
    found = _OF_COUNTS[name](tt, tf, ft, whole).astype(dtype, copy=False)
    return condensed(found) if in_pairs else found
