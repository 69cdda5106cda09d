"""CuPy's own extras, and SciPy's functions on device arrays under ``cupyx.scipy``.

Modules load at first use; SciPy itself is imported only under ``cupyx.scipy``.
"""
import importlib

__version__ = "0.1.0"

_WHERE = {
    "GeneralizedUFunc": "_gufunc",
    "DeviceSynchronized": "_runtime", "allow_synchronize": "_runtime", "get_runtime_info": "_runtime",
    "empty_like_pinned": "_pinned", "empty_pinned": "_pinned", "zeros_like_pinned": "_pinned",
    "zeros_pinned": "_pinned",
    "errstate": "_errstate", "geterr": "_errstate", "seterr": "_errstate",
    "rsqrt": "_ufuncs",
    "scatter_add": "_scatter", "scatter_max": "_scatter", "scatter_min": "_scatter",
}
_MODULES = ("cusolver", "cusparse", "cutensor", "lapack", "profiler", "scipy", "time")

__all__ = sorted([*_WHERE, *_MODULES])


def __getattr__(name):
    if name in _WHERE:
        value = getattr(importlib.import_module(f"cupyx.{_WHERE[name]}"), name)
    elif name in _MODULES:
        value = importlib.import_module(f"cupyx.{name}")
    else:
        raise AttributeError(f"module 'cupyx' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__]
