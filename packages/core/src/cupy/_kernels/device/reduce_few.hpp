// Outputs of few items on SIMT targets: each thread has some, its neighbours those beside them, and nobody shares one.
#pragma once

#include "device/reduce.hpp"

namespace cupy {
namespace simt {

// The few items of one output as a thread meets them.
template <class Op, bool running = Op::has_running, bool place = Op::sign != 0> struct FewItems {
    using Acc = typename Op::acc_type;
    Acc acc = Op::identity();

    CUPY_DEVICE void join(const Acc &item) { acc = Op::combine(acc, item); }
    template <class In> CUPY_DEVICE void add(const In &x, unsigned t, int64 first) { join(Op::map(x, first + t)); }
    CUPY_DEVICE const Acc &result(unsigned, double, int64) const { return acc; }
};
template <class Op> struct FewItems<Op, true, false> {
    typename Op::running sums;

    template <class In> CUPY_DEVICE void add(const In &x, unsigned t, int64) {
        if (t == 0) sums.begin(x);
        sums.add(x);
    }
    CUPY_DEVICE auto result(unsigned count, double inverse, int64) const { return sums.whole(count, inverse); }
};
template <class Op> struct FewItems<Op, false, true> {
    using In = typename Op::in0_type;
    using T = typename BestRound<Op::sign, In, 1, 1>::T;
    T top;
    unsigned place;

    CUPY_DEVICE void add(const In &x, unsigned t, int64) {
        const T item = cast<T>(x);
        const bool won = t == 0 || surpasses<Op::sign>(item, top);
        top = won ? item : top;
        place = won ? t : place;
    }
    CUPY_DEVICE auto result(unsigned, double, int64 first) const {
        return typename Op::acc_type{cast<In>(top), first + place};
    }
};

template <class Op> struct FewReducer : Reducer<Op> {
    using Base = Reducer<Op>;
    using typename Base::In;
    using Base::kThreads;
    using Base::p;
    using Base::thread;

    CUPY_DEVICE void run() const {
        constexpr int E = tuning::kReduceSingle, ahead = sizeof(In) <= 4 ? 4 : 2;
        const int64 first = (int64)platform::block_index() * (E * kThreads) + thread;
        const unsigned total = (unsigned)p.reduced;
        int64 start[E][Op::nin] = {};
        CUPY_UNROLL
        for (int e = 0; e < E; ++e) {
            const int64 output = first + e * kThreads;
            Base::offsets((unsigned)(output < p.outputs ? output : p.outputs - 1), p.kept_ndim, p.kept, p.kept_strides, start[e]);
        }
        FewItems<Op> held[E];
        if constexpr (Op::nin == 1) {
            for (unsigned t = 0; t < total; t += ahead) {
                In x[ahead][E];
                CUPY_UNROLL
                for (int a = 0; a < ahead; ++a) {
                    if (t + a >= total) continue;
                    int64 offset[1] = {};
                    Base::offsets(t + a, p.reduced_ndim, p.axes, p.strides, offset);
                    CUPY_UNROLL
                    for (int e = 0; e < E; ++e)
                        x[a][e] = *reinterpret_cast<const In *>(p.inputs[0] + start[e][0] + offset[0]);
                }
                CUPY_UNROLL
                for (int a = 0; a < ahead; ++a)
                    if (t + a < total)
                        CUPY_UNROLL
                        for (int e = 0; e < E; ++e) held[e].add(x[a][e], t + a, p.first);
            }
        } else {
            for (unsigned t = 0; t < total; ++t) {
                int64 offset[Op::nin] = {};
                Base::offsets(t, p.reduced_ndim, p.axes, p.strides, offset);
                CUPY_UNROLL
                for (int e = 0; e < E; ++e) {
                    int64 at[Op::nin];
                    CUPY_UNROLL
                    for (int k = 0; k < Op::nin; ++k) at[k] = start[e][k] + offset[k];
                    held[e].join(Op::map_at(p.inputs, at, p.first + t));
                }
            }
        }
        const double inverse = Op::has_running ? inverse_of_count(total) : 0;
        CUPY_UNROLL
        for (int e = 0; e < E; ++e)
            if (first + e * kThreads < p.outputs)
                Op::finish(held[e].result(total, inverse, p.first), p, first + e * kThreads);
    }
};

}  // namespace simt
}  // namespace cupy
