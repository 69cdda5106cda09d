// A factored banded system with many right-hand sides: a thread carries one column's window through its rows.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace interpolate {

// Factors of LAPACK's gbtrf: row j of `lower` has `band` multipliers below the diagonal, row j of `upper` the
// diagonal and 2 * band entries right of it; pivot[j] is the distance to the row that changes places with row j.
struct BandedSolve {
    const void *lower, *upper, *pivot;
    void *b;                       // (rows, columns): right-hand sides, then solutions
    long long count;               // columns
    long long rows;
    int band;
};

constexpr int kWidest = 5;         // bands that there are instances for

template <int band, class T> CUPY_DEVICE void solve_column(const BandedSolve &p, T *b, long long step) {
    const long long n = p.rows;
    const double *lower = static_cast<const double *>(p.lower), *upper = static_cast<const double *>(p.upper);
    const int *pivot = static_cast<const int *>(p.pivot);
    T w[2 * band + 1];
    CUPY_UNROLL
    for (int i = 0; i < band; ++i) w[i] = i < n ? b[i * step] : T(0);
    for (long long j = 0; j < n; ++j) {
        w[band] = j + band < n ? b[(j + band) * step] : T(0);
        const int other = pivot[j];
        T head = w[0];
        CUPY_UNROLL
        for (int i = 1; i <= band; ++i)
            if (i == other) {
                const T kept = w[i];
                w[i] = head;
                head = kept;
            }
        b[j * step] = head;
        CUPY_UNROLL
        for (int i = 0; i < band; ++i) w[i] = w[i + 1] - T(lower[j * band + i]) * head;
    }
    CUPY_UNROLL
    for (int i = 0; i < 2 * band; ++i) w[i] = T(0);
    for (long long j = n - 1; j >= 0; --j) {
        const double *row = upper + j * (2 * band + 1);
        T sum = b[j * step];
        CUPY_UNROLL
        for (int i = 0; i < 2 * band; ++i) sum -= T(row[i + 1]) * w[i];
        CUPY_UNROLL
        for (int i = 2 * band - 1; i > 0; --i) w[i] = w[i - 1];
        w[0] = sum / T(row[0]);
        b[j * step] = w[0];
    }
}

template <class T> CUPY_DEVICE void banded_solve(const BandedSolve &p, long long column) {
    T *b = static_cast<T *>(p.b) + column;
    switch (p.band) {
    case 1: solve_column<1, T>(p, b, p.count); break;
    case 2: solve_column<2, T>(p, b, p.count); break;
    case 3: solve_column<3, T>(p, b, p.count); break;
    case 4: solve_column<4, T>(p, b, p.count); break;
    default: solve_column<kWidest, T>(p, b, p.count);
    }
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::BandedSolve, cupy::interpolate::banded_solve<T>)
