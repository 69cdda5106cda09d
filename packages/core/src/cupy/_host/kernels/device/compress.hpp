// Items whose flags are true, moved together: some of a vector by one instruction, where there is one.
#pragma once

#include "platform.hpp"
#include "types/integers.hpp"

namespace cupy {
namespace host {

// How many of the flags are true.
inline int64 count_true(const unsigned char *flags, int64 n) {
    typedef unsigned char Vector __attribute__((vector_size(64)));
    constexpr int64 kMost = 255 * 64;           // no sum of a byte overflows
    int64 count = 0, i = 0;
    while (n - i >= 64) {
        Vector sums{}, some;
        for (const int64 stop = n - i < kMost ? n - 63 : i + kMost - 63; i < stop; i += 64) {
            __builtin_memcpy(&some, flags + i, 64);
            sums -= Vector(some != 0);
        }
        for (int k = 0; k < 64; ++k) count += sums[k];
    }
    for (; i < n; ++i) count += flags[i] != 0;
    return count;
}

// The truths of 64 flags as bits.
inline uint64 truths(const unsigned char *flags) {
    constexpr uint64 low = 0x7f7f7f7f7f7f7f7full, ones = 0x0101010101010101ull;
    uint64 bits = 0;
    for (int k = 0; k < 8; ++k) {
        uint64 word;
        __builtin_memcpy(&word, flags + 8 * k, 8);
        bits |= ((((word & low) + low | word) >> 7 & ones) * 0x0102040810204080ull >> 56) << (8 * k);
    }
    return bits;
}

#if defined(__GNUC__) && !defined(__clang__) && defined(__AVX2__)
constexpr int kShuffled = 32;
#elif defined(__GNUC__) && !defined(__clang__) && defined(__aarch64__)
constexpr int kShuffled = 16;
#else
constexpr int kShuffled = 0;        // bytes of a vector whose items one instruction puts in any order
#endif

// Places of the bits that are set, by the number that they make.
struct SetBits {
    unsigned char places[256][8];
    constexpr SetBits() : places() {
        for (int number = 0; number < 256; ++number)
            for (int bit = 0, at = 0; bit < 8; ++bit)
                if (number >> bit & 1) places[number][at++] = bit;
    }
};
static constexpr SetBits kSetBits;

template <int size> struct word_of { using type = uint8; };
template <> struct word_of<2> { using type = uint16; };
template <> struct word_of<4> { using type = uint32; };
template <> struct word_of<8> { using type = uint64; };

// A vector of which so many bytes come from memory; half of one as a word, for it would come by way of the stack.
template <class V, int size> inline V at_begin(const void *from) {
    V vector;
    if constexpr (size == sizeof(V)) {
        __builtin_memcpy(&vector, from, size);
    } else {
        typedef uint64 Halves __attribute__((vector_size(16)));
        static_assert(size == 8 && sizeof(V) == 16, "half a vector is a word");
        uint64 word;
        __builtin_memcpy(&word, from, size);
        vector = V(Halves{word, 0});
    }
    return vector;
}

template <class T> constexpr bool is_compressed = kShuffled && sizeof(T) <= 8;

// Of 64 items, those that `bits` name go to `out`, which has room for 64; returns where the next go.
template <class T> inline T *compress(uint64 bits, const T *items, T *out) {
    using Word = typename word_of<sizeof(T)>::type;
    constexpr int kBytes = sizeof(T) < 4 ? 16 : kShuffled, kLanes = kBytes / sizeof(T), N = kLanes < 8 ? kLanes : 8;
    typedef Word Vector __attribute__((vector_size(kBytes)));
    typedef unsigned char Places __attribute__((vector_size(kLanes)));
    for (int i = 0; i < 64; i += N, bits >>= N) {
        const unsigned some = bits & ((1u << N) - 1);
        Vector all = at_begin<Vector, N * sizeof(T)>(items + i);
        const Places places = at_begin<Places, N>(kSetBits.places[some]);
        const Vector packed = __builtin_shuffle(all, __builtin_convertvector(places, Vector));
        __builtin_memcpy(out, &packed, N * sizeof(T));
        out += platform::count_ones(some);
    }
    return out;
}

}  // namespace host
}  // namespace cupy
