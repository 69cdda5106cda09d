// Gradients along an axis, on the host: a block takes some of the rows across it.
#pragma once

#include "gradient_params.hpp"
#include "kernel.hpp"

namespace cupy {
namespace gradients {

template <class T> void run(const Gradient &p, unsigned block, unsigned grid) {
    const long long length = p.length.divisor, inner = p.inner.divisor, work = p.size / inner;
    const T *items = static_cast<const T *>(p.items);
    T *output = static_cast<T *>(p.output);
    const T twice = T(2.0 * p.step);
    const long long stop = work * (block + 1) / grid;
    for (long long row = work * block / grid; row < stop;) {
        const long long at = row % length;
        const T *f = items + row * inner;
        T *y = output + row * inner;
        if (at == 0 || at + 1 == length) {
            for (long long k = 0; k < inner; ++k) y[k] = gradient_at(f + k, (unsigned)at, p);
            ++row;
            continue;
        }
        // All that lies inside the same line, as one loop.
        const long long left = length - 1 - at, rows = left < stop - row ? left : stop - row;
        for (long long k = 0; k < rows * inner; ++k) y[k] = (f[k + inner] - f[k - inner]) / twice;
        row += rows;
    }
}

}  // namespace gradients
}  // namespace cupy

#define CUPY_GRADIENT(name, T)                                                                    \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Gradient)};                   \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::gradients::run<T>(*static_cast<const cupy::Gradient *>(params[0]), block, grid);    \
    }
