# cuBLAS: the functions that multiply matrices, found when the first handle is made.
#
# nvmath-python has them too, but its import takes longer than all the rest of a first product.

import ctypes

from cupy_cuda import find
from cupy_cuda.errors import CublasError

__all__ = ["create", "gemm_ex", "gemm_strided_batched_ex", "set_stream"]

ctypedef int (*create_t)(void **) noexcept nogil
ctypedef int (*set_stream_t)(void *, void *) noexcept nogil
ctypedef int (*gemm_t)(void *, int, int, int, int, int, const void *, const void *, int, int, const void *, int, int,
                       const void *, void *, int, int, int, int) noexcept nogil
ctypedef int (*batched_t)(void *, int, int, int, int, int, const void *, const void *, int, int, long long,
                          const void *, int, int, long long, const void *, void *, int, int, long long, int, int,
                          int) noexcept nogil

cdef create_t _create = NULL
cdef set_stream_t _set_stream = NULL
cdef gemm_t _gemm = NULL
cdef batched_t _batched = NULL


cdef void *symbol(str name) except NULL:
    return <void *><size_t>ctypes.cast(getattr(find.load("cublas"), name), ctypes.c_void_p).value


cdef inline int check(int status, str function) except -1:
    if status:
        raise CublasError(status, function)
    return 0


def create():
    """A handle for the current device, as an integer."""
    global _create, _set_stream, _gemm, _batched
    cdef void *handle = NULL
    cdef int status
    if _create == NULL:
        _set_stream = <set_stream_t>symbol("cublasSetStream_v2")
        _gemm = <gemm_t>symbol("cublasGemmEx")
        _batched = <batched_t>symbol("cublasGemmStridedBatchedEx")
        _create = <create_t>symbol("cublasCreate_v2")
    with nogil:
        status = _create(&handle)
    check(status, "cublasCreate")
    return <size_t>handle


def set_stream(size_t handle, size_t stream):
    """Queue what follows on a stream."""
    check(_set_stream(<void *>handle, <void *>stream), "cublasSetStream")


def gemm_ex(size_t handle, int transa, int transb, int m, int n, int k, size_t alpha, size_t a, int a_type, int lda,
            size_t b, int b_type, int ldb, size_t beta, size_t c, int c_type, int ldc, int compute, int algorithm):
    """The library's function of the same name, with addresses as integers."""
    cdef int status
    with nogil:
        status = _gemm(<void *>handle, transa, transb, m, n, k, <void *>alpha, <void *>a, a_type, lda, <void *>b,
                       b_type, ldb, <void *>beta, <void *>c, c_type, ldc, compute, algorithm)
    check(status, "cublasGemmEx")


def gemm_strided_batched_ex(size_t handle, int transa, int transb, int m, int n, int k, size_t alpha, size_t a,
                            int a_type, int lda, long long stride_a, size_t b, int b_type, int ldb,
                            long long stride_b, size_t beta, size_t c, int c_type, int ldc, long long stride_c,
                            int count, int compute, int algorithm):
    """The library's function of the same name, with addresses as integers."""
    cdef int status
    with nogil:
        status = _batched(<void *>handle, transa, transb, m, n, k, <void *>alpha, <void *>a, a_type, lda, stride_a,
                          <void *>b, b_type, ldb, stride_b, <void *>beta, <void *>c, c_type, ldc, stride_c, count,
                          compute, algorithm)
    check(status, "cublasGemmStridedBatchedEx")
