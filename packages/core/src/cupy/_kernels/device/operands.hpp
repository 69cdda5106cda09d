// How an elementwise operation is written, and its operands' types.
//
//     struct op : elementwise<2, float, float, bool> {     // two inputs, then the outputs
//         CUPY_DEVICE void operator()(int64 i, float x, float y, bool &z) const { z = x < y; }
//     };
#pragma once

#include "kernel.hpp"
#include "params.hpp"
#include "tuning/elementwise.hpp"

namespace cupy {

template <class... T> struct types { static constexpr int count = sizeof...(T); };
template <int... I> struct indices {};
template <int N, int... I> struct counting : counting<N - 1, N - 1, I...> {};
template <int... I> struct counting<0, I...> { using type = indices<I...>; };
template <int N> using counting_t = typename counting<N>::type;

template <int Nin, class... T> struct elementwise {
    using operands = types<T...>;
    static constexpr int nin = Nin, n = sizeof...(T);
    static constexpr bool heavy = false;   // long bodies are not unrolled as far
    static constexpr bool brief = false;   // of these: two do no harm
    static constexpr bool keeps = false;   // reads the outputs, or may leave them as they are
    static constexpr bool refers = false;  // takes addresses of the outputs: it has them where they lie in memory
    static constexpr bool copies = false;  // the output is the input
    static constexpr int itemsizes[at_least_one(n)] = {sizeof(T)...};

    static CUPY_DEVICE constexpr tuning::Sizes sizes() {
        tuning::Sizes s{1, 16, 0, nin};
        for (int k = 0; k < n; ++k) {
            if (itemsizes[k] > s.largest) s.largest = itemsizes[k];
            if (itemsizes[k] < s.smallest) s.smallest = itemsizes[k];
            if (k < nin) s.inputs += itemsizes[k];
        }
        return s;
    }
};

}  // namespace cupy
