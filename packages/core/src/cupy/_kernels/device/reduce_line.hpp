// Columns side by side on SIMT targets, as they are loaded and as items: lines below one another are all asked for
// before one is waited for, wherever they begin.
#pragma once

#include "device/reduce_types.hpp"

namespace cupy {
namespace simt {

// W columns of which `count` are there, the first at least.
template <class In, int W, bool words = (sizeof(In) < 4 && W * sizeof(In) % 4 == 0)> struct Line {
    In items[W];

    template <class Reducer>
    CUPY_DEVICE void load(const Reducer &by, const In *from, unsigned apart, unsigned count) {
        if constexpr (W > 1) by.load_columns(items, from, apart, count);
        else items[0] = *from;
    }
    CUPY_DEVICE void take(In (&x)[W]) const {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) x[w] = items[w];
    }
};

// Small items, by the words that hold columns which are there.
template <class In, int W> struct Line<In, W, true> {
    static constexpr int kWords = W * sizeof(In) / 4;
    unsigned held[kWords + 1], shift;

    template <class Reducer> CUPY_DEVICE void load(const Reducer &, const In *from, unsigned, unsigned count) {
        shift = (unsigned)reinterpret_cast<uint64>(from) & 3;
        const char *const at = reinterpret_cast<const char *>(from) - shift;
        const unsigned last = (shift + (count < W ? count : W) * (unsigned)sizeof(In) - 1) / 4;
        CUPY_UNROLL
        for (unsigned c = 0; c <= kWords; ++c)
            held[c] = *reinterpret_cast<const unsigned *>(at + 4 * (c < last ? c : last));
    }
    CUPY_DEVICE void take(In (&x)[W]) const {
        unsigned words[kWords];
        CUPY_UNROLL
        for (int c = 0; c < kWords; ++c) words[c] = (unsigned)(((uint64)held[c + 1] << 32 | held[c]) >> shift * 8);
        memcpy(x, words, sizeof words);
    }
};

// The best value of the rounds of loads that a thread has made, and the first round that has it.
template <int sign, class In, int U, int V> struct BestRound {
    using T = typename conditional<is_small_float<In>::value, float,
                                   typename conditional<sizeof(In) < 4, int, In>::type>::type;
    T value;
    unsigned round;
    bool found = false;

    CUPY_DEVICE void look(const In (&x)[U][V], unsigned at) {
        T top = cast<T>(x[0][0]);
        CUPY_UNROLL
        for (int j = 1; j < U * V; ++j) top = top_of<sign>(top, cast<T>(x[j / V][j % V]));
        if (found && !surpasses<sign>(top, value)) return;
        value = top;
        round = at;
        found = true;
    }
    // The first of the items that has the best value.
    CUPY_DEVICE int find(const In (&x)[U][V]) const {
        int at = 0;
        CUPY_UNROLL
        for (int j = U * V - 1; j >= 0; --j) {
            const T item = cast<T>(x[j / V][j % V]);
            if (item == value || (is_nan(value) && is_nan(item))) at = j;
        }
        return at;
    }
};

// The items of one output as a thread meets them, for reductions that have sums of them: of any number of items where they
// are `many`.
template <class Op, bool many, bool running = Op::has_running> struct Following {};
template <class Op, bool many> struct Following<Op, many, true> {
    using In = typename Op::in0_type;
    using Acc = typename Op::acc_type;
    Acc before = Op::identity();
    typename Op::running sums;
    unsigned count = 0;

    template <int N> CUPY_DEVICE void add(const In (&x)[N]) {
        if (many && count > Op::running::kMost - N) {
            before = result();
            sums = {};
            count = 0;
        }
        if (!count) sums.begin(x[0]);
        sums.add_all(x);
        count += N;
    }
    template <int N, int M> CUPY_DEVICE void add(const In (&x)[N][M]) {
        In all[N * M];
        CUPY_UNROLL
        for (int j = 0; j < N * M; ++j) all[j] = x[j / M][j % M];
        add(all);
    }
    CUPY_DEVICE void add(const In &x) {
        const In one[1] = {x};
        add(one);
    }
    CUPY_DEVICE Acc result() const { return Op::combine(before, sums.result(count)); }
};

}  // namespace simt
}  // namespace cupy
