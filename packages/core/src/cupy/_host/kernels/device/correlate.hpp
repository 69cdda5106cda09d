// Correlation of two vectors on the host: a block makes some of the outputs, neighbours together in vectors.
#pragma once

#include "correlate_params.hpp"

namespace cupy {
namespace host {

template <class T> void correlate(const Correlate &p, unsigned block, unsigned grid) {
    using A = typename correlate_sum<T>::type;
    constexpr int kLanes = sizeof(A) >= 16 ? 8 : 256 / sizeof(A);
    T *out = static_cast<T *>(p.out);
    const T *v = static_cast<const T *>(p.v);
    const long long stop = p.size * (block + 1) / grid, end = p.whole + p.wholes;
    for (long long i = p.size * block / grid; i < stop;) {
        if (i < p.whole || i + kLanes > end || i + kLanes > stop) {
            out[i] = correlate_one<T>(p, i);
            ++i;
            continue;
        }
        const T *a = static_cast<const T *>(p.a) + i + p.shift;
        A sum[kLanes];
        for (int l = 0; l < kLanes; ++l) sum[l] = A(0);
        for (long long t = 0; t < p.width; ++t) {
            const T weight = v[t * p.step];
            for (int l = 0; l < kLanes; ++l) sum[l] = correlate_add(sum[l], a[t + l], weight);
        }
        for (int l = 0; l < kLanes; ++l) out[i + l] = T(sum[l]);
        i += kLanes;
    }
}

}  // namespace host
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                    \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Correlate)};                  \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::host::correlate<T>(*static_cast<const cupy::Correlate *>(params[0]), block, grid);  \
    }
