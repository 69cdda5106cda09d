// The item of a given rank in a neighbourhood, whatever its size.
//
// Items are compared by keys: unsigned numbers in the order of the items.  The key of the rank is found bit by bit
// from the top, by counting the items below; nothing is stored, and the window is read once a bit.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "rank_key.hpp"

namespace cupy {
namespace ndimage {

template <class T, class O> CUPY_DEVICE void rank(const Neighborhood &p, long long i) {
    using Key = typename rank_key<T>::type;
    constexpr int kBits = 8 * sizeof(Key);
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
