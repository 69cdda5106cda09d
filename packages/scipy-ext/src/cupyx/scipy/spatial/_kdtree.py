"""Nearest neighbours and ranges."""
from __future__ import annotations

import functools
import itertools
import math
import numbers
import operator
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy
from cupy._ext import all_finite, as_array, from_plain, host_memory, host_view

from cupyx.scipy._host import few_by_scipy
from cupyx.scipy.spatial._box_tree import BoxTree
from cupyx.scipy.spatial._tree_nodes import innernode, leafnode, node, root_of

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

__all__ = ["KDTree", "cKDTree"]


_few = few_by_scipy(types="d")
_FEW, _FEWEST = 1024, 32        # points of which SciPy makes lists and sets, and arrays, sooner than a kernel
_KINDS = {1.0: 1, 2.0: 2, numpy.inf: 0}


def _norm(p: float) -> tuple[int, float]:
    """Kind and power of a Minkowski norm, as kernels know them."""
    p = float(p)
    if not p >= 1:
        raise ValueError("Only p-norms with 1<=p<=infinity permitted")
    return _KINDS.get(p, 3), p


def _check_eps(eps: float) -> None:
    if eps < 0:
        raise ValueError("eps must be non-negative")


class KDTree:
    """Points in a tree, for questions about those that are near.

    Parameters
    ----------
    data : (N, M) array_like
        The points, real and finite.
    leafsize : int, optional
        Accepted for SciPy's signature; leaves hold 8 points.
    compact_nodes, copy_data, balanced_tree : bool, optional
        Accepted for SciPy's signature.
    boxsize : float or (M,) array_like, optional
        Lengths after which space repeats; 0 where it does not. Points must be from 0 up to them.

    Attributes
    ----------
    data : (N, M) ndarray
        The points, float64.
    indices : (N,) ndarray
        Their order in the tree.
    n, m : int
        How many there are, and of how many coordinates.
    mins, maxes : (M,) ndarray
        The box of all points.
    leafsize : int
    boxsize : (M,) ndarray or None
    size : int
        Nodes of the tree.
    tree : node
        The root, on the host.

    Raises
    ------
    ValueError
        If `data` has not two axes, has no coordinates, is not finite, or lies outside of the periodic box.
    TypeError
        If `data` is complex.

    Notes
    -----
    Points are halved across the widest side until at most 8 are left, on a GPU by sorting: a complete binary tree of
    boxes. A query is a thread that looks at the nearer half first. Results are exact, whatever `eps` allows, and equal
    distances are in the order of points.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import KDTree
    >>> tree = KDTree(cupy.array([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]]))
    >>> tree.query(cupy.array([0.9, 0.0]), k=2)
    (array([0.1, 0.9]), array([1, 0]))
    """

    node, leafnode, innernode = node, leafnode, innernode

    def __init__(self, data: ArrayLike, leafsize: Int = 10, compact_nodes: bool = True,
                 copy_data: bool = False, balanced_tree: bool = True, boxsize: ArrayLike | None = None) -> None:
        data = as_array(data, "data")
        if data.dtype.kind == "c":
            raise TypeError("KDTree does not work with complex data")
        if data.ndim != 2:
            raise ValueError("data must be 2 dimensions")
        if len(data) and not data.size:
            raise ValueError("data must have coordinates")
        if leafsize < 1:
            raise ValueError("leafsize must be at least 1")
        self._data = data.astype("d", order="C", copy=copy_data)
        self._n, self._m = self._data.shape
        self._leafsize = leafsize
        if not all_finite(self._data):
            raise ValueError("data must be finite, check for nan or inf values")
        self._boxsize = self._period(boxsize)
        self._tree: Any = None          # none of no points
        self._points: Any = None
        if self._n:
            self._tree = BoxTree(self._data)
            self._points = self._data[self._tree.order]
            self._mins, self._maxes = self._tree.extent
        else:
            self._mins, self._maxes = cupy.zeros(self._m), cupy.zeros(self._m)

    def _period(self, boxsize: ArrayLike | None) -> cupy.ndarray | None:
        if boxsize is None:
            return None
        period = numpy.asarray(boxsize.get() if isinstance(boxsize, cupy.ndarray) else boxsize, "d")
        period = cupy.asarray(numpy.broadcast_to(period, (self.m,)).copy())
        if self.n:
            if bool(((self.data >= period) & (period > 0)).any()):
                raise ValueError("Some input data are greater than the size of the periodic box.")
            if bool(((self.data < 0) & (period > 0)).any()):
                raise ValueError("Negative input data are outside of the periodic box.")
        return period

    data, n, m, leafsize, boxsize, mins, maxes = (
        property(operator.attrgetter("_" + name)) for name in
        ("data", "n", "m", "leafsize", "boxsize", "mins", "maxes"))

    @functools.cached_property
    def _on_host(self) -> Any:
        """SciPy's tree of the same points, in the host's memory: the fastest where few are wanted in lists and sets."""
        from scipy.spatial import cKDTree

        boxsize = None if self._boxsize is None else self._boxsize.get()
        return cKDTree(host_view(self._data), copy_data=True, boxsize=boxsize)

    @property
    def indices(self) -> cupy.ndarray:
        return self._tree.order if self._tree else cupy.empty(0, "i8")

    @property
    def size(self) -> int:
        return 2 * self._tree.leaves - 1 if self._tree else 0

    @property
    def tree(self) -> Any:
        return root_of(self._tree, self.n)

    def _queries(self, x: Any) -> tuple[cupy.ndarray, tuple[int, ...]]:
        """Points ``(count, m)`` inside of the periodic box, and the shape of what is asked."""
        x = as_array(x, "x")
        if x.dtype.kind == "c":
            raise TypeError("KDTree does not work with complex data")
        if x.ndim == 0 or x.shape[-1] != self.m:
            raise ValueError(f"x must consist of vectors of length {self.m} but has shape {x.shape}")
        if x.dtype.kind == "f" and not all_finite(x):
            raise ValueError("'x' must be finite, check for nan or inf values")
        points = x.astype("d", order="C", copy=False).reshape(math.prod(x.shape[:-1]), self.m)
        if self.boxsize is not None:
            wrapped = points - cupy.floor(points / cupy.where(self.boxsize > 0, self.boxsize, 1)) * self.boxsize
            points = cupy.where(self.boxsize > 0, wrapped, points)
        return points, x.shape[:-1]

    def query(self, x: ArrayLike, k: Any = 1, eps: float = 0.0, p: float = 2.0, distance_upper_bound: float = numpy.inf,
              workers: SupportsIndex = 1) -> tuple[cupy.ndarray, cupy.ndarray]:
        """The nearest points.

        Parameters
        ----------
        x : (..., M) array_like
            Where to look from.
        k : int or sequence of int, optional
            How many, or which: 1 is the nearest.
        eps : float, optional
            How much farther what is returned may be, not negative; results are exact.
        p : float, optional
            Of the Minkowski norm, at least 1; infinity for the largest difference.
        distance_upper_bound : float, optional
            Only points nearer than this.
        workers : int, optional
            Accepted for SciPy's signature.

        Returns
        -------
        d : (...) or (..., K) ndarray
            Distances, ascending; infinite where there are no more points. Without the last axis if `k` is 1.
        i : ndarray of int64
            The points, N where there are no more.

        Raises
        ------
        ValueError
            If `x` does not fit or is not finite, or `k`, `p` or `eps` is out of range.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import KDTree
        >>> KDTree(cupy.array([[0.0], [2.0], [3.0]])).query(cupy.array([[2.2], [9.0]]))[1]
        array([1, 2])
        """
        if k is None:
            raise ValueError("k must be an integer or a sequence of integers")
        points, shape = self._queries(x)
        ranks = None
        if not isinstance(k, numbers.Integral):
            ranks = numpy.asarray(k.get() if isinstance(k, cupy.ndarray) else k)
            if ranks.ndim != 1 or ranks.dtype.kind not in "iu" or not ranks.size:
                raise ValueError("k must be an integer or a sequence of integers")
        most = int(k if ranks is None else ranks.max())
        if most < 1 or (ranks is not None and ranks.min() < 1):
            raise ValueError("k must be greater than or equal to 1")
        _check_eps(eps)
        kind, power = _norm(p)
        count = max(1, min(most, self.n))
        if self.n:
            d, i = self._tree.nearest(self._points, points, count, kind, power, self.boxsize,
                                      float(distance_upper_bound))
        else:
            d, i = cupy.full((len(points), 1), numpy.inf), cupy.zeros((len(points), 1), "i8")
        if count < most:
            d = cupy.concatenate((d, cupy.full((len(d), most - count), numpy.inf)), axis=1)
            i = cupy.concatenate((i, cupy.full((len(i), most - count), self.n, "i8")), axis=1)
        if ranks is not None:
            columns = cupy.asarray(ranks - 1)
            return d[:, columns].reshape(*shape, len(ranks)), i[:, columns].reshape(*shape, len(ranks))
        return (d.reshape(shape), i.reshape(shape)) if most == 1 else (
            d.reshape(*shape, most), i.reshape(*shape, most))

    def _within(self, *args: Any) -> numpy.ndarray[Any, Any]:
        return numpy.array(self._on_host.query_ball_point(*args), "i8")

    def query_ball_point(self, x: ArrayLike, r: ArrayLike, p: float = 2.0, eps: float = 0.0, workers: SupportsIndex = 1,
                         return_sorted: bool | None = None,
                         return_length: bool = False) -> cupy.ndarray | numpy.ndarray[Any, Any]:
        """Points within a distance.

        Parameters
        ----------
        x : (..., M) array_like
            Where to look from.
        r : array_like
            The distance, of each point of `x` or of all.
        p : float, optional
            Of the Minkowski norm, at least 1.
        eps : float, optional
            How inexact results may be, not negative; they are exact.
        workers : int, optional
            Accepted for SciPy's signature.
        return_sorted : bool, optional
            Accepted for SciPy's signature; results are sorted.
        return_length : bool, optional
            Whether only their number is wanted, which spares the host a wait.

        Returns
        -------
        ndarray of int64, or numpy.ndarray of objects that are such arrays
            The points within the distance of one point, or of each of several. Or (...) ndarray of numbers.

        Raises
        ------
        ValueError
            If `x` or `r` does not fit or is not finite, or `p` or `eps` is out of range.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import KDTree
        >>> KDTree(cupy.array([[0.0], [2.0], [3.0]])).query_ball_point(cupy.array([2.2]), 1.0)
        array([1, 2])
        """
        if host_memory() and self._n <= _FEW and type(r) is float and type(x) is cupy.ndarray and x.shape == (self._m,):
            found = _few((x, r, p, eps, 1, True, return_length), by=self._within)
            if found is not NotImplemented:
                return found
        points, shape = self._queries(x)
        kind, power = _norm(p)
        _check_eps(eps)
        if type(r) is float or isinstance(r, numbers.Real):
            radii = float(r)
        else:
            radii = as_array(r, "r").astype("d", copy=False)
            radii = radii.reshape(1) if radii.size == 1 else cupy.ascontiguousarray(
                cupy.broadcast_to(radii, shape)).reshape(-1)
        if not self.n:
            counts = cupy.zeros(len(points), "i8")
            keys = cupy.empty(0, "i8")
        elif return_length:
            counts = self._tree.count_within(self._points, points, radii, kind, power, self.boxsize)
        else:
            keys, _, counts = self._tree.list_within(self._points, points, radii, kind, power, self.boxsize)
        if return_length:
            return counts.reshape(shape)
        if not shape:
            return keys
        return numpy.fromiter(_split(keys % max(self.n, 1), counts), object, len(points)).reshape(shape)

    def _pairs(self, other: KDTree, r: float, p: float, **options: Any) -> tuple[cupy.ndarray, cupy.ndarray, Any, Any]:
        """Points of this tree and of another within a distance: ``(i, j, distances, how many each point has)``."""
        if other.m != self.m:
            raise ValueError(f"Trees passed to query_ball_tree have different dimensionality ({self.m} vs {other.m})")
        kind, power = _norm(p)
        if not self.n or not other.n:
            nothing = cupy.empty(0, "i8")
            return nothing, nothing, cupy.empty(0), cupy.zeros(self.n, "i8")
        keys, distances, counts = other._tree.list_within(other._points, self.data, float(r), kind, power,
                                                          other.boxsize, **options)
        return *cupy.divmod(keys, other.n), distances, counts

    def query_ball_tree(self, other: KDTree, r: float, p: float = 2.0, eps: float = 0.0) -> list[Any]:
        """Points of another tree within a distance of each of this one.

        Parameters
        ----------
        other : KDTree
            The other tree.
        r : float
            The distance.
        p : float, optional
            Of the Minkowski norm, at least 1.
        eps : float, optional
            How inexact results may be, not negative; they are exact.

        Returns
        -------
        list of list of int
            On the host, as SciPy's.

        Raises
        ------
        ValueError
            If the trees differ in the number of coordinates, or `p` or `eps` is out of range.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import KDTree
        >>> tree = KDTree(cupy.array([[0.0], [2.0], [3.0]]))
        >>> tree.query_ball_tree(tree, 1.5)
        [[0], [1, 2], [1, 2]]
        """
        _check_eps(eps)
        if host_memory() and max(self._n, other._n) <= _FEW:
            return self._on_host.query_ball_tree(other._on_host, r, p, eps)
        _, found, _, counts = self._pairs(other, r, p)
        return [part.tolist() for part in _split(found.get(), counts)]

    def query_pairs(self, r: float, p: float = 2.0, eps: float = 0.0,
                    output_type: Literal["ndarray", "set"] = "ndarray") -> cupy.ndarray | set[tuple[int, int]]:
        """Pairs of points within a distance of each other.

        Parameters
        ----------
        r : float
            The distance.
        p : float, optional
            Of the Minkowski norm, at least 1.
        eps : float, optional
            How inexact results may be, not negative; they are exact.
        output_type : {'ndarray', 'set'}, optional
            Differs from SciPy: its default, a set of tuples of the host, has to be asked for.

        Returns
        -------
        (K, 2) ndarray of int64, or set
            Pairs (i, j) with i < j, sorted.

        Raises
        ------
        ValueError
            If `output_type` is unknown, or `p` or `eps` is out of range.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import KDTree
        >>> KDTree(cupy.array([[0.0], [2.0], [3.0]])).query_pairs(1.5)
        array([[1, 2]])
        """
        if output_type not in ("ndarray", "set"):
            raise ValueError("Invalid output type")
        _check_eps(eps)
        if host_memory() and self._n <= (_FEW if output_type == "set" else _FEWEST):
            found = self._on_host.query_pairs(r, p, eps)
            return found if output_type == "set" else from_plain(numpy.array(
                list(itertools.chain.from_iterable(sorted(found))), "i8").reshape(-1, 2))
        kind, power = _norm(p)
        pairs = cupy.empty((0, 2), "i8")
        if self._n:
            found = self._tree.pairs_within(self._points, float(r), kind, power, self._boxsize)
            pairs = cupy.stack(cupy.divmod(found, self._n), axis=1)
        return pairs if output_type == "ndarray" else set(map(tuple, pairs.get().tolist()))

    def count_neighbors(self, other: KDTree, r: ArrayLike, p: float = 2.0, weights: Any = None,
                        cumulative: bool = True) -> cupy.ndarray:
        """How many pairs of points of two trees are within distances.

        Parameters
        ----------
        other : KDTree
            The other tree.
        r : float or (K,) array_like
            The distances; ascending if not `cumulative`.
        p : float, optional
            Of the Minkowski norm, at least 1.
        weights : (N,) array_like or pair of such or None, optional
            Weights of the points of each tree, or of both where they are one; the product of both counts for a pair.
        cumulative : bool, optional
            Whether all pairs within a distance count, rather than those that are not within the one before.

        Returns
        -------
        () or (K,) ndarray
            int64, or float64 with weights.

        Raises
        ------
        ValueError
            If trees, distances or weights do not fit.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import KDTree
        >>> tree = KDTree(cupy.array([[0.0], [2.0], [3.0]]))
        >>> tree.count_neighbors(tree, [0.5, 1.5])
        array([3, 5])
        """
        kind, power = _norm(p)
        if other.m != self.m:
            raise ValueError(f"Trees passed to count_neighbors have different dimensionality ({self.m} vs {other.m})")
        radii = as_array(r, "r").astype("d", copy=False)
        if radii.ndim > 1:
            raise ValueError("r must be either a single value or a one-dimensional array of values")
        if weights is not None and not isinstance(weights, tuple) and other is not self:
            raise ValueError("Two different trees are used. Specify weights for both in a tuple.")
        mine, others = weights if isinstance(weights, tuple) else (weights, weights)
        mine, others = _weights(mine, self.n), _weights(others, other.n)
        weighted = weights is not None
        if weighted and others is None:
            others = cupy.ones(other.n)
        if not cumulative and radii.ndim and bool((radii[1:] < radii[:-1]).any()):
            raise ValueError("r must be non-decreasing for non-cumulative counting.")
        totals = []
        for k in range(radii.size if self.n and other.n else 0):
            counts = other._tree.count_within(other._points, self.data, radii.reshape(-1)[k:k + 1], kind, power,
                                              other.boxsize, weights=others)
            totals.append((counts if mine is None else counts * mine).sum())
        result = cupy.stack(totals) if totals else cupy.zeros(radii.size, "d" if weighted else "i8")
        if not cumulative and radii.ndim:
            result = cupy.diff(result, prepend=result[:1] * 0)
        return result.reshape(radii.shape)

    def sparse_distance_matrix(self, other: KDTree, max_distance: float, p: float = 2.0,
            output_type: Literal["coo_matrix", "dok_matrix", "dict",
                "ndarray"] = "coo_matrix") -> Any:
        """Distances of pairs of points of two trees that are near enough.

        Parameters
        ----------
        other : KDTree
            The other tree.
        max_distance : float
            Pairs farther apart are left out.
        p : float, optional
            Of the Minkowski norm, at least 1.
        output_type : {'coo_matrix', 'dok_matrix', 'dict', 'ndarray'}, optional
            Differs from SciPy, whose default is 'dok_matrix'. 'dict' and 'ndarray', records of i, j and v, are of the
            host.

        Returns
        -------
        coo_matrix, dok_matrix, dict or numpy.ndarray

        Raises
        ------
        ValueError
            If the trees differ in the number of coordinates, or `output_type` is unknown.

        Examples
        --------
        >>> import cupy
        >>> from cupyx.scipy.spatial import KDTree
        >>> tree = KDTree(cupy.array([[0.0], [2.0], [3.0]]))
        >>> tree.sparse_distance_matrix(tree, 1.5).toarray()[1]
        array([0., 0., 1.])
        """
        if output_type not in ("coo_matrix", "dok_matrix", "dict", "ndarray"):
            raise ValueError("Invalid output type")
        i, j, distances, _ = self._pairs(other, max_distance, p, with_distances=True)
        if output_type in ("coo_matrix", "dok_matrix"):
            from cupyx.scipy.sparse import coo_matrix

            matrix = coo_matrix((distances, (i, j)), shape=(self.n, other.n))
            return matrix if output_type == "coo_matrix" else matrix.todok()
        i, j, distances = i.get(), j.get(), distances.get()
        if output_type == "dict":
            return dict(zip(zip(i.tolist(), j.tolist(), strict=True), distances.tolist(), strict=True))
        records = numpy.empty(len(i), [("i", numpy.intp), ("j", numpy.intp), ("v", float)])
        records["i"], records["j"], records["v"] = i, j, distances
        return records


def _weights(w: cupy.ndarray | None, n: int) -> cupy.ndarray | None:
    if w is None:
        return None
    w = as_array(w, "weights").astype("d", copy=False)
    if w.shape != (n,):
        raise ValueError("Number of weights differ from the number of data points")
    return cupy.ascontiguousarray(w)


def _split(found: cupy.ndarray | numpy.ndarray[Any, Any], counts: cupy.ndarray) -> map:
    ends = list(itertools.accumulate(counts.get().tolist()))
    return map(found.__getitem__, map(slice, [0, *ends], ends))


class cKDTree(KDTree):
    """The name that SciPy's tree once had; the same as `KDTree`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial import cKDTree
    >>> cKDTree(cupy.array([[0.0], [2.0]])).n
    2
    """

    def __init__(self, data: ArrayLike, leafsize: Int = 16, compact_nodes: bool = True, copy_data: bool = False,
                 balanced_tree: bool = True, boxsize: ArrayLike | None = None) -> None:
        super().__init__(data, leafsize, compact_nodes, copy_data, balanced_tree, boxsize)
