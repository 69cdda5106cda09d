// What measurements of labelled regions are given.
#pragma once

namespace cupy {
namespace ndimage {

// A call takes `run` pixels `width` apart. A pixel belongs to group `table[label - low]`, or to the place of its label
// in `sorted`; to group 0 where there are no labels, or the labels are only asked whether they are above 0.
struct Groups {
    const void *input;
    const void *labels = nullptr;
    const int *table = nullptr;
    const void *sorted = nullptr;
    long long count;
    long long size, width;
    int run;
    int groups;
    int above = 0;                 // whether all labels above 0 are one group
    long long low = 0, range = 0;  // of the table
    // Sums, which are added to; of the parts of complex numbers one after the other. Each call adds to one of `copies`
    // (a power of two) of these tables, so that few threads wait for each other.
    int copies = 1;
    double *sums = nullptr;
    unsigned long long *counts = nullptr;
    const double *centres = nullptr;                // sum squares of the distance from these
    long long inner = 0, length = 0;                // sum items times their coordinate along an axis
    // Keys of the least and the greatest items, and their positions.
    unsigned long long *least = nullptr, *greatest = nullptr;
    unsigned long long *first = nullptr, *last = nullptr;
    // Keys with their groups, for sorting.
    unsigned long long *keys = nullptr;
};

}  // namespace ndimage
}  // namespace cupy
