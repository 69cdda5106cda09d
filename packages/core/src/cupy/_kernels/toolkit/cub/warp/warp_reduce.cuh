// Reductions of a warp: its first thread has the result.
#pragma once

#include <cub/warp/warp_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int width = 32, int = 0> class WarpReduce : WarpValues<T, width> {
public:
    using TempStorage = typename WarpValues<T, width>::TempStorage;

    explicit WarpReduce(TempStorage &storage) : WarpValues<T, width>(storage) {}

    template <class Op> T Reduce(T value, Op combine, int count) {
        return this->together(value, 0, count - 1, combine);
    }
    template <class Op> T Reduce(T value, Op combine) { return Reduce(value, combine, width); }
    T Sum(T value) { return Reduce(value, cub::Sum()); }
    T Sum(T value, int count) { return Reduce(value, cub::Sum(), count); }
};

}  // namespace cub

#include "toolkit_end.hpp"
