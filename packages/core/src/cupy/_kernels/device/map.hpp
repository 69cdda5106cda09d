// One call of a function for each item, on SIMT targets: threads go through the items grid by grid.
#pragma once

#include "kernel.hpp"
#include "tuning/one_pass.hpp"

// `Params` has a member `count`; `function(params, i)` is called for every i below it.
#define CUPY_MAP_KERNEL(name, Params, ...)                                                           \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kMapThreads) name(CUPY_GRID_CONSTANT const Params params) { \
        const long long step = (long long)cupy::platform::block_count() * cupy::kMapThreads;         \
        for (long long i = (long long)cupy::platform::block_index() * cupy::kMapThreads +            \
                           cupy::platform::thread_index();                                           \
             i < params.count; i += step)                                                            \
            __VA_ARGS__(params, i);                                                                  \
    }
