// Poisson numbers of the device.  They have the distribution of cuRAND's, not its numbers.
#pragma once

#include <curand_kernel.h>
#include "toolkit_begin.hpp"

// Below a mean of 10 by multiplying uniform numbers; then by W. Hoermann, "The transformed rejection method for
// generating Poisson random variables" (1993), PTRS.
template <class State> CUPY_SIMT_INLINE unsigned curand_poisson(State *state, double mean) {
    if (!(mean > 0)) return 0;
    if (mean < 10) {
        const double end = exp(-mean);
        unsigned count = 0;
        for (double product = curand_uniform(state); product > end; product *= curand_uniform(state)) ++count;
        return count;
    }
    const double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b, inverse = 1.1239 + 1.1328 / (b - 3.4);
    const double sure = 0.9277 - 3.6224 / (b - 2), log_mean = log(mean);
    for (;;) {
        const double u = curand_uniform(state) - 0.5, v = curand_uniform(state), near = 0.5 - fabs(u);
        const double k = floor((2 * a / near + b) * u + mean + 0.43);
        if (near >= 0.07 && v <= sure) return unsigned(k);
        if (k < 0 || (near < 0.013 && v > near)) continue;
        const double size = log(v) + log(inverse) - log(a / (near * near) + b);
        if (size <= k * log_mean - mean - lgamma(k + 1)) return unsigned(k);
    }
}
CUPY_SIMT_INLINE uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double mean) {
    const unsigned x = curand_poisson(state, mean), y = curand_poisson(state, mean), z = curand_poisson(state, mean);
    return make_uint4(x, y, z, curand_poisson(state, mean));
}

#include "toolkit_end.hpp"
