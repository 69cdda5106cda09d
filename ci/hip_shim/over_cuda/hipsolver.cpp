// hipSOLVER for tests on an NVIDIA GPU: the calls that cupy makes, over cuSOLVER.
//
// Sizes of workspaces are NVIDIA's: items, where AMD's are bytes.
#include "library.hpp"

namespace {

constexpr int kStatuses[][2] = {{4, 8}, {5, 4}, {6, 5}, {7, 6}, {8, 13}, {9, 7}, {10, 12}};
shim::Library cusolver("cusolver", 7, kStatuses);

// hipsolverFillMode_t → cublasFillMode_t
int triangle(int hip) { return hip == 121; }

// hipsolverEigMode_t → cusolverEigMode_t
int vectors(int hip) { return hip - 201; }

int none(int *size) { return *size = 0, 0; }

// The parameters of the generic routines, made once: AMD's accept that there are none.
void *parameters() {
    static void *const made = [] {
        void *found = nullptr;
        cusolver("cusolverDnCreateParams", &found);
        return found;
    }();
    return made;
}

}  // namespace

using shim::operation;

HIP hipsolverCreate(void **handle) { return cusolver("cusolverDnCreate", handle); }
HIP hipsolverDestroy(void *handle) { return cusolver("cusolverDnDestroy", handle); }
HIP hipsolverSetStream(void *handle, void *stream) { return cusolver("cusolverDnSetStream", handle, stream); }

// The functions with cuSOLVER's names and parameters have AMD's numbers.
HIP hipsolverDnCreate(void **handle) { return cusolver("cusolverDnCreate", handle); }
HIP hipsolverDnDestroy(void *handle) { return cusolver("cusolverDnDestroy", handle); }
HIP hipsolverDnSetStream(void *handle, void *stream) { return cusolver("cusolverDnSetStream", handle, stream); }

// S, and what differs for complex types: the names of orgqr and syevd.
#define SHIM_ROUTINES(S, orgqr, syevd)                                                                                   \
    HIP hipsolver##S##potrf_bufferSize(void *h, int part, int n, void *a, int lda, int *size) {                          \
        return cusolver("cusolverDn" #S "potrf_bufferSize", h, triangle(part), n, a, lda, size);                         \
    }                                                                                                                    \
    HIP hipsolver##S##potrf(void *h, int part, int n, void *a, int lda, void *work, int size, int *info) {               \
        return cusolver("cusolverDn" #S "potrf", h, triangle(part), n, a, lda, work, size, info);                        \
    }                                                                                                                    \
    HIP hipsolverDn##S##potrf_bufferSize(void *h, int part, int n, void *a, int lda, int *size) {                        \
        return hipsolver##S##potrf_bufferSize(h, part, n, a, lda, size);                                                 \
    }                                                                                                                    \
    HIP hipsolverDn##S##potrf(void *h, int part, int n, void *a, int lda, void *work, int size, int *info) {             \
        return hipsolver##S##potrf(h, part, n, a, lda, work, size, info);                                                \
    }                                                                                                                    \
    HIP hipsolver##S##potrfBatched_bufferSize(void *, int, int, void *, int, int *size, int) { return none(size); }      \
    HIP hipsolver##S##potrfBatched(void *h, int part, int n, void *a, int lda, void *, int, int *info, int batch) {      \
        return cusolver("cusolverDn" #S "potrfBatched", h, triangle(part), n, a, lda, info, batch);                      \
    }                                                                                                                    \
    HIP hipsolver##S##getrf_bufferSize(void *h, int m, int n, void *a, int lda, int *size) {                             \
        return cusolver("cusolverDn" #S "getrf_bufferSize", h, m, n, a, lda, size);                                      \
    }                                                                                                                    \
    HIP hipsolver##S##getrf(void *h, int m, int n, void *a, int lda, void *work, int, int *pivots, int *info) {          \
        return cusolver("cusolverDn" #S "getrf", h, m, n, a, lda, work, pivots, info);                                   \
    }                                                                                                                    \
    HIP hipsolver##S##getrs_bufferSize(void *, int, int, int, void *, int, int *, void *, int, int *size) {              \
        return none(size);                                                                                               \
    }                                                                                                                    \
    HIP hipsolver##S##getrs(void *h, int op, int n, int count, void *a, int lda, int *pivots, void *b, int ldb, void *,  \
                            int, int *info) {                                                                            \
        return cusolver("cusolverDn" #S "getrs", h, operation(op), n, count, a, lda, pivots, b, ldb, info);              \
    }                                                                                                                    \
    HIP hipsolver##S##geqrf_bufferSize(void *h, int m, int n, void *a, int lda, int *size) {                             \
        return cusolver("cusolverDn" #S "geqrf_bufferSize", h, m, n, a, lda, size);                                      \
    }                                                                                                                    \
    HIP hipsolver##S##geqrf(void *h, int m, int n, void *a, int lda, void *tau, void *work, int size, int *info) {       \
        return cusolver("cusolverDn" #S "geqrf", h, m, n, a, lda, tau, work, size, info);                                \
    }                                                                                                                    \
    HIP hipsolver##S##orgqr##_bufferSize(void *h, int m, int n, int k, void *a, int lda, void *tau, int *size) {         \
        return cusolver("cusolverDn" #S #orgqr "_bufferSize", h, m, n, k, a, lda, tau, size);                            \
    }                                                                                                                    \
    HIP hipsolver##S##orgqr(void *h, int m, int n, int k, void *a, int lda, void *tau, void *work, int size,             \
                            int *info) {                                                                                 \
        return cusolver("cusolverDn" #S #orgqr, h, m, n, k, a, lda, tau, work, size, info);                              \
    }                                                                                                                    \
    HIP hipsolver##S##gesvd_bufferSize(void *h, signed char, signed char, int m, int n, int *size) {                     \
        return cusolver("cusolverDn" #S "gesvd_bufferSize", h, m, n, size);                                              \
    }                                                                                                                    \
    HIP hipsolver##S##gesvd(void *h, signed char job_u, signed char job_v, int m, int n, void *a, int lda, void *s,      \
                            void *u, int ldu, void *vt, int ldv, void *work, int size, void *rest, int *info) {          \
        return cusolver("cusolverDn" #S "gesvd", h, int(job_u), int(job_v), m, n, a, lda, s, u, ldu, vt, ldv, work,      \
                        size, rest, info);                                                                               \
    }                                                                                                                    \
    HIP hipsolver##S##syevd##_bufferSize(void *h, int job, int part, int n, void *a, int lda, void *w, int *size) {      \
        return cusolver("cusolverDn" #S #syevd "_bufferSize", h, vectors(job), triangle(part), n, a, lda, w, size);      \
    }                                                                                                                    \
    HIP hipsolver##S##syevd(void *h, int job, int part, int n, void *a, int lda, void *w, void *work, int size,          \
                            int *info) {                                                                                 \
        return cusolver("cusolverDn" #S #syevd, h, vectors(job), triangle(part), n, a, lda, w, work, size, info);        \
    }
SHIM_ROUTINES(S, orgqr, syevd)
SHIM_ROUTINES(D, orgqr, syevd)
SHIM_ROUTINES(C, ungqr, heevd)
SHIM_ROUTINES(Z, ungqr, heevd)

HIP hipsolverDnXgeev_bufferSize(void *h, void *, int left, int right, int64_t n, int kind, void *a, int64_t lda, int kind_w,
                                void *w, int kind_l, void *vl, int64_t lead_l, int kind_r, void *vr, int64_t lead_r,
                                int computed, size_t *on_device, size_t *on_host) {
    return cusolver("cusolverDnXgeev_bufferSize", h, parameters(), vectors(left), vectors(right), n, kind, a, lda, kind_w, w,
                    kind_l, vl, lead_l, kind_r, vr, lead_r, computed, on_device, on_host);
}
HIP hipsolverDnXgeev(void *h, void *, int left, int right, int64_t n, int kind, void *a, int64_t lda, int kind_w, void *w,
                     int kind_l, void *vl, int64_t lead_l, int kind_r, void *vr, int64_t lead_r, int computed, void *work,
                     size_t size, void *host, size_t host_size, int *info) {
    return cusolver("cusolverDnXgeev", h, parameters(), vectors(left), vectors(right), n, kind, a, lda, kind_w, w, kind_l,
                    vl, lead_l, kind_r, vr, lead_r, computed, work, size, host, host_size, info);
}
