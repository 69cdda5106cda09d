"""The continuous and discrete families of ``scipy.stats``, on device arrays."""
from __future__ import annotations

import functools
import importlib
from typing import Any

from cupyx.scipy.stats import _formulas, _names, _univariate

__all__ = []


def _made(name: str, twin: Any) -> Any:
    """A distribution with SciPy's parameters and formulas, or ours where SciPy's are compiled code."""
    stats = importlib.import_module("scipy.stats")
    mixin = _univariate.Continuous if isinstance(twin, stats.rv_continuous) else _univariate.Discrete
    body = {"_twin": twin, "__doc__": twin.__doc__, "__module__": __name__,
            "__qualname__": f"{name}.__class__"}        # where pickles find it
    if type(twin)._argcheck is stats.rv_continuous._argcheck:
        body["_argcheck"] = _univariate.all_positive
    if mixin is _univariate.Continuous:
        for name, formula in (("_logcdf", _univariate.log_below), ("_logsf", _univariate.log_above)):
            if getattr(type(twin), name) is getattr(stats.rv_continuous, name):
                body[name] = formula
    body |= {name: staticmethod(formula) for name, formula in _formulas.of(twin.name).items()}
    cls = type(type(twin).__name__, (mixin, type(twin)), body)
    made = cls(**twin._updated_ctor_param())
    made.__doc__ = twin.__doc__
    return made


def _base(name: str) -> type[Any]:
    """A class to derive distributions from."""
    stats = importlib.import_module("scipy.stats")
    found = getattr(stats, name)
    body = {"__doc__": found.__doc__, "__module__": "cupyx.scipy.stats", "a": None, "b": None}
    if name == "rv_discrete":
        return type(name, (_univariate.Tabulated, _univariate.Discrete, found), body)
    if name == "rv_histogram":
        return type(name, (_univariate.Binned, _univariate.Continuous, found), body)
    return type(name, (_univariate.Continuous, found), body)


@functools.cache
def __getattr__(name: str) -> Any:
    if name not in _names.DISTRIBUTIONS:
        raise AttributeError(name)
    if name.startswith("rv_"):
        return _base(name)
    return _made(name, getattr(importlib.import_module("scipy.stats"), name))
