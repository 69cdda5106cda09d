// Recurrences along lines, on the host: eight lines at a time, in vectors.
#pragma once

#include "device/map.hpp"
#include "recurrence_params.hpp"
#include "systems.hpp"

namespace cupy {
namespace signal {

// The type of L numbers side by side; complex ones go one by one.
constexpr int kBeside = 8;
typedef double Eight __attribute__((vector_size(64)));
template <class W, int L> struct Lanes { using type = W; static constexpr int kWide = 1; };
template <> struct Lanes<double, kBeside> { using type = Eight; static constexpr int kWide = kBeside; };

template <class V> double lane(const V &v, int l) { return v[l]; }
template <class V> void set_lane(V &v, int l, double x) { v[l] = x; }
inline double lane(double v, int) { return v; }
inline void set_lane(double &v, int, double x) { v = x; }
inline complex<double> lane(complex<double> v, int) { return v; }
inline void set_lane(complex<double> &v, int, complex<double> x) { v = x; }

// L lines side by side.
template <class System, class T, int L> void filter_interleaved(const Recurrence &p, long long line) {
    using W = typename Working<T>::type;
    using V = typename Lanes<W, L>::type;
    constexpr int P = System::kOrder, wide = Lanes<W, L>::kWide, count = L / wide;
    const W *coefficients = static_cast<const W *>(p.coefficients), *zi = static_cast<const W *>(p.zi);
    V s[count][P];
    const T *x[L];
    T *y[L];
    for (int l = 0; l < L; ++l) {
        const long long base = (line + l) / p.inner * p.length * p.inner + (line + l) % p.inner;
        x[l] = static_cast<const T *>(p.x) + base;
        y[l] = static_cast<T *>(p.y) + base;
        for (int j = 0; j < P; ++j) set_lane(s[l / wide][j], l % wide, zi ? zi[(line + l) * P + j] : W(0));
    }
    for (long long k = 0, at = 0; k < p.length; ++k, at += p.inner)
        for (int v = 0; v < count; ++v) {
            V value;
            for (int l = 0; l < wide; ++l) set_lane(value, l, cast<W>(x[v * wide + l][at]));
            value = System::step(coefficients, value, s[v]);
            for (int l = 0; l < wide; ++l) y[v * wide + l][at] = cast<T>(lane(value, l));
        }
    if (!p.zf) return;
    for (int l = 0; l < L; ++l)
        for (int j = 0; j < P; ++j) static_cast<W *>(p.zf)[(line + l) * P + j] = lane(s[l / wide][j], l % wide);
}

template <class System, class T> void recurrence(const Recurrence &p, unsigned block, unsigned grid) {
    const long long lines = p.outer * p.inner;
    long long line = lines * block / grid;
    const long long end = lines * (block + 1) / grid;
    for (; line + kBeside <= end; line += kBeside) filter_interleaved<System, T, kBeside>(p, line);
    for (; line < end; ++line) filter_interleaved<System, T, 1>(p, line);
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, System, T) \
    CUPY_RANGE_KERNEL(name, cupy::signal::Recurrence, cupy::signal::recurrence<cupy::signal::System, T>)
