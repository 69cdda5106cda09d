// Loops over the axes of arrays.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace simt {

// f(d) for every axis. The first ones are known to the compiler, so that what f takes of a parameter block there are
// operands of its instructions; what it takes for others has to be loaded.
template <unsigned known = 2, class F> CUPY_DEVICE void each_axis(unsigned ndim, F f) {
    CUPY_UNROLL
    for (unsigned d = 0; d < known; ++d)
        if (d < ndim) f(d);
    CUPY_NO_UNROLL
    for (unsigned d = known; d < ndim; ++d) f(d);
}

}  // namespace simt
}  // namespace cupy
