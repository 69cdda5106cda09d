// What a warp's threads give to one another.
#pragma once

#include <cub/operators.cuh>
#include "toolkit_begin.hpp"

namespace cub {

// The lanes of the own part of the warp.
template <int width> unsigned lanes_of_part() {
    return (width == 32 ? ~0u : (1u << width % 32) - 1) << (cupy::simt::lane() / width * width);
}

// A warp, or `width` neighbours in it.
template <class T, int width> class WarpValues {
public:
    using TempStorage = SharedValues<T, width>;

protected:
    explicit WarpValues(TempStorage &storage) : storage_(storage) {}

    static int rank() { return cupy::simt::lane() % width; }
    static unsigned mask() { return lanes_of_part<width>(); }
    // The values of ranks first ... last, together; all threads call it.
    template <class Op> T together(T value, int first, int last, Op combine) {
        storage_.values[rank()] = value;
        __syncwarp(mask());
        T total = storage_.values[first];
        for (int k = first + 1; k <= last; ++k) total = combine(total, storage_.values[k]);
        __syncwarp(mask());
        return total;
    }

    TempStorage &storage_;
};

}  // namespace cub

#include "toolkit_end.hpp"
