// Writes items of a block, several by each thread.
#pragma once

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockStore {
public:
    struct TempStorage {};

    BlockStore() = default;
    explicit BlockStore(TempStorage &) {}

    template <class To> void Store(To to, T (&values)[items]) {
        for (int k = 0; k < items; ++k) to[place(k)] = values[k];
    }
    template <class To> void Store(To to, T (&values)[items], int count) {
        for (int k = 0; k < items; ++k)
            if (place(k) < count) to[place(k)] = values[k];
    }

private:
    static int place(int k) {
        const int thread = int(cupy::simt::thread_number());
        return algorithm == BLOCK_STORE_STRIPED ? thread + k * X * Y * Z : thread * items + k;
    }
};

}  // namespace cub
