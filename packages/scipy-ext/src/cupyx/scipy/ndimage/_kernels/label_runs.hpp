// Connected regions by runs along rows, for backends whose threads are few and go far.
//
// Threads find and join the runs of a stripe of rows each; the stripes are joined, and regions numbered, by one; threads
// write the labels. Roots are the first runs of their regions, so numbers are in the order of first pixels (two passes
// and a table of equivalences: Rosenfeld and Pfaltz 1966; with runs: He, Chao and Suzuki 2008).
#pragma once

#include "device/map.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

constexpr int kLabelAxes = 32;

// The array is rows along its last axis. A row has a run for each stretch of pixels of objects, or for each such pixel
// where neighbours along the row are not joined; runs are numbered in order, with room for one more after a stripe's.
struct LabelRuns {
    const void *object;                // bytes
    void *labels;
    unsigned *parents;                 // of runs: a run before in the same region, or itself; numbers of regions at last
    int *starts, *ends;                // of runs: their first pixels, and those behind their last
    unsigned *first, *behind;          // of rows: their first runs, and those behind their last
    unsigned *regions;                 // how many there are
    long long count;
    long long stripes;                 // of rows, found and written on their own
    long long rows, length;
    int joined, most;                  // whether neighbours along a row are joined; the most runs that a row can have
    // Rows before whose runs a row's are joined with: the steps along all axes but the last, and how far pixels of a
    // region may lie to the left and to the right of each other.
    const int *steps;
    const int *spans;
    int links, axes;
    long long shape[kLabelAxes];
};

CUPY_DEVICE unsigned first_of(unsigned *parents, unsigned run) {
    while (parents[run] != run) run = parents[run] = parents[parents[run]];
    return run;
}

// Joins runs of `row` with those of `above` that reach from `low` pixels to the left to `high` to the right of theirs.
CUPY_DEVICE void join_rows(const LabelRuns &p, long long row, long long above, int low, int high) {
    unsigned next = p.first[above];
    const unsigned behind = p.behind[above];
    for (unsigned run = p.first[row]; run < p.behind[row] && next < behind; ++run) {
        const int from = p.starts[run] + low, to = p.ends[run] + high;
        while (next < behind && p.ends[next] <= from) ++next;
        if (next == behind || p.starts[next] >= to) continue;
        unsigned least = first_of(p.parents, run);
        for (unsigned other = next; other < behind && p.starts[other] < to; ++other) {
            const unsigned first = first_of(p.parents, other);
            p.parents[least < first ? first : least] = least < first ? least : first;
            least = least < first ? least : first;
        }
    }
}

// Joins a row with the rows before it that lie in [begin, end).
CUPY_DEVICE void join_before(const LabelRuns &p, long long row, long long begin, long long end) {
    if (p.first[row] == p.behind[row]) return;
    long long places[kLabelAxes], left = row;
    for (int axis = p.axes - 1; axis >= 0; --axis) places[axis] = split(left, p.shape[axis]);
    for (int link = 0; link < p.links; ++link) {
        long long above = 0;
        bool inside = true;
        for (int axis = 0; axis < p.axes; ++axis) {
            const long long place = places[axis] + p.steps[link * p.axes + axis];
            inside = inside && place >= 0 && place < p.shape[axis];
            above = above * p.shape[axis] + place;
        }
        if (inside && above >= begin && above < end) join_rows(p, row, above, p.spans[2 * link], p.spans[2 * link + 1]);
    }
}

CUPY_DEVICE long long stripe_start(const LabelRuns &p, long long stripe) { return p.rows * stripe / p.stripes; }

template <class O> CUPY_DEVICE void find(const LabelRuns &p, long long stripe) {
    const long long begin = stripe_start(p, stripe), end = stripe_start(p, stripe + 1);
    const int length = (int)p.length;
    const unsigned joined = (unsigned)p.joined;
    const uint8 *object = static_cast<const uint8 *>(p.object) + begin * length;
    unsigned *parents = p.parents, run = (unsigned)(begin * p.most + stripe);
    int *starts = p.starts, *ends = p.ends;
    for (long long row = begin; row < end; ++row, object += length) {
        p.first[row] = run;
        // Written at every pixel, kept where a run begins or ends: there is nothing to predict.
        unsigned before = 0, open = run, closed = run;
        for (int x = 0; x < length; ++x) {
            const unsigned here = object[x] != 0, goes_on = here & before & joined;
            ends[closed] = x;
            closed += before & (1 - goes_on);
            starts[open] = x;
            parents[open] = open;
            open += here & (1 - goes_on);
            before = here;
        }
        ends[closed] = length;
        p.behind[row] = run = open;
        join_before(p, row, begin, end);
    }
}

// Stripes with those before them; then parents become numbers of regions.
template <class O> CUPY_DEVICE void join(const LabelRuns &p, long long) {
    unsigned regions = 0;
    for (long long stripe = 1; stripe < p.stripes; ++stripe)
        for (long long row = stripe_start(p, stripe); row < stripe_start(p, stripe + 1); ++row)
            join_before(p, row, 0, stripe_start(p, stripe));
    for (long long stripe = 0; stripe < p.stripes; ++stripe) {
        const long long begin = stripe_start(p, stripe), end = stripe_start(p, stripe + 1);
        if (begin == end) continue;
        for (unsigned run = p.first[begin]; run < p.behind[end - 1]; ++run)
            p.parents[run] = p.parents[run] == run ? ++regions : p.parents[p.parents[run]];
    }
    *p.regions = regions;
}

template <class O> CUPY_DEVICE void write(const LabelRuns &p, long long stripe) {
    const long long begin = stripe_start(p, stripe), end = stripe_start(p, stripe + 1);
    const int length = (int)p.length;
    const unsigned joined = (unsigned)p.joined, *parents = p.parents;
    for (long long row = begin; row < end; ++row) {
        const uint8 *object = static_cast<const uint8 *>(p.object) + row * length;
        O *labels = static_cast<O *>(p.labels) + row * length;
        unsigned behind = p.first[row], before = 0;
        for (int x = 0; x < length; ++x) {
            const unsigned here = object[x] != 0;
            behind += here & (1 - (before & joined));
            labels[x] = here ? cast<O>(parents[behind - 1]) : O(0);
            before = here;
        }
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, step, O) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelRuns, cupy::ndimage::step<O>)
