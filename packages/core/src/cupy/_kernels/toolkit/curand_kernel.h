// cuRAND's generators of the device, Philox and XORWOW, with its numbers.
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
    bool has_normal, has_normal_double;
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

template <class State> CUPY_SIMT_INLINE float curand_uniform(State *state) {        // in (0, 1]
    return float(curand(state)) * 2.3283064e-10f + 2.3283064e-10f / 2;
}
template <class State> CUPY_SIMT_INLINE double curand_uniform_double(State *state) {
    const unsigned low = curand(state);
    const unsigned long long word = low ^ (unsigned long long)curand(state) << 21;
    return double(word & 0x1fffffffffffffull) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}

// Box and Muller's transformation.
template <class State> CUPY_SIMT_INLINE float2 curand_normal2(State *state) {
    const float size = sqrtf(-2 * logf(curand_uniform(state))), angle = 6.28318531f * curand_uniform(state);
    return make_float2(size * sinf(angle), size * cosf(angle));
}
template <class State> CUPY_SIMT_INLINE double2 curand_normal2_double(State *state) {
    const double size = sqrt(-2 * log(curand_uniform_double(state)));
    const double angle = 6.283185307179586 * curand_uniform_double(state);
    return make_double2(size * sin(angle), size * cos(angle));
}
template <class State> CUPY_SIMT_INLINE float curand_normal(State *state) {
    state->has_normal = !state->has_normal;
    if (!state->has_normal) return state->normal;
    const float2 both = curand_normal2(state);
    state->normal = both.y;
    return both.x;
}
template <class State> CUPY_SIMT_INLINE double curand_normal_double(State *state) {
    state->has_normal_double = !state->has_normal_double;
    if (!state->has_normal_double) return state->normal_double;
    const double2 both = curand_normal2_double(state);
    state->normal_double = both.y;
    return both.x;
}
template <class State> CUPY_SIMT_INLINE float curand_log_normal(State *state, float mean, float deviation) {
    return expf(mean + deviation * curand_normal(state));
}
template <class State> CUPY_SIMT_INLINE double curand_log_normal_double(State *state, double mean, double deviation) {
    return exp(mean + deviation * curand_normal_double(state));
}
CUPY_SIMT_INLINE float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
    const float x = curand_uniform(state), y = curand_uniform(state), z = curand_uniform(state);
    return make_float4(x, y, z, curand_uniform(state));
}
CUPY_SIMT_INLINE float4 curand_normal4(curandStatePhilox4_32_10 *state) {
    const float2 a = curand_normal2(state), b = curand_normal2(state);
    return make_float4(a.x, a.y, b.x, b.y);
}

#include "toolkit_end.hpp"
