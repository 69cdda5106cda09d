// The pipeline of one thread in C: its copies are complete at once.
#pragma once

#include "toolkit_begin.hpp"

template <class T, class U>
void __pipeline_memcpy_async(T *to, const U *from, size_t bytes, size_t zeros = 0) {
    const auto *source = reinterpret_cast<const unsigned char *>(from);
    auto *target = reinterpret_cast<unsigned char *>(to);
    for (size_t k = 0; k < bytes; ++k) target[k] = k < bytes - zeros ? source[k] : 0;
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(size_t) {}

#include "toolkit_end.hpp"
