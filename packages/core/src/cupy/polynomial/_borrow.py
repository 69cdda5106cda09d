"""NumPy's own polynomial code over our arrays: its functions are bound to our namespace instead of NumPy's.

NumPy writes these modules in Python, in terms of array functions that all exist here, so the code itself needs
no second version. Binding happens when a name of a module is first asked for, since it makes small arrays.
"""
from __future__ import annotations

import functools
import importlib
import types
from collections.abc import Callable, Mapping
from typing import Any

import numpy

__all__ = []

_LEFT_OUT = {"__dict__", "__weakref__", "_abc_impl", "__abstractmethods__", "__module__"}


def _bound(function: Callable[..., Any], scope: dict[str, Any], module: str) -> Callable[..., Any]:
    """The same function with other globals."""
    function = getattr(function, "_implementation", function)      # without NumPy's dispatch
    result = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__,
                                function.__closure__)
    result.__kwdefaults__, result.__doc__ = function.__kwdefaults__, function.__doc__
    result.__dict__.update(function.__dict__)
    result.__qualname__, result.__module__ = function.__qualname__, module
    return result


def _array(value: Any) -> Any:
    import cupy

    return cupy.asarray(value) if isinstance(value, numpy.ndarray) else value


def _class(cls: Any, scope: dict[str, Any], module: str, bases: Mapping[type[Any], type[Any]]) -> Any:
    """The same class over rebound functions."""
    body = {"__module__": module}
    for name, value in vars(cls).items():
        if name in _LEFT_OUT:
            continue
        if isinstance(value, staticmethod):
            value = staticmethod(scope.get(value.__func__.__name__) or _bound(value.__func__, scope, module))
        elif isinstance(value, classmethod):
            value = classmethod(_bound(value.__func__, scope, module))
        elif isinstance(value, property):
            getter, setter, deleter = (f and _bound(f, scope, module) for f in (value.fget, value.fset, value.fdel))
            value = property(getter, setter, deleter)
        elif isinstance(value, types.FunctionType):
            value = _bound(value, scope, module)
        body[name] = _array(value)
    return type(cls)(cls.__name__, tuple(bases.get(base, base) for base in cls.__bases__), body)


def _shared(source: types.ModuleType) -> set[str]:
    """Names of functions that a family takes over from ``polyutils``."""
    from numpy.polynomial import polyutils

    return {key for key, value in vars(source).items()
            if getattr(value, "__module__", "") == polyutils.__name__ != source.__name__}


def borrow(source: types.ModuleType, name: str, replaced: dict[str, Any],
           bases: Mapping[type[Any], type[Any]] | tuple[()] = ()) -> dict[str, Any]:
    """Names of a NumPy module, bound to our namespace.

    Parameters
    ----------
    source : module
        One of ``numpy.polynomial``.
    name : str
        Name of our module.
    replaced : dict
        Names that stand for others than in NumPy's module.
    bases : dict
        For each of NumPy's base classes our own.

    Returns
    -------
    dict
        The globals of the bound functions.
    """
    import cupy

    scope = dict(vars(source)) | {"__name__": name, "__package__": "cupy.polynomial", "__spec__": None, "np": cupy}
    classes, shared = [], _shared(source)
    for key, value in vars(source).items():
        if key in shared:
            from cupy.polynomial import polyutils
            scope[key] = getattr(polyutils, value.__name__)
        if getattr(value, "__module__", None) != source.__name__ and not isinstance(value, numpy.ndarray):
            continue
        if isinstance(value, type):
            classes.append(value)
        elif callable(value):
            scope[key] = _bound(value, scope, name)
        else:
            scope[key] = _array(value)
    scope |= replaced
    for cls in classes:
        scope[cls.__name__] = _class(cls, scope, name, dict(bases))
    return scope


def _on_host(self: Any) -> Any:
    """The object of NumPy with the same numbers."""
    import numpy.polynomial

    cls = getattr(numpy.polynomial, type(self).__name__)
    return cls(self.coef.get(), self.domain.get(), self.window.get(), self.symbol)


def __repr__(self: Any) -> str:
    return repr(_on_host(self))


def __str__(self: Any) -> str:
    return str(_on_host(self))


def __format__(self: Any, spec: str) -> str:
    return format(_on_host(self), spec)


def _repr_latex_(self: Any) -> str:
    return _on_host(self)._repr_latex_()


@functools.cache
def base_class() -> type[Any]:
    """The base class of all families, NumPy's printed by way of the host; made at first use."""
    from numpy.polynomial import _polybase

    from cupy.polynomial import polyutils

    scope = borrow(_polybase, "cupy.polynomial", {"pu": polyutils})
    cls = scope["ABCPolyBase"]
    for function in (__repr__, __str__, __format__, _repr_latex_):
        setattr(cls, function.__name__, function)
    return cls


def family(name: str,
        own: dict[str, Callable[..., Any]] | None = None) -> tuple[Callable[..., Any], Callable[..., Any], list[str]]:
    """``(__getattr__, __dir__, __all__)`` of the module of one family of polynomials.

    Parameters
    ----------
    name : str
        Name of the module in ``numpy.polynomial``.
    own : dict, optional
        Functions that take the place of NumPy's.
    """
    source = importlib.import_module(f"numpy.polynomial.{name}")
    names = sorted(source.__all__)
    scope = {}

    def __getattr__(attribute: str) -> Any:
        if attribute not in names:
            raise AttributeError(f"module 'cupy.polynomial.{name}' has no attribute {attribute!r}")
        if not scope:
            from numpy.polynomial._polybase import ABCPolyBase

            from cupy.polynomial import polyutils
            scope.update(borrow(source, f"cupy.polynomial.{name}", {"pu": polyutils, **(own or {})},
                                {ABCPolyBase: base_class()}))
        return scope[attribute]

    return __getattr__, lambda: names, names
