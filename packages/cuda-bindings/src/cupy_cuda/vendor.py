"""NVIDIA's libraries by ctypes: their functions from a table of signatures."""
from __future__ import annotations

import ctypes
import functools
from typing import Any

from cupy_cuda import find
from cupy_cuda.errors import LibraryError

__all__ = ["Library"]

#: Code of a signature → C type.
_C_TYPES = {"p": ctypes.c_void_p, "i": ctypes.c_int, "l": ctypes.c_int64, "z": ctypes.c_size_t, "c": ctypes.c_byte,
            "d": ctypes.c_double, "f": ctypes.c_float}


class Library:
    """A library, opened at first use, and its functions, each found when it is called first.

    Parameters
    ----------
    name : str
        As in `cupy_cuda.find.LIBRARIES`.
    signatures : dict
        Function → codes of its parameters.
    error : type, optional
        What a status other than 0 becomes: ``error(status, function)``.
    """

    def __init__(self, name: str, signatures: dict[str, str], error: type[LibraryError] = LibraryError) -> None:
        self._name = name
        self._signatures = signatures
        self._error = error
        self._found = {}

    @functools.cached_property
    def _library(self) -> ctypes.CDLL:
        return find.load(self._name)

    def __contains__(self, function: Any) -> bool:
        return hasattr(self._library, function)

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
