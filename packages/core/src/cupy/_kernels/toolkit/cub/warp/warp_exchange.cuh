// Items of a warp's threads in another order.
#pragma once

#include <cub/warp/warp_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int items, int width = 32, int = 0> class WarpExchange {
public:
    using TempStorage = SharedValues<T, width * items>;

    explicit WarpExchange(TempStorage &storage) : storage_(storage) {}

    void BlockedToStriped(const T (&in)[items], T (&out)[items]) { move(in, out, blocked, striped); }
    void StripedToBlocked(const T (&in)[items], T (&out)[items]) { move(in, out, striped, blocked); }
    template <class I> void ScatterToStriped(const T (&in)[items], T (&out)[items], I (&ranks)[items]) {
        move(in, out, [&](int k) { return int(ranks[k]); }, striped);
    }
    template <class I> void ScatterToStriped(T (&in)[items], I (&ranks)[items]) { ScatterToStriped(in, in, ranks); }

private:
    static int lane() { return cupy::simt::lane() % width; }
    static int blocked(int k) { return lane() * items + k; }
    static int striped(int k) { return k * width + lane(); }

    template <class From, class To> void move(const T (&in)[items], T (&out)[items], From from, To to) {
        for (int k = 0; k < items; ++k) storage_.values[from(k)] = in[k];
        __syncwarp(lanes_of_part<width>());
        for (int k = 0; k < items; ++k) out[k] = storage_.values[to(k)];
        __syncwarp(lanes_of_part<width>());
    }

    TempStorage &storage_;
};

}  // namespace cub

#include "toolkit_end.hpp"
