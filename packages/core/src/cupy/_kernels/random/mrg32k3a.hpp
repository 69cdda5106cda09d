// L'Ecuyer's MRG32k3a: two recurrences of order three, modulo two primes.
//
// Streams start 2^76 numbers apart.  The table holds, for each power of two, the two matrices that
// jump so many streams ahead.
#pragma once

#include "kernel.hpp"
#include "random_params.hpp"

namespace cupy {
namespace random {

struct mrg32k3a {
    static constexpr int kGroups = 64;
    static constexpr bool kCounter = false;
    static constexpr uint64 m1 = 4294967087ull, m2 = 4294944443ull;
    using table_type = uint64;
    static constexpr int kMatrix = 18;

    uint64 first[3], second[3];

    mrg32k3a() = default;

    CUPY_DEVICE mrg32k3a(const RandomFill &p, uint64 stream) {
        for (int k = 0; k < 3; ++k) {
            first[k] = p.words[k];
            second[k] = p.words[3 + k];
        }
        const uint64 *matrix = static_cast<const uint64 *>(p.table);
        for (; stream; stream >>= 1, matrix += kMatrix)
            if (stream & 1) jump(matrix);
    }

    CUPY_DEVICE void jump(const uint64 *matrix) {
        jump<m1>(matrix, first);
        jump<m2>(matrix + 9, second);
    }

    // 2^32 is a small number modulo such a prime: after two steps less than twice the prime is left.
    template <uint64 modulus> static CUPY_DEVICE uint64 remainder(uint64 x) {
        constexpr uint64 small = (1ull << 32) - modulus;
        x = (x >> 32) * small + (uint32)x;
        x = (x >> 32) * small + (uint32)x;
        return x >= modulus ? x - modulus : x;
    }

    template <uint64 modulus> static CUPY_DEVICE void jump(const uint64 *matrix, uint64 (&state)[3]) {
        uint64 sum[3] = {};
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) sum[i] += remainder<modulus>(matrix[3 * i + j] * state[j]);
            sum[i] = remainder<modulus>(sum[i]);
        }
        for (int i = 0; i < 3; ++i) state[i] = sum[i];
    }

#if CUPY_SIMT
    static constexpr bool kTogether = false;        // a jump is short

    // The same state in all threads.
    static CUPY_DEVICE mrg32k3a together(const RandomFill &p, uint64 stream) { return mrg32k3a(p, stream); }
#endif

    // 1 … m1: 209 of the 2^32 words never come.
    CUPY_DEVICE uint32 next() {
        const uint64 a = remainder<m1>(1403580ull * first[1] + 810728ull * (m1 - first[0]));
        const uint64 b = remainder<m2>(527612ull * second[2] + 1370589ull * (m2 - second[0]));
        first[0] = first[1];
        first[1] = first[2];
        first[2] = a;
        second[0] = second[1];
        second[1] = second[2];
        second[2] = b;
        return (uint32)(a > b ? a - b : a + m1 - b);
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
