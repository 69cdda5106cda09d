"""Products of floating-point matrices by NumPy's BLAS."""
from __future__ import annotations

import numpy

from cupy._host.services.recording import at_once_or_recorded
from cupy._host.shares import in_shares
from cupy._host.threads import limit_blas
from cupy._runtime.driver import current_stream
from cupy._runtime.quiet import call_quietly

__all__ = ["multiply"]

limit_blas()

_LARGE = 1 << 18        # items of a matrix whose product with a column is shared between threads


def multiply(x: numpy.ndarray, y: numpy.ndarray, out: numpy.ndarray, conjugate: bool = False) -> None:
    """``out[...] = x @ y`` for NumPy views of batched matrices; with `conjugate`, of single rows by single columns."""
    if not conjugate and out.ndim == 2 and x.size < _LARGE and out.flags.c_contiguous and not current_stream():
        call_quietly(numpy.dot, x, y, out)
        return

    def share(first: int, last: int) -> None:
        call_quietly(numpy.matmul, x[..., first:last, :], y, out=out[..., first:last, :])

    def run() -> None:
        if conjugate:
            call_quietly(numpy.vecdot, x[..., 0, :], y[..., :, 0], out=out[..., 0, 0])
        elif y.shape[-1] == 1 and x.shape[-2] * x.shape[-1] >= _LARGE:      # which BLAS does in one thread
            in_shares(x.shape[-2], share)
        else:
            call_quietly(numpy.matmul, x, y, out=out)

    at_once_or_recorded(run)
