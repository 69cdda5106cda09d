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

    uint32 state[kWords], weyl;

    CUPY_DEVICE xorwow(const Draw &p, uint64 stream) {
        for (int k = 0; k < kWords; ++k) state[k] = p.words[k];
        weyl = p.words[5];                   // 2^67 steps of it are none
        const uint32 *matrix = static_cast<const uint32 *>(p.table);
        for (; stream; stream >>= 1, matrix += kBits * kWords)
            if (stream & 1) jump(matrix);
    }

    CUPY_DEVICE void jump(const uint32 *matrix) {
        uint32 sum[kWords] = {};
        CUPY_UNROLL
        for (int word = 0; word < kWords; ++word)
            CUPY_NO_UNROLL
            for (int bit = 0; bit < 32; ++bit, matrix += kWords) {
                const uint32 mask = 0u - (state[word] >> bit & 1);
                CUPY_UNROLL
                for (int k = 0; k < kWords; ++k) sum[k] ^= matrix[k] & mask;
            }
        for (int k = 0; k < kWords; ++k) state[k] = sum[k];
    }

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
};

}  // namespace random
}  // namespace cupy
