"""hipFFT: plans with their workspace elsewhere."""
from __future__ import annotations

import ctypes
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cupy_rocm.errors import HipfftError
from cupy_rocm.vendor import Library, native_stream

if TYPE_CHECKING:
    from cupy._runtime.services.fft import Layout

__all__ = ["Plan", "hipfft", "version"]

_FORWARD, _BACKWARD = -1, 1

#: Function that executes a plan of each type; complex ones take a direction.
_EXECUTE = {0x29: "hipfftExecC2C", 0x2a: "hipfftExecR2C", 0x2c: "hipfftExecC2R",
            0x69: "hipfftExecZ2Z", 0x6a: "hipfftExecD2Z", 0x6c: "hipfftExecZ2D"}
_COMPLEX = (0x29, 0x69)

hipfft = Library("hipfft", {
    "hipfftGetVersion": "p", "hipfftCreate": "p", "hipfftDestroy": "p", "hipfftSetAutoAllocation": "pi",
    "hipfftSetStream": "pp", "hipfftSetWorkArea": "pp", "hipfftMakePlanMany64": "pippllplli" + "lp",
    "hipfftXtMakePlanMany": "pipplli" + "plli" + "lpi", "hipfftXtExec": "pppi",
    "hipfftXtSetCallback": "ppip",
    **{name: "pppi" if kind in _COMPLEX else "ppp" for kind, name in _EXECUTE.items()}}, HipfftError)


def version() -> int:
    """Version of the library, as it counts."""
    number = ctypes.c_int()
    hipfft("hipfftGetVersion", ctypes.byref(number))
    return number.value


def _destroy(handle: int | None) -> None:
    """Of a plan that is freed, also while the process ends: there is nobody to tell."""
    hipfft("hipfftDestroy", handle)


class Plan:
    """A batched transform of rank 1 to 3.

    Parameters
    ----------
    layout : tuple
        ``(lengths, in_embed, in_stride, in_dist, out_embed, out_stride, out_dist, batch)``.
    kind : int
        The library's type, or 0 for a plan of `types`.
    types : tuple of int, optional
        ``hipDataType`` of source, target and computation.
    callbacks : list, optional
        ``(callback, its type, address of its data)`` with the callbacks of `cupy_rocm.adapters.fft_callbacks`.
    """

    def __init__(self, layout: Layout, kind: int, types: tuple[int, int, int] | None = None,
                 callbacks: Sequence[tuple[Any, int, int]] = ()) -> None:
        lengths, in_embed, in_stride, in_dist, out_embed, out_stride, out_dist, batch = layout
        rank = len(lengths)
        if not 1 <= rank <= 3:
            raise ValueError(f"a plan has 1 to 3 dimensions, not {rank}")
        if len(in_embed) != rank or len(out_embed) != rank:
            raise ValueError(f"in_embed and out_embed must have {rank} items, as the lengths")
        if types is None and kind not in _EXECUTE:
            raise HipfftError(3, "hipfftMakePlanMany64")
        self._directed = types is not None or kind in _COMPLEX
        self._execute = "hipfftXtExec" if types is not None else _EXECUTE[kind]
        self._stream = self._work = None
        handle, size = ctypes.c_void_p(), ctypes.c_size_t()
        hipfft("hipfftCreate", ctypes.byref(handle))
        self.handle = handle.value
        weakref.finalize(self, _destroy, self.handle)
        hipfft("hipfftSetAutoAllocation", self.handle, 0)
        n, inner, outer = ((ctypes.c_int64 * rank)(*numbers) for numbers in (lengths, in_embed, out_embed))
        if types is None:
            hipfft("hipfftMakePlanMany64", self.handle, rank, n, inner, in_stride, in_dist, outer, out_stride, out_dist,
                   kind, batch, ctypes.byref(size))
        else:
            source, target, computed = types
            hipfft("hipfftXtMakePlanMany", self.handle, rank, n, inner, in_stride, in_dist, source, outer, out_stride,
                   out_dist, target, batch, ctypes.byref(size), computed)
        self.work_size = size.value
        self._callbacks = callbacks
        for callback, number, data in callbacks:
            hipfft("hipfftXtSetCallback", self.handle, ctypes.byref(ctypes.c_void_p(callback.address)), number,
                   ctypes.byref(ctypes.c_void_p(data)))

    def execute(self, source: int, target: int, forward: bool, work: int, stream: int) -> None:
        """Queue the transform on a stream; `work` is the address of `work_size` bytes."""
        if stream != self._stream:
            hipfft("hipfftSetStream", self.handle, native_stream(stream))
            self._stream = stream
        if self.work_size and work != self._work:
            hipfft("hipfftSetWorkArea", self.handle, work)
            self._work = work
        direction = (_FORWARD if forward else _BACKWARD,) if self._directed else ()
        hipfft(self._execute, self.handle, source, target, *direction)
