// How far points are from the nearest of others, as far as that is not less than a bound.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace spatial {

struct Farther {
    const void *points;         // (count, axes)
    const void *others;         // (axes, many), in no order, so that a near one is met soon
    void *out;                  // squares of distances; something less than `least` for those that are
    long long count, many, axes;
    double least;
};

// Square of the distance of x from the others' item j; `axes` is 0 where it is not known in advance.
template <int axes, class T> CUPY_DEVICE T square(const Farther &p, const T *x, long long j) {
    const T *y = static_cast<const T *>(p.others) + j;
    T sum = 0;
    CUPY_UNROLL
    for (int k = 0; k < (axes ? axes : (int)p.axes); ++k) {
        const T difference = x[k] - y[k * p.many];
        sum += difference * difference;
    }
    return sum;
}

template <int axes, class T> CUPY_DEVICE T nearest(const Farther &p, const T *x) {
    constexpr int kTogether = 32;
    T best[kTogether];
    for (int l = 0; l < kTogether; ++l) best[l] = limits<T>::infinity();
    long long j = 0;
    for (; j + kTogether <= p.many; j += kTogether) {
        long long near = 0;
        for (int l = 0; l < kTogether; ++l) {
            const T found = square<axes>(p, x, j + l);
            near |= found < T(p.least);
            best[l] = found < best[l] ? found : best[l];
        }
        if (near) return T(-1);
    }
    for (; j < p.many; ++j) {
        const T found = square<axes>(p, x, j);
        best[0] = found < best[0] ? found : best[0];
    }
    for (int l = 1; l < kTogether; ++l) best[0] = best[l] < best[0] ? best[l] : best[0];
    return best[0];
}

template <class T> CUPY_DEVICE void farther(const Farther &p, long long i) {
    const T *x = static_cast<const T *>(p.points) + i * p.axes;
    T *out = static_cast<T *>(p.out) + i;
    switch (p.axes) {
        case 1: *out = nearest<1>(p, x); break;
        case 2: *out = nearest<2>(p, x); break;
        case 3: *out = nearest<3>(p, x); break;
        case 4: *out = nearest<4>(p, x); break;
        case 5: *out = nearest<5>(p, x); break;
        case 6: *out = nearest<6>(p, x); break;
        default: *out = nearest<0>(p, x);
    }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Farther, cupy::spatial::farther<T>)
