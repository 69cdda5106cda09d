"""NumPy's dispatch protocols and the CUDA Array Interface, on our arrays."""
from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.ndarray import ndarray
from cupy._runtime import public_names
from cupy._runtime.environment import variable
from cupy._runtime.errors import ImplicitTransferError

if TYPE_CHECKING:
    from cupy.typing import DTypeLike


def _ours(name: str) -> Any:
    """The public function of this library with NumPy's dotted name, or None."""
    first, *rest = name.split(".")
    try:
        found = public_names.find(first)
        for part in rest:
            found = getattr(found, part)
    except AttributeError:
        return None
    return found


def _has_unknown_types(types: Iterable[type[Any]]) -> bool:
    return any(not issubclass(t, (ndarray, numpy.ndarray, numpy.generic)) for t in types)


def array_ufunc(self: ndarray, ufunc: numpy.ufunc, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``ndarray.__array_ufunc__``: run the ufunc of the same name here."""
    for x in inputs:
        if isinstance(x, numpy.ndarray) and x.ndim:
            raise ImplicitTransferError(f"numpy.{ufunc.__name__}: operands are a cupy.ndarray and a numpy.ndarray; "
                                        "copy one with asarray(x) or x.get()")
        if not isinstance(x, ndarray) and getattr(x, "__array_ufunc__", numpy.ndarray.__array_ufunc__) is None:
            return NotImplemented
    outs = kwargs.get("out")
    if outs is not None and any(isinstance(x, numpy.ndarray) for x in outs):
        raise ImplicitTransferError(f"numpy.{ufunc.__name__}: 'out' must be a cupy.ndarray")
    function = _ours(ufunc.__name__)
    if function is None:
        function = _special(ufunc.__name__)
    if function is None:
        return NotImplemented
    if outs is not None and len(outs) == 1:
        kwargs["out"] = outs[0]
    if method != "__call__":
        function = getattr(function, method)
    return function(*inputs, **kwargs)


def _special(name: str) -> Any:
    """A ufunc of ``cupyx.scipy.special``, when that package is installed."""
    try:
        module = importlib.import_module("cupyx.scipy.special")
    except ImportError:
        return None
    return getattr(module, name, None)


def _of_records(dtype: DTypeLike | None = None, **others: object) -> bool:
    return dtype is not None and numpy.dtype(dtype).fields is not None


def array_function(self: ndarray, func: Callable[..., Any], types: Iterable[type[Any]], args: tuple[Any, ...],
                   kwargs: dict[str, Any]) -> Any:
    """``ndarray.__array_function__``: call the function of the same name here."""
    if _has_unknown_types(types):
        return NotImplemented
    if func is numpy.empty_like and _of_records(*args[1:2], **kwargs):
        # Dask asks so whether results can be put together as records, in arrays that are NumPy's.
        raise TypeError("numpy.empty_like makes no array of records on the device; cupy.empty_like does")
    module = func.__module__ or "numpy"
    prefix = module[len("numpy."):] + "." if module.startswith("numpy.") else ""
    function = _ours(prefix + func.__name__) or _ours(func.__name__)
    if function is None or function is func:
        raise TypeError(f"no implementation found for '{module}.{func.__name__}' on types "
                        "that implement __array_function__: [<class 'cupy.ndarray'>]; "
                        f"copy the arrays with .get() to use {module}.{func.__name__}")
    return function(*args, **kwargs)


def cuda_array_interface(a: ndarray) -> dict[str, Any]:
    """``ndarray.__cuda_array_interface__`` (version 3), on backends whose memory CUDA can read."""
    from cupy._runtime import driver
    if not driver.backend().array_interface:
        raise AttributeError("__cuda_array_interface__ exists on the CUDA backend only")
    from cupy._runtime.stream import get_current_stream
    version = variable("CUPY_CUDA_ARRAY_INTERFACE_EXPORT_VERSION", int, "the number of a version", 3)
    interface = {
        "shape": a.shape,
        "typestr": a.dtype.str,
        "descr": a.dtype.descr,
        "data": (a.data.ptr if a.size else 0, False),
        "strides": None if a.flags.c_contiguous else a.strides,
        "version": version,
    }
    if version >= 3:
        # 1 is the legacy default stream; 0 is not allowed by the protocol.
        interface["stream"] = get_current_stream().ptr or driver.backend().default_stream
    return interface
