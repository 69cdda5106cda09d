// What hipRTC holds and the host's SIMT launcher lacks: included before every kernel.
#pragma once

static inline unsigned __lane_id() { return cupy::simt::thread_number() % 32; }
static inline void __builtin_amdgcn_wave_barrier() { __syncwarp(); }
static inline float __builtin_amdgcn_rsqf(float x) { return 1.0f / __builtin_sqrtf(x); }
#define __builtin_amdgcn_s_sleep(cycles) cupy::simt::let_others_run()
#define __builtin_amdgcn_fence(order, scope) ((void)0)
#define __builtin_amdgcn_rsqf(x) (1.0f / __builtin_sqrtf(x))
#define __builtin_amdgcn_rcpf(x) (1.0f / (x))
