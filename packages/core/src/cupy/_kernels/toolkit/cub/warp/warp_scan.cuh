// Scans over the threads of a warp.
#pragma once

#include <cub/warp/warp_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int width = 32, int = 0> class WarpScan : WarpValues<T, width> {
public:
    using TempStorage = typename WarpValues<T, width>::TempStorage;

    explicit WarpScan(TempStorage &storage) : WarpValues<T, width>(storage) {}

    template <class Op> void InclusiveScan(T in, T &out, Op combine) {
        out = this->together(in, 0, this->rank(), combine);
    }
    template <class Op> void InclusiveScan(T in, T &out, Op combine, T &aggregate) {
        InclusiveScan(in, out, combine);
        aggregate = this->together(in, 0, width - 1, combine);
    }
    template <class Op> void ExclusiveScan(T in, T &out, Op combine) {      // of the first thread: nothing
        const int rank = this->rank();
        out = this->together(in, 0, rank ? rank - 1 : 0, combine);
    }
    template <class Op> void ExclusiveScan(T in, T &out, T initial, Op combine) {
        T before;
        ExclusiveScan(in, before, combine);
        out = this->rank() ? combine(initial, before) : initial;
    }
    template <class Op> void ExclusiveScan(T in, T &out, T initial, Op combine, T &aggregate) {
        ExclusiveScan(in, out, initial, combine);
        aggregate = this->together(in, 0, width - 1, combine);
    }
    template <class Op> void Scan(T in, T &inclusive, T &exclusive, Op combine) {
        InclusiveScan(in, inclusive, combine);
        ExclusiveScan(in, exclusive, combine);
    }
    template <class Op> void Scan(T in, T &inclusive, T &exclusive, T initial, Op combine) {
        InclusiveScan(in, inclusive, combine);
        inclusive = combine(initial, inclusive);
        ExclusiveScan(in, exclusive, initial, combine);
    }
    void InclusiveSum(T in, T &out) { InclusiveScan(in, out, cub::Sum()); }
    void InclusiveSum(T in, T &out, T &aggregate) { InclusiveScan(in, out, cub::Sum(), aggregate); }
    void ExclusiveSum(T in, T &out) { ExclusiveScan(in, out, T(0), cub::Sum()); }
    void ExclusiveSum(T in, T &out, T &aggregate) { ExclusiveScan(in, out, T(0), cub::Sum(), aggregate); }
    T Broadcast(T value, unsigned from) { return this->together(value, int(from), int(from), cub::Sum()); }
};

}  // namespace cub

#include "toolkit_end.hpp"
