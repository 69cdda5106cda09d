"""Quasi-Monte Carlo, as in ``scipy.stats.qmc``: sequences on the device, measures of them on the host."""
from __future__ import annotations

import functools
import importlib
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex

import numpy

import cupy
from cupy._ext import Kernel

from cupyx.scipy import _host
from cupyx.scipy.stats import _kernels
from cupyx.scipy.stats._array_api import on_host
from cupyx.scipy.stats._host_classes import converted

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx._options import Int

_BY_SCIPY = ("MultinomialQMC", "MultivariateNormalQMC", "PoissonDisk", "QMCEngine", "discrepancy",
             "geometric_discrepancy", "update_discrepancy")
__all__ = sorted(("Halton", "LatinHypercube", "Sobol", "scale", *_BY_SCIPY))

_sobol, _halton = (Kernel("low_discrepancy.hpp", _kernels, name, packed=("d",), arguments=f"{name}, {name.lower()}")
                   for name in ("Sobol", "Halton"))


def scale(sample: ArrayLike, l_bounds: ArrayLike, u_bounds: ArrayLike, *, reverse: bool = False) -> cupy.ndarray:
    """Points of the unit cube moved to a box, or back.

    Parameters
    ----------
    sample : array_like, shape (n, d)
        Points.
    l_bounds, u_bounds : array_like, shape (d,)
        Bounds of the box.
    reverse : bool, optional
        Whether to go from the box to the cube. Default is False.

    Returns
    -------
    cupy.ndarray
        The points, in the shape of `sample`.

    Raises
    ------
    ValueError
        If points lie outside or bounds are in the wrong order.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import qmc
    >>> qmc.scale(cupy.array([[0.5, 0.25]]), [-2, 0], [6, 4])
    array([[2., 1.]])
    """
    sample = cupy.asarray(sample)
    if sample.dtype.kind != "f":
        sample = sample.astype(float)
    if sample.ndim != 2:
        raise ValueError("Sample is not a 2D array")
    low, high = (numpy.asarray(_host.to_host(b), dtype=float) for b in (l_bounds, u_bounds))
    try:
        low, high = (numpy.broadcast_to(b, (sample.shape[1],)) for b in (low, high))
    except ValueError as error:
        raise ValueError("'l_bounds' and 'u_bounds' must be broadcastable and respect the sample dimension") from error
    if not (low < high).all():
        raise ValueError("Bounds are not consistent 'l_bounds' < 'u_bounds'")
    low, high = cupy.asarray(low), cupy.asarray(high)
    first, last = (low, high) if reverse else (0.0, 1.0)
    if sample.size and not bool(((sample >= first) & (sample <= last)).all()):
        raise ValueError("Sample is out of bounds" if reverse else "Sample is not in unit hypercube")
    return (sample - low) / (high - low) if reverse else sample * (high - low) + low


class _Engine:
    """A sequence whose points follow from their numbers; SciPy's engine prepares it."""

    _draw: Callable[[int], cupy.ndarray]

    def _prepare(self, twin: Any) -> None:
        self._engine = twin
        self.d, self.num_generated = twin.d, 0

    def random(self, n: SupportsIndex = 1, *, workers: SupportsIndex = 1) -> cupy.ndarray:
        """The next points.

        Parameters
        ----------
        n : int, optional
            How many. Default is one.
        workers : int, optional
            Accepted as in SciPy; the device works in parallel anyway.

        Returns
        -------
        cupy.ndarray, shape (n, d)
        """
        out = self._draw(int(n))
        self.num_generated += int(n)
        return out

    def integers(self, l_bounds: SupportsIndex | ArrayLike, *, u_bounds: SupportsIndex | ArrayLike | None = None,
                 n: SupportsIndex = 1, endpoint: bool = False, workers: SupportsIndex = 1) -> cupy.ndarray:
        """The next points, as whole numbers of a box.

        Parameters
        ----------
        l_bounds : int or array_like of int
            Lower bounds, or upper ones where `u_bounds` is missing.
        u_bounds : int or array_like of int, optional
            Upper bounds.
        n : int, optional
            How many. Default is one.
        endpoint : bool, optional
            Whether upper bounds belong to the box. Default is False.
        workers : int, optional
            Accepted as in SciPy.

        Returns
        -------
        cupy.ndarray, shape (n, d)
        """
        low, high = (0, l_bounds) if u_bounds is None else (l_bounds, u_bounds)
        low, high = (numpy.atleast_1d(_host.to_host(b)) for b in (low, high))
        if not all(numpy.issubdtype(b.dtype, numpy.integer) for b in (low, high)):
            raise ValueError("'u_bounds' and 'l_bounds' must be integers or array-like of integers")
        return cupy.floor(scale(self.random(n), low, high + 1 if endpoint else high)).astype("l")

    def reset(self) -> Self:
        """Start again.

        Returns
        -------
        QMCEngine
            This object.
        """
        self.num_generated = 0
        return self

    def fast_forward(self, n: SupportsIndex) -> Self:
        """Leave out points.

        Parameters
        ----------
        n : int
            How many.

        Returns
        -------
        QMCEngine
            This object.
        """
        self.num_generated += int(n)
        return self


def _options(rng: Any, seed: int | None, optimization: Any) -> dict[str, int | None]:
    """Keywords of SciPy's engines, whose source of randomness changed its name."""
    source = rng if seed is None else seed
    return {"optimization": optimization} | ({} if source is None else {"seed": source})


class Sobol(_Engine):
    """Sobol's sequence, scrambled or not.

    Parameters
    ----------
    d : int
        Dimensions.
    scramble : bool, optional
        Whether digits are scrambled and shifted (default).
    bits : int, optional
        Binary digits of the numbers, at most 64. Default is 30; no more than ``2**bits`` points exist.
    rng : None, int or numpy.random.Generator, optional
        Source of the scramble.
    optimization : None, optional
        SciPy's ways of improving samples are not supported: None.
    seed : optional
        Older name of `rng`.

    Attributes
    ----------
    d, num_generated : int
        Dimensions, and the number of the next point.

    Notes
    -----
    Joe and Kuo's direction numbers, Owen's and Matousek's scramble, prepared by SciPy; each point follows from its
    number alone.

    Examples
    --------
    >>> from cupyx.scipy.stats import qmc
    >>> qmc.Sobol(2, scramble=False).random(4)
    array([[0.  , 0.  ],
           [0.5 , 0.5 ],
           [0.75, 0.25],
           [0.25, 0.75]])
    """

    MAXDIM = 21201

    def __init__(self, d: SupportsIndex, *, scramble: bool = True, bits: SupportsIndex | None = None,
                 rng: SupportsIndex | numpy.random.Generator | None = None, optimization: None = None,
                 seed: Any = None) -> None:
        stats = importlib.import_module("scipy.stats.qmc")
        if optimization is not None:
            raise ValueError("optimization must be None on the device")
        twin = stats.Sobol(d, scramble=scramble, bits=bits, **_options(rng, seed, None))
        self._prepare(twin)
        self.bits = twin.bits
        self._directions = cupy.asarray(numpy.ascontiguousarray(twin._sv[:, :twin.bits], dtype="L"))
        self._shift = cupy.asarray(numpy.asarray(twin._shift, dtype="L"))

    def _draw(self, n: int) -> cupy.ndarray:
        if self.num_generated + n > 1 << self.bits:
            raise ValueError(f"At most 2**{self.bits}={1 << self.bits} distinct points can be generated. "
                             f"{self.num_generated} points have been previously generated, then: "
                             f"n={self.num_generated}+{n}={self.num_generated + n}. Consider increasing `bits`.")
        out = cupy.empty((n, self.d))
        _sobol.map("d", out.size, work=self.bits, directions=self._directions, shift=self._shift, out=out,
                   first=self.num_generated, dims=self.d, bits=self.bits, scale=2.0 ** -self.bits)
        return out

    def random_base2(self, m: Int) -> cupy.ndarray:
        """The next ``2**m`` points, so that the sequence keeps its balance.

        Parameters
        ----------
        m : int
            Exponent.

        Returns
        -------
        cupy.ndarray, shape (2**m, d)
        """
        n = 1 << m
        total = self.num_generated + n
        if total & (total - 1):
            raise ValueError("The balance properties of Sobol' points require n to be a power of 2. "
                             f"{self.num_generated} points have been previously generated, then: "
                             f"n={self.num_generated}+2**{m}={total}. If you still want to do this, the function "
                             "'Sobol.random()' can be used.")
        return self.random(n)


class Halton(_Engine):
    """Halton's sequence, scrambled or not.

    Parameters
    ----------
    d : int
        Dimensions.
    scramble : bool, optional
        Whether digits are permuted (default).
    optimization : None, optional
        SciPy's ways of improving samples are not supported: None.
    rng : None, int or numpy.random.Generator, optional
        Source of the permutations.
    seed : optional
        Older name of `rng`.

    Attributes
    ----------
    d, num_generated : int
        Dimensions, and the number of the next point.

    Examples
    --------
    >>> from cupyx.scipy.stats import qmc
    >>> qmc.Halton(1, scramble=False).random(4)
    array([[0.  ],
           [0.5 ],
           [0.25],
           [0.75]])
    """

    def __init__(self, d: SupportsIndex, *, scramble: bool = True, optimization: None = None,
                 rng: SupportsIndex | numpy.random.Generator | None = None, seed: Any = None) -> None:
        stats = importlib.import_module("scipy.stats.qmc")
        if optimization is not None:
            raise ValueError("optimization must be None on the device")
        twin = stats.Halton(d, scramble=scramble, **_options(rng, seed, None))
        self._prepare(twin)
        base = numpy.asarray(twin.base, dtype="l")
        tables = [numpy.asarray(p, dtype="l") for p in twin._permutations] if scramble else []
        digits = [len(p) for p in tables] or [math.ceil(63 / math.log2(b)) for b in base]
        self._tables = {
            "base": cupy.asarray(base), "digits": cupy.asarray(numpy.array(digits, dtype="l")),
            "begin": cupy.asarray(numpy.cumsum([0, *(p.size for p in tables)]).astype("l")),
            "permutations": cupy.asarray(numpy.concatenate([p.ravel() for p in tables])) if tables else None}

    def _draw(self, n: int) -> cupy.ndarray:
        out = cupy.empty((n, self.d))
        _halton.map("d", out.size, work=200, out=out, first=self.num_generated, dims=self.d, **self._tables)
        return out


class LatinHypercube(_Engine):
    """Latin hypercube samples: one point in each of n slices of every dimension.

    Parameters
    ----------
    d : int
        Dimensions.
    scramble : bool, optional
        Whether points lie anywhere in their cells (default), or in the middle.
    strength : {1, 2}, optional
        Two for orthogonal arrays, which SciPy makes on the host.
    optimization : str, optional
        SciPy's way of improving samples, on the host.
    rng : None, int or cupy.random.RandomState, optional
        Source of randomness.
    seed : optional
        Older name of `rng`.

    Attributes
    ----------
    d, num_generated : int
        Dimensions, and points so far.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.stats import qmc
    >>> points = qmc.LatinHypercube(2, rng=1).random(5)
    >>> cupy.sort(cupy.floor(points * 5), axis=0).T
    array([[0., 1., 2., 3., 4.],
           [0., 1., 2., 3., 4.]])
    """

    def __init__(self, d: SupportsIndex, *, scramble: bool = True, strength: Literal[1, 2] = 1,
                 optimization: str | None = None, rng: Any = None, seed: Any = None) -> None:
        stats = importlib.import_module("scipy.stats.qmc")
        source = rng if seed is None else seed
        plain = source is None or isinstance(source, (int, numpy.integer))
        self._prepare(stats.LatinHypercube(d, scramble=scramble, strength=strength, optimization=optimization,
                                           **({"seed": source} if plain and source is not None else {})))
        self.scramble, self._on_host, self._seed = scramble, strength != 1 or optimization is not None, source
        self.reset()

    def reset(self) -> LatinHypercube:
        """Start again, from the given seed.

        Returns
        -------
        LatinHypercube
            This object.
        """
        source = self._seed
        if source is None:
            source = cupy.random.get_random_state()
        elif isinstance(source, (int, numpy.integer)):
            source = cupy.random.RandomState(int(source))
        self._state = source
        self._engine.reset()
        return super().reset()

    def _draw(self, n: int) -> cupy.ndarray:
        if self._on_host:
            return cupy.asarray(self._engine.random(n))
        cells = cupy.argsort(cupy.asarray(self._state.random_sample((self.d, n))), axis=1).T
        place = cupy.asarray(self._state.random_sample((n, self.d))) if self.scramble else 0.5
        return (cells + place) / n


@functools.cache
def __getattr__(name: str) -> Callable[..., Any] | type[Any]:
    if name not in _BY_SCIPY:
        raise AttributeError(name)
    found = getattr(importlib.import_module("scipy.stats.qmc"), name)
    return converted(found) if isinstance(found, type) else on_host(found, f"qmc.{name}")
