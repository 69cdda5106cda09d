// Functions of the device for a user's elementwise code: the target's atomic ones, and those that it lacks.
#pragma once

#include "device/atomic.hpp"

namespace cupy {

// A user's value is converted as the target's own functions convert it, so these are only asked when no other fits.
template <class T> struct user_value { using type = T; };
template <class T> using user_value_t = typename user_value<T>::type;

#define CUPY_USER_ATOMIC(name, expression)                                                      \
    using ::name;                                                                               \
    template <class T> CUPY_DEVICE T name(T *at, user_value_t<T> value) {                       \
        T before = *at;                                                                         \
        atomic_update(at, [&](T old) -> T {                                                     \
            before = old;                                                                       \
            return expression;                                                                  \
        });                                                                                     \
        return before;                                                                          \
    }
CUPY_USER_ATOMIC(atomicAdd, T(old + value))
CUPY_USER_ATOMIC(atomicSub, T(old - value))
CUPY_USER_ATOMIC(atomicMin, value < old ? value : old)
CUPY_USER_ATOMIC(atomicMax, old < value ? value : old)
CUPY_USER_ATOMIC(atomicExch, value)
#undef CUPY_USER_ATOMIC

}  // namespace cupy
