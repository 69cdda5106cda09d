// What the headers of this folder need of threads, on GPUs.  The backend's toolkit_begin.hpp has what differs: `active`,
// `votes` and `shuffle_word` of a warp of 32 lanes, `is_cooperative` and `wait_for_grid` of a launch whose blocks wait
// for each other, and `memcpy` where the compiler has none by that name.
#pragma once

#include "types/integers.hpp"

#define CUPY_TOOLKIT_TABLE static __device__ const

namespace cupy {
namespace simt {

CUPY_SIMT_INLINE unsigned thread_number() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
CUPY_SIMT_INLINE int lane() { return int(thread_number() % 32); }
CUPY_SIMT_INLINE void let_others_run() {}       // they run at the same time

// Values of any size travel as words.
template <class T> CUPY_SIMT_INLINE T shuffle(unsigned mask, T value, int source) {
    constexpr int words = (sizeof(T) + 3) / 4;
    int bits[words] = {};
    memcpy(bits, &value, sizeof(T));
    for (int k = 0; k < words; ++k) bits[k] = shuffle_word(mask, bits[k], source);
    memcpy(&value, bits, sizeof(T));
    return value;
}

// Replaces *p, of up to eight bytes, by change(*p); returns what was there.
template <class T, class Change> CUPY_SIMT_INLINE T update(T *p, Change change) {
    using word = typename conditional<sizeof(T) == 8, unsigned long long, unsigned>::type;
    const size_t address = reinterpret_cast<size_t>(p), inside = address % sizeof(word);
    word *whole = reinterpret_cast<word *>(address - inside);
    word found = *(volatile word *)whole, seen, wanted;
    T before;
    do {
        seen = wanted = found;
        char *part = reinterpret_cast<char *>(&wanted) + inside;
        memcpy(&before, part, sizeof(T));
        const T after = change(before);
        memcpy(part, &after, sizeof(T));
        found = atomicCAS(whole, seen, wanted);
    } while (found != seen);
    return before;
}

}  // namespace simt
}  // namespace cupy
