// Convolution with a kernel of order two or three, an output an item.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

// out[n] is the sum over i, j (and k) of h[i, j, k] * x[n + sizes[0] - 1 - i] * x[n + sizes[1] - 1 - j] * ..., and
// samples beyond the ends of x are zero; `order` is 2 or 3.
struct Volterra {
    const void *x, *h;
    void *out;
    long long count, length, start;
    long long sizes[3];
    int order;
};

template <class T> CUPY_DEVICE T sample(const Volterra &p, long long i) {
    return i >= 0 && i < p.length ? static_cast<const T *>(p.x)[i] : T(0);
}

template <class T> CUPY_DEVICE void volterra(const Volterra &p, long long item) {
    const long long n = item + p.start;
    const T *h = static_cast<const T *>(p.h);
    T sum = T(0);
    for (long long i = 0; i < p.sizes[0]; ++i) {
        const T first = sample<T>(p, n + p.sizes[0] - 1 - i);
        for (long long j = 0; j < p.sizes[1]; ++j) {
            const T both = first * sample<T>(p, n + p.sizes[1] - 1 - j);
            if (p.order == 2) {
                sum += both * *h++;
            } else {
                for (long long k = 0; k < p.sizes[2]; ++k) sum += both * sample<T>(p, n + p.sizes[2] - 1 - k) * *h++;
            }
        }
    }
    static_cast<T *>(p.out)[item] = sum;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Volterra, cupy::signal::volterra<T>)
