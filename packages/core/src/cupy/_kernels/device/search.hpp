// Where values belong in a sorted array, or whether they are in it, by bisection.
//
// On a GPU each block first reads some items of the sorted array, evenly spaced, into shared memory:
// most steps of each search stay there.
#pragma once

#include "device/sort_keys.hpp"
#include "math/sort_keys.hpp"

namespace cupy {

struct Search {
    const void *sorted;
    const int64 *sorter;        // null: the array is sorted itself
    const void *values;
    void *out;                  // int64 places, or bool
    int64 length, size;
    KeyOrder order;
    int right;                  // behind equal items
    int contains;               // 1: whether it is there, 2: whether it is not
};

constexpr int kSearchThreads = 512;
constexpr int kSearchBytes = 48128;         // of shared memory for items

namespace searches {

struct ComplexKey {
    uint64 high, low;
};
CUPY_DEVICE bool operator<(const ComplexKey &a, const ComplexKey &b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}
CUPY_DEVICE bool operator==(const ComplexKey &a, const ComplexKey &b) { return a.high == b.high && a.low == b.low; }

template <class T> struct key_of {
    using type = T;
    static CUPY_DEVICE T get(T x, const KeyOrder &order) { return encode_key(x, order, true); }
    static CUPY_DEVICE bool is_nan(T key, const KeyOrder &order) {
        return order.is_floating && key == T(order.mask);
    }
};
template <> struct key_of<complex128> {
    using type = ComplexKey;
    static CUPY_DEVICE ComplexKey get(complex128 z, const KeyOrder &) {
        ComplexKey key;
        complex_key(z, key.high, key.low);
        return key;
    }
    static CUPY_DEVICE bool is_nan(const ComplexKey &key, const KeyOrder &) {
        return key.high > real_key(limits<double>::infinity());
    }
};

template <class T> struct Bisection {
    using Key = typename key_of<T>::type;
    const Search &p;
    Key value;

    CUPY_DEVICE Key item(int64 i) const {
        return key_of<T>::get(static_cast<const T *>(p.sorted)[p.sorter ? p.sorter[i] : i], p.order);
    }
    // Whether the value belongs behind an item.
    CUPY_DEVICE bool behind(const Key &other) const { return p.right ? !(value < other) : other < value; }
    CUPY_DEVICE int64 within(int64 low, int64 high) const {
        while (low < high) {
            const int64 middle = low + (high - low) / 2;
            if (behind(item(middle))) low = middle + 1;
            else high = middle;
        }
        return low;
    }
    CUPY_DEVICE void write(int64 i, int64 place) const {
        if (p.contains) write_found(i, place < p.length && item(place) == value);
        else static_cast<int64 *>(p.out)[i] = place;
    }
    CUPY_DEVICE void write_found(int64 i, bool same) const {
        static_cast<bool *>(p.out)[i] = (same && !key_of<T>::is_nan(value, p.order)) == (p.contains == 1);
    }
};

}  // namespace searches
}  // namespace cupy

#ifdef CUPY_HOST

namespace cupy {
namespace searches {

// Values in ascending order are common: then the last place bounds the next.
template <class T> void search(const Search &p, unsigned block, unsigned grid) {
    Bisection<T> bisection{p, {}};
    int64 place = 0;
    for (int64 i = p.size * block / grid; i < p.size * (block + 1) / grid; ++i) {
        const auto value = key_of<T>::get(static_cast<const T *>(p.values)[i], p.order);
        const bool ascends = !(value < bisection.value);
        bisection.value = value;
        place = ascends ? bisection.within(place, p.length) : bisection.within(0, place);
        bisection.write(i, place);
    }
}

}  // namespace searches
}  // namespace cupy

#define CUPY_SEARCH(name, T)                                                              \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Search)};             \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                 \
        cupy::searches::search<T>(*static_cast<const cupy::Search *>(params[0]), block, grid); \
    }

#else

namespace cupy {
namespace searches {

// As `within`, with all items of 16 bytes at a time: what a load costs is the number of lines it touches.
template <class T> CUPY_DEVICE int64 within_lines(const Bisection<T> &bisection, int64 low, int64 high) {
    constexpr int kItems = 16 / sizeof(T);
    struct alignas(16) Line {
        T items[kItems];
    };
    const Search &p = bisection.p;
    if (p.sorter || reinterpret_cast<uint64>(p.sorted) % 16) return bisection.within(low, high);
    while (low < high) {
        const int64 first = (low + (high - low) / 2) / kItems * kItems;
        if (first + kItems > p.length) return bisection.within(low, high);
        const Line line = *reinterpret_cast<const Line *>(static_cast<const T *>(p.sorted) + first);
        int count = 0;
        CUPY_UNROLL
        for (int k = 0; k < kItems; ++k) count += bisection.behind(key_of<T>::get(line.items[k], p.order));
        if (count == kItems) low = first + kItems;
        else if (count) return first + count;
        else high = first;
    }
    return low;
}

template <class T> CUPY_DEVICE void search(const Search &p) {
    using Key = typename key_of<T>::type;
    constexpr int kItems = kSearchBytes / sizeof(Key);
    CUPY_SHARED Key items[kItems];
    const int thread = platform::thread_index();
    const int count = p.length < kItems ? int(p.length) : kItems;
    Bisection<T> bisection{p, {}};
    // Item k stands at the place length * (k + 1) / (count + 1).
    const int64 step = p.length / (count + 1), rest = p.length % (count + 1);
    const auto place_of = [&](int k) { return step * (k + 1) + rest * (k + 1) / (count + 1); };
    for (int k = thread; k < count; k += kSearchThreads) items[k] = bisection.item(place_of(k));
    platform::barrier();
    const int64 threads = (int64)platform::block_count() * kSearchThreads;
    for (int64 i = (int64)platform::block_index() * kSearchThreads + thread; i < p.size; i += threads) {
        bisection.value = key_of<T>::get(static_cast<const T *>(p.values)[i], p.order);
        int low = 0, high = count;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (bisection.behind(items[middle])) low = middle + 1;
            else high = middle;
        }
        if (p.contains && count == p.length) {
            bisection.write_found(i, low < count && items[low] == bisection.value);
            continue;
        }
        const int64 first = low ? place_of(low - 1) + 1 : 0;
        bisection.write(i, within_lines(bisection, first, low < count ? place_of(low) : p.length));
    }
}

}  // namespace searches
}  // namespace cupy

#define CUPY_SEARCH(name, T)                                                              \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kSearchThreads)                                  \
        name(CUPY_GRID_CONSTANT const cupy::Search params) {                              \
        cupy::searches::search<T>(params);                                                \
    }

#endif
