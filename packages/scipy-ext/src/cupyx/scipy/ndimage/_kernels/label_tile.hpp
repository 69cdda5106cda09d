// Regions within tiles, by union-find of runs in shared memory, on SIMT targets.
//
// A warp packs 32 words below each other, one a lane, and joins the runs of each with those of the word above it; then
// the block joins what its warps' words have at their borders (Allegretti, Bolelli and Grana 2020 compare such methods).
#pragma once

#include "label_words.hpp"
#include "packed_bits.hpp"
#include "tile.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

// Parents of a tile's runs in shared memory: a run's number is its row's, its word's and its own in the word, one after
// the other. Runs of the same number in words below each other lie in different banks.
struct TileForest {
    unsigned *parents;
    int shift;                          // bits of a row's runs

    CUPY_DEVICE unsigned *at(unsigned i) const { return parents + (i ^ (i >> shift & 31)); }
    CUPY_DEVICE volatile unsigned &operator[](unsigned i) const { return *static_cast<volatile unsigned *>(at(i)); }
};

// The pixels of 32 rows of a word each, one row a lane.
CUPY_DEVICE unsigned pack_words(const LabelTile &p, const uint8 *image, unsigned x, unsigned y) {
    const unsigned lane = platform::thread_index() % 32;
    unsigned word = 0;
    if (p.packs) {
        if (y + lane >= p.height || x >= p.width) return 0;
        const uint8 *from = image + (unsigned long long)(y + lane) * p.width + x;
        const bool second = x + 16 < p.width;
        unsigned bytes[8] = {};
        unpack<4>(reinterpret_cast<const unsigned *>(from), bytes);
        if (second) unpack<4>(reinterpret_cast<const unsigned *>(from) + 4, bytes + 4);
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) word |= bits_of_bytes(bytes[k]) << 4 * k;
        return word;
    }
    for (unsigned row = 0; row < 32; ++row) {
        const bool inside = y + row < p.height && x + lane < p.width;
        const unsigned packed = platform::ballot(inside && image[(unsigned long long)(y + row) * p.width + x + lane]);
        if (row == lane) word = packed;
    }
    return word;
}

CUPY_DEVICE void label_tile(const LabelTile &p, unsigned char *shared) {
    constexpr int kWide = kLabelWide, kHigh = kLabelHigh;
    static_assert(kHigh / 32 * kWide == kLabelThreads / 32, "a warp has 32 words");
    CUPY_SHARED unsigned words[kHigh][kWide];
    const TilePlace at = place_of_tile(p);
    const unsigned word0 = at.column * kWide, y0 = at.row * kHigh, image = at.image * p.height;
    const unsigned thread = platform::thread_index(), lane = thread % 32, warp = thread / 32;
    const int bits = p.left ? 4 : 5;    // 16 runs a word, or 32
    const TileForest forest{reinterpret_cast<unsigned *>(shared), bits + 2};
    const auto number = [&](unsigned row, unsigned w, unsigned run) { return (row * kWide + w << bits) + run; };
    const auto run_at = [&](unsigned row, unsigned w, unsigned bit) {
        return number(row, w, run_of(run_starts(p, words[row][w]), bit));
    };
    {
        const unsigned row = warp / kWide * 32 + lane, w = warp % kWide;
        const unsigned word = pack_words(p, static_cast<const uint8 *>(p.object) + (unsigned long long)image * p.width,
                                         (word0 + w) * 32, y0 + row - lane);
        words[row][w] = word;
        const unsigned starts = run_starts(p, word), runs = (unsigned)platform::count_ones(starts);
        for (unsigned k = 0; k < runs; ++k) forest[number(row, w, k)] = number(row, w, k);
        platform::warp_barrier();
        const unsigned above = lane ? words[row - 1][w] : 0, above_starts = run_starts(p, above);
        for (int step = -1; step <= 1; ++step) {
            if (!(step == 0 ? p.up : step < 0 ? p.up_left : p.up_right)) continue;
            for (unsigned pixels = pixels_to_join(p, word, above, step); pixels; pixels &= pixels - 1) {
                const unsigned bit = 31 - platform::leading_zeros(pixels & (0u - pixels));
                join_shortening(forest, number(row, w, run_of(starts, bit)),
                                number(row - 1, w, run_of(above_starts, bit + step)));
            }
        }
    }
    platform::barrier();
    // Where the words of two warps meet: pixels of rows below each other, then ends of words beside each other.
    constexpr unsigned kBelow = (kHigh / 32 - 1) * kWide * 32, kBeside = kHigh * (kWide - 1);
    for (unsigned i = thread; i < kBelow + kBeside; i += kLabelThreads) {
        if (i < kBelow) {
            const unsigned row = (i / (kWide * 32) + 1) * 32, w = i / 32 % kWide;
            const unsigned here = words[row][w], above = words[row - 1][w];
            for (int step = -1; step <= 1; ++step)
                if ((step == 0 ? p.up : step < 0 ? p.up_left : p.up_right) &&
                    pixels_to_join(p, here, above, step) >> (i & 31) & 1)
                    join_shortening(forest, run_at(row, w, i & 31), run_at(row - 1, w, (i & 31) + step));
        } else {
            const unsigned row = (i - kBelow) % kHigh, w = (i - kBelow) / kHigh + 1;
            const bool here = words[row][w] & 1, before = words[row][w - 1] >> 31;
            const bool above = row && words[row - 1][w] & 1, above_before = row && words[row - 1][w - 1] >> 31;
            // What joins by way of the row above has been joined, or will be.
            if (p.left && here && before && !(p.up && above && above_before))
                join_shortening(forest, run_at(row, w, 0), run_at(row, w - 1, 31));
            if (p.up_left && here && above_before && !(p.left && p.up && (above || before)))
                join_shortening(forest, run_at(row, w, 0), run_at(row - 1, w - 1, 31));
            if (p.up_right && before && above && !(p.left && p.up && (above_before || here)))
                join_shortening(forest, run_at(row, w - 1, 31), run_at(row - 1, w, 0));
        }
    }
    platform::barrier();
    // Lanes go along the runs of words.
    for (unsigned i = thread; i < kHigh * kWide << bits; i += kLabelThreads) {
        const unsigned k = i & (1 << bits) - 1, row = i >> (bits + 2), w = i >> bits & (kWide - 1);
        const unsigned word = words[row][w], place = (image + y0 + row) * p.row_words + word0 + w;
        const bool inside = y0 + row < p.height && word0 + w < p.row_words;
        unsigned root = ~0u;
        if (inside && k < (unsigned)platform::count_ones(run_starts(p, word))) {
            root = root_of(forest, i);
            p.parents[(place << p.place_bits) + k] =
                ((image + y0 + (root >> (bits + 2))) * p.row_words + word0 + (root >> bits & (kWide - 1)) << p.place_bits) +
                (root & (1 << bits) - 1);
        }
        const unsigned first = platform::ballot(root == i) >> (lane & ~((1u << bits) - 1));
        if (inside && k == 0) {
            p.words[place] = word;
            p.roots[place] = bits == 4 ? first & 0xffff : first;
        }
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                                  \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kLabelThreads, 8)                                           \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::LabelTile params) {                                        \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                                       \
        cupy::ndimage::label_tile(params, cupy_staged);                                                         \
    }
