// Regions within tiles, by union-find in shared memory, on SIMT targets.
//
// Runs of pixels along rows are found by bit operations; they are joined where one begins to lie below another
// (Allegretti, Bolelli and Grana 2020 compare such methods).
#pragma once

#include "label_tile_params.hpp"
#include "union_find.hpp"

namespace cupy {
namespace ndimage {

CUPY_DEVICE void label_tile(const LabelTile &p) {
    constexpr int E = kLabelEdge;
    constexpr unsigned kNone = ~0u;
    CUPY_SHARED unsigned parents[E * E];
    CUPY_SHARED unsigned long long bits[E];
    CUPY_SHARED unsigned short list[E * E];
    CUPY_SHARED unsigned found;
    unsigned block = platform::block_index();
    const unsigned x0 = block % p.across * E;
    block /= p.across;
    const unsigned y0 = block % p.down * E, image = block / p.down * p.height;
    const int thread = platform::thread_index(), lane = thread % 32;
    const uint8 *object = static_cast<const uint8 *>(p.object);
    constexpr int kRows = E / (kLabelThreads / 32);       // of a warp
    const unsigned x = x0 + lane;
    bool low[kRows], high[kRows];
    CUPY_UNROLL
    for (int j = 0; j < kRows; ++j) {
        const unsigned y = y0 + thread / 32 * kRows + j;
        const uint8 *at = object + (unsigned long long)(image + y) * p.width + x;
        low[j] = y < p.height && x < p.width && at[0];
        high[j] = y < p.height && x + 32 < p.width && at[32];
    }
    CUPY_UNROLL
    for (int j = 0; j < kRows; ++j) {
        const int row = thread / 32 * kRows + j;
        const unsigned lower = platform::ballot(low[j]), upper = platform::ballot(high[j]);
        const unsigned long long line = (unsigned long long)upper << 32 | lower;
        if (lane == 0) bits[row] = line;
        CUPY_UNROLL
        for (int k = lane; k < E; k += 32) {
            unsigned start = k;
            if (p.left) {
                const unsigned long long gaps = ~line & ((1ull << k) - 1);
                start = gaps ? 64 - platform::leading_zeros(gaps) : 0;
            }
            parents[row * E + k] = row * E + start;
        }
    }
    platform::barrier();
    // Which pixels are to be joined with one above them: all that are found of a kind, then one a thread.
    const bool joins_rows = p.left && p.up;
    for (int kind = 0; kind < 3; ++kind) {
        if (!(kind == 0 ? p.up : kind == 1 ? p.up_left : p.up_right)) continue;
        if (thread == 0) found = 0;
        platform::barrier();
        if (thread > 0 && thread < E) {
            const unsigned long long here = bits[thread], above = bits[thread - 1], both = here & above;
            // Where both neighbours to the left belong to it too, those have been joined, or will be.
            unsigned long long pixels = both & ~(p.left ? both << 1 : 0ull);
            if (kind == 1) pixels = here & above << 1 & ~(joins_rows ? both | here << 1 : 0ull);
            if (kind == 2) pixels = here & above >> 1 & ~(joins_rows ? both | here >> 1 : 0ull);
            unsigned place = platform::add_and_return(&found, (unsigned)platform::count_ones(pixels));
            while (pixels) {
                const int k = 63 - platform::leading_zeros(pixels);
                pixels ^= 1ull << k;
                list[place++] = (unsigned short)(thread * E + k);
            }
        }
        platform::barrier();
        const unsigned step = kind == 0 ? E : kind == 1 ? E + 1 : E - 1;
        for (unsigned j = thread; j < found; j += kLabelThreads)
            join_shortening(parents, (unsigned)list[j], (unsigned)list[j] - step);
        platform::barrier();
    }
    // Where runs begin, or all pixels that are none of a run, to the end; then the others.
    for (int i = thread; i < E * E; i += kLabelThreads) {
        const int k = i % E;
        const unsigned long long line = bits[i / E];
        if (line >> k & 1 && !(p.left && k && line >> (k - 1) & 1)) parents[i] = root_of(parents, (unsigned)i);
    }
    platform::barrier();
    // Lanes go along words of a row.
    for (int i = thread; i < E * E; i += kLabelThreads) {
        const unsigned row = i / E, k = i % E, y = y0 + row, at = x0 + k;
        unsigned root = kNone;
        if (bits[row] >> k & 1) root = parents[parents[i]];
        const unsigned first = platform::ballot(root == (unsigned)i);
        if (y >= p.height) break;
        if (lane == 0 && at < p.width) p.roots[(unsigned long long)(image + y) * p.row_words + at / 32] = first;
        if (at >= p.width) continue;
        p.parents[(unsigned long long)(image + y) * p.width + at] =
            root == kNone ? kNone : (image + y0 + root / E) * p.width + x0 + root % E;
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                                  \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kLabelThreads, 8)                                           \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::LabelTile params) { cupy::ndimage::label_tile(params); }
