"""Densities estimated from samples."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy import _host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["gaussian_kde"]

_CHUNK = 1 << 24         # distances that are stored at once


class gaussian_kde:
    """Density of a sample, as a sum of normal densities.

    Parameters
    ----------
    dataset : array_like, shape (n,) or (d, n)
        Values of one or d variables.
    bw_method : str, scalar or callable, optional
        Width of the normal densities: 'scott' (default), 'silverman', a factor, or a function of this object.
    weights : array_like, shape (n,), optional
        Weights of the values. Default: equal.

    Attributes
    ----------
    dataset, weights, covariance, inv_cov : cupy.ndarray
        Values, weights, and the covariance of the normal densities with its inverse.
    d, n : int
        Number of variables and of values.
    neff, factor : float
        Effective number of values, and the factor of the sample's standard deviation.

    Raises
    ------
    ValueError
        If there is less than two values, or weights are of another shape.
    numpy.linalg.LinAlgError
        If the values lie in a plane.

    Notes
    -----
    The sum runs over tiles: no matrix of distances is stored for densities.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import gaussian_kde
    >>> kde = gaussian_kde(cupy.array([-1., 0., 1.]))
    >>> float(kde(0.)[0].round(4)), float(kde.integrate_box_1d(-10, 10).round(4))
    (0.3182, 1.0)
    """

    __slots__ = ("__dict__", "__weakref__", "covariance", "d", "dataset", "factor", "n")

    def __init__(self, dataset: ArrayLike, bw_method: str | ArrayLike | Callable[..., Any] | None = None,
                 weights: ArrayLike | None = None) -> None:
        self.dataset = cupy.atleast_2d(cupy.asarray(dataset, dtype=float))
        if not self.dataset.size > 1:
            raise ValueError("`dataset` input should have multiple elements.")
        self.d, self.n = self.dataset.shape
        if weights is not None:
            weights = cupy.atleast_1d(cupy.asarray(weights, dtype=float))
            if weights.ndim != 1:
                raise ValueError("`weights` input should be one-dimensional.")
            if len(weights) != self.n:
                raise ValueError("`weights` input should be of length n")
            self._weights = weights / weights.sum()
        else:
            self._weights = None
        if self.d > self.n:
            raise ValueError("Number of dimensions is greater than number of samples. This results in a singular data "
                             "covariance matrix, which cannot be treated using the algorithms implemented in "
                             "`gaussian_kde`. Note that `gaussian_kde` interprets each *column* of `dataset` to be a "
                             "point; consider transposing the input to `dataset`.")
        self.set_bandwidth(bw_method)

    @property
    def weights(self) -> cupy.ndarray:
        return cupy.full(self.n, 1 / self.n) if self._weights is None else self._weights

    @property
    def neff(self) -> float:
        return float(self.n) if self._weights is None else float(1 / (self._weights ** 2).sum())

    @property
    def inv_cov(self) -> cupy.ndarray:
        return cupy.linalg.inv(self.covariance)

    def scotts_factor(self) -> float:
        """Scott's factor, ``neff**(-1 / (d + 4))``.

        Returns
        -------
        float
        """
        return self.neff ** (-1.0 / (self.d + 4))

    def silverman_factor(self) -> float:
        """Silverman's factor, ``(neff * (d + 2) / 4)**(-1 / (d + 4))``.

        Returns
        -------
        float
        """
        return (self.neff * (self.d + 2.0) / 4.0) ** (-1.0 / (self.d + 4))

    covariance_factor: Callable[..., Any] = scotts_factor

    def set_bandwidth(self, bw_method: str | ArrayLike | Callable[..., Any] | None = None) -> None:
        """Choose the width of the normal densities.

        Parameters
        ----------
        bw_method : str, scalar or callable, optional
            As for the constructor.
        """
        if bw_method is None:
            pass
        elif isinstance(bw_method, str) and bw_method == "scott":
            self.covariance_factor = self.scotts_factor
        elif isinstance(bw_method, str) and bw_method == "silverman":
            self.covariance_factor = self.silverman_factor
        elif numpy.isscalar(bw_method) and not isinstance(bw_method, str):
            self.covariance_factor = lambda: bw_method
        elif callable(bw_method):
            self.covariance_factor = lambda: bw_method(self)
        else:
            raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable.")
        self._compute_covariance()

    def _compute_covariance(self) -> None:
        self.factor = float(self.covariance_factor())
        if not hasattr(self, "_data_covariance"):
            self._data_covariance = numpy.atleast_2d(
                cupy.cov(self.dataset, rowvar=True, bias=False, aweights=self.weights).get())
            try:
                self._data_root = numpy.linalg.cholesky(self._data_covariance)
            except numpy.linalg.LinAlgError as error:
                raise numpy.linalg.LinAlgError(
                    "The data appears to lie in a lower-dimensional subspace of the space in which it is expressed. "
                    "This has resulted in a singular data covariance matrix, which cannot be treated using the "
                    "algorithms implemented in `gaussian_kde`. Consider performing principal component analysis / "
                    "dimensionality reduction and using `gaussian_kde` with the transformed data.") from error
        self._root = self._data_root * self.factor
        self.covariance = cupy.asarray(self._data_covariance * self.factor ** 2)
        self._log_norm = float(numpy.log(numpy.diag(self._root) * math.sqrt(2 * math.pi)).sum())

    def _points(self, points: Any) -> cupy.ndarray:
        points = cupy.atleast_2d(cupy.asarray(points, dtype=float))
        d, m = points.shape
        if d != self.d:
            if d != 1 or m != self.d:
                raise ValueError(f"points have dimension {d}, dataset has dimension {self.d}")
            points = points.reshape(self.d, 1)
        return points

    def _whitened(self, points: cupy.ndarray, root: numpy.ndarray[Any, Any]) -> cupy.ndarray:
        """Points as rows, scaled so that the normal densities are standard ones."""
        return cupy.ascontiguousarray((cupy.asarray(numpy.linalg.inv(root)) @ points).T)

    def evaluate(self, points: ArrayLike) -> cupy.ndarray:
        """The density at points.

        Parameters
        ----------
        points : array_like, shape (m,) or (d, m)
            Points.

        Returns
        -------
        cupy.ndarray, shape (m,)
        """
        from cupyx.scipy.interpolate._rbf import radial_sums

        points = self._points(points)
        sums = radial_sums(self._whitened(self.dataset, self._root), self._whitened(points, self._root),
                           self.weights[:, None], "gaussian", math.sqrt(0.5))
        return sums[:, 0] * math.exp(-self._log_norm)

    __call__ = evaluate

    def pdf(self, x: ArrayLike) -> cupy.ndarray:
        """The density at points, as `evaluate`.

        Parameters
        ----------
        x : array_like, shape (m,) or (d, m)
            Points.

        Returns
        -------
        cupy.ndarray, shape (m,)
        """
        return self.evaluate(x)

    def logpdf(self, x: ArrayLike) -> cupy.ndarray:
        """Logarithm of the density at points, right where the density underflows.

        Parameters
        ----------
        x : array_like, shape (m,) or (d, m)
            Points.

        Returns
        -------
        cupy.ndarray, shape (m,)
        """
        points = self._whitened(self._points(x), self._root)
        data = self._whitened(self.dataset, self._root)
        out = cupy.empty(len(points))
        step = max(1, _CHUNK // (self.n * self.d))
        for start in range(0, len(points), step):
            some = points[start:start + step]
            energy = -0.5 * ((some[:, None] - data) ** 2).sum(axis=2)
            top = energy.max(axis=1)
            out[start:start + step] = top + cupy.log((cupy.exp(energy - top[:, None]) * self.weights).sum(axis=1))
        return out - self._log_norm

    def integrate_gaussian(self, mean: ArrayLike, cov: ArrayLike) -> cupy.ndarray:
        """The integral of the product with a normal density.

        Parameters
        ----------
        mean : array_like, shape (d,)
            Its mean.
        cov : array_like, shape (d, d)
            Its covariance.

        Returns
        -------
        cupy.ndarray
        """
        mean, cov = cupy.atleast_1d(cupy.asarray(mean, dtype=float)).ravel(), cupy.atleast_2d(cupy.asarray(cov, float))
        if mean.shape != (self.d,):
            raise ValueError(f"mean does not have dimension {self.d}")
        if cov.shape != (self.d, self.d):
            raise ValueError(f"covariance does not have dimension {self.d}")
        return self._overlap(self.dataset, self.weights, mean[:, None], cupy.ones(1), self.covariance + cov)

    @staticmethod
    def _overlap(a: cupy.ndarray, a_weights: cupy.ndarray, b: cupy.ndarray, b_weights: cupy.ndarray,
                 covariance: cupy.ndarray) -> cupy.ndarray:
        """Sum of normal densities of all differences between columns, with weights."""
        from cupyx.scipy.interpolate._rbf import radial_sums

        root = numpy.linalg.cholesky(covariance.get())
        inverse = cupy.asarray(numpy.linalg.inv(root))
        left, right = [cupy.ascontiguousarray((inverse @ v).T) for v in (a, b)]
        sums = radial_sums(left, right, a_weights[:, None], "gaussian", math.sqrt(0.5))[:, 0]
        norm = numpy.log(numpy.diag(root) * math.sqrt(2 * math.pi)).sum()
        return (sums * b_weights).sum() * math.exp(-norm)

    def integrate_box_1d(self, low: float, high: float) -> cupy.ndarray:
        """The probability between two bounds, of one variable.

        Parameters
        ----------
        low, high : float
            Bounds.

        Returns
        -------
        cupy.ndarray
        """
        from cupyx.scipy import special

        if self.d != 1:
            raise ValueError("integrate_box_1d() only handles 1D pdfs")
        width = float(self._root[0, 0])
        a, b = (special.ndtr((float(end) - self.dataset[0]) / width) for end in (low, high))
        return (self.weights * (b - a)).sum()

    def integrate_box(self, low_bounds: ArrayLike, high_bounds: ArrayLike, maxpts: SupportsIndex | None = None, *,
                      rng: numpy.random.Generator | None = None) -> float:
        """The probability of a box, found on the host.

        Parameters
        ----------
        low_bounds, high_bounds : array_like, shape (d,)
            Bounds.
        maxpts : int, optional
            Most points of the integration.
        rng : optional
            NumPy's source of randomness.

        Returns
        -------
        float
        """
        more = {} if rng is None else {"rng": rng}
        return self._twin().integrate_box(_host.to_host(low_bounds), _host.to_host(high_bounds), maxpts, **more)

    def _twin(self) -> Any:
        from scipy import stats

        weights = None if self._weights is None else self._weights.get()
        return stats.gaussian_kde(self.dataset.get(), self.factor, weights)

    def integrate_kde(self, other: gaussian_kde) -> cupy.ndarray:
        """The integral of the product with another estimate.

        Parameters
        ----------
        other : gaussian_kde
            The other one.

        Returns
        -------
        cupy.ndarray
        """
        if other.d != self.d:
            raise ValueError("KDEs are not the same dimensionality")
        return self._overlap(self.dataset, self.weights, other.dataset, other.weights,
                             self.covariance + other.covariance)

    def resample(self, size: SupportsIndex | None = None, seed: Any = None) -> cupy.ndarray:
        """Random values from the estimated density.

        Parameters
        ----------
        size : int, optional
            How many. Default is about the effective number of values.
        seed : None, int or cupy.random.RandomState, optional
            Source of randomness.

        Returns
        -------
        cupy.ndarray, shape (d, size)
        """
        size = int(self.neff) if size is None else int(size)
        if seed is None:
            seed = cupy.random.get_random_state()
        elif isinstance(seed, (int, numpy.integer)):
            seed = cupy.random.RandomState(int(seed))
        noise = cupy.asarray(self._root) @ cupy.asarray(seed.standard_normal((self.d, size)))
        total = cupy.cumsum(self.weights)
        chosen = cupy.searchsorted(total, cupy.asarray(seed.uniform(size=size)) * total[-1], side="right")
        return self.dataset[:, cupy.clip(chosen, 0, self.n - 1)] + noise

    def marginal(self, dimensions: SupportsIndex | Sequence[SupportsIndex]) -> gaussian_kde:
        """The estimate of some of the variables.

        Parameters
        ----------
        dimensions : int or sequence of int
            Their numbers.

        Returns
        -------
        gaussian_kde
        """
        dims = numpy.atleast_1d(_host.to_host(dimensions))
        if not numpy.issubdtype(dims.dtype, numpy.integer):
            raise ValueError("Elements of `dimensions` must be integers - the indices of the marginal variables being "
                             "retained.")
        wrong = (dims >= self.d) | (dims < -self.d)
        if wrong.any():
            raise ValueError(f"Dimensions {dims[wrong]} are invalid for a distribution in {self.d} dimensions.")
        dims = dims % self.d
        if len(set(dims.tolist())) != len(dims):
            raise ValueError("All elements of `dimensions` must be unique.")
        return gaussian_kde(self.dataset[cupy.asarray(dims)], bw_method=self.factor, weights=self.weights)
