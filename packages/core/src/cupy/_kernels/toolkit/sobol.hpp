// Sobol's quasirandom numbers of the device, with the numbers of cuRAND: the program gives the direction vectors.
#pragma once

#include "toolkit_begin.hpp"

typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

namespace cupy {
namespace simt {

// The number at a place of the sequence: vectors by the bits of its Gray code.
template <class State, class Word>
CUPY_SIMT_INLINE void begin_sobol(State *state, const Word *vectors, Word scramble, Word offset) {
    for (int k = 0; k < int(8 * sizeof(Word)); ++k) state->direction_vectors[k] = vectors[k];
    state->c = scramble;
    state->i = 0;
    skipahead(offset, state);
}

}  // namespace simt
}  // namespace cupy

#define CUPY_SOBOL(State, Word, bits, zeros)                                                                 \
    struct State {                                                                                           \
        Word i, x, c;                                                                                        \
        Word direction_vectors[bits];                                                                        \
    };                                                                                                       \
    typedef State State##_t;                                                                                 \
    CUPY_SIMT_INLINE void skipahead(unsigned long long n, State *state) {                                    \
        state->i += (Word)n;                                                                                 \
        state->x = state->c;                                                                                 \
        const Word gray = state->i ^ state->i >> 1;                                                          \
        for (int k = 0; k < bits; ++k)                                                                       \
            if (gray >> k & 1) state->x ^= state->direction_vectors[k];                                      \
    }                                                                                                        \
    CUPY_SIMT_INLINE Word curand(State *state) {                                                             \
        const Word word = state->x;                                                                          \
        const int zero = zeros - 1;                                                                          \
        state->x ^= state->direction_vectors[zero < 0 ? bits - 1 : zero];                                    \
        ++state->i;                                                                                          \
        return word;                                                                                         \
    }                                                                                                        \
    CUPY_SIMT_INLINE float curand_normal(State *state) { return normcdfinvf(curand_uniform(state)); }        \
    CUPY_SIMT_INLINE double curand_normal_double(State *state) { return normcdfinv(curand_uniform_double(state)); }
template <class State> CUPY_SIMT_INLINE float curand_uniform(State *state);
template <class State> CUPY_SIMT_INLINE double curand_uniform_double(State *state);
CUPY_SOBOL(curandStateSobol32, unsigned, 32, __ffs(int(~state->i)))
CUPY_SOBOL(curandStateScrambledSobol32, unsigned, 32, __ffs(int(~state->i)))
CUPY_SOBOL(curandStateSobol64, unsigned long long, 64, __ffsll((long long)~state->i))
CUPY_SOBOL(curandStateScrambledSobol64, unsigned long long, 64, __ffsll((long long)~state->i))
#undef CUPY_SOBOL

CUPY_SIMT_INLINE void curand_init(const unsigned *vectors, unsigned offset, curandStateSobol32 *state) {
    cupy::simt::begin_sobol(state, vectors, 0u, offset);
}
CUPY_SIMT_INLINE void curand_init(const unsigned *vectors, unsigned scramble, unsigned offset,
                                  curandStateScrambledSobol32 *state) {
    cupy::simt::begin_sobol(state, vectors, scramble, offset);
}
CUPY_SIMT_INLINE void curand_init(const unsigned long long *vectors, unsigned long long offset,
                                  curandStateSobol64 *state) {
    cupy::simt::begin_sobol(state, vectors, 0ull, offset);
}
CUPY_SIMT_INLINE void curand_init(const unsigned long long *vectors, unsigned long long scramble,
                                  unsigned long long offset, curandStateScrambledSobol64 *state) {
    cupy::simt::begin_sobol(state, vectors, scramble, offset);
}

#include "toolkit_end.hpp"
