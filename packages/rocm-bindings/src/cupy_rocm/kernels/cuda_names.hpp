// CUDA's names of what HIP spells differently: stands before users' kernels.
//
// HIP has no masks: lanes that are inactive take no part.  A warp has 64 or 32 lanes, so that votes
// have 64 bits, and a mask of 32 ones means every lane.
#pragma once

#define __shfl_sync(mask, ...) __shfl(__VA_ARGS__)
#define __shfl_up_sync(mask, ...) __shfl_up(__VA_ARGS__)
#define __shfl_down_sync(mask, ...) __shfl_down(__VA_ARGS__)
#define __shfl_xor_sync(mask, ...) __shfl_xor(__VA_ARGS__)
#define __ballot_sync(mask, predicate) __ballot(predicate)
// By the ballot, which has a bit for each of 64 lanes: votes of this compiler see 32 of them.
#define __any_sync(mask, predicate) (__ballot(predicate) != 0)
#define __all_sync(mask, predicate) (__ballot(!(predicate)) == 0)
#define __activemask() __ballot(1)
#define __syncwarp(...) __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront"), __builtin_amdgcn_wave_barrier()
#ifndef __grid_constant__
#define __grid_constant__
#endif
#ifndef __align__
#define __align__(bytes) __attribute__((aligned(bytes)))
#endif
#ifndef __builtin_align__
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#endif
#define __trap() __builtin_trap()
#define __nanosleep(duration) __builtin_amdgcn_s_sleep(1)
#define __ldg(address) (*(address))
#ifdef __HIPCC_RTC__
__device__ inline void *operator new(__SIZE_TYPE__, void *place) noexcept { return place; }
#endif
