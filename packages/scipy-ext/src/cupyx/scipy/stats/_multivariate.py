"""Distributions of vectors and matrices: the normal's density on the device, the others by SciPy on the host."""
from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy

from cupyx.scipy import _host
from cupyx.scipy.stats import _array_api, _names

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []


class OnHost:
    """A distribution of SciPy's whose arguments and results may be device arrays."""

    def __init__(self, twin: Any) -> None:
        self._twin = twin
        self.__doc__ = twin.__doc__

    def __call__(self, *args: Any, **kwds: Any) -> Any:
        """The distribution with fixed parameters, as in SciPy."""
        return type(self)(self._twin(*_host.to_host(args), **_host.to_host(kwds)))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(self._twin, name)
        if not callable(found):
            return _array_api.to_device(found)

        @functools.wraps(found)
        def through(*args: Any, **kwds: Any) -> cupy.ndarray | float:
            return _array_api.to_device(found(*_host.to_host(args), **_host.to_host(kwds)))
        return through


class MultivariateNormal(OnHost):
    """The normal distribution of vectors: densities and samples on the device, probabilities on the host."""

    def __call__(self, mean: cupy.ndarray | None = None, cov: int | cupy.ndarray = 1, allow_singular: bool = False,
                 seed: Any = None) -> _FrozenNormal:
        """The distribution with fixed parameters."""
        return _FrozenNormal(self, mean, cov, allow_singular, seed)

    def logpdf(self, x: cupy.ndarray | numpy.ndarray[Any, Any], mean: ArrayLike | None = None, cov: ArrayLike = 1,
               allow_singular: bool = False) -> cupy.ndarray:
        """Logarithm of the density.

        Parameters
        ----------
        x : array_like, shape (..., d)
            Points.
        mean : array_like, shape (d,), optional
            Mean. Default is zero.
        cov : array_like, shape (d, d), or Covariance, optional
            Covariance. Default is one.
        allow_singular : bool, optional
            Whether a singular covariance is allowed.

        Returns
        -------
        cupy.ndarray
        """
        mean, whiten, log_det, rank = _normal(mean, cov, allow_singular)
        x = cupy.asarray(x, dtype=float)
        if x.ndim == 0:
            x = x.reshape(1)
        elif x.ndim == 1:
            x = x[:, None] if mean.size == 1 else x[None]
        white = (x - mean) @ whiten
        out = -0.5 * (rank * float(numpy.log(2 * numpy.pi)) + log_det + (white ** 2).sum(axis=-1))
        if rank < mean.size:
            # Points off the plane of a singular covariance have no density.
            back = white @ cupy.linalg.pinv(whiten)
            off = cupy.linalg.norm(x - mean - back, axis=-1) > 1e-8
            out = cupy.where(off, -numpy.inf, out)
        return out.squeeze()

    def pdf(self, x: cupy.ndarray | numpy.ndarray[Any, Any], mean: list[float] | None = None,
            cov: int | numpy.ndarray[Any, Any] = 1, allow_singular: bool = False) -> cupy.ndarray:
        """The density; parameters as for `logpdf`."""
        return cupy.exp(self.logpdf(x, mean, cov, allow_singular))

    def rvs(self, mean: ArrayLike | None = None, cov: ArrayLike = 1, size: Any = 1,
            random_state: Any = None) -> cupy.ndarray:
        """Random vectors.

        Parameters
        ----------
        mean, cov : array_like, optional
            As for `logpdf`.
        size : int or tuple of int, optional
            How many. Default is one.
        random_state : None, int, cupy.random.RandomState or cupy.random.Generator, optional
            Source of randomness.

        Returns
        -------
        cupy.ndarray
        """
        host_mean, host_cov = _host_parameters(mean, cov)
        if random_state is None:
            random_state = cupy.random.get_random_state()
        elif isinstance(random_state, (int, numpy.integer)):
            random_state = cupy.random.RandomState(int(random_state))
        size = (size,) if isinstance(size, (int, numpy.integer)) else tuple(size)
        values, vectors = numpy.linalg.eigh(host_cov)
        root = cupy.asarray(vectors * numpy.sqrt(values.clip(0)))
        draws = cupy.asarray(random_state.standard_normal(size + (host_mean.size,)))
        return (draws @ root.T + cupy.asarray(host_mean)).squeeze()


class _FrozenNormal(OnHost):
    """A normal distribution of vectors with fixed parameters."""

    def __init__(self, family: MultivariateNormal, mean: cupy.ndarray | None, cov: cupy.ndarray | int,
                 allow_singular: bool, seed: Any) -> None:
        super().__init__(family._twin(_host.to_host(mean), _host.to_host(cov), allow_singular, seed))
        self._family, self._fixed, self._singular = family, (mean, cov), allow_singular

    def logpdf(self, x: numpy.ndarray[Any, Any]) -> cupy.ndarray:
        """Logarithm of the density at points (..., d)."""
        return self._family.logpdf(x, *self._fixed, self._singular)

    def pdf(self, x: Any) -> cupy.ndarray:
        """The density at points (..., d)."""
        return cupy.exp(self.logpdf(x))

    def rvs(self, size: SupportsIndex | Sequence[SupportsIndex] | None = 1, random_state: Any = None) -> cupy.ndarray:
        """Random vectors."""
        return self._family.rvs(*self._fixed, size, random_state)


def _host_parameters(mean: ArrayLike | None, cov: ArrayLike) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
    cov = numpy.asarray(_host.to_host(getattr(cov, "covariance", cov)), dtype=float)
    mean = None if mean is None else numpy.atleast_1d(numpy.asarray(_host.to_host(mean), dtype=float))
    if mean is None:
        mean = numpy.zeros(cov.shape[0] if cov.ndim else 1)
    if cov.ndim == 0:
        cov = cov * numpy.eye(mean.size)
    elif cov.ndim == 1:
        cov = numpy.diag(cov)
    if mean.ndim != 1:
        raise ValueError(f"Array 'mean' must be a vector of length {cov.shape[0]}.")
    if cov.shape != (mean.size, mean.size):
        raise ValueError(f"Array 'mean' must be a vector of length {cov.shape[0]}, and 'cov' a square matrix of it.")
    return mean, cov


def _normal(mean: ArrayLike | None, cov: ArrayLike,
            allow_singular: bool) -> tuple[cupy.ndarray, cupy.ndarray, float, int]:
    """``(mean, matrix that whitens, logarithm of the pseudo-determinant, rank)``; the small matrix is the host's."""
    mean, cov = _host_parameters(mean, cov)
    values, vectors = numpy.linalg.eigh(cov)
    eps = 1e6 * numpy.finfo(float).eps * abs(values).max(initial=0)
    if values.min(initial=0) < -eps:
        raise ValueError("The input matrix must be symmetric positive semidefinite.")
    kept = values > eps
    if not kept.all() and not allow_singular:
        raise numpy.linalg.LinAlgError("When `allow_singular is False`, the input matrix must be symmetric positive "
                                       "definite.")
    whiten = vectors[:, kept] / numpy.sqrt(values[kept])
    return cupy.asarray(mean), cupy.asarray(whiten), float(numpy.log(values[kept]).sum()), int(kept.sum())


@functools.cache
def __getattr__(name: str) -> OnHost:
    if name not in _names.MULTIVARIATE:
        raise AttributeError(name)
    twin = getattr(importlib.import_module("scipy.stats"), name)
    return MultivariateNormal(twin) if name == "multivariate_normal" else OnHost(twin)
