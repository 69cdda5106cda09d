// Smallest and largest item on the host, share by share.
#pragma once

#include "extent_params.hpp"

namespace cupy {
namespace extents {

template <class T> Ends<T> ends_of(const T *items, long long stride, long long i, long long stop) {
    Ends<T> ends = {items[0], items[0]};
    for (; i < stop; ++i) ends.take({items[i * stride], items[i * stride]});
    return ends;
}

// Of vectors that do not wait for one another; a NaN stays in its place, as in `Ends::take`.
template <class T> Ends<T> ends_of_vectors(const T *items, long long i, long long stop) {
    typedef T Vector __attribute__((vector_size(64)));
    constexpr int kVectors = 4, kLanes = 64 / sizeof(T);
    Vector low[kVectors], high[kVectors];
    for (int k = 0; k < kVectors; ++k) low[k] = high[k] = items[0] - Vector{};
    for (; i + kVectors * kLanes <= stop; i += kVectors * kLanes)
        for (int k = 0; k < kVectors; ++k) {
            Vector x;
            __builtin_memcpy(&x, items + i + k * kLanes, sizeof x);
            low[k] = (x < low[k]) | (x != x) ? x : low[k];
            high[k] = (x > high[k]) | (x != x) ? x : high[k];
        }
    Ends<T> ends = ends_of(items, 1, i, stop);
    for (int k = 0; k < kVectors * kLanes; ++k)
        ends.take({low[k / kLanes][k % kLanes], high[k / kLanes][k % kLanes]});
    return ends;
}

template <class T> void run(const Extent &p, unsigned block, unsigned grid) {
    const T *items = static_cast<const T *>(p.items);
    const long long first = p.size * block / grid, stop = p.size * (block + 1) / grid;
    Ends<T> &ends = static_cast<Ends<T> *>(p.ends)[block];
    if constexpr (!is_small_float<T>::value) {
        if (p.stride == 1) {
            ends = ends_of_vectors(items, first, stop);
            return;
        }
    }
    ends = ends_of(items, p.stride, first, stop);
}

}  // namespace extents
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                    \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Extent)};                     \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::extents::run<T>(*static_cast<const cupy::Extent *>(params[0]), block, grid);        \
    }
