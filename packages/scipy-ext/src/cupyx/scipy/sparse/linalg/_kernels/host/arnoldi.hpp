// A pass of the classical Gram-Schmidt method, on the host: a run of items at a time stays in the cache for all rows.
#pragma once

#include "arnoldi_rules.hpp"
#include "device/map.hpp"

namespace cupy {
namespace krylov {

constexpr long long kRun = 1024;
constexpr int kSums = 8;           // that are made side by side

template <class T> Wide<T> product(const T *a, const T *b, long long count) {
    using S = Wide<T>;
    S sums[kSums];
    for (int k = 0; k < kSums; ++k) sums[k] = S(0.0);
    long long i = 0;
    for (; i + kSums <= count; i += kSums)
        for (int k = 0; k < kSums; ++k) sums[k] = sums[k] + conj(S(a[i + k])) * S(b[i + k]);
    for (; i < count; ++i) sums[0] = sums[0] + conj(S(a[i])) * S(b[i]);
    for (int k = 1; k < kSums; ++k) sums[0] = sums[0] + sums[k];
    return sums[0];
}

// The sums of all blocks, or the column of the last vector.
template <class T> void finish(const Arnoldi &p) {
    using S = Wide<T>;
    S *scalars = static_cast<S *>(p.scalars);
    const S *partials = static_cast<const S *>(p.partials);
    T *column = static_cast<T *>(p.column);
    if (p.pass == kProject) {
        for (int k = 0; k <= p.vectors; ++k) {
            S sum(0.0);
            for (int b = 0; b < p.finish; ++b) sum = sum + partials[(long long)k * p.finish + b];
            scalars[kCoefficients + k] = sum;
            if (k < p.vectors) column[k] = p.again ? T(S(column[k]) + sum) : T(sum);
        }
        double along = 0;
        for (int k = 0; k < p.vectors; ++k) along += square_of(scalars[kCoefficients + k]);
        return keep_projection<T>(p, scalars[kCoefficients + p.vectors], along);
    }
    if (!p.again && real(scalars[kShort]) != 0) return;
    const Least<S> is{static_cast<S *>(p.least), p.size};
    const int j = p.vectors - 1;
    S carried = S(column[0]);
    double square = 0;
    for (int k = 0; k <= p.vectors; ++k) square += square_of(S(column[k]));
    for (int k = 0; k < j; ++k) {
        const S c = is.cosines()[k], s = is.sines()[k], below = S(column[k + 1]);
        is.column(j)[k] = c * carried + s * below;
        carried = c * below - conj(s) * carried;
    }
    rotate_last(is, j, carried, S(column[p.vectors]), sqrt(square));
}

template <class T> void solve(const Arnoldi &p) {
    using S = Wide<T>;
    const Least<S> is{static_cast<S *>(p.least), p.size};
    const int count = int(is.get(kColumns));
    S *y = is.solution();
    for (int k = 0; k < count; ++k) y[k] = is.right()[k];
    for (int k = count - 1; k >= 0; --k) {
        const S divisor = is.column(k)[k];
        y[k] = y[k] == S(0.0) || (k == count - 1 && divisor == S(0.0)) ? S(0.0) : y[k] / divisor;
        for (int i = 0; i < k; ++i) y[i] = y[i] - y[k] * is.column(k)[i];
    }
}

template <class T> void arnoldi(const Arnoldi &p, unsigned block, unsigned grid) {
    using S = Wide<T>;
    if (is_idle<S>(p)) return;
    if (p.finish) return finish<T>(p);
    if (p.pass == kSolve) {
        if (block == 0) solve<T>(p);
        return;
    }
    const S *scalars = static_cast<const S *>(p.scalars);
    const T *basis = static_cast<const T *>(p.basis);
    T *w = static_cast<T *>(p.w), *out = static_cast<T *>(p.out);
    const long long n = p.count;
    const long long begin = n / grid * block + n % grid * block / grid;
    const long long end = n / grid * (block + 1) + n % grid * (block + 1) / grid;
    S *partials = static_cast<S *>(p.partials);
    if (p.pass == kProject)
        for (int k = 0; k <= p.vectors; ++k) partials[(long long)k * grid + block] = S(0.0);
    const Least<S> is{static_cast<S *>(p.least), p.size};
    const bool ends = p.pass == kSubtract && (p.again || real(scalars[kShort]) == 0);
    const int rows = p.pass == kCombine ? int(is.get(kColumns)) : p.vectors;
    for (long long i = begin; i < end; i += kRun) {
        const long long count = end - i < kRun ? end - i : kRun;
        if (p.pass == kProject) {
            for (int k = 0; k <= p.vectors; ++k) {
                S &sum = partials[(long long)k * grid + block];
                sum = sum + product(k < p.vectors ? basis + k * n + i : w + i, w + i, count);
            }
            continue;
        }
        T *to = p.pass == kCombine ? out : w;
        for (int k = 0; k < rows; ++k) {
            const T c = T(p.pass == kCombine ? is.solution()[k] : -scalars[kCoefficients + k]);
            const T *row = basis + k * n + i;
            for (long long j = 0; j < count; ++j) to[i + j] = to[i + j] + c * row[j];
        }
        if (!ends) continue;
        const T scale = T(scalars[kInverse]);
        for (long long j = 0; j < count; ++j) out[i + j] = w[i + j] * scale;
    }
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I) CUPY_RANGE_KERNEL(name, krylov::Arnoldi, krylov::arnoldi<T>)
