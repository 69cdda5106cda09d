"""SciPy's own transforms, the fastest where arrays lie in the host's memory."""
from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import cupy
from cupy._ext import fourier, host_memory, host_threads, host_view

from cupyx.scipy._host import adopted, few_by_scipy

if TYPE_CHECKING:
    import numpy

__all__ = []

_ALONE = 1 << 15        # items of which a transform is not shared between threads
_few = few_by_scipy(types="fdFD", most=_ALONE)

#: Kind and direction of a Fourier transform → its name.
_NAMES = {("C2C", True): "fft", ("C2C", False): "ifft", ("R2C", True): "rfft", ("C2R", False): "irfft"}


def of_few(name: str, args: tuple[Any, ...], conjugate: bool = False) -> Any:
    """What SciPy's transform of this name gives for few items; NotImplemented where it is not at once or refuses."""
    return _few(args, by=_of_conjugate(name) if conjugate else _function(name))


def one_of_few(kind: str, forward: bool, args: tuple[Any, ...], conjugate: bool) -> Any:
    """A Fourier transform along one axis, if nothing but the arguments decides how it is made."""
    return of_few(_NAMES[kind, forward], args, conjugate) if fourier().plain() else NotImplemented


def many_of_few(kind: str, forward: bool, args: tuple[Any, ...]) -> Any:
    """The same along several axes."""
    return of_few(_NAMES[kind, forward] + "n", args) if fourier().plain() else NotImplemented


def wanted(x: cupy.ndarray, kind: str, plan: object) -> bool:
    """Whether a Fourier transform is done here: at once, and as the arguments alone say."""
    return (plan is None and host_memory() and x.size > 0 and x.dtype.char in "fdFD"
            and (kind != "R2C" or x.dtype.kind == "f") and fourier().plain()
            and not cupy.cuda.get_current_stream().ptr)


def one(x: Any, n: int | None, axis: SupportsIndex, kind: str, forward: bool, norm: str | None,
        conjugate: bool) -> cupy.ndarray:
    """A Fourier transform along one axis."""
    x = host_view(x)
    return transform(_NAMES[kind, forward], x.conj() if conjugate else x, n, axis, norm)


def many(x: Any, s: Any, axes: Any, kind: Any, forward: Any, norm: str | None) -> cupy.ndarray:
    """A Fourier transform along several axes."""
    name, x = _NAMES[kind, forward], host_view(x)
    if axes is not None and len(axes) == 1:
        return transform(name, x, None if s is None else s[0], axes[0], norm)
    return transform(f"{name}n", x, s, axes, norm)


def transform(name: str, x: numpy.ndarray[Any, Any], *args: Any, **kwargs: Any) -> cupy.ndarray:
    """A transform of SciPy's of an array of the host, as an array of ours."""
    workers = host_threads.threads() if x.size > _ALONE else 1
    return adopted(_function(name)(x, *args, **kwargs, workers=workers), alone=True)


@functools.cache
def _function(name: str) -> Callable[..., Any]:
    """What SciPy's function of this name calls for NumPy's arrays; itself it asks for backends, and we may be one."""
    try:
        return getattr(importlib.import_module("scipy.fft._pocketfft"), name)
    except (ImportError, AttributeError):
        return functools.partial(_skipping, getattr(importlib.import_module("scipy.fft"), name))


@functools.cache
def _of_conjugate(name: str) -> Callable[..., Any]:
    return lambda x, *args: _function(name)(x.conj(), *args)


def _skipping(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    import scipy.fft

    from cupyx.scipy import fft

    with scipy.fft.skip_backend(fft):
        return function(*args, **kwargs)
