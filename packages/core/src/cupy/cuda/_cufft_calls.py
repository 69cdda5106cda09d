"""Calls of the Fourier library with its own handles, for code that manages plans by itself."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cupy._runtime.services import fft as library

__all__ = []

_FORMS = {      # name → the library's function, and whether it takes a direction
    "execC2C": ("cufftExecC2C", True), "execR2C": ("cufftExecR2C", False), "execC2R": ("cufftExecC2R", False),
    "execZ2Z": ("cufftExecZ2Z", True), "execD2Z": ("cufftExecD2Z", False), "execZ2D": ("cufftExecZ2D", False),
    "XtExec": ("cufftXtExec", True), "multi_gpu_execC2C": ("cufftXtExecDescriptorC2C", True),
    "multi_gpu_execZ2Z": ("cufftXtExecDescriptorZ2Z", True),
}


def _call(name: str, *arguments: Any) -> Any:
    service = library.service()
    if not hasattr(service, "call"):
        from cupy._runtime import driver
        raise RuntimeError(f"{name}: the library of the {driver.started()} backend has no handles; use Plan1d")
    return service.call(name, *arguments)


def check_result(result: int) -> None:
    """Raise `CuFFTError` unless a status of the library is 0.

    Examples
    --------
    >>> from cupy.cuda import cufft
    >>> cufft.check_result(0)
    """
    if result:
        raise library.service().Error(result)


def create() -> int:
    """A new handle, without a plan."""
    return _call("cufftCreate")


def setAutoAllocation(plan: int, auto_allocate: int) -> None:
    """Whether the library allocates the workspace of a handle's plan."""
    _call("cufftSetAutoAllocation", plan, int(auto_allocate))


def setJITCallback(plan: int, name: str, callback: bytes, cb_type: int, caller_info: int = 0) -> None:
    """Give a handle a callback: LTO image, name and type, and the address of the caller's data."""
    _call("cufftXtSetJITCallback", plan, name, callback, cb_type, caller_info)


def setCallback(plan: int, callback: int, cb_type: int, caller_info: int = 0) -> None:
    """Give a handle's plan a callback by the device address of its function."""
    _call("cufftXtSetCallback", plan, callback, cb_type, caller_info)


def _execution(name: str) -> Callable[..., Any]:
    function, directed = _FORMS[name]

    def execute(plan: int, idata: int, odata: int, direction: int | None = None) -> None:
        _call(function, plan, idata, odata, *((direction,) if directed else ()))

    execute.__name__ = execute.__qualname__ = name
    execute.__doc__ = f"Execute a handle's plan from one address to another: {function}."
    return execute


execC2C, execR2C, execC2R, execZ2Z, execD2Z, execZ2D, XtExec, multi_gpu_execC2C, multi_gpu_execZ2Z = (
    _execution(name) for name in _FORMS)
