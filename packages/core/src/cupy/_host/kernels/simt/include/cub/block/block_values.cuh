// What the threads of a block hold side by side in shared memory, worked on by the first of them.
#pragma once

#include <cub/operators.cuh>

namespace cub {

template <class T, int threads, int items> class BlockValues {
public:
    struct TempStorage {
        T values[threads * items];
    };

    explicit BlockValues(TempStorage &storage) : storage_(storage) {}

    static int thread() { return int(cupy::simt::thread_number()); }

    // Where the k-th item of this thread stands when neighbours are a thread's own, or one of each thread.
    static int blocked(int k) { return thread() * items + k; }
    static int striped(int k) { return thread() + k * threads; }

    void put(const T (&in)[items], int (*place)(int) = blocked) {
        for (int k = 0; k < items; ++k) storage_.values[place(k)] = in[k];
        __syncthreads();
    }
    void get(T (&out)[items], int (*place)(int) = blocked) {
        __syncthreads();
        for (int k = 0; k < items; ++k) out[k] = storage_.values[place(k)];
        __syncthreads();
    }
    T *values() { return storage_.values; }

private:
    TempStorage &storage_;
};

}  // namespace cub
