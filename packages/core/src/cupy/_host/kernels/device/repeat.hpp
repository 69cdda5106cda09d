// Short runs repeated, on the host: a block takes some of the runs.
#pragma once

#include "kernel.hpp"
#include "repeat_params.hpp"

namespace cupy {
namespace repeats {

template <class T> void run(const Repeat &p, unsigned block, unsigned grid) {
    const long long group = p.group.divisor, runs = p.size / group, inner = p.inner, count = group / inner;
    const T *items = static_cast<const T *>(p.items);
    T *output = static_cast<T *>(p.output);
    for (long long run = runs * block / grid; run < runs * (block + 1) / grid; ++run) {
        const T *from = items + run * inner;
        T *to = output + run * group;
        for (long long k = 0; k < count; ++k)
            for (long long j = 0; j < inner; ++j) to[k * inner + j] = from[j];
    }
}

}  // namespace repeats
}  // namespace cupy

#define CUPY_REPEAT(name, T)                                                                      \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Repeat)};                     \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::repeats::run<T>(*static_cast<const cupy::Repeat *>(params[0]), block, grid);        \
    }
