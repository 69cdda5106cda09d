// What conversions between square and condensed matrices are given.
#pragma once

namespace cupy {
namespace spatial {

constexpr int kRows = 8;            // that threads take together

// A matrix (side, side) of items of one size, and the items above its diagonal.
struct Condensed {
    const void *given;
    void *made;
    long long count, side, lanes;   // threads that share rows; count is their number times that of groups of rows
};

}  // namespace spatial
}  // namespace cupy
