// Recurrences of any order, a line an item: the state lies in memory.
#pragma once

#include "device/map.hpp"
#include "systems.hpp"

namespace cupy {
namespace signal {

// As `Recurrence`, for lines of an array whose last axis is filtered; `b` and `a` have order + 1 numbers of the working
// type, and `state` (lines, order) holds the states before and afterwards.
struct LongRecurrence {
    const void *x;
    void *y;
    const void *b, *a;
    void *state;
    long long count, length, order;
};

template <class T> CUPY_DEVICE void long_recurrence(const LongRecurrence &p, long long line) {
    using W = typename Working<T>::type;
    const T *x = static_cast<const T *>(p.x) + line * p.length;
    T *y = static_cast<T *>(p.y) + line * p.length;
    const W *b = static_cast<const W *>(p.b), *a = static_cast<const W *>(p.a);
    W *s = static_cast<W *>(p.state) + line * p.order;
    for (long long k = 0; k < p.length; ++k) {
        const W in = cast<W>(x[k]), out = s[0] + b[0] * in;
        for (long long j = 0; j + 1 < p.order; ++j) s[j] = s[j + 1] + b[j + 1] * in - a[j + 1] * out;
        s[p.order - 1] = b[p.order] * in - a[p.order] * out;
        y[k] = cast<T>(out);
    }
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::LongRecurrence, cupy::signal::long_recurrence<T>)
