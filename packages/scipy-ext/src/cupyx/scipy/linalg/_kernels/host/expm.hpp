// Exponentials of small matrices, on the host: a block takes some of them.
#pragma once

#include "device/map.hpp"
#include "expm_matrix.hpp"

namespace cupy {
namespace linalg {

struct Alone {
    void together() const {}
};

template <class T> void exponentials(const Expm &p, unsigned block, unsigned grid) {
    T room[kRooms * kMostRows * kMostRows + kMostRows];
    const Alone group;
    const Exponential<T, Alone> exponential{group, room, p.n, 0, 1};
    for (long long k = p.count * block / grid; k < p.count * (block + 1) / grid; ++k)
        exponential.run(static_cast<const T *>(p.a) + k * p.n * p.n, static_cast<T *>(p.out) + k * p.n * p.n);
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_RANGE_KERNEL(name, linalg::Expm, linalg::exponentials<T>)
