"""AMD's libraries by ctypes: their functions from a table of signatures, streams as HIP names them."""
from __future__ import annotations

import ctypes
import os
from typing import Any

from cupy_rocm import find
from cupy_rocm.errors import LibraryError

__all__ = ["Library", "native_stream"]

#: Code of a signature → C type.
_C_TYPES = {"p": ctypes.c_void_p, "i": ctypes.c_int, "l": ctypes.c_int64, "z": ctypes.c_size_t, "c": ctypes.c_byte,
            "d": ctypes.c_double, "f": ctypes.c_float}

#: What stream 0 means: hipStreamPerThread under per-thread default streams.
_NO_STREAM = 2 if os.environ.get("CUPY_CUDA_PER_THREAD_DEFAULT_STREAM", "0") not in ("", "0") else 0


def native_stream(stream: int) -> int:
    """HIP's handle of a stream; 1 is CUDA's name of the legacy default stream."""
    return stream if stream > 1 else 0 if stream else _NO_STREAM


class Library:
    """A library, opened now, and its functions, each found when it is called first.

    Parameters
    ----------
    name : str
        As in `cupy_rocm.find.LIBRARIES`.
    signatures : dict
        Function → codes of its parameters.
    error : type, optional
        What a status other than 0 becomes: ``error(status, function)``.
    """

    def __init__(self, name: str, signatures: dict[str, str], error: type[LibraryError] = LibraryError) -> None:
        self._library = find.load(name)
        self._signatures = signatures
        self._error = error
        self._found = {}

    def __contains__(self, function: Any) -> bool:
        return hasattr(self._library, function)

    def function(self, name: str, result: Any) -> Any:
        """A function whose result is no status, by its C type; None if this version lacks it."""
        found = getattr(self._library, name, None)
        if found is not None:
            found.restype = result
        return found

    def __call__(self, function: str, *arguments: Any) -> None:
        """Call a function; raises `error` for its status, also for a function that this version lacks."""
        found = self._found.get(function)
        if found is None:
            if function not in self:
                raise self._error(self._error.not_supported, f"{function} (not in this version of the library)")
            found = getattr(self._library, function)
            found.argtypes = [_C_TYPES[code] for code in self._signatures[function]]
            found.restype = ctypes.c_int
            self._found[function] = found
        status = found(*arguments)
        if status:
            raise self._error(status, function)
