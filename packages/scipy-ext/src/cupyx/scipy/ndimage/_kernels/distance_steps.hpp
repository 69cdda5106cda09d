// The steps of a distance transform, a kernel each.
//
// Along the first axis: the sites at the ends of chunks, then every pixel's. Along each further one: the nearest sites of
// some pixels of a line, those of ever more between them, then every pixel's.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

// The first and the last site of each chunk of a line.
template <class G> CUPY_DEVICE void marks(const Distance &p, long long item) {
    long long rest = item;
    const long long column = split(rest, p.inner), chunk = split(rest, p.chunks);
    const long long start = chunk * kDistanceChunk, line = rest * p.length * p.inner + column;
    const uint8 *input = static_cast<const uint8 *>(p.input) + line;
    int first = -1, last = -1;
    for (long long i = start; i < start + kDistanceChunk && i < p.length; ++i) {
        if (input[i * p.inner]) continue;
        if (first < 0) first = (int)i;
        last = (int)i;
    }
    p.marks[2 * item] = first;
    p.marks[2 * item + 1] = last;
}

// Distances along the first axis, from the sites of each chunk.
template <class G> CUPY_DEVICE void first(const Distance &p, long long item) {
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
        const bool to_left = left >= 0 && (right < 0 || i - left < right - i + (p.ties != kLastSite));
        const long long place = to_left ? left : right;
        results[i * p.inner] = place < 0 ? far_away<G>() : cost(p, G(0), i - place);
        if (p.found) p.found[line + i * p.inner] = place < 0 ? -1 : (int)(line + place * p.inner);
    }
}

// The nearest sites of pixels some places apart on each line.
template <class G> CUPY_DEVICE void anchor(const Distance &p, long long item) {
    long long outer = item;
    const long long column = split(outer, p.inner), mark = split(outer, p.chunks);
    G best;
    p.marks[item] = (int)nearest_between<false>(p, outer, column, mark * p.stride, best);
}

// Distances with one axis more; with sites, those that ties ask for.
template <bool ties, class G> CUPY_DEVICE void next_axis(const Distance &p, long long at) {
    long long outer = at;
    const long long column = split(outer, p.inner), i = split(outer, p.length);
    G best;
    const long long place = nearest_between<ties>(p, outer, column, i, best);
    static_cast<G *>(p.results)[at] = best;
    if (ties) p.found[at] = place < 0 ? -1 : p.sites[(outer * p.length + place) * p.inner + column];
}
template <class G> CUPY_DEVICE void next(const Distance &p, long long at) { next_axis<false, G>(p, at); }
template <class G> CUPY_DEVICE void next_sites(const Distance &p, long long at) { next_axis<true, G>(p, at); }

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, step, G) CUPY_MAP_KERNEL(name, cupy::ndimage::Distance, cupy::ndimage::step<G>)
