// What blocks of a scan make known to those after them while they run: sums of their own, and of all up to them.
#pragma once

#include "types/integers.hpp"
#include "platform.hpp"

namespace cupy {
namespace simt {

// A state holds 4 bytes of an accumulator in each word, and beside them what they are: no fences.  Zeros before.
template <class Acc> struct ScanStates {
    static constexpr int kWords = (sizeof(Acc) + 3) / 4;

    enum Known : unsigned { kNothing = 0, kSum = 1, kAll = 2 };    // of the block; of all up to its end

    static CUPY_DEVICE void publish(unsigned long long *state, const Acc &acc, Known known) {
        unsigned word[kWords] = {};
        memcpy(word, &acc, sizeof(Acc));
        CUPY_UNROLL
        for (int w = 0; w < kWords; ++w) platform::store_now(state + w, (unsigned long long)known << 32 | word[w]);
    }
    // What a state holds, if all its words agree.
    static CUPY_DEVICE unsigned look(const unsigned long long *state, Acc &acc) {
        unsigned word[kWords];
        unsigned known = 0;
        bool whole = true;
        CUPY_UNROLL
        for (int w = 0; w < kWords; ++w) {
            const unsigned long long both = platform::load_now(state + w);
            word[w] = (unsigned)both;
            if (w == 0) known = (unsigned)(both >> 32);
            whole = whole && known == (unsigned)(both >> 32);
        }
        memcpy(&acc, word, sizeof(Acc));
        return whole ? known : (unsigned)kNothing;
    }
};

}  // namespace simt
}  // namespace cupy
