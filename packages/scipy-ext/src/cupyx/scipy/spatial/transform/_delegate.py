"""Classes whose work SciPy's do: on devices its code for arrays of any library, on the host its compiled code."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy

import cupy
from cupy._ext import as_array, host_memory, host_view, result_of

from cupyx.scipy._array_api import array_api
from cupyx.scipy._host import adopted

__all__ = []

#: Classes of SciPy, and ours for each.
wrappers = {}

#: Arguments whose lists are no arrays.
_NO_ARRAYS = frozenset(("axis", "shape", "num", "rng", "random_state", "group", "order", "seq", "indexer"))

#: Types that SciPy's compiled code does not keep: it computes in double precision only.
_NARROW = ("e", "f", "E")

#: Types of arguments that are the same on both sides.
_PLAIN = frozenset((bool, int, float, str, type(None)))


#: Where SciPy's code for any library writes to its own array, or gives it away.
_EXPOSED = ("__setitem__", "as_components", "as_quat", "rotation")


class NarrowError(Exception):
    """Something is in less than double precision."""


def given(x: Any, name: str = "") -> Any:
    """An argument as SciPy's code for any library takes it."""
    if isinstance(x, Delegate):
        return x._as_any()
    if isinstance(x, numpy.ndarray) and x.ndim:
        return as_array(x, name or "an argument")       # refuses it
    if isinstance(x, (list, tuple)) and name not in _NO_ARRAYS:
        if any(isinstance(item, Delegate) for item in x):
            return type(x)(given(item) for item in x)
        return cupy.asarray(numpy.asarray(x, float)) if not any(
            isinstance(item, cupy.ndarray) for item in x) else cupy.stack([cupy.asarray(item) for item in x])
    if name == "matrix" and isinstance(x, cupy.ndarray):
        return x.copy()         # SciPy makes it orthogonal in place
    return x


def given_on_host(x: Any, name: str = "", wide: bool = False) -> Any:
    """An argument as SciPy's compiled code takes it; NarrowError if the result would not be of the right type.

    It is right if an object in double precision takes part, `wide`.
    """
    if isinstance(x, Delegate):
        if not x._narrow:
            return x._inner
        if wide:
            return x._made(host_view(x._arrays(x._inner).astype("d")))
        raise NarrowError
    if isinstance(x, cupy.ndarray):
        if x.dtype.char not in _NARROW:
            return host_view(x)
        if wide:
            return host_view(x.astype("d"))
        raise NarrowError
    if isinstance(x, numpy.ndarray) and x.ndim:
        return as_array(x, name or "an argument")       # refuses it
    if isinstance(x, (list, tuple)) and any(isinstance(item, (Delegate, cupy.ndarray, list, tuple)) for item in x):
        return type(x)([given_on_host(item, name, wide) for item in x])
    return x


def wrapped(x: Any, alone: bool = False) -> Any:
    """A result with our classes for SciPy's, and arrays of the device; `alone`: nobody else has them."""
    if type(x) is numpy.ndarray:
        return adopted(x, alone)
    ours = wrappers.get(type(x))
    if ours is not None:
        return ours._of(x)
    if isinstance(x, (numpy.generic, float)):
        return cupy.asarray(x)
    if type(x) in (tuple, list):
        return type(x)(map(wrapped, x))
    return x


def _simply(args: tuple[Any, ...]) -> list[Any] | None:
    """Arguments as SciPy's compiled code takes them; None where one is narrow, or anything to be looked at."""
    found = []
    for x in args:
        if type(x) is cupy.ndarray and x.dtype.char not in _NARROW:
            found.append(host_view(x))
        elif type(x) in _PLAIN:
            found.append(x)
        elif isinstance(x, Delegate) and not x._narrow:
            found.append(x._inner)
        else:
            return None
    return found


def run(function: Callable[..., Any] | type[Any], names: Any, *args: Any, **kwargs: Any) -> Any:
    """SciPy's function on our arguments, the first of which have these names."""
    if host_memory():
        wide = bool(args) and isinstance(args[0], Delegate) and not args[0]._narrow
        try:
            plain = [given_on_host(x, names[k] if k < len(names) else "", wide) for k, x in enumerate(args)]
            named = {key: given_on_host(x, key, wide) for key, x in kwargs.items()} if kwargs else kwargs
        except NarrowError:
            pass
        else:
            return function(*plain, **named)
    args = tuple([given(x, names[k] if k < len(names) else "") for k, x in enumerate(args)])
    kwargs = {key: given(x, key) for key, x in kwargs.items()}
    with array_api():
        return function(*args, **kwargs)


def method(name: str, function: Callable[..., Any], static: bool) -> Callable[..., Any] | staticmethod:
    """A method of ours that calls SciPy's."""
    signature = inspect.signature(function)
    names = list(signature.parameters)

    def call(*args: Any, **kwargs: Any) -> Any:
        simple = None if kwargs or not host_memory() else _simply(args)
        return wrapped(run(function, names, *args, **kwargs) if simple is None else function(*simple), alone=True)

    def call_apart(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not args and not kwargs and self._is_plain():
            return wrapped(result_of(function, (self._inner,)))
        return wrapped(run(function, names, self._apart(name), *args, **kwargs))

    made: Any = functools.wraps(function, assigned=("__name__", "__doc__"), updated=())(
        call_apart if name in _EXPOSED else call)
    made.__signature__ = signature
    return staticmethod(made) if static else made


def attribute(name: str, doc: str | None) -> property:
    def read(inner: Any) -> Any:
        return getattr(inner, name)

    def show(self: Any) -> Any:
        if self._is_plain():
            return wrapped(read(self._inner))
        return wrapped(run(read, ("self",), self._apart(name) if name in _EXPOSED else self))

    return property(show, doc=doc)


class Delegate:
    """An object of SciPy with arrays of the device: on the host backend with NumPy's, unless it is `_narrow`."""

    #: The class of SciPy, the name that its array has inside, if it has, and the method that returns it.
    _theirs: Any = None
    _held, _told = "", ""

    # what `delegates` gives every class
    __getitem__: Callable[..., Any]
    __len__: Callable[..., int]

    #: Whether arrays are ours though they lie on the host, so that they keep single precision.
    _narrow = False

    @classmethod
    def _of(cls, inner: Any) -> Delegate:
        self = object.__new__(cls)
        self._keep(inner)
        return self

    def _keep(self, inner: Any) -> None:
        """Take an object of SciPy, whatever its arrays are, as what this one stands for."""
        held, on_host = getattr(inner, self._held, None), host_memory()
        if held is None:
            held = self._arrays(inner)
        plain = on_host and held.dtype.char not in _NARROW
        if plain != isinstance(held, numpy.ndarray):
            inner = self._made((host_view if plain else cupy.asarray)(self._arrays(inner)))
        self._inner, self._narrow = inner, on_host and not plain

    def _is_plain(self) -> bool:
        """Whether what it stands for has NumPy's arrays, so that SciPy's compiled code takes it as it is."""
        return not self._narrow and host_memory()

    def _arrays(self, inner: Any) -> Any:
        with array_api():
            return getattr(inner, self._told)()

    def _made(self, arrays: cupy.ndarray | numpy.ndarray[Any, Any]) -> Any:
        with array_api():
            return self._theirs(arrays, normalize=False, copy=False)

    def _apart(self, name: str) -> Delegate:
        """One with an array that nobody else has, for what exposes it; this one itself if it is to change."""
        if self._is_plain() and name != "__setitem__":
            return self
        one = self if name == "__setitem__" else object.__new__(type(self))
        one._inner, one._narrow = self._made(self._arrays(self._inner).copy()), self._narrow
        return one

    def _as_any(self) -> Any:
        """What SciPy's code for any library takes."""
        held = self._arrays(self._inner) if self._is_plain() else None
        return self._inner if held is None else self._made(cupy.asarray(held))

    def __getstate__(self) -> numpy.ndarray[Any, Any]:
        return cupy.asarray(self._arrays(self._inner)).get()

    def __setstate__(self, state: Any) -> None:
        begin: Any = self.__init__
        begin(cupy.asarray(state))


def delegates(theirs: type[Any]) -> Callable[..., Any]:
    """Give a class the methods and properties of SciPy's."""
    def decorate(ours: type[Any]) -> type[Any]:
        wrappers[theirs] = ours
        ours._theirs = theirs
        for name, member in vars(theirs).items():
            if name in vars(ours) or name in ("__module__", "__doc__", "__dict__", "__weakref__", "__init__",
                                              "__getstate__", "__setstate__", "__reduce__", "__iter__",
                                              "__class_getitem__"):
                continue
            if name.startswith("_") and not name.startswith("__"):
                continue
            if isinstance(member, property):
                setattr(ours, name, attribute(name, member.__doc__))
            elif isinstance(member, (staticmethod, classmethod)):
                setattr(ours, name, method(name, getattr(theirs, name), True))
            elif inspect.isfunction(member):
                setattr(ours, name, method(name, member, False))
        return ours

    return decorate
