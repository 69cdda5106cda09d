"""Distributions of one variable: SciPy's formulas applied to device arrays, with support, location and scale."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

import numpy
from scipy.stats import rv_continuous

import cupy

from cupyx.scipy import _host
from cupyx.scipy.stats import _array_api

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupyx.scipy.stats import CensoredData

__all__ = []

#: What a formula raises that needs more of NumPy than its functions of arrays.
_HOST_ONLY = (TypeError, IndexError, AttributeError, ValueError)
#: Distributions whose compiled code takes NumPy's random numbers only, and does not say so.
_DRAWN_BY_COMPILED_CODE = {"nchypergeom_fisher", "nchypergeom_wallenius"}


def _operand(v: ArrayLike) -> Any:
    """A parameter: numbers stay on the host, arrays go to the device."""
    if isinstance(v, (list, tuple)):
        v = cupy.asarray(v)
    if isinstance(v, cupy.ndarray):
        return v if v.dtype.kind != "b" else v.astype(float)
    v = numpy.asarray(v)
    return v[()] if v.ndim == 0 else cupy.asarray(v)


def _where(condition: ArrayLike, a: cupy.ndarray, b: float) -> cupy.ndarray:
    """``where`` whose condition may be a number's; the shape is that of `a` at least."""
    if isinstance(condition, cupy.ndarray):
        return cupy.where(condition, a, b)
    return a if condition else cupy.full_like(a, b)


def _hosted(name: str) -> Callable[..., Any]:
    """A method that SciPy's class has, for numbers and copies of arrays on the host."""
    def method(self: Any, *args: Any, **kwds: Any) -> cupy.ndarray | float:
        return self._host_call(name, *args, **kwds)
    method.__name__ = name
    method.__doc__ = f"SciPy's ``{name}``, on the host; arrays among the arguments give a device array."
    return method


class Univariate:
    """Public methods over the private formulas of a SciPy distribution, on device arrays.

    What is no elementwise formula (moments, fits, expectations) goes to SciPy on the host, with parameters copied
    there.
    """

    _twin: Any = None         # SciPy's object of the same distribution, for work on the host
    _below: int               # how far below its support a distribution's quantile of zero is
    _cast: Callable[..., cupy.ndarray]
    _compose: Callable[..., cupy.ndarray]

    # what SciPy's class of the distribution has
    name: str
    badvalue: float
    _random_state: Any
    _parse_args: Callable[..., tuple]
    _rvs: Callable[..., cupy.ndarray]
    _nonzero: Callable[..., cupy.ndarray]
    _support_mask: Callable[..., cupy.ndarray]

    def _split(self,
               args: tuple[float | cupy.ndarray, ...] | tuple[float | cupy.ndarray | numpy.ndarray[Any, Any], ...],
               kwds: dict[str, cupy.ndarray | float] | dict[str, float]) -> tuple[tuple[Any, ...], Any, Any]:
        """``(shapes, loc, scale)`` with numbers on the host and arrays on the device."""
        shapes, loc, scale = self._parse_args(*args, **kwds)
        return tuple(_operand(v) for v in shapes), _operand(loc), _operand(scale)

    def _host_call(self, name: str, *args: Any, **kwds: Any) -> Any:
        """A public method of SciPy's class on the host."""
        method = getattr(super() if self._twin is None else self._twin, name)
        return _array_api.to_device(method(*_host.to_host(args), **_host.to_host(kwds)))

    def _of_shapes(self, name: str, shapes: tuple[Any, ...]) -> Any:
        """What SciPy derives from shape parameters: whether they are valid, or the support."""
        try:
            return _array_api.to_device(getattr(self, name)(*shapes))
        except _HOST_ONLY:
            return _array_api.to_device(getattr(self, name)(*_host.to_host(shapes)))

    def _formula(self, name: str, x: Any, shapes: Any) -> cupy.ndarray | None:
        """The private formula on device arrays, or None where it needs the host."""
        wanted = numpy.broadcast_shapes(x.shape, *map(numpy.shape, shapes))
        for whole in (False, True):
            try:
                if whole:             # some formulas select among parameters as among values
                    shapes = [cupy.broadcast_to(cupy.asarray(v, dtype=float), x.shape) for v in shapes]
                with _array_api.array_api(), numpy.errstate(all="ignore"):
                    found = cupy.asarray(getattr(self, name)(x, *shapes))
            except _HOST_ONLY:
                continue
            if found.shape in (wanted, ()):       # others go through values and parameters side by side
                return found
        return None

    def _curve(self, name: str, x: Any, args: tuple[Any, ...], kwds: dict[str, Any]) -> cupy.ndarray:
        """A function of the variable: density, probability or a logarithm of one."""
        x = cupy.asarray(x)
        shapes, loc, scale = self._split(args, kwds)
        with numpy.errstate(all="ignore"):
            y = (x.astype(cupy.result_type(x.dtype, float), copy=False) - loc) / scale
            valid = self._of_shapes("_argcheck", shapes) & (scale > 0)
            low, high = self._of_shapes("_get_support", shapes)
        values = self._formula("_" + name, y, shapes) if self._needs(valid) else cupy.zeros(())
        if values is None:
            _host.warn(f"{self.name}.{name}", 4)
            return cupy.asarray(self._host_call(name, x, *args, **kwds))
        out = self._compose(name, y, values, low, high, scale, shapes)
        return _where(valid, cupy.where(cupy.isnan(y), self.badvalue, out), self.badvalue)

    @staticmethod
    def _needs(valid: ArrayLike) -> bool:
        return isinstance(valid, cupy.ndarray) or bool(valid)

    def _quantile(self, name: str, q: Any, args: tuple[cupy.ndarray | float, ...],
                  kwds: dict[str, cupy.ndarray | float]) -> cupy.ndarray:
        """An inverse of a probability."""
        q = cupy.asarray(q)
        shapes, loc, scale = self._split(args, kwds)
        with numpy.errstate(all="ignore"):
            valid = self._of_shapes("_argcheck", shapes) & (scale > 0) & (loc == loc)
            low, high = self._of_shapes("_get_support", shapes)
        inside = (q > 0) & (q < 1)
        values = self._formula("_" + name, cupy.where(inside, q, 0.5), shapes) if self._needs(valid) else cupy.zeros(())
        if values is None:
            _host.warn(f"{self.name}.{name}", 4)
            return cupy.asarray(self._host_call(name, q, *args, **kwds))
        low = low - self._below
        first, last = (low, high) if name == "ppf" else (high, low)
        ends = cupy.where(q == 0, first, cupy.where(q == 1, last, numpy.nan))
        out = cupy.where(inside, values, ends) * scale + loc
        return _where(valid, out, self.badvalue)

    def cdf(self, x: ArrayLike, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Probability of values up to `x`.

        Parameters
        ----------
        x : array_like
            Values.
        *args, **kwds : array_like
            Shape parameters, ``loc`` and ``scale``.

        Returns
        -------
        cupy.ndarray
        """
        return self._curve("cdf", x, args, kwds)

    def logcdf(self, x: ArrayLike | CensoredData | None, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Logarithm of `cdf`; parameters as there."""
        return self._curve("logcdf", x, args, kwds)

    def sf(self, x: ArrayLike | CensoredData | None, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Probability of values above `x`; parameters as for `cdf`."""
        return self._curve("sf", x, args, kwds)

    def logsf(self, x: ArrayLike | CensoredData | None, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Logarithm of `sf`; parameters as for `cdf`."""
        return self._curve("logsf", x, args, kwds)

    def ppf(self, q: float, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Inverse of `cdf`; parameters as there."""
        return self._quantile("ppf", q, args, kwds)

    def isf(self, q: float, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Inverse of `sf`; parameters as for `cdf`."""
        return self._quantile("isf", q, args, kwds)

    def rvs(self, *args: Any, size: SupportsIndex | Sequence[SupportsIndex] | None = None, random_state: Any = None,
            **kwds: Any) -> cupy.ndarray:
        """Random values.

        Parameters
        ----------
        *args, **kwds : array_like
            Shape parameters, ``loc`` and ``scale``.
        size : int or tuple of int, optional
            Shape. Default: that of the parameters.
        random_state : None, int, cupy.random.RandomState or cupy.random.Generator, optional
            Source of randomness; None is the device's global one. NumPy's draw on the host.

        Returns
        -------
        cupy.ndarray
        """
        if self.name == "poisson_binom":        # its parameter is a vector
            return cupy.asarray(self._host_call("rvs", *args, size=size, random_state=random_state, **kwds))
        shapes, loc, scale, size = self._sizes(args, kwds, size)
        if random_state is None:
            random_state = self._random_state if self._own_state() else cupy.random.get_random_state()
        if isinstance(random_state, (int, numpy.integer)):
            random_state = cupy.random.RandomState(int(random_state))
        if not type(random_state).__module__.startswith("numpy"):
            values = self._drawn(shapes, size, random_state)
            if values is not None:
                return self._cast(values * scale + loc)
            draw = getattr(random_state, "randint" if hasattr(random_state, "randint") else "integers")
            random_state = numpy.random.RandomState(int(draw(0, 1 << 31)))
        _host.warn(f"{self.name}.rvs")
        return cupy.asarray(self._host_call("rvs", *args, size=size, random_state=random_state, **kwds))

    def _drawn(self, shapes: tuple[Any, ...], size: Any, random_state: Any) -> cupy.ndarray | None:
        """Values by SciPy's way of drawing with the device's numbers, or as quantiles; None where neither works."""
        if self.name in _DRAWN_BY_COMPILED_CODE:
            return None
        try:
            with _array_api.array_api(), numpy.errstate(all="ignore"):
                return cupy.asarray(self._rvs(*shapes, size=size, random_state=random_state))
        except _HOST_ONLY:
            uniform = getattr(random_state, "random_sample", None) or random_state.random
            return self._formula("_ppf", cupy.asarray(uniform(size)), shapes)

    def _own_state(self) -> bool:
        """Whether a frozen distribution was given a source of its own."""
        state = getattr(self, "_random_state", None)
        return state is not None and not type(state).__module__.startswith("numpy")

    def _sizes(self, args: tuple[Any, ...], kwds: dict[str, Any],
               size: Any) -> tuple[tuple[Any, ...], Any, Any, tuple[int, ...]]:
        """Parameters and the shape of a sample; ValueError for those outside the domain."""
        shapes, loc, scale = self._split(args, kwds)
        common = numpy.broadcast_shapes(*(numpy.shape(v) for v in (*shapes, loc, scale)))
        size = common if size is None else (size,) if isinstance(size, (int, numpy.integer)) else tuple(size)
        if common and numpy.broadcast_shapes(common, size) != size:
            raise ValueError(f"size does not match the broadcast shape of the parameters. {size}, {common}")
        valid = self._of_shapes("_argcheck", shapes) & (scale >= 0)
        if not bool(valid.all() if isinstance(valid, cupy.ndarray) else numpy.all(valid)):
            raise ValueError("Domain error in arguments. The `scale` parameter must be positive for all distributions, "
                             "and many distributions have restrictions on shape parameters.")
        return shapes, loc, scale, size

    entropy = _hosted("entropy")
    expect = _hosted("expect")
    mean = _hosted("mean")
    moment = _hosted("moment")
    nnlf = _hosted("nnlf")
    stats = _hosted("stats")
    std = _hosted("std")
    support = _hosted("support")
    var = _hosted("var")


class Continuous(Univariate):
    """Distributions with a density."""

    _below = 0

    def pdf(self, x: ArrayLike, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Density at `x`.

        Parameters
        ----------
        x : array_like
            Values.
        *args, **kwds : array_like
            Shape parameters, ``loc`` and ``scale``.

        Returns
        -------
        cupy.ndarray
        """
        return self._curve("pdf", x, args, kwds)

    def logpdf(self, x: ArrayLike | CensoredData | None, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Logarithm of `pdf`; parameters as there."""
        return self._curve("logpdf", x, args, kwds)

    def _compose(self, name: str, y: cupy.ndarray, values: cupy.ndarray, low: float, high: float, scale: cupy.ndarray,
                 shapes: tuple[cupy.ndarray | float, ...]) -> cupy.ndarray:
        if name == "pdf":
            return cupy.where(self._inside(y, low, high, shapes), values / scale, 0.0)
        if name == "logpdf":
            return cupy.where(self._inside(y, low, high, shapes), values - numpy.log(scale), -numpy.inf)
        return _probability(name, (y > low) & (y < high), y <= low, values)

    def _inside(self, y: cupy.ndarray, low: Any, high: Any, shapes: tuple[Any, ...]) -> cupy.ndarray:
        """SciPy's `_support_mask`, with the ends of the support, which formulas may give on the host only."""
        mask = type(self)._support_mask
        if mask is rv_continuous._support_mask:
            return (low <= y) & (y <= high)
        if mask is rv_continuous._open_support_mask:
            return (low < y) & (y < high)
        return self._support_mask(y, *shapes)

    @staticmethod
    def _cast(values: cupy.ndarray) -> cupy.ndarray:
        return values

    def fit(self, data: ArrayLike, *args: Any, **kwds: Any) -> tuple[Any, ...]:
        """Parameters that make data most likely, found on the host.

        Parameters
        ----------
        data : array_like
            Values.
        *args, **kwds
            Starts of the shape parameters, and ``floc``, ``fscale``, ``f0``... for those that are fixed.

        Returns
        -------
        tuple of float
        """
        return self._host_call("fit", data, *args, **kwds)

    fit_loc_scale = _hosted("fit_loc_scale")


def all_positive(self: Any, *shapes: cupy.ndarray) -> Any:
    """The domain of shape parameters where a family states no other."""
    valid = numpy.True_
    for shape in shapes:
        valid = valid & (shape > 0)
    return valid


def log_below(self: Any, x: cupy.ndarray, *shapes: ArrayLike) -> cupy.ndarray:
    """Logarithm of the distribution function, from the smaller of the two probabilities."""
    return cupy.where(x < self._ppf(0.5, *shapes), numpy.log(self._cdf(x, *shapes)), numpy.log1p(-self._sf(x, *shapes)))


def log_above(self: Any, x: cupy.ndarray, *shapes: ArrayLike) -> cupy.ndarray:
    """Logarithm of the probability above, from the smaller of the two probabilities."""
    return cupy.where(x > self._ppf(0.5, *shapes), numpy.log(self._sf(x, *shapes)), numpy.log1p(-self._cdf(x, *shapes)))


class Discrete(Univariate):
    """Distributions on whole numbers."""

    _below = 1                # the quantile of zero lies below the support

    def pmf(self, k: ArrayLike, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Probability of `k`.

        Parameters
        ----------
        k : array_like
            Values.
        *args, **kwds : array_like
            Shape parameters and ``loc``.

        Returns
        -------
        cupy.ndarray
        """
        return self._curve("pmf", k, args, kwds)

    def logpmf(self, k: SupportsIndex, *args: Any, **kwds: Any) -> cupy.ndarray:
        """Logarithm of `pmf`; parameters as there."""
        return self._curve("logpmf", k, args, kwds)

    def _compose(self, name: str, y: cupy.ndarray, values: cupy.ndarray, low: float, high: float, scale: float,
                 shapes: tuple[float, ...]) -> cupy.ndarray:
        if name in ("pmf", "logpmf"):
            inside = (y >= low) & (y <= high) & self._nonzero(y, *shapes)
            if name == "pmf":
                return cupy.where(inside, cupy.clip(values, 0, 1), 0.0)
            return cupy.where(inside, values, -numpy.inf)
        if name in ("cdf", "sf"):
            values = cupy.clip(values, 0, 1)
        return _probability(name, (y >= low) & (y < high), y < low, values)

    @staticmethod
    def _cast(values: cupy.ndarray) -> cupy.ndarray:
        return values.astype("l")


def _probability(name: str, inside: cupy.ndarray, before: cupy.ndarray, values: cupy.ndarray) -> cupy.ndarray:
    """A function of probability, whose values left and right of the support are known."""
    left, right = {"cdf": (0.0, 1.0), "sf": (1.0, 0.0), "logcdf": (-numpy.inf, 0.0), "logsf": (0.0, -numpy.inf)}[name]
    return cupy.where(inside, values, cupy.where(before, left, right))


class Tabulated:
    """The constructor of distributions of whole numbers, which also takes a table of values and probabilities."""

    def __new__(cls, *args: Any, values: tuple[cupy.ndarray, ...] | None = None, **kwds: Any) -> Self | Any:
        if values is None:
            return object.__new__(cls)
        from scipy.stats import rv_discrete

        return _sample_class(type(rv_discrete(values=((0,), (1,)))))(*args, values=_host.to_host(values), **kwds)


class Binned:
    """The constructor of a histogram's distribution, from device arrays."""

    def __init__(self, histogram: Sequence[ArrayLike], *args: Any, **kwds: Any) -> None:
        scipy: Any = super()            # SciPy's class of the distribution
        scipy.__init__(_host.to_host(tuple(histogram)), *args, **kwds)


def _sample_class(found: type[Any]) -> Any:
    """The class of tables, whose formulas look values up on the host."""
    return type("rv_sample", (Discrete, found), {"__module__": "cupyx.scipy.stats",
                                                 "__new__": lambda cls, *args, **kwds: object.__new__(cls)})
