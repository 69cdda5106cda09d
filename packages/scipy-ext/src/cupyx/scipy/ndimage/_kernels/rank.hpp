// The item of a given rank in a neighbourhood, whatever its size.
//
// Items are compared by keys: unsigned numbers in the order of the items.  The key of the rank is found bit by bit
// from the top, by counting the items below; nothing is stored, and the window is read once a bit. The host stores
// the keys and selects among them.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "rank_key.hpp"

namespace cupy {
namespace ndimage {

#ifdef CUPY_HOST
// The key of a rank by Hoare's selection; keys are moved about.
template <class Key> Key select(Key *keys, int count, int rank) {
    int low = 0, high = count - 1;
    while (low < high) {
        const Key a = keys[low], b = keys[(low + high) / 2], c = keys[high];
        const Key pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
        int i = low, j = high;
        while (i <= j) {
            while (keys[i] < pivot) ++i;
            while (pivot < keys[j]) --j;
            if (i > j) break;
            const Key held = keys[i];
            keys[i++] = keys[j];
            keys[j--] = held;
        }
        if (rank <= j) high = j;
        else if (rank >= i) low = i;
        else break;
    }
    return keys[rank];
}
#endif

template <class T, class O> CUPY_DEVICE void rank(const Neighborhood &p, long long i) {
    using Key = typename rank_key<T>::type;
    constexpr int kBits = 8 * sizeof(Key);
#ifdef CUPY_HOST
    constexpr int kStored = 4096;
    if (p.taps <= kStored) {
        Key keys[kStored];
        neighbors<T>(p, i, [&](int tap, T value) {
            keys[tap] = rank_key<T>::of(value);
            return true;
        });
        static_cast<O *>(p.output)[i] = cast<O>(rank_key<T>::item(select(keys, p.taps, p.rank)));
        return;
    }
#endif
    Key low = Key(~Key(0)), high = 0;
    neighbors<T>(p, i, [&](int, T value) {
        const Key key = rank_key<T>::of(value);
        low = key < low ? key : low;
        high = key > high ? key : high;
        return true;
    });
    // Bits that all items share are known.
    Key found = low;
    int bit = kBits - 1;
    while (bit >= 0 && (low >> bit & 1) == (high >> bit & 1)) --bit;
    found = bit + 1 < kBits ? Key(low >> (bit + 1) << (bit + 1)) : Key(0);
    for (; bit >= 0; --bit) {
        const Key middle = Key(found | Key(1) << bit);
        int below = 0;
        neighbors<T>(p, i, [&](int, T value) {
            below += rank_key<T>::of(value) < middle;
            return true;
        });
        if (below <= p.rank) found = middle;
    }
    static_cast<O *>(p.output)[i] = cast<O>(rank_key<T>::item(found));
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::rank<T, O>)
