// Where values belong in a sorted array, or whether they are in it, by bisection.
//
// On a GPU each block first reads some items of the sorted array, evenly spaced, into shared memory:
// most steps of each search stay there.  What one compares are keys; an array too large for shared memory
// becomes keys before (encode).  Bits for a few keys that are there tell of most values that they are not.
#pragma once

#include "device/sort_keys.hpp"
#include "math/sort_keys.hpp"
#include "tuning/search.hpp"

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
};

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
        if (p.sorter) {
            i = p.sorter[i];
            if ((uint64)i >= (uint64)p.length) i = 0;       // a sorter of the user's: never memory of others
        }
        return key_of<T>::get(static_cast<const T *>(p.sorted)[i], p.order);
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

// What the processor calculates with as numbers of so many bytes.
template <int size> struct numbers_of { using floating = void; using integer = void; };
template <> struct numbers_of<1> { using floating = void; using integer = int8; };
template <> struct numbers_of<2> { using floating = void; using integer = int16; };
template <> struct numbers_of<4> { using floating = float; using integer = int32; };
template <> struct numbers_of<8> { using floating = double; using integer = int64; };

// Items as the processor's own numbers, which it compares in one step where the value is no NaN.
template <class V, bool Right, bool Sorter> struct Numbers {
    using Truth = typename numbers_of<sizeof(V)>::integer;
    const Search p;     // a copy, which no result may overwrite
    V value;

    V get(int64 i) const { return static_cast<const V *>(p.values)[i]; }
    V item(int64 i) const {
        if (Sorter) {
            i = p.sorter[i];
            if ((uint64)i >= (uint64)p.length) i = 0;
        }
        return static_cast<const V *>(p.sorted)[i];
    }
    bool is_nan() const { return value != value; }
    template <bool Nan> bool behind(V other) const {
        if (Nan) return Right || other == other;
        return Right ? other <= value : other < value;
    }
    static bool before(V a, V b) { return (a < b) | ((b != b) & (a == a)); }
    void write(int64 i, int64 place) const {
        if (p.contains) static_cast<bool *>(p.out)[i] = (place < p.length && item(place) == value) == (p.contains == 1);
        else static_cast<int64 *>(p.out)[i] = place;
    }
};

template <class T> struct Keys : Bisection<T> {
    using Key = typename Bisection<T>::Key;
    using Truth = int;

    explicit Keys(const Search &p) : Bisection<T>{p, {}} {}
    Key get(int64 i) const { return key_of<T>::get(static_cast<const T *>(this->p.values)[i], this->p.order); }
    static bool is_nan() { return false; }
    template <bool> bool behind(const Key &other) const { return Bisection<T>::behind(other); }
    static bool before(const Key &a, const Key &b) { return a < b; }
};

template <bool Nan, class Items> int64 within(const Items &items, int64 low, int64 high) {
    while (low < high) {
        const int64 middle = low + ((high - low) >> 1);
        if (items.template behind<Nan>(items.item(middle))) low = middle + 1;
        else high = middle;
    }
    return low;
}

// The same steps without a branch, which random values mispredict.
template <bool Nan, class Items> int64 within_near(const Items &items, int64 low, int64 high) {
    while (low < high) {
        const int64 middle = low + ((high - low) >> 1), behind = -int64(items.template behind<Nan>(items.item(middle)));
        low = (low & ~behind) | ((middle + 1) & behind);
        high = (high & behind) | (middle & ~behind);
    }
    return low;
}

// Each place bounds the next by NumPy's rule: what is found in an array that is not sorted depends on it.
template <bool Nan, class Items, class Value>
void find_next(const Items &items, const Value &last, int64 &low, int64 &high, bool near) {
    const int64 length = items.p.length;
    if (items.template behind<Nan>(last)) {
        low = within<Nan>(items, low, length);
    } else {
        high = high < length ? high + 1 : length;
        low = near ? within_near<Nan>(items, 0, high) : within<Nan>(items, 0, high);
    }
    high = low;
}

template <class Items> bool ascend(const Items &items) {
    constexpr int64 kTogether = 1024;
    const int64 length = items.p.length;
    for (int64 first = 1; first < length; first += kTogether) {
        typename Items::Truth falls = 0;        // as wide as an item, so that many are looked at together
        for (int64 i = first, stop = length - first < kTogether ? length : first + kTogether; i < stop; ++i)
            falls |= Items::before(items.item(i), items.item(i - 1)) ? 1 : 0;
        if (falls) return false;
    }
    return true;
}

// In an array that ascends all ways lead to one place: from the one before in growing steps, …
template <bool Nan, class Items> int64 onwards(const Items &items, int64 low) {
    int64 step = 1;
    const int64 length = items.p.length;
    while (low + step <= length && items.template behind<Nan>(items.item(low + step - 1))) {
        low += step;
        step *= 2;
    }
    return within<Nan>(items, low, low + step <= length ? low + step - 1 : length);
}

// … or for several values side by side, whose loads do not wait for one another.
constexpr int kSideBySide = 8;
template <class Items, class Value> void side_by_side(Items &items, const Value *values, int64 *low) {
    for (int k = 0; k < kSideBySide; ++k) low[k] = 0;
    for (int64 left = items.p.length; left > 0;) {          // places lie from `low` to `left` items on
        const int64 half = (left + 1) >> 1;
        for (int k = 0; k < kSideBySide; ++k) {
            items.value = values[k];
            low[k] += half & -int64(items.template behind<false>(items.item(low[k] + half - 1)));
        }
        left -= half;
    }
}

template <class Items> void search_ascending(Items &items, int64 first, int64 last) {
    auto before = items.get(first);
    int64 places[kSideBySide] = {};
    for (int64 i = first; i < last; i += kSideBySide) {
        const int count = last - i < kSideBySide ? int(last - i) : kSideBySide;
        decltype(before) values[kSideBySide];
        bool ascends = true, special = count < kSideBySide;
        for (int k = 0; k < count; ++k) {
            items.value = values[k] = items.get(i + k);
            special |= items.is_nan();
            ascends &= !Items::before(values[k], k ? values[k - 1] : before);
        }
        int64 place = places[kSideBySide - 1];
        if (!ascends && !special) side_by_side(items, values, places);
        for (int k = 0; k < count; ++k) {
            items.value = values[k];
            if (ascends || special) {
                if (Items::before(values[k], before)) place = 0;
                place = items.is_nan() ? onwards<true>(items, place) : onwards<false>(items, place);
                places[k] = place;
                before = values[k];
            }
            items.write(i + k, places[k]);
        }
        before = values[count - 1];
    }
}

// One after the other, each of which bounds the next.
template <class Items> void search_in_turn(Items &items, int64 first, int64 last) {
    const bool near = items.p.length * int64(sizeof(items.value)) <= 1 << 20;   // else a guess begins the next load
    int64 low = 0, high = items.p.length;
    items.value = items.get(first);
    for (int64 i = first; i < last; ++i) {
        const auto before = items.value;
        items.value = items.get(i);
        if (items.is_nan()) find_next<true>(items, before, low, high, near);
        else find_next<false>(items, before, low, high, near);
        items.write(i, low);
    }
}

template <class Items> void search_by(Items items, unsigned block, unsigned grid) {
    const Search &p = items.p;
    const int64 first = p.size * block / grid, last = p.size * (block + 1) / grid;
    const bool few = p.length / 8 > p.size;     // else a look at all items costs little beside the search
    if (p.contains || (!few && ascend(items))) {
        search_ascending(items, first, last);
    } else if (few) {
        search_in_turn(items, first, last);
    } else if (!block) {                                            // an order that threads do not share
        search_in_turn(items, 0, p.size);
    }
}

template <class V, bool Right> void search_side(const Search &p, unsigned block, unsigned grid) {
    if (p.sorter) search_by(Numbers<V, Right, true>{p, {}}, block, grid);
    else search_by(Numbers<V, Right, false>{p, {}}, block, grid);
}

template <class V> void search_numbers(const Search &p, unsigned block, unsigned grid) {
    if (p.right) search_side<V, true>(p, block, grid);
    else search_side<V, false>(p, block, grid);
}

template <class T> void search(const Search &p, unsigned block, unsigned grid) {
    using Floating = typename numbers_of<sizeof(T)>::floating;
    using Integer = typename numbers_of<sizeof(T)>::integer;
    if constexpr (is_same<Integer, void>::value) {
        search_by(Keys<T>(p), block, grid);
    } else if (p.order.is_floating) {
        if constexpr (is_same<Floating, void>::value) search_by(Keys<T>(p), block, grid);
        else search_numbers<Floating>(p, block, grid);
    } else if (p.order.flip) {
        search_numbers<Integer>(p, block, grid);
    } else {
        search_numbers<T>(p, block, grid);
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

    // The number of lesser keys.
    CUPY_DEVICE int64 place(const Key &value) const {
        int sample = 0;
        CUPY_NO_UNROLL
        for (int rest = count; rest > 1;) {
            // Odd steps: those of a power of two would end in one bank of shared memory.
            const int half = (rest / 2 - 1) | 1;
            sample += items[sample + half] < value ? half : 0;
            rest -= half;
        }
        if (stride == 0) return sample + (count && items[sample] < value);
        const unsigned low = sample * stride;
        return within(value, low, low + stride < chunks ? low + stride : chunks);
    }
    CUPY_DEVICE int64 within(const Key &value, unsigned low, unsigned high) const {
        while (low < high) {
            const unsigned middle = (low + high) / 2;
            const Half *from = reinterpret_cast<const Half *>(keys + (int64)middle * kChunk);
            const Half chunk[2] = {from[0], from[1]};
            int lesser = 0;
            CUPY_UNROLL
            for (int k = 0; k < kChunk; ++k) lesser += chunk[k / (kChunk / 2)].keys[k % (kChunk / 2)] < value;
            if (lesser == kChunk) low = middle + 1;
            else if (lesser == 0) high = middle;
            else return (int64)middle * kChunk + lesser;
        }
        return (int64)low * kChunk;
    }
};

template <class T> CUPY_DEVICE void search(const Search &p) {
    using Key = typename key_of<T>::type;
    constexpr int kItems = kSearchBytes / sizeof(Key);
    CUPY_SHARED uint64 memory[kSearchBytes / 8];
    Key *items = reinterpret_cast<Key *>(memory);
    const int thread = platform::thread_index();
    const KeyOrder order = p.order;
    Samples<Key> samples{static_cast<const Key *>(p.keys), items, 0, 0, int(p.length)};
    if (p.keys) {
        samples.chunks = unsigned((p.length + samples.kChunk - 1) / samples.kChunk);
        samples.stride = (samples.chunks + kItems - 1) / kItems;
        samples.count = int((samples.chunks + samples.stride - 1) / samples.stride);
    }
    Bisection<T> bisection{p, {}};
    for (int k = thread; k < samples.count; k += kSearchThreads)
        items[k] = p.keys ? samples.keys[(int64)k * samples.stride * samples.kChunk] : bisection.item(k);
    platform::barrier();
    const int64 threads = (int64)platform::block_count() * kSearchThreads;
    for (int64 i = (int64)platform::block_index() * kSearchThreads + thread; i < p.size; i += threads) {
        Key value = key_of<T>::get(static_cast<const T *>(p.values)[i], order);
        bool is_last = false;
        if (p.right) {
            const Key behind = key_behind(value);
            is_last = behind < value;
            if (!is_last) value = behind;
        }
        int64 at = samples.place(value);
        if (at > p.length || is_last) at = p.length;
        if (!p.contains) {
            static_cast<int64 *>(p.out)[i] = at;
            continue;
        }
        const bool same = at < p.length && (p.keys ? samples.keys[at] : items[at]) == value;
        static_cast<bool *>(p.out)[i] = (same && !key_of<T>::is_nan(value, order)) == (p.contains == 1);
    }
}

// Whether values are there, most of which are not.
template <class T> CUPY_DEVICE void filter(const Search &p) {
    using Key = typename key_of<T>::type;
    constexpr int kRun = 16 / sizeof(T), kRuns = search_runs(sizeof(T));
    struct alignas(16) Run {
        T values[kRun];
    };
    struct alignas(kRun) Found {
        bool found[kRun];
    };
    CUPY_SHARED uint32 bits[kSearchFilter];
    const int thread = platform::thread_index();
    const KeyOrder order = p.order;
    const Samples<Key> samples{static_cast<const Key *>(p.keys), nullptr, 0, 0, 0};
    const unsigned chunks = unsigned((p.length + samples.kChunk - 1) / samples.kChunk);
    for (int k = thread; k < kSearchFilter; k += kSearchThreads) bits[k] = 0;
    platform::barrier();
    for (int64 k = thread; k < p.length; k += kSearchThreads) {
        const uint32 h = hash(samples.keys[k]);
        platform::set_bits(bits + (h >> 15) % kSearchFilter, bits_of(h));
    }
    platform::barrier();
    const bool wanted = p.contains == 1;
    // A pointer: where this is no part of the kernel's own body, shared memory would count for every kernel (HIP).
    const uint32 *const seen = bits;
    const auto test = [&](T item) {
        const Key value = key_of<T>::get(item, order);
        const uint32 h = hash(value), own = bits_of(h);
        bool same = (seen[(h >> 15) % kSearchFilter] & own) == own;
        if (same) {
            const int64 at = samples.within(value, 0, chunks);
            same = at < p.length && samples.keys[at] == value && !key_of<T>::is_nan(value, order);
        }
        return same == wanted;
    };
    const T *values = static_cast<const T *>(p.values);
    bool *out = static_cast<bool *>(p.out);
    const int64 tile = kSearchThreads * kRuns * kRun;
    for (int64 base = platform::block_index() * tile; base < p.size; base += platform::block_count() * tile) {
        if (base + tile <= p.size && reinterpret_cast<uint64>(values) % 16 == 0) {
            Run run[kRuns];
            CUPY_UNROLL
            for (int r = 0; r < kRuns; ++r)
                run[r] = reinterpret_cast<const Run *>(values + base)[r * kSearchThreads + thread];
            CUPY_UNROLL
            for (int r = 0; r < kRuns; ++r) {
                Found found;
                CUPY_UNROLL
                for (int k = 0; k < kRun; ++k) found.found[k] = test(run[r].values[k]);
                reinterpret_cast<Found *>(out + base)[r * kSearchThreads + thread] = found;
            }
        } else {
            const int64 end = base + tile < p.size ? base + tile : p.size;
            CUPY_NO_UNROLL
            for (int64 i = base + thread; i < end; i += kSearchThreads) out[i] = test(values[i]);
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
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kSearchThreads, 4)                             \
        name(CUPY_GRID_CONSTANT const cupy::Search params) {                              \
        cupy::searches::function<T>(params);                                              \
    }

#endif
