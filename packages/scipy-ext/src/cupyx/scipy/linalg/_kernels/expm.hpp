// Exponentials of small matrices: a warp takes each.
#pragma once

#include "expm_matrix.hpp"

namespace cupy {
namespace linalg {

struct Warp {
    CUPY_DEVICE void together() const { platform::warp_barrier(); }
};

template <class T> CUPY_DEVICE void exponentials(const Expm &p, unsigned char *memory) {
    const int warp = platform::thread_index() / kLanes, warps = platform::thread_count() / kLanes;
    const long long matrix = (long long)platform::block_index() * warps + warp;
    if (matrix >= p.count) return;
    T *room = reinterpret_cast<T *>(memory) + warp * (kRooms * p.n * p.n + p.n);
    const Warp group;
    const Exponential<T, Warp> exponential{group, room, p.n, int(platform::thread_index() % kLanes), kLanes};
    const long long first = matrix * p.n * p.n;
    exponential.run(static_cast<const T *>(p.a) + first, static_cast<T *>(p.out) + first);
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                \
    CUPY_KERNEL name(CUPY_GRID_CONSTANT const linalg::Expm p) {               \
        CUPY_DYNAMIC_SHARED(memory);                                          \
        linalg::exponentials<T>(p, memory);                                   \
    }
