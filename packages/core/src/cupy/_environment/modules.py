"""Which of two libraries' functions fit an argument, and where this library lies."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["get_array_module", "get_array_wrap", "get_include", "is_available", "show_runtime"]


def get_array_module(*args: Any) -> ModuleType:
    """The module whose functions take these arguments: this one, or NumPy.

    Parameters
    ----------
    *args : any
        Arguments of a function.

    Returns
    -------
    module
        ``cupy`` if one of them is its array, offers one, or is a sparse matrix of ``cupyx``, else ``numpy``.

    Examples
    --------
    >>> import cupy
    >>> cupy.get_array_module(cupy.arange(3)).__name__
    'cupy'
    """
    import cupy

    ours = any(isinstance(x, ndarray) or hasattr(x, "__cupy_get_ndarray__") or type(x).__module__.startswith("cupyx.")
               for x in args)
    return cupy if ours else numpy


def get_array_wrap(*args: Any) -> Callable[..., Any] | None:
    """The ``__array_wrap__`` of the argument with the highest priority.

    Parameters
    ----------
    *args : any
        Arguments of a function.

    Returns
    -------
    callable or None
        None if none of them has one; arrays of this library have not.

    Examples
    --------
    >>> import cupy
    >>> cupy.get_array_wrap(cupy.arange(3)) is None
    True
    """
    wrappers = sorted(((getattr(x, "__array_priority__", 0), -i, x.__array_wrap__)
                       for i, x in enumerate(args) if hasattr(x, "__array_wrap__")),
                      key=lambda found: found[:2])
    return wrappers[-1][-1] if wrappers else None


def get_include() -> str:
    """Folder of the headers that kernels of this library include.

    Returns
    -------
    str
        Path of the folder.

    Examples
    --------
    >>> import cupy, os
    >>> os.path.exists(os.path.join(cupy.get_include(), "math", "real.hpp"))
    True
    """
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), "_kernels")


def show_runtime() -> None:
    """Print which backend, device and libraries are in use; the same as `show_config`.

    Examples
    --------
    >>> import cupy
    >>> cupy.show_runtime()  # doctest: +SKIP
    """
    from cupy._runtime.info import show_config

    show_config()


def is_available() -> bool:
    """Whether a GPU can be used; never raises and starts nothing.

    Returns
    -------
    bool
        Whether a backend with a GPU is installed and sees one.

    Examples
    --------
    >>> import cupy
    >>> cupy.is_available() == cupy.cuda.is_available()
    True
    """
    from cupy._runtime.registry import has_gpu

    return has_gpu()
