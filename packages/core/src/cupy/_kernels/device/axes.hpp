// Loops over the axes of arrays.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace simt {

template <bool yes> struct truth { static constexpr bool value = yes; };

// f(d, truth<whether it is the last>) for every axis from the first on: at the last one nothing has to be divided. The
// first few are known to the compiler, so that what f takes of a parameter block there are operands of its instructions;
// what it takes for others has to be loaded.
template <unsigned known = 2, class F> CUPY_DEVICE void each_axis(unsigned first, unsigned ndim, F f) {
    if (first >= ndim) return;
    CUPY_UNROLL
    for (unsigned k = 0; k < known; ++k) {
        if (first + k + 1 == ndim) return f(first + k, truth<true>());
        f(first + k, truth<false>());
    }
    unsigned d = first + known;
    CUPY_NO_UNROLL
    for (; d + 1 < ndim; ++d) f(d, truth<false>());
    f(d, truth<true>());
}

}  // namespace simt
}  // namespace cupy
