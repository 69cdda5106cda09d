// A forest of parents that many threads join trees of.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

// Parents in memory: `forest[i]` reads and writes that of i, `forest.at(i)` is where it lies.
template <class Word> struct Forest {
    Word *parents;

    CUPY_DEVICE Word *at(Word i) const { return parents + i; }
    CUPY_DEVICE volatile Word &operator[](Word i) const { return *static_cast<volatile Word *>(at(i)); }
};

template <class Trees, class Word> CUPY_DEVICE Word root_of(const Trees &forest, Word i) {
    for (Word above = forest[i]; above != i; above = forest[i]) i = above;
    return i;
}

// The root, with each pixel on the way handed to its grandparent: long chains get short for those that follow.
template <class Trees, class Word> CUPY_DEVICE Word root_shortening(const Trees &forest, Word i) {
    Word above = forest[i];
    while (above != i) {
        const Word next = forest[above];
        if (next == above) return above;
        forest[i] = next;
        i = next;
        above = forest[i];
    }
    return i;
}

template <class Trees, class Word, class Root>
CUPY_DEVICE void join_by(const Trees &forest, Word a, Word b, Root root) {
    for (;;) {
        a = root(forest, a);
        b = root(forest, b);
        if (a == b) return;
        if (a < b) {
            const Word c = a;
            a = b;
            b = c;
        }
        const Word seen = platform::compare_and_swap(forest.at(a), a, b);
        if (seen == a) return;
        a = seen;
    }
}
template <class Trees, class Word> CUPY_DEVICE void join(const Trees &forest, Word a, Word b) {
    join_by(forest, a, b, [](const Trees &from, Word i) { return root_of(from, i); });
}
template <class Trees, class Word> CUPY_DEVICE void join_shortening(const Trees &forest, Word a, Word b) {
    join_by(forest, a, b, [](const Trees &from, Word i) { return root_shortening(from, i); });
}

}  // namespace ndimage
}  // namespace cupy
