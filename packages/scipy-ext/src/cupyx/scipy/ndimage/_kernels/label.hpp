// Connected regions by union-find, pixel by pixel: a start, the joining, roots, and their numbers.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "split.hpp"
#include "union_find.hpp"

namespace cupy {
namespace ndimage {

constexpr int kLabelRun = 16;      // pixels of a line that start as one region where neighbours along it are joined

struct LabelStep {
    const void *object;            // bytes
    void *parents;
    const void *numbers;           // how many roots there are up to each pixel, or null
    void *roots;                   // bytes: whether a pixel is the first of its region; or null
    void *labels;
    long long count;
    long long length;              // of a line along the last axis
    int joined;                    // whether neighbours along it are
};

// Every pixel of an object as a region, or as one with the run of pixels before it.
template <class Word> CUPY_DEVICE void label_start(const LabelStep &p, long long i) {
    const boolean *object = static_cast<const boolean *>(p.object);
    if (!object[i]) return;
    long long first = i;
    if (p.joined) {
        const long long start = i - i % p.length, stop = i - i % kLabelRun;
        while (first > start && first > stop && object[first - 1]) --first;
    }
    static_cast<Word *>(p.parents)[i] = (Word)first;
}

// Regions joined: every pixel with the neighbours before it. The output holds parents; the input says what is object.
//
// Trees of parents grow towards smaller numbers by compare and swap, so that the root of a region is its first pixel,
// in whatever order threads run (Komura 2015; Allegretti, Bolelli and Grana 2020 compare such methods).
template <class T, class Word> CUPY_DEVICE void label_join(const Neighborhood &p, long long i) {
    const boolean *object = static_cast<const boolean *>(p.input);
    if (!object[i]) return;
    Word *parents = static_cast<Word *>(p.output);
    // Where neighbours along a line are joined and the pixels to the left of both belong to the object, those two
    // have been joined, or will be.
    const bool follows = p.centre && i > 0 && object[i - 1];
    long long line = i;
    const long long length = p.shape[p.ndim - 1], x = split(line, length);
    places(p, i, [&](int tap, long long from) {
        if (from < 0 || !object[from]) return true;
        const int along = p.places[tap * p.ndim + p.ndim - 1];
        if (x > 0 && along == -1 && from == i - 1) {
            if (p.centre && i % kLabelRun) return true;
        } else if (follows && x > 0 && x + along > 0 && object[from - 1]) {
            return true;
        }
        join(Forest<Word>{parents}, (Word)i, (Word)from);
        return true;
    });
}

// Each pixel's root as its parent, and which pixels are roots.
template <class Word> CUPY_DEVICE void label_roots(const LabelStep &p, long long i) {
    bool first = false;
    if (static_cast<const boolean *>(p.object)[i]) {
        Word *parents = static_cast<Word *>(p.parents);
        const Word root = root_of(Forest<Word>{parents}, (Word)i);
        parents[i] = root;
        first = root == (Word)i;
    }
    static_cast<bool *>(p.roots)[i] = first;
}

// The number of its region for each pixel, in the order of the regions' first pixels; 0 beside them.
template <class Word, class O> CUPY_DEVICE void label_number(const LabelStep &p, long long i) {
    const Word *numbers = static_cast<const Word *>(p.numbers), *parents = static_cast<const Word *>(p.parents);
    static_cast<O *>(p.labels)[i] = static_cast<const boolean *>(p.object)[i] ? cast<O>(numbers[parents[i]]) : O(0);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, Params, step, ...) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Params, cupy::ndimage::step<__VA_ARGS__>)
