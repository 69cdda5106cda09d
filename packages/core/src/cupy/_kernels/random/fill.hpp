// Pairs and groups of items, the same for every processor and grid.
#pragma once

#include "random/vectors.hpp"

namespace cupy {
namespace random {

// Parameter k of item i.
template <class P, bool Arrays> CUPY_DEVICE P read(const RandomFill &p, int k, int64 i) {
    if (Arrays && p.parameters[k].data) return static_cast<const P *>(p.parameters[k].data)[i];
    return platform::bits_as<P>(p.parameters[k].bits);
}

struct none {};

// What a basic distribution gives, for items of type T.
template <class B, class T> struct base_value { using type = T; };
template <class T> struct base_value<words, T> { using type = uint32; };

// Items first + 2 * half and the next one, of the pair's words.
template <bool Arrays, class D, class T, class S, class W>
CUPY_DEVICE void draw_pair(S &source, const RandomFill &p, int64 first, unsigned half, const W (&w)[2], T *out) {
    using B = typename D::template base_type<T>;
    typename base_value<typename D::base, B>::type x[2];
    D::base::template pair<B>(w, x);
    CUPY_UNROLL
    for (unsigned k = 0; k < 2; ++k) {
        int64 i = first + 2 * half + k;
        if (Arrays && i >= p.size) i = p.size - 1;
        source.item(2 * half + k);
        D::template apply<Arrays>(source, p, i, x[k], out[k]);
    }
}

// A group of four items, of the words that come next.
template <bool Arrays, class D, class T, class S>
CUPY_DEVICE void draw_group(S &source, const RandomFill &p, int64 first, T (&out)[4]) {
    typename D::base::template word<typename D::template base_type<T>> w[4];
    source.four(p, w);
    draw_pair<Arrays, D>(source, p, first, 0, {w[0], w[1]}, out);
    draw_pair<Arrays, D>(source, p, first, 1, {w[2], w[3]}, out + 2);
}

// The same for distributions with long bodies, of which there is one copy: straight to memory.
template <class D, class T, class S> CUPY_DEVICE void draw_items(S &source, const RandomFill &p, int64 first) {
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

template <class Engine> CUPY_DEVICE int64 stream_count(const RandomFill &p) {
    return (p.size + 4 * Engine::kGroups - 1) / (4 * Engine::kGroups);
}

}  // namespace random
}  // namespace cupy
