// The parameter block of the correlation of two vectors.
#pragma once

#include "kernel.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

// Output i is the sum over t of a[i + shift + t] v[t], as far as these items exist.
struct Correlate {
    const void *a, *v;
    void *out;
    long long size;                      // of the output
    long long length, width;             // of a and v
    long long shift;
    long long step;                      // from one item of v to the next
    long long whole, wholes;             // the first output in which all of v takes part, and how many do
};

// Small floats are added up as floats.
template <class T> struct correlate_sum {
    using type = T;
};
template <> struct correlate_sum<float16> {
    using type = float;
};
template <> struct correlate_sum<bfloat16> {
    using type = float;
};

template <> struct correlate_sum<boolean> {
    using type = bool;
};

template <class A, class T> CUPY_DEVICE A correlate_add(const A &sum, const T &x, const T &y) {
    if constexpr (is_same<A, bool>::value) return sum || (bool(x) && bool(y));
    else return A(sum + A(x) * A(y));
}

// An output by itself, over the items that exist.
template <class T> CUPY_DEVICE T correlate_one(const Correlate &p, long long i) {
    using A = typename correlate_sum<T>::type;
    const T *a = static_cast<const T *>(p.a) + i + p.shift, *v = static_cast<const T *>(p.v);
    const long long first = i + p.shift < 0 ? -(i + p.shift) : 0;
    const long long rest = p.length - i - p.shift, stop = rest < p.width ? rest : p.width;
    A sum = A(0);
    for (long long t = first; t < stop; ++t) sum = correlate_add(sum, a[t], v[t * p.step]);
    return T(sum);
}

}  // namespace cupy
