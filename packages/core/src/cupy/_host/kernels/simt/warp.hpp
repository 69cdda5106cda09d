// Exchange between the lanes of a warp.
#pragma once

namespace cupy {
namespace simt {

CUPY_SIMT_INLINE int lane() { return int(thread_number() % 32); }

// Values of up to 8 bytes travel as bits.
template <class T> CUPY_SIMT_INLINE T shuffle(unsigned mask, T value, int source) {
    static_assert(sizeof(T) <= 8, "a shuffle moves values of up to 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    bits = cupy_simt_wait(kShuffle, mask, bits, source);
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}

// The lane itself when `source` leaves its part of the warp.
CUPY_SIMT_INLINE int within(int source, int width) {
    const int first = lane() & ~(width - 1);
    return source >= first && source < first + width ? source : lane();
}

// Which lanes of the mask say yes.
CUPY_SIMT_INLINE unsigned votes(unsigned mask, int predicate) {
    return unsigned(cupy_simt_wait(kBallot, mask, predicate != 0, 0));
}
CUPY_SIMT_INLINE unsigned active() { return unsigned(cupy_simt_wait(kActive, 0, 0, 0)); }

template <class T, class Combine>
CUPY_SIMT_INLINE T reduce(unsigned mask, T value, Combine combine) {
    bool first = true;
    T total = value;
    for (int from = 0; from < 32; ++from) {
        if (!(mask >> from & 1)) continue;
        const T other = shuffle(mask, value, from);
        total = first ? other : combine(total, other);
        first = false;
    }
    return total;
}

}  // namespace simt
}  // namespace cupy

CUPY_SIMT_INLINE void __syncwarp(unsigned mask = ~0u) { cupy_simt_wait(cupy::simt::kWarpSync, mask, 0, 0); }
CUPY_SIMT_INLINE unsigned __activemask() { return cupy::simt::active(); }

template <class T> CUPY_SIMT_INLINE T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
    const int first = cupy::simt::lane() & ~(width - 1);
    return cupy::simt::shuffle(mask, value, first + (source & (width - 1)));
}
template <class T> CUPY_SIMT_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
    return cupy::simt::shuffle(mask, value, cupy::simt::within(cupy::simt::lane() - int(by), width));
}
template <class T> CUPY_SIMT_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
    return cupy::simt::shuffle(mask, value, cupy::simt::within(cupy::simt::lane() + int(by), width));
}
template <class T> CUPY_SIMT_INLINE T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32) {
    // Lanes of earlier parts may be read, later ones not.
    const int source = cupy::simt::lane() ^ with, end = (cupy::simt::lane() & ~(width - 1)) + width;
    return cupy::simt::shuffle(mask, value, source < end ? source : cupy::simt::lane());
}

CUPY_SIMT_INLINE unsigned __ballot_sync(unsigned mask, int predicate) { return cupy::simt::votes(mask, predicate); }
CUPY_SIMT_INLINE int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
CUPY_SIMT_INLINE int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }

template <class T> CUPY_SIMT_INLINE unsigned __match_any_sync(unsigned mask, T value) {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return unsigned(cupy_simt_wait(cupy::simt::kMatch, mask, bits, 0));
}
template <class T> CUPY_SIMT_INLINE unsigned __match_all_sync(unsigned mask, T value, int *same) {
    const unsigned lanes = __match_any_sync(mask, value);
    *same = __all_sync(mask, lanes == __ballot_sync(mask, 1));
    return *same ? lanes : 0;
}

#define CUPY_REDUCE(name, expression)                                                           \
    template <class T> CUPY_SIMT_INLINE T __reduce_##name##_sync(unsigned mask, T value) {      \
        return cupy::simt::reduce(mask, value, [](T a, T b) -> T { return expression; });       \
    }
CUPY_REDUCE(add, a + b)
CUPY_REDUCE(min, a < b ? a : b)
CUPY_REDUCE(max, a < b ? b : a)
CUPY_REDUCE(and, a & b)
CUPY_REDUCE(or, a | b)
CUPY_REDUCE(xor, a ^ b)
#undef CUPY_REDUCE

// The forms without a mask, for the lanes that are there.
template <class T> CUPY_SIMT_INLINE T __shfl(T value, int source, int width = 32) {
    return __shfl_sync(__activemask(), value, source, width);
}
template <class T> CUPY_SIMT_INLINE T __shfl_up(T value, unsigned by, int width = 32) {
    return __shfl_up_sync(__activemask(), value, by, width);
}
template <class T> CUPY_SIMT_INLINE T __shfl_down(T value, unsigned by, int width = 32) {
    return __shfl_down_sync(__activemask(), value, by, width);
}
template <class T> CUPY_SIMT_INLINE T __shfl_xor(T value, int with, int width = 32) {
    return __shfl_xor_sync(__activemask(), value, with, width);
}
CUPY_SIMT_INLINE unsigned __ballot(int predicate) { return __ballot_sync(__activemask(), predicate); }
CUPY_SIMT_INLINE int __any(int predicate) { return __any_sync(__activemask(), predicate); }
CUPY_SIMT_INLINE int __all(int predicate) { return __all_sync(__activemask(), predicate); }
