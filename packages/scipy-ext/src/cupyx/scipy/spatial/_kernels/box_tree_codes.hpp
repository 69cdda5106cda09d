// Places of items along Morton's curve.
#pragma once

#include "device/map.hpp"
#include "box_tree_params.hpp"

namespace cupy {
namespace spatial {

CUPY_DEVICE void code(const BoxTree &p, long long item) {
    const int used = p.dimensions < 63 ? p.dimensions : 63;
    const int bits = 63 / used < 21 ? 63 / used : 21;
    const double cells = (double)(1ull << bits);
    unsigned long long result = 0;
    for (int d = 0; d < used; ++d) {
        const double low = p.start[d], size = p.start[p.dimensions + d] - low;
        const double middle = (p.lower[item * p.dimensions + d] + p.upper[item * p.dimensions + d]) / 2;
        double at = size > 0 ? (middle - low) / size * cells : 0.0;
        at = at > 0 ? at : 0.0;
        unsigned long long cell = at < cells ? (unsigned long long)at : (1ull << bits) - 1;
        for (int bit = 0; bit < bits; ++bit, cell >>= 1) result |= (cell & 1) << (bit * used + d);
    }
    p.codes[item] = result;
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::BoxTree, cupy::spatial::code)
