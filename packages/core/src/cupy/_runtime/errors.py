"""Exceptions of the runtime: what a status of the backend becomes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any, SupportsIndex

__all__ = ["BackendError", "ForkError", "ImplicitTransferError"]


class BackendError(RuntimeError):
    """The active backend reported an error, or no backend can be used.

    CuPy's names ``cupy.cuda.runtime.CUDARuntimeError`` and
    ``cupy.cuda.driver.CUDADriverError`` are this class, on every backend.

    Attributes
    ----------
    status : int
        The number that the backend returned; 0 when the error is not from its driver.

    Examples
    --------
    >>> import cupy
    >>> try:
    ...     cupy.cuda.Device(1000).use()
    ... except cupy.cuda.runtime.CUDARuntimeError as error:
    ...     print(error.status)
    101
    """

    def __init__(self, message: Any = "", status: int = 0) -> None:
        if isinstance(message, int):        # a status alone, as CuPy's classes take it
            from cupy._runtime.driver import status_text
            message, status = status_text(message), message
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.status)


class OutOfMemoryError(BackendError, MemoryError):
    """The device has no memory left for an allocation, or the pool's limit is reached.

    Parameters
    ----------
    message : str or int
        What happened, or the bytes that were asked for.
    status : int, optional
        The number that the backend returned, or the bytes that are allocated.
    limit : int, optional
        The pool's limit in bytes.
    """

    def __init__(self, message: str | int = "", status: int = 0, limit: SupportsIndex = 0) -> None:
        if isinstance(message, int):
            message = f"Out of memory allocating {message:,} bytes (allocated so far: {status:,} bytes"
            message += f", limit set to: {limit:,} bytes)." if limit else ")."
            status = OUT_OF_MEMORY
        super().__init__(message, status)


class SymbolNotFound(BackendError, AttributeError):
    """A module has no kernel or variable of this name."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message, NOT_FOUND)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self),)


class ModuleFileNotFound(BackendError, FileNotFoundError):
    """There is no file to load a module from."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message, FILE_NOT_FOUND)

    def __reduce__(self) -> tuple[type[ModuleFileNotFound], tuple[str, ...]]:
        return type(self), (str(self),)

    def __str__(self) -> str:
        return self.args[0]


class ForkError(BackendError):
    """A device was used in a child process forked after its parent had started the backend."""


class DeviceSynchronized(RuntimeError):
    """A synchronisation happened where ``cupyx.allow_synchronize(False)`` forbids it."""


class ImplicitTransferError(TypeError):
    """An array on a device was about to be copied to NumPy without being asked to."""


class Misaligned(ValueError):
    """An array whose elements a kernel cannot load whole: on a GPU its launch would be the last of the process."""


class CompileException(RuntimeError):
    """A kernel does not compile.

    Attributes
    ----------
    name : str
        Name of the kernel or module.
    source : str
        Its complete text.
    log : str
        What the compiler said.
    options : tuple of str
        Options given to the compiler.
    """

    def __init__(self, log: str, source: str = "", name: str = "", options: Sequence[str] = (),
                 backend: str = "") -> None:
        self.log = log
        self.source = source
        self.name = name
        self.options = tuple(options)
        self.backend = backend
        super().__init__(log, source, name, self.options, backend)

    def get_message(self) -> str:
        """What the compiler said."""
        return self.log

    def dump(self, file: IO[str]) -> None:
        """Write the source with line numbers and the compiler's message to `file`."""
        file.write(str(self) + "\n")

    def __str__(self) -> str:
        lines = self.source.splitlines()
        width = len(str(len(lines)))
        numbered = "\n".join(f"{i:{width}d} | {line}" for i, line in enumerate(lines, 1))
        head = f"{self.name or 'the kernel'} does not compile"
        if self.backend:
            head += f" for {self.backend}"
        if self.options:
            head += f" with {' '.join(self.options)}"
        return f"{head}\n{self.log.rstrip()}\n\n{numbered}"


# Statuses of contract.h that every backend shares.
INVALID_VALUE = 1
OUT_OF_MEMORY = 2
INVALID_DEVICE = 101
FILE_NOT_FOUND = 301
NOT_FOUND = 500
NOT_PROVIDED = -1
NO_LIBRARY = -2
FORKED = -3

_FORK = (
    "the {backend} backend was started before this process was forked, and a device does not "
    "survive a fork; start workers with multiprocessing.get_context('spawn')"
)


def full_name(name: str, backend: Any) -> str:
    """A status's name, and what else the backend's platform calls it."""
    alias = getattr(backend, "error_alias", None)
    return name if alias is None else f"{name} ({alias(name)})"


def status_error(status: int, name: str, text: str, operation: str, backend: str) -> BackendError | OutOfMemoryError:
    """The exception of a status; `operation` is what was attempted."""
    prefix = f"{operation}: " if operation else ""
    if status == FORKED:
        return ForkError(prefix + _FORK.format(backend=backend), status)
    if status == NOT_PROVIDED:
        return BackendError(f"{prefix}the {backend} backend has no such function", status)
    if status == NO_LIBRARY:
        return BackendError(f"{prefix}the library of the {backend} backend cannot be opened", status)
    kind = OutOfMemoryError if status == OUT_OF_MEMORY else BackendError
    return kind(f"{prefix}{name or f'status {status}'}: {text}".removesuffix(": "), status)


for _class, _home in ((BackendError, "cupy"), (ForkError, "cupy"), (ImplicitTransferError, "cupy"),
                      (OutOfMemoryError, "cupy.cuda.memory"), (CompileException, "cupy.cuda.compiler"),
                      (DeviceSynchronized, "cupyx")):
    _class.__module__ = _home       # where users find it, and as it prints
