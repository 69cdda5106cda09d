// Reads and writes of several items by each thread, whoever the threads are: `Place` says where the k-th item stands.
#pragma once

#include "toolkit_begin.hpp"

namespace cub {

template <class T, int items, class Place> struct ItemReads {
    struct TempStorage {};

    ItemReads() = default;
    explicit ItemReads(TempStorage &) {}

    template <class From> void Load(From from, T (&values)[items]) {
        for (int k = 0; k < items; ++k) values[k] = from[Place::of(k)];
    }
    template <class From> void Load(From from, T (&values)[items], int count) {
        for (int k = 0; k < items; ++k)
            if (Place::of(k) < count) values[k] = from[Place::of(k)];
    }
    template <class From, class U> void Load(From from, T (&values)[items], int count, U otherwise) {
        for (int k = 0; k < items; ++k) values[k] = Place::of(k) < count ? T(from[Place::of(k)]) : T(otherwise);
    }
};

template <class T, int items, class Place> struct ItemWrites {
    struct TempStorage {};

    ItemWrites() = default;
    explicit ItemWrites(TempStorage &) {}

    template <class To> void Store(To to, T (&values)[items]) {
        for (int k = 0; k < items; ++k) to[Place::of(k)] = values[k];
    }
    template <class To> void Store(To to, T (&values)[items], int count) {
        for (int k = 0; k < items; ++k)
            if (Place::of(k) < count) to[Place::of(k)] = values[k];
    }
};

// Neighbours belong to one thread, or one to each thread of the block.
template <int threads, int items, bool striped> struct PlaceInBlock {
    static int of(int k) {
        const int thread = int(cupy::simt::thread_number());
        return striped ? thread + k * threads : thread * items + k;
    }
};

// The same for a warp, or `width` neighbours in it.
template <int width, int items, bool striped> struct PlaceInWarp {
    static int of(int k) {
        const int lane = int(cupy::simt::lane()) % width;
        return striped ? lane + k * width : lane * items + k;
    }
};

// The same by the number of a thread: neighbours belong to it, or one of each thread, of the block or of its warp.
template <int items> struct BlockedPlace {
    int thread;
    int of(int k) const { return thread * items + k; }
};
template <int step> struct StripedPlace {
    int thread;
    int of(int k) const { return thread + k * step; }
};
template <int items> struct WarpStripedPlace {
    int thread;
    int of(int k) const { return thread / 32 * 32 * items + thread % 32 + k * 32; }
};

#define CUPY_DIRECT(name, parameter, Place)                                                                      \
    template <parameter class From, class T, int items>                                                          \
    void LoadDirect##name(int thread, From from, T (&values)[items]) {                                           \
        for (int k = 0; k < items; ++k) values[k] = from[Place{thread}.of(k)];                                   \
    }                                                                                                            \
    template <parameter class From, class T, int items>                                                          \
    void LoadDirect##name(int thread, From from, T (&values)[items], int count) {                                \
        for (int k = 0; k < items; ++k)                                                                          \
            if (Place{thread}.of(k) < count) values[k] = from[Place{thread}.of(k)];                              \
    }                                                                                                            \
    template <parameter class From, class T, int items, class U>                                                 \
    void LoadDirect##name(int thread, From from, T (&values)[items], int count, U otherwise) {                   \
        for (int k = 0; k < items; ++k)                                                                          \
            values[k] = Place{thread}.of(k) < count ? T(from[Place{thread}.of(k)]) : T(otherwise);               \
    }                                                                                                            \
    template <parameter class To, class T, int items>                                                            \
    void StoreDirect##name(int thread, To to, T (&values)[items]) {                                              \
        for (int k = 0; k < items; ++k) to[Place{thread}.of(k)] = values[k];                                     \
    }                                                                                                            \
    template <parameter class To, class T, int items>                                                            \
    void StoreDirect##name(int thread, To to, T (&values)[items], int count) {                                   \
        for (int k = 0; k < items; ++k)                                                                          \
            if (Place{thread}.of(k) < count) to[Place{thread}.of(k)] = values[k];                                \
    }
#define CUPY_STEP int step,
CUPY_DIRECT(Blocked, , BlockedPlace<items>)
CUPY_DIRECT(Striped, CUPY_STEP, StripedPlace<step>)
CUPY_DIRECT(WarpStriped, , WarpStripedPlace<items>)
#undef CUPY_STEP
#undef CUPY_DIRECT

}  // namespace cub

#include "toolkit_end.hpp"
