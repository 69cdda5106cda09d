// Substitution with small triangular matrices, on the host: a block takes some of the right-hand sides.
#pragma once

#include "device/map.hpp"
#include "substitution_params.hpp"

namespace cupy {
namespace linalg {

template <class T> void substitute(const Substitution &p, unsigned block, unsigned grid) {
    const long long sides = p.batch * p.columns;
    for (long long side = sides * block / grid; side < sides * (block + 1) / grid; ++side) {
        const long long matrix = side / p.columns;
        const T *items = static_cast<const T *>(p.matrices) + matrix * p.step;
        const long long origin = (matrix * p.n + p.first) * p.columns + side % p.columns;
        const T *b = static_cast<const T *>(p.b) + origin;
        T *x = static_cast<T *>(p.x) + origin;
        for (int i = 0; i < p.size; ++i) x[i * p.columns] = b[i * p.columns];
        for (int k = 0; k < p.size; ++k) {
            const int j = p.lower ? k : p.size - 1 - k;
            const T divisor = p.unit ? T(1) : items[j * (p.down + p.across)];
            if (divisor == T(0) && p.status && !(p.unusual && *p.unusual)) *p.status = 1;
            if (!p.unit) x[j * p.columns] = x[j * p.columns] / divisor;
            for (int i = p.lower ? j + 1 : 0; i < (p.lower ? p.size : j); ++i)
                x[i * p.columns] -= items[i * p.down + j * p.across] * x[j * p.columns];
        }
    }
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_RANGE_KERNEL(name, linalg::Substitution, linalg::substitute<T>)
