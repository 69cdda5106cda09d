// Columns side by side on SIMT targets, as they are loaded and as items: lines below one another are all asked for
// before one is waited for, wherever they begin.
#pragma once

#include "kernel.hpp"

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

}  // namespace simt
}  // namespace cupy
