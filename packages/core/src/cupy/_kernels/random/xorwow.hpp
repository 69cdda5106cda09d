// Marsaglia's xorwow: 160 bits of a linear recurrence and a Weyl sequence.
//
// Streams start 2^67 numbers apart.  The table holds, for each power of two, the matrix over GF(2)
// that jumps so many streams ahead, as the images of the 160 unit vectors.
#pragma once

#include "kernel.hpp"
#include "random_params.hpp"

namespace cupy {
namespace random {

struct xorwow {
    static constexpr int kGroups = 64;
    static constexpr bool kCounter = false;
    static constexpr int kWords = 5, kBits = 160;

    using table_type = uint32;
    static constexpr int kMatrix = kBits * kWords;

    uint32 state[kWords], weyl;

    xorwow() = default;

    CUPY_DEVICE explicit xorwow(const RandomFill &p) {
        for (int k = 0; k < kWords; ++k) state[k] = p.words[k];
        weyl = p.words[5];                   // 2^67 steps of it are none
    }

    CUPY_DEVICE xorwow(const RandomFill &p, uint64 stream) : xorwow(p) {
        const uint32 *matrix = static_cast<const uint32 *>(p.table);
        for (; stream; stream >>= 1, matrix += kMatrix)
            if (stream & 1) jump(matrix);
    }

    CUPY_DEVICE void jump(const uint32 *matrix) {
        constexpr int kAtOnce = 8;           // rows on their way
        uint32 sum[kWords] = {};
        CUPY_UNROLL
        for (int word = 0; word < kWords; ++word)
            CUPY_NO_UNROLL
            for (int bit = 0; bit < 32; bit += kAtOnce, matrix += kAtOnce * kWords) {
                CUPY_UNROLL
                for (int i = 0; i < kAtOnce; ++i) {
                    const uint32 mask = 0u - (state[word] >> (bit + i) & 1);
                    CUPY_UNROLL
                    for (int k = 0; k < kWords; ++k) sum[k] ^= matrix[i * kWords + k] & mask;
                }
            }
        for (int k = 0; k < kWords; ++k) state[k] = sum[k];
    }

#if CUPY_SIMT
    static constexpr bool kTogether = true;

    // The same by 32 threads that hold the same state: each looks up the images of five bits.
    CUPY_DEVICE void jump_together(const uint32 *matrix) {
        const unsigned lane = platform::thread_index() & 31;
        uint32 sum[kWords] = {};
        CUPY_UNROLL
        for (int word = 0; word < kWords; ++word) {
            const uint32 mask = 0u - (state[word] >> lane & 1);
            CUPY_UNROLL
            for (int k = 0; k < kWords; ++k) sum[k] ^= matrix[(32 * word + lane) * kWords + k] & mask;
        }
        CUPY_UNROLL
        for (unsigned with = 16; with > 0; with /= 2)
            CUPY_UNROLL
            for (int k = 0; k < kWords; ++k) sum[k] ^= platform::shuffle_xor(sum[k], with);
        for (int k = 0; k < kWords; ++k) state[k] = sum[k];
    }

    static CUPY_DEVICE xorwow together(const RandomFill &p, uint64 stream) {
        xorwow x(p);
        const uint32 *matrix = static_cast<const uint32 *>(p.table);
        for (; stream; stream >>= 1, matrix += kMatrix)
            if (stream & 1) x.jump_together(matrix);
        return x;
    }
#endif

    CUPY_DEVICE uint32 next() {
        const uint32 t = state[0] ^ state[0] >> 2;
        CUPY_UNROLL
        for (int k = 0; k < kWords - 1; ++k) state[k] = state[k + 1];
        state[4] = state[4] ^ state[4] << 4 ^ t ^ t << 1;
        weyl += 362437;
        return state[4] + weyl;
    }

    CUPY_DEVICE void item(unsigned) {}

    CUPY_DEVICE void block(uint32 (&out)[4]) {
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) out[k] = next();
    }
    CUPY_DEVICE void begin(const RandomFill &, uint32, uint32 (&out)[4]) { block(out); }
};

}  // namespace random
}  // namespace cupy
