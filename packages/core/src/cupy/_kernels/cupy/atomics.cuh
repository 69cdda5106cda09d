// Atomic functions for the types for which the target has none: what user kernels include for float minima,
// sums of long long and of float16.
#pragma once

#include "device/atomic.hpp"

#ifdef CUPY_HOST
#include "simt/atomics.hpp"     // for every type
#else

namespace cupy {

// `before` of a change that nobody else's is lost in.
template <class T, class F> CUPY_DEVICE T atomic_exchange_by(T *at, F change) {
    T before = *at;
    atomic_update(at, [&](T old) -> T {
        before = old;
        return change(old);
    });
    return before;
}

}  // namespace cupy

#define CUPY_MORE_ATOMICS(name, T, expression)                                        \
    CUPY_DEVICE T name(T *at, T value) {                                              \
        return cupy::atomic_exchange_by(at, [&](T old) -> T { return expression; });  \
    }
CUPY_MORE_ATOMICS(atomicAdd, long long, old + value)
CUPY_MORE_ATOMICS(atomicAdd, cupy::float16, cupy::float16(old + value))
CUPY_MORE_ATOMICS(atomicAdd, cupy::bfloat16, cupy::bfloat16(old + value))
CUPY_MORE_ATOMICS(atomicMin, float, value < old ? value : old)
CUPY_MORE_ATOMICS(atomicMin, double, value < old ? value : old)
CUPY_MORE_ATOMICS(atomicMin, cupy::float16, value < old ? value : old)
CUPY_MORE_ATOMICS(atomicMax, float, old < value ? value : old)
CUPY_MORE_ATOMICS(atomicMax, double, old < value ? value : old)
CUPY_MORE_ATOMICS(atomicMax, cupy::float16, old < value ? value : old)
#undef CUPY_MORE_ATOMICS

#endif
