// Where a thread is, what threads wait for, and small arithmetic, by cub's names.
#pragma once

#include "toolkit_begin.hpp"

namespace cub {

inline unsigned LaneId() { return unsigned(cupy::simt::lane()); }
inline unsigned WarpId() { return cupy::simt::thread_number() / 32; }
inline int RowMajorTid(int, int, int) { return int(cupy::simt::thread_number()); }
inline void CTA_SYNC() { __syncthreads(); }
inline void WARP_SYNC(unsigned mask) { __syncwarp(mask); }
inline unsigned LaneMaskLt() { return (1u << cupy::simt::lane()) - 1; }
inline unsigned LaneMaskLe() { return ~0u >> (31 - cupy::simt::lane()); }
inline unsigned LaneMaskGt() { return ~LaneMaskLe(); }
inline unsigned LaneMaskGe() { return ~LaneMaskLt(); }
template <class T> unsigned BFE(T word, unsigned first, unsigned count) {
    return unsigned(word >> first) & (count < 32 ? (1u << count) - 1 : ~0u);
}

template <class N, class D> constexpr N DivideAndRoundUp(N n, D d) { return n / d + (n % d != 0); }
template <int n, int power = 0> struct Log2 {
    enum { VALUE = (1 << power) < n ? Log2<n, ((1 << power) < n ? power + 1 : -1)>::VALUE : power };
};
template <int n> struct Log2<n, -1> { enum { VALUE = -1 }; };
template <int n> struct PowerOfTwo { enum { VALUE = n > 0 && !(n & (n - 1)) }; };

}  // namespace cub

#include "toolkit_end.hpp"
