// Short runs repeated, on the host: a block takes some of the runs.
#pragma once

#include "device/copy_short.hpp"
#include "kernel.hpp"
#include "repeat_params.hpp"

namespace cupy {
namespace repeats {

template <int count> struct Times {
    operator long long() const { return count; }
};

// Single items, each `count` times; a constant number of times makes vectors.
template <class T, class Count> void items(const T *from, T *to, long long n, Count count) {
    for (long long i = 0; i < n; ++i) {
        const T item = from[i];
        for (long long k = 0; k < count; ++k) to[i * count + k] = item;
    }
}

template <class T> void run(const Repeat &p, unsigned block, unsigned grid) {
    const long long group = p.group.divisor, runs = p.size / group, inner = p.inner, count = group / inner;
    const long long first = runs * block / grid, n = runs * (block + 1) / grid - first;
    const T *from = static_cast<const T *>(p.items) + first * inner;
    T *to = static_cast<T *>(p.output) + first * group;
    if (inner == 1) switch (count) {
        case 2: return items(from, to, n, Times<2>());
        case 3: return items(from, to, n, Times<3>());
        case 4: return items(from, to, n, Times<4>());
        case 8: return items(from, to, n, Times<8>());
        default: return items(from, to, n, count);
    }
    for (long long run = 0; run < n; ++run, from += inner, to += group)
        for (long long k = 0; k < count; ++k)
            host::copy_bytes(reinterpret_cast<char *>(to + k * inner), reinterpret_cast<const char *>(from), inner * sizeof(T));
}

}  // namespace repeats
}  // namespace cupy

#define CUPY_REPEAT(name, T)                                                                      \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Repeat)};                     \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::repeats::run<T>(*static_cast<const cupy::Repeat *>(params[0]), block, grid);        \
    }
