// What the threads of a block hold side by side in shared memory, and what they show their neighbours.
#pragma once

#include <cub/operators.cuh>
#include "toolkit_begin.hpp"

namespace cub {

// All items, worked on by the first thread.
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

// The first and the last item of each thread, which its neighbours look at.
template <class T, int threads> class BlockEdges {
public:
    struct TempStorage {
        T first[threads], last[threads];
    };

protected:
    explicit BlockEdges(TempStorage &storage) : storage_(storage) {}

    template <int items> int share(T (&in)[items]) {
        const int thread = int(cupy::simt::thread_number());
        storage_.first[thread] = in[0];
        storage_.last[thread] = in[items - 1];
        __syncthreads();
        return thread;
    }

    TempStorage &storage_;
};

}  // namespace cub

#include "toolkit_end.hpp"
