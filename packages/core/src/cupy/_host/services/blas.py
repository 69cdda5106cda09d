"""Products of floating-point matrices by NumPy's BLAS."""
import numpy

from cupy._host.services.recording import at_once_or_recorded

__all__ = ["multiply"]


def multiply(x, y, out, conjugate=False):
    """``out[...] = x @ y`` for NumPy views of batched matrices; with `conjugate`, of single rows by single columns."""

    def run():
        with numpy.errstate(all="ignore"):
            if conjugate:
                numpy.vecdot(x[..., 0, :], y[..., :, 0], out=out[..., 0, 0])
            else:
                numpy.matmul(x, y, out=out)

    at_once_or_recorded(run)
