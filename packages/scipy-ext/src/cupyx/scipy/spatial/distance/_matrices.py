"""Matrices of distances, in square and condensed form."""
from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy._ext import Kernel, as_array, serial_blocks

from cupyx.scipy.spatial import _kernels
from cupyx.scipy.spatial._kdtree import KDTree
from cupyx.scipy.spatial.distance._condensed import condensed, expanded
from cupyx.scipy.spatial.distance._pairs import cdist

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["directed_hausdorff", "is_valid_dm", "is_valid_y", "num_obs_dm", "num_obs_y", "squareform"]

#: Distances that `directed_hausdorff` holds at once, and from which on it looks for neighbours in a tree instead, if
#: rows are not long.
_AT_ONCE, _MANY, _FEW_COLUMNS = 1 << 26, 1 << 18, 4
#: Those of which bounds leave most out on the host, and from which on a tree is faster all the same; rows that give a
#: bound first.
_BOUNDED, _BRANCHED, _TRIED = 1 << 16, 1 << 27, 32
_farther = Kernel("farther.hpp", _kernels, "Farther", packed=("d",))


def squareform(X: ArrayLike, force: Literal["no", "tomatrix", "tovector"] = "no", checks: bool = True) -> cupy.ndarray:
    """A condensed vector of distances as a matrix, or the other way round.

    Parameters
    ----------
    X : array_like
        A vector as from `pdist`, or a symmetric matrix.
    force : {'no', 'tomatrix', 'tovector'}, optional
        Which of both `X` must be turned into.
    checks : bool, optional
        Whether a matrix that is not symmetric, or not zero on its diagonal, is refused; a GPU is waited for.

    Returns
    -------
    ndarray
        The other form.

    Raises
    ------
    ValueError
        If `X` has the wrong shape, or does not pass the checks.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import squareform
    >>> squareform(cupy.array([1, 2, 3]))
    array([[0, 1, 2],
           [1, 0, 3],
           [2, 3, 0]])
    """
    x = cupy.atleast_1d(as_array(X, "X"))
    if force.lower() == "tomatrix" and x.ndim != 1:
        raise ValueError("Forcing 'tomatrix' but input X is not a distance vector.")
    if force.lower() == "tovector" and x.ndim != 2:
        raise ValueError("Forcing 'tovector' but input X is not a distance matrix.")
    if x.ndim == 1:
        n = _side(x.shape[0]) if x.shape[0] else 1
        if n * (n - 1) != x.shape[0] * 2:
            raise ValueError("Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer "
                             "n >= 2.")
        if n == 1:
            return cupy.zeros((1, 1), x.dtype)
        return expanded(x, n)
    if x.ndim != 2:
        raise ValueError(f"The first argument must be one or two dimensional array. A {x.ndim}-dimensional array is "
                         "not permitted")
    if x.shape[0] != x.shape[1]:
        raise ValueError("The matrix argument must be square.")
    if checks:
        is_valid_dm(x, throw=True, name="X")
    return condensed(x)


def _side(size: int) -> int:
    """Rows of the matrix of a condensed vector."""
    return math.isqrt(8 * size + 1) // 2 + 1 if size else 0


def _judged(fault: ValueError | None, throw: bool, warning: bool) -> bool:
    """True without a fault; else what is to happen."""
    if fault is None:
        return True
    if throw:
        raise fault
    if warning:
        warnings.warn(str(fault), stacklevel=3)
    return False


def is_valid_dm(D: ArrayLike, tol: float = 0.0, throw: bool = False, name: str = "D", warning: bool = False) -> bool:
    """Whether an array is a matrix of distances: square, symmetric, and zero on its diagonal.

    Parameters
    ----------
    D : array_like
        The array.
    tol : float, optional
        How far it may be from that.
    throw : bool, optional
        Whether an array that is none is an error.
    name : str, optional
        What messages call it.
    warning : bool, optional
        Whether it is worth a warning.

    Returns
    -------
    bool
        False for an array of another kind, unless `throw` is true.

    Raises
    ------
    ValueError
        If it is none and `throw`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import is_valid_dm
    >>> is_valid_dm(cupy.eye(2))
    False
    """
    return _judged(_fault_of_matrix(as_array(D, "D"), tol, f"'{name}' " if name else ""), throw, warning)


def _fault_of_matrix(x: cupy.ndarray, tol: float, name: str) -> ValueError | None:
    if x.ndim != 2:
        return ValueError(f"Distance matrix {name}must have shape=2 (i.e. be two-dimensional).")
    if x.shape[0] != x.shape[1]:
        return ValueError(f"Distance matrix {name}must be square.")
    within = f" within tolerance {tol:5.5f}." if tol else "."
    equal = (abs(x - x.T) <= tol) if tol else x == x.T
    diagonal = x.diagonal()
    zero = abs(diagonal) <= tol if tol else diagonal == 0
    symmetric, hollow = (bool(k) for k in cupy.stack((equal.all(), zero.all())).get())
    if not symmetric:
        return ValueError(f"Distance matrix {name}must be symmetric{within}")
    if not hollow:
        return ValueError(f"Distance matrix {name}diagonal must be " + (f"close to zero{within}" if tol else "zero."))
    return None


def is_valid_y(y: ArrayLike, warning: bool = False, throw: bool = False, name: str | None = None) -> bool:
    """Whether an array is a condensed vector of distances.

    Parameters
    ----------
    y : array_like
        The array.
    warning : bool, optional
        Whether one that is none is worth a warning.
    throw : bool, optional
        Whether it is an error.
    name : str, optional
        What messages call it.

    Returns
    -------
    bool
        False for an array of another kind, unless `throw` is true.

    Raises
    ------
    ValueError
        If it is none and `throw`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import is_valid_y
    >>> is_valid_y(cupy.ones(3)), is_valid_y(cupy.ones(4))
    (True, False)
    """
    y = as_array(y, "y")
    fault, name = None, f"'{name}' " if name else ""
    if y.ndim != 1:
        fault = ValueError(f"Condensed distance matrix {name}must have shape=1 (i.e. be one-dimensional).")
    else:
        n = _side(y.shape[0])
        if n * (n - 1) // 2 != y.shape[0]:
            fault = ValueError(f"Length n of condensed distance matrix {name}must be a binomial coefficient, i.e. "
                               "there must be a k such that (k \\choose 2)=n)!")
    return _judged(fault, throw, warning)


def num_obs_dm(d: ArrayLike) -> int:
    """How many rows a matrix of distances stands for.

    Parameters
    ----------
    d : (N, N) array_like
        The matrix.

    Returns
    -------
    int
        The number.

    Raises
    ------
    ValueError
        If it is no matrix of distances.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import num_obs_dm
    >>> num_obs_dm(cupy.zeros((3, 3)))
    3
    """
    d = as_array(d, "d")
    is_valid_dm(d, tol=math.inf, throw=True, name="d")
    return d.shape[0]


def num_obs_y(Y: ArrayLike) -> int:
    """How many rows a condensed vector of distances stands for.

    Parameters
    ----------
    Y : (N,) array_like
        The vector.

    Returns
    -------
    int
        The number.

    Raises
    ------
    ValueError
        If it is no condensed vector.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import num_obs_y
    >>> num_obs_y(cupy.zeros(6))
    4
    """
    y = as_array(Y, "Y")
    if y.ndim == 1 and y.shape[0] == 0:
        raise ValueError("The number of observations cannot be determined on an empty distance matrix.")
    is_valid_y(y, throw=True, name="Y")
    return _side(y.shape[0])


def directed_hausdorff(u: ArrayLike, v: ArrayLike, rng: Any = 0, *, seed: Any = None) -> tuple[float, int, int]:
    """How far the farthest row of `u` is from the nearest row of `v`.

    Parameters
    ----------
    u : (M, N) array_like
        The rows to look at.
    v : (K, N) array_like
        The rows to find the nearest in.
    rng, seed : optional
        Accepted for SciPy's signature; nothing is random here.

    Returns
    -------
    d : float
        The distance.
    index_1 : int
        The row of `u`, the first of several.
    index_2 : int
        The row of `v` that is nearest to it.

    Raises
    ------
    ValueError
        If the numbers of columns differ.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.distance import directed_hausdorff
    >>> directed_hausdorff(cupy.array([[0.0], [5.0]]), cupy.array([[1.0]]))
    (4.0, 1, 0)
    """
    u, v = as_array(u, "u").astype("d", copy=False), as_array(v, "v").astype("d", copy=False)
    if u.ndim != 2 or v.ndim != 2 or u.shape[1] != v.shape[1]:
        raise ValueError("u and v need to have the same number of columns")
    if not len(u) or not len(v):
        return numpy.inf if len(u) else 0.0, 0, 0
    first = 0
    if _is_bounded(u, v) and bool(cupy.isfinite(u).all() & cupy.isfinite(v).all()):
        first = _farthest(u, v)
        u = u[first:first + 1]
    nearest, where = _nearest(u, v)
    row = nearest.argmax()
    found = cupy.stack((nearest[row], row.astype("d"), where[row].astype("d"))).get()
    return float(found[0]), int(found[1]) + first, int(found[2])


def _is_bounded(u: cupy.ndarray, v: cupy.ndarray) -> bool:
    pairs = len(u) * len(v)
    return serial_blocks() and pairs > _BOUNDED and (pairs <= _BRANCHED or u.shape[1] > _FEW_COLUMNS)


def _farthest(u: cupy.ndarray, v: cupy.ndarray) -> int:
    """The first row of `u` that is farthest from the nearest of `v`.

    The rows that are tried first say how far that is at least: of all others it is enough that some row is nearer.
    """
    rng = numpy.random.default_rng(0)
    points, others = cupy.ascontiguousarray(u), cupy.ascontiguousarray(v[cupy.asarray(rng.permutation(len(v)))].T)

    def squares(x: cupy.ndarray, least: float) -> cupy.ndarray:
        out = cupy.empty(len(x))
        _farther.map("d", len(x), work=2 * others.size, points=x, others=others, out=out, many=len(v),
                     axes=x.shape[1], least=least)
        return out

    least = 0.0
    for many in (_TRIED, _TRIED ** 2):      # the second try takes less time with the bound of the first
        if many < len(u):
            least = float(squares(points[cupy.asarray(rng.integers(0, len(u), many))], least).max())
    return int(squares(points, least).argmax())


def _nearest(u: cupy.ndarray, v: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray]:
    """How far the nearest row of `v` is from each of `u`, and which it is, the first of several."""
    if len(u) * len(v) > _MANY and u.shape[1] <= _FEW_COLUMNS and bool(
            cupy.isfinite(u).all() & cupy.isfinite(v).all()):
        return KDTree(v).query(u)
    step = max(1, _AT_ONCE // len(v))
    nearest, where = [], []
    for start in range(0, len(u), step):
        distances = cdist(u[start:start + step], v)
        where.append(distances.argmin(axis=1))
        nearest.append(distances.min(axis=1))
    return cupy.concatenate(nearest), cupy.concatenate(where)
