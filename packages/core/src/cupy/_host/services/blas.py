"""Products of floating-point matrices by NumPy's BLAS."""
from __future__ import annotations

from contextvars import Context

import numpy

from cupy._host.services.recording import at_once_or_recorded
from cupy._host.shares import in_shares
from cupy._host.threads import limit_blas
from cupy._runtime.driver import current_stream

__all__ = ["multiply"]

limit_blas()

#: Where NumPy ignores errors of floating-point numbers; entered by copies, as several threads may be in it.
_QUIET = Context()
_QUIET.run(numpy.seterr, all="ignore")

_LARGE = 1 << 18        # items of a matrix whose product with a column is shared between threads


def multiply(x: numpy.ndarray, y: numpy.ndarray, out: numpy.ndarray, conjugate: bool = False) -> None:
    """``out[...] = x @ y`` for NumPy views of batched matrices; with `conjugate`, of single rows by single columns."""
    if not conjugate and out.ndim == 2 and x.size < _LARGE and out.flags.c_contiguous and not current_stream():
        _QUIET.copy().run(numpy.dot, x, y, out)
        return

    def share(first: int, last: int) -> None:
        with numpy.errstate(all="ignore"):
            numpy.matmul(x[..., first:last, :], y, out=out[..., first:last, :])

    def run() -> None:
        with numpy.errstate(all="ignore"):
            if conjugate:
                numpy.vecdot(x[..., 0, :], y[..., :, 0], out=out[..., 0, 0])
            elif y.shape[-1] == 1 and x.shape[-2] * x.shape[-1] >= _LARGE:     # which BLAS does in one thread
                in_shares(x.shape[-2], share)
            else:
                numpy.matmul(x, y, out=out)

    at_once_or_recorded(run)
