// Where neighbouring items of a block's threads differ.
#pragma once

#include <cub/block/block_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int = 0> class BlockDiscontinuity : BlockEdges<T, X * Y * Z> {
    using Edges = BlockEdges<T, X * Y * Z>;
    using Edges::share;
    using Edges::storage_;

public:
    using typename Edges::TempStorage;

    explicit BlockDiscontinuity(TempStorage &storage) : Edges(storage) {}

    template <int items, class F, class Differ> void FlagHeads(F (&heads)[items], T (&in)[items], Differ differ) {
        const int thread = share(in);
        for (int k = 0; k < items; ++k)
            heads[k] = k ? F(differ(in[k - 1], in[k])) : thread ? F(differ(storage_.last[thread - 1], in[0])) : F(1);
        __syncthreads();
    }
    template <int items, class F, class Differ>
    void FlagHeads(F (&heads)[items], T (&in)[items], Differ differ, T before) {
        FlagHeads(heads, in, differ);
        if (cupy::simt::thread_number() == 0) heads[0] = F(differ(before, in[0]));
    }
    template <int items, class F, class Differ> void FlagTails(F (&tails)[items], T (&in)[items], Differ differ) {
        const int thread = share(in);
        for (int k = 0; k < items; ++k)
            tails[k] = k + 1 < items ? F(differ(in[k], in[k + 1])) :
                       thread + 1 < X * Y * Z ? F(differ(in[k], storage_.first[thread + 1])) : F(1);
        __syncthreads();
    }
    template <int items, class F, class Differ>
    void FlagTails(F (&tails)[items], T (&in)[items], Differ differ, T behind) {
        FlagTails(tails, in, differ);
        if (int(cupy::simt::thread_number()) == X * Y * Z - 1) tails[items - 1] = F(differ(in[items - 1], behind));
    }
};

}  // namespace cub

#include "toolkit_end.hpp"
