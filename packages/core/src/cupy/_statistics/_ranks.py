"""Which ranks a quantile lies between: NumPy's methods, on numbers of the host or of the device."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []


def _weighted(alpha: float, beta: float) -> Callable[..., Any]:
    """The methods of Hyndman and Fan that interpolate."""
    return lambda xp, n, q: n * 1.0 * q + (alpha + q * (1 - alpha - beta)) - 1


def _never_before(xp: ModuleType, place: Any, moves: Any) -> Any:
    """The rank at or behind a place: the next one where `moves`; not below 0."""
    rank = xp.floor(place)
    return xp.maximum(rank + moves, 0).astype(numpy.int64)


def _inverted_cdf(xp: ModuleType, n: Any, q: Any) -> Any:
    place = n * q - 1
    return _never_before(xp, place, place != xp.floor(place))


def _closest_observation(xp: ModuleType, n: Any, q: Any) -> Any:
    place = n * q - 1.5
    low = xp.floor(place)
    return _never_before(xp, place, ~((place == low) & (low % 2 == 1)))


#: Name → function of (module, number of items, quantiles): a rank if it is an integer, else a place between two.
PLACES = {
    "inverted_cdf": _inverted_cdf,
    "averaged_inverted_cdf": lambda xp, n, q: n * 1.0 * q - 1,
    "closest_observation": _closest_observation,
    "interpolated_inverted_cdf": _weighted(0, 1),
    "hazen": _weighted(0.5, 0.5),
    "weibull": _weighted(0, 0),
    "linear": lambda xp, n, q: (n - 1) * q,
    "median_unbiased": _weighted(1 / 3, 1 / 3),
    "normal_unbiased": _weighted(3 / 8, 3 / 8),
    "lower": lambda xp, n, q: xp.floor((n - 1) * q).astype(numpy.int64),
    "higher": lambda xp, n, q: xp.ceil((n - 1) * q).astype(numpy.int64),
    "midpoint": lambda xp, n, q: 0.5 * (xp.floor((n - 1) * q) + xp.ceil((n - 1) * q)),
    "nearest": lambda xp, n, q: xp.around((n - 1) * q).astype(numpy.int64),
}

#: How the distance from the lower rank becomes the weight of the upper one, where that is not the same.
_WEIGHTS = {
    "averaged_inverted_cdf": lambda xp, gamma: xp.where(gamma == 0, 0.5, 1.0),
    "midpoint": lambda xp, gamma: xp.where(gamma == 0, 0.0, 0.5),
}


def ranks_of(xp: ModuleType, n: Any, q: Any, method: str) -> tuple[Any, Any, Any]:
    """Lower ranks, upper ranks and weights of the upper ones (None: the lower ranks alone)."""
    place = PLACES[method](xp, n, q)
    last = n - 1
    if place.dtype.kind in "iu":
        return xp.clip(place, 0, xp.maximum(last, 0)).astype(numpy.int64), None, None
    low = xp.floor(place)
    gamma = place - low
    if method in _WEIGHTS:
        gamma = _WEIGHTS[method](xp, gamma)
    gamma = gamma.astype(place.dtype, copy=False)
    above, below = place >= last, place < 0
    high = xp.where(above, last, xp.where(below, 0, low + 1))
    low = xp.where(above, last, xp.where(below, 0, low))
    return (xp.maximum(low, 0).astype(numpy.int64), xp.maximum(high, 0).astype(numpy.int64), gamma)
