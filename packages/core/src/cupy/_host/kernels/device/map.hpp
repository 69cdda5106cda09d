// One call of a function for each item, on the host: a block takes a run of items.
#pragma once

#include "kernel.hpp"

// `Params` has a member `count`; `function(params, i)` is called for every i below it.
#define CUPY_MAP_KERNEL(name, Params, ...)                                                           \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(Params)};                              \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                            \
        const Params &given = *static_cast<const Params *>(params[0]);                               \
        const long long count = given.count;                                                         \
        const long long begin = count / grid * block + count % grid * block / grid;                  \
        const long long end = count / grid * (block + 1) + count % grid * (block + 1) / grid;        \
        for (long long i = begin; i < end; ++i) __VA_ARGS__(given, i);                               \
    }

// A kernel of the host whose blocks share the work as they like: `function(params, block, grid)`.
#define CUPY_RANGE_KERNEL(name, Params, ...)                                                         \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(Params)};                              \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                            \
        __VA_ARGS__(*static_cast<const Params *>(params[0]), block, grid);                           \
    }
