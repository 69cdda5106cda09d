"""Banded systems with many right-hand sides: factored once on the host, swept on the device with a thread a column."""
import numpy

import cupy
from cupy._ext import Kernel, host_memory

from cupyx.scipy.interpolate import _kernels

__all__ = []

_WIDEST = 5              # bands that the kernel has
_FEW = 64                # columns below which the host is quicker

_kernel = Kernel("banded_solve.hpp", _kernels, "BandedSolve", packed=("d",))


class Banded:
    """The factors of a matrix in LAPACK's storage of general bands, ``ab`` of shape (2 * kl + ku + 1, n)."""

    def __init__(self, ab, kl, ku):
        from scipy.linalg import lapack

        self.kl, self.ku = kl, ku
        self.lu, self.pivot, info = lapack.dgbtrf(numpy.asfortranarray(ab), kl, ku)
        if info > 0:
            raise numpy.linalg.LinAlgError("Collocation matrix is singular.")
        if info < 0:
            raise ValueError(f"illegal value in {-info}-th argument of gbtrf")
        self._rows = None

    @classmethod
    def tridiagonal(cls, lower, diagonal, upper):
        """From the three diagonals (NumPy arrays)."""
        ab = numpy.zeros((4, len(diagonal)))
        ab[1, 1:], ab[2], ab[3, :-1] = upper, diagonal, lower
        return cls(ab, 1, 1)

    def solve(self, b, on_device=None):
        """The solutions for the columns of `b`, an array of any shape (n, ...)."""
        flat = cupy.ascontiguousarray(b.reshape(b.shape[0], -1))
        real = flat.view(float) if flat.dtype.kind == "c" else flat
        band = max(self.kl, -(-(self.kl + self.ku) // 2))
        if on_device is None:
            on_device = not host_memory() and real.shape[1] >= _FEW
        if on_device and band <= _WIDEST:
            out = real.copy() if real.base is b or real is b else real
            lower, upper, pivot = self._on_device(band)
            _kernel.map("d", out.shape[1], work=8 * band * out.shape[0], lower=lower, upper=upper, pivot=pivot, b=out,
                        rows=out.shape[0], band=band)
        else:
            out = cupy.asarray(self.solve_on_host(real.get()))
        return out.view(b.dtype).reshape(b.shape)

    def solve_on_host(self, b):
        """The same for a NumPy array (n, columns)."""
        from scipy.linalg import lapack

        if b.size == 0:
            return b
        x, info = lapack.dgbtrs(self.lu, self.kl, self.ku, b, self.pivot)
        if info:
            raise ValueError(f"illegal value in {-info}-th argument of gbtrs")
        return numpy.ascontiguousarray(x)

    def _on_device(self, band):
        """Multipliers and rows of U, row by row."""
        if self._rows is None:
            n, middle = self.lu.shape[1], self.kl + self.ku
            lower, upper = numpy.zeros((n, band)), numpy.zeros((n, 2 * band + 1))
            for i in range(1, self.kl + 1):
                lower[:n - i, i - 1] = self.lu[middle + i, :n - i]
            for d in range(min(middle, n - 1) + 1):
                upper[:n - d, d] = self.lu[middle - d, d:]
            pivot = (self.pivot - numpy.arange(n)).astype("i")
            self._rows = [cupy.asarray(v) for v in (lower, upper, pivot)]
        return self._rows
