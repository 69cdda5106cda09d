// One group of four items, the same for every processor and grid.
#pragma once

#include "random/vectors.hpp"

namespace cupy {
namespace random {

// Parameter k of item i.
template <class P, bool Arrays> CUPY_DEVICE P read(const Draw &p, int k, int64 i) {
    if (Arrays && p.parameters[k].data) return static_cast<const P *>(p.parameters[k].data)[i];
    return platform::bits_as<P>(p.parameters[k].bits);
}

struct none {};

// What a basic distribution gives, for items of type T.
template <class B, class T> struct base_value { using type = T; };
template <class T> struct base_value<words, T> { using type = uint32; };

template <bool Arrays, class D, class T, class S>
CUPY_DEVICE void draw_group(S &source, const Draw &p, int64 first, T (&out)[4]) {
    using B = typename D::template base_type<T>;
    typename base_value<typename D::base, B>::type x[4];
    typename D::base::template word<B> w[4];
    source.four(w);
    D::base::template four<B>(w, x);
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) {
        const int64 i = first + k < p.size ? first + k : p.size - 1;
        D::template apply<Arrays>(source, p, i, x[k], out[k]);
    }
}

// The same for distributions with long bodies, of which there is one copy: straight to memory.
template <class D, class T, class S> CUPY_DEVICE void draw_items(S &source, const Draw &p, int64 first) {
    CUPY_NO_UNROLL
    for (int64 i = first; i < first + 4 && i < p.size; ++i) {
        if constexpr (D::rows) {
            D::template apply<true>(source, p, i, 0, static_cast<T *>(p.out) + i * p.inner);
        } else {
            T out;
            D::template apply<true>(source, p, i, 0, out);
            static_cast<T *>(p.out)[i] = out;
        }
    }
}

template <class Engine> CUPY_DEVICE int64 stream_count(const Draw &p) {
    return (p.size + 4 * Engine::kGroups - 1) / (4 * Engine::kGroups);
}

}  // namespace random
}  // namespace cupy
