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

    // Of each segment, in its first thread: a flag marks a segment's first thread, or its last one.
    template <class Op, class Flag> T HeadSegmentedReduce(T value, Flag flag, Op combine) {
        return segment(value, lanes(flag) >> 1, combine);
    }
    template <class Op, class Flag> T TailSegmentedReduce(T value, Flag flag, Op combine) {
        return segment(value, lanes(flag), combine);
    }
    template <class Flag> T HeadSegmentedSum(T value, Flag flag) { return HeadSegmentedReduce(value, flag, cub::Sum()); }
    template <class Flag> T TailSegmentedSum(T value, Flag flag) { return TailSegmentedReduce(value, flag, cub::Sum()); }

private:
    // By rank, which threads say yes.
    template <class Flag> static unsigned lanes(Flag flag) {
        return cupy::simt::votes(WarpValues<T, width>::mask(), flag != 0) >> cupy::simt::lane() / width * width;
    }
    // Up to the first of `ends` that is not before this thread.
    template <class Op> T segment(T value, unsigned ends, Op combine) {
        const int rank = this->rank();
        const unsigned after = ends >> rank;
        return this->together(value, rank, after ? rank + __ffs(int(after)) - 1 : width - 1, combine);
    }
};

}  // namespace cub

#include "toolkit_end.hpp"
