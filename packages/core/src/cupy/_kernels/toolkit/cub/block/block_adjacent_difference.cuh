// Differences of neighbouring items of a block's threads.
#pragma once

#include <cub/block/block_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int = 0> class BlockAdjacentDifference : BlockEdges<T, X * Y * Z> {
    using Edges = BlockEdges<T, X * Y * Z>;
    using Edges::share;
    using Edges::storage_;

public:
    using typename Edges::TempStorage;

    explicit BlockAdjacentDifference(TempStorage &storage) : Edges(storage) {}

    template <int items, class U, class Op> void SubtractLeft(T (&in)[items], U (&out)[items], Op op) {
        const int thread = share(in);
        for (int k = items - 1; k > 0; --k) out[k] = op(in[k], in[k - 1]);
        out[0] = thread ? U(op(in[0], storage_.last[thread - 1])) : U(in[0]);
        __syncthreads();
    }
    template <int items, class U, class Op> void SubtractLeft(T (&in)[items], U (&out)[items], Op op, T before) {
        const T head = in[0];
        SubtractLeft(in, out, op);
        if (cupy::simt::thread_number() == 0) out[0] = op(head, before);
    }
    template <int items, class U, class Op> void SubtractRight(T (&in)[items], U (&out)[items], Op op) {
        const int thread = share(in);
        for (int k = 0; k + 1 < items; ++k) out[k] = op(in[k], in[k + 1]);
        const T tail = in[items - 1];
        out[items - 1] = thread + 1 < X * Y * Z ? U(op(tail, storage_.first[thread + 1])) : U(tail);
        __syncthreads();
    }
};

}  // namespace cub

#include "toolkit_end.hpp"
