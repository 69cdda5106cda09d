// Cholesky factors of banded matrices, a matrix an item.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace linalg {

// Row k of `bands` holds items (j + k, j) of the lower triangle; the factor takes their place.
struct CholeskyBanded {
    void *bands;                // (count, rows, n)
    int *status;                // (count): how many leading minors were positive and one more, or 0
    long long count, rows, n;
};

template <class T> CUPY_DEVICE void factor_banded(const CholeskyBanded &p, long long matrix) {
    T *bands = static_cast<T *>(p.bands) + matrix * p.rows * p.n;
    const long long n = p.n;
    p.status[matrix] = 0;
    for (long long j = 0; j < n; ++j) {
        const auto head = real(bands[j]);
        if (!(head > 0)) {
            p.status[matrix] = (int)(j + 1);
            return;
        }
        const auto root = sqrt(head);
        bands[j] = T(root);
        const long long below = p.rows - 1 < n - 1 - j ? p.rows - 1 : n - 1 - j;
        for (long long k = 1; k <= below; ++k) bands[k * n + j] = bands[k * n + j] / root;
        for (long long c = 1; c <= below; ++c) {
            const T by = conj(bands[c * n + j]);
            for (long long k = c; k <= below; ++k) bands[(k - c) * n + j + c] -= bands[k * n + j] * by;
        }
    }
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) \
    CUPY_MAP_KERNEL(name, cupy::linalg::CholeskyBanded, cupy::linalg::factor_banded<T>)
