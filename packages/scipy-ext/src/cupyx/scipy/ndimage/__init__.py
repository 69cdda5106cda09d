"""Filters on n-dimensional images, as in ``scipy.ndimage``."""
import importlib

_WHERE = {
    "convolve1d": "_filters.correlate", "correlate1d": "_filters.correlate",
    "gaussian_filter": "_filters.gaussian", "gaussian_filter1d": "_filters.gaussian",
    "uniform_filter": "_filters.uniform", "uniform_filter1d": "_filters.uniform",
}

__all__ = sorted(_WHERE)


def __getattr__(name):
    if name not in _WHERE:
        raise AttributeError(f"module 'cupyx.scipy.ndimage' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"cupyx.scipy.ndimage.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__]
