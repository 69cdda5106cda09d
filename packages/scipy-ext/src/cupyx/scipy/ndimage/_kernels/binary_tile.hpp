// Steps of binary erosion on 32 pixels a word, several in one pass over the memory; dilation erodes the complement.
//
// A block packs the bytes of its tile and of what lies around it, does all steps in shared memory, and unpacks.
#pragma once

#include "packed_bits.hpp"
#include "tile.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

constexpr int kBinaryThreads = 256;
constexpr int kBinaryWide = 32;        // words of a tile along a row, at most
constexpr int kBinaryHigh = 32;        // rows of a tile
constexpr int kBinaryReach = 15;       // rows that a structure reaches up or down, at most
constexpr int kBinaryRows = 31;
constexpr int kBinaryBeside = 32;      // pixels that all steps of a pass reach to either side, at most

// What images of a shape and a structure decide: worked out once. Row r of a structure lies first_row + r rows on; bit
// d + 31 of its taps is the pixel d to the right.
struct BinaryPlan {
    long long height, width;
    int across, down;                  // blocks of an image
    int wide;                          // words of a tile along a row
    int shift;                         // 2^shift groups of 16 pixels of a row are taken at once
    int steps, parts;                  // steps of a pass; structures of a step, 1 or 2
    int above, below;                  // rows beyond the tile that all steps reach
    int first_row[2], rows[2];
    unsigned long long taps[2][kBinaryRows];
};

// Images of bytes. A pixel stays where the pixels of all structures' taps are set.
struct BinaryTile {
    const void *input;
    void *output;
    const void *mask = nullptr;        // bytes: where it is 0 the output is the input; or null
    int *changed = nullptr;            // set to 1 where the last step changes a pixel; or null
    int packs;                         // whether rows may be read and written 16 bytes at a time
    int invert, border;                // erode the complement; what lies beyond the edges
    BinaryPlan plan;
};

constexpr int kTogether = 4;       // groups of 16 pixels that a thread reads at once

struct BinaryPlace {
    const BinaryTile &p;
    long long image, x, y;             // first pixel of the image; of the tile with what lies around it
    int rows, pitch;                   // in words

    CUPY_DEVICE bool has_row(int row) const { return y + row >= 0 && y + row < p.plan.height; }

    // Which of the pixels of a word are pixels of the image.
    CUPY_DEVICE unsigned valid(int row, int word) const {
        const long long from = x + 32 * word;
        if (!has_row(row) || from < 0 || from >= p.plan.width) return 0;
        return p.plan.width - from >= 32 ? ~0u : (1u << (int)(p.plan.width - from)) - 1;
    }
};

// Groups of 16 pixels below each other: all are read before the first is packed.
template <int N = kTogether>
CUPY_DEVICE void pack_groups(const BinaryPlace &at, const uint8 *corner, int first, int step, int group, unsigned flip,
                             unsigned border, unsigned short *halves) {
    const BinaryTile &p = at.p;
    const long long column = at.x + 16 * group;
    const bool inside = column >= 0 && column < p.plan.width;
    Packed<unsigned> packs[N];
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) {
        const int row = first + k * step;
        if (inside && row < at.rows && at.has_row(row))
            packs[k] = *reinterpret_cast<const Packed<unsigned> *>(corner + row * p.plan.width + 16 * group);
    }
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) {
        const int row = first + k * step;
        if (row >= at.rows) break;
        unsigned packed = border;
        if (inside && at.has_row(row)) {
            packed = flip;
            CUPY_UNROLL
            for (int w = 0; w < 4; ++w) packed ^= bits_of_bytes(packs[k].items[w]) << 4 * w;
        }
        halves[row * 2 * at.pitch + group] = (unsigned short)packed;
    }
}

CUPY_DEVICE void pack_tile(const BinaryPlace &at, const void *bytes, unsigned flip, unsigned border, unsigned *words) {
    const BinaryTile &p = at.p;
    const uint8 *input = static_cast<const uint8 *>(bytes) + at.image;
    const int thread = platform::thread_index();
    if (!p.packs) {
        // Lanes read neighbouring bytes.
        const int lane = thread % 32, count = at.rows * at.pitch;
        for (int w = thread / 32; w < count; w += kBinaryThreads / 32) {
            const int row = w / at.pitch, word = w - row * at.pitch;
            const long long column = at.x + 32 * word + lane;
            bool set = border & 1;
            if (at.has_row(row) && column >= 0 && column < p.plan.width)
                set = (input[(at.y + row) * p.plan.width + column] != 0) != (flip & 1);
            const unsigned packed = platform::ballot(set);
            if (lane == 0) words[w] = packed;
        }
        return;
    }
    unsigned short *halves = reinterpret_cast<unsigned short *>(words);
    const int groups = 2 * at.pitch, step = kBinaryThreads >> p.plan.shift;
    const uint8 *corner = input + at.y * p.plan.width + at.x;
    for (int group = 2 + (thread & (1 << p.plan.shift) - 1); group < groups - 2; group += 1 << p.plan.shift)
        for (int row = thread >> p.plan.shift; row < at.rows; row += kTogether * step)
            pack_groups(at, corner, row, step, group, flip, border, halves);
    // The words beside the tile.
    for (int i = thread; i < 4 * at.rows; i += kBinaryThreads)
        pack_groups<1>(at, corner, i / 4, 0, i % 4 < 2 ? i % 4 : groups - 4 + i % 4, flip, border, halves);
}

CUPY_DEVICE void unpack_tile(const BinaryPlace &at, const unsigned *words, unsigned flip) {
    const BinaryTile &p = at.p;
    uint8 *output = static_cast<uint8 *>(p.output) + at.image;
    const int thread = platform::thread_index();
    if (!p.packs) {
        const int lane = thread % 32, count = kBinaryHigh * p.plan.wide;
        for (int w = thread / 32; w < count; w += kBinaryThreads / 32) {
            const int row = w / p.plan.wide + p.plan.above, word = w % p.plan.wide + 1;
            const long long column = at.x + 32 * word + lane;
            if (at.has_row(row) && column < p.plan.width)
                output[(at.y + row) * p.plan.width + column] = (words[row * at.pitch + word] ^ flip) >> lane & 1;
        }
        return;
    }
    const unsigned short *halves = reinterpret_cast<const unsigned short *>(words);
    const int groups = 2 * p.plan.wide, together = 1 << p.plan.shift;
    for (int group = thread & together - 1; group < groups; group += together) {
        const long long column = at.x + 32 + 16 * group;
        if (column >= p.plan.width) continue;
        uint8 *to = output + at.y * p.plan.width + column;
        for (int row = p.plan.above + (thread >> p.plan.shift); row < p.plan.above + kBinaryHigh; row += kBinaryThreads >> p.plan.shift) {
            if (!at.has_row(row)) continue;
            const unsigned bits = halves[row * 2 * at.pitch + 2 + group] ^ flip;
            Packed<unsigned> pack;
            CUPY_UNROLL
            for (int k = 0; k < 4; ++k) pack.items[k] = bytes_of_bits(bits >> 4 * k);
            *reinterpret_cast<Packed<unsigned> *>(to + row * p.plan.width) = pack;
        }
    }
}

// The pixels of a word all of whose taps are set.
CUPY_DEVICE unsigned eroded(const BinaryTile &p, int part, const unsigned *words, int pitch, int word) {
    unsigned all = ~0u;
    for (int r = 0; r < p.plan.rows[part]; ++r) {
        const unsigned *row = words + (p.plan.first_row[part] + r) * pitch;
        const unsigned before = word > 0 ? row[-1] : 0, here = row[0], behind = word + 1 < pitch ? row[1] : 0;
        const unsigned long long left = (unsigned long long)here << 32 | before;
        const unsigned long long right = (unsigned long long)behind << 32 | here;
        unsigned to_left = (unsigned)p.plan.taps[part][r], to_right = (unsigned)(p.plan.taps[part][r] >> 31);
        to_left &= 0x7fffffffu;            // bit d + 31 for d from -31 to -1
        while (to_left) {
            const int d = 31 - platform::leading_zeros(to_left);
            to_left ^= 1u << d;
            all &= (unsigned)(left >> (d + 1));
        }
        while (to_right) {
            const int d = 31 - platform::leading_zeros(to_right);
            to_right ^= 1u << d;
            all &= (unsigned)(right >> d);
        }
    }
    return all;
}

CUPY_DEVICE void binary_tile(const BinaryTile &p, unsigned char *shared) {
    const TilePlace tile = place_of_tile(p.plan);
    const int column = (int)tile.column;
    const int pitch = p.plan.wide + 2, rows = kBinaryHigh + p.plan.above + p.plan.below;
    const BinaryPlace at{p, (long long)tile.image * p.plan.height * p.plan.width, ((long long)column * p.plan.wide - 1) * 32,
                         (long long)tile.row * kBinaryHigh - p.plan.above, rows, pitch};
    unsigned *now = reinterpret_cast<unsigned *>(shared), *next = now + rows * pitch, *mask = next + rows * pitch;
    const unsigned flip = p.invert ? ~0u : 0u, border = (p.border != 0) != (p.invert != 0) ? ~0u : 0u;
    pack_tile(at, p.input, flip, border, now);
    if (p.mask) pack_tile(at, p.mask, 0, 0, mask);
    platform::barrier();
    int begin = 0, end = rows;             // rows that are known
    for (int step = 0; step < p.plan.steps; ++step)
        for (int part = 0; part < p.plan.parts; ++part) {
            if (p.plan.first_row[part] < 0) begin -= p.plan.first_row[part];
            const int last = p.plan.first_row[part] + p.plan.rows[part] - 1;
            if (last > 0) end -= last;
            const bool ends = step + 1 == p.plan.steps && p.changed;
            for (int i = begin * pitch + (int)platform::thread_index(); i < end * pitch; i += kBinaryThreads) {
                const int row = i / pitch, word = i - row * pitch;
                const unsigned before = now[i], valid = at.valid(row, word);
                unsigned after = border;
                if (valid) {
                    after = eroded(p, part, now + i, pitch, word) & valid | border & ~valid;
                    if (p.mask) after = after & mask[i] | before & ~mask[i];
                }
                next[i] = after;
                if (ends && (after ^ before) & valid && word > 0 && word <= p.plan.wide && row >= p.plan.above &&
                    row < p.plan.above + kBinaryHigh)
                    *p.changed = 1;
            }
            platform::barrier();
            unsigned *swap = now;
            now = next;
            next = swap;
        }
    unpack_tile(at, now, flip);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                          \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::ndimage::kBinaryThreads)                                       \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::BinaryTile params) {                               \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                               \
        cupy::ndimage::binary_tile(params, cupy_staged);                                                \
    }
