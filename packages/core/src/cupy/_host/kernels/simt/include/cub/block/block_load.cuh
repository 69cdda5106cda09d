// Reads items of a block, several by each thread.
#pragma once

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockLoad {
public:
    struct TempStorage {};

    BlockLoad() = default;
    explicit BlockLoad(TempStorage &) {}

    template <class From> void Load(From from, T (&values)[items]) {
        for (int k = 0; k < items; ++k) values[k] = from[place(k)];
    }
    template <class From> void Load(From from, T (&values)[items], int count) {
        for (int k = 0; k < items; ++k)
            if (place(k) < count) values[k] = from[place(k)];
    }
    template <class From, class U> void Load(From from, T (&values)[items], int count, U otherwise) {
        for (int k = 0; k < items; ++k) values[k] = place(k) < count ? T(from[place(k)]) : T(otherwise);
    }

private:
    static int place(int k) {
        const int thread = int(cupy::simt::thread_number());
        return algorithm == BLOCK_LOAD_STRIPED ? thread + k * X * Y * Z : thread * items + k;
    }
};

}  // namespace cub
