// Map kernels that may use only so many registers that a multiprocessor holds some blocks at once.
#pragma once

#include "device/map.hpp"

#ifdef CUPY_HOST
#define CUPY_MAP_BLOCKS(blocks, name, Params, ...) CUPY_MAP_KERNEL(name, Params, __VA_ARGS__)
#else
#define CUPY_MAP_BLOCKS(blocks, name, Params, ...)                                                    \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kMapThreads, blocks)                                       \
        name(CUPY_GRID_CONSTANT const Params params) {                                                \
        const long long step = (long long)cupy::platform::block_count() * cupy::kMapThreads;          \
        for (long long i = (long long)cupy::platform::block_index() * cupy::kMapThreads +             \
                           cupy::platform::thread_index();                                            \
             i < params.count; i += step)                                                             \
            __VA_ARGS__(params, i);                                                                   \
    }
#endif
#define CUPY_MAP_RESIDENT(name, Params, ...) CUPY_MAP_BLOCKS(3, name, Params, __VA_ARGS__)
