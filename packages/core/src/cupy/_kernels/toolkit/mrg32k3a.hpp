// L'Ecuyer's combined recursive generator of the device, with the numbers of cuRAND: "Good parameters and
// implementations for combined multiple recursive random number generators" (1999); streams and their parts 2^127 and
// 2^76 steps apart, as in his RngStreams.
#pragma once

#include "toolkit_begin.hpp"

struct curandStateMRG32k3a {
    unsigned s1[3], s2[3];
    int has_normal, has_normal_double;
    float normal;
    double normal_double;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

namespace cupy {
namespace simt {
namespace mrg {

constexpr unsigned long long first_modulus = 4294967087ull, second_modulus = 4294944443ull;

struct matrix {
    unsigned at[3][3];
};

// One step of each of the two recursions, 2^76 and 2^127 of them.
CUPY_TOOLKIT_TABLE matrix first_step = {{{0u, 1u, 0u}, {0u, 0u, 1u}, {4294156359u, 1403580u, 0u}}};
CUPY_TOOLKIT_TABLE matrix second_step = {{{0u, 1u, 0u}, {0u, 0u, 1u}, {4293573854u, 0u, 527612u}}};
CUPY_TOOLKIT_TABLE matrix first_part = {{
    {82758667u, 1871391091u, 4127413238u}, {3672831523u, 69195019u, 1871391091u},
    {3672091415u, 3528743235u, 69195019u}}};
CUPY_TOOLKIT_TABLE matrix second_part = {{
    {1511326704u, 3759209742u, 1610795712u}, {4292754251u, 1511326704u, 3889917532u},
    {3859662829u, 4292754251u, 3708466080u}}};
CUPY_TOOLKIT_TABLE matrix first_stream = {{
    {2427906178u, 3580155704u, 949770784u}, {226153695u, 1230515664u, 3580155704u},
    {1988835001u, 986791581u, 1230515664u}}};
CUPY_TOOLKIT_TABLE matrix second_stream = {{
    {1464411153u, 277697599u, 1610723613u}, {32183930u, 1464411153u, 1022607788u},
    {2824425944u, 32183930u, 2093834863u}}};

template <unsigned long long modulus> CUPY_SIMT_INLINE matrix squared(const matrix &a) {
    matrix product;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            unsigned long long sum = 0;
            for (int k = 0; k < 3; ++k) sum = (sum + (unsigned long long)a.at[i][k] * a.at[k][j] % modulus) % modulus;
            product.at[i][j] = unsigned(sum);
        }
    return product;
}

// The state after `count` times what the matrix does.
template <unsigned long long modulus>
CUPY_SIMT_INLINE void jump(matrix step, unsigned long long count, unsigned (&state)[3]) {
    for (; count; count >>= 1, step = squared<modulus>(step)) {
        if (!(count & 1)) continue;
        unsigned long long sums[3] = {};
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                sums[i] = (sums[i] + (unsigned long long)step.at[i][k] * state[k] % modulus) % modulus;
        for (int i = 0; i < 3; ++i) state[i] = unsigned(sums[i]);
    }
}

// The next number, of 1 ... first_modulus.
CUPY_SIMT_INLINE unsigned next(curandStateMRG32k3a *state) {
    unsigned *a = state->s1, *b = state->s2;
    const long long m1 = first_modulus, m2 = second_modulus;
    long long p = (1403580ll * a[1] - 810728ll * a[0]) % m1, q = (527612ll * b[2] - 1370589ll * b[0]) % m2;
    p += p < 0 ? m1 : 0;
    q += q < 0 ? m2 : 0;
    a[0] = a[1];
    a[1] = a[2];
    a[2] = unsigned(p);
    b[0] = b[1];
    b[1] = b[2];
    b[2] = unsigned(q);
    return unsigned(p > q ? p - q : p - q + m1);
}
CUPY_SIMT_INLINE unsigned times(unsigned a, unsigned b, unsigned long long modulus) {
    return unsigned((unsigned long long)a * b % modulus);
}

}  // namespace mrg
}  // namespace simt
}  // namespace cupy

CUPY_SIMT_INLINE void skipahead(unsigned long long n, curandStateMRG32k3a *state) {
    cupy::simt::mrg::jump<cupy::simt::mrg::first_modulus>(cupy::simt::mrg::first_step, n, state->s1);
    cupy::simt::mrg::jump<cupy::simt::mrg::second_modulus>(cupy::simt::mrg::second_step, n, state->s2);
}
CUPY_SIMT_INLINE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *state) {
    cupy::simt::mrg::jump<cupy::simt::mrg::first_modulus>(cupy::simt::mrg::first_part, n, state->s1);
    cupy::simt::mrg::jump<cupy::simt::mrg::second_modulus>(cupy::simt::mrg::second_part, n, state->s2);
}
CUPY_SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *state) {
    cupy::simt::mrg::jump<cupy::simt::mrg::first_modulus>(cupy::simt::mrg::first_stream, n, state->s1);
    cupy::simt::mrg::jump<cupy::simt::mrg::second_modulus>(cupy::simt::mrg::second_stream, n, state->s2);
}
CUPY_SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                  curandStateMRG32k3a *state) {
    using namespace cupy::simt::mrg;
    *state = {{12345, 12345, 12345}, {12345, 12345, 12345}};
    if (seed) {
        const unsigned x = unsigned(seed) ^ 0x55555555u, y = unsigned((seed >> 32) ^ 0xaaaaaaaaull);
        for (int k = 0; k < 3; ++k) {
            state->s1[k] = times(k == 1 ? y : x, state->s1[k], first_modulus);
            state->s2[k] = times(k == 1 ? x : y, state->s2[k], second_modulus);
        }
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
}
CUPY_SIMT_INLINE unsigned curand(curandStateMRG32k3a *state) {
    return unsigned(cupy::simt::mrg::next(state) * 1.000000048662);
}
CUPY_SIMT_INLINE double curand_uniform_double(curandStateMRG32k3a *state) {
    return cupy::simt::mrg::next(state) * 2.3283065498378288e-10;
}
CUPY_SIMT_INLINE float curand_uniform(curandStateMRG32k3a *state) { return float(curand_uniform_double(state)); }

#include "toolkit_end.hpp"
