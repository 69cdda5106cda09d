// Whether two arrays hold infinities or NaNs.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace linalg {

constexpr int kItemsLooked = 4;     // of a thread

struct Unusual {
    const void *a, *b;              // real and imaginary parts, one after the other
    int *unusual;                   // set if one of them is not finite
    long long size_a, size_b;
    long long count;                // of threads
};

template <class T> CUPY_DEVICE void look(const Unusual &p, long long thread) {
    bool finite = true;
    CUPY_UNROLL
    for (int k = 0; k < kItemsLooked; ++k) {
        const long long i = k * p.count + thread;
        T x = T(0);
        if (i < p.size_a) x = static_cast<const T *>(p.a)[i];
        else if (i < p.size_a + p.size_b) x = static_cast<const T *>(p.b)[i - p.size_a];
        finite = finite && x - x == T(0);
    }
    if (!finite) *p.unusual = 1;
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, linalg::Unusual, linalg::look<T>)
