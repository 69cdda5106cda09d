// Recurrences along lines, on the host: a few lines at a time, so that their steps overlap or vectorise.
#pragma once

#include "device/map.hpp"
#include "recurrence_params.hpp"
#include "systems.hpp"

namespace cupy {
namespace signal {

// L lines side by side; `bases` are their places.
template <class System, class T, int L> void filter_beside(const Recurrence &p, long long line) {
    using W = typename Working<T>::type;
    constexpr int P = System::kOrder;
    const W *coefficients = reinterpret_cast<const W *>(p.coefficients), *zi = static_cast<const W *>(p.zi);
    W s[L][P];
    const T *x[L];
    T *y[L];
    for (int l = 0; l < L; ++l) {
        const long long base = (line + l) / p.inner * p.length * p.inner + (line + l) % p.inner;
        x[l] = static_cast<const T *>(p.x) + base;
        y[l] = static_cast<T *>(p.y) + base;
        for (int j = 0; j < P; ++j) s[l][j] = zi ? zi[(line + l) * P + j] : W(0);
    }
    for (long long k = 0, at = 0; k < p.length; ++k, at += p.inner)
        for (int l = 0; l < L; ++l) y[l][at] = cast<T>(System::step(coefficients, cast<W>(x[l][at]), s[l]));
    if (!p.zf) return;
    for (int l = 0; l < L; ++l)
        for (int j = 0; j < P; ++j) static_cast<W *>(p.zf)[(line + l) * P + j] = s[l][j];
}

template <class System, class T> void recurrence(const Recurrence &p, unsigned block, unsigned grid) {
    const long long lines = p.outer * p.inner;
    long long line = lines * block / grid;
    const long long end = lines * (block + 1) / grid;
    for (; line + 4 <= end; line += 4) filter_beside<System, T, 4>(p, line);
    for (; line < end; ++line) filter_beside<System, T, 1>(p, line);
}

}  // namespace signal
}  // namespace cupy

#define CUPY_RECURRENCE(name, System, T) \
    CUPY_RANGE_KERNEL(name, cupy::signal::Recurrence, cupy::signal::recurrence<System, T>)
