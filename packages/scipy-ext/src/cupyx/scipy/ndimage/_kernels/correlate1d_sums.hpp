// What all correlations along one axis share on SIMT targets: the weights, and how sums are made of them.
#pragma once

#include "correlate1d_params.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

template <class W> CUPY_DEVICE const W *weights_of(const Correlate1d &p) {
    return p.device_weights ? static_cast<const W *>(p.device_weights) : reinterpret_cast<const W *>(p.inline_weights);
}

// Whether sums are made in SciPy's order, where all taps are staged at once: it decides what whole numbers they are cut
// to. Those in single precision are whole themselves.
template <class O, class W> constexpr bool kInOrder = !is_floating<O>::value && sizeof(W) == 8;

// Whether weights around one in the middle are equal (1) or opposite (-1), as SciPy has it.
template <class W> CUPY_DEVICE int symmetry(const Correlate1d &p, const W *weights) {
    if (p.symmetric != kUnknown) return p.symmetric;
    bool equal = p.taps % 2 == 1, opposite = equal;
    for (int k = 0; k < p.taps / 2; ++k) {
        const W left = weights[k], right = weights[p.taps - 1 - k], tiny = W(2.220446049250313e-16);
        equal = equal && left - right <= tiny && right - left <= tiny;
        opposite = opposite && left + right <= tiny && -left - right <= tiny;
    }
    return equal ? 1 : opposite ? -1 : 0;
}

}  // namespace ndimage
}  // namespace cupy
