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

template <class Word, class Root> CUPY_DEVICE void join_by(Word *parents, Word a, Word b, Root root) {
    for (;;) {
        a = root(parents, a);
        b = root(parents, b);
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
template <class Word> CUPY_DEVICE void join(Word *parents, Word a, Word b) {
    join_by(parents, a, b, [](const Word *from, Word i) { return root_of(from, i); });
}
template <class Word> CUPY_DEVICE void join_shortening(Word *parents, Word a, Word b) {
    join_by(parents, a, b, [](Word *from, Word i) { return root_shortening(from, i); });
}

}  // namespace ndimage
}  // namespace cupy
