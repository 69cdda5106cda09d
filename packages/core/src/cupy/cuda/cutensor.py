"""cuTENSOR and cuTENSORMg by the names of their C interfaces, on NVIDIA's GPUs.

Names are here on every machine that has the CUDA backend's package; the first call opens the library.  Work is put on
the current stream.
"""
from __future__ import annotations

from typing import Any

from cupy._runtime import driver, registry

_backend = registry.find("cuda")
if _backend is None:
    raise ImportError(f"{__name__} needs the CUDA backend; pip install 'cupy-core[cuda]'", name=__name__)
_library = _backend.cutensor()

__all__ = ["CuTensorError", "check_status", "get_cudart_version", "get_version", *_library.COMPUTE_DESCS,
           *_library.CONSTANTS, *_library.FUNCTIONS]

CuTensorError = _library.CuTensorError
check_status = _library.check_status
get_version = _library.get_version
get_cudart_version = _library.get_cudart_version

globals().update(_library.CONSTANTS,
                 **{name: _library.on_stream(name, driver.current_stream) for name in _library.FUNCTIONS})


def __getattr__(name: str) -> Any:
    if name == "available":
        return _library.available()
    if name in _library.COMPUTE_DESCS:
        try:
            return _library.compute_desc(name)
        except ImportError as error:
            raise AttributeError(f"module {__name__!r} has {name!r} only with the library: {error}") from error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), "available", *_library.COMPUTE_DESCS]
