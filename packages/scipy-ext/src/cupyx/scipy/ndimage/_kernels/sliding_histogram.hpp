// Ranks of bytes from a histogram of the window, which changes by a row at each step (Huang, Yang and Tang 1979).
#pragma once

#include "boundary.hpp"
#include "kernel.hpp"
#include "rank_key.hpp"

namespace cupy {
namespace ndimage {

constexpr int kRankThreads = 64;       // of a block, each with a histogram of its own
constexpr int kRankRows = 64;          // outputs of a thread down a column

// The array is (slices, height, width).
struct RankBytes {
    const void *input;
    void *output;
    long long slices, height, width;
    int across, down;                  // blocks of a slice
    int size[2], before[2], mode[2];   // of the box, along the last two axes
    int rank;
    double constant;
};

// Outputs of rows `y` to `end` of a column; the histogram's bins lie `pitch` counters apart.
template <class T, class O>
CUPY_DEVICE void rank_column(const RankBytes &p, long long slice, long long x, long long y, long long end,
                             uint16 *histogram, int pitch) {
    const T *input = static_cast<const T *>(p.input) + slice * p.height * p.width;
    O *output = static_cast<O *>(p.output) + slice * p.height * p.width;
    const int constant = rank_key<T>::of(cast<T>(p.constant));
    const long long left = x - p.before[1];
    const bool inside = left >= 0 && left + p.size[1] <= p.width;
    int level = 0, below = 0;          // the rank's item is near `level`; items less than that
    const auto change = [&](long long row, int by) {
        const long long at = resolve(row, p.height, p.mode[0]);
        const T *from = input + at * p.width;
        for (int k = 0; k < p.size[1]; ++k) {
            int key = constant;
            if (at >= 0) {
                const long long place = inside ? left + k : resolve(left + k, p.width, p.mode[1]);
                if (place >= 0) key = rank_key<T>::of(from[place]);
            }
            histogram[key * pitch] = (uint16)(histogram[key * pitch] + by);
            below += key < level ? by : 0;
        }
    };
    for (int bin = 0; bin < 256; ++bin) histogram[bin * pitch] = 0;
    for (int k = 0; k < p.size[0]; ++k) change(y - p.before[0] + k, 1);
    for (; y < end; ++y) {
        while (below > p.rank) below -= histogram[--level * pitch];
        for (int here = histogram[level * pitch]; below + here <= p.rank; here = histogram[level * pitch]) {
            below += here;
            ++level;
        }
        output[y * p.width + x] = cast<O>(rank_key<T>::item((uint8)level));
        if (y + 1 == end) return;
        change(y - p.before[0], -1);
        change(y - p.before[0] + p.size[0], 1);
    }
}

}  // namespace ndimage
}  // namespace cupy
