// Positions of sorted rows by words that NumPy sorts with vectors: a key's leading bits above its place.
//
// Keys are counted from the least of their row, so that those of a narrow range lose no bits.  What differs only in
// bits that were lost is put in order behind the sort.
#pragma once

#include "device/sort_rows.hpp"

namespace cupy {
namespace sorting {

CUPY_DEVICE int bits_of_places(int64 length) {
    return length > 1 ? 64 - platform::leading_zeros(uint64(length - 1)) : 1;
}

// The first position of a row says whether bits were lost, until it is written itself.
template <class U> void pack_rows(const SortRows &p, unsigned block, unsigned grid) {
    const int places = bits_of_places(p.length);
    for (int64 row = p.rows * block / grid; row < p.rows * (block + 1) / grid; ++row) {
        const U *input = static_cast<const U *>(p.input) + row * p.length;
        uint64 *words = static_cast<uint64 *>(p.items) + row * p.length;
        uint64 least = ~0ull, most = 0;
        for (int64 i = 0; i < p.length; ++i) {
            const uint64 key = encode_key(input[i], p.order, true);
            words[i] = key;
            least = key < least ? key : least;
            most = key > most ? key : most;
        }
        const int up = platform::leading_zeros(most - least | 1);
        const uint64 kept = ~0ull << places;
        for (int64 i = 0; i < p.length; ++i) words[i] = (words[i] - least) << up & kept | uint64(i);
        p.positions[row * p.length] = up < places;
    }
}

template <class U> void unpack_rows(const SortRows &p, unsigned block, unsigned grid) {
    const int places = bits_of_places(p.length);
    const uint64 mask = ~(~0ull << places);
    const Compare<U, true> value{key_of_minus_zero<U>(p.order), U(p.order.sign)};
    for (int64 row = p.rows * block / grid; row < p.rows * (block + 1) / grid; ++row) {
        const U *input = static_cast<const U *>(p.input) + row * p.length;
        const uint64 *words = static_cast<const uint64 *>(p.items) + row * p.length;
        int64 *positions = reinterpret_cast<int64 *>(p.positions + row * p.length);
        const bool lost = positions[0];
        for (int64 i = 0; i < p.length; ++i) positions[i] = words[i] & mask;
        for (int64 first = 0, last; lost && first < p.length; first = last) {
            for (last = first + 1; last < p.length && (words[last] ^ words[first]) <= mask; ++last) {}
            if (last - first == 1) continue;
            Buffers<U, true> b(static_cast<char *>(p.scratch) + block * p.scratch_bytes, last - first);
            for (int64 i = first; i < last; ++i) {
                b.keys[i - first] = encode_key(input[positions[i]], p.order, true);
                b.positions[i - first] = uint32(positions[i]);
            }
            if (last - first < kShort<U>) merge_sort(b, last - first, value);
            else radix_sort(b, last - first, value);
            for (int64 i = first; i < last; ++i) positions[i] = b.positions[i - first];
        }
    }
}

}  // namespace sorting
}  // namespace cupy

#define CUPY_PACKED_ROWS(name, function, U)                                                          \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::SortRows)};                      \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                            \
        cupy::sorting::function<U>(*static_cast<const cupy::SortRows *>(params[0]), block, grid);    \
    }
