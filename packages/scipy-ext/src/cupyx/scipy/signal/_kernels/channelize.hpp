// The filters of a polyphase channelizer, an output of a channel an item.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

// out[n, c] is the sum over t of h[t * channels + c] * conj(x[(n - t) * channels + channels - 1 - c]).
struct Channelize {
    const void *x, *h;
    void *out;                         // of the complex type
    long long count, channels, taps;
};

template <class T, class C> CUPY_DEVICE void channelize(const Channelize &p, long long item) {
    const long long channel = item % p.channels, n = item / p.channels;
    const T *x = static_cast<const T *>(p.x) + p.channels - 1 - channel, *h = static_cast<const T *>(p.h) + channel;
    C sum = C(0);
    for (long long t = 0; t < p.taps && t <= n; ++t)
        sum += C(h[t * p.channels]) * conj(C(x[(n - t) * p.channels]));
    static_cast<C *>(p.out)[item] = sum;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, C) CUPY_MAP_KERNEL(name, cupy::signal::Channelize, cupy::signal::channelize<T, C>)
