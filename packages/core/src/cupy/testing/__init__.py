"""Tools for tests that hold cupy against NumPy; they are in the package cupy-testing."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cupy._version import EXTENSION_API, __version__

if TYPE_CHECKING:
    from types import ModuleType


def __getattr__(name: str) -> Any:
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_tools(), name)


def __dir__() -> list[str]:
    return dir(_tools())


def _tools() -> ModuleType:
    try:
        import cupy_testing
    except ImportError as error:
        raise ImportError(
            "cupy.testing needs the package cupy-testing: pip install cupy-testing") from error
    needed = getattr(cupy_testing, "EXTENSION_API", 0)
    if needed != EXTENSION_API:
        raise ImportError(
            f"cupy-testing {cupy_testing.__version__} needs version {needed} of cupy-core's interface for extensions, "
            f"but cupy-core {__version__} has version {EXTENSION_API}; install packages of one release: "
            f"pip install --upgrade cupy-core cupy-testing")
    return cupy_testing
