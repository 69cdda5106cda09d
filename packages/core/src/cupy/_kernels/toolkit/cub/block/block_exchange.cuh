// Items of a block's threads in another order.
#pragma once

#include <cub/block/block_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int X, int items, bool = false, int Y = 1, int Z = 1, int = 0> class BlockExchange {
    using Values = BlockValues<T, X * Y * Z, items>;

public:
    using TempStorage = typename Values::TempStorage;

    explicit BlockExchange(TempStorage &storage) : values_(storage) {}

    void BlockedToStriped(const T (&in)[items], T (&out)[items]) {
        values_.put(in);
        values_.get(out, Values::striped);
    }
    void StripedToBlocked(const T (&in)[items], T (&out)[items]) {
        values_.put(in, Values::striped);
        values_.get(out);
    }
    template <class I> void ScatterToBlocked(const T (&in)[items], T (&out)[items], I (&ranks)[items]) {
        scatter(in, ranks);
        values_.get(out);
    }
    template <class I> void ScatterToStriped(const T (&in)[items], T (&out)[items], I (&ranks)[items]) {
        scatter(in, ranks);
        values_.get(out, Values::striped);
    }
    void BlockedToStriped(T (&in)[items]) { BlockedToStriped(in, in); }
    void StripedToBlocked(T (&in)[items]) { StripedToBlocked(in, in); }
    template <class I> void ScatterToBlocked(T (&in)[items], I (&ranks)[items]) { ScatterToBlocked(in, in, ranks); }
    template <class I> void ScatterToStriped(T (&in)[items], I (&ranks)[items]) { ScatterToStriped(in, in, ranks); }

private:
    template <class I> void scatter(const T (&in)[items], I (&ranks)[items]) {
        for (int k = 0; k < items; ++k) values_.values()[ranks[k]] = in[k];
        __syncthreads();
    }

    Values values_;
};

}  // namespace cub

#include "toolkit_end.hpp"
