// cuRAND's uniform, normal and log-normal numbers of the device, from the words of any of its generators.
#pragma once

#include "toolkit_begin.hpp"

namespace cupy {
namespace simt {

// A word as a fraction in (0, 1].
CUPY_SIMT_INLINE float fraction(unsigned word) { return float(word) * 2.3283064e-10f + 2.3283064e-10f / 2; }
CUPY_SIMT_INLINE float fraction(unsigned long long word) { return fraction(unsigned(word >> 32)); }
CUPY_SIMT_INLINE double wide_fraction(unsigned word) {
    return double(word) * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
CUPY_SIMT_INLINE double wide_fraction(unsigned long long word) {
    return double(word >> 11) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}
// 53 bits of two words.
template <class State> CUPY_SIMT_INLINE double full_fraction(State *state) {
    const unsigned low = curand(state);
    const unsigned long long word = low ^ (unsigned long long)curand(state) << 21;
    return double(word & 0x1fffffffffffffull) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}
CUPY_SIMT_INLINE double full_fraction(curandStateMRG32k3a *state) { return curand_uniform_double(state); }

}  // namespace simt
}  // namespace cupy

template <class State> CUPY_SIMT_INLINE float curand_uniform(State *state) {
    return cupy::simt::fraction(curand(state));
}
template <class State> CUPY_SIMT_INLINE double curand_uniform_double(State *state) {
    return cupy::simt::wide_fraction(curand(state));
}
CUPY_SIMT_INLINE double curand_uniform_double(curandStateXORWOW *state) { return cupy::simt::full_fraction(state); }

// Box and Muller's transformation.
template <class State> CUPY_SIMT_INLINE float2 curand_normal2(State *state) {
    const float size = sqrtf(-2 * logf(curand_uniform(state))), angle = 6.28318531f * curand_uniform(state);
    return make_float2(size * sinf(angle), size * cosf(angle));
}
template <class State> CUPY_SIMT_INLINE double2 curand_normal2_double(State *state) {
    const double size = sqrt(-2 * log(cupy::simt::full_fraction(state)));
    const double angle = 6.283185307179586 * cupy::simt::full_fraction(state);
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
template <class State> CUPY_SIMT_INLINE float2 curand_log_normal2(State *state, float mean, float deviation) {
    const float2 both = curand_normal2(state);
    return make_float2(expf(mean + deviation * both.x), expf(mean + deviation * both.y));
}
template <class State>
CUPY_SIMT_INLINE double2 curand_log_normal2_double(State *state, double mean, double deviation) {
    const double2 both = curand_normal2_double(state);
    return make_double2(exp(mean + deviation * both.x), exp(mean + deviation * both.y));
}

// Several numbers at once, of the generator that makes four words at a time.
CUPY_SIMT_INLINE float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
    const float x = curand_uniform(state), y = curand_uniform(state), z = curand_uniform(state);
    return make_float4(x, y, z, curand_uniform(state));
}
CUPY_SIMT_INLINE float4 curand_normal4(curandStatePhilox4_32_10 *state) {
    const float2 a = curand_normal2(state), b = curand_normal2(state);
    return make_float4(a.x, a.y, b.x, b.y);
}
CUPY_SIMT_INLINE float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean, float deviation) {
    const float2 a = curand_log_normal2(state, mean, deviation), b = curand_log_normal2(state, mean, deviation);
    return make_float4(a.x, a.y, b.x, b.y);
}
CUPY_SIMT_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
    const double x = cupy::simt::full_fraction(state);
    return make_double2(x, cupy::simt::full_fraction(state));
}
CUPY_SIMT_INLINE double4 curand_uniform4_double(curandStatePhilox4_32_10 *state) {
    const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return {a.x, a.y, b.x, b.y};
}
CUPY_SIMT_INLINE double4 curand_normal4_double(curandStatePhilox4_32_10 *state) {
    const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return {a.x, a.y, b.x, b.y};
}
CUPY_SIMT_INLINE double4 curand_log_normal4_double(curandStatePhilox4_32_10 *state, double mean, double deviation) {
    const double2 a = curand_log_normal2_double(state, mean, deviation);
    const double2 b = curand_log_normal2_double(state, mean, deviation);
    return {a.x, a.y, b.x, b.y};
}

#include "toolkit_end.hpp"
