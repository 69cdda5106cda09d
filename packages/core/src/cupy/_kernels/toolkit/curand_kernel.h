// cuRAND's generators of the device with its numbers: Philox and XORWOW; the others and the distributions are
// included.
#pragma once

#include "xorwow_powers.hpp"
#include "toolkit_begin.hpp"

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned taken;                 // of `output`
    bool has_normal, has_normal_double;
    float normal;
    double normal_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

struct curandStateXORWOW {
    unsigned d, v[5];
    int has_normal, has_normal_double;
    float normal;
    double normal_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

namespace cupy {
namespace simt {

// Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011).
CUPY_SIMT_INLINE uint4 philox(uint4 c, uint2 k) {
    for (int round = 0; round < 10; ++round) {
        const unsigned long long x = c.x * 0xd2511f53ull, y = c.z * 0xcd9e8d57ull;
        c = {unsigned(y >> 32) ^ c.y ^ k.x, unsigned(y), unsigned(x >> 32) ^ c.w ^ k.y, unsigned(x)};
        k.x += 0x9e3779b9u;
        k.y += 0xbb67ae85u;
    }
    return c;
}

CUPY_SIMT_INLINE void advance(curandStatePhilox4_32_10 *state, unsigned long long blocks) {
    const unsigned long long low = (unsigned long long)state->ctr.y << 32 | state->ctr.x, sum = low + blocks;
    state->ctr.x = unsigned(sum);
    state->ctr.y = unsigned(sum >> 32);
    if (sum < low && ++state->ctr.z == 0) ++state->ctr.w;
    state->output = philox(state->ctr, state->key);
}

}  // namespace simt
}  // namespace cupy

CUPY_SIMT_INLINE void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state) {
    const unsigned long long at = state->taken + (n & 3);
    state->taken = unsigned(at & 3);
    cupy::simt::advance(state, (n >> 2) + (at >> 2));
}
CUPY_SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state) {
    const unsigned long long sum = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
    state->ctr.z = unsigned(sum);
    state->ctr.w = unsigned(sum >> 32);
    state->output = cupy::simt::philox(state->ctr, state->key);
}
CUPY_SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                  curandStatePhilox4_32_10 *state) {
    *state = {{0, 0, unsigned(subsequence), unsigned(subsequence >> 32)}, {}, {unsigned(seed), unsigned(seed >> 32)}};
    skipahead(offset, state);
}
CUPY_SIMT_INLINE unsigned curand(curandStatePhilox4_32_10 *state) {
    const uint4 words = state->output;
    const unsigned taken = state->taken++;
    if (state->taken == 4) {
        state->taken = 0;
        cupy::simt::advance(state, 1);
    }
    return taken == 0 ? words.x : taken == 1 ? words.y : taken == 2 ? words.z : words.w;
}
CUPY_SIMT_INLINE uint4 curand4(curandStatePhilox4_32_10 *state) {
    const unsigned x = curand(state), y = curand(state), z = curand(state);
    return {x, y, z, curand(state)};
}

// Marsaglia, "Xorshift RNGs" (2003).
CUPY_SIMT_INLINE unsigned curand(curandStateXORWOW *state) {
    unsigned *v = state->v;
    const unsigned t = v[0] ^ v[0] >> 2;
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
    state->d += 362437;
    return v[4] + state->d;
}
namespace cupy {
namespace simt {

// The state after 2^first steps for each bit of the count, 2^(first + 1) for the next one, and so on.  The steps are a
// linear map A over GF(2), and A^n is x^n modulo A's characteristic polynomial with A for x (Haramoto et al., "Efficient
// jump ahead for F2-linear random number generators", 2008).
CUPY_SIMT_INLINE void jump_xorwow(int first, unsigned long long count, unsigned (&v)[5]) {
    for (; count; ++first, count >>= 1) {
        if (!(count & 1)) continue;
        curandStateXORWOW state = {0, {v[0], v[1], v[2], v[3], v[4]}};
        for (int k = 0; k < 5; ++k) v[k] = 0;
        for (int i = 0; i < 160; ++i) {
            const unsigned mask = 0u - (xorwow_powers[first][i / 32] >> i % 32 & 1);
            for (int k = 0; k < 5; ++k) v[k] ^= state.v[k] & mask;
            curand(&state);
        }
    }
}

}  // namespace simt
}  // namespace cupy

CUPY_SIMT_INLINE void skipahead(unsigned long long n, curandStateXORWOW *state) {
    cupy::simt::jump_xorwow(0, n, state->v);
    state->d += 362437u * unsigned(n);
}
CUPY_SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStateXORWOW *state) {
    cupy::simt::jump_xorwow(67, n, state->v);     // 2^67 steps add nothing to `d`
}
// The numbers of cuRAND: its constants mix the seed into Marsaglia's first state.
CUPY_SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                  curandStateXORWOW *state) {
    const unsigned low = 1099087573u * (unsigned(seed) ^ 0xaad26b49u);
    const unsigned high = 2591861531u * (unsigned(seed >> 32) ^ 0xf7dcefddu);
    *state = {6615241u + high + low,
              {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}};
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

#include "toolkit_end.hpp"

#include "mrg32k3a.hpp"
#include "sobol.hpp"
#include "curand_distributions.hpp"
#include "curand_poisson.h"
