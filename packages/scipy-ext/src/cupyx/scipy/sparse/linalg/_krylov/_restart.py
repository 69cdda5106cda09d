"""Restarts of GMRES, each of them one launch."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import Kernel, most_shared, multiprocessors, on_devices, serial_blocks
from cupyx.scipy.sparse.linalg import _kernels
from cupyx.scipy.sparse.linalg._krylov._orthogonal import LOSS

if TYPE_CHECKING:
    from cupyx.scipy.sparse.linalg._krylov._system import System
    from cupyx._options import Int

_kernel = Kernel("arnoldi_restart.hpp", _kernels, "Restart", packed=on_devices("fi", "di", "Fi", "Di"))
_THREADS = {"f": "kRestartThreads", "c": "kRestartThreadsComplex"}      # by the kind of the dtype
_RESERVED = 1024        # bytes of shared memory left alone
_ALIGNED = 32           # items to a multiple of which the share of a block is rounded
_HELD = 128 << 10       # bytes of vectors in shared memory, about, where the rest of it caches the matrix
_HOLDS_ROWS = True      # whether the matrix is in shared memory where there is room for it


class Restart:
    """The device's part of restarts of `size` steps for a system whose matrix steps may multiply row by row."""

    def __init__(self, system: Any, size: Int, share: Any, chunk: int, held: int, width: int,
                 threads: int) -> None:
        rows, n, dtype = system.rows, system.n, system.dtype
        wide, head, blocks = _wide(dtype), _kernel.constants["kFactors"], -(-n // chunk) + 1
        self.types = dtype.char + rows.index
        self.launch = {"blocks": blocks, "threads": threads, "cooperative": True,
                       "shared": _fixed(size, threads, dtype) + held * chunk * dtype.itemsize
                       + width * _slots(system.rows, chunk, threads, dtype)}
        self.found = cupy.empty(head + size, wide)
        self.head = self.found[:head].real
        room = held * chunk * dtype.itemsize // self.found.itemsize
        least = _least(size)
        space = {"basis": cupy.empty((size + 1, n), dtype), "least": None if least <= room else cupy.empty(least, wide),
                 "partials": cupy.empty(2 * (size + 1) * blocks, wide), "count": n, "share": share, "size": size,
                 "vectors": 0, "pass": 0, **rows.matrix}
        self.fields = {"space": space, "found": self.found, "arrivals": cupy.zeros(1, numpy.uint32), "b": system.b,
                       "rounding": float(numpy.finfo(dtype).eps), "lanes": rows.lanes, "chunk": chunk, "held": held,
                       "width": width}

    @classmethod
    def of(cls, system: System, size: Int, share: float) -> Restart | None:
        """Restarts of a system; None if it is none for them, or vectors are too long for shared memory."""
        if serial_blocks() or not system.rows:
            return None
        n, dtype = system.n, system.dtype
        chars, threads = dtype.char + system.rows.index, _kernel.constants[_THREADS[dtype.kind]]
        shared = (most_shared() & ~1023) - _RESERVED
        room = shared - _fixed(size, threads, dtype)
        blocks = min(_kernel.together(chars, threads, shared), multiprocessors()) if room > 0 else 0
        if blocks < 2:
            return None
        chunk = -(-n // min(blocks - 1, -(-n // threads)))
        chunk = -(-chunk // _ALIGNED) * _ALIGNED
        row = chunk * dtype.itemsize
        matrix = system.rows.width * _slots(system.rows, chunk, threads, dtype)
        width = system.rows.width if _HOLDS_ROWS and matrix + row <= room else 0
        held = min((room - matrix if width else min(room, max(_HELD, row))) // row, size + 1)
        if held < 1:
            return None
        return cls(system, size, share, chunk, held, width, threads)

    def run(self, x: cupy.ndarray, r: cupy.ndarray, norm: Any, goal: Any, eps: Any) -> tuple[int, float, float]:
        """Correct `x`, whose residual `r` becomes the new one: status, residual of the space, and norm of `r`."""
        _kernel(self.types, **self.launch, **self.fields, x=x, r=r, norm=norm, goal=goal, eps=eps,
                bound=LOSS * goal / norm)
        status, _, residual, length = self.head.get()
        return int(status), float(residual), float(length)


def _wide(dtype: numpy.dtype[Any]) -> numpy.dtype[Any]:
    return numpy.dtype("D" if dtype.kind == "c" else "d")


def _least(size: Int) -> int:
    return _kernel.constants["kArrays"] + 4 * size + 1 + size * (size + 1)


def _slots(rows: Any, chunk: int, threads: int, dtype: numpy.dtype[Any]) -> int:
    """Bytes that an item of each lane takes in shared memory."""
    return -(-chunk * rows.lanes // threads) * threads * (dtype.itemsize + rows.matrix["indices"].dtype.itemsize)


def _fixed(size: Int, threads: int, dtype: numpy.dtype[Any]) -> int:
    """Bytes of a block besides the vectors that it holds."""
    scalars = _kernel.constants["kCoefficients"] + size + 2 + threads // 32 * ((size + 1) | 1)
    return scalars * _wide(dtype).itemsize + (size + 2) // 2 * 2 * dtype.itemsize
