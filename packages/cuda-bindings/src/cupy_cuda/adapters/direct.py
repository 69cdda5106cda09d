"""cuDSS behind core's protocol of direct sparse solvers, through `nvmath.bindings`."""
from __future__ import annotations

import ctypes
import importlib

try:
    cudss = importlib.import_module("nvmath.bindings.cudss")
    cudss.get_property(0)           # the bindings open the library at the first call
except RuntimeError as error:
    raise ImportError(str(error), name="nvmath") from error

__all__ = ["Factors", "factorize"]

#: Dtype char → CUDA's number of the type; that of 32-bit indices.
_TYPES = {"f": 0, "d": 1, "F": 4, "D": 5}
_INT32 = 10

#: Device → its handle.
_handles = {}


def _handle(device: int, stream: int) -> int:
    handle = _handles.get(device) or _handles.setdefault(device, cudss.create())
    cudss.set_stream(handle, stream)
    return handle


class Factors:
    """The factors of a general matrix, with a pivot in place of each that is too small."""

    def __init__(self, device: int, char: str, n: int, nnz: int, indptr: int, indices: int, data: int,
                 stream: int) -> None:
        self._handle, self._n, self._type = _handle(device, stream), n, _TYPES[char]
        self._config, self._data, self._matrix = cudss.config_create(), cudss.data_create(self._handle), 0
        kind = cudss.MatrixType.GENERAL, cudss.MatrixViewType.FULL, cudss.IndexBase.ZERO
        rows = n, n, nnz, indptr, 0, indices, data
        try:
            self._matrix = cudss.matrix_create_csr(*rows, _INT32, _INT32, self._type, *kind)
        except TypeError:           # before version 1 indices and starts of rows have one type
            self._matrix = cudss.matrix_create_csr(*rows, _INT32, self._type, *kind)
        dense = self._dense(data, 1), self._dense(data, 1)     # their values are not looked at
        try:
            for phase in (cudss.Phase.ANALYSIS, cudss.Phase.FACTORIZATION):
                self._execute(phase, *dense)
        finally:
            for matrix in dense:
                cudss.matrix_destroy(matrix)

    @property
    def exact(self) -> bool:
        """Whether no pivot has been replaced."""
        count = ctypes.c_int(0)
        written = ctypes.c_size_t(0)
        cudss.data_get(self._handle, self._data, cudss.DataParam.NPIVOTS, ctypes.addressof(count),
                       ctypes.sizeof(count), ctypes.addressof(written))
        return count.value == 0

    def solve(self, x: int, b: int, columns: int, stream: int) -> None:
        """Solve for right-hand sides that lie one behind the other."""
        cudss.set_stream(self._handle, stream)
        dense = self._dense(x, columns), self._dense(b, columns)
        try:
            self._execute(cudss.Phase.SOLVE, *dense)
        finally:
            for matrix in dense:
                cudss.matrix_destroy(matrix)

    def _dense(self, address: int, columns: int) -> int:
        return cudss.matrix_create_dn(self._n, columns, self._n, address, self._type, cudss.Layout.COL_MAJOR)

    def _execute(self, phase: int, x: int, b: int) -> None:
        cudss.execute(self._handle, phase, self._config, self._data, self._matrix, x, b)

    def __del__(self) -> None:
        if self._matrix:
            cudss.matrix_destroy(self._matrix)
        cudss.data_destroy(self._handle, self._data)
        cudss.config_destroy(self._config)


def factorize(device: int, char: str, n: int, nnz: int, indptr: int, indices: int, data: int, stream: int) -> Factors:
    """The factors of compressed rows at these addresses."""
    return Factors(device, char, n, nnz, indptr, indices, data, stream)
