// The parameter block of gradients along an axis with even steps, and the gradient at one place.
//
// The array is C-contiguous, of shape (outer, length, inner).  Read by core too (plain C++17).
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct Gradient {
    const void *items;
    void *output;
    unsigned size;                    // items, below 2^31
    unsigned order;                   // of the differences at the ends: 1 or 2
    unsigned vectors;                 // 1: whole vectors lie side by side along the axis, or across it
    Divider length, inner;
    double step;
};

// The gradient where `f` points to, item `at` of the axis.
template <class T> CUPY_DEVICE T gradient_at(const T *f, unsigned at, const Gradient &p) {
    const long long s = p.inner.divisor;
    const bool first = at == 0, last = at + 1 == p.length.divisor;
    if (!first && !last) return (f[s] - f[-s]) / T(2.0 * p.step);
    if (p.order == 1) return (first ? f[s] - f[0] : f[0] - f[-s]) / T(p.step);
    const T a = T(-1.5 / p.step), b = T(2.0 / p.step), c = T(-0.5 / p.step);
    return first ? a * f[0] + b * f[s] + c * f[2 * s] : -(c * f[-2 * s] + b * f[-s] + a * f[0]);
}

}  // namespace cupy
