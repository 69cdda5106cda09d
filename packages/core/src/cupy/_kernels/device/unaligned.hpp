// Vectors that begin anywhere, of the aligned 16 bytes in which they lie: of those only the ones that hold an item of
// the vector are read.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

// 16 bytes that begin anywhere, where loading them and shifting them into place are apart: several may be on their way.
struct Anywhere {
    unsigned held[8], shift;

    // Of the 16 those of which the bytes from `begin` to `end` are.
    CUPY_DEVICE void load(const void *from, unsigned end = 16, unsigned begin = 0) {
        shift = (unsigned)(reinterpret_cast<uint64>(from) & 15);
        const Chunk<16> *at = reinterpret_cast<const Chunk<16> *>(reinterpret_cast<uint64>(from) & ~(uint64)15);
        memcpy(held, at + (shift + begin >= 16), 16);
        memcpy(held + 4, at + (shift + end > 16), 16);
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

// A word of a small item, over and over.
template <class T> CUPY_DEVICE unsigned word_of_one(const T &value) {
    Chunk<sizeof(T)> bits;
    memcpy(&bits, &value, sizeof bits);
    if constexpr (sizeof(T) == 2) return bits.halves[0] * 0x00010001u;
    else return bits.bytes[0] * 0x01010101u;
}

// Of words those after the first `bytes` from `high`.
template <int N> CUPY_DEVICE void join_words(unsigned (&low)[N], const unsigned (&high)[N], int bytes) {
    const auto mask_of = [](int bits) { return bits <= 0 ? ~(uint64)0 : bits >= 64 ? 0 : ~(uint64)0 << bits; };
    CUPY_UNROLL
    for (int c = 0; c < N; c += 2) {
        const uint64 mask = mask_of(bytes * 8 - 32 * c);
        low[c] = (low[c] & ~(unsigned)mask) | (high[c] & (unsigned)mask);
        if (c + 1 == N) return;
        low[c + 1] = (low[c + 1] & ~(unsigned)(mask >> 32)) | (high[c + 1] & (unsigned)(mask >> 32));
    }
}

// Words of rows of `length` small items, 2 at the least, that have one value each, `left` of the first row.
template <class T, int N>
CUPY_DEVICE void fill_words(unsigned (&words)[N], const T *value, unsigned length, unsigned left) {
    constexpr unsigned each = 4 / sizeof(T), bits = 8 * sizeof(T);
    unsigned now = word_of_one(*value);
    CUPY_UNROLL
    for (unsigned &word : words) word = now;
    if (left >= N * each) return;
    if (length >= N * each) {       // two rows
        unsigned others[N];
        now = word_of_one(value[1]);
        CUPY_UNROLL
        for (unsigned &word : others) word = now;
        return join_words(words, others, (int)(left * sizeof(T)));
    }
    CUPY_UNROLL
    for (unsigned &word : words) {
        word = now;
        if (left < each) {
            do {
                const unsigned mask = ~0u << left * bits;
                now = word_of_one(*++value);
                word = (word & ~mask) | (now & mask);
                left += length;
            } while (each > 2 && left < each);
        }
        left -= each;
    }
}

// V elements as they come from memory.  What is to be done with them waits for take(), so that other loads are on their
// way too.
template <int V, class T, bool small = (sizeof(T) < 4)> struct Fetched {
    T held[V];

    // `left` items of a row of `length` that begins rows[0] bytes from `from` on, others of the one that does rows[1].
    CUPY_DEVICE void near(const T *from, const int64 *rows, unsigned, int left, unsigned way, int64 step) {
        constexpr int bytes = V * sizeof(T) < 16 ? V * sizeof(T) : 16;
        const T *const low = shifted(from, rows[0]);
        if (way == kNext && left >= V && !(reinterpret_cast<uint64>(low) & (bytes - 1))) return load_vector(held, low);
        const T *const high = left < V ? shifted(from, rows[1]) : low;
        CUPY_UNROLL
        for (int j = 0; j < V; ++j) held[j] = *shifted(j < left ? low : high, j * step);
    }
    // Rows of `length` that have one value each, `left` of the first row.
    CUPY_DEVICE void values(const T *value, unsigned length, unsigned left) {
        T now = *value;
        CUPY_UNROLL
        for (int j = 0; j < V; ++j, --left) {
            if (!left) {
                now = *++value;
                left = length;
            }
            held[j] = now;
        }
    }
    CUPY_DEVICE void repeated(const unsigned char *shared, unsigned from) { load_shared(held, shared, from); }
    template <class F> CUPY_DEVICE void each(F item) {
        CUPY_UNROLL
        for (int j = 0; j < V; ++j) held[j] = item(j);
    }
    CUPY_DEVICE void take(T (&to)[V]) const {
        CUPY_UNROLL
        for (int j = 0; j < V; ++j) to[j] = held[j];
    }
};

// Small ones are read by the words in which they lie, no others than those that hold some of them.
template <int V, class T> struct Fetched<V, T, true> {
    static constexpr int size = sizeof(T), count = V * size / 4;
    static_assert(V * size % 4 == 0, "whole words");
    unsigned low[count + 1], high[count + 1];
    int below = 0, above = 0, cut = V;
    bool turned = false;

    static CUPY_DEVICE int part_of_word(const T *from) { return (int)(reinterpret_cast<uint64>(from) & 3); }
    static CUPY_DEVICE const Chunk<4> *word_of(const T *from) {
        return reinterpret_cast<const Chunk<4> *>(reinterpret_cast<const char *>(from) - part_of_word(from));
    }
    CUPY_DEVICE void near(const T *from, const int64 *rows, unsigned length, int left, unsigned way, int64 step) {
        const T *first = shifted(from, rows[0]);
        turned = way == kBack;
        if (left >= V) {
            // Backwards what is last comes first in memory.  Of short rows some thread of a warp has two in any case.
            if (way <= kBack && length >= 16 * V) return load_whole(turned ? first - (V - 1) : first);
            if (size == 1 && way == kOther) return every_other(first);
            left = V;
        }
        const T *next = shifted(from, rows[left < V]);
        const auto item = [&](int j) { return *shifted(j < left ? first : next, j * step); };
        if (way > kBack) return each<size == 1 ? 4 : V>(item);
        cut = left;
        if (turned) {
            const T *const last = first - (V - 1);
            first = next - (V - 1);
            next = last;
            cut = V - left;
        }
        below = part_of_word(first);
        above = part_of_word(next);
        const int end = below + cut * size, start = above + cut * size;
        const Chunk<4> *const lows = word_of(first), *const highs = word_of(next);
        CUPY_UNROLL
        for (int c = 0; c <= count; ++c) low[c] = 4 * c < end ? lows[c].words[0] : 0;
        CUPY_UNROLL
        for (int c = 0; c <= count; ++c)
            high[c] = 4 * c + 4 > start && (c < count || above) ? highs[c].words[0] : 0;
    }
    CUPY_DEVICE void load_whole(const T *from) {
        constexpr int bytes = 4 * count < 16 ? 4 * count : 16;
        if (!(reinterpret_cast<uint64>(from) & (bytes - 1))) {
            CUPY_UNROLL
            for (int c = 0; c < 4 * count / bytes; ++c) {
                const Chunk<bytes> chunk = reinterpret_cast<const Chunk<bytes> *>(from)[c];
                memcpy(low + c * bytes / 4, &chunk, bytes);
            }
        } else {
            below = part_of_word(from);
            CUPY_UNROLL
            for (int c = 0; c < count; ++c) low[c] = word_of(from)[c].words[0];
            if (below) low[count] = word_of(from)[count].words[0];
        }
    }
    CUPY_DEVICE void every_other(const T *from) {
        const int by = part_of_word(from), end = by + 2 * V - 1;
        const Chunk<4> *const words = word_of(from);
        unsigned some[2 * count + 1], whole[2 * count];
        CUPY_UNROLL
        for (int c = 0; c <= 2 * count; ++c) some[c] = 4 * c < end ? words[c].words[0] : 0;
        shift(whole, some, by);
        T all[2 * V], other[V];
        memcpy(all, whole, sizeof all);
        CUPY_UNROLL
        for (int j = 0; j < V; ++j) other[j] = all[2 * j];
        memcpy(low, other, sizeof other);
    }
    CUPY_DEVICE void values(const T *value, unsigned length, unsigned left) {
        unsigned words[count];
        fill_words(words, value, length, left);
        memcpy(low, words, sizeof words);
    }
    CUPY_DEVICE void repeated(const unsigned char *shared, unsigned from) {
        below = (int)(from & 3);
        const unsigned *const words = reinterpret_cast<const unsigned *>(shared + (from & ~3u));
        CUPY_UNROLL
        for (int c = 0; c <= count; ++c) low[c] = words[c];
    }
    // item(j) for each, `part` of them at once.
    template <int part = 4 / size, class F> CUPY_DEVICE void each(F item) {
        constexpr int words = part * size / 4;
        CUPY_NO_UNROLL
        for (int j = 0; j < V; j += part) {
            T items[part];
            CUPY_UNROLL
            for (int k = 0; k < part; ++k) items[k] = item(j + k);
            CUPY_UNROLL
            for (int c = words; c < count; ++c) low[c - words] = low[c];
            memcpy(low + count - words, items, sizeof items);
        }
    }
    template <int N> static CUPY_DEVICE void shift(unsigned (&to)[N], const unsigned *from, int by) {
        CUPY_UNROLL
        for (int c = 0; c < N; ++c) to[c] = (unsigned)(((uint64)from[c + 1] << 32 | from[c]) >> by * 8);
    }
    CUPY_DEVICE void take(T (&to)[V]) const {
        unsigned words[count];
        shift(words, low, below);
        if (cut < V) {
            unsigned others[count];
            shift(others, high, above);
            join_words(words, others, cut * size);
        }
        if (turned) {
            unsigned before[count];
            memcpy(before, words, sizeof words);
            CUPY_UNROLL
            for (int c = 0; c < count; ++c) {
                const unsigned word = before[count - 1 - c], halves = word << 16 | word >> 16;
                words[c] = size == 2 ? halves : (halves & 0x00ff00ffu) << 8 | (halves >> 8 & 0x00ff00ffu);
            }
        }
        memcpy(to, words, sizeof words);
    }
};

}  // namespace simt
}  // namespace cupy
