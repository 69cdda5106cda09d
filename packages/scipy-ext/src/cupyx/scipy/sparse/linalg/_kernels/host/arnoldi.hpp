// One pass of the classical Gram-Schmidt method, on the host: a run of items at a time stays in the cache for all rows.
#pragma once

#include "arnoldi_finish.hpp"
#include "device/map.hpp"

namespace cupy {
namespace krylov {

constexpr long long kRun = 1024;
constexpr int kLanes = 8;

template <class T> Wide<T> product(const T *a, const T *b, long long count) {
    using S = Wide<T>;
    S sums[kLanes];
    for (int k = 0; k < kLanes; ++k) sums[k] = S(0.0);
    long long i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (int k = 0; k < kLanes; ++k) sums[k] = sums[k] + conj(S(a[i + k])) * S(b[i + k]);
    for (; i < count; ++i) sums[0] = sums[0] + conj(S(a[i])) * S(b[i]);
    for (int k = 1; k < kLanes; ++k) sums[0] = sums[0] + sums[k];
    return sums[0];
}

template <class T> void orthogonalize(const Arnoldi &p, unsigned block, unsigned grid) {
    using S = Wide<T>;
    const int results = p.pass == kProject ? p.vectors : 1;
    S *partials = static_cast<S *>(p.partials);
    const S *scalars = static_cast<const S *>(p.scalars);
    if (p.finish) {
        for (int k = 0; k < results; ++k) {
            S sum(0.0);
            for (int b = 0; b < p.finish; ++b) sum = sum + partials[(long long)k * p.finish + b];
            keep<T>(p, k, sum);
        }
        return;
    }
    const T *basis = static_cast<const T *>(p.basis);
    T *w = static_cast<T *>(p.w);
    const long long n = p.count;
    const long long begin = n / grid * block + n % grid * block / grid;
    const long long end = n / grid * (block + 1) + n % grid * (block + 1) / grid;
    if (p.pass == kScale) {
        const T inverse = T(S(1.0) / scalars[p.vectors]);
        for (long long i = begin; i < end; ++i) static_cast<T *>(p.out)[i] = w[i] * inverse;
        return;
    }
    for (int k = 0; k < results; ++k) partials[(long long)k * grid + block] = S(0.0);
    for (long long i = begin; i < end; i += kRun) {
        const long long count = end - i < kRun ? end - i : kRun;
        if (p.pass == kProject) {
            for (int k = 0; k < p.vectors; ++k)
                partials[(long long)k * grid + block] = partials[(long long)k * grid + block] +
                                                        product(basis + k * n + i, w + i, count);
            continue;
        }
        for (int k = 0; k < p.vectors; ++k) {
            const T c = T(scalars[k]);
            const T *row = basis + k * n + i;
            for (long long j = 0; j < count; ++j) w[i + j] = w[i + j] - c * row[j];
        }
        partials[block] = partials[block] + product(w + i, w + i, count);
    }
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_RANGE_KERNEL(name, krylov::Arnoldi, krylov::orthogonalize<T>)
