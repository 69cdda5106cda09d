// Vectors that begin anywhere, of the aligned 16 bytes in which they lie: of those only the ones that hold an item of
// the vector are read.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

// 16 bytes that begin anywhere, where loading them and shifting them into place are apart: several may be on their way.
struct Anywhere {
    unsigned held[8], shift;

    // Of the 16 those of which the first `bytes` are.
    CUPY_DEVICE void load(const void *from, unsigned bytes = 16) {
        shift = (unsigned)(reinterpret_cast<uint64>(from) & 15);
        const Chunk<16> *at = reinterpret_cast<const Chunk<16> *>(reinterpret_cast<uint64>(from) & ~(uint64)15);
        memcpy(held, at, 16);
        memcpy(held + 4, at + (shift + bytes > 16), 16);
    }
    CUPY_DEVICE void take(unsigned (&to)[4]) const {
        unsigned some[6], words[5];
        CUPY_UNROLL
        for (int k = 0; k < 6; ++k) some[k] = shift & 8 ? held[k + 2] : held[k];
        CUPY_UNROLL
        for (int k = 0; k < 5; ++k) words[k] = shift & 4 ? some[k + 1] : some[k];
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) to[k] = (unsigned)(((uint64)words[k + 1] << 32 | words[k]) >> (shift & 3) * 8);
    }
};

template <int V, class T> CUPY_DEVICE void load_anywhere(T (&to)[V], const T *from) {
    constexpr int bytes = V * sizeof(T), count = bytes / 16;
    if constexpr (bytes < 16) {
        if constexpr (sizeof(T) < 4 && bytes % 4 == 0) return load_words(to, from);
        CUPY_UNROLL
        for (int j = 0; j < V; ++j) to[j] = from[j];
    } else {
        const unsigned shift = (unsigned)(reinterpret_cast<uint64>(from) & 15);
        if (!shift) return load_vector(to, from);
        const Chunk<16> *at = reinterpret_cast<const Chunk<16> *>(reinterpret_cast<uint64>(from) & ~(uint64)15);
        unsigned held[4 * count + 4], words[4 * count];
        CUPY_UNROLL
        for (int c = 0; c <= count; ++c) memcpy(held + 4 * c, at + c, 16);
        // By two words, by one, and by bytes.
        if (shift & 8)
            CUPY_UNROLL
            for (int k = 0; k < 4 * count + 2; ++k) held[k] = held[k + 2];
        if constexpr (sizeof(T) < 8)
            if (shift & 4)
                CUPY_UNROLL
                for (int k = 0; k < 4 * count + 1; ++k) held[k] = held[k + 1];
        CUPY_UNROLL
        for (int k = 0; k < 4 * count; ++k) {
            if constexpr (sizeof(T) >= 4) words[k] = held[k];
            else words[k] = (unsigned)(((uint64)held[k + 1] << 32 | held[k]) >> (shift & 3) * 8);
        }
        memcpy(to, words, bytes);
    }
}

// V items wherever they begin: small ones by the words in which they lie, others by vectors if these fit.
template <int V, class T> CUPY_DEVICE void load_near(T (&to)[V], const T *from) {
    constexpr int bytes = V * sizeof(T) < 16 ? V * sizeof(T) : 16;
    if (!(reinterpret_cast<uint64>(from) & (bytes - 1))) return load_vector(to, from);
    if constexpr (sizeof(T) < 4 && V * sizeof(T) % 4 == 0) return load_words(to, from);
    CUPY_UNROLL
    for (int j = 0; j < V; ++j) to[j] = from[j];        // faster than by the aligned vectors that hold them
}

// Items in shared memory, wherever they begin; of small ones a word behind them is read, too.
template <int V, class T> CUPY_DEVICE void load_shared(T (&to)[V], const unsigned char *shared, unsigned from) {
    if constexpr (sizeof(T) < 4 && V * sizeof(T) % 4 == 0) {
        constexpr int count = V * sizeof(T) / 4;
        const unsigned *at = reinterpret_cast<const unsigned *>(shared + (from & ~3u));
        unsigned words[count];
        CUPY_UNROLL
        for (int c = 0; c < count; ++c) words[c] = (unsigned)(((uint64)at[c + 1] << 32 | at[c]) >> (from & 3) * 8);
        memcpy(to, words, sizeof words);
    } else {
        CUPY_UNROLL
        for (int j = 0; j < V; ++j) to[j] = reinterpret_cast<const T *>(shared + from)[j];
    }
}

// Of words those after the first `bytes` from `high`.
template <int N> CUPY_DEVICE void join_words(unsigned (&low)[N], const unsigned (&high)[N], int bytes) {
    CUPY_UNROLL
    for (int c = 0; c < N; ++c) {
        const int bits = bytes * 8 - 32 * c;
        const unsigned mask = bits >= 32 ? ~0u : bits <= 0 ? 0 : ~(~0u << bits);
        low[c] = (low[c] & mask) | (high[c] & ~mask);
    }
}

// V elements as they come from memory.  What is to be done with them waits for take(), so that other loads are on their
// way too.
template <int V, class T, bool small = (sizeof(T) < 4 && V * sizeof(T) >= 4)> struct Fetched {
    T held[V], third;
    int cut = V, next = V;
    bool few = false;

    CUPY_DEVICE void put(int j, const T &item) { held[j] = item; }

    CUPY_DEVICE void near(const T *from, const T *) {
        load_near(held, from);
    }
    CUPY_DEVICE void values(const T &low, const T *high, const T *last, int first, int second) {
        few = true;
        cut = first;
        next = second;
        held[0] = low;
        if (cut < V) held[1] = *high;
        if (next < V) third = *last;
    }
    CUPY_DEVICE void take(T (&to)[V]) const {
        CUPY_UNROLL
        for (int j = 0; j < V; ++j) to[j] = held[j];
        if (!few) return;
        const T low = held[0], high = held[1], last = third;
        CUPY_UNROLL
        for (int j = 0; j < V; ++j) to[j] = j < cut ? low : j < next ? high : last;
    }
};

// Small ones are read by the words in which they lie, no others than those that hold some of them.
template <int V, class T> struct Fetched<V, T, true> {
    static constexpr int count = V * sizeof(T) / 4;
    static_assert(V * sizeof(T) % 4 == 0, "whole words");
    static constexpr bool kBytes = sizeof(T) == 1;
    unsigned held[2 * count + (kBytes || count < 2 ? 2 : 0)];
    enum { kValues = 1, kAlternate = 2, kTurned = 4, kItems = 8 };
    int below = 0, above = 0, cut = V, way = 0;

    static CUPY_DEVICE int part_of_word(const T *from) { return (int)(reinterpret_cast<uint64>(from) & 3); }
    static CUPY_DEVICE const unsigned *word_of(const T *from) {
        return reinterpret_cast<const Chunk<4> *>(reinterpret_cast<const char *>(from) - part_of_word(from))->words;
    }

    // From `low` on, or from two places: those before element `cut` as if `low` were the first of all, the others as if
    // `high` were.  Every other byte of kAlternate; what follows the last is not read.
    CUPY_DEVICE void near(const T *low, const T *high) {
        constexpr int bytes = 4 * count < 16 ? 4 * count : 16;
        if (cut == V && !(kBytes && way & kAlternate) && !(reinterpret_cast<uint64>(low) & (bytes - 1))) {
            CUPY_UNROLL
            for (int c = 0; c < 4 * count / bytes; ++c) {
                const Chunk<bytes> chunk = reinterpret_cast<const Chunk<bytes> *>(low)[c];
                memcpy(held + c * bytes / 4, &chunk, bytes);
            }
            return;
        }
        if (sizeof(T) == 2 && cut < V) {        // one by one, which are as few instructions
            way |= kItems;
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) held[j] = j < cut ? bits_of(low[j]) : bits_of(high[j]);
            return;
        }
        const unsigned *const lows = word_of(low);
        below = part_of_word(low);
        const int items = !kBytes ? V : way & kAlternate ? 2 * V - 1 : cut;
        const int stop = below + items * (int)sizeof(T);
        CUPY_UNROLL
        for (int c = 0; c <= (kBytes ? 2 : 1) * count; ++c) held[c] = 4 * c < stop ? lows[c] : 0;
        if constexpr (kBytes) {
            if (cut == V) return;
            const unsigned *const highs = word_of(high);
            above = part_of_word(high);
            const int start = above + cut * (int)sizeof(T);
            CUPY_UNROLL
            for (int c = 0; c <= count; ++c)
                held[count + 1 + c] = 4 * c + 4 > start && (c < count || above) ? highs[c] : 0;
        }
    }
    CUPY_DEVICE void values(const T &low, const T *high, const T *last, int first, int second) {
        way = kValues;
        cut = first;
        above = second;
        held[0] = bits_of(low);
        if (cut < V) held[count + 1] = bits_of(*high);
        if (second < V) held[1] = bits_of(*last);
    }

    // Item `j` of all, which do not become a word before the last is there.
    CUPY_DEVICE void put(int j, const T &item) {
        way = kItems;
        held[j] = bits_of(item);
    }
    static CUPY_DEVICE unsigned bits_of(const T value) {
        Chunk<sizeof(T)> bits;
        memcpy(&bits, &value, sizeof bits);
        if constexpr (sizeof(T) == 2) return bits.halves[0];
        else return bits.bytes[0];
    }
    static CUPY_DEVICE void turn(unsigned (&words)[count]) {
        unsigned turned[count];
        CUPY_UNROLL
        for (int c = 0; c < count; ++c) {
            const unsigned word = words[count - 1 - c], halves = word << 16 | word >> 16;
            turned[c] = sizeof(T) == 2 ? halves : (halves & 0x00ff00ffu) << 8 | (halves >> 8 & 0x00ff00ffu);
        }
        memcpy(words, turned, sizeof turned);
    }
    template <int N> static CUPY_DEVICE void shift(unsigned (&to)[N], const unsigned *from, int by) {
        CUPY_UNROLL
        for (int c = 0; c < N; ++c) to[c] = (unsigned)(((uint64)from[c + 1] << 32 | from[c]) >> by * 8);
    }
    CUPY_DEVICE void take(T (&to)[V]) const {
        unsigned low[count], high[count];
        if (kBytes && way & kAlternate) {
            unsigned words[2 * count];
            T all[2 * V];
            shift(words, held, below);
            memcpy(all, words, sizeof words);
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) to[j] = all[2 * j];
            return;
        }
        if ((way & (kItems | kTurned)) == kItems) {
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) memcpy(to + j, held + j, sizeof(T));
            return;
        }
        constexpr unsigned each = sizeof(T) == 1 ? 0x01010101u : 0x00010001u;
        shift(low, held, below);
        if (way & kValues)
            CUPY_UNROLL
            for (unsigned &word : low) word = held[0] * each;
        if (way & kItems) {
            if constexpr (sizeof(T) == 2)
                CUPY_UNROLL
                for (int c = 0; c < count; ++c) low[c] = held[2 * c] | held[2 * c + 1] << 16;
            else if constexpr (count == 1) low[0] = held[0] | held[1] << 8 | held[2] << 16 | held[3] << 24;
        } else if (cut < V) {
            if (sizeof(T) == 2 || way & kValues)
                CUPY_UNROLL
                for (unsigned &word : high) word = held[count + 1] * each;
            else if constexpr (sizeof(T) < 2) shift(high, held + count + 1, above);
            join_words(low, high, cut * (int)sizeof(T));
            if (sizeof(T) == 2 && way & kValues && above < V) {
                CUPY_UNROLL
                for (unsigned &word : high) word = held[1] * each;
                join_words(low, high, above * (int)sizeof(T));
            }
        }
        if (way & kTurned) turn(low);
        memcpy(to, low, sizeof low);
    }
};

}  // namespace simt
}  // namespace cupy
