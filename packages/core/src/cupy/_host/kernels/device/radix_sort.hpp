// A long row by radix, least significant digit first, all threads together: each counts the digits of
// its part of the items (count), then writes them behind those of the parts before it (pass).
#pragma once

#include "device/sort_keys.hpp"

namespace cupy {

namespace sorting {

template <class U, bool Pairs> struct Digits {
    const U *keys;
    KeyOrder order;
    U minus_zero, plus_zero;
    bool first;
    int shift;

    Digits(const HostRadixSort &p)
        : keys(static_cast<const U *>(p.keys)), order(p.order), minus_zero(key_of_minus_zero<U>(p.order)),
          plus_zero(U(p.order.sign)), first(p.first), shift(8 * p.pass) {}
    U key(int64 i) const { return first ? encode_key(keys[i], order, Pairs) : keys[i]; }
    uint8 digit(U key) const { return uint8((!Pairs && key == minus_zero ? plus_zero : key) >> shift); }
};

template <class U, bool Pairs> void count_digits(const HostRadixSort &p, unsigned block, unsigned grid) {
    int64 counts[256] = {};
    const Digits<U, Pairs> digits(p);
    for (int64 i = p.length * block / grid; i < p.length * (block + 1) / grid; ++i)
        ++counts[digits.digit(digits.key(i))];
    for (int digit = 0; digit < 256; ++digit) p.counts[block * 256 + digit] = counts[digit];
}

template <class U, bool Pairs> void radix_pass(const HostRadixSort &p, unsigned block, unsigned grid) {
    int64 places[256], sum = 0;
    for (int digit = 0; digit < 256; ++digit) {
        for (unsigned b = 0; b < grid; ++b) {
            if (b == block) places[digit] = sum;
            sum += p.counts[b * 256 + digit];
        }
    }
    const Digits<U, Pairs> digits(p);
    U *keys_out = static_cast<U *>(p.keys_out);
    for (int64 i = p.length * block / grid; i < p.length * (block + 1) / grid; ++i) {
        const U key = digits.key(i);
        const int64 to = places[digits.digit(key)]++;
        if (keys_out) keys_out[to] = p.last ? decode_key(key, p.order) : key;
        if constexpr (Pairs) {
            const uint32 position = p.positions ? p.positions[i] : uint32(i);
            if (p.last) static_cast<int64 *>(p.positions_out)[to] = position;
            else static_cast<uint32 *>(p.positions_out)[to] = position;
        }
    }
}

}  // namespace sorting
}  // namespace cupy

#define CUPY_RADIX_SORT(name, function, U, Pairs)                                                \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::HostRadixSort)};                 \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        cupy::sorting::function<U, Pairs>(*static_cast<const cupy::HostRadixSort *>(params[0]), block, grid); \
    }
