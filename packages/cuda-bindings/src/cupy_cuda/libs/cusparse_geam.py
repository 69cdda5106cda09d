"""Sums of sparse matrices in cuSPARSE's generic interface, of which `nvmath.bindings` knows nothing yet."""
from __future__ import annotations

import ctypes
import enum

from cupy_cuda import vendor

_SUM = "piippppp" "iip"         # handle, operations, alpha, A, beta, B, C, type, algorithm, description

_library = vendor.Library("cusparse", {
    "cusparseSpGEAM_createDescr": "p", "cusparseSpGEAM_destroyDescr": "p", "cusparseSpGEAM_bufferSize": f"{_SUM}p",
    "cusparseSpGEAM_nnz": f"{_SUM}p", "cusparseSpGEAM": f"{_SUM}p"})


class SpGEAMAlg(enum.IntEnum):
    """Algorithms of a sum."""

    DEFAULT = 0
    ALG1 = 1


def sp_geam_create_descr() -> int | None:
    """A new description of a sum."""
    found = ctypes.c_void_p()
    _library("cusparseSpGEAM_createDescr", ctypes.byref(found))
    return found.value


def sp_geam_destroy_descr(descr: int) -> None:
    """End a description."""
    _library("cusparseSpGEAM_destroyDescr", descr)


def sp_geam_buffer_size(handle: int, op_a: int, op_b: int, alpha: int, mat_a: int, beta: int, mat_b: int, mat_c: int,
                        compute_type: int, alg: int, descr: int) -> int:
    """Bytes of the buffer that a sum wants."""
    found = ctypes.c_size_t()
    _library("cusparseSpGEAM_bufferSize", handle, op_a, op_b, alpha, mat_a, beta, mat_b, mat_c, compute_type, alg,
             descr, ctypes.byref(found))
    return found.value


def sp_geam_nnz(handle: int, op_a: int, op_b: int, alpha: int, mat_a: int, beta: int, mat_b: int, mat_c: int,
                compute_type: int, alg: int, descr: int, external_buffer: int) -> None:
    """Count the items of the sum, and write the starts of its rows."""
    _library("cusparseSpGEAM_nnz", handle, op_a, op_b, alpha, mat_a, beta, mat_b, mat_c, compute_type, alg, descr,
             external_buffer)


def sp_geam(handle: int, op_a: int, op_b: int, alpha: int, mat_a: int, beta: int, mat_b: int, mat_c: int,
            compute_type: int, alg: int, descr: int, external_buffer: int) -> None:
    """Write the items of the sum."""
    _library("cusparseSpGEAM", handle, op_a, op_b, alpha, mat_a, beta, mat_b, mat_c, compute_type, alg, descr,
             external_buffer)
