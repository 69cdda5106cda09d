// Distances along the first axis, from the sites of each chunk.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

template <class G> CUPY_DEVICE void distance_first(const Distance &p, long long item) {
    long long rest = item;
    const long long column = split(rest, p.inner), chunk = split(rest, p.chunks);
    const long long start = chunk * kDistanceChunk, line = rest * p.length * p.inner + column;
    const int count = (int)(p.length - start < kDistanceChunk ? p.length - start : kDistanceChunk);
    const uint8 *input = static_cast<const uint8 *>(p.input) + line;
    // The nearest sites beside the chunk.
    long long before = -1, behind = -1;
    for (long long k = chunk - 1; k >= 0 && before < 0; --k) before = p.marks[2 * (item - (chunk - k) * p.inner) + 1];
    for (long long k = chunk + 1; k < p.chunks && behind < 0; ++k) behind = p.marks[2 * (item + (k - chunk) * p.inner)];
    unsigned sites = 0;
    for (int k = 0; k < count; ++k) sites |= (unsigned)(input[(start + k) * p.inner] == 0) << k;
    G *results = static_cast<G *>(p.results) + line;
    for (int k = 0; k < count; ++k) {
        const long long i = start + k;
        const unsigned below = sites & (k == 31 ? ~0u : (2u << k) - 1), above = sites >> k << k;
        const long long left = below ? start + 31 - platform::leading_zeros(below) : before;
        const unsigned lowest = above & (0u - above);
        const long long right = above ? start + 31 - platform::leading_zeros(lowest) : behind;
        const bool to_left = left >= 0 && (right < 0 || i - left <= right - i);
        const long long place = to_left ? left : right;
        results[i * p.inner] = place < 0 ? far_away<G>() : cost(p, G(0), i - place);
        if (p.found) p.found[line + i * p.inner] = place < 0 ? -1 : (int)(line + place * p.inner);
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, G) CUPY_MAP_KERNEL(name, cupy::ndimage::Distance, cupy::ndimage::distance_first<G>)
