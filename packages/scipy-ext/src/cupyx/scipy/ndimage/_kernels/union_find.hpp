// A forest of parents that many threads join trees of.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

template <class Word> CUPY_DEVICE Word root_of(const Word *parents, Word i) {
    const volatile Word *now = parents;
    for (Word above = now[i]; above != i; above = now[i]) i = above;
    return i;
}

template <class Word> CUPY_DEVICE void join(Word *parents, Word a, Word b) {
    for (;;) {
        a = root_of(parents, a);
        b = root_of(parents, b);
        if (a == b) return;
        if (a < b) {
            const Word c = a;
            a = b;
            b = c;
        }
        const Word seen = platform::compare_and_swap(parents + a, a, b);
        if (seen == a) return;
        a = seen;
    }
}

// The root, with each pixel on the way handed to its grandparent: long chains get short for those that follow.
template <class Word> CUPY_DEVICE Word root_shortening(Word *parents, Word i) {
    volatile Word *now = parents;
    Word above = now[i];
    while (above != i) {
        const Word next = now[above];
        if (next == above) return above;
        now[i] = next;
        i = next;
        above = now[i];
    }
    return i;
}

template <class Word> CUPY_DEVICE void join_shortening(Word *parents, Word a, Word b) {
    for (;;) {
        a = root_shortening(parents, a);
        b = root_shortening(parents, b);
        if (a == b) return;
        if (a < b) {
            const Word c = a;
            a = b;
            b = c;
        }
        const Word seen = platform::compare_and_swap(parents + a, a, b);
        if (seen == a) return;
        a = seen;
    }
}

}  // namespace ndimage
}  // namespace cupy
