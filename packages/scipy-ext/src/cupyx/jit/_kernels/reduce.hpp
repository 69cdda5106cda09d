// Reductions of the threads of a warp or a block: every thread gives a value, the first has the result.
#pragma once

#include "jit.hpp"

namespace cupy {
namespace jit {

struct Sum {
    template <class T> __device__ T operator()(T a, T b) const { return T(a + b); }
};
struct Max {
    template <class T> __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
struct Min {
    template <class T> __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};

template <class T, int threads> struct WarpReduce {
    struct TempStorage {
        char unused;
    };
    __device__ WarpReduce() {}
    __device__ explicit WarpReduce(TempStorage *) {}
    template <class F> __device__ T Reduce(T value, F combine) const {
        const int lane = (int)(lane_id() % threads);
        for (int step = 1; step < threads; step *= 2) {
            const T other = shfl_down(0xffffffffu, value, step, 32);
            if (lane + step < threads) value = combine(value, other);
        }
        return value;
    }
    __device__ static unsigned lane_id() { return lane(); }
};

template <class T, int threads> struct BlockReduce {
    struct TempStorage {
        alignas(T) unsigned char items[threads * sizeof(T)];
    };
    __device__ BlockReduce() {}
    __device__ explicit BlockReduce(TempStorage *storage) : items(reinterpret_cast<T *>(storage->items)) {}
    template <class F> __device__ T Reduce(T value, F combine) const {
        const int thread = (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
        items[thread] = value;
        __syncthreads();
        for (int width = threads; width > 1;) {
            const int half = (width + 1) / 2;
            if (thread < width / 2) items[thread] = combine(items[thread], items[thread + half]);
            width = half;
            __syncthreads();
        }
        const T result = items[0];
        __syncthreads();
        return result;
    }
    T *items = nullptr;
};

}  // namespace jit
}  // namespace cupy
