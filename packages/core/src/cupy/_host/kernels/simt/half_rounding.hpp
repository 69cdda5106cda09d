// float16 and bfloat16 of other numbers, rounded in a direction.
#pragma once

#include "simt/atomics.hpp"
#include "simt/rounding.hpp"
#include "types/float16.hpp"

namespace cupy {
namespace simt {

// Halves are ordered as their bits are, but for the sign.
template <class H> CUPY_SIMT_INLINE H neighbour(H x, bool up) {
    if (!(x.bits & 0x7fff)) return H::from_bits(up ? 1 : 0x8001);
    return H::from_bits(uint16(x.bits + ((x.bits >> 15) != up ? 1 : -1)));
}
template <class H> CUPY_SIMT_INLINE H half_direct(H near, double, to_nearest) { return near; }
template <class H> CUPY_SIMT_INLINE H half_direct(H near, double missing, upwards) {
    return missing > 0 ? neighbour(near, true) : near;
}
template <class H> CUPY_SIMT_INLINE H half_direct(H near, double missing, downwards) {
    return missing < 0 ? neighbour(near, false) : near;
}
template <class H> CUPY_SIMT_INLINE H half_direct(H near, double missing, to_zero) {
    const bool negative = near.bits >> 15, inexact = negative ? missing > 0 : missing < 0;
    return inexact ? neighbour(near, negative) : near;
}

// Through float whose last bit says whether something is missing, so that the second rounding is the only one.
template <class H, class Way> CUPY_SIMT_INLINE H half_of(double x, Way way) {
    const float cut = narrow(x, to_zero());
    const bool rest = double(cut) != x && cut == cut;
    const H near = H(rest ? platform::bits_as<float>(platform::bits_as<unsigned>(cut) | 1u) : cut);
    return half_direct(near, back_from(float(near), x - double(float(near)), all_finite(x)), way);
}

// A whole number in double whose last bit says whether something is missing.
template <class I> CUPY_SIMT_INLINE double sticky(I x) {
    const double cut = of_whole<double>(x, to_zero());
    if (__int128(cut) == __int128(x)) return cut;
    return platform::bits_as<double>(platform::bits_as<unsigned long long>(cut) | 1ull);
}

}  // namespace simt
}  // namespace cupy
