// Copies by the threads of a group.
#pragma once

#include "jit.hpp"

namespace cupy {
namespace jit {

// Bytes from one place to another, by all threads of a group; its next barrier ends the copy.
template <class G> __device__ void copy_together(const G &group, void *to, const void *from, long long bytes) {
    char *target = static_cast<char *>(to);
    const char *source = static_cast<const char *>(from);
    for (long long k = (long long)group.thread_rank(); k < bytes; k += (long long)group.size()) target[k] = source[k];
}

}  // namespace jit
}  // namespace cupy
