// Gradients along an axis, on SIMT targets: inside and at the ends by the same launch.
#pragma once

#include "device/registers.hpp"
#include "gradient_params.hpp"
#include "kernel.hpp"

namespace cupy {
namespace gradients {

template <class T> CUPY_DEVICE void run(const Gradient &p) {
    constexpr int V = sizeof(T) >= 16 ? 1 : 16 / sizeof(T), U = kGradientVectors;
    const unsigned first = (platform::block_index() * U * kGradientThreads + platform::thread_index()) * V;
    const unsigned length = p.length.divisor, inner = p.inner.divisor;
    const T *items = static_cast<const T *>(p.items);
    T *output = static_cast<T *>(p.output);
    const T step = T(p.step), twice = T(2.0 * p.step);
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned i = first + u * kGradientThreads * V;
        if (i >= p.size) return;
        const T *f = items + i;
        unsigned row = i, rest = 0, at;
        if (inner > 1) simt::divide(i, p.inner, row, rest);
        simt::divide(row, p.length, row, at);
        if (!p.vectors) {
            for (int v = 0; v < V && i + v < p.size; ++v) {
                output[i + v] = gradient_at(f + v, at, p);
                if (++rest >= inner) {
                    rest = 0;
                    if (++at == length) at = 0;
                }
            }
            continue;
        }
        T y[V];
        if (inner > 1) {
            const bool begins = at == 0, ends = at + 1 == length;
            T low[V], high[V];
            simt::load_vector(low, begins ? f : f - inner);
            simt::load_vector(high, ends ? f : f + inner);
            const T by = begins || ends ? step : twice;
            CUPY_UNROLL
            for (int v = 0; v < V; ++v) y[v] = (high[v] - low[v]) / by;
            if (p.order == 2 && (begins || ends))
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) y[v] = gradient_at(f + v, at, p);
        } else {
            T x[V];
            simt::load_vector(x, f);
            const bool begins = at == 0, ends = at + V == length;
            const T before = begins ? x[0] : f[-1], after = ends ? x[V - 1] : f[V];
            CUPY_UNROLL
            for (int v = 0; v < V; ++v) {
                const T low = v ? x[v - 1] : before, high = v + 1 < V ? x[v + 1] : after;
                y[v] = (high - low) / twice;
            }
            if (begins) y[0] = gradient_at(f, at, p);
            if (ends) y[V - 1] = gradient_at(f + V - 1, at + V - 1, p);
        }
        simt::store_vector(output + i, y);
    }
}

}  // namespace gradients
}  // namespace cupy

#define CUPY_GRADIENT(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kGradientThreads)                                        \
        name(CUPY_GRID_CONSTANT const cupy::Gradient params) { cupy::gradients::run<T>(params); }
