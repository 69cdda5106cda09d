"""Functions of CUDA that the backend contract does not have: on backends that offer `native()`.

Textures are everywhere: in ordinary memory where a backend has no others.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from cupy._runtime import driver
from cupy._runtime.calls import getDevice
from cupy._runtime.errors import NOT_PROVIDED, BackendError, status_error

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []


def _functions(what: str) -> ModuleType:
    backend = driver.backend()
    found = getattr(backend, "native", None)
    if found is None:
        from cupy._runtime import linear_textures

        if what in linear_textures.FUNCTIONS or what in linear_textures.NAMES:
            return linear_textures
        raise status_error(NOT_PROVIDED, "", "", what, backend.name)
    return found()


def call(name: str, *arguments: Any) -> Any:
    """What a function of CUDA's driver or runtime returns; raises `BackendError`."""
    native = _functions(name)
    getDevice()         # makes the device's context current on this thread
    status, text, result = native.call(name, *arguments)
    if status:
        raise BackendError(f"{name}: {text}", status)
    return result


def handle(name: str, *arguments: Any) -> int:
    """What a function returns, as an integer."""
    return int(call(name, *arguments))


def struct(name: str, address: int = 0) -> Any:
    """A structure of CUDA's by its name in C: a new one, or the one at an address."""
    return _functions(name).struct(name, address)


def member(enumeration: str, number: SupportsIndex) -> int:
    """A member of one of CUDA's enumerations."""
    return _functions(enumeration).member(enumeration, number)


def version() -> int:
    """Version of CUDA whose interface is spoken, as 13000."""
    return _functions("the version of the interface").version()
