// Vectors that begin anywhere, of the aligned 16 bytes in which they lie: of those only the ones that hold an item of
// the vector are read.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

// 16 bytes that begin anywhere, where loading them and shifting them into place are apart: several may be on their way.
struct Anywhere {
    unsigned held[8], shift;

    CUPY_DEVICE void load(const void *from) {
        shift = (unsigned)(reinterpret_cast<uint64>(from) & 15);
        const Chunk<16> *at = reinterpret_cast<const Chunk<16> *>(reinterpret_cast<uint64>(from) & ~(uint64)15);
        memcpy(held, at, 16);
        memcpy(held + 4, at + (shift != 0), 16);
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
        if constexpr (sizeof(T) < 4) return load_words(to, from);
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

}  // namespace simt
}  // namespace cupy
