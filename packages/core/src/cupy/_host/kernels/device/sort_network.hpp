// Rows sorted side by side: so many as fill vectors take each step of one sorting network together.
//
// Batcher's merge exchange, for rows of any length (Knuth, The Art of Computer Programming 3, algorithm 5.2.2M): of n
// items some n log2(n)^2 / 4 exchanges, each a minimum and a maximum of all rows at once, without a branch.
#pragma once

#include "device/sort_keys.hpp"
#include "device/turn.hpp"

namespace cupy {
namespace sorting {

// Words of a line, as many as there are rows.
template <class W> struct Lines {
    static constexpr int lanes = kNetworkLine / sizeof(W);
    W *words;

    void exchange(int64 i, int64 j) const {
        W *__restrict__ low = words + i * lanes, *__restrict__ high = words + j * lanes;
        for (int lane = 0; lane < lanes; ++lane) {
            const W x = low[lane], y = high[lane];
            low[lane] = x < y ? x : y;
            high[lane] = x < y ? y : x;
        }
    }
};

// Keys that leave no room for positions in their words.
template <class W> struct PairLines {
    static constexpr int lanes = kNetworkLine / sizeof(W);
    W *words, *places;

    void exchange(int64 i, int64 j) const {
        W *__restrict__ low = words + i * lanes, *__restrict__ high = words + j * lanes;
        W *__restrict__ first = places + i * lanes, *__restrict__ second = places + j * lanes;
        for (int lane = 0; lane < lanes; ++lane) {
            const W x = low[lane], y = high[lane], a = first[lane], b = second[lane];
            const W swap = W(0) - W((x > y) | ((x == y) & (a > b))), keys = (x ^ y) & swap, both = (a ^ b) & swap;
            low[lane] = x ^ keys;
            high[lane] = y ^ keys;
            first[lane] = a ^ both;
            second[lane] = b ^ both;
        }
    }
};

template <class Lines> void network(const Lines &lines, int64 length) {
    int64 top = 1;
    while (2 * top < length) top *= 2;
    for (int64 p = top; p > 0; p /= 2) {
        int64 distance = p, offset = 0;
        for (int64 q = top;; q /= 2) {
            for (int64 first = offset; first + distance < length; first += 2 * p) {
                const int64 stop = first + p < length - distance ? first + p : length - distance;
                for (int64 i = first; i < stop; ++i) lines.exchange(i, i + distance);
            }
            if (q == p) break;
            distance = q - p;
            offset = p;
        }
    }
}

// What stands for an item: its key, with its position behind it where that is wanted and has room.
template <class U, bool Pairs> struct Word {
    using type = U;
    static constexpr int shift = 0;
};
template <> struct Word<uint8, true> {
    using type = uint32;
    static constexpr int shift = 16;
};
template <> struct Word<uint16, true> : Word<uint8, true> {};
template <> struct Word<uint32, true> {
    using type = uint64;
    static constexpr int shift = 32;
};

// `rows` of `columns` items, each row `from_pitch` items behind the other, become columns.
template <class W>
void turn_rows(W *to, int64 to_pitch, const W *from, int64 from_pitch, int64 rows, int64 columns) {
    host::turn<W>(reinterpret_cast<char *>(to), reinterpret_cast<const char *>(from), from_pitch * sizeof(W), rows, columns,
                  to_pitch);
}

template <class U, bool Pairs> void sort_side_by_side(const SortRows &p, int64 first, int rows, void *scratch) {
    using W = typename Word<U, Pairs>::type;
    constexpr int L = kNetworkLine / sizeof(W), shift = Word<U, Pairs>::shift;
    const int64 length = p.length, size = length * L;
    const KeyOrder order = p.order;
    W *words = static_cast<W *>(scratch);
    U *given = reinterpret_cast<U *>(shift ? words + size : words);
    if (rows < L)
        for (int64 k = 0; k < size; ++k) given[k] = 0;
    turn_rows(given, L, static_cast<const U *>(p.input) + first * length, length, rows, length);
    if constexpr (Pairs) {
        uint64 *places = reinterpret_cast<uint64 *>(words + size);
        for (int64 i = 0; i < length; ++i) {
            for (int lane = 0; lane < L; ++lane) {
                const W key = encode_key(given[i * L + lane], order, true);
                words[i * L + lane] = shift ? W(key << shift | W(i)) : key;
            }
        }
        if constexpr (shift) {
            network(Lines<W>{words}, length);
            for (int64 k = 0; k < size; ++k) places[k] = words[k] & ((W(1) << shift) - 1);
        } else {
            for (int64 i = 0; i < length; ++i)
                for (int lane = 0; lane < L; ++lane) places[i * L + lane] = i;
            network(PairLines<W>{words, places}, length);
        }
        turn_rows(reinterpret_cast<uint64 *>(p.positions) + first * length, length, places, L, length, rows);
    } else {
        for (int64 k = 0; k < size; ++k) words[k] = encode_key(words[k], order, false);
        network(Lines<W>{words}, length);
        for (int64 k = 0; k < size; ++k) words[k] = decode_key(words[k], order);
        turn_rows(static_cast<U *>(p.items) + first * length, length, words, L, length, rows);
    }
}

}  // namespace sorting
}  // namespace cupy
