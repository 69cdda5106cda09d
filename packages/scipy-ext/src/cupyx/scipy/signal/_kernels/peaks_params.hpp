// What the search for peaks is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kPeakBlock = 64;         // samples of a block, and blocks of a block of blocks

// `stage` says what an item is and what is written:
// 0, a sample: whether a peak begins there, with a height from `low` to `high`, to `flags`;
// 1, the left edge of a peak: its middle and its edges;
// 2, a block of samples or of blocks: the greatest and the least of them to `most` and `least`;
// 3, a peak: its prominence and bases;
// 4, a peak: its width, the height at which that is, and where it is crossed;
// 5, a peak: whether it is kept, by those kept within `distance` of it; `state` is 0 (open), 1 (kept) or 2 (not).
struct Peaks {
    const double *x = 0;
    long long count, length = 0;
    int stage;
    bool *flags = 0;
    const long long *at = 0;           // peaks, or left edges
    long long *middle = 0, *left = 0, *right = 0;
    const double *most1 = 0, *most2 = 0, *least1 = 0, *least2 = 0;
    double *most = 0, *least = 0;
    double *first = 0, *second = 0, *third = 0, *fourth = 0;
    const double *prominence = 0;
    const long long *left_base = 0, *right_base = 0;
    double low = 0, high = 0, relative = 0;
    long long reach = -1, distance = 0;
    const long long *rank = 0;
    int *state = 0;
    int *open = 0;
};

}  // namespace signal
}  // namespace cupy
