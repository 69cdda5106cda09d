"""Vectors made orthogonal to a basis by two passes of the classical Gram-Schmidt method."""
import numpy

import cupy
from cupy._ext import Kernel, is_host, multiprocessors
from cupyx.scipy.sparse.linalg import _kernels

_kernel = Kernel("arnoldi.hpp", _kernels, "Arnoldi", packed=("f", "d", "F", "D"))
_THREADS = 256          # kThreads of arnoldi.hpp
_SHARE = 32768          # items worth a thread of the host


class Orthogonal:
    """Work space for vectors of `n` items and a basis of at most `size` rows."""

    def __init__(self, n, dtype, size):
        self.n, self.letter = n, numpy.dtype(dtype).char
        wide = numpy.complex128 if numpy.dtype(dtype).kind == "c" else numpy.float64
        self.blocks = max(1, min(multiprocessors(), n // _SHARE) if is_host() else
                          min(-(-n // _THREADS), 2 * multiprocessors()))
        self.scalars = cupy.empty(size + 2, wide)
        self.partials = cupy.empty((size + 1) * self.blocks, wide)
        self.counter = cupy.zeros(1, numpy.uint32)

    def add(self, basis, j, w, column):
        """Row ``j + 1`` of `basis` becomes `w` without its parts along the rows before, scaled to norm one.

        Parameters
        ----------
        basis : cupy.ndarray
            C-contiguous, of more than ``j + 1`` rows.
        j : int
            The last row that there is.
        w : cupy.ndarray
            The vector, which is changed.
        column : cupy.ndarray
            Its coefficients, and then its norm; contiguous, of more than ``j + 1`` items.
        """
        given = {"basis": basis, "w": w, "column": column, "scalars": self.scalars, "partials": self.partials,
                 "counter": self.counter, "count": self.n, "vectors": j + 1}
        for again in (0, 1):
            for name in ("kProject", "kSubtract"):
                self._launch(name, again, given)
        _kernel(self.letter, blocks=self.blocks, threads=_THREADS, out=basis[j + 1],
                **{"pass": _kernel.constants["kScale"]}, **given)

    def _launch(self, name, again, given):
        given = {**given, "pass": _kernel.constants[name], "again": again}
        _kernel(self.letter, blocks=self.blocks, threads=_THREADS, **given)
        if is_host():
            _kernel(self.letter, blocks=1, finish=self.blocks, **given)
