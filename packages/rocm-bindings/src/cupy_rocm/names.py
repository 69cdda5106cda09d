"""AMD's libraries under the names of CUDA's C interface: what `cupy.cuda.cusparse` and its siblings are on ROCm.

``cusparse.createCsr`` is hipsparseCreateCsr, ``CUSPARSE_ORDER_ROW`` HIPSPARSE_ORDER_ROW.  Arguments are integers, and
what a function writes through a pointer to one number is what it gives back.
"""
from __future__ import annotations

import ctypes
import functools
import importlib
from typing import Any

from cupy_rocm import errors
from cupy_rocm.errors import ServiceMissing
from cupy_rocm.vendor import Library, native_stream

__all__ = ["LIBRARIES", "LibraryNames", "names"]

#: CUDA's library → AMD's, prefix of its functions, its exception, and the exception's name in CuPy.
LIBRARIES = {
    "cublas": ("hipblas", "hipblas", errors.BlasError, "CUBLASError"),
    "cusolver": ("hipsolver", "hipsolverDn", errors.SolverError, "CUSOLVERError"),
    "cusparse": ("hipsparse", "hipsparse", errors.SparseError, "CuSparseError"),
    "curand": ("hiprand", "hiprand", errors.RandError, "CURANDError"),
}

#: Code of a result → its C type; N is taken too.
_RESULTS = {"P": ctypes.c_void_p, "I": ctypes.c_int, "L": ctypes.c_int64, "Z": ctypes.c_size_t, "N": ctypes.c_size_t}


class LibraryNames:
    """Functions, constants and the exception of a library.

    Parameters
    ----------
    cuda, hip : str
        CUDA's and AMD's name of the library.
    prefix : str
        What AMD's functions begin with.
    error : type
        What a status becomes.
    error_name : str
        What it is called here.
    """

    def __init__(self, cuda: str, hip: str, prefix: str, error: Any, error_name: str) -> None:
        tables = importlib.import_module(f"cupy_rocm.libs.{hip}")
        self._cuda, self._hip, self._prefix = cuda, hip, prefix
        self._signatures, self._constants = tables.FUNCTIONS, tables.CONSTANTS
        self.STATUS = {number: name.replace(hip.upper(), cuda.upper()) for number, name in error.names.items()}
        setattr(self, error_name, error)
        self._library = Library(hip, {self.full_name(name): codes.translate(_BY_ADDRESS)
                                      for name, codes in self._signatures.items()}, error)

    def full_name(self, name: str) -> str:
        """`hipsparseSpMV` of ``"spMV"``."""
        return f"{self._prefix}{name[0].upper()}{name[1:]}"

    def __dir__(self) -> list[str]:
        return [*vars(self), *self._signatures, *(f"{self._cuda.upper()}_{name}" for name in self._constants)]

    def __getattr__(self, name: str) -> Any:
        own, _, rest = name.partition("_")
        if own in (self._cuda.upper(), self._hip.upper()) and rest in self._constants:
            return self._constants[rest]
        if name not in self._signatures:
            raise AttributeError(f"{self._hip} has nothing that is called {name} in the C interface of {self._cuda}")
        found = functools.partial(self._call, self.full_name(name), self._signatures[name])
        setattr(self, name, found)
        return found

    def _call(self, function: str, codes: str, *arguments: Any) -> Any:
        wanted = sum(code.islower() or code == "N" for code in codes)
        if len(arguments) != wanted:
            raise TypeError(f"{function} takes {wanted} arguments, not {len(arguments)}")
        rest, words, results = iter(arguments), [], []
        for code in codes:
            if code in _RESULTS:
                results.append(_RESULTS[code](next(rest) if code == "N" else 0))
                words.append(ctypes.addressof(results[-1]))
            else:
                words.append(next(rest))
        if function.endswith("SetStream"):
            words[1] = native_stream(words[1])
        self._library(function, *words)
        values = tuple(result.value or 0 for result in results)
        return values if len(values) > 1 else values[0] if values else None


_BY_ADDRESS = str.maketrans(dict.fromkeys(_RESULTS, "p"))


@functools.cache
def names(library: str) -> LibraryNames:
    """The names of a library; raises `ServiceMissing` with the command that installs what is missing."""
    from cupy_rocm import find

    if library not in LIBRARIES:
        raise ServiceMissing(f"ROCm has no counterpart of {library}")
    hip, *rest = LIBRARIES[library]
    try:
        return LibraryNames(library, hip, *rest)
    except ImportError as error:
        raise ServiceMissing(f"{library} needs lib{hip} ({error}); {find.install_command(hip)}") from error
