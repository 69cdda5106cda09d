// Periodogram of uneven samples: a block takes a frequency.
#pragma once

#include "periodogram.hpp"
#include "warp/reduce.hpp"

namespace cupy {
namespace signal {

constexpr int kMostWarps = 8;

struct OfBlock {
    double *shared;     // a number of each warp for each sum
    unsigned lane, lanes;

    template <int N> CUPY_DEVICE void add(double (&sums)[N]) const {
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) sums[k] = warp::sum(sums[k], warp::kNear);
        platform::barrier();
        if (lane % warp::kNear == 0)
            for (int k = 0; k < N; ++k) shared[lane / warp::kNear * N + k] = sums[k];
        platform::barrier();
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) {
            sums[k] = 0;
            for (unsigned other = 0; other < lanes / warp::kNear; ++other) sums[k] += shared[other * N + k];
        }
    }
};

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                                \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(256) name(CUPY_GRID_CONSTANT const cupy::signal::LombScargle p) {         \
        CUPY_SHARED double cupy_sums[7 * cupy::signal::kMostWarps];                                           \
        cupy::signal::periodogram(p, cupy::platform::block_index(),                                           \
                                  cupy::signal::OfBlock{cupy_sums, (unsigned)cupy::platform::thread_index(),  \
                                                        (unsigned)cupy::platform::thread_count()});           \
    }
