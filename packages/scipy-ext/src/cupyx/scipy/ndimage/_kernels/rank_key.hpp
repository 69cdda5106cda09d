// Numbers as unsigned integers in the same order; NaN lies behind infinity.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

template <int bytes> struct key_word;
template <> struct key_word<1> { using type = uint8; };
template <> struct key_word<2> { using type = uint16; };
template <> struct key_word<4> { using type = uint32; };
template <> struct key_word<8> { using type = uint64; };

template <class T> struct rank_key {
    using type = typename key_word<sizeof(T)>::type;
    static constexpr type kTop = type(type(1) << (8 * sizeof(T) - 1));

    static CUPY_DEVICE type of(T value) {
        if constexpr (is_integer<T>::value) {
            return is_signed<T>::value ? type(type(value) ^ kTop) : type(value);
        } else if constexpr (sizeof(T) == 1) {
            return type(value);
        } else {
            const type bits = platform::bits_as<type>(value);
            const type negative = type(type(0) - type(bits >> (8 * sizeof(T) - 1)));
            return value != value ? type(~type(0)) : type(bits ^ (negative | kTop));
        }
    }
    static CUPY_DEVICE T item(type key) {
        if constexpr (is_integer<T>::value) {
            return T(is_signed<T>::value ? type(key ^ kTop) : key);
        } else if constexpr (sizeof(T) == 1) {
            return key != 0;
        } else {
            return platform::bits_as<T>(key & kTop ? type(key ^ kTop) : type(~key));
        }
    }
};

}  // namespace ndimage
}  // namespace cupy
