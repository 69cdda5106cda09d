// What the ranking of neighbours along a line is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

// Item i of a line becomes the one of `rank` among the `window` items about it, an odd number; beyond the ends are zeros.
struct RankedLine {
    const void *x;
    void *out;
    long long count, length;
    int window, rank;
};

}  // namespace signal
}  // namespace cupy
