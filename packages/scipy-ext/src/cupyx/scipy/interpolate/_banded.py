"""Banded systems with many right-hand sides: factored once on the host, swept on the device with a thread a column."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import Kernel, host_memory

from cupyx.scipy._host import adopted, to_host
from cupyx.scipy.interpolate import _kernels

if TYPE_CHECKING:
    from cupyx.scipy.sparse._csc import CSC

__all__ = []

_FEW = 64                # columns below which the host is quicker

_kernel = Kernel("banded_solve.hpp", _kernels, "BandedSolve", packed=("d",))


class _Factors:
    """The factors of a matrix of n rows, with `band` multipliers below the diagonal and 2 * `band` items above it."""

    _name: str                              # of LAPACK's functions, without the last letter
    band: int
    _solved: Callable[..., tuple]           # solutions and status for right-hand sides
    _rows: Callable[[], tuple]              # multipliers, items of U row by row, and the row each changed places with

    def solve(self, b: cupy.ndarray | CSC, on_device: bool | None = None) -> cupy.ndarray:
        """The solutions for the columns of `b`, an array of any shape (n, ...)."""
        flat = cupy.ascontiguousarray(b.reshape(b.shape[0], -1))
        real = flat.view(float) if flat.dtype.kind == "c" else flat
        band = self.band
        if on_device is None:
            on_device = not host_memory() and real.shape[1] >= _FEW
        if on_device and band <= _kernel.constants["kWidest"]:
            out = real.copy() if real.base is b or real is b else real
            lower, upper, pivot = self._on_device
            _kernel.map("d", out.shape[1], work=8 * band * out.shape[0], lower=lower, upper=upper, pivot=pivot, b=out,
                        rows=out.shape[0], band=band)
        else:
            out = adopted(self.solve_on_host(to_host(real)))
        return out.view(b.dtype).reshape(b.shape)

    def solve_on_host(self, b: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
        """The same for a NumPy array (n, columns)."""
        if b.size == 0:
            return b
        x, info = self._solved(b)
        if info:
            raise ValueError(f"illegal value in {-info}-th argument of {self._name}s")
        return numpy.ascontiguousarray(x)

    @functools.cached_property
    def _on_device(self) -> tuple[cupy.ndarray, cupy.ndarray, cupy.ndarray]:
        """Multipliers and rows of U, row by row, and how far rows went."""
        lower, upper, pivot = self._rows()
        return cupy.asarray(lower), cupy.asarray(upper), cupy.asarray((pivot - numpy.arange(len(pivot))).astype("i"))

    def _check(self, info: int) -> None:
        if info > 0:
            raise numpy.linalg.LinAlgError("Collocation matrix is singular.")
        if info < 0:
            raise ValueError(f"illegal value in {-info}-th argument of {self._name}f")


class Banded(_Factors):
    """From LAPACK's storage of general bands, ``ab`` of shape (2 * kl + ku + 1, n), lost if in Fortran's order."""

    _name = "gbtr"

    def __init__(self, ab: numpy.ndarray[Any, Any], kl: int, ku: int) -> None:
        from scipy.linalg import lapack

        self.kl, self.ku = kl, ku
        self.band = max(kl, -(-(kl + ku) // 2))
        self.lu, self.pivot, info = lapack.dgbtrf(ab, kl, ku, overwrite_ab=True)
        self._check(info)

    def _solved(self, b: numpy.ndarray[Any, Any]) -> tuple[numpy.ndarray[Any, Any], int]:
        from scipy.linalg import lapack

        return lapack.dgbtrs(self.lu, self.kl, self.ku, b, self.pivot)

    def _rows(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        n, middle, band = self.lu.shape[1], self.kl + self.ku, self.band
        lower, upper = numpy.zeros((n, band)), numpy.zeros((n, 2 * band + 1))
        for i in range(1, self.kl + 1):
            lower[:n - i, i - 1] = self.lu[middle + i, :n - i]
        for d in range(min(middle, n - 1) + 1):
            upper[:n - d, d] = self.lu[middle - d, d:]
        return lower, upper, self.pivot


def tridiagonal(lower: numpy.ndarray[Any, Any], diagonal: numpy.ndarray[Any, Any],
                upper: numpy.ndarray[Any, Any]) -> _Factors:
    """The factors of a matrix of three diagonals (NumPy arrays)."""
    if len(diagonal) > 2:
        return _Tridiagonal(lower, diagonal, upper)
    ab = numpy.zeros((4, len(diagonal)))        # SciPy's gttrf has no fewer
    ab[1, 1:], ab[2], ab[3, :-1] = upper, diagonal, lower
    return Banded(ab, 1, 1)


class _Tridiagonal(_Factors):

    _name, band = "gttr", 1

    def __init__(self, lower: numpy.ndarray[Any, Any], diagonal: numpy.ndarray[Any, Any],
                 upper: numpy.ndarray[Any, Any]) -> None:
        from scipy.linalg import lapack

        *self._factors, info = lapack.dgttrf(lower, diagonal, upper)
        self._check(info)

    def _solved(self, b: numpy.ndarray[Any, Any]) -> tuple[numpy.ndarray[Any, Any], int]:
        from scipy.linalg import lapack

        return lapack.dgttrs(*self._factors, b)

    def _rows(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        multipliers, diagonal, above, above_that, pivot = self._factors
        n = len(diagonal)
        lower, upper = numpy.zeros((n, 1)), numpy.zeros((n, 3))
        lower[:-1, 0] = multipliers
        for d, part in enumerate((diagonal, above, above_that)):
            upper[:n - d, d] = part
        return lower, upper, pivot - 1      # which LAPACK counts from one
