"""CUDA's functions beside the contract, for users of CUDA's own interface: NVIDIA's cuda-bindings, at first use."""
from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

from cupy_cuda.errors import ServiceMissing

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["call", "member", "struct", "version"]


@functools.cache
def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(f"cuda.bindings.{name}")
    except ImportError as error:
        raise ServiceMissing(f"this function of CUDA needs NVIDIA's cuda-bindings ({error}); "
                             "pip install cuda-bindings") from error


def _of(name: str) -> ModuleType:
    return _module("runtime" if name.startswith("cuda") else "driver")


def call(name: str, *arguments: Any) -> tuple[int, str, Any]:
    """Call a function of the driver (``cu...``) or of the runtime (``cuda...``).

    Parameters
    ----------
    name : str
        Name in C.
    *arguments
        As `cuda.bindings` takes them; ``(name of an enumeration, number)`` stands for a member.

    Returns
    -------
    (int, str, object)
        Status, its text, and what the function returned: None, a value or a tuple.
    """
    module = _of(name)
    values = [getattr(module, a[0])(a[1]) if isinstance(a, tuple) else a for a in arguments]
    status, *results = getattr(module, name)(*values)
    if status:
        return int(status), _text(module, status), None
    return 0, "", results[0] if len(results) == 1 else tuple(results) if results else None


def _text(module: ModuleType, status: int) -> str:
    if hasattr(module, "cudaGetErrorName"):
        name, text = module.cudaGetErrorName(status)[1], module.cudaGetErrorString(status)[1]
    else:
        name, text = module.cuGetErrorName(status)[1], module.cuGetErrorString(status)[1]
    return b": ".join(part for part in (name, text) if part).decode()


def struct(name: str, address: int = 0) -> Any:
    """A structure of this name in C: a new one, or the one at an address."""
    kind = getattr(_of(name), name)
    return kind(_ptr=address) if address else kind()


def member(enumeration: str, number: int) -> Any:
    """A member of an enumeration."""
    return getattr(_of(enumeration), enumeration)(number)


def version() -> int:
    """The version of CUDA that `cuda.bindings` was made for, as 13000."""
    return _module("driver").CUDA_VERSION
