"""Products of floating-point matrices by NumPy's BLAS."""
import numpy

from cupy._core.transfer import host_view
from cupy._host.services.recording import at_once_or_recorded

__all__ = ["multiply"]


def multiply(a, b, out, conjugate=False):
    """``out[...] = a @ b`` for batched matrices; with `conjugate`, of single rows by single columns."""
    x, y, z = (host_view(operand, recorded=True) for operand in (a, b, out))

    def run():
        with numpy.errstate(all="ignore"):
            if conjugate:
                numpy.vecdot(x[..., 0, :], y[..., :, 0], out=z[..., 0, 0])
            else:
                numpy.matmul(x, y, out=z)

    at_once_or_recorded(run)
