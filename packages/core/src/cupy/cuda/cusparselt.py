"""cuSPARSELt by the names of its C interface: products with 2:4 structured sparse matrices on NVIDIA's GPUs.

Names are here on every machine that has the CUDA backend's package; the first call opens the library.  Work is put on
the current stream, unless a call names another one.
"""
from cupy._runtime import driver, registry

_backend = registry.find("cuda")
if _backend is None:
    raise ImportError(f"{__name__} needs the CUDA backend; pip install 'cupy-core[cuda]'", name=__name__)
_library = _backend.cusparselt()

__all__ = ["CuSparseLtError", "check_status", "getErrorName", "getErrorString", "get_build_version",
           *_library.CLASSES, *_library.CONSTANTS, *_library.FUNCTIONS]

CuSparseLtError = _library.CuSparseLtError
check_status = _library.check_status
getErrorName = _library.getErrorName
getErrorString = _library.getErrorString
get_build_version = _library.get_build_version

globals().update(_library.CONSTANTS, **_library.CLASSES,
                 **{name: _library.on_stream(name, driver.current_stream) for name in _library.FUNCTIONS})
