// Periodogram of uneven samples, on the host: a block takes some frequencies.
#pragma once

#include "device/map.hpp"
#include "periodogram.hpp"

namespace cupy {
namespace signal {

struct Alone {
    static constexpr int lane = 0, lanes = 1;
    template <int N> void add(double (&)[N]) const {}
};

inline void periodograms(const LombScargle &p, unsigned block, unsigned grid) {
    for (long long k = p.frequencies * block / grid; k < p.frequencies * (block + 1) / grid; ++k)
        periodogram(p, k, Alone{});
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_RANGE_KERNEL(name, cupy::signal::LombScargle, cupy::signal::periodograms)
