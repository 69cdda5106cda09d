// hipFFT for tests on an NVIDIA GPU: the calls that cupy makes, over cuFFT.  A handle is cuFFT's, in a pointer.
#include "library.hpp"

namespace {

constexpr int kStatuses[][2] = {{0, 0}};    // the numbers are the same
constexpr int kNotSupported = 16;
shim::Library cufft("cufft", kNotSupported, kStatuses);

int number(void *handle) { return int(reinterpret_cast<intptr_t>(handle)); }

}  // namespace

HIP hipfftGetVersion(int *version) { return cufft("cufftGetVersion", version); }
HIP hipfftCreate(void **handle) {
    int made = 0;
    const int status = cufft("cufftCreate", &made);
    *handle = reinterpret_cast<void *>(intptr_t(made));
    return status;
}
HIP hipfftDestroy(void *handle) { return cufft("cufftDestroy", number(handle)); }
HIP hipfftSetAutoAllocation(void *handle, int allocate) { return cufft("cufftSetAutoAllocation", number(handle), allocate); }
HIP hipfftSetStream(void *handle, void *stream) { return cufft("cufftSetStream", number(handle), stream); }
HIP hipfftSetWorkArea(void *handle, void *work) { return cufft("cufftSetWorkArea", number(handle), work); }
HIP hipfftMakePlanMany64(void *handle, int rank, int64_t *n, int64_t *inner, int64_t in_step, int64_t in_dist, int64_t *outer,
                         int64_t out_step, int64_t out_dist, int kind, int64_t batch, size_t *size) {
    return cufft("cufftMakePlanMany64", number(handle), rank, n, inner, in_step, in_dist, outer, out_step, out_dist, kind,
                 batch, size);
}
HIP hipfftXtMakePlanMany(void *handle, int rank, int64_t *n, int64_t *inner, int64_t in_step, int64_t in_dist, int source,
                         int64_t *outer, int64_t out_step, int64_t out_dist, int target, int64_t batch, size_t *size,
                         int computed) {
    return cufft("cufftXtMakePlanMany", number(handle), rank, n, inner, in_step, in_dist, source, outer, out_step, out_dist,
                 target, batch, size, computed);
}
HIP hipfftXtExec(void *handle, void *source, void *target, int direction) {
    return cufft("cufftXtExec", number(handle), source, target, direction);
}
// cuFFT takes pointers to callbacks only when it is linked statically.
HIP hipfftXtSetCallback(void *, void **, int, void **) { return kNotSupported; }

#define SHIM_DIRECTED(kind)                                                                   \
    HIP hipfftExec##kind(void *handle, void *source, void *target, int direction) {           \
        return cufft("cufftExec" #kind, number(handle), source, target, direction);           \
    }
#define SHIM_REAL(kind)                                                                       \
    HIP hipfftExec##kind(void *handle, void *source, void *target) {                          \
        return cufft("cufftExec" #kind, number(handle), source, target);                      \
    }
SHIM_DIRECTED(C2C)
SHIM_DIRECTED(Z2Z)
SHIM_REAL(R2C)
SHIM_REAL(C2R)
SHIM_REAL(D2Z)
SHIM_REAL(Z2D)
