// Read, change and write an item so that no other thread's change is lost.
#pragma once

#include "kernel.hpp"

namespace cupy {

template <class Word, class T, class F> CUPY_DEVICE void update_word(T *to, F change) {
    Word *word = reinterpret_cast<Word *>(to);
    Word old = *word, seen;
    do {
        seen = old;
        const Word next = platform::bits_as<Word>(change(platform::bits_as<T>(seen)));
        if (next == seen) return;
        old = platform::compare_and_swap(word, seen, next);
    } while (old != seen);
}

// Items of 1 and 2 bytes change inside the aligned word that holds them.
template <class T, class F> CUPY_DEVICE void update_part(T *to, F change) {
    const uint64 address = reinterpret_cast<uint64>(to);
    unsigned *word = reinterpret_cast<unsigned *>(address & ~uint64(3));
    const unsigned shift = unsigned(address & 3) * 8, mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << shift;
    unsigned old = *word, seen;
    do {
        seen = old;
        const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&seen);
        T item;
        memcpy(&item, bytes + (address & 3), sizeof(T));
        item = change(item);
        unsigned part = 0;
        memcpy(&part, &item, sizeof(T));
        const unsigned next = (seen & ~mask) | (part << shift & mask);
        if (next == seen) return;
        old = platform::compare_and_swap(word, seen, next);
    } while (old != seen);
}

template <class T, class F> CUPY_DEVICE void atomic_update(T *to, F change) {
    if constexpr (sizeof(T) == 4) {
        update_word<unsigned>(to, change);
    } else if constexpr (sizeof(T) == 8) {
        update_word<unsigned long long>(to, change);
    } else if constexpr (sizeof(T) < 4) {
        update_part(to, change);
    } else {
        platform::locked([&] { *to = change(*to); }, to);
    }
}

}  // namespace cupy
