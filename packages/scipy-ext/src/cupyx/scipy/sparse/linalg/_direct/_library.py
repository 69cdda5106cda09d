"""Factors by the backend's direct solver, which is cuDSS on NVIDIA's GPUs, where it is installed."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import backend_service

if TYPE_CHECKING:
    from cupyx.scipy.sparse._data import Data

__all__ = []


def factors(A: Data, dtype: numpy.dtype[Any]) -> Factors | None:
    """The factors of a square sparse matrix in a type; None where SuperLU shall make them.

    That is without the library, and where a pivot is too small: then the matrix is singular, or nearly so, and SuperLU
    exchanges rows.
    """
    service = backend_service("direct")
    if service is None or dtype.char not in "fdFD" or not 0 < A.nnz < 1 << 31:
        return None
    found = Factors(service, A, dtype)
    return found if found.exact else None


class Factors:
    """Factors that lie on the device.

    Parameters
    ----------
    service : cupy._runtime.services.direct.DirectService
        The adapter of the library.
    A : sparse matrix or array
        Square, without duplicates.
    dtype : dtype
        In which is calculated.
    """

    def __init__(self, service: Any, A: Any, dtype: numpy.dtype[Any]) -> None:
        rows = A.tocsr()
        self._arrays = [cupy.ascontiguousarray(array, dtype=kind) for array, kind in
                        ((rows.indptr, numpy.int32), (rows.indices, numpy.int32), (rows.data, dtype))]
        self._n, self._dtype = A.shape[0], dtype
        self._made = service.factorize(cupy.cuda.runtime.getDevice(), dtype.char, self._n, A.nnz,
                                       *(array.data.ptr for array in self._arrays), _stream())

    @property
    def exact(self) -> bool:
        """Whether the pivots are the matrix's own."""
        return self._made.exact

    def solve(self, b: Any) -> cupy.ndarray:
        """Solve for right-hand sides of shape ``(N,)`` or ``(N, K)``."""
        b = cupy.asarray(b)
        if b.ndim not in (1, 2) or b.shape[0] != self._n:
            raise ValueError(f"b is of incompatible size: shape (N,) or (N, K) with N={self._n} expected, found "
                             f"{b.shape}")
        if b.dtype.kind == "c" and self._dtype.kind != "c":
            return self.solve(b.real) + 1j * self.solve(b.imag)
        b = cupy.asfortranarray(b, dtype=self._dtype)
        x = cupy.empty(b.shape, self._dtype, order="F")
        if b.size:
            self._made.solve(x.data.ptr, b.data.ptr, b.size // self._n, _stream())
        return x


def _stream() -> int:
    return cupy.cuda.get_current_stream().ptr
