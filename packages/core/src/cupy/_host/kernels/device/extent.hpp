// Smallest and largest item on the host, share by share.
#pragma once

#include "extent_params.hpp"

namespace cupy {
namespace extents {

template <class T> void run(const Extent &p, unsigned block, unsigned grid) {
    constexpr int kLanes = 16;      // that do not wait for one another
    const T *items = static_cast<const T *>(p.items);
    const long long stop = p.size * (block + 1) / grid;
    Ends<T> ends[kLanes];
    for (int k = 0; k < kLanes; ++k) ends[k] = {items[0], items[0]};
    long long i = p.size * block / grid;
    for (; i + kLanes <= stop; i += kLanes)
        for (int k = 0; k < kLanes; ++k) {
            const T x = items[(i + k) * p.stride];
            ends[k].take({x, x});
        }
    for (; i < stop; ++i) ends[0].take({items[i * p.stride], items[i * p.stride]});
    for (int k = 1; k < kLanes; ++k) ends[0].take(ends[k]);
    static_cast<Ends<T> *>(p.ends)[block] = ends[0];
}

}  // namespace extents
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                    \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Extent)};                     \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::extents::run<T>(*static_cast<const cupy::Extent *>(params[0]), block, grid);        \
    }
