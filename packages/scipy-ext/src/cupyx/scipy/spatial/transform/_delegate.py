"""Classes whose work SciPy's do, on arrays of the device."""
import functools
import inspect

import numpy

import cupy
from cupy._ext import as_array

from cupyx.scipy._array_api import array_api

__all__ = []

#: Classes of SciPy, and ours for each.
wrappers = {}

#: Arguments whose lists are no arrays.
_NO_ARRAYS = frozenset(("axis", "shape", "num", "rng", "random_state", "group", "order", "seq", "indexer"))


def given(x, name=""):
    """An argument as SciPy's code takes it."""
    if isinstance(x, Delegate):
        return x._inner
    if isinstance(x, numpy.ndarray) and x.ndim:
        return as_array(x, name or "an argument")       # refuses it
    if isinstance(x, (list, tuple)) and name not in _NO_ARRAYS:
        if any(isinstance(item, Delegate) for item in x):
            return type(x)(given(item) for item in x)
        return cupy.asarray(numpy.asarray(x, float)) if not any(
            isinstance(item, cupy.ndarray) for item in x) else cupy.stack([cupy.asarray(item) for item in x])
    return x


def wrapped(x):
    """A result with our classes for SciPy's, and arrays of the device."""
    ours = wrappers.get(type(x))
    if ours is not None:
        return ours._of(x)
    if isinstance(x, numpy.ndarray):
        return cupy.asarray(x)
    if type(x) in (tuple, list):
        return type(x)(map(wrapped, x))
    return x


def method(name, function, static):
    """A method of ours that calls SciPy's."""
    signature = inspect.signature(function)
    names = list(signature.parameters)

    def call(*args, **kwargs):
        args = [given(x, names[k] if k < len(names) else "") for k, x in enumerate(args)]
        kwargs = {key: given(x, key) for key, x in kwargs.items()}
        with array_api():
            return wrapped(function(*args, **kwargs))

    call = functools.wraps(function, assigned=("__name__", "__doc__"), updated=())(call)
    call.__signature__ = signature
    return staticmethod(call) if static else call


def attribute(name, doc):
    def get(self):
        with array_api():
            return wrapped(getattr(self._inner, name))

    return property(get, doc=doc)


class Delegate:
    """An object of SciPy with arrays of the device."""

    @classmethod
    def _of(cls, inner):
        self = object.__new__(cls)
        self._inner = cls._on_device(inner)
        return self

    @staticmethod
    def _on_device(inner):
        return inner

    def __getstate__(self):
        return self._state().get()

    def __setstate__(self, state):
        self.__init__(cupy.asarray(state))


def delegates(theirs):
    """Give a class the methods and properties of SciPy's."""
    def decorate(ours):
        wrappers[theirs] = ours
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
