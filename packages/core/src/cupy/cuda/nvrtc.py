"""NVIDIA's runtime compiler by the names of its C interface; needs no GPU."""
from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cupy._runtime import registry

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["NVRTCError", "addNameExpression", "check_status", "compileProgram", "createProgram", "destroyProgram",
           "getCUBIN", "getLTOIR", "getLoweredName", "getPTX", "getProgramLog", "getSupportedArchs", "getVersion"]

#: What a status that the library's names are not needed for is called.
_STATUS = ("SUCCESS", "ERROR_OUT_OF_MEMORY", "ERROR_PROGRAM_CREATION_FAILURE", "ERROR_INVALID_INPUT",
           "ERROR_INVALID_PROGRAM", "ERROR_INVALID_OPTION", "ERROR_COMPILATION", "ERROR_BUILTIN_OPERATION_FAILURE",
           "ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION", "ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
           "ERROR_NAME_EXPRESSION_NOT_VALID", "ERROR_INTERNAL_ERROR", "ERROR_TIME_FILE_WRITE_FAILED")


class NVRTCError(RuntimeError):
    """A call of NVRTC failed.

    Parameters
    ----------
    status : int
        What it returned.

    Examples
    --------
    >>> from cupy.cuda import nvrtc
    >>> nvrtc.NVRTCError(5)
    NVRTCError('NVRTC_ERROR_INVALID_OPTION (5)')
    """

    def __init__(self, status: int) -> None:
        self.status = status
        name = _STATUS[status] if 0 <= status < len(_STATUS) else "ERROR"
        super().__init__(f"NVRTC_{name} ({status})")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status,)


def _library() -> ModuleType:
    backend = registry.find("cuda")
    if backend is None:
        raise ImportError("cupy.cuda.nvrtc needs the CUDA backend; pip install 'cupy-core[cuda]'")
    return backend.nvrtc()


def check_status(status: int) -> None:
    """Raise `NVRTCError` for a status other than 0."""
    if status:
        raise NVRTCError(status)


def _do(function: str, *arguments: Any) -> Any:
    library = _library()
    try:
        return getattr(library, function)(*arguments)
    except library.NvrtcError as error:
        raise NVRTCError(error.status) from error


def getVersion() -> tuple[int, int]:
    """``(major, minor)`` of the compiler.

    Examples
    --------
    >>> from cupy.cuda import nvrtc
    >>> nvrtc.getVersion()  # doctest: +SKIP
    (13, 0)
    """
    return _do("version")


def getSupportedArchs() -> list[int]:
    """Compute capabilities that can be compiled for, as ``90`` for 9.0."""
    return list(_do("supported"))


def createProgram(src: str, name: str, headers: Sequence[str], include_names: Sequence[str]) -> int:
    """A new program.

    Parameters
    ----------
    src : str
        Source text.
    name : str
        Names the source in messages.
    headers, include_names : sequence of str
        Texts of headers, and what they are included as.

    Returns
    -------
    int
        Its handle, for the other functions.

    Raises
    ------
    NVRTCError
        When the compiler does not take it.
    """
    texts = [_list(headers), _list(include_names)]
    program = ctypes.c_void_p()
    _do("call", "nvrtcCreateProgram", program, _bytes(src), _bytes(name), len(headers), *texts)
    return program.value or 0


def destroyProgram(prog: int) -> None:
    """End a program."""
    _do("call", "nvrtcDestroyProgram", ctypes.c_void_p(prog))


def compileProgram(prog: int, options: Sequence[str]) -> None:
    """Compile a program with a sequence of options; what the compiler says is its log.

    Raises
    ------
    NVRTCError
        When it does not compile.
    """
    _do("compile_program", prog, tuple(options))


def addNameExpression(prog: int, name: str | bytes) -> None:
    """Name a template instance that a program is to hold; before it is compiled."""
    _do("call", "nvrtcAddNameExpression", prog, _bytes(name))


def getLoweredName(prog: int, name: str | bytes) -> str:
    """Symbol of a name expression; after its program is compiled."""
    return _do("lowered_name", prog, name if isinstance(name, str) else name.decode())


def getProgramLog(prog: int) -> str:
    """What the compiler said."""
    return _do("log", prog)


def getPTX(prog: int) -> bytes:
    """The PTX of a compiled program, as bytes."""
    return _do("read", prog, "PTX").rstrip(b"\0")


def getCUBIN(prog: int) -> bytes:
    """The cubin of a program compiled for a real architecture, as bytes."""
    return _do("read", prog, "CUBIN")


def getLTOIR(prog: int) -> bytes:
    """The code of a program compiled with ``-dlto``, as bytes."""
    return _do("read", prog, "LTOIR")


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _list(texts: Sequence[str | bytes]) -> Any:
    array = (ctypes.c_char_p * len(texts))(*map(_bytes, texts))
    return ctypes.cast(array, ctypes.c_void_p) if texts else None
