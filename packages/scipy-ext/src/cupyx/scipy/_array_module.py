"""Which of SciPy's two homes an argument belongs to."""
from __future__ import annotations

import importlib
from types import ModuleType

from cupy import get_array_module as _of_numpy

__all__ = ["get_array_module"]


def get_array_module(*args: object) -> ModuleType:
    """``cupyx.scipy`` if any argument lives on the device, else ``scipy``.

    Parameters
    ----------
    *args : object
        Arrays and anything else.

    Returns
    -------
    module
        The module.

    Examples
    --------
    >>> import cupy, cupyx
    >>> cupyx.scipy.get_array_module(cupy.ones(1)).__name__
    'cupyx.scipy'
    """
    return importlib.import_module("cupyx.scipy" if _of_numpy(*args).__name__ == "cupy" else "scipy")
