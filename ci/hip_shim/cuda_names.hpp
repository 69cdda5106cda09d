// What hipRTC holds and NVRTC spells as CUDA does: included before every kernel.
#pragma once

#define HIP_SHIM_INLINE static __device__ __forceinline__
#define __builtin_memcpy ::memcpy

// NVRTC declares the forms without a mask, but not for what it compiles for.
template <class T> HIP_SHIM_INLINE T hip_shim__shfl(T value, int from, int width = 32) {
    return __shfl_sync(~0u, value, from, width);
}
template <class T> HIP_SHIM_INLINE T hip_shim__shfl_up(T value, unsigned up, int width = 32) {
    return __shfl_up_sync(~0u, value, up, width);
}
template <class T> HIP_SHIM_INLINE T hip_shim__shfl_down(T value, unsigned down, int width = 32) {
    return __shfl_down_sync(~0u, value, down, width);
}
template <class T> HIP_SHIM_INLINE T hip_shim__shfl_xor(T value, int with, int width = 32) {
    return __shfl_xor_sync(~0u, value, with, width);
}
HIP_SHIM_INLINE unsigned long long hip_shim__ballot(int predicate) { return __ballot_sync(~0u, predicate); }
HIP_SHIM_INLINE int hip_shim__any(int predicate) { return __any_sync(~0u, predicate); }
HIP_SHIM_INLINE int hip_shim__all(int predicate) { return __all_sync(~0u, predicate); }
#define __shfl hip_shim__shfl
#define __shfl_up hip_shim__shfl_up
#define __shfl_down hip_shim__shfl_down
#define __shfl_xor hip_shim__shfl_xor
#define __ballot hip_shim__ballot
#define __any hip_shim__any
#define __all hip_shim__all

// Textures are cupy's own under HIP: NVRTC has these names of hardware.
#define cudaSurfaceBoundaryMode hip_shim_SurfaceBoundaryMode
#define cudaBoundaryModeZero hip_shim_BoundaryModeZero
#define cudaBoundaryModeClamp hip_shim_BoundaryModeClamp
#define cudaBoundaryModeTrap hip_shim_BoundaryModeTrap
#define tex1Dfetch hip_shim_tex1Dfetch
#define tex1D hip_shim_tex1D
#define tex2D hip_shim_tex2D
#define tex3D hip_shim_tex3D
#define surf1Dread hip_shim_surf1Dread
#define surf2Dread hip_shim_surf2Dread
#define surf3Dread hip_shim_surf3Dread
#define surf1Dwrite hip_shim_surf1Dwrite
#define surf2Dwrite hip_shim_surf2Dwrite
#define surf3Dwrite hip_shim_surf3Dwrite
#define __builtin_floor floor
#define __builtin_trap __trap

HIP_SHIM_INLINE unsigned __lane_id() {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
HIP_SHIM_INLINE int __ockl_grid_is_valid() { return cupy::simt::grid_arrivals() != nullptr; }
HIP_SHIM_INLINE void __ockl_grid_sync() { cupy::simt::arrive_in_grid(cupy::simt::grid_arrivals()); }
HIP_SHIM_INLINE void __builtin_amdgcn_wave_barrier() { __syncwarp(); }
HIP_SHIM_INLINE float __builtin_amdgcn_rsqf(float x) { return rsqrtf(x); }
#define __builtin_amdgcn_s_sleep(cycles) __nanosleep(cycles)
#define __builtin_amdgcn_fence(order, scope) ((void)0)
#define __builtin_amdgcn_rsqf(x) rsqrtf(x)
#define __builtin_amdgcn_rcpf(x) (1.0f / (x))

// clang's half precision, as far as it is used: conversions.
struct _Float16 {
    unsigned short bits;
    _Float16() = default;
    __device__ explicit _Float16(float x) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x)); }
    __device__ explicit _Float16(double x) { asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(x)); }
    __device__ operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};
