"""SciPy's own statistics on device arrays: its array-API mode for the time of a call, or by way of the host."""
from __future__ import annotations

import contextlib
import dataclasses
import functools
import importlib
import inspect
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory

from cupyx.scipy import _host
from cupyx.scipy._array_api import array_api
from cupyx.scipy.stats import _names

if TYPE_CHECKING:
    from typing import TypeVar

    from cupy import ufunc
    from cupy.typing import ArrayLike

    _Function = TypeVar("_Function", bound=Callable[..., Any])

__all__ = []

_FEW = 1 << 15          # items up to which what SciPy asks of other libraries takes longer than NumPy's sums


def to_device(x: Any, scalars: bool = False) -> Any:
    """Results of SciPy with device arrays for NumPy's, in tuples, lists, dictionaries and result objects too.

    NumPy's numbers stay so unless `scalars`.
    """
    if isinstance(x, numpy.ndarray) or (scalars and isinstance(x, numpy.generic)):
        return x if x.dtype.kind in "OUSM" else cupy.asarray(x)
    if type(x) in (tuple, list):
        return type(x)(to_device(item, scalars) for item in x)
    if isinstance(x, dict):
        return type(x)({key: to_device(value, scalars) for key, value in x.items()})
    if isinstance(x, tuple):
        values = [to_device(v, scalars) for v in x]
        if all(new is old for new, old in zip(values, x, strict=True)):
            return x
        return _with_methods(tuple.__new__(type(x), values), x, scalars)
    if type(x).__module__.startswith("scipy.") and (
            dataclasses.is_dataclass(x) or type(x).__name__.endswith(("Result", "Stats"))):
        return _with_methods(object.__new__(type(x)), x, scalars)
    return x


def _with_methods(made: Any, x: Any, scalars: bool) -> Any:
    """A result with the attributes of SciPy's, converted, and its methods, which compute on the host."""
    held, own = getattr(x, "__dict__", {}), _methods(type(x))
    if held or own:
        made.__dict__.update({name: value if name.startswith("_") else to_device(value, scalars)
                              for name, value in held.items()})
        made.__dict__.update({name: functools.partial(_call, x, name, made.__dict__, scalars) for name in own})
    return made


@functools.cache
def _methods(cls: type) -> list[str]:
    """Names of a result's own methods."""
    return [name for owner in cls.__mro__ if owner not in (object, tuple)
            for name, value in vars(owner).items() if inspect.isfunction(value) and not name.startswith("_")]


def _call(x: Any, name: str, state: Any, scalars: bool, *args: cupy.ndarray, **kwargs: float) -> Any:
    """A method of an object of SciPy's, what it keeps for others as `state`; not a closure, which nothing pickles."""
    result = getattr(x, name)(*to_host(args), **to_host(kwargs))
    state.update({name: value for name, value in vars(x).items() if name.startswith("_")})
    return to_device(result, scalars)


def _is_ours(x: Any) -> bool:
    """Whether `x` is a distribution of ours that has a twin in SciPy, or one with its parameters."""
    return getattr(x, "_twin", None) is not None or getattr(getattr(x, "dist", None), "_twin", None) is not None


def to_host(x: Any) -> Any:
    """Arguments for SciPy: its own distributions for ours; functions, unless SciPy's, still see device arrays."""
    if type(x) in (tuple, list):
        return type(x)(map(to_host, x))
    if hasattr(x, "_make") and not isinstance(x, type):     # named tuples
        return x._make(map(to_host, x))
    if type(x) is dict:
        return {key: to_host(value) for key, value in x.items()}
    if _is_ours(x):
        return x._twin if hasattr(x, "_twin") else x.dist._twin(*_host.to_host(x.args), **_host.to_host(x.kwds))
    owner = getattr(x, "__self__", None)
    if inspect.ismethod(x) and _is_ours(owner):
        return getattr(to_host(owner), x.__name__)
    return _host.to_host(x, functions=not type(owner).__module__.startswith("scipy."))


def _of_long(name: str) -> Callable[..., Any]:
    """The function for long samples of a name: NotImplemented for few, and for what is left to SciPy's."""
    module = _names.OF_LONG.get(name)
    if module is None:
        return lambda *args, **kwargs: NotImplemented
    function = getattr(importlib.import_module(f"cupyx.scipy.stats.{module}"), name)
    known = frozenset(inspect.signature(function).parameters)

    def through(*args: Any, **kwargs: Any) -> Any:
        """Options of other versions of SciPy are left to it."""
        if are_few(args, kwargs) or not known.issuperset(kwargs):
            return NotImplemented
        return function(*args, **kwargs)
    return through


def on_host(function: Callable[..., Any], name: str, scalars: bool = False) -> Callable[..., Any]:
    """SciPy's function on copies of device arrays in the host's memory; `scalars` as for `to_device`."""
    own = _of_long(name)

    @functools.wraps(function)
    def through(*args: ArrayLike | Callable[..., Any] | None, **kwargs: str | int | tuple[int, ...] | None) -> Any:
        found = own(*args, **kwargs)
        if found is not NotImplemented:
            return found
        _host.warn(f"scipy.stats.{name}")
        return to_device(function(*to_host(args), **to_host(kwargs)), scalars)
    return through


def on_device(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """SciPy's function in its array-API mode; by way of the host where that fails.

    What fails there too is the arguments' fault: the error is the one that SciPy gives for NumPy's arrays.  Few items
    that lie in the host's memory anyway are NumPy's at once.

    That mode has no other ``nan_policy`` than 'propagate', and does not say so, gives NaN ranks, and loses it in some
    functions: with NaN the host is asked.
    """
    parameters = inspect.signature(function).parameters
    positional = [key for key, parameter in parameters.items() if parameter.kind is parameter.POSITIONAL_OR_KEYWORD]
    place = positional.index("nan_policy") if "nan_policy" in positional else len(positional)
    strange = _is_not_finite if name in _names.OF_FINITE else cupy.isnan
    times = 4 if name in _names.OF_SUMS else 1
    own = _of_long(name)

    @functools.wraps(function)
    def through(*args: ArrayLike | str | None, **kwargs: str | int | tuple[int, ...] | None) -> Any:
        if are_few(args, kwargs, times=times):
            return host(*args, **kwargs)
        found = own(*args, **kwargs)
        if found is not NotImplemented:
            return found
        if "nan_policy" in parameters:
            given = place < min(len(positional), len(args))
            policy = args[place] if given else kwargs.get("nan_policy", "propagate")
            asked = policy != "propagate" or name in _names.RANKED | _names.OF_FINITE
            if asked and (policy not in ("propagate", "omit", "raise") or _missing((args, kwargs), strange)):
                return host(*args, **kwargs)
        try:
            with array_api():
                return _later(function(*args, **kwargs))
        except Exception:       # SciPy tests this mode with CuPy for a part of its functions and options only
            return host(*args, **kwargs)
    host = on_host(function, name, scalars=True)
    return through


def are_few(*x: Any, times: int = 1) -> bool:
    """Whether arrays lie in the host's memory and have few items, or so many times few."""
    return host_memory() and _items(x) <= times * _FEW


def few_on_host(function: _Function) -> _Function:
    """The function, but SciPy's of the same name where few items lie in the host's memory anyway."""
    name = function.__name__
    host: Any = None

    @functools.wraps(function)
    def through(*args: Any, **kwargs: Any) -> Any:
        nonlocal host
        if not are_few(args, kwargs):
            return function(*args, **kwargs)
        if host is None:
            host = on_host(_host.of_scipy(f"stats.{name}"), name, scalars=True)
        return host(*args, **kwargs)
    found: Any = through
    return found


def _items(x: Any) -> float:
    """How many items the arrays among arguments have; infinitely many if there is a function to call with some."""
    if isinstance(x, cupy.ndarray):
        return x.size
    if isinstance(x, (tuple, list)):
        return sum(map(_items, x))
    return sum(map(_items, x.values())) if isinstance(x, dict) else math.inf if _calls_back(x) else 0


def _calls_back(x: Any) -> bool:
    """Whether `x` is a function that takes arrays of the device."""
    return callable(x) and not _is_ours(x) and not _is_ours(getattr(x, "__self__", None))


def _is_not_finite(x: cupy.ndarray) -> cupy.ndarray:
    return ~cupy.isfinite(x)


def _missing(x: Any, strange: ufunc | Callable[..., Any]) -> bool:
    """Whether an array among arguments holds NaN, or what else is `strange`."""
    if isinstance(x, cupy.ndarray):
        if x.dtype.kind not in "fc" or bool(cupy.isfinite(x.sum())):    # one pass over what is finite
            return False
        return bool(strange(x).any())
    if isinstance(x, dict):
        x = x.values()
    elif not isinstance(x, (tuple, list)):
        return isinstance(x, float) and x != x
    return any(_missing(item, strange) for item in x)


def scipys(name: str) -> Callable[..., Any]:
    """A function of SciPy's own, for what the function of the same name here leaves to it: missing values, axes."""
    return on_device(getattr(importlib.import_module("scipy.stats"), name), name)


def _later(result: Any) -> Any:
    """A result whose confidence interval is computed in the same mode when it is asked for."""
    method = getattr(result, "confidence_interval", None)
    if callable(method):
        @functools.wraps(method)
        def interval(*args: float, **kwargs: Any) -> Any:
            with array_api():
                return method(*args, **kwargs)
        with contextlib.suppress(AttributeError):
            result.confidence_interval = interval
    return result


def find(names: frozenset[str], wrap: Callable[..., Any], module: str = "scipy.stats") -> Any:
    """``__getattr__`` of a module whose functions are SciPy's, wrapped when they are first asked for."""
    def __getattr__(name: str) -> Callable[..., Any]:
        if name not in names:
            raise AttributeError(name)
        found = wrap(getattr(importlib.import_module(module), name), name)
        found.__module__, found.__qualname__ = f"cupyx.{module}", name      # where pickles find it
        return found
    return functools.cache(__getattr__)
