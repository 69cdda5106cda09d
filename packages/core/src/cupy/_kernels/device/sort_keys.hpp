// Keys as unsigned integers whose order is that of the items; NaN is last.
#pragma once

#include "platform.hpp"
#include "sort_params.hpp"
#include "types/integers.hpp"

namespace cupy {

// Every NaN becomes the last key.  -0 comes just before +0; where both must be one key, `merge_zeros`.
template <class U> CUPY_DEVICE U encode_key(U x, const KeyOrder &order, bool merge_zeros) {
    const U sign = U(order.sign), mask = U(order.mask);
    if (merge_zeros && x == U(order.minus_zero)) x = 0;
    const U key = U(x ^ (x & sign ? U(order.flip_negative) : U(order.flip)));
    return U(x & U(mask ^ sign)) > U(order.infinity) ? mask : key;
}

template <class U> CUPY_DEVICE U decode_key(U key, const KeyOrder &order) {
    return U(key ^ (key & U(order.sign) ? U(order.flip) : U(order.flip_negative)));
}

// The key of -0 counts as that of +0, so that a stable sort keeps both where they are.
template <class U> CUPY_DEVICE U key_of_minus_zero(const KeyOrder &order) {
    return order.is_floating ? U(order.sign - 1) : U(order.sign);
}

template <class U> CUPY_DEVICE U load_key(const void *items, int size, int64 at) {
    switch (size) {
        case 1: return U(static_cast<const uint8 *>(items)[at]);
        case 2: return U(static_cast<const uint16 *>(items)[at]);
        case 4: return U(static_cast<const uint32 *>(items)[at]);
        default: return U(static_cast<const uint64 *>(items)[at]);
    }
}

template <class U> CUPY_DEVICE void store_key(void *items, int size, int64 at, U x) {
    switch (size) {
        case 1: static_cast<uint8 *>(items)[at] = uint8(x); break;
        case 2: static_cast<uint16 *>(items)[at] = uint16(x); break;
        case 4: static_cast<uint32 *>(items)[at] = uint32(x); break;
        default: static_cast<uint64 *>(items)[at] = uint64(x);
    }
}

}  // namespace cupy
