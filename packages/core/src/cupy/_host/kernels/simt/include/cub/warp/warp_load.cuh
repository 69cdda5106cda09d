// Reads and writes of a warp's threads, several items each.
#pragma once

namespace cub {

enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

// Place of the k-th item of this thread.
template <int width, int items, bool striped> int place_in_warp(int k) {
    const int lane = int(cupy::simt::lane()) % width;
    return striped ? lane + k * width : lane * items + k;
}

template <class T, int items, WarpLoadAlgorithm algorithm = WARP_LOAD_DIRECT, int width = 32, int = 0> class WarpLoad {
public:
    struct TempStorage {};

    WarpLoad() = default;
    explicit WarpLoad(TempStorage &) {}

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
    static int place(int k) { return place_in_warp<width, items, algorithm == WARP_LOAD_STRIPED>(k); }
};

template <class T, int items, WarpStoreAlgorithm algorithm = WARP_STORE_DIRECT, int width = 32, int = 0>
class WarpStore {
public:
    struct TempStorage {};

    WarpStore() = default;
    explicit WarpStore(TempStorage &) {}

    template <class To> void Store(To to, T (&values)[items]) {
        for (int k = 0; k < items; ++k) to[place(k)] = values[k];
    }
    template <class To> void Store(To to, T (&values)[items], int count) {
        for (int k = 0; k < items; ++k)
            if (place(k) < count) to[place(k)] = values[k];
    }

private:
    static int place(int k) { return place_in_warp<width, items, algorithm == WARP_STORE_STRIPED>(k); }
};

}  // namespace cub
