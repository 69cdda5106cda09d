// Conversion between any two element types, with NumPy's results.
#pragma once

#include "types/complex.hpp"
#include "types/float16.hpp"
#include "types/integers.hpp"

namespace cupy {

namespace casts {

template <class To, class From> struct kind {
    static constexpr bool to_complex = is_complex<To>::value, from_complex = is_complex<From>::value;
    static constexpr bool to_bool = is_same<To, bool>::value || is_same<To, boolean>::value;
    static constexpr bool truncates = is_integer<To>::value && is_floating<From>::value;
};

// Out of range, a float becomes an integer by way of a wider signed one, on every processor alike.
template <class To, class From> CUPY_DEVICE To truncate(From x) {
    if constexpr (is_small_float<From>::value) {
        return truncate<To>((float)x);
    } else if constexpr (sizeof(To) == 8 && !is_signed<To>::value) {
        const From half = From(9223372036854775808.0);
        return x >= half ? (To)(int64)(x - half) ^ (To)1 << 63 : (To)(int64)x;
    } else if constexpr (sizeof(To) == 4 && !is_signed<To>::value) {
        return (To)(int64)x;
    } else if constexpr (sizeof(To) < 4) {
        return (To)(int32)x;
    } else {
        return (To)x;
    }
}

}  // namespace casts

template <class To, class From> CUPY_DEVICE To cast(From x) {
    using k = casts::kind<To, From>;
    if constexpr (is_same<To, From>::value) {
        return x;
    } else if constexpr (is_same<From, boolean>::value) {
        if constexpr (k::to_bool) return To((bool)x);
        else return cast<To>(x.truth());
    } else if constexpr (k::to_bool && k::from_complex) {
        return x.re != 0 || x.im != 0;
    } else if constexpr (k::to_bool && is_small_float<From>::value) {
        return (x.bits & 0x7fff) != 0;
    } else if constexpr (k::to_bool) {
        return x != 0;
    } else if constexpr (k::to_complex && k::from_complex) {
        using part = typename To::value_type;
        return To((part)x.re, (part)x.im);
    } else if constexpr (k::to_complex) {
        using part = typename To::value_type;
        return To(cast<part>(x), part(0));
    } else if constexpr (k::from_complex) {
        return cast<To>(x.re);
    } else if constexpr (k::truncates) {
        return casts::truncate<To>(x);
    } else if constexpr (is_small_float<From>::value && is_small_float<To>::value) {
        return To((float)x);
    } else if constexpr (is_same<From, bool>::value && is_floating<To>::value) {
        return To((int)x);      // GCC makes vectors of it, and none of a bool as it is
    } else {
        return To(x);
    }
}

}  // namespace cupy
