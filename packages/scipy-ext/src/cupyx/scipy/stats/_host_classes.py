"""Classes of ``scipy.stats`` that compute on the host, with device arrays as arguments and results."""
import functools
import importlib

from cupyx.scipy import _host
from cupyx.scipy.stats import _array_api, _names

__all__ = []

_CONVERTED = {"Binomial", "CensoredData", "Covariance", "Logistic", "Mixture", "Normal", "Uniform"}


def _through(function):
    @functools.wraps(function)
    def method(self, *args, **kwargs):
        return _array_api.to_device(function(self, *_host.to_host(args), **_host.to_host(kwargs)))
    return method


def converted(cls):
    """A subclass whose constructor and public methods take and give device arrays."""
    body = {"__doc__": cls.__doc__, "__module__": "cupyx.scipy.stats"}
    names = {"__init__", "__call__", *(name for name in dir(cls) if not name.startswith("_"))}
    for name in names:
        for owner in cls.__mro__[:-1]:
            value = vars(owner).get(name)
            if value is not None:
                break
        else:
            continue
        if isinstance(value, (staticmethod, classmethod)):
            continue
        if isinstance(value, property) and value.fset is None:
            body[name] = property(_through(value.fget))
        elif callable(value) and not isinstance(value, type):
            body[name] = _through(value)
    if cls.__new__ is not object.__new__:        # of compiled classes, which read their arguments there
        body["__new__"] = lambda new, *args, **kwargs: cls.__new__(new, *_host.to_host(args), **_host.to_host(kwargs))
    return type(cls)(cls.__name__, (cls,), body)


@functools.cache
def __getattr__(name):
    if name not in _names.HOST_CLASSES:
        raise AttributeError(name)
    found = getattr(importlib.import_module("scipy.stats"), name)
    return converted(found) if name in _CONVERTED else found
