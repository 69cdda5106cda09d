"""Classes of ``scipy.stats`` that compute on the host, with device arrays in and out, and their makers."""
from __future__ import annotations

import contextvars
import functools
import importlib
from collections.abc import Callable
from typing import Any

from cupyx.scipy import _host
from cupyx.scipy.stats import _array_api, _names

__all__ = []

_CONVERTED = {"Binomial", "CensoredData", "Covariance", "Logistic", "Mixture", "Normal", "Uniform"}
#: Where classes are of which results are converted too.
_MODULES = ("scipy.stats._distribution", "scipy.stats._covariance")
#: Functions of distributions; they give distributions, or classes of such.
_OF_DISTRIBUTIONS = {"abs", "exp", "log", "make_distribution", "order_statistic", "truncate"}
_OPERATORS = {f"__{side}{name}__" for side in ("", "r") for name in ("add", "sub", "mul", "truediv", "pow")} | {
    "__abs__", "__neg__"}

#: Whether SciPy's code runs: what it asks of objects from here it wants as NumPy's arrays.
_inside = contextvars.ContextVar("_inside", default=False)


def _through(function: Any) -> Callable[..., Any]:
    @functools.wraps(function)
    def method(*args: Any, **kwargs: Any) -> Any:
        if _inside.get():
            return function(*args, **kwargs)
        token = _inside.set(True)
        try:
            return _result(function(*_array_api.to_host(args), **_array_api.to_host(kwargs)))
        finally:
            _inside.reset(token)
    return method


def _result(x: Any) -> Any:
    """A result with device arrays, whose methods take such too if it is a distribution, or a class of them."""
    found = x if isinstance(x, type) else type(x)
    if found.__module__.startswith(_MODULES) or hasattr(found, "_variable"):
        if isinstance(x, type):
            return converted(x)
        x.__class__ = converted(found)
        return x
    return _array_api.to_device(x)


def _maker(cls: type[Any]) -> Callable[..., Any]:
    """``__new__``, which may choose a narrower class than it was asked for."""
    def new(asked: type[Any], *args: Any, **kwargs: Any) -> Any:
        made = cls.__new__(asked, *_host.to_host(args), **_host.to_host(kwargs))
        if not isinstance(made, asked):
            made = _result(made)
            made.__init__(*args, **kwargs)
        return made
    return new


@functools.cache
def converted(cls: Any) -> type[Any]:
    """A subclass whose constructor and public methods take and give device arrays."""
    body = {"__doc__": cls.__doc__, "__module__": "cupyx.scipy.stats"}
    names = {"__init__", "__call__", *_OPERATORS, *(name for name in dir(cls) if not name.startswith("_"))}
    for name in names:
        for owner in cls.__mro__[:-1]:
            value = vars(owner).get(name)
            if value is not None:
                break
        else:
            continue
        if isinstance(value, staticmethod):
            body[name] = staticmethod(_through(value.__func__))
        if isinstance(value, classmethod):
            body[name] = classmethod(_through(value.__func__))
        if isinstance(value, (staticmethod, classmethod)):
            continue
        if isinstance(value, property) and value.fset is None:
            body[name] = property(_through(value.fget))
        elif callable(value) and not isinstance(value, type):
            body[name] = _through(value)
    if cls.__new__ is not object.__new__:        # of compiled classes, which read their arguments there, and of Normal
        body["__new__"] = _maker(cls)
    return type(cls)(cls.__name__, (cls,), body)


@functools.cache
def __getattr__(name: str) -> Callable[..., Any] | type[Any]:
    if name not in _names.HOST_CLASSES:
        raise AttributeError(name)
    found = getattr(importlib.import_module("scipy.stats"), name)
    if name in _OF_DISTRIBUTIONS:
        through = _through(found)
        through.__module__ = "cupyx.scipy.stats"        # where pickles find it
        return through
    return converted(found) if name in _CONVERTED else found
