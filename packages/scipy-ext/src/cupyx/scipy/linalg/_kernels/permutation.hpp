// The order of rows after exchanges, a matrix an item.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace linalg {

// Row i was exchanged with row pivots[i], one after the other; `order` says which row is at each place then.
struct Permutation {
    const int *pivots;          // (count, exchanges)
    int *order;                 // (count, rows)
    long long count, exchanges, rows;
};

CUPY_DEVICE void permute(const Permutation &p, long long matrix) {
    int *order = p.order + matrix * p.rows;
    const int *pivots = p.pivots + matrix * p.exchanges;
    for (long long i = 0; i < p.rows; ++i) order[i] = (int)i;
    for (long long i = 0; i < p.exchanges && i < p.rows; ++i) {
        const long long other = pivots[i];
        if (other < 0 || other >= p.rows) continue;
        const int kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::linalg::Permutation, cupy::linalg::permute)
