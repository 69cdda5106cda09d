// Items of a block's threads, moved from thread to thread.
#pragma once

#include <cub/block/block_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int = 0> class BlockShuffle {
public:
    struct TempStorage {
        T values[X * Y * Z];
    };

    explicit BlockShuffle(TempStorage &storage) : storage_(storage) {}

    void Offset(T in, T &out, int distance = 1) {
        const int from = share(in) + distance;
        if (from >= 0 && from < X * Y * Z) out = storage_.values[from];
        __syncthreads();
    }
    void Rotate(T in, T &out, unsigned distance = 1) {
        const int from = (share(in) + int(distance)) % (X * Y * Z);
        out = storage_.values[from];
        __syncthreads();
    }
    template <int items> void Up(T (&in)[items], T (&out)[items]) {
        const int thread = share(in[items - 1]);
        for (int k = items - 1; k > 0; --k) out[k] = in[k - 1];
        if (thread) out[0] = storage_.values[thread - 1];
        __syncthreads();
    }
    template <int items> void Down(T (&in)[items], T (&out)[items]) {
        const int thread = share(in[0]);
        for (int k = 0; k + 1 < items; ++k) out[k] = in[k + 1];
        if (thread + 1 < X * Y * Z) out[items - 1] = storage_.values[thread + 1];
        __syncthreads();
    }

private:
    int share(T value) {
        const int thread = int(cupy::simt::thread_number());
        storage_.values[thread] = value;
        __syncthreads();
        return thread;
    }

    TempStorage &storage_;
};

}  // namespace cub

#include "toolkit_end.hpp"
