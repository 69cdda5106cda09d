// Reductions of two arrays together to one result, on SIMT targets.
//
//     struct op {
//         using in_type = …; using acc_type = …;
//         static acc_type identity();
//         static acc_type map(in_type x, in_type y, const BinaryReduce &p);
//         static acc_type combine(acc_type a, acc_type b);
//         static void finish(acc_type a, const BinaryReduce &p);
//     };
//
// Each block takes its share; the last one to finish combines what the others found, always in the same order.
#pragma once

#include "block/reduce.hpp"
#include "device/reduce_types.hpp"
#include "device/registers.hpp"
#include "math/routines.hpp"
#include "binary_reduce_params.hpp"

namespace cupy {
namespace binary_reductions {

template <class A> struct Sums {
    A products, weights;
};

// The mean of x weighted by y, and the sum of y.
template <class T> struct weighted {
    using in_type = T;
    using acc_type = Sums<T>;
    static CUPY_DEVICE acc_type identity() { return {T(0), T(0)}; }
    static CUPY_DEVICE acc_type map(T x, T y, const BinaryReduce &) { return {x * y, y}; }
    static CUPY_DEVICE acc_type combine(const acc_type &a, const acc_type &b) {
        return {a.products + b.products, a.weights + b.weights};
    }
    static CUPY_DEVICE void finish(const acc_type &a, const BinaryReduce &p) {
        *static_cast<T *>(p.result) = a.products / a.weights;
        *static_cast<T *>(p.second) = a.weights;
    }
};

struct truth {
    using acc_type = unsigned;
    static CUPY_DEVICE unsigned identity() { return 1; }
    static CUPY_DEVICE unsigned combine(unsigned a, unsigned b) { return a & b; }
    static CUPY_DEVICE void finish(unsigned a, const BinaryReduce &p) { *static_cast<bool *>(p.result) = a; }
};
template <class T> struct close : truth {
    using in_type = T;
    static CUPY_DEVICE unsigned map(T x, T y, const BinaryReduce &p) {
        return close_to(x, y, p.extra[0], p.extra[1]) || (p.equal_nan && is_nan(x) && is_nan(y));
    }
};
template <class T> struct equal : truth {
    using in_type = T;
    static CUPY_DEVICE unsigned map(T x, T y, const BinaryReduce &p) {
        return x == y || (p.equal_nan && is_nan(x) && is_nan(y));
    }
};

template <class Op> CUPY_DEVICE void run(const BinaryReduce &p, typename Op::acc_type *shared, unsigned *last) {
    using T = typename Op::in_type;
    using Acc = typename Op::acc_type;
    constexpr int V = sizeof(T) >= 16 ? 1 : 16 / sizeof(T), U = kBinaryReduceInFlight;
    const unsigned thread = platform::thread_index(), blocks = platform::block_count();
    const T *x = static_cast<const T *>(p.x), *y = static_cast<const T *>(p.y);
    const long long vectors = p.size / V, step = (long long)blocks * kBinaryReduceThreads;
    const long long first = (long long)platform::block_index() * kBinaryReduceThreads + thread;
    Acc acc = Op::identity();
    const auto both = [](const Acc &a, const Acc &b) { return Op::combine(a, b); };
    const auto vector = [&](const T (&a)[V], const T (&b)[V]) {
        Acc sum = Op::map(a[0], b[0], p);
        CUPY_UNROLL
        for (int v = 1; v < V; ++v) sum = Op::combine(sum, Op::map(a[v], b[v], p));
        return sum;
    };
    long long at = first;
    for (; at + (U - 1) * step < vectors; at += U * step) {
        T a[U][V], b[U][V];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            simt::load_vector(a[u], x + (at + u * step) * V);
            simt::load_vector(b[u], y + (at + u * step) * V);
        }
        Acc sum[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) sum[u] = vector(a[u], b[u]);
        CUPY_UNROLL
        for (int u = 1; u < U; ++u) sum[0] = Op::combine(sum[0], sum[u]);
        acc = Op::combine(acc, sum[0]);
    }
    for (; at < vectors; at += step) {
        T a[V], b[V];
        simt::load_vector(a, x + at * V);
        simt::load_vector(b, y + at * V);
        acc = Op::combine(acc, vector(a, b));
    }
    for (long long i = vectors * V + first; i < p.size; i += step) acc = Op::combine(acc, Op::map(x[i], y[i], p));
    acc = block::reduce_shared<kBinaryReduceThreads>(acc, shared, both);
    if (blocks > 1) {
        Acc *partials = static_cast<Acc *>(p.partials);
        if (thread == 0) {
            partials[platform::block_index()] = acc;
            platform::fence();
            *last = platform::add_and_return(p.counter, 1u) == blocks - 1;
        }
        platform::barrier();
        if (!*last) return;
        platform::fence();
        acc = Op::identity();
        for (unsigned k = thread; k < blocks; k += kBinaryReduceThreads) acc = Op::combine(acc, partials[k]);
        acc = block::reduce_shared<kBinaryReduceThreads>(acc, shared, both);
        if (thread == 0) *p.counter = 0;
    }
    if (thread == 0) Op::finish(acc, p);
}

}  // namespace binary_reductions
}  // namespace cupy

#define CUPY_BINARY_REDUCE(name, op)                                                                       \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kBinaryReduceThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::BinaryReduce params) {                                        \
        using Op = cupy::binary_reductions::op;                                                               \
        alignas(16) CUPY_SHARED unsigned char memory[sizeof(Op::acc_type) * cupy::kBinaryReduceThreads];  \
        CUPY_SHARED unsigned last;                                                                \
        cupy::binary_reductions::run<Op>(params, reinterpret_cast<Op::acc_type *>(memory), &last);            \
    }
