// Rows sorted by each thread: side by side by a network, else one after the other by radix, short ones by rank and
// merging.
#pragma once

#include "device/sort_network.hpp"

namespace cupy {
namespace sorting {

constexpr int kRanked = 128;                    // so few keys are all compared with each other
constexpr int kRun = 64;                        // of longer rows so many at first
// Below, comparing is faster than counting digits.
template <class U> constexpr int64 kShort = sizeof(U) == 8 ? 384 : sizeof(U) == 4 ? 192 : 24 * sizeof(U);

// Keys, and their positions if wanted, in two buffers that take turns.
template <class U, bool Pairs> struct Buffers {
    U *keys, *other_keys;
    uint32 *positions, *other_positions;

    Buffers(void *scratch, int64 length) {
        keys = static_cast<U *>(scratch);
        other_keys = keys + length;
        positions = reinterpret_cast<uint32 *>(static_cast<char *>(scratch) + (2 * length * sizeof(U) + 7) / 8 * 8);
        other_positions = positions + length;
    }
    void swap() {
        U *k = keys;
        keys = other_keys;
        other_keys = k;
        uint32 *p = positions;
        positions = other_positions;
        other_positions = p;
    }
    void move(int64 to, int64 from) {
        other_keys[to] = keys[from];
        if constexpr (Pairs) other_positions[to] = positions[from];
    }
};

template <class U, bool Pairs> struct Compare {
    U minus_zero, plus_zero;
    U operator()(U key) const { return !Pairs && key == minus_zero ? plus_zero : key; }
};

// Keys go to where as many are before them as are less, or equal and earlier: no branch depends on a key.
template <class U, bool Pairs>
void rank_sort(Buffers<U, Pairs> &b, int64 first, int count, Compare<U, Pairs> value) {
    U keys[kRanked], ranks[kRanked];
    for (int i = 0; i < count; ++i) {
        keys[i] = value(b.keys[first + i]);
        ranks[i] = 0;
    }
    for (int j = 0; j < count; ++j) {
        const U key = keys[j];
        for (int i = 0; i < j; ++i) ranks[i] += key < keys[i];
        for (int i = j + 1; i < count; ++i) ranks[i] += key <= keys[i];
    }
    for (int i = 0; i < count; ++i) b.move(first + int64(ranks[i]), first + i);
}

template <class U, bool Pairs> void merge_sort(Buffers<U, Pairs> &b, int64 length, Compare<U, Pairs> value) {
    const int64 run = length <= kRanked ? kRanked : kRun;
    for (int64 first = 0; first < length; first += run)
        rank_sort(b, first, int(length - first < run ? length - first : run), value);
    b.swap();
    for (int64 width = run; width < length; width *= 2) {
        for (int64 first = 0; first < length; first += 2 * width) {
            const int64 middle = first + width < length ? first + width : length;
            const int64 stop = middle + width < length ? middle + width : length;
            int64 left = first, right = middle, at = first;
            while (left < middle && right < stop) {
                const bool take_right = value(b.keys[right]) < value(b.keys[left]);
                b.move(at++, take_right ? right : left);
                right += take_right;
                left += !take_right;
            }
            while (left < middle) b.move(at++, left++);
            while (right < stop) b.move(at++, right++);
        }
        b.swap();
    }
}

template <class U, bool Pairs> void radix_sort(Buffers<U, Pairs> &b, int64 length, Compare<U, Pairs> value) {
    constexpr int kPasses = sizeof(U);
    int64 counts[kPasses][256] = {};
    for (int64 i = 0; i < length; ++i) {
        const U key = value(b.keys[i]);
        for (int pass = 0; pass < kPasses; ++pass) ++counts[pass][uint8(key >> (8 * pass))];
    }
    for (int pass = 0; pass < kPasses; ++pass) {
        int64 *places = counts[pass], sum = 0;
        if (places[uint8(value(b.keys[0]) >> (8 * pass))] == length) continue;
        for (int digit = 0; digit < 256; ++digit) {
            const int64 count = places[digit];
            places[digit] = sum;
            sum += count;
        }
        for (int64 i = 0; i < length; ++i) b.move(places[uint8(value(b.keys[i]) >> (8 * pass))]++, i);
        b.swap();
    }
}

template <class U, bool Pairs> void sort_row(const SortRows &p, int64 row, void *scratch) {
    Buffers<U, Pairs> b(scratch, p.length);
    const U *input = static_cast<const U *>(p.input) + row * p.length;
    for (int64 i = 0; i < p.length; ++i) {
        b.keys[i] = encode_key(input[i], p.order, Pairs);
        if constexpr (Pairs) b.positions[i] = uint32(i);
    }
    const Compare<U, Pairs> value{key_of_minus_zero<U>(p.order), U(p.order.sign)};
    if (p.length < kShort<U>) merge_sort(b, p.length, value);
    else radix_sort(b, p.length, value);
    for (int64 i = 0; i < p.length; ++i) {
        if constexpr (Pairs) p.positions[row * p.length + i] = b.positions[i];
        else static_cast<U *>(p.items)[row * p.length + i] = decode_key(b.keys[i], p.order);
    }
}

template <class U, bool Pairs> void sort_rows(const SortRows &p, unsigned block, unsigned grid) {
    void *scratch = static_cast<char *>(p.scratch) + block * p.scratch_bytes;
    const int64 stop = p.rows * (block + 1) / grid;
    int64 row = p.rows * block / grid;
    constexpr int64 lanes = kNetworkLine / sizeof(typename Word<U, Pairs>::type);
    const bool as_keys = Pairs || !p.stable || !p.order.is_floating;        // else -0 and +0 stay where they are
    for (; as_keys && p.length <= kNetworkLength && stop - row > lanes / 4; row += lanes)
        sort_side_by_side<U, Pairs>(p, row, int(stop - row < lanes ? stop - row : lanes), scratch);
    for (; row < stop; ++row) sort_row<U, Pairs>(p, row, scratch);
}

}  // namespace sorting
}  // namespace cupy

#define CUPY_SORT_ROWS(name, U, Pairs)                                                           \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::SortRows)};                  \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        cupy::sorting::sort_rows<U, Pairs>(*static_cast<const cupy::SortRows *>(params[0]), block, grid); \
    }
