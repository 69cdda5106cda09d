"""SciPy's own statistics on device arrays: its array-API mode for the time of a call, or by way of the host."""
import contextlib
import copy
import dataclasses
import functools
import importlib

import numpy

import cupy

from cupyx.scipy import _host
from cupyx.scipy._array_api import array_api

__all__ = []


def to_device(x):
    """Results of SciPy with device arrays for NumPy's, in tuples, lists, dictionaries and result objects too."""
    if isinstance(x, numpy.ndarray):
        return x if x.dtype.kind in "OUSM" else cupy.asarray(x)
    if type(x) in (tuple, list):
        return type(x)(map(to_device, x))
    if isinstance(x, dict):
        return type(x)({key: to_device(value) for key, value in x.items()})
    if isinstance(x, tuple):
        return _tuple_to_device(x)
    if dataclasses.is_dataclass(x) and not isinstance(x, type):
        x = copy.copy(x)
        for field in dataclasses.fields(x):
            with contextlib.suppress(dataclasses.FrozenInstanceError):
                setattr(x, field.name, to_device(getattr(x, field.name)))
    return x


def _tuple_to_device(x):
    """A named tuple, with the further fields that SciPy's have."""
    values = [to_device(v) for v in x]
    if all(new is old for new, old in zip(values, x, strict=True)):
        return x
    extra = {name: to_device(getattr(x, name)) for name in getattr(x, "_extra_fields", ())}
    try:
        return type(x)(*values, **extra)
    except TypeError:
        return tuple(values)


def on_host(function, name):
    """SciPy's function on copies of device arrays in the host's memory."""
    @functools.wraps(function)
    def through(*args, **kwargs):
        _host.warn(f"scipy.stats.{name}")
        return to_device(function(*_host.to_host(args), **_host.to_host(kwargs)))
    return through


def on_device(function, name):
    """SciPy's function in its array-API mode; by way of the host where it still reads arrays as NumPy's."""
    @functools.wraps(function)
    def through(*args, **kwargs):
        try:
            with array_api():
                return _later(function(*args, **kwargs))
        except cupy.ImplicitTransferError:
            return host(*args, **kwargs)
    host = on_host(function, name)
    return through


def _later(result):
    """A result whose confidence interval is computed in the same mode when it is asked for."""
    method = getattr(result, "confidence_interval", None)
    if callable(method):
        @functools.wraps(method)
        def interval(*args, **kwargs):
            with array_api():
                return method(*args, **kwargs)
        with contextlib.suppress(AttributeError):
            result.confidence_interval = interval
    return result


def find(names, wrap, module="scipy.stats"):
    """``__getattr__`` of a module whose functions are SciPy's, wrapped when they are first asked for."""
    def __getattr__(name):
        if name not in names:
            raise AttributeError(name)
        return wrap(getattr(importlib.import_module(module), name), name)
    return functools.cache(__getattr__)
