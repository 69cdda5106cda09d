// Reductions of a block: the first thread has the result.
#pragma once

#include <cub/operators.cuh>
#include "toolkit_begin.hpp"

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS
};

template <class T, int X, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1,
          int = 0>
class BlockReduce {
public:
    using TempStorage = SharedValues<T, X * Y * Z>;

    explicit BlockReduce(TempStorage &storage) : storage_(storage) {}

    template <class Op> T Reduce(T value, Op combine, int count) {
        const int thread = int(cupy::simt::thread_number());
        storage_.values[thread] = value;
        __syncthreads();
        if (thread == 0)
            for (int k = 1; k < count; ++k) value = combine(value, storage_.values[k]);
        return value;
    }
    template <class Op> T Reduce(T value, Op combine) { return Reduce(value, combine, X * Y * Z); }
    template <int items, class Op> T Reduce(T (&values)[items], Op combine) {
        T total = values[0];
        for (int k = 1; k < items; ++k) total = combine(total, values[k]);
        return Reduce(total, combine);
    }
    T Sum(T value) { return Reduce(value, cub::Sum()); }
    T Sum(T value, int count) { return Reduce(value, cub::Sum(), count); }
    template <int items> T Sum(T (&values)[items]) { return Reduce(values, cub::Sum()); }

private:
    TempStorage &storage_;
};

}  // namespace cub

#include "toolkit_end.hpp"
