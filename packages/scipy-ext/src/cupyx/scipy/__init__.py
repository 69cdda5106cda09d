"""SciPy's functions on device arrays; submodules load at first use."""
import importlib

from cupy import get_array_module as _of_numpy

__all__ = ["fft", "fftpack", "get_array_module", "ndimage", "sparse", "special"]

_MODULES = ("fft", "fftpack", "ndimage", "sparse", "special")


def get_array_module(*args):
    """``cupyx.scipy`` if any argument lives on the device, else ``scipy``.

    Examples
    --------
    >>> import cupy, cupyx
    >>> cupyx.scipy.get_array_module(cupy.ones(1)).__name__
    'cupyx.scipy'
    """
    import sys
    if _of_numpy(*args).__name__ == "cupy":
        return sys.modules[__name__]
    return importlib.import_module("scipy")


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"cupyx.scipy.{name}")
    raise AttributeError(f"module 'cupyx.scipy' has no attribute {name!r}")


def __dir__():
    return [*globals(), *_MODULES]
