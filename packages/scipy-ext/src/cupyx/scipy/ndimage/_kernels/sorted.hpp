// Networks of minima and maxima in registers: sorted runs, merged. What of a run nobody asks for is never computed.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

// Two items of 16 bits that are compared at once.
struct Halves { unsigned word; };

CUPY_DEVICE float lesser(float a, float b) { return fminf(a, b); }
CUPY_DEVICE float greater(float a, float b) { return fmaxf(a, b); }
CUPY_DEVICE Halves lesser(Halves a, Halves b) { return {platform::min_pairs<false>(a.word, b.word)}; }
CUPY_DEVICE Halves greater(Halves a, Halves b) { return {platform::max_pairs<false>(a.word, b.word)}; }
template <class V> CUPY_DEVICE V lesser(V a, V b) { return b < a ? b : a; }
template <class V> CUPY_DEVICE V greater(V a, V b) { return b < a ? a : b; }

template <int N, class V> struct Sorted { V items[N]; };

// Every second item, from `first` on.
template <int first, int N, class V> CUPY_DEVICE Sorted<(N + 1 - first) / 2, V> half(const Sorted<N, V> &from) {
    Sorted<(N + 1 - first) / 2, V> some;
    CUPY_UNROLL
    for (int k = 0; k < (N + 1 - first) / 2; ++k) some.items[k] = from.items[2 * k + first];
    return some;
}

// Batcher's odd-even merge of any two lengths.
template <int A, int B, class V> CUPY_DEVICE Sorted<A + B, V> merged(const Sorted<A, V> &a, const Sorted<B, V> &b) {
    Sorted<A + B, V> all;
    if constexpr (A == 1 && B == 1) {
        all.items[0] = lesser(a.items[0], b.items[0]);
        all.items[1] = greater(a.items[0], b.items[0]);
    } else {
        constexpr int kOdd = A / 2 + B / 2, kEven = A + B - kOdd;
        const Sorted<kEven, V> even = merged(half<0>(a), half<0>(b));
        Sorted<kOdd, V> odd;
        if constexpr (A == 1) odd = half<1>(b);
        else if constexpr (B == 1) odd = half<1>(a);
        else odd = merged(half<1>(a), half<1>(b));
        all.items[0] = even.items[0];
        CUPY_UNROLL
        for (int k = 0; k < kOdd; ++k) {
            if (k + 1 < kEven) {
                all.items[2 * k + 1] = lesser(odd.items[k], even.items[k + 1]);
                all.items[2 * k + 2] = greater(odd.items[k], even.items[k + 1]);
            } else {
                all.items[2 * k + 1] = odd.items[k];
            }
        }
        if constexpr (kEven - kOdd == 2) all.items[A + B - 1] = even.items[kEven - 1];
    }
    return all;
}

template <int from, int N, int M, class V> CUPY_DEVICE Sorted<N, V> part(const Sorted<M, V> &whole) {
    Sorted<N, V> some;
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) some.items[k] = whole.items[from + k];
    return some;
}

constexpr int least_of(int a, int b) { return a < b ? a : b; }

// The least L of two runs, or all where there are not so many.
template <int L, int A, int B, class V>
CUPY_DEVICE Sorted<least_of(L, A + B), V> merged_least(const Sorted<A, V> &a, const Sorted<B, V> &b) {
    return part<0, least_of(L, A + B)>(merged(part<0, least_of(L, A)>(a), part<0, least_of(L, B)>(b)));
}

template <int L, int N, class V> CUPY_DEVICE Sorted<least_of(L, N), V> sorted_least(const Sorted<N, V> &items) {
    if constexpr (N == 1) return items;
    else return merged_least<L>(sorted_least<L>(part<0, N / 2>(items)), sorted_least<L>(part<N / 2, N - N / 2>(items)));
}

// The item of a rank among those of two runs, of which everything up to that rank is there.
template <int rank, int A, int B, class V> CUPY_DEVICE V of_both(const Sorted<A, V> &a, const Sorted<B, V> &b) {
    constexpr int kFirst = rank > B ? rank - B : 0, kLast = least_of(rank, A);
    V found{};
    CUPY_UNROLL
    for (int i = kFirst; i <= kLast; ++i) {
        const int j = rank - i;         // of the items below both a[i] and b[j] there are no more than the rank
        const V candidate = i == A ? b.items[j] : j == B ? a.items[i] : lesser(a.items[i], b.items[j]);
        found = i == kFirst ? candidate : greater(found, candidate);
    }
    return found;
}

}  // namespace ndimage
}  // namespace cupy
