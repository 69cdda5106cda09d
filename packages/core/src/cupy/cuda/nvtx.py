"""Marks and ranges on a profiler's time line; nothing happens where no profiler's library is found."""
from __future__ import annotations

import ctypes
import functools
from typing import Any

__all__ = ["Mark", "MarkC", "RangeEnd", "RangePop", "RangePush", "RangePushC", "RangeStart"]
__all__.append("available")         # found out when it is asked for

_SONAMES = ("libnvToolsExt.so.1", "libnvtx3interop.so.1", "libnvtx3interop.so")
_COLORS = (0xff00ff00, 0xff0000ff, 0xffffff00, 0xffff00ff, 0xff00ffff, 0xffff0000, 0xffffffff)


class _Attributes(ctypes.Structure):
    """nvtxEventAttributes_t, version 2."""

    _fields_ = [("version", ctypes.c_uint16), ("size", ctypes.c_uint16), ("category", ctypes.c_uint32),
                ("color_type", ctypes.c_int32), ("color", ctypes.c_uint32), ("payload_type", ctypes.c_int32),
                ("reserved", ctypes.c_int32), ("payload", ctypes.c_uint64), ("message_type", ctypes.c_int32),
                ("message", ctypes.c_char_p)]

    def __init__(self, message: str, color: int) -> None:
        super().__init__(version=2, size=ctypes.sizeof(_Attributes), color_type=1, color=color & 0xffffffff,
                         message_type=1, message=message.encode())


@functools.cache
def _library() -> ctypes.CDLL | None:
    for soname in _SONAMES:
        try:
            library = ctypes.CDLL(soname)
        except OSError:
            continue
        library.nvtxRangeStartEx.restype = ctypes.c_uint64
        library.nvtxRangeEnd.argtypes = [ctypes.c_uint64]
        library.nvtxRangeEnd.restype = None
        return library
    return None


def __getattr__(name: str) -> Any:
    if name == "available":
        return _library() is not None
    raise AttributeError(f"module 'cupy.cuda.nvtx' has no attribute {name!r}")


def _send(function: str, message: str, color: int) -> int:
    library = _library()
    if library is None:
        return 0
    return getattr(library, function)(ctypes.byref(_Attributes(message, color)))


def _color(number: int) -> int:
    return _COLORS[number % len(_COLORS)] if number >= 0 else 0


def Mark(message: str, id_color: int = -1) -> None:
    """Mark a moment; `id_color` chooses one of a few colours.

    Examples
    --------
    >>> from cupy.cuda import nvtx
    >>> nvtx.Mark('data loaded')
    """
    _send("nvtxMarkEx", message, _color(id_color))


def MarkC(message: str, color: int = 0) -> None:
    """Mark a moment with a colour of the form 0xAARRGGBB.

    Examples
    --------
    >>> from cupy.cuda import nvtx
    >>> nvtx.MarkC('data loaded', 0xff00ff00)
    """
    _send("nvtxMarkEx", message, color)


def RangePush(message: str, id_color: int = -1) -> None:
    """Begin a range of this thread; `id_color` chooses one of a few colours.

    Examples
    --------
    >>> from cupy.cuda import nvtx
    >>> nvtx.RangePush('step')
    >>> nvtx.RangePop()
    """
    _send("nvtxRangePushEx", message, _color(id_color))


def RangePushC(message: str, color: int = 0) -> None:
    """Begin a range of this thread with a colour of the form 0xAARRGGBB.

    Examples
    --------
    >>> from cupy.cuda import nvtx
    >>> nvtx.RangePushC('step', 0xff00ff00)
    >>> nvtx.RangePop()
    """
    _send("nvtxRangePushEx", message, color)


def RangePop() -> None:
    """End the range of this thread that began last.

    Examples
    --------
    >>> from cupy.cuda import nvtx
    >>> nvtx.RangePush('step')
    >>> nvtx.RangePop()
    """
    library = _library()
    if library is not None:
        library.nvtxRangePop()


def RangeStart(message: str, color: int = 0) -> int:
    """Begin a range that may end on another thread; returns its number.

    Examples
    --------
    >>> from cupy.cuda import nvtx
    >>> nvtx.RangeEnd(nvtx.RangeStart('transfer'))
    """
    return _send("nvtxRangeStartEx", message, color)


def RangeEnd(range_id: int) -> None:
    """End a range that `RangeStart` began.

    Examples
    --------
    >>> from cupy.cuda import nvtx
    >>> nvtx.RangeEnd(nvtx.RangeStart('transfer'))
    """
    library = _library()
    if library is not None:
        library.nvtxRangeEnd(range_id)
