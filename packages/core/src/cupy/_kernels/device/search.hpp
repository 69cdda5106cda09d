// Where values belong in a sorted array, or whether they are in it, by bisection.
//
// On a GPU each block first reads some items of the sorted array, evenly spaced, into shared memory:
// most steps of each search stay there, and those of several values of a thread take turns.  What one
// compares are keys; an array too large for shared memory becomes keys before (encode).  Where few values
// are expected to be found, bits for the keys that are there tell it for most others.
#pragma once

#include "device/sort_keys.hpp"
#include "math/sort_keys.hpp"

namespace cupy {

struct Search {
    const void *sorted;
    const int64 *sorter;        // null: the array is sorted itself
    void *keys;                 // GPU: what `encode` makes of them, or null; ends with a whole chunk of the last keys
    const void *values;
    void *out;                  // int64 places, or bool
    int64 length, size;
    KeyOrder order;
    int right;                  // behind equal items
    int contains;               // 1: whether it is there, 2: whether it is not
    int filter, unused;         // whether bits tell what is not there
};

constexpr int kSearchThreads = 512;
constexpr int kSearchBytes = 48128;         // of shared memory for items
constexpr int kSearchFilter = 8192;         // words of bits; they take the place of items

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

#define CUPY_SEARCH(name, function, T)                                                    \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Search)};             \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                 \
        cupy::searches::function<T>(*static_cast<const cupy::Search *>(params[0]), block, grid); \
    }

#else

namespace cupy {
namespace searches {

CUPY_DEVICE uint32 mix(uint32 x) {
    x ^= x >> 15;
    x *= 0x9e3779b1u;
    return x ^ x >> 14;
}
template <class Key> CUPY_DEVICE uint32 hash(Key key) {
    if constexpr (sizeof(Key) == 8) return mix(uint32(key) ^ mix(uint32(key >> 32)));
    else return mix(key);
}
CUPY_DEVICE uint32 hash(const ComplexKey &key) { return mix(hash(key.high)) ^ hash(key.low); }

// Three bits of one word stand for a key: of those not there, few have all of them.
CUPY_DEVICE uint32 bits_of(uint32 hash) { return 1u << (hash & 31) | 1u << (hash >> 5 & 31) | 1u << (hash >> 10 & 31); }

template <class Key> CUPY_DEVICE Key key_behind(Key key) { return Key(key + 1); }
CUPY_DEVICE ComplexKey key_behind(ComplexKey key) { return {key.high + (key.low == ~0ull), key.low + 1}; }

// Keys in memory, in chunks, and the first of every `stride` chunks, `count` of them, in shared memory;
// if stride is 0, all keys are there and `keys` is not used.
template <class Key> struct Samples {
    static constexpr int kChunk = sizeof(Key) < 4 ? 8 : 32 / sizeof(Key);       // what one transaction reads
    struct alignas(sizeof(Key) * kChunk / 2) Half {
        Key keys[kChunk / 2];
    };
    const Key *keys, *items;
    unsigned chunks, stride;
    int count;

    // For `kQueries` values at once: the number of lesser keys.
    template <int kQueries> CUPY_DEVICE void places(const Key (&value)[kQueries], int64 (&place)[kQueries]) const {
        int sample[kQueries] = {};
        CUPY_NO_UNROLL
        for (int rest = count; rest > 1; rest -= rest / 2) {
            CUPY_UNROLL
            for (int q = 0; q < kQueries; ++q)
                sample[q] += items[sample[q] + rest / 2] < value[q] ? rest / 2 : 0;
        }
        if (stride == 0) {
            CUPY_UNROLL
            for (int q = 0; q < kQueries; ++q) place[q] = sample[q] + (count && items[sample[q]] < value[q]);
            return;
        }
        unsigned low[kQueries], high[kQueries];
        int within[kQueries] = {};
        bool left = true;
        CUPY_UNROLL
        for (int q = 0; q < kQueries; ++q) {
            low[q] = sample[q] * stride;
            high[q] = low[q] + stride < chunks ? low[q] + stride : chunks;
        }
        while (left) {
            Half chunk[kQueries][2];
            left = false;
            CUPY_UNROLL
            for (int q = 0; q < kQueries; ++q) {
                if (low[q] >= high[q]) continue;
                const Half *from = reinterpret_cast<const Half *>(keys + (int64)((low[q] + high[q]) / 2) * kChunk);
                chunk[q][0] = from[0], chunk[q][1] = from[1];
            }
            CUPY_UNROLL
            for (int q = 0; q < kQueries; ++q) {
                if (low[q] >= high[q]) continue;
                const unsigned middle = (low[q] + high[q]) / 2;
                int lesser = 0;
                CUPY_UNROLL
                for (int k = 0; k < kChunk; ++k) lesser += chunk[q][k / (kChunk / 2)].keys[k % (kChunk / 2)] < value[q];
                low[q] = lesser == 0 ? low[q] : lesser == kChunk ? middle + 1 : middle;
                high[q] = lesser == kChunk ? high[q] : middle;
                within[q] = lesser % kChunk;
                left = left || low[q] < high[q];
            }
        }
        CUPY_UNROLL
        for (int q = 0; q < kQueries; ++q) place[q] = (int64)low[q] * kChunk + within[q];
    }
};

template <class T> CUPY_DEVICE void search(const Search &p) {
    using Key = typename key_of<T>::type;
    constexpr int kItems = kSearchBytes / sizeof(Key), kQueries = 2;
    CUPY_SHARED uint64 memory[kSearchBytes / 8];
    Key *items = reinterpret_cast<Key *>(memory);
    uint32 *bits = reinterpret_cast<uint32 *>(memory + kSearchBytes / 8) - kSearchFilter;
    const int thread = platform::thread_index();
    const KeyOrder order = p.order;
    Samples<Key> samples{static_cast<const Key *>(p.keys), items, 0, 0, int(p.length)};
    if (p.keys) {
        const unsigned room = p.filter ? kItems - 4 * kSearchFilter / sizeof(Key) : kItems;
        samples.chunks = unsigned((p.length + samples.kChunk - 1) / samples.kChunk);
        samples.stride = (samples.chunks + room - 1) / room;
        samples.count = int((samples.chunks + samples.stride - 1) / samples.stride);
    }
    Bisection<T> bisection{p, {}};
    for (int k = thread; k < samples.count; k += kSearchThreads)
        items[k] = p.keys ? samples.keys[(int64)k * samples.stride * samples.kChunk] : bisection.item(k);
    if (p.filter) {
        for (int k = thread; k < kSearchFilter; k += kSearchThreads) bits[k] = 0;
        platform::barrier();
        for (int64 k = thread; k < p.length; k += kSearchThreads) {
            const uint32 h = hash(samples.keys[k]);
            platform::set_bits(bits + (h >> 15) % kSearchFilter, bits_of(h));
        }
    }
    platform::barrier();
    const T *values = static_cast<const T *>(p.values);
    const int64 tile = kQueries * kSearchThreads, step = platform::block_count() * tile;
    for (int64 base = platform::block_index() * tile + thread; base < p.size; base += step) {
        Key value[kQueries];
        bool wanted[kQueries];
        CUPY_UNROLL
        for (int q = 0; q < kQueries; ++q) {
            const int64 i = base + q * kSearchThreads;
            wanted[q] = i < p.size;
            value[q] = key_of<T>::get(values[wanted[q] ? i : base], order);
        }
        if (p.filter) {
            CUPY_UNROLL
            for (int q = 0; q < kQueries; ++q) {
                if (!wanted[q]) continue;
                const uint32 h = hash(value[q]), own = bits_of(h);
                bool same = (bits[(h >> 15) % kSearchFilter] & own) == own;
                if (same) {
                    const Key one[1] = {value[q]};
                    int64 place[1];
                    samples.places(one, place);
                    same = place[0] < p.length && samples.keys[place[0]] == value[q]
                           && !key_of<T>::is_nan(value[q], order);
                }
                static_cast<bool *>(p.out)[base + q * kSearchThreads] = same == (p.contains == 1);
            }
            continue;
        }
        int64 place[kQueries];
        bool is_last[kQueries];
        CUPY_UNROLL
        for (int q = 0; q < kQueries; ++q) {
            const Key behind = key_behind(value[q]);
            is_last[q] = p.right && behind < value[q];
            if (p.right && !is_last[q]) value[q] = behind;
        }
        samples.places(value, place);
        CUPY_UNROLL
        for (int q = 0; q < kQueries; ++q) {
            if (!wanted[q]) continue;
            const int64 i = base + q * kSearchThreads, at = place[q] < p.length && !is_last[q] ? place[q] : p.length;
            if (!p.contains) {
                static_cast<int64 *>(p.out)[i] = at;
                continue;
            }
            const bool same = at < p.length && (p.keys ? samples.keys[at] : items[at]) == value[q];
            static_cast<bool *>(p.out)[i] = (same && !key_of<T>::is_nan(value[q], order)) == (p.contains == 1);
        }
    }
}

template <class T> CUPY_DEVICE void encode(const Search &p) {
    using Key = typename key_of<T>::type;
    constexpr int kChunk = Samples<Key>::kChunk;
    const Bisection<T> bisection{p, {}};
    Key *keys = static_cast<Key *>(p.keys);
    const int64 end = (p.length + kChunk - 1) / kChunk * kChunk;
    const int64 threads = (int64)platform::block_count() * kSearchThreads;
    for (int64 i = (int64)platform::block_index() * kSearchThreads + platform::thread_index(); i < end; i += threads)
        keys[i] = bisection.item(i < p.length ? i : p.length - 1);
}

}  // namespace searches
}  // namespace cupy

#define CUPY_SEARCH(name, function, T)                                                    \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kSearchThreads, 3)                             \
        name(CUPY_GRID_CONSTANT const cupy::Search params) {                              \
        cupy::searches::function<T>(params);                                              \
    }

#endif
