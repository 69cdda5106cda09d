"""Iterative solvers where arrays lie in the host's memory: SciPy's iterations are the fastest there."""
from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory

from cupyx.scipy import _host
from cupyx.scipy.sparse._base import issparse
from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar
    from cupy.typing import ArrayLike
    from cupyx.scipy.sparse._data import Data

    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")

__all__ = []

#: Arguments that functions change: those calls are done by our own iterations.
_CHANGED = ("outer_v", "CU")


def scipy_in_host_memory(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """A function that SciPy's of the same name does on a backend whose arrays lie in the host's memory.

    Matrices are copied and checked first, so that nothing that happens to them meanwhile is seen.
    """
    parameters = inspect.signature(function).parameters
    names = [name for name, each in parameters.items() if each.kind is each.POSITIONAL_OR_KEYWORD]
    needed = {name for name in names if parameters[name].default is inspect.Parameter.empty}

    @functools.wraps(function)
    def through(*args: _Given.args, **kwargs: _Given.kwargs) -> Any:
        if not host_memory():
            return function(*args, **kwargs)
        given: dict[str, Any] = dict(zip(names, args, strict=False)) | kwargs   # sooner than `Signature.bind` does it
        if len(given) < len(args) + len(kwargs) or not needed <= given.keys() <= parameters.keys():
            return function(*args, **kwargs)                        # which says what is wrong
        if any(given.get(name) is not None for name in _CHANGED) or hasattr(given["A"], "psolve"):
            return function(*args, **kwargs)
        if given.get("v0") is not None and numpy.size(given["v0"]) != min(given["A"].shape):
            return function(*args, **kwargs)                        # SciPy's would read memory beyond it
        if "rtol" in parameters and "tol" in given:
            tol = given.pop("tol")
            given |= {} if tol is None else {"rtol": tol}
        if "atol" in given and given["atol"] is None:
            del given["atol"]
        library = importlib.import_module("scipy.sparse.linalg")
        converted = {name: _to_host(value) for name, value in given.items()}
        return _host.to_device(getattr(library, function.__name__)(**converted))

    return through


def _to_host(x: ArrayLike | Data) -> Any:
    """A copy of what is on the device; operators and functions take and give arrays of the host."""
    if issparse(x):
        return x.get()
    if isinstance(x, cupy.ndarray):
        return x.get()
    if isinstance(x, LinearOperator):
        from scipy.sparse.linalg import LinearOperator as HostOperator

        products = {name: _taking_host_arrays(getattr(x, name)) for name in ("matvec", "rmatvec", "matmat", "rmatmat")}
        return HostOperator(x.shape, dtype=x.dtype, **products)
    return _taking_host_arrays(x) if inspect.isroutine(x) else x


def _taking_host_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def called(*args: Any) -> numpy.ndarray[Any, Any] | None:
        return _host.to_host(function(*_host.to_device(args)))

    return called
