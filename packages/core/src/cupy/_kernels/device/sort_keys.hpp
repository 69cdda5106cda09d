// Keys as unsigned integers whose order is that of the items; NaN is last.
#pragma once

#include "platform.hpp"
#include "types/integers.hpp"

namespace cupy {

enum KeyKind : int { kUnsignedKeys = 0, kSignedKeys = 1, kFloatingKeys = 2 };

struct KeyOrder {
    uint64 sign;                // its highest bit
    uint64 mask;                // all bits of an item
    uint64 infinity;            // bits of a floating infinity
    int kind;
    int size;                   // bytes of an item
};

// Every NaN becomes the last key.  -0 comes just before +0; where both must be one key, `merge_zeros`.
template <class U> CUPY_DEVICE U encode_key(U x, const KeyOrder &order, bool merge_zeros) {
    const U sign = U(order.sign), mask = U(order.mask);
    if (order.kind == kUnsignedKeys) return x;
    if (order.kind == kSignedKeys) return U(x ^ sign);
    if (U(x & U(mask ^ sign)) > U(order.infinity)) return mask;
    if (merge_zeros && x == sign) return sign;
    return x & sign ? U(~x & mask) : U(x | sign);
}

template <class U> CUPY_DEVICE U decode_key(U key, const KeyOrder &order) {
    const U sign = U(order.sign), mask = U(order.mask);
    if (order.kind == kUnsignedKeys) return key;
    if (order.kind == kSignedKeys) return U(key ^ sign);
    return key & sign ? U(key ^ sign) : U(~key & mask);
}

// The key of -0 counts as that of +0, so that a stable sort keeps both where they are.
template <class U> CUPY_DEVICE U key_of_minus_zero(const KeyOrder &order) {
    return order.kind == kFloatingKeys ? U(order.sign - 1) : U(order.sign);
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

// Rows of `length` items, one behind the other; either the sorted items or their positions are written.
struct SortRows {
    const void *input;
    void *items;
    int64 *positions;
    void *scratch;              // host: of each block, `scratch_bytes`
    int64 rows, length, scratch_bytes;
    KeyOrder order;
    int levels;                 // a row is padded to 2**levels items
    int unused;
};

}  // namespace cupy
