// float16 and bfloat16 of other numbers, rounded in a direction.
#pragma once

#include "types/float16.hpp"
#include "toolkit_begin.hpp"

namespace cupy {
namespace simt {

enum Direction { nearest, toward_zero, upward, downward };

// Halves are ordered as their bits are, but for the sign.
template <class H> CUPY_SIMT_INLINE H neighbour(H x, bool up) {
    if (!(x.bits & 0x7fff)) return H::from_bits(up ? 1 : 0x8001);
    return H::from_bits(uint16(x.bits + ((x.bits >> 15) != up ? 1 : -1)));
}

// Through float whose last bit says whether something is missing, so that the second rounding is the only one.
template <class H> CUPY_SIMT_INLINE H half_of(double x, Direction way) {
    const float cut = __double2float_rz(x);
    const bool rest = double(cut) != x && cut == cut;
    const H near = H(rest ? platform::bits_as<float>(platform::bits_as<unsigned>(cut) | 1u) : cut);
    const double missing = x - double(float(near));         // none of an infinity: NaN
    if (way == toward_zero) way = near.bits >> 15 ? upward : downward;
    if (way == upward && missing > 0) return neighbour(near, true);
    return way == downward && missing < 0 ? neighbour(near, false) : near;
}

// A whole number in double whose last bit says whether something is missing.
CUPY_SIMT_INLINE double sticky(long long x) {
    const double cut = __ll2double_rz(x);
    return (long long)cut == x ? cut
                               : platform::bits_as<double>(platform::bits_as<unsigned long long>(cut) | 1ull);
}
CUPY_SIMT_INLINE double sticky(unsigned long long x) {
    const double cut = __ull2double_rz(x);
    return (unsigned long long)cut == x ? cut
                                        : platform::bits_as<double>(platform::bits_as<unsigned long long>(cut) | 1ull);
}

// A whole number within the range of a narrow type.
template <class I> CUPY_SIMT_INLINE I limited(int x) {
    constexpr int bits = 8 * sizeof(I), least = I(-1) < I(0) ? -(1 << (bits - 1)) : 0, most = least + (1 << bits) - 1;
    return I(x < least ? least : x > most ? most : x);
}

}  // namespace simt
}  // namespace cupy

#include "toolkit_end.hpp"
