// hipBLAS for tests on an NVIDIA GPU: the calls that cupy makes, over cuBLAS.
#include "library.hpp"

namespace {

constexpr int kStatuses[][2] = {{3, 2}, {7, 3}, {8, 8}, {11, 4}, {13, 5}, {14, 6}, {15, 7}, {16, 11}};
shim::Library cublas("cublas", 7, kStatuses);

// hipblasComputeType_t → cublasComputeType_t
int computed(int hip) {
    constexpr int kTypes[] = {64, 65, 68, 69, 74, 75, 77, 70, 71, 72, 73};
    return hip >= 0 && hip < int(sizeof kTypes / sizeof *kTypes) ? kTypes[hip] : -1;
}

// HIPBLAS_GEMM_DEFAULT → CUBLAS_GEMM_DEFAULT
int algorithm(int hip) { return hip == 160 ? -1 : hip; }

}  // namespace

using shim::operation;

HIP hipblasCreate(void **handle) { return cublas("cublasCreate_v2", handle); }
HIP hipblasDestroy(void *handle) { return cublas("cublasDestroy_v2", handle); }
HIP hipblasSetStream(void *handle, void *stream) { return cublas("cublasSetStream_v2", handle, stream); }
HIP hipblasGemmEx(void *handle, int op_a, int op_b, int m, int n, int k, void *one, void *a, int a_type, int lda, void *b,
                  int b_type, int ldb, void *zero, void *c, int c_type, int ldc, int compute, int how) {
    return cublas("cublasGemmEx", handle, operation(op_a), operation(op_b), m, n, k, one, a, a_type, lda, b, b_type, ldb,
                  zero, c, c_type, ldc, computed(compute), algorithm(how));
}

#define SHIM_STACKED(S)                                                                                               \
    HIP hipblas##S##getrfBatched(void *handle, int n, void *a, int lda, int *pivots, int *info, int batch) {          \
        return cublas("cublas" #S "getrfBatched", handle, n, a, lda, pivots, info, batch);                            \
    }                                                                                                                 \
    HIP hipblas##S##getrsBatched(void *handle, int op, int n, int count, void *a, int lda, int *pivots, void *b,       \
                                 int ldb, int *info, int batch) {                                                     \
        return cublas("cublas" #S "getrsBatched", handle, operation(op), n, count, a, lda, pivots, b, ldb, info, batch); \
    }                                                                                                                 \
    HIP hipblas##S##geqrfBatched(void *handle, int m, int n, void *a, int lda, void *tau, int *info, int batch) {      \
        return cublas("cublas" #S "geqrfBatched", handle, m, n, a, lda, tau, info, batch);                            \
    }
SHIM_STACKED(S)
SHIM_STACKED(D)
SHIM_STACKED(C)
SHIM_STACKED(Z)

HIP hipblasGemmStridedBatchedEx(void *handle, int op_a, int op_b, int m, int n, int k, void *one, void *a, int a_type,
                                int lda, int64_t step_a, void *b, int b_type, int ldb, int64_t step_b, void *zero, void *c,
                                int c_type, int ldc, int64_t step_c, int count, int compute, int how) {
    return cublas("cublasGemmStridedBatchedEx", handle, operation(op_a), operation(op_b), m, n, k, one, a, a_type, lda,
                  step_a, b, b_type, ldb, step_b, zero, c, c_type, ldc, step_c, count, computed(compute), algorithm(how));
}
